"""A live game: a pod, duel or plan of a channel, with all that commands need to know about it.

A channel has at most one open game.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cached_property

from msgspec import Struct

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.history import NO_DATES, Dates, append_event, find_end
from bot.projections.pods import find_settling
from bot.rulebooks import Game, GameCommand, GameEvent, evolve, find_rulebook, is_over
from bot.rules.acts import Event
from bot.rules.announcements import TimeUp
from bot.rules.choosing import ModeratorsCalled
from bot.rules.confirmation import find_counting_moment
from bot.rules.facts import Player
from bot.rules.guests import find_actor
from bot.rules.idling import Warned
from bot.rules.news import News, find_news
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import QuestionKind
from bot.rules.refusals import Refusal
from bot.rules.totals import Counted
from bot.rules.undoing import Later, Undo, Undone, find_last_report, find_later
from bot.rules.votes import VoteCalled, Voted, Votes, update_votes
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.record.recorded import Recorded

VOTE_DELAY = timedelta(minutes=5)
"""The time from the call of a player until a vote about them opens, in which they can answer."""


LONGEST_VOTE = timedelta(minutes=15)
"""The time from the call of a player until the vote about them lapses."""

DRAW_DELAY = timedelta(minutes=10)
"""The time from the call of the moderators until the draw chooses for a silent player."""


class Place(Struct, frozen=True):
    """The Discord ids of a server, and of a channel or thread in it."""

    guild: int
    channel: int


TIME_TO_SEE = timedelta(seconds=10)
"""The time after an event in which people may not have seen it on their board yet."""


class LiveGame(Struct, frozen=True, dict=True):
    """A game of a channel at `version`.

    For the current game, `version` is the version of the channel's log; 0 means an empty log. For a
    past game it is the version of the game's last event. What follows from the fields is computed
    when it is first read, and then kept beside them: the game after the next event is another
    object, with nothing computed yet.
    """

    place: Place
    version: int = 0
    number: int = 0  # the version of its first event, which identifies it
    game: Game | None = None
    steps: tuple[Recorded, ...] = ()  # events that can be undone, the newest last
    dates: Dates = NO_DATES  # when it ended first, and since when nobody has objected
    votes: Votes = {}  # votes to go on without a player
    opens: Mapping[Player, datetime] = {}  # when the vote about a player opens
    touched: datetime | None = None  # when somebody last acted in the game
    warned: datetime | None = None  # when the bot warned, since then, that it will close the game
    played: int = 0  # the version of the last event other than changes of totals, and time
    turned: datetime | None = None  # when the current turn began, if known
    asked: datetime | None = None  # since when the pod waits for a choice and nobody answers
    called: datetime | None = None  # when the moderators were called, since then, to choose
    scored: bool = False  # see `History.scored`
    time_up: bool = False  # until its end: the players were told that their round is over
    news: News | None = None  # the latest event of a pod that everybody should hear of
    undone: Recorded | None = None  # the last time that a step of a pod was taken back

    @cached_property
    def pod(self) -> Pod | None:
        """The game, if it is a pod."""
        return self.game if isinstance(self.game, Pod) else None

    @cached_property
    def duel(self) -> Duel | None:
        """The game, if it is a duel."""
        return self.game if isinstance(self.game, Duel) else None

    @cached_property
    def plan(self) -> Plan | None:
        """The game, if it is a plan."""
        return self.game if isinstance(self.game, Plan) else None

    @cached_property
    def facts(self) -> PodFacts:
        """The facts of the game at this version; the game must be a pod."""
        assert isinstance(self.game, Pod)
        return PodFacts(self.game)

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended, or there is none, so that another can be opened."""
        return is_over(self.game)

    def find_maker(self, command: GameCommand) -> Player | None:
        """Return the author of the step that a command takes back; usually of the last step."""
        later = len(command.later) if isinstance(command, Undo) else 0
        return self.steps[-1 - later].by if later < len(self.steps) else None

    @property
    def last_report(self) -> Recorded | None:
        """The step that an undo takes back: the last report, whatever turns began since."""
        at = find_last_report([each.event for each in self.steps])
        return None if at is None else self.steps[at]

    def was_just_undone(self, asker: Player, now: datetime) -> bool:
        """Return whether somebody else has just taken a report back, and nothing came since.

        Then `asker` may not have seen it, and mean the same report.
        """
        undone = self.undone
        last = self.last_report
        if undone is None or last is None or undone.by == asker:
            return False
        return last.version < undone.version and now - undone.at < TIME_TO_SEE

    def make_undo(self, version: int | None = None, reason: str | None = None) -> Undo:
        """Make the command that takes back the step with this version; None is the last report.

        Without steps the rules refuse the command. Raises `Refusal` if the step was taken back
        already, or if something was reported since.
        """
        if version is None:
            last = self.last_report
            if last is None:
                return Undo(reason)
            version = last.version
        versions = [each.version for each in self.steps]
        if version not in versions:
            raise Refusal("undo-late")
        at = versions.index(version)
        later = find_later([each.event for each in self.steps], at)
        if later is None:
            raise Refusal("undo-newer")
        stay = zip(versions[at + 1 :], later, strict=True)
        return Undo(reason, version, tuple(Later(*each) for each in stay))

    def find_undone(self, undone: Undone) -> Event | None:
        """Return the event of this pod that `undone` takes back; old ones took back the last."""
        at = None if undone.step is None else undone.step - 1
        event = self.steps[-1 if at is None else at].event if self.steps else None
        return event if isinstance(event, Event) else None

    def find_votes(self, now: datetime) -> Votes:
        """Return the votes that have not lapsed by `now`."""
        lapse = LONGEST_VOTE - VOTE_DELAY
        return {who: each for who, each in self.votes.items() if now < self.opens[who] + lapse}

    @property
    def silent_since(self) -> int:
        """The moment of the last report or decision, in milliseconds since 1970."""
        return 0 if self.dates.last is None else to_milliseconds(self.dates.last)

    @cached_property
    def counts_at(self) -> datetime | None:
        """When a game's end becomes final automatically; None if it is final, or never will be."""
        if self.duel is not None and self.dates.last is not None:
            return find_settling(self.duel, self.dates.last)
        at = None if self.pod is None else find_counting_moment(self.pod, self.silent_since)
        return None if at is None else to_moment(at)

    @cached_property
    def ended(self) -> datetime | None:
        """The date of a finished game, for statistics by date; None while it goes on."""
        counted = self.pod is not None and self.pod.has_counted
        if self.game is None or not (self.is_over or counted):
            return None
        return find_end(self.game, self.steps, self.dates)


def evolve_live(live: LiveGame, recorded: Recorded) -> LiveGame:
    """Apply an event of the game, or the first event of a new game in its channel."""
    same = recorded.pod == live.number
    before, steps = (live.game, live.steps) if same else (None, ())
    votes = live.find_votes(recorded.at) if same and live.votes else {}
    opens = {player: live.opens[player] for player in votes}
    dates = live.dates if same else NO_DATES
    _, game, steps, dates, scored, _ = append_event(before, steps, recorded, dates)
    if votes or isinstance(recorded.event, VoteCalled | Voted):
        votes = _update_votes(votes, recorded, game)
    touched = recorded.at
    warned = None
    if isinstance(recorded.event, Warned):
        touched = live.touched or recorded.at
        warned = recorded.at
    if isinstance(recorded.event, ModeratorsCalled | TimeUp):
        touched = live.touched or recorded.at
        warned = live.warned
    asked = _find_asked(live if same else None, recorded, game)
    called = live.called if same and asked == live.asked else None
    if isinstance(recorded.event, ModeratorsCalled):
        called = recorded.at
    return LiveGame(
        place=live.place,
        version=max(live.version, recorded.version),
        number=recorded.pod,
        game=game,
        steps=steps,
        dates=dates,
        votes=votes,
        opens=_find_opening(votes, opens, recorded) if votes else {},
        touched=touched,
        warned=warned,
        played=live.played if isinstance(recorded.event, Counted | TimeUp) else recorded.version,
        turned=_find_turn_began(live.game if same else None, live.turned, recorded, game),
        asked=asked,
        called=called,
        scored=scored,
        time_up=isinstance(recorded.event, TimeUp) or (same and live.time_up and not is_over(game)),
        news=_find_news(live if same else None, recorded, game),
        undone=recorded if isinstance(recorded.event, Undone) else live.undone if same else None,
    )


def _find_news(before: LiveGame | None, recorded: Recorded, game: Game) -> News | None:
    """Return the news of a pod after an event; None for other games."""
    event = recorded.event
    if not isinstance(game, Pod) or not isinstance(event, Event):
        return None
    if before is None:
        return find_news(None, None, event, game)
    undone = before.find_undone(event) if isinstance(event, Undone) else None
    former = before.game if isinstance(before.game, Pod) else None
    return find_news(before.news, former, event, game, undone)


def _find_asked(before: LiveGame | None, recorded: Recorded, game: Game) -> datetime | None:
    """Return since when an open question has been unanswered; None if there is none.

    Whatever the player does in the game shows that they are there, and begins the time anew.
    """
    asked = _find_question(game)
    if asked is None or not isinstance(game, Pod):
        return None
    same = before is not None and _find_question(before.game) == asked
    if before is None or not same or recorded.by == find_actor(game, asked[1]):
        return recorded.at
    return before.asked


def _find_question(game: Game | None) -> tuple[QuestionKind, Player] | None:
    """Return the kind of a pod's open question, and who is asked; None if nobody can answer."""
    if not isinstance(game, Pod) or game.question is None or game.disputed is not None:
        return None
    return game.question.kind, game.question.by


def _find_turn_began(
    before: Game | None, turned: datetime | None, recorded: Recorded, game: Game
) -> datetime | None:
    """Return when the turn began; None if an undo led back to an earlier turn."""
    if not isinstance(game, Pod) or game.turn is None:
        return None
    last = before.turn if isinstance(before, Pod) else None
    if last is not None and (last.number, last.seat) == (game.turn.number, game.turn.seat):
        return turned
    return None if isinstance(recorded.event, Undone) else recorded.at


def _find_opening(
    votes: Votes, before: Mapping[Player, datetime], recorded: Recorded
) -> Mapping[Player, datetime]:
    """Return when each vote opens: some time after its call; at once for games before calls."""
    called = isinstance(recorded.event, VoteCalled)
    now = recorded.at + VOTE_DELAY if called else recorded.at
    return {player: before.get(player, now) for player in votes}


def _update_votes(votes: Votes, recorded: Recorded, game: Game) -> Votes:
    """Return the votes that count after an event; only pods have votes."""
    event = recorded.event
    if not isinstance(game, Pod):
        return {}
    assert isinstance(event, Event)
    return update_votes(votes, event, recorded.by, game)


def find_company(before: Game | None, after: Game, player: Player) -> frozenset[Player]:
    """Return everybody else in an open game in which a player has just sat down, if they have."""
    if player not in after.players or (before is not None and player in before.players):
        return frozenset()
    is_open = after.seats_people if isinstance(after, Plan) else not is_over(after)
    if not is_open:
        return frozenset()
    kept = after.kept if isinstance(after, Pod) else ()
    return frozenset({after.host, *after.players, *kept} - {player})


def check_alone(current: LiveGame, live: LiveGame, after: Game) -> None:
    """Raise `Refusal` if a channel would get a second open game.

    `live` becomes `after`; `current` is the channel's current game.
    """
    if live.number == current.number or is_over(after) or current.game is None:
        return
    if not is_over(current.game):
        same = type(current.game) is type(after)
        raise Refusal("other-pod" if same else find_rulebook(current.game).here)


def check_later(current: LiveGame, live: LiveGame, event: GameEvent) -> None:
    """Raise `Refusal` if a past game must not have this event any more."""
    if live.game is None or not event.settles:
        raise Refusal("old-pod")
    check_alone(current, live, evolve(live.game, event))
