"""What happened in a pod: one event for each command that was accepted.

An event keeps the reported facts beside their `Outcome`. Folding reads outcomes only, so
mending a rule never rewrites an old game; a correction can judge the facts again. None of this
can hold itself, so the garbage collector need not look at it (`gc=False`).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.rules.draws import DrawSeal, Word
from bot.rules.facts import Player, Report
from bot.rules.idling import Kept, Warned
from bot.rules.series import Series
from bot.rules.tables import HEADS, TableId
from bot.rules.variants import SCORINGS, VARIANTS, Scoring, Variant

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
    """What was agreed when the pod opened.

    `variant` and `scoring` name rows of `variants`; of a server's own variant it is a name that
    the server gave it, and `house` holds its answers as they were then.
    """

    table: TableId = "free-for-all"
    variant: str = "esclave"
    base: Base = "commander"
    scoring: str = "esclave"
    choose_master: bool = False  # the optional rule, ESC-60
    title: str | None = None
    size: int | None = None  # seats; None: as many as the table has
    confirmation: ConfirmationId = "off"
    house: Variant | None = None
    teams: int = HEADS  # how many, at a table of teams
    turns: bool = True  # whether the bot keeps track of them
    life: Annotated[int, Meta(ge=1, le=999)] | None = None  # a head's at the start, if agreed
    series: Series | None = None  # of which the pod is a round (ESC-12)
    counting: bool = False  # whether life, poison and commander damage are kept
    dispute_minutes: int | None = None  # after the end; None: it counts at once
    played: int | None = None  # when, in milliseconds since 1970, if it was entered afterwards

    @property
    def answers(self) -> Variant:
        """What the variant says."""
        return self.house or VARIANTS[self.variant]

    @property
    def points(self) -> Scoring:
        """What a game counts."""
        return self.house.points if self.house is not None else SCORINGS[self.scoring]


QuestionKind = Literal["responsible", "successor", "new-master"]


class Question(Struct, frozen=True, omit_defaults=True, gc=False):
    """A choice that the rules leave to a player (ESC-22, ESC-45, ESC-60)."""

    kind: QuestionKind
    by: Player
    options: tuple[Player, ...]
    may_decline: bool = False


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """A choice that was made; `player` is None where it was declined.

    `chosen_by` made it in the place of who was asked, `moderated` as a moderator (older answers do
    not say who did).
    """

    kind: QuestionKind
    by: Player
    player: Player | None = None
    chosen_by: Player | None = None
    moderated: bool = False


class Ruling(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moderator decides who is responsible for a defeat; None: nobody."""

    loser: Player
    responsible: Player | None = None


class Pending(Struct, frozen=True, omit_defaults=True, gc=False):
    """What waits for a choice, of which nothing has happened yet (ESC-D21).

    `conceding` are masters whose succession is open, in order; `reports` the defeats of one
    moment, life entries of a team merged (ESC-D3); `rulings` settle some of them.
    """

    conceding: tuple[Player, ...] = ()
    reports: tuple[Report, ...] = ()
    answers: tuple[Answer, ...] = ()
    question: Question | None = None
    rulings: tuple[Ruling, ...] = ()


Waits = Literal["silence", "press", "both", "end"]


class Claim(Struct, frozen=True, omit_defaults=True, gc=False):
    """A report counts only once it is confirmed: what is known of that.

    `version` of the log, at which it was made, names it; `by` made it. Of those in `of` one is
    enough to confirm it, or `each` of them is needed. It `waits`

    - for `silence`: it is confirmed by itself when it is `due`, in milliseconds since 1970;
    - for a `press` of somebody in `of`: when it is due, moderators look at it;
    - for the `end` of the game, and then for silence for as long as the pod agreed on;
    - for `both`, a press and then the end.

    None in games from before these were told apart: for silence, and nobody could object to what a
    moderator had let stand. It is not confirmed by itself while it is `disputed` by somebody.
    `disputers` have disputed it so far. `decided` is the moderator whose decision it is, or who let
    it stand: of what they said only another one can say something else.
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
        """Whether silence is not enough."""
        return self.waits in ("press", "both")

    def dispute(self, by: Player) -> "Claim":
        """The claim once `by` has disputed it."""
        return replace(self, disputed=by, disputers=(*self.disputers, by))

    def confirm(self, by: Player | None, *, stands: bool) -> "Claim | None":
        """What is left to confirm after `by` did, or time; None: it counts.

        Of what somebody disputed and a moderator lets `stands`, it is the end that is left: until
        the game counts the others may call another moderator. Who disputes something that was not
        theirs to confirm, and thinks again, leaves it as it was.
        """
        if self.waits is not None and stands:
            return replace(self, of=(), each=False, disputed=None, waits="end", decided=by)
        mine = by in self.of
        if self.waits is not None and by == self.disputed and by is not None and not mine:
            return replace(self, disputed=None)
        rest = tuple(player for player in self.of if player != by)
        if self.each and rest and mine:
            return replace(self, of=rest, disputed=None)
        return replace(self, of=(), disputed=None, waits="end") if self.waits == "both" else None


CountKind = Literal["life", "poison", "commander"]


class TotalChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """A total changed by an `amount`; of commander damage `by` owns the commander.

    Of the others `by` controls what did it, if that was said.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None


class Standing(Struct, frozen=True, omit_defaults=True, gc=False):
    """Where one player stands.

    `master` is whom a servant serves; of a servant who left, whom they served then (ESC-D17).
    `served` is the path of arrivals that gives the order of service (ESC-45, ESC-D7), the newest
    first: each a number that grows from one such moment to the next, and who led those who came.
    `score` is what they have so far where points are counted as the game goes on (RSP-3). Who is
    `phased` out plays by themself until their next turn in the order of the table (NEC-5, RSP-2).
    """

    player: Player
    status: Status = "master"
    master: Player | None = None
    out_as: Role | None = None
    served: tuple[tuple[int, Player], ...] = ()
    score: int = 0
    phased: bool = False


class Verdict(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the rules say of one defeat: who is responsible, by which rule, and what follows.

    `found` and `answer` are the two clauses of the explanation (catalogue keys `found-<found>` and
    `answer-<answer>`), `controller` and `owner` their blanks. A moderator who `ruled` overrode
    `rule`, to which `via` led in order (older verdicts have none); `choice` was made for the loser.
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
    """One of several turns at the same time (TAB-28): who has it, or had it last while it waits."""

    number: int
    seat: Player
    held: bool = True


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """Whose turn it is; `seat` is the player from whose seat the order goes on.

    Where several turns go on at once, each has one of the `markers`, in clockwise order, and
    `extra` names those who have gained another turn, once for each.
    """

    active: tuple[Player, ...]
    number: int
    seat: Player
    markers: tuple[Marker, ...] = ()
    extra: tuple[Player, ...] = ()


class Result(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a pod ended: the winners, the master first, and everybody's points."""

    winners: tuple[Player, ...]
    draw: bool
    points: dict[Player, int]


class Outcome(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the rules made of a command: all that the fold reads."""

    moves: tuple[Standing, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    pending: Pending | None = None
    turn: Turn | None = None
    result: Result | None = None
    heirs: tuple[Player, ...] = ()  # who took their master's place, in that order (ESC-45)

    @property
    def beaten(self) -> tuple[Player, ...]:
        """Who lost and plays on: they do what the beaten do (ESC-4, NEC-3, RSP-1)."""
        return tuple(v.loser for v in self.verdicts if v.becomes not in ("out", "beaten"))


NOTHING = Outcome()


class Opened(Struct, frozen=True, omit_defaults=True, gc=False, tag="opened"):
    """A lobby was opened; `players` sit in it already, the host is not bound to play.

    For those in `kept` a seat is, until they take it. Seats and first player come from the `draw`,
    with `tags` for people; of older pods from the `secret` alone. Who of them is a guest is in
    `guests`, with who brought them: None where nobody did.
    """

    setup: Setup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: DrawSeal | None = None
    tags: dict[Player, str] = {}
    guests: dict[Player, Player | None] = {}


class Joined(Struct, frozen=True, omit_defaults=True, gc=False, tag="joined"):
    """A player took a seat, also in a game (RSP-1); or a guest was `brought_by` somebody."""

    player: Player
    outcome: Outcome = NOTHING
    tag: str | None = None
    word: Word | None = None
    brought_by: Player | None = None


class Worded(Struct, frozen=True, omit_defaults=True, gc=False, tag="worded"):
    """A player in the lobby added a word to the draw, or another one; None: they took it away."""

    player: Player
    word: Word | None = None


class Sided(Struct, frozen=True, omit_defaults=True, gc=False, tag="sided"):
    """A player in the lobby chose a team, counted from 0, or leaves that to the draw."""

    player: Player
    team: int | None = None


class Left(Struct, frozen=True, omit_defaults=True, gc=False, tag="left"):
    """A player left the lobby, or was `kicked_by` somebody; `host` is who hosts it now."""

    player: Player
    host: Player
    kicked_by: tuple[Player, ...] = ()


class Balanced(Struct, frozen=True, omit_defaults=True, gc=False, tag="balanced"):
    """Everybody in the lobby was given a team, so that all are about as strong."""

    sides: dict[Player, int]


class Started(Struct, frozen=True, omit_defaults=True, gc=False, tag="started"):
    """The game began: the seats clockwise, who is first, and the `turn` if that is not theirs."""

    seats: tuple[Player, ...]
    first: Player
    turn: Turn | None = None


class Defeated(Struct, frozen=True, omit_defaults=True, gc=False, tag="defeated"):
    """One or more players lost at the same moment."""

    reports: tuple[Report, ...]
    outcome: Outcome
    rulings: tuple[Ruling, ...] = ()
    claim: Claim | None = None


class Conceded(Struct, frozen=True, omit_defaults=True, gc=False, tag="conceded"):
    """A player conceded (ESC-31, ESC-44, ESC-45, TAB-8), or was `kicked_by` these as if so."""

    player: Player
    outcome: Outcome
    kicked_by: tuple[Player, ...] = ()
    claim: Claim | None = None


class Chose(Struct, frozen=True, omit_defaults=True, gc=False, tag="chose"):
    """A player answered the pod's question, or somebody answered for them (ESC-D17)."""

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
    """The next turn began (TAB-1), or an `extra` one of this player."""

    outcome: Outcome
    extra: Player | None = None


class Restarted(Struct, frozen=True, omit_defaults=True, gc=False, tag="restarted"):
    """Karn Liberated restarted the game (ESC-50)."""

    by: Player
    outcome: Outcome


class SubgameBegan(Struct, frozen=True, omit_defaults=True, gc=False, tag="subgame-began"):
    """A card began a subgame (ESC-51 to ESC-53); what follows is the subgame's until it ends."""

    card: SubgameCard


class Undone(Struct, frozen=True, omit_defaults=True, gc=False, tag="undone"):
    """The last step that still counted was taken back; a moderator's `reason`, if they gave one."""

    reason: str | None = None


class Confirmed(Struct, frozen=True, omit_defaults=True, gc=False, tag="confirmed"):
    """Reports were confirmed, by a player, a moderator or (None) the time that has passed.

    `claims` are the versions that name them; `stands` says that somebody disputed one of them,
    and a moderator let it stand. `moderated`: it was not theirs to confirm as a player.
    """

    claims: tuple[int, ...]
    by: Player | None = None
    stands: bool = False
    moderated: bool = False


class Disputed(Struct, frozen=True, omit_defaults=True, gc=False, tag="disputed"):
    """A player says that a report is wrong; the pod stands still until a moderator decides."""

    claim: int
    by: Player


class Closed(Struct, frozen=True, omit_defaults=True, gc=False, tag="closed"):
    """The pod was closed: before its end, without a result (ESC-D20), or as its end (RSP-4).

    `idle`: nobody did, but nobody had touched it for long either.
    """

    outcome: Outcome = NOTHING
    idle: bool = False
    claim: Claim | None = None


class Overruled(Struct, frozen=True, omit_defaults=True, gc=False, tag="overruled"):
    """A moderator decided, against the rules or where they are silent, and said why.

    `player`, `master`, `points` and `at` are what was asked (see `commands.Overrule`); it was
    decided `by` them, who may play themselves (None in older events).
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: dict[Player, int] = {}
    outcome: Outcome = NOTHING
    at: int | None = None
    by: Player | None = None
    claim: Claim | None = None


Judged = Defeated | Conceded | Chose | Won | Drew | TurnBegan | Restarted
Preparing = Opened | Joined | Left | Sided | Balanced | Started
StoryEvent = Preparing | Judged | SubgameBegan | Closed | Overruled
"""What a pod's story is made of, when nothing in it was taken back or put right."""


class Corrected(Struct, frozen=True, omit_defaults=True, gc=False, tag="corrected"):
    """A moderator put earlier reports right: this is the pod's `story` now, from the beginning.

    `steps` are the places in the story before that were changed, counted from 0; `was` is what
    stood there; at `left_out` nothing stands now. Who decided it is `by`, who may play as well.
    """

    story: tuple[StoryEvent, ...]
    steps: tuple[int, ...]
    reason: str
    by: Player | None = None
    claim: Claim | None = None
    was: tuple[StoryEvent, ...] = ()
    left_out: tuple[int, ...] = ()


class Entered(Struct, frozen=True, omit_defaults=True, gc=False, tag="entered"):
    """A game that was played without the bot was entered: its `story`, from the lobby to the end.

    One of a season that is `locked` is for a moderator to confirm.
    """

    story: tuple[StoryEvent, ...]
    locked: bool = False
    claim: Claim | None = None

    @property
    def setup(self) -> Setup:
        """What was agreed; it says when the game was played."""
        opened = self.story[0]
        assert isinstance(opened, Opened)
        return opened.setup


Claimed = Defeated | Won | Drew | Conceded | Chose | Closed | Overruled | Corrected | Entered
"""What may have to be confirmed: all that can decide who wins."""


class VoteCalled(Struct, frozen=True, omit_defaults=True, gc=False, tag="vote-called"):
    """`by` would go on without the player `against`, who was pinged; a vote about it opens soon."""

    against: Player
    by: Player


class SaidPresent(Struct, frozen=True, omit_defaults=True, gc=False, tag="said-present"):
    """A player was there, whatever others thought."""

    player: Player


class Counted(Struct, frozen=True, omit_defaults=True, gc=False, tag="counted"):
    """Somebody's life, poison or commander damage changed: all `changes` that come of it.

    The first is what was said, of the player whose total it is; damage takes life as well.
    """

    changes: tuple[TotalChange, ...]


class Voted(Struct, frozen=True, omit_defaults=True, gc=False, tag="voted"):
    """`by` would go on without the player `against`, who has vanished; or would not any more."""

    against: Player
    by: Player
    taken_back: bool = False


Aside = VoteCalled | SaidPresent | Voted | Warned | Kept | Counted | Worded
"""What happens beside the game: no step of it, so that nothing is taken back and nothing told."""

Event = StoryEvent | Aside | Undone | Corrected | Entered | Confirmed | Disputed
