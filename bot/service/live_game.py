"""A game of a channel with what the log knows about it besides: the state that commands meet.

Whatever is played, a pod or a duel: a channel has one open game at a time.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.history import NO_DATES, Dates, append_event, find_end
from bot.projections.pods import find_settling
from bot.rulebooks import (
    Game,
    GameEvent,
    evolve,
    find_rulebook,
    is_over,
    may_follow_later,
)
from bot.rules.confirmation import find_counting_moment
from bot.rules.events import Counted, Event, Undone, VoteCalled, Voted
from bot.rules.facts import Player
from bot.rules.idling import Warned
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.votes import Votes, update_votes
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.record.recorded import Recorded

BEFORE_VOTE = timedelta(minutes=5)
"""From the call to somebody until a vote about them opens: in it they can show that they are there.
"""


class Place(Struct, frozen=True):
    """A channel or thread, and its server, by Discord's ids."""

    guild: int
    channel: int


class LiveGame(Struct, frozen=True, gc=False):
    """A game of a channel as it stands at `version`.

    For the game that the channel plays it is the version of the channel's log (0: an empty one),
    for one of its past games that of the game's last event.
    """

    place: Place
    version: int = 0
    number: int = 0  # the version at which the game was opened, which names it
    game: Game | None = None
    steps: tuple[Recorded, ...] = ()  # what can be taken back, the newest last
    dates: Dates = NO_DATES  # when it ended first, and since when nobody has objected
    votes: Votes = {}  # who would go on without whom
    opens: Mapping[Player, datetime] = {}  # when the vote about each of those opens, or did
    touched: datetime | None = None  # when somebody last did something to the game
    warned: datetime | None = None  # when the bot has said since that it will close the game
    played: int = 0  # the version of the last event, but for changes of totals
    turned: datetime | None = None  # when the turn began that is going on, if that is known
    scored: bool = False  # see `History.scored`

    @property
    def pod(self) -> Pod | None:
        """The game, if it is a pod."""
        return self.game if isinstance(self.game, Pod) else None

    @property
    def duel(self) -> Duel | None:
        """The game, if it is a duel."""
        return self.game if isinstance(self.game, Duel) else None

    @property
    def plan(self) -> Plan | None:
        """What is planned, if it is a plan."""
        return self.game if isinstance(self.game, Plan) else None

    @property
    def maker(self) -> Player | None:
        """Who made the last step that counts."""
        return self.steps[-1].by if self.steps else None

    @property
    def silent_since(self) -> int:
        """Since when nothing was reported, decided or settled, in milliseconds since 1970."""
        return 0 if self.dates.last is None else to_milliseconds(self.dates.last)

    @property
    def counts_at(self) -> datetime | None:
        """When a game that is over counts by itself; None if it does, or if it will not."""
        if self.duel is not None and self.dates.last is not None:
            return find_settling(self.duel, self.dates.last)
        at = None if self.pod is None else find_counting_moment(self.pod, self.silent_since)
        return None if at is None else to_moment(at)

    @property
    def ended(self) -> datetime | None:
        """When a game came to its end, to whatever counts by date; None while it goes on."""
        counted = self.pod is not None and self.pod.has_counted
        if self.game is None or not (is_over(self.game) or counted):
            return None
        return find_end(self.game, self.steps, self.dates)

    @property
    def last(self) -> Event | None:
        """The last step of a pod that counts."""
        event = self.steps[-1].event if self.steps else None
        return event if isinstance(event, Event) else None


def evolve_live(live: LiveGame, recorded: Recorded) -> LiveGame:
    """Return the live game after one more event: of its own, or of a new one in its channel."""
    same = recorded.pod == live.number
    before, steps, votes = (live.game, live.steps, live.votes) if same else (None, (), {})
    dates = live.dates if same else NO_DATES
    _, game, steps, dates, scored = append_event(before, steps, recorded, dates)
    votes = _update_votes(votes, recorded, game)
    touched = recorded.at
    warned = None
    if isinstance(recorded.event, Warned):
        touched = live.touched or recorded.at
        warned = recorded.at
    return LiveGame(
        place=live.place,
        version=max(live.version, recorded.version),
        number=recorded.pod,
        game=game,
        steps=steps,
        dates=dates,
        votes=votes,
        opens=_find_opening(votes, live.opens if same else {}, recorded),
        touched=touched,
        warned=warned,
        played=live.played if isinstance(recorded.event, Counted) else recorded.version,
        turned=_find_turn_began(live.game if same else None, live.turned, recorded, game),
        scored=scored,
    )


def _find_turn_began(
    before: Game | None, turned: datetime | None, recorded: Recorded, game: Game
) -> datetime | None:
    """Return when the turn began; unknown is that of one to which something was taken back."""
    if not isinstance(game, Pod) or game.turn is None:
        return None
    last = before.turn if isinstance(before, Pod) else None
    if last is not None and (last.number, last.seat) == (game.turn.number, game.turn.seat):
        return turned
    return None if isinstance(recorded.event, Undone) else recorded.at


def _find_opening(
    votes: Votes, before: Mapping[Player, datetime], recorded: Recorded
) -> Mapping[Player, datetime]:
    """Return when each vote opens: some time after its call, or at once before there were calls."""
    if not votes:
        return {}
    called = isinstance(recorded.event, VoteCalled)
    now = recorded.at + BEFORE_VOTE if called else recorded.at
    return {player: before.get(player, now) for player in votes}


def _update_votes(votes: Votes, recorded: Recorded, game: Game) -> Votes:
    """Return the votes that count after an event; only in pods are there enough to vote."""
    event = recorded.event
    if not isinstance(game, Pod) or not (votes or isinstance(event, VoteCalled | Voted)):
        return {}
    assert isinstance(event, Event)
    return update_votes(votes, event, recorded.by, game)


def check_alone(current: LiveGame, live: LiveGame, after: Game) -> None:
    """Raise `Refusal` if `after` would be the second open game of a channel, which has one at most.

    `live` becomes `after`; `current` is the game that the channel plays.
    """
    if live.number == current.number or is_over(after) or current.game is None:
        return
    if not is_over(current.game):
        same = type(current.game) is type(after)
        raise Refusal("other-pod" if same else find_rulebook(current.game).here)


def check_later(current: LiveGame, live: LiveGame, event: GameEvent) -> None:
    """Raise `Refusal` for an `event` of a past game that may happen only while it is played."""
    if live.game is None or not may_follow_later(live.game, event):
        raise Refusal("old-pod")
    check_alone(current, live, evolve(live.game, event))
