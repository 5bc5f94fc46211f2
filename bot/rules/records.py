"""The values that a pod's events consist of: setups, choices, requirements, verdicts, outcomes.

Field names are the format of the log: they never change. No value here can contain itself, so the garbage collector
need not track them (`gc=False`).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.rules.facts import Bracket, DefeatReport, Player
from bot.rules.series import GameSeriesSettings
from bot.rules.tables import MIN_TEAM_SIZE, NOTHING_AGREED, TABLES, AttackOption, TableId, TableOptions
from bot.rules.variants import SCORINGS, VARIANTS, Scoring, Variant

FormatId = Literal[
    "commander", "brawl", "standard", "pioneer", "modern", "legacy", "vintage", "pauper", "limited", "other"
]
Status = Literal["master", "servant", "masterless", "out"]
Role = Literal["master", "servant"]
LoserFate = Literal["servant", "masterless", "out", "beaten", "rejoins"]
WinMeans = Literal["effect", "combo"]
SubgameCard = Literal["shahrazad", "enter-the-dungeon", "countdown"]
ConfirmationId = Literal["off", "loser", "other", "after-5", "after-15", "after-60"]
Override = Literal["status", "points", "void", "end", "reopen", "remove", "host", "date"]


class PodSetup(Struct, frozen=True, omit_defaults=True, gc=False):
    """The setup on which a pod's players agreed: table, variant, format and options.

    `variant` and `scoring` name rows of `variants`. For a server's own variant, `variant` is the name that the server
    chose and `house` holds its answers at that time.
    """

    table: TableId = "free-for-all"
    variant: str = "esclave"
    base: FormatId = "commander"
    scoring: str = "esclave"
    choose_master: bool = False  # the optional rule, ESC-60
    title: str | None = None
    size: int | None = None  # seats; None means the table's limit
    confirmation: ConfirmationId = "off"
    house: Variant | None = None
    teams: int = MIN_TEAM_SIZE  # number of teams, at a table of teams
    turns: bool = True  # whether the bot tracks turns
    life: Annotated[int, Meta(ge=1, le=999)] | None = None  # agreed starting life of a player
    series: GameSeriesSettings | None = None  # the series that the pod is a round of (ESC-12)
    counting: bool = False  # whether the bot counts life, poison and commander damage
    dispute_minutes: int | None = None  # time to object after the end; None counts at once
    played: int | None = None  # milliseconds since 1970, in games entered afterwards
    invited: tuple[Player, ...] = ()  # the only people who can sit here; empty means everybody
    bracket: Bracket | None = None  # the Commander bracket that the table agreed on
    options: TableOptions = NOTHING_AGREED  # the options that differ from table to table (TAB-33)

    def is_player_invited(self, player: Player) -> bool:
        return not self.invited or player in self.invited

    @property
    def variant_rules(self) -> Variant:
        return self.house or VARIANTS[self.variant]

    @property
    def scoring_points(self) -> Scoring:
        return self.house.points if self.house is not None else SCORINGS[self.scoring]

    @property
    def influence_range(self) -> int | None:
        """Return the range of influence in seats; None means without limit (TAB-12)."""
        agreed = self.options.range
        if agreed is None:
            return TABLES[self.table].reach
        return None if agreed == "none" else agreed

    @property
    def attack_option(self) -> AttackOption | None:
        """Return how players attack (TAB-14, TAB-19); None if the table format alone decides."""
        return self.options.attack or next(iter(TABLES[self.table].attacks), None)

    @property
    def has_attack_limits(self) -> bool:
        """Return True if players may not attack all opponents, because of the table, the range or an attack option."""
        return (
            TABLES[self.table].attackable != "anyone"
            or self.influence_range is not None
            or self.attack_option in ("left", "right")
        )

    @property
    def allows_deploying_creatures(self) -> bool:
        """Return True if players can give a creature to a teammate (TAB-15)."""
        agreed = self.options.deploy
        return next(iter(TABLES[self.table].deploys), False) if agreed is None else agreed

    @property
    def has_team_turns(self) -> bool:
        """Return True if a team takes its turn together, as agreed before the start (TAB-D6)."""
        return self.options.turn_of == "team"


QuestionKind = Literal["responsible", "successor", "new-master"]
"""The subject of a choice: the responsible player, a successor, or a new master."""


class PendingPlayerChoice(Struct, frozen=True, omit_defaults=True, gc=False):
    """An open choice that a player must make, such as which master to serve, with the possible answers."""

    kind: QuestionKind
    by: Player
    options: tuple[Player, ...]
    may_decline: bool = False


class PlayerChoiceAnswer(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's answer to a choice that the rules leave to them.

    `player` is the chosen player; None means that the player declined.
    If somebody else chose in their place, that is `chosen_by`; `moderated` means that they did so as a moderator. Old
    answers do not record either. `drawn` means that the committed random draw chose.
    """

    kind: QuestionKind
    by: Player
    player: Player | None = None
    chosen_by: Player | None = None
    moderated: bool = False
    drawn: bool = False

    @property
    def was_answered_in_person(self) -> bool:
        """Return True if the player who had to choose gave the answer."""
        return not self.drawn and self.chosen_by in (None, self.by)


class ModeratorRulingOnDefeat(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moderator's ruling that a certain player, or nobody, is responsible for a defeat."""

    loser: Player
    responsible: Player | None = None


class DefeatsAwaitingPlayerChoice(Struct, frozen=True, omit_defaults=True, gc=False):
    """Defeats and concessions that have no effect yet, because a player has to make a choice first.

    `conceding` are masters whose succession is open, in order. `reports` are the defeats of one moment, with life lost
    by a team merged into one report (ESC-D3). `rulings` settle some of them (ESC-D21).
    """

    conceding: tuple[Player, ...] = ()
    reports: tuple[DefeatReport, ...] = ()
    answers: tuple[PlayerChoiceAnswer, ...] = ()
    question: PendingPlayerChoice | None = None
    rulings: tuple[ModeratorRulingOnDefeat, ...] = ()


ConfirmationCondition = Literal["silence", "press", "both", "end"]
"""The condition that a claim waits for; see `ConfirmationRequirement`."""


class ConfirmationRequirement(Struct, frozen=True, omit_defaults=True, gc=False):
    """The confirmation that a report or a decision needs before its result counts.

    `version` is the log version of the report and identifies it; `by` made the report. One of the players in `of` must
    confirm it, or `each` of them. `waits` says what is missing:

    - `silence`: nobody objects before `due`, in milliseconds since 1970;
    - `press`: somebody in `of` must confirm; at `due`, moderators are asked to look;
    - `end`: the game must end, and then nobody may object for as long as the pod agreed on; somebody in `of` can
      confirm it before;
    - `both`: first a press, then the end;
    - None, in old games: silence, and nobody could object to what a moderator had let stand.

    `disputed` names the player who objects; while it is set, silence does not confirm. `disputers` are all who have
    objected so far. `decided` is the moderator who made the decision or let the report stand: only another moderator
    may decide about that.
    """

    version: int
    by: Player
    of: tuple[Player, ...]
    due: int
    each: bool = False
    disputed: Player | None = None
    waits: ConfirmationCondition | None = None
    disputers: tuple[Player, ...] = ()
    decided: Player | None = None

    @property
    def needs_explicit_confirmation(self) -> bool:
        """Return True if a person must confirm; False if it is enough that nobody objects."""
        return self.waits in ("press", "both")

    @property
    def needs_confirmation_for_points(self) -> bool:
        """Return True for a claimed deed: silence lets it count, but some seasons pay only confirmed ones."""
        return self.waits == "end" and bool(self.of)


CountKind = Literal["life", "poison", "commander"]
"""A kind of total that a pod can count."""


class LifeOrDamageChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """A change of a player's life, poison or commander damage by `amount`.

    `which` of the owner's commanders dealt the damage, counted from 1: partners count apart.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None
    which: int = 1


class PlayerState(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's state in a game: in or out, whom they serve, and their points so far.

    `master` is the player a servant serves, or served when they left the game (ESC-D17). `served` gives the order of
    service (ESC-45, ESC-D7): a path of arrivals, newest first, each with its number and the player who led those who
    came. `score` counts the points so far where points are counted during the game (RSP-3). A `phased` player takes
    turns alone until their next turn in table order (NEC-5, RSP-2).
    """

    player: Player
    status: Status = "master"
    master: Player | None = None
    out_as: Role | None = None
    served: tuple[tuple[int, Player], ...] = ()
    score: int = 0
    phased: bool = False


class DefeatVerdict(Struct, frozen=True, omit_defaults=True, gc=False):
    """The verdict on a defeat: who is responsible, and what becomes of the loser.

    `found` and `answer` are the clauses of the explanation (catalogue keys `found-<found>` and `answer-<answer>`);
    `controller` and `owner` fill their blanks. `via` are the rules that led to `rule`, in order; old verdicts have
    none. `ruled` means that a moderator overrode `rule`. `choice` was made in the loser's place.
    """

    loser: Player
    responsible: Player | None
    becomes: LoserFate
    rule: str
    answer: str
    found: str | None = None
    source: str | None = None
    controller: Player | None = None
    owner: Player | None = None
    ruled: bool = False
    via: tuple[str, ...] = ()
    choice: PlayerChoiceAnswer | None = None

    @property
    def counts_for_responsible_player(self) -> bool:
        """Return True if the responsible player gets the credit for beating the loser.

        Nobody beats a loser who chose their new master (ESC-60, VAR-3).
        """
        if self.responsible is None or self.responsible == self.loser:
            return False
        chose = self.rule == "VAR-3" and self.found == "chose-master"
        return self.rule != "ESC-60" and not chose


class TurnMarker(Struct, frozen=True, omit_defaults=True, gc=False):
    """A marker that shows whose turn it is.

    In a Grand Melee, several players have turns at once. `seat` has the turn; if not `held`, they had the turn last and
    the marker waits (TAB-28).
    """

    number: int
    seat: Player
    held: bool = True


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """The current turn of a game: its players, its number, and the seat from which the next turns follow.

    With several turns at once, each has a marker in `markers`, in clockwise order. `extra` names the players who have
    gained another turn, once for each turn.
    """

    active: tuple[Player, ...]
    number: int
    seat: Player
    markers: tuple[TurnMarker, ...] = ()
    extra: tuple[Player, ...] = ()


class GameResult(Struct, frozen=True, omit_defaults=True, gc=False):
    """The result of a game: the winners, with the master first, and all players' points."""

    winners: tuple[Player, ...]
    draw: bool
    points: dict[Player, int]


class GameChanges(Struct, frozen=True, omit_defaults=True, gc=False):
    """Changes of a game that the rules computed, in the form that the event log stores.

    Replaying events reads nothing else.
    """

    moves: tuple[PlayerState, ...] = ()
    verdicts: tuple[DefeatVerdict, ...] = ()
    pending: DefeatsAwaitingPlayerChoice | None = None
    turn: Turn | None = None
    result: GameResult | None = None
    heirs: tuple[Player, ...] = ()  # who succeeded their masters, in order (ESC-45)

    @property
    def beaten_players_still_playing(self) -> tuple[Player, ...]:
        """Return the players who were beaten and play on, as some variants allow."""
        return tuple(v.loser for v in self.verdicts if v.becomes not in ("out", "beaten"))


NO_EFFECT = GameChanges()
