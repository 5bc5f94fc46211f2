"""The lobby: opening it, leaving it, playing another variant, and the start of the game."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from bot.rules import draws, seats, turns
from bot.rules.acts import Sentence
from bot.rules.draws import DrawSeal
from bot.rules.facts import Deck, Player
from bot.rules.gate import Gated
from bot.rules.pod import (
    OpeningCommand,
    OpeningEvent,
    Pod,
    PodCommand,
    PreparingEvent,
    change_setup,
    free_seat,
)
from bot.rules.records import Setup, Standing, Turn
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, IN_CHARGE
from bot.rules.seats import find_fewest_players, find_most_players, find_sizes, format_sizes
from bot.rules.tables import MIN_TEAM_SIZE, TABLES
from bot.rules.variants import VARIANTS, VariantId, find_obstacles, list_scorings


class Open(OpeningCommand, frozen=True):
    """Open a lobby; `players` sit in it from the start.

    Seats in `kept` are reserved until these people take them. The draw is bound to `draw`, where
    `tags` stand for the seated players; old pods draw from their `secret` alone. `guests` are the
    seated players without an account, each with the member who brought them, or None. `decks` are
    those of the game before. `called` signed up for the game when it was planned. `link` is where
    they meet on the web.
    """

    setup: Setup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: DrawSeal | None = None
    tags: Mapping[Player, str] = {}
    guests: Mapping[Player, Player | None] = {}
    decks: Mapping[Player, Deck] = {}
    called: tuple[Player, ...] = ()
    link: str | None = None

    right = ANYBODY
    opens = True

    def open_pod(self) -> "Opened":
        """Return the event of the command. Raises `Refusal` if the agreement cannot be played."""
        setup = self.setup
        _check_setup(setup)
        seated = (*self.players, *self.kept)
        if len(seated) > find_most_players(setup):  # before the names, of which there may be many
            refuse("full", "players", most=find_most_players(setup))
        _check_names(seated)
        _check_invited(setup, seated)
        return Opened(
            setup,
            self.host,
            self.players,
            self.secret,
            self.kept,
            self.draw,
            dict(self.tags),
            dict(self.guests),
            {player: deck for player, deck in self.decks.items() if player in seated},
            self.called,
            self.link,
        )


class Opened(OpeningEvent, PreparingEvent, frozen=True, tag="opened"):
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

    def open_pod(self) -> Pod:
        """Return the lobby."""
        return Pod(
            self.setup,
            self.host,
            self.players,
            secret=self.secret,
            kept=self.kept,
            draw=draws.open_draw(self.draw, self.tags),
            ended=self.setup.played,
            guests=self.guests,
            decks=self.decks,
            called=self.called,
            link=self.link,
        )

    def make_command(self) -> Open:
        """Return the command that led to the event."""
        return Open(
            self.setup,
            self.host,
            self.players,
            self.secret,
            self.kept,
            self.draw,
            self.tags,
            self.guests,
            self.decks,
            link=self.link,
        )

    @property
    def author(self) -> Player:
        """The host."""
        return self.host


def _check_setup(setup: Setup) -> None:
    """Raise `Refusal` for an agreement that cannot be played (VAR, ESC-D19)."""
    variant = setup.answers
    table = TABLES[setup.table]
    for reason in find_obstacles(variant, table):
        refuse("impossible", "table", reason=reason)
    if setup.house is None and setup.scoring not in list_scorings(setup.variant):
        refuse("scoring", "scoring", variant=setup.variant, accepted=list_scorings(setup.variant))
    if setup.choose_master and not variant.team_is_one_side:
        refuse("choose-master", "options.choose_master", variant=setup.variant)
    allowed = find_sizes(setup)
    if not allowed:
        fewest = max(variant.min_players, MIN_TEAM_SIZE * seats.count_teams(setup))
        refuse("never-full", "table", fewest=fewest, most=table.most)
    if setup.size is not None and setup.size not in allowed:
        refuse("size", "size", sizes=format_sizes(allowed))


def _check_invited(setup: Setup, seated: Collection[Player]) -> None:
    """Raise `Refusal` if too few people are invited to play, or not all who sit there."""
    fewest = find_fewest_players(setup)
    if setup.invited and len(setup.invited) < fewest:
        refuse("invited-few", "setup.invited", fewest=fewest)
    for player in seated:
        check_invited(setup, player)


def check_invited(setup: Setup, player: Player) -> None:
    """Raise `Refusal` if a player may not sit in a pod because others are invited to it."""
    if not setup.invites(player):
        refuse("invited-only", "player", players=setup.invited)


def _check_names(players: Collection[Player]) -> None:
    seen: set[Player] = set()
    for index, player in enumerate(players):
        if player in seen:
            refuse("twice", f"players[{index}]", player=player)
        seen.add(player)


class Leave(PodCommand, frozen=True):
    """Give a seat in the lobby back; `kicked_by` names who removed the player, if anybody did."""

    player: Player
    kicked_by: tuple[Player, ...] = ()

    right = ANYBODY

    def decide(self, pod: Pod, /) -> "Left":
        """Return the event of the command. Raises `Refusal`."""
        player = self.player
        if pod.state != "lobby":
            refuse("too-late-to-leave")
        if player not in (*pod.players, *pod.kept):
            refuse("no-seat", "player")
        rest = [other for other in pod.players if other != player and other not in pod.guests]
        # A host who leaves hands the lobby to the first member, or keeps it if there is none.
        host = rest[0] if player == pod.host and rest else pod.host
        return Left(player, host, self.kicked_by)


class Left(PreparingEvent, Gated, frozen=True, tag="left"):
    """A player left the lobby, or was `kicked_by` others; `host` hosts it from now on."""

    audit_code = "removed"

    player: Player
    host: Player
    kicked_by: tuple[Player, ...] = ()

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby without the player and their guests."""
        return replace(free_seat(pod, self.player), host=self.host)

    def make_command(self) -> Leave:
        """Return the command that led to the event."""
        return Leave(self.player, self.kicked_by)

    @property
    def author(self) -> Player:
        """The last of those who removed the player, otherwise the player."""
        return (self.player, *self.kicked_by)[-1]

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        if self.kicked_by:
            return Sentence("event-unseated", {"player": self.player, "by": self.kicked_by})
        return Sentence("event-left", {"player": self.player})


class ChangeVariant(PodCommand, frozen=True):
    """Let those in the lobby play another variant: theirs wants one more player."""

    variant: str

    right = IN_CHARGE

    def decide(self, pod: Pod, /) -> "VariantChanged":
        """Return the event of the command. Raises `Refusal` unless the variant fits the players."""
        if pod.state != "lobby":
            refuse("variant-late")
        variant = next((each for each in find_alternatives(pod) if each == self.variant), None)
        if variant is None:
            refuse("variant-other")
        return VariantChanged(variant, list_scorings(variant)[0])


class VariantChanged(PreparingEvent, Gated, frozen=True, tag="variant-changed"):
    """The players of a lobby chose another built-in variant, which fits their number."""

    variant: VariantId
    scoring: str

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby with another variant."""
        return replace(pod, setup=change_setup(pod.setup, self.variant, self.scoring))

    def make_command(self) -> ChangeVariant:
        """Return the command that led to the event."""
        return ChangeVariant(self.variant)


def find_alternatives(pod: Pod) -> tuple[VariantId, ...]:
    """Return the built-in variants for those in a lobby whose own wants one more player."""
    setup = pod.setup
    count = len(pod.players)
    if pod.state != "lobby" or setup.series is not None or count != find_fewest_players(setup) - 1:
        return ()
    table = TABLES[setup.table]
    return tuple(
        variant
        for variant, answers in VARIANTS.items()
        if not any(find_obstacles(answers, table))
        and count in find_sizes(change_setup(setup, variant, list_scorings(variant)[0]))
    )


class Start(PodCommand, frozen=True):
    """Begin the game with these seats, clockwise, and this first player; the caller drew them."""

    seats: tuple[Player, ...]
    first: Player

    right = IN_CHARGE

    def decide(self, pod: Pod, /) -> "Started":
        """Return the event of the command (TAB-20 to TAB-27). Raises `Refusal`."""
        if pod.state != "lobby":
            refuse("already-started")
        fewest = find_fewest_players(pod.setup)
        if len(pod.players) < fewest:
            refuse(
                "too-few",
                "players",
                variant=pod.setup.variant,
                fewest=fewest,
                have=len(pod.players),
            )
        if len(self.seats) != len(pod.players) or set(self.seats) != set(pod.players):
            refuse("seats", "seats", players=pod.players)
        if len(self.seats) not in find_sizes(pod.setup):
            refuse(
                "table-size",
                "players",
                table=pod.setup.table,
                sizes=format_sizes(find_sizes(pod.setup)),
            )
        for number, team in enumerate(seats.find_teams(pod.setup, self.seats)):
            for player in team:
                if pod.sides.get(player, number) != number:
                    refuse("sides", "seats", player=player)
        starters = seats.find_starters(pod.setup, self.seats)
        if self.first not in starters:
            refuse("first", "first", players=starters)
        turn = turns.make_opening_turn(pod.setup, self.seats, self.first)
        return Started(self.seats, self.first, turn if turn.markers else None)


class Started(PreparingEvent, Gated, frozen=True, tag="started"):
    """The game began with these seats, clockwise; `turn` is set if `first` does not begin alone."""

    seats: tuple[Player, ...]
    first: Player
    turn: Turn | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the running game; everybody knows the draw, so no undo leads back to the lobby."""
        standings = {player: Standing(player) for player in self.seats}
        begun = replace(pod, standings=standings, begun=standings, step=0, before=None)
        return replace(
            begun,
            players=self.seats,
            turn=self.turn or Turn((self.first,), 1, self.first),
            sides={},
            draw=draws.forget_entries(pod.draw),
            kept=(),
            called=(),
        )

    def make_command(self) -> Start:
        """Return the command that led to the event."""
        return Start(self.seats, self.first)

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-started", {"seats": self.seats, "first": self.first})
