"""Decisions about commands in the lobby: seats, guests, words for the draw, teams and the start."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.rules import seats, turns
from bot.rules.commands import (
    BalanceTeams,
    Bring,
    ChangeVariant,
    ChooseTeam,
    Join,
    Leave,
    Open,
    SetWord,
    Start,
)
from bot.rules.events import (
    NO_EFFECT,
    Balanced,
    Joined,
    Left,
    Opened,
    Outcome,
    Setup,
    Sided,
    Standing,
    Started,
    VariantChanged,
    Worded,
)
from bot.rules.facts import Player
from bot.rules.guests import find_excess
from bot.rules.pod import Pod, change_setup, evolve
from bot.rules.refusals import refuse
from bot.rules.seats import find_fewest_players, find_most_players, find_sizes, format_sizes
from bot.rules.tables import MIN_TEAM_SIZE, TABLES, has_teams
from bot.rules.variants import VARIANTS, VariantId, find_obstacles, list_scorings


def open_lobby(command: Open) -> Opened:
    """Decide to open a lobby. Raises `Refusal` if the agreement cannot be played."""
    setup = command.setup
    _check_setup(setup)
    seated = (*command.players, *command.kept)
    if len(seated) > find_most_players(setup):  # before the names, of which there may be many
        refuse("full", "players", most=find_most_players(setup))
    _check_names(seated)
    _check_invited(setup, seated)
    return Opened(
        setup,
        command.host,
        command.players,
        command.secret,
        command.kept,
        command.draw,
        dict(command.tags),
        dict(command.guests),
        {player: deck for player, deck in command.decks.items() if player in seated},
        command.called,
        command.link,
    )


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


def take_seat(pod: Pod, command: Join) -> Joined:
    """Decide to take a seat, in the lobby or in a running game (RSP-1). Raises `Refusal`."""
    player = command.player
    joins_running = pod.state == "running" and pod.setup.answers.loser_becomes == "rejoins"
    if pod.state != "lobby" and not joins_running:
        refuse("too-late-to-join")
    if (sits := pod.find_seat(player).player) != player:
        refuse("seat-given", "player", player=sits)
    standing = pod.standings.get(player)
    if standing is not None and standing.status == "out":  # RSP-1
        return Joined(
            player, Outcome((_with_solo_turns(pod, Standing(player, score=standing.score)),))
        )
    if player in pod.players:
        refuse("already-in", "player", player=player)
    check_invited(pod.setup, player)
    if len(pod.players) >= find_most_players(pod.setup):
        refuse("full", "player", most=find_most_players(pod.setup))
    others = tuple(other for other in pod.kept if other != player)
    if len(pod.players) + len(others) >= find_most_players(pod.setup):
        refuse("seats-kept", "player", players=others)
    if joins_running:
        return Joined(player, Outcome((_with_solo_turns(pod, Standing(player)),)))
    if command.word is not None:
        _check_words(pod)
    return Joined(player, NO_EFFECT, command.tag, command.word)


def bring_guest(pod: Pod, command: Bring) -> Joined:
    """Decide to seat a guest, brought by a member who sits there too. Raises `Refusal`."""
    if command.by not in pod.players or command.by in pod.guests:
        refuse("bring-seat", "by")
    joined = replace(take_seat(pod, Join(command.guest, command.tag)), brought_by=command.by)
    if pod.guests.get(command.guest) not in (None, command.by):  # a guest who was out comes back
        refuse("only-bringer", "guest")
    counted = pod.state != "lobby" and find_excess(pod) is None
    # Otherwise a losing player could bring guests until the game no longer counts.
    if counted and find_excess(evolve(pod, joined)) is not None:
        refuse("bring-late", "guest", player=command.guest)
    return joined


def _with_solo_turns(pod: Pod, standing: Standing) -> Standing:
    """Return the standing of a joining player, who takes some turns alone first (RSP-2)."""
    return replace(standing, phased=pod.setup.answers.solo_turns > 0)


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


def change_variant(pod: Pod, command: ChangeVariant) -> VariantChanged:
    """Decide that those in a lobby play another variant. Raises `Refusal` unless it fits them."""
    if pod.state != "lobby":
        refuse("variant-late")
    variant = next((each for each in find_alternatives(pod) if each == command.variant), None)
    if variant is None:
        refuse("variant-other")
    return VariantChanged(variant, list_scorings(variant)[0])


def change_word(pod: Pod, command: SetWord) -> Worded:
    """Decide to set or remove a word for the draw. Raises `Refusal`."""
    if pod.state != "lobby":
        refuse("word-late")
    if command.player not in pod.players:
        refuse("no-seat", "player")
    _check_words(pod)
    return Worded(command.player, command.word)


def _check_words(pod: Pod) -> None:
    """Raise `Refusal` if the lobby's draw takes no words."""
    if pod.draw is None or pod.draw.seal.own.veil is None:
        refuse("no-words", "word")


def choose_team(pod: Pod, command: ChooseTeam) -> Sided:
    """Decide on a player's team in the lobby. Raises `Refusal`."""
    if pod.state != "lobby":
        refuse("already-started")
    if not has_teams(TABLES[pod.setup.table]):
        refuse("no-teams", table=pod.setup.table)
    if command.player not in pod.players:
        refuse("no-seat", "player")
    if command.team is not None and not 0 <= command.team < seats.count_teams(pod.setup):
        refuse("no-such-team", "team", most=seats.count_teams(pod.setup))
    return Sided(command.player, command.team)


def balance_teams(pod: Pod, command: BalanceTeams) -> Balanced:
    """Decide on everybody's team in the lobby. Raises `Refusal`."""
    if pod.state != "lobby":
        refuse("already-started")
    if not has_teams(TABLES[pod.setup.table]):
        refuse("no-teams", table=pod.setup.table)
    _check_size(pod)
    if command.sides.keys() != set(pod.players):  # a player came or left meanwhile
        refuse("sides-late")
    return Balanced(dict(command.sides))


def leave_lobby(pod: Pod, command: Leave) -> Left:
    """Decide to free a player's seat in the lobby. Raises `Refusal`."""
    player = command.player
    if pod.state != "lobby":
        refuse("too-late-to-leave")
    if player not in (*pod.players, *pod.kept):
        refuse("no-seat", "player")
    rest = [other for other in pod.players if other != player and other not in pod.guests]
    # A host who leaves hands the lobby to the first member, or keeps it if there is none.
    host = rest[0] if player == pod.host and rest else pod.host
    return Left(player, host, command.kicked_by)


def start_game(pod: Pod, command: Start) -> Started:
    """Decide to start with drawn seats and first player (TAB-20 to TAB-27). Raises `Refusal`."""
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
    if len(command.seats) != len(pod.players) or set(command.seats) != set(pod.players):
        refuse("seats", "seats", players=pod.players)
    if len(command.seats) not in find_sizes(pod.setup):
        refuse(
            "table-size",
            "players",
            table=pod.setup.table,
            sizes=format_sizes(find_sizes(pod.setup)),
        )
    for number, team in enumerate(seats.find_teams(pod.setup, command.seats)):
        for player in team:
            if pod.sides.get(player, number) != number:
                refuse("sides", "seats", player=player)
    starters = seats.find_starters(pod.setup, command.seats)
    if command.first not in starters:
        refuse("first", "first", players=starters)
    turn = turns.make_opening_turn(pod.setup, command.seats, command.first)
    return Started(command.seats, command.first, turn if turn.markers else None)


def _check_size(pod: Pod) -> None:
    sizes = find_sizes(pod.setup)
    if len(pod.players) not in sizes:
        named = format_sizes(sizes)
        refuse("table-size", "players", table=pod.setup.table, sizes=named)
