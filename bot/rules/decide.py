"""What comes of a command: an event, or a refusal. Nothing is changed here.

Refusals cite their code; the words are in the catalogues (`refusal-<code>`).
"""

from collections.abc import Collection, Sequence
from typing import Never, assert_never

from msgspec.structs import replace

from bot.rules import seats, turns
from bot.rules.afterlife import can_win, settle, won_by
from bot.rules.commands import (
    Balance,
    Choose,
    Close,
    Command,
    Concede,
    Confirm,
    Correct,
    Count,
    Defeat,
    Dispute,
    Draw,
    InGame,
    Join,
    Keep,
    Kick,
    Leave,
    NextTurn,
    Open,
    Overrule,
    Restart,
    Side,
    Start,
    Subgame,
    Undo,
    Warn,
    Win,
)
from bot.rules.confirmation import confirmed, disputed
from bot.rules.endings import draw, tally
from bot.rules.events import (
    NOTHING,
    Answer,
    Balanced,
    Chose,
    Closed,
    Conceded,
    Defeated,
    Drew,
    Event,
    Joined,
    Kept,
    Left,
    Opened,
    Outcome,
    Pending,
    Restarted,
    Ruling,
    Setup,
    Sided,
    Standing,
    Started,
    SubgameBegan,
    Turn,
    TurnBegan,
    Undone,
    Voted,
    Warned,
    Won,
)
from bot.rules.facts import Player, Report, Source
from bot.rules.leaving import FEWEST_TO_VOTE, votes_needed
from bot.rules.merging import merge_reports
from bot.rules.overrule import check_reason, overruled
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.responsibility import COUNTED
from bot.rules.settlement import Situation
from bot.rules.story import corrected
from bot.rules.tables import HEADS, TABLES, has_teams
from bot.rules.teams import in_game, masters
from bot.rules.totals import counted
from bot.rules.variants import impossible, scorings


def decide(pod: Pod | None, command: Command) -> Event:
    """The event that `command` leads to. Raises `Refusal`, and then nothing has happened."""
    if pod is None:
        return _opened(command) if isinstance(command, Open) else _refuse("no-pod")
    stands_still = pod.disputed is not None and not isinstance(command, Concede)
    if stands_still and isinstance(command, InGame | Subgame | Dispute):
        _refuse("disputed")
    match command:
        case Defeat() | Concede() | Choose() | Win() | Draw() | NextTurn() | Restart():
            return _in_game(pod, command)
        case Open():
            _refuse("already-open")
        case Join():
            return _joined(pod, command.player)
        case Leave():
            return _left(pod, command)
        case Side():
            return _sided(pod, command)
        case Balance():
            return _balanced(pod, command)
        case Start():
            return _started(pod, command)
        case Subgame():
            return _subgame(pod, command)
        case Confirm():
            return confirmed(pod, command)
        case Dispute():
            return disputed(pod, command)
        case Undo():
            if command.reason is not None:
                check_reason(command.reason)
            return Undone(command.reason) if pod.before is not None else _refuse("nothing-to-undo")
        case Close():
            return _closed(pod, command.idle)
        case Kick():
            return _kicked(pod, command)
        case Warn():
            return Warned() if _is_open(pod) else _over(pod)
        case Keep():
            return Kept() if _is_open(pod) else _over(pod)
        case Count():
            return counted(pod, command)
        case Overrule():
            return overruled(pod, command)
        case Correct():
            check_reason(command.reason)
            return corrected(decide, command)
    assert_never(command)


def _refuse(code: str, field: str = "", /, **arguments: str | int | tuple[str, ...]) -> Never:
    raise Refusal(code, field, **arguments)


def _over(pod: Pod) -> Never:
    _refuse(pod.state)


def _is_open(pod: Pod) -> bool:
    return pod.state in ("lobby", "running", "waiting")


# The lobby


def _opened(command: Open) -> Opened:
    setup = command.setup
    _check_setup(setup)
    _check_names(command.players)
    if len(command.players) > most_players(setup):
        _refuse("full", "players", most=most_players(setup))
    return Opened(setup, command.host, command.players, command.secret)


def _check_setup(setup: Setup) -> None:
    """Refuse what cannot be played (VAR, ESC-D19)."""
    variant, table = setup.answers, TABLES[setup.table]
    for reason in impossible(variant, table):
        _refuse("impossible", "table", reason=reason)
    if setup.house is None and setup.scoring not in scorings(setup.variant):
        _refuse("scoring", "scoring", variant=setup.variant, accepted=scorings(setup.variant))
    if setup.choose_master and not variant.team_is_one_side:
        _refuse("choose-master", "options.choose_master", variant=setup.variant)
    allowed = sizes_of(setup)
    if not allowed:
        fewest = max(variant.min_players, HEADS * seats.number_of_teams(setup))
        _refuse("never-full", "table", fewest=fewest, most=table.most)
    if setup.size is not None and setup.size not in allowed:
        _refuse("size", "size", sizes=listed(allowed))


def sizes_of(setup: Setup) -> tuple[int, ...]:
    """How many players can play this (VAR-13 and the table)."""
    fewest = setup.answers.min_players
    return tuple(size for size in seats.allowed_sizes(setup) if size >= fewest)


def listed(sizes: Sequence[int]) -> str:
    """Numbers, or the first and last of a row of them."""
    if len(sizes) > 2 and len(sizes) == sizes[-1] - sizes[0] + 1:
        return f"{sizes[0]}–{sizes[-1]}"
    return ", ".join(map(str, sizes))


def fewest_players(setup: Setup) -> int:
    """How many must sit down before the game can start (VAR-13 and the table)."""
    return sizes_of(setup)[0]


def most_players(setup: Setup) -> int:
    """How many can sit down: the agreed size, or what the table has."""
    return setup.size or sizes_of(setup)[-1]


def _check_names(players: Collection[Player]) -> None:
    seen: set[Player] = set()
    for index, player in enumerate(players):
        if player in seen:
            _refuse("twice", f"players[{index}]", player=player)
        seen.add(player)


def _joined(pod: Pod, player: Player) -> Joined:
    joins_running = pod.state == "running" and pod.setup.answers.loser_becomes == "rejoins"
    if pod.state != "lobby" and not joins_running:
        _refuse("too-late-to-join")
    standing = pod.standings.get(player)
    if standing is not None and standing.status == "out":  # RSP-1
        return Joined(player, Outcome((_alone(pod, Standing(player, score=standing.score)),)))
    if player in pod.players:
        _refuse("already-in", "player", player=player)
    if len(pod.players) >= most_players(pod.setup):
        _refuse("full", "player", most=most_players(pod.setup))
    return Joined(player, Outcome((_alone(pod, Standing(player)),)) if joins_running else NOTHING)


def _alone(pod: Pod, standing: Standing) -> Standing:
    """Whoever joins takes some turns by themself first (RSP-2)."""
    return replace(standing, phased=pod.setup.answers.solo_turns > 0)


def _sided(pod: Pod, command: Side) -> Sided:
    if pod.state != "lobby":
        _refuse("already-started")
    if not has_teams(TABLES[pod.setup.table]):
        _refuse("no-teams", table=pod.setup.table)
    if command.player not in pod.players:
        _refuse("no-seat", "player")
    if command.team is not None and not 0 <= command.team < seats.number_of_teams(pod.setup):
        _refuse("no-such-team", "team", most=seats.number_of_teams(pod.setup))
    return Sided(command.player, command.team)


def _balanced(pod: Pod, command: Balance) -> Balanced:
    if pod.state != "lobby":
        _refuse("already-started")
    if not has_teams(TABLES[pod.setup.table]):
        _refuse("no-teams", table=pod.setup.table)
    if len(pod.players) not in sizes_of(pod.setup):
        sizes = listed(sizes_of(pod.setup))
        _refuse("table-size", "players", table=pod.setup.table, sizes=sizes)
    if command.sides.keys() != set(pod.players):  # somebody came or went meanwhile
        _refuse("sides-late")
    return Balanced(dict(command.sides))


def _left(pod: Pod, command: Leave) -> Left:
    player = command.player
    if pod.state != "lobby":
        _refuse("too-late-to-leave")
    if player not in pod.players:
        _refuse("no-seat", "player")
    rest = [other for other in pod.players if other != player]
    # A host who leaves hands the lobby on, or keeps it while nobody else is there.
    host = rest[0] if player == pod.host and rest else pod.host
    return Left(player, host, command.kicked_by)


def _started(pod: Pod, command: Start) -> Started:
    if pod.state != "lobby":
        _refuse("already-started")
    fewest = fewest_players(pod.setup)
    if len(pod.players) < fewest:
        _refuse("too-few", "players", fewest=fewest, have=len(pod.players))
    if len(command.seats) != len(pod.players) or set(command.seats) != set(pod.players):
        _refuse("seats", "seats", players=pod.players)
    if len(command.seats) not in sizes_of(pod.setup):
        _refuse("table-size", "players", table=pod.setup.table, sizes=listed(sizes_of(pod.setup)))
    for number, team in enumerate(seats.teams(pod.setup, command.seats)):
        for player in team:
            if pod.sides.get(player, number) != number:
                _refuse("sides", "seats", player=player)
    starters = seats.starters(pod.setup, command.seats)
    if command.first not in starters:
        _refuse("first", "first", players=starters)
    turn = turns.opening_turn(pod.setup, command.seats, command.first)
    return Started(command.seats, command.first, turn if turn.markers else None)


def _closed(pod: Pod, idle: bool) -> Closed:
    if not _is_open(pod):
        _over(pod)
    if pod.standings and pod.setup.answers.ends_when == "closed":
        return Closed(Outcome(result=tally(pod.standings)), idle)
    return Closed(idle=idle)


# The game


def _in_game(pod: Pod, command: InGame) -> Event:
    game = pod.game
    state = pod.state
    if state == "waiting":
        if not isinstance(command, (Choose, Concede)):
            _refuse("waiting", by=pod.question.by if pod.question else "")
    elif state != "running":
        _over(pod)
    match command:
        case Defeat():
            return _defeated(game, command)
        case Concede():
            return _conceded(game, command)
        case Choose():
            return _chose(game, command)
        case Win():
            return _won(game, command)
        case Draw():
            _check_can_be_won(game)
            return Drew(Outcome(result=draw(game.setup, game.standings)), command.claim)
        case NextTurn():
            return _next_turn(pod, command.extra)
        case Restart():
            return _restarted(pod, command.by)
        case _:
            assert_never(command)


def _next_turn(pod: Pod, extra: Player | None) -> TurnBegan:
    """Turns are the main game's, also during a subgame (ESC-D21)."""
    if extra is not None:
        _check_player(pod, extra, "extra")
    turn = turns.next_turn(pod.setup, pod.players, pod.standings, _turn(pod), extra)
    active = (pod.standings[player] for player in turn.active)
    back = tuple(replace(standing, phased=False) for standing in active if standing.phased)
    return TurnBegan(Outcome(back, turn=turn), extra)


def _situation(game: Pod) -> Situation:
    return Situation(game.setup, game.players, game.standings, _turn(game))


def _turn(game: Pod) -> Turn:
    """Whose turn it is; in a subgame, where the bot tracks none, the order of the seats."""
    return game.turn or Turn((), 1, game.players[0])


def _defeated(game: Pod, command: Defeat) -> Defeated:
    reports = command.reports
    _check_reports(game, reports)
    reports = _merged(game, reports)
    for ruling in command.rulings:
        _check_ruling(game, reports, ruling)
    pending = Pending(reports=reports, rulings=command.rulings)
    return Defeated(
        command.reports, settle(_situation(game), pending), command.rulings, command.claim
    )


def _check_ruling(game: Pod, reports: tuple[Report, ...], ruling: Ruling) -> None:
    """A moderator names somebody else who can answer for a defeat, or nobody."""
    losers = tuple(report.loser for report in reports)
    if ruling.loser not in losers:
        _refuse("not-in", "loser", player=ruling.loser, players=losers)
    others = tuple(player for player in answerable(game) if player != ruling.loser)
    if ruling.responsible is not None and ruling.responsible not in others:
        _refuse("not-a-master", "responsible", players=others)


def answerable(game: Pod) -> list[Player]:
    """Who can be responsible for a defeat: a master where teams are one side, else anybody."""
    one_side = game.setup.answers.team_is_one_side
    return masters(game.standings) if one_side else in_game(game.standings)


def _merged(game: Pod, reports: tuple[Report, ...]) -> tuple[Report, ...]:
    together = merge_reports(game.setup, game.players, game.standings, reports)
    if len(together) == 1:
        return together
    losers = [report.loser for report in together]
    for index, loser in enumerate(losers):
        if loser in losers[:index]:
            _refuse("twice-team", f"at_once[{index}].loser", player=loser)
    return together


def _check_reports(game: Pod, reports: tuple[Report, ...]) -> None:
    if not reports:
        _refuse("no-defeats", "at_once")
    if len(reports) == 1:
        _check_player(game, reports[0].loser, "loser")
        _check_report(game, reports[0], "")
        return
    losers: set[Player] = set()
    for index, report in enumerate(reports):
        at = f"at_once[{index}]."
        _check_player(game, report.loser, at, "loser")
        if report.loser in losers:
            _refuse("twice", f"{at}loser", player=report.loser)
        losers.add(report.loser)
        _check_report(game, report, at)


def _check_report(game: Pod, report: Report, at: str) -> None:
    """Refuse facts that cannot be (ESC-D20, ESC-D21, TAB-16); `at` is where they stand."""
    sources, ended = report.sources, report.protection_ended_by
    if not sources and _needs_source(game, report):
        _refuse("no-source", f"{at}sources")
    counted = len(sources) > 1 and report.cause in COUNTED
    for index, source in enumerate(sources):
        _check_source(game, source, at, f"sources[{index}]")
        if counted and source.amount is None:
            _refuse("no-amount", f"{at}sources[{index}].amount")
        if source.forced_draw and report.cause != "library":
            _refuse("forced-draw", f"{at}sources[{index}].forced_draw")
    if ended is not None:
        _check_source(game, ended, at, "protection_ended_by")
    if report.controlled_by is not None:
        _check_player(game, report.controlled_by, at, "controlled_by")
    if report.kindslaver is not None:
        _check_player(game, report.kindslaver, at, "kindslaver")


def _needs_source(game: Pod, report: Report) -> bool:
    return game.setup.answers.responsibility == "esclave" and report.cause != "library"


def _check_source(game: Pod, source: Source, at: str, field: str) -> None:
    _check_player(game, source.controller, at, field, ".controller")
    if source.owner is not None:
        _check_player(game, source.owner, at, field, ".owner")


def _check_player(game: Pod, player: Player, *field: str) -> None:
    standing = game.standings.get(player)
    if standing is None:
        _refuse("not-in", "".join(field), player=player, players=tuple(in_game(game.standings)))
    if standing.status == "out":
        _refuse("out", "".join(field), player=player, players=tuple(in_game(game.standings)))


def _conceded(game: Pod, command: Concede) -> Conceded:
    player = command.player
    _check_player(game, player, "player")
    pending = game.pending or Pending()
    if player in pending.conceding:
        _refuse("already-conceding", "player", player=player)
    waiting = replace(pending, conceding=(*pending.conceding, player))
    return Conceded(player, settle(_situation(game), waiting), command.kicked_by)


def _kicked(pod: Pod, command: Kick) -> Event:
    """The seat is given back, or it is a concession: at once, or when enough have voted."""
    player, by = command.player, command.by
    if pod.state == "lobby":
        return _left(pod, Leave(player, (by,)))
    if command.how != "vote":
        return _in_game(pod, Concede(player, (by,)))
    if by == player:
        _refuse("kick-yourself")
    voters = tuple(dict.fromkeys((*command.voted, by)))
    conceded = _in_game(pod, Concede(player, voters))  # whoever cannot concede needs no vote
    _check_player(pod.game, by, "by")
    if len(in_game(pod.game.standings)) <= FEWEST_TO_VOTE:
        _refuse("kick-too-few", player=player)
    if len(voters) >= votes_needed(pod, player):
        return conceded
    return Voted(player, by, taken_back=by in command.voted)


def _chose(game: Pod, command: Choose) -> Chose:
    pending = game.pending
    question = pending.question if pending is not None else None
    if pending is None or question is None:
        _refuse("nothing-to-choose")
    if command.by != question.by:
        _refuse("not-yours", "by", by=question.by)
    if command.player is None and not question.may_decline:
        _refuse("must-choose", "player", players=question.options)
    if command.player is not None and command.player not in question.options:
        _refuse("not-an-option", "player", player=command.player, players=question.options)
    answer = Answer(question.kind, question.by, command.player)
    waiting = replace(pending, answers=(*pending.answers, answer))
    return Chose(answer, settle(_situation(game), waiting))


def _won(game: Pod, command: Win) -> Won:
    _check_can_be_won(game)
    _check_player(game, command.player, "player")
    if not can_win(game.setup, game.standings, command.player):
        rules = ("VAR-9",) if game.setup.answers.team_is_one_side else ("NEC-4", "NEC-12")
        _refuse(
            "cannot-win", "player", player=command.player, players=_contenders(game), rules=rules
        )
    moves, result = won_by(
        game.setup, game.players, game.standings, command.player, command.means == "combo"
    )
    before = _turn(game)
    gone = {move.player for move in moves}
    turn = turns.change_active(game.players, before, game.standings, gone)
    changed = None if turn is before else turn
    outcome = Outcome(moves, turn=changed, result=result)
    return Won(command.player, command.means, outcome, command.claim)


def _contenders(game: Pod) -> tuple[Player, ...]:
    return tuple(p for p in in_game(game.standings) if can_win(game.setup, game.standings, p))


def _check_can_be_won(game: Pod) -> None:
    """A game that goes on until it is closed is neither won nor drawn before (RSP-D1)."""
    if game.setup.answers.ends_when == "closed":
        _refuse("goes-on", variant=game.setup.variant)


def _restarted(pod: Pod, by: Player) -> Restarted:
    _check_one_side(pod)
    _check_player(pod.game, by, "by")
    if pod.subgame is not None:  # the subgame is what starts again; turns are the pod's (ESC-D21)
        return Restarted(by, NOTHING)
    return Restarted(by, Outcome(turn=turns.first_turn(pod.setup, pod.standings, by)))


def _subgame(pod: Pod, command: Subgame) -> SubgameBegan:
    if pod.state == "waiting":
        _refuse("waiting", by=pod.question.by if pod.question else "")
    if pod.state != "running":
        _over(pod)
    _check_one_side(pod)
    if pod.subgame is not None:
        _refuse("subgame-nested")
    return SubgameBegan(command.card)


def _check_one_side(pod: Pod) -> None:
    if not pod.setup.answers.team_is_one_side:
        _refuse("not-in-variant", variant=pod.setup.variant)
