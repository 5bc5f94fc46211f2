"""Events: everything that can happen in a pod, and the records that events are made of.

Each accepted command leads to one event. An event keeps the reported facts beside their `Outcome`.
Folding reads outcomes only, so a change of a rule never rewrites an old game, while a correction
can judge the facts again. Tags and field names are the format of the log: they never change.

No record here can contain itself, so the garbage collector need not track them (`gc=False`).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.rules.draws import DrawSeal, Word
from bot.rules.facts import Bracket, Deck, FormerDeck, Player, Report
from bot.rules.gate import Gated, Locked
from bot.rules.idling import Kept, Warned
from bot.rules.series import Series
from bot.rules.tables import MIN_TEAM_SIZE, TableId
from bot.rules.variants import SCORINGS, VARIANTS, Scoring, Variant, VariantId

Base = Literal[
    "commander",
    "brawl",
    "standard",
    "pioneer",
    "modern",
    "legacy",
    "vintage",
    "pauper",
    "limited",
    "other",
]
Status = Literal["master", "servant", "masterless", "out"]
Role = Literal["master", "servant"]
Becomes = Literal["servant", "masterless", "out", "beaten", "rejoins"]
Means = Literal["effect", "combo"]
SubgameCard = Literal["shahrazad", "enter-the-dungeon", "countdown"]
ConfirmationId = Literal["off", "loser", "other", "after-5", "after-15", "after-60"]
Override = Literal["status", "points", "void", "end", "reopen", "remove", "host", "date"]


class Setup(Struct, frozen=True, omit_defaults=True, gc=False):
    """The agreement of a pod, fixed when it opens.

    `variant` and `scoring` name rows of `variants`. For a server's own variant, `variant` is the
    name that the server chose and `house` holds its answers at that time.
    """

    table: TableId = "free-for-all"
    variant: str = "esclave"
    base: Base = "commander"
    scoring: str = "esclave"
    choose_master: bool = False  # the optional rule, ESC-60
    title: str | None = None
    size: int | None = None  # seats; None means the table's limit
    confirmation: ConfirmationId = "off"
    house: Variant | None = None
    teams: int = MIN_TEAM_SIZE  # number of teams, at a table of teams
    turns: bool = True  # whether the bot tracks turns
    life: Annotated[int, Meta(ge=1, le=999)] | None = None  # agreed starting life of a player
    series: Series | None = None  # the series that the pod is a round of (ESC-12)
    counting: bool = False  # whether the bot counts life, poison and commander damage
    dispute_minutes: int | None = None  # time to object after the end; None counts at once
    played: int | None = None  # milliseconds since 1970, in games entered afterwards
    invited: tuple[Player, ...] = ()  # the only people who can sit here; empty means everybody
    bracket: Bracket | None = None  # the Commander bracket that the table agreed on

    def invites(self, player: Player) -> bool:
        """Return whether a player may sit in the pod."""
        return not self.invited or player in self.invited

    @property
    def answers(self) -> Variant:
        """Return the answers of the agreed variant."""
        return self.house or VARIANTS[self.variant]

    @property
    def points(self) -> Scoring:
        """Return the points that each end of the game is worth."""
        return self.house.points if self.house is not None else SCORINGS[self.scoring]


QuestionKind = Literal["responsible", "successor", "new-master"]
"""The subject of a choice: the responsible player, a successor, or a new master."""


class Question(Struct, frozen=True, omit_defaults=True, gc=False):
    """A choice that the rules leave to the player `by` (ESC-22, ESC-45, ESC-60)."""

    kind: QuestionKind
    by: Player
    options: tuple[Player, ...]
    may_decline: bool = False


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """An answer to a question put to `by`; `player` None means that they declined.

    If somebody else chose in their place, that is `chosen_by`; `moderated` means that they did so
    as a moderator. Old answers do not record either. `drawn` means that the sealed draw chose.
    """

    kind: QuestionKind
    by: Player
    player: Player | None = None
    chosen_by: Player | None = None
    moderated: bool = False
    drawn: bool = False

    @property
    def is_own(self) -> bool:
        """Return whether the player who was asked answered."""
        return not self.drawn and self.chosen_by in (None, self.by)


class Ruling(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moderator's decision on who is responsible for a defeat; None means nobody."""

    loser: Player
    responsible: Player | None = None


class Pending(Struct, frozen=True, omit_defaults=True, gc=False):
    """Concessions and defeats that wait for a choice and have had no effect yet (ESC-D21).

    `conceding` are masters whose succession is open, in order. `reports` are the defeats of one
    moment, with life lost by a team merged into one report (ESC-D3). `rulings` settle some of them.
    """

    conceding: tuple[Player, ...] = ()
    reports: tuple[Report, ...] = ()
    answers: tuple[Answer, ...] = ()
    question: Question | None = None
    rulings: tuple[Ruling, ...] = ()


Waits = Literal["silence", "press", "both", "end"]
"""The condition that a claim waits for; see `Claim`."""


class Claim(Struct, frozen=True, omit_defaults=True, gc=False):
    """Conditions that a report, or a decision, must meet before it counts.

    `version` is the log version of the report and names the claim; `by` made the report. One of the
    players in `of` must confirm it, or `each` of them. `waits` says what is missing:

    - `silence`: it is confirmed automatically at `due`, in milliseconds since 1970;
    - `press`: somebody in `of` must confirm; at `due`, moderators are asked to look;
    - `end`: the game must end, and then nobody may object for as long as the pod agreed on;
    - `both`: first a press, then the end;
    - None, in old games: silence, and nobody could object to what a moderator had let stand.

    `disputed` names the player who objects; while it is set, silence does not confirm. `disputers`
    are all who have objected so far. `decided` is the moderator who made the decision or let the
    report stand: only another moderator may decide about that.
    """

    version: int
    by: Player
    of: tuple[Player, ...]
    due: int
    each: bool = False
    disputed: Player | None = None
    waits: Waits | None = None
    disputers: tuple[Player, ...] = ()
    decided: Player | None = None

    @property
    def needs_press(self) -> bool:
        """Return whether somebody must confirm, so that silence is not enough."""
        return self.waits in ("press", "both")


CountKind = Literal["life", "poison", "commander"]
"""A kind of total that a pod can count."""


class TotalChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """A change of a total by `amount`; `by` owns the commander, or controls the source if known.

    `which` of the owner's commanders dealt the damage, counted from 1: partners count apart.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None
    which: int = 1


class Standing(Struct, frozen=True, omit_defaults=True, gc=False):
    """The place of one player in the game.

    `master` is the player a servant serves, or served when they left the game (ESC-D17). `served`
    gives the order of service (ESC-45, ESC-D7): a path of arrivals, newest first, each with its
    number and the player who led those who came. `score` counts the points so far where points are
    counted during the game (RSP-3). A `phased` player takes turns alone until their next turn in
    table order (NEC-5, RSP-2).
    """

    player: Player
    status: Status = "master"
    master: Player | None = None
    out_as: Role | None = None
    served: tuple[tuple[int, Player], ...] = ()
    score: int = 0
    phased: bool = False


class Verdict(Struct, frozen=True, omit_defaults=True, gc=False):
    """The judgement of one defeat: the responsible player, the rule, and the consequence.

    `found` and `answer` are the clauses of the explanation (catalogue keys `found-<found>` and
    `answer-<answer>`); `controller` and `owner` fill their blanks. `via` are the rules that led to
    `rule`, in order; old verdicts have none. `ruled` means that a moderator overrode `rule`.
    `choice` was made in the loser's place.
    """

    loser: Player
    responsible: Player | None
    becomes: Becomes
    rule: str
    answer: str
    found: str | None = None
    source: str | None = None
    controller: Player | None = None
    owner: Player | None = None
    ruled: bool = False
    via: tuple[str, ...] = ()
    choice: Answer | None = None


class Marker(Struct, frozen=True, omit_defaults=True, gc=False):
    """A marker of one of several turns at the same time (TAB-28).

    `seat` has the turn; if not `held`, they had it last and the marker waits.
    """

    number: int
    seat: Player
    held: bool = True


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """The current turn; the order of turns continues from `seat`.

    With several turns at once, each has a marker in `markers`, in clockwise order. `extra` names
    the players who have gained another turn, once for each turn.
    """

    active: tuple[Player, ...]
    number: int
    seat: Player
    markers: tuple[Marker, ...] = ()
    extra: tuple[Player, ...] = ()


class Result(Struct, frozen=True, omit_defaults=True, gc=False):
    """The end of a pod: the winners, the master first, and everybody's points."""

    winners: tuple[Player, ...]
    draw: bool
    points: dict[Player, int]


class Outcome(Struct, frozen=True, omit_defaults=True, gc=False):
    """The effects of a command, as the rules decided them; folding reads nothing else."""

    moves: tuple[Standing, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    pending: Pending | None = None
    turn: Turn | None = None
    result: Result | None = None
    heirs: tuple[Player, ...] = ()  # who succeeded their masters, in order (ESC-45)

    @property
    def beaten(self) -> tuple[Player, ...]:
        """Return the players who lost and play on as the variant says (ESC-4, NEC-3, RSP-1)."""
        return tuple(v.loser for v in self.verdicts if v.becomes not in ("out", "beaten"))


NO_EFFECT = Outcome()


class Opened(Struct, frozen=True, omit_defaults=True, gc=False, tag="opened"):
    """A lobby was opened; `players` already sit in it. The host need not play.

    Seats in `kept` are reserved until these people take them. Seats and first player come from the
    `draw`, where `tags` stand for people; in old pods they come from the `secret` alone. `guests`
    are the seated players without an account, each with the member who brought them, or None.
    `decks` are those of the game before, until somebody names another. `called` signed up for the
    game when it was planned. `link` is where they meet on the web, until it is changed.
    """

    setup: Setup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: DrawSeal | None = None
    tags: dict[Player, str] = {}
    guests: dict[Player, Player | None] = {}
    decks: dict[Player, Deck] = {}
    called: tuple[Player, ...] = ()
    link: str | None = None


class Joined(Struct, frozen=True, omit_defaults=True, gc=False, tag="joined"):
    """A player took a seat, in a lobby or a running game (RSP-1); `brought_by` brought a guest."""

    player: Player
    outcome: Outcome = NO_EFFECT
    tag: str | None = None
    word: Word | None = None
    brought_by: Player | None = None


class Worded(Struct, frozen=True, omit_defaults=True, gc=False, tag="worded"):
    """A player in the lobby set their word for the draw; None means that they removed it."""

    player: Player
    word: Word | None = None


class Sided(Struct, frozen=True, omit_defaults=True, gc=False, tag="sided"):
    """A player in the lobby chose a team, counted from 0; None leaves the choice to the draw."""

    player: Player
    team: int | None = None


class Left(Gated, frozen=True, omit_defaults=True, gc=False, tag="left"):
    """A player left the lobby, or was `kicked_by` others; `host` hosts it from now on."""

    player: Player
    host: Player
    kicked_by: tuple[Player, ...] = ()


class Balanced(Gated, frozen=True, omit_defaults=True, gc=False, tag="balanced"):
    """All players in the lobby were given teams of about equal strength."""

    sides: dict[Player, int]


class VariantChanged(Gated, frozen=True, omit_defaults=True, gc=False, tag="variant-changed"):
    """The players of a lobby chose another built-in variant, which fits their number."""

    variant: VariantId
    scoring: str


class Started(Gated, frozen=True, omit_defaults=True, gc=False, tag="started"):
    """The game began with these seats, clockwise; `turn` is set if `first` does not begin alone."""

    seats: tuple[Player, ...]
    first: Player
    turn: Turn | None = None


class Defeated(Struct, frozen=True, omit_defaults=True, gc=False, tag="defeated"):
    """One or more players lost at the same moment."""

    reports: tuple[Report, ...]
    outcome: Outcome
    rulings: tuple[Ruling, ...] = ()
    claim: Claim | None = None


class Conceded(Gated, frozen=True, omit_defaults=True, gc=False, tag="conceded"):
    """A player conceded (ESC-31, ESC-44, ESC-45, TAB-8), or was removed by those in `kicked_by`."""

    player: Player
    outcome: Outcome
    kicked_by: tuple[Player, ...] = ()
    claim: Claim | None = None


class Chose(Gated, frozen=True, omit_defaults=True, gc=False, tag="chose"):
    """A player answered the pod's question, or somebody answered in their place (ESC-D17)."""

    answer: Answer
    outcome: Outcome
    claim: Claim | None = None


class Won(Struct, frozen=True, omit_defaults=True, gc=False, tag="won"):
    """An effect or a combo won the game (ESC-10, ESC-D14)."""

    player: Player
    means: Means
    outcome: Outcome
    claim: Claim | None = None


class Drew(Struct, frozen=True, omit_defaults=True, gc=False, tag="drew"):
    """The game was a draw (TAB-7)."""

    outcome: Outcome
    claim: Claim | None = None


class TurnBegan(Struct, frozen=True, omit_defaults=True, gc=False, tag="turn-began"):
    """The next turn began (TAB-1), or an additional turn of `extra`."""

    outcome: Outcome
    extra: Player | None = None


class Restarted(Struct, frozen=True, omit_defaults=True, gc=False, tag="restarted"):
    """Karn Liberated restarted the game (ESC-50)."""

    by: Player
    outcome: Outcome


class SubgameBegan(Struct, frozen=True, omit_defaults=True, gc=False, tag="subgame-began"):
    """A card began a subgame (ESC-51 to ESC-53); later events belong to it until it ends."""

    card: SubgameCard


class Substituted(Struct, frozen=True, omit_defaults=True, gc=False, tag="substituted"):
    """`by`, who was not in the game, took over the seat of `player`, who cannot come back.

    Afterwards the seat is called `by`. Its result stays with its former owner; with `takes_result`
    it goes to `by`.
    """

    player: Player
    by: Player
    takes_result: bool = False


class Later(Struct, frozen=True, omit_defaults=True, gc=False):
    """A step that stays although an earlier one is taken back; `version` names it in the log."""

    version: int
    event: TurnBegan | Substituted | Joined


class DeedClaimed(Struct, frozen=True, omit_defaults=True, gc=False, tag="deed-claimed"):
    """A player said that they did a deed of the server's own; `name` is what it was called then."""

    player: Player
    deed: str
    name: str
    claim: Claim | None = None


class Undone(Gated, frozen=True, omit_defaults=True, gc=False, tag="undone"):
    """A step was taken back; moderators give a `reason`.

    `version` names the step in the log, and `step` is its number in the pod. The `later` steps
    stay, judged again. Events without a version took back the last step.

    If the game had ended, the `claim` lets everybody dispute that; older events have none.
    """

    reason: str | None = None
    claim: Claim | None = None
    version: int | None = None
    step: int | None = None
    later: tuple[Later, ...] = ()


class Confirmed(Gated, frozen=True, omit_defaults=True, gc=False, tag="confirmed"):
    """Reports were confirmed by a player or a moderator, or by silence (`by` None).

    `claims` are the versions of the reports. `stands` means that a moderator let a disputed report
    stand. `moderated` means that `by` confirmed as a moderator, not as a player.
    """

    claims: tuple[int, ...]
    by: Player | None = None
    stands: bool = False
    moderated: bool = False


class Disputed(Gated, frozen=True, omit_defaults=True, gc=False, tag="disputed"):
    """A player objected to a report; the pod stands still until a moderator decides."""

    claim: int
    by: Player


class Closed(Gated, frozen=True, omit_defaults=True, gc=False, tag="closed"):
    """The pod was closed: without a result (ESC-D20), or as its regular end (RSP-4).

    `idle` means that the bot closed it because nobody had touched it for long. There is a `claim`
    if the game has a result, or had one that was taken back.
    """

    outcome: Outcome = NO_EFFECT
    idle: bool = False
    claim: Claim | None = None


class Overruled(Gated, frozen=True, omit_defaults=True, gc=False, tag="overruled"):
    """A moderator decided, against the rules or where they are silent, and gave a reason.

    `player`, `master`, `points` and `at` are those of the command (see `commands.Overrule`). `by`
    decided, and may play in the pod; old events do not record it.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: dict[Player, int] = {}
    outcome: Outcome = NO_EFFECT
    at: int | None = None
    by: Player | None = None
    claim: Claim | None = None


Judged = Defeated | Conceded | Chose | Won | Drew | TurnBegan | Restarted
Preparing = Opened | Joined | Left | Sided | Balanced | VariantChanged | Started
StoryEvent = Preparing | Judged | SubgameBegan | Substituted | DeedClaimed | Closed | Overruled
"""The events of a pod's story, from which everything undone or corrected is gone."""


class Corrected(Gated, frozen=True, omit_defaults=True, gc=False, tag="corrected"):
    """A moderator corrected earlier reports; `story` replaces the pod's story from its beginning.

    `steps` are the changed places in the former story, counted from 0, `was` the events that stood
    there, and `left_out` those of the places that are empty now. `by` decided, and may play too.
    """

    story: tuple[StoryEvent, ...]
    steps: tuple[int, ...]
    reason: str
    by: Player | None = None
    claim: Claim | None = None
    was: tuple[StoryEvent, ...] = ()
    left_out: tuple[int, ...] = ()


class Entered(Gated, frozen=True, omit_defaults=True, gc=False, tag="entered"):
    """A game played without the bot was entered; `story` runs from its lobby to its end.

    A game of a `locked` season needs a moderator's confirmation. `decks` are those that were told
    last, `former_decks` those that players exchanged for others.
    """

    story: tuple[StoryEvent, ...]
    locked: bool = False
    claim: Claim | None = None
    decks: dict[Player, Deck] = {}
    former_decks: dict[Player, tuple[FormerDeck, ...]] = {}

    @property
    def setup(self) -> Setup:
        """Return the agreement, which says when the game was played."""
        opened = self.story[0]
        assert isinstance(opened, Opened)
        return opened.setup


Claimed = (
    Defeated
    | Won
    | Drew
    | Conceded
    | Chose
    | Closed
    | Overruled
    | Corrected
    | Entered
    | Undone
    | DeedClaimed
)
"""Events that may need confirmation: everything that can decide who wins."""


class VoteCalled(Struct, frozen=True, omit_defaults=True, gc=False, tag="vote-called"):
    """`by` wants to continue without `against`, who was pinged; a vote about it opens soon."""

    against: Player
    by: Player


class SaidPresent(Struct, frozen=True, omit_defaults=True, gc=False, tag="said-present"):
    """A player said that they are here, which ends the vote about them."""

    player: Player


class Counted(Struct, frozen=True, omit_defaults=True, gc=False, tag="counted"):
    """A player's life, poison or commander damage changed.

    The first of `changes` is the reported one. Others follow from it: damage also takes life.
    """

    changes: tuple[TotalChange, ...]


class ModeratorsCalled(Struct, frozen=True, omit_defaults=True, gc=False, tag="moderators-called"):
    """The moderators were called to choose for `player`, who had not answered for some time."""

    player: Player


class TimeUp(Struct, frozen=True, omit_defaults=True, gc=False, tag="time-up"):
    """The players were told that the time of their round is over: they finish this turn cycle."""


class Voted(Struct, frozen=True, omit_defaults=True, gc=False, tag="voted"):
    """`by` voted to continue without `against`, or took that vote back."""

    against: Player
    by: Player
    taken_back: bool = False


class DisputeBegun(Struct, frozen=True, omit_defaults=True, gc=False, tag="dispute-begun"):
    """A player is about to say which report is wrong; silence confirms none before `until`.

    `until` is in milliseconds since 1970.
    """

    by: Player
    until: int


class DeckNamed(Gated, frozen=True, omit_defaults=True, gc=False, tag="deck-named"):
    """Somebody said which deck a player plays in this game; the latest statement holds."""

    player: Player
    deck: Deck


class SeatOffered(Struct, frozen=True, omit_defaults=True, gc=False, tag="seat-offered"):
    """`player` wants to give their seat to `to`, who has to agree; None takes that back."""

    player: Player
    to: Player | None = None


class ResultGranted(Struct, frozen=True, omit_defaults=True, gc=False, tag="result-granted"):
    """`by` agreed that the result of `player`, a substitute, belongs to `player`.

    With `takes`, everybody else in the game has agreed, so that it does.
    """

    player: Player
    by: Player
    takes: bool = False


class LinkSet(Struct, frozen=True, omit_defaults=True, gc=False, tag="link-set"):
    """A player said where they meet on the web; None means that they took the link away."""

    link: str | None = None


Aside = (
    VoteCalled
    | SaidPresent
    | Voted
    | Warned
    | Kept
    | Counted
    | Worded
    | ModeratorsCalled
    | TimeUp
    | DisputeBegun
    | DeckNamed
    | SeatOffered
    | ResultGranted
    | LinkSet
)
"""Events beside the game: they are no steps, cannot be undone, and are not part of the story."""

Event = StoryEvent | Aside | Undone | Corrected | Entered | Confirmed | Disputed | Locked
