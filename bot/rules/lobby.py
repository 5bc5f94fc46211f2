"""The lobby: opening and leaving it, changing its setup, and starting the game."""

from abc import abstractmethod
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from bot.rules import draws, seats, turns
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.draws import RandomSeatingCommitment
from bot.rules.facts import Deck, Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import (
    MINUTE_MILLISECONDS,
    LobbyEvent,
    Pod,
    PodCommand,
    PodOpeningCommand,
    PodOpeningEvent,
    remove_player_from_lobby,
    replace_variant_in_setup,
)
from bot.rules.records import PlayerState, PodSetup, Turn
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.rights import ANYBODY, IN_CHARGE, STARTERS_IN_NIGHT, CommandRight, Requester
from bot.rules.seats import (
    compute_minimum_players_for_influence_range,
    find_maximum_player_count,
    find_minimum_player_count,
    find_reason_for_minimum_player_count,
    format_player_counts,
    list_playable_player_counts,
)
from bot.rules.series import is_later_round_of_game_series
from bot.rules.table_options import validate_pod_options_for_table
from bot.rules.tables import MIN_TEAM_SIZE, TABLES
from bot.rules.variants import VARIANTS, VariantId, find_variant_problems, list_scorings_of_variant


class OpenLobby(PodOpeningCommand, frozen=True):
    """The command that opens the lobby of a new pod, in which some players may already have seats.

    Seats in `kept` are reserved until these people take them. The `players` have pressed for their seats: those in
    `carried` for the game before, whose rematch this is. The random draw is bound to the commitment `draw`, where
    `tags` stand for the seated players; old pods draw from their `secret` alone. `guests` are the seated players
    without an account, each with the member who brought them, or None. `decks` are those of the game before. `called`
    signed up for the game when it was planned. `link` is where they meet on the web.
    """

    setup: PodSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: RandomSeatingCommitment | None = None
    tags: Mapping[Player, str] = {}
    guests: Mapping[Player, Player | None] = {}
    decks: Mapping[Player, Deck] = {}
    called: tuple[Player, ...] = ()
    link: str | None = None
    carried: tuple[Player, ...] = ()

    right = ANYBODY
    opens = True

    def reserve_seats_of_unconfirmed_players(self, confirmed_players: Collection[Player]) -> "OpenLobby":
        """Return the command with reserved seats for players who have not pressed the join button.

        `confirmed_players` are those who have.
        """
        seated = tuple(player for player in self.players if player in confirmed_players)
        kept = tuple(player for player in self.players if player not in seated)
        carried = tuple(player for player in self.carried if player in seated)
        return replace(self, players=seated, kept=(*kept, *self.kept), carried=carried) if kept else self

    def create_opening_event(self) -> "LobbyOpened":
        """Return the `LobbyOpened` event. Raises `Refusal` if the setup cannot be played."""
        setup = self.setup
        _require_playable_setup(setup)
        seated = (*self.players, *self.kept)
        if len(seated) > find_maximum_player_count(setup):  # before the names, of which there may be many
            raise_refusal("full", "players", most=find_maximum_player_count(setup))
        _require_distinct_players(seated)
        _require_enough_invited_players(setup, seated)
        return LobbyOpened(
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
            self.carried,
        )


class LobbyOpened(PodOpeningEvent, LobbyEvent, frozen=True, tag="opened"):
    """The event that the lobby of a new pod was opened by its host, who need not play.

    The `players` have seats already. Those in `carried` pressed for the game before, whose rematch this is; all others
    for this one.
    """

    setup: PodSetup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: RandomSeatingCommitment | None = None
    tags: dict[Player, str] = {}
    guests: dict[Player, Player | None] = {}
    decks: dict[Player, Deck] = {}
    called: tuple[Player, ...] = ()
    link: str | None = None
    carried: tuple[Player, ...] = ()

    def build_new_pod(self) -> Pod:
        return Pod(
            self.setup,
            self.host,
            self.players,
            secret=self.secret,
            kept=self.kept,
            draw=draws.build_random_seating(self.draw, self.tags),
            ended=self.setup.played,
            guests=self.guests,
            decks=self.decks,
            called=self.called,
            link=self.link,
            carried=self.carried,
        )

    def rebuild_original_command(self) -> OpenLobby:
        return OpenLobby(
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
            carried=self.carried,
        )

    @property
    def player_who_caused_event(self) -> Player:
        return self.host


PRESS_STANDS_FOR = 15 * MINUTE_MILLISECONDS
"""Milliseconds after the end of a game in which its players' presses stand for a rematch in the same channel."""


def list_players_kept_for_rematch(
    pod: Pod, players_who_acted: Collection[Player], game_end_milliseconds: int, now: int
) -> tuple[Player, ...]:
    """Return the players who get a seat in the rematch without pressing the join button again.

    `players_who_acted` have caused an event of the game. A press stands for one rematch: whoever has done nothing in
    a rematch has to press for the next. Nobody has pressed for a game that was entered afterwards. Guests are
    brought again.
    """
    if not pod.standings or pod.setup.played is not None or now > game_end_milliseconds + PRESS_STANDS_FOR:
        return ()
    members = (player for player in pod.players if player not in pod.guests)
    return tuple(player for player in members if player in players_who_acted or player not in pod.carried)


def _require_playable_setup(pod_setup: PodSetup) -> None:
    """Raise `Refusal` if variant, table and options cannot be played together."""
    variant = pod_setup.variant_rules
    table = TABLES[pod_setup.table]
    for reason in find_variant_problems(variant, table):
        raise_refusal("impossible", "table", reason=reason)
    if pod_setup.house is None and pod_setup.scoring not in list_scorings_of_variant(pod_setup.variant):
        raise_refusal(
            "scoring", "scoring", variant=pod_setup.variant, accepted=list_scorings_of_variant(pod_setup.variant)
        )
    if pod_setup.choose_master and not variant.team_is_one_side:
        raise_refusal("choose-master", "options.choose_master", variant=pod_setup.variant)
    validate_pod_options_for_table(pod_setup)
    allowed = list_playable_player_counts(pod_setup)
    if not allowed:
        fewest = max(
            variant.min_players,
            MIN_TEAM_SIZE * seats.count_teams_of_setup(pod_setup),
            compute_minimum_players_for_influence_range(pod_setup),
        )
        raise_refusal("never-full", "table", fewest=fewest, most=table.most)
    if pod_setup.size is not None and pod_setup.size not in allowed:
        raise_refusal("size", "size", sizes=format_player_counts(allowed))


def _require_enough_invited_players(pod_setup: PodSetup, seated_players: Collection[Player]) -> None:
    """Raise `Refusal` if too few players are invited, or if somebody is seated without an invitation."""
    fewest = find_minimum_player_count(pod_setup)
    if pod_setup.invited and len(pod_setup.invited) < fewest:
        raise_refusal("invited-few", "setup.invited", fewest=fewest)
    for player in seated_players:
        require_player_is_invited(pod_setup, player)


def require_player_is_invited(setup: PodSetup, player: Player) -> None:
    """Raise `Refusal` if the pod is by invitation and the player is not invited."""
    if not setup.is_player_invited(player):
        raise_refusal("invited-only", "player", players=setup.invited)


def _require_distinct_players(players: Collection[Player]) -> None:
    seen: set[Player] = set()
    for index, player in enumerate(players):
        if player in seen:
            raise_refusal("twice", f"players[{index}]", player=player)
        seen.add(player)


class LeaveLobby(PodCommand, frozen=True):
    """The command by which a player gives back a seat in the lobby.

    `kicked_by` names the people who removed the player, if any.
    """

    player: Player
    kicked_by: tuple[Player, ...] = ()

    right = ANYBODY

    def create_event(self, pod: Pod, /) -> "PlayerLeftLobby":
        """Return the `PlayerLeftLobby` event. Raises `Refusal` if the player has no seat."""
        player = self.player
        if pod.state != "lobby":
            raise_refusal("too-late-to-leave")
        if player not in (*pod.players, *pod.kept):
            raise_refusal("no-seat", "player")
        rest = [other for other in pod.players if other != player and other not in pod.guests]
        # A host who leaves hands the lobby to the first member, or keeps it if there is none.
        host = rest[0] if player == pod.host and rest else pod.host
        return PlayerLeftLobby(player, host, self.kicked_by)


class PlayerLeftLobby(LobbyEvent, ModeratableEvent, frozen=True, tag="left"):
    """The event that a player left the lobby, or was removed from the lobby by others.

    `host` hosts the lobby from now on.
    """

    audit_code = "removed"

    player: Player
    host: Player
    kicked_by: tuple[Player, ...] = ()

    def apply(self, pod: Pod, /) -> Pod:
        return replace(remove_player_from_lobby(pod, self.player), host=self.host)

    def rebuild_original_command(self) -> LeaveLobby:
        return LeaveLobby(self.player, self.kicked_by)

    @property
    def player_who_caused_event(self) -> Player:
        """Return the last person who removed the player, otherwise the player who left."""
        return (self.player, *self.kicked_by)[-1]

    def build_event_sentence(self) -> TranslatableSentence:
        if self.kicked_by:
            return TranslatableSentence("event-unseated", {"player": self.player, "by": self.kicked_by})
        return TranslatableSentence("event-left", {"player": self.player})


class ChangeVariant(PodCommand, frozen=True):
    """The command that changes a lobby's variant to one for fewer players."""

    variant: str

    right = IN_CHARGE

    def create_event(self, pod: Pod, /) -> "VariantChanged":
        """Return the `VariantChanged` event. Raises `Refusal` if the variant does not fit."""
        if pod.state != "lobby":
            raise_refusal("variant-late")
        variant = next((each for each in list_variants_for_fewer_players(pod) if each == self.variant), None)
        if variant is None:
            raise_refusal("variant-other")
        return VariantChanged(variant, list_scorings_of_variant(variant)[0])


class LobbySetupEvent(LobbyEvent, ModeratableEvent, frozen=True):
    """The base class of events that change a lobby's setup; all players keep their seats."""

    @abstractmethod
    def apply_to_lobby_setup(self, lobby_setup: PodSetup) -> PodSetup:
        """Return the lobby's setup after the event."""

    def apply(self, pod: Pod, /) -> Pod:
        return replace(pod, setup=self.apply_to_lobby_setup(pod.setup))


class VariantChanged(LobbySetupEvent, frozen=True, tag="variant-changed"):
    """The event that a lobby changed to another of the bot's variants, which fits the number of players."""

    variant: VariantId
    scoring: str

    def apply_to_lobby_setup(self, lobby_setup: PodSetup) -> PodSetup:
        return replace_variant_in_setup(lobby_setup, self.variant, self.scoring)

    def rebuild_original_command(self) -> ChangeVariant:
        return ChangeVariant(self.variant)


def list_variants_for_fewer_players(pod: Pod) -> tuple[VariantId, ...]:
    """Return the bot's variants that fit a lobby which is one player short."""
    setup = pod.setup
    count = len(pod.players)
    if pod.state != "lobby" or setup.series is not None or count != find_minimum_player_count(setup) - 1:
        return ()
    table = TABLES[setup.table]
    return tuple(
        variant
        for variant, answers in VARIANTS.items()
        if not any(find_variant_problems(answers, table))
        and count
        in list_playable_player_counts(replace_variant_in_setup(setup, variant, list_scorings_of_variant(variant)[0]))
    )


class ChangeLobbySetup(PodCommand, frozen=True):
    """The command that changes the setup of a lobby, such as the scoring or the number of seats.

    `before` is the setup that the user saw. A setup that has changed since is not overwritten.
    """

    setup: PodSetup
    before: PodSetup

    right = IN_CHARGE

    def create_event(self, pod: Pod, /) -> "LobbySetupChanged":
        """Return the `LobbySetupChanged` event. Raises `Refusal` if the setup does not fit the seated players."""
        require_setup_can_change(pod)
        if pod.setup != self.before:
            raise_refusal("setup-late")
        if self.setup == self.before:
            raise_refusal("setup-same")
        _require_playable_setup(self.setup)
        _require_enough_invited_players(self.setup, ())
        _require_setup_fits_seated_players(self.setup, pod)
        shared = _list_fixed_setup_fields(pod)
        if any(getattr(self.setup, field) != getattr(self.before, field) for field in shared):
            raise_refusal("setup-shared", "setup.scoring")
        return LobbySetupChanged(self.setup, self.before)


class LobbySetupChanged(LobbySetupEvent, frozen=True, tag="setup-changed"):
    """The event that somebody in charge of a lobby changed its setup from `before` to `setup`."""

    setup: PodSetup
    before: PodSetup

    def apply_to_lobby_setup(self, lobby_setup: PodSetup) -> PodSetup:
        return self.setup

    def rebuild_original_command(self) -> ChangeLobbySetup:
        return ChangeLobbySetup(self.setup, self.before)


_FIELDS_SHARED_IN_SERIES = ("scoring", "choose_master")
"""The fields of a setup that are the same in all games of a series."""

_FIELDS_SHARED_IN_NIGHT = (*_FIELDS_SHARED_IN_SERIES, "options", "life", "teams", "turns")
"""The fields of a setup that are the same in all pods of a night, as its organiser announced them."""


def require_setup_can_change(pod: Pod) -> None:
    """Raise `Refusal` if the pod is not in its lobby any more."""
    if pod.state == "lobby":
        return
    pod.require_game_unfinished()
    raise_refusal("setup-started")


def _require_setup_fits_seated_players(setup: PodSetup, pod: Pod) -> None:
    """Raise `Refusal` if a setup has too few seats or teams for the players in the lobby."""
    taken = len(pod.players) + len(pod.kept)
    most = find_maximum_player_count(setup)
    if taken > most:
        raise_refusal("setup-full", "setup.size", taken=taken, most=most)
    teams = seats.count_teams_of_setup(setup)
    lost = tuple(player for player, team in pod.sides.items() if team >= teams)
    if lost:
        raise_refusal("setup-teams", "setup.teams", players=lost, most=teams)


def _list_fixed_setup_fields(pod: Pod) -> tuple[str, ...]:
    """Return the setup fields that all pods of a series or game night share, so that nobody may change them."""
    if pod.is_game_night_lobby:
        return _FIELDS_SHARED_IN_NIGHT
    return _FIELDS_SHARED_IN_SERIES if is_later_round_of_game_series(pod.setup.series) else ()


class StartGame(PodCommand, frozen=True):
    """The command that starts the game, with seats and a first player drawn at random."""

    seats: tuple[Player, ...]
    first: Player

    right = IN_CHARGE  # in a night STARTERS_IN_NIGHT

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to start the game, which each seated player has in a game night's pod."""
        return STARTERS_IN_NIGHT if pod.is_game_night_lobby else self.right

    def create_event(self, pod: Pod, /) -> "GameStarted":
        """Return the `GameStarted` event. Raises `Refusal` if the players do not fit the table."""
        if pod.state != "lobby":
            raise_refusal("already-started")
        if pod.is_game_night_lobby and pod.awaits_bench:
            raise_refusal("call-filling")
        if pod.is_game_night_lobby and pod.kept:
            raise_refusal("call-runs", "players", players=pod.kept)
        sizes = list_playable_player_counts(pod.setup)
        if len(pod.players) not in sizes and pod.kept:
            fewest = next((size for size in sizes if size > len(pod.players)), sizes[0])
            raise_refusal("seats-unpressed", "players", players=pod.kept, fewest=fewest)
        if len(pod.players) < sizes[0]:
            raise _build_too_few_players_refusal(pod.setup, len(pod.players))
        if len(self.seats) != len(pod.players) or set(self.seats) != set(pod.players):
            raise_refusal("seats", "seats", players=pod.players)
        if len(self.seats) not in sizes:
            raise_refusal("table-size", "players", table=pod.setup.table, sizes=format_player_counts(sizes))
        for number, team in enumerate(seats.list_teams_from_seats(pod.setup, self.seats)):
            for player in team:
                if pod.sides.get(player, number) != number:
                    raise_refusal("sides", "seats", player=player)
        starters = seats.find_possible_first_players(pod.setup, self.seats)
        if self.first not in starters:
            raise_refusal("first", "first", players=starters)
        turn = turns.build_first_turn_of_game(pod.setup, self.seats, self.first)
        is_of_several = bool(turn.markers) or len(turn.active) > 1
        return GameStarted(self.seats, self.first, turn if is_of_several else None)


def _build_too_few_players_refusal(pod_setup: PodSetup, player_count: int) -> Refusal:
    """Return the refusal for too few players, naming what requires more players: table, range or variant."""
    return Refusal(
        "too-few",
        "players",
        because=find_reason_for_minimum_player_count(pod_setup),
        variant=pod_setup.variant,
        table=pod_setup.table,
        range=pod_setup.influence_range or 0,
        fewest=find_minimum_player_count(pod_setup),
        have=player_count,
    )


class GameStarted(LobbyEvent, ModeratableEvent, frozen=True, tag="started"):
    """The event that the game started, with the drawn seats in clockwise order.

    `turn` is set if `first` does not begin alone.
    """

    seats: tuple[Player, ...]
    first: Player
    turn: Turn | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the running game, from which no undo leads back to the lobby.

        Seats for which nobody has pressed are left out.
        """
        standings = {player: PlayerState(player) for player in self.seats}
        begun = replace(pod, standings=standings, begun=standings, step=0, before=None)
        return replace(
            begun,
            players=self.seats,
            turn=self.turn or Turn((self.first,), 1, self.first),
            sides={},
            draw=draws.remove_pseudonyms_and_seed_texts(pod.draw),
            kept=(),
            called=(),
            missing=(),
            guests={guest: by for guest, by in pod.guests.items() if guest in self.seats},
        )

    def rebuild_original_command(self) -> StartGame:
        return StartGame(self.seats, self.first)

    def build_event_sentence(self) -> TranslatableSentence:
        if self.turn is not None and not self.turn.markers:
            return TranslatableSentence("event-started-team", {"seats": self.seats, "players": self.turn.active})
        return TranslatableSentence("event-started", {"seats": self.seats, "first": self.first})
