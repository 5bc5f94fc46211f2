"""Cells of a league's tables that contradict each other are doubts; nothing is entered then."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.care.leagues.league import DEFEATS, RESULTS, Defaults, read_league
from bot.care.leagues.matching import Matching
from bot.care.leagues.replay import replay_game
from bot.care.leagues.sheets import Findings, read_sheet
from bot.i18n import DEFAULT, load_catalogue
from bot.rules.commands import Close, Command, Concede, Defeat
from bot.rules.decide import decide
from bot.rules.entering import make_beginning
from bot.rules.events import Result, Setup
from bot.rules.facts import Report, Source
from bot.rules.pod import Pod, evolve, fold
from bot.rules.refusals import Refusal
from bot.storage.record.people import Person
from bot.storage.servers.guilds import ServerSettings
from tests.care.leagues import IDS, LATER, League
from tests.commandline import run_suzerain
from tests.effort import SEED, examples
from tests.storage.store import GUILD, url_of

NAMES = (*(id.title() for id in IDS), "Eve", "Fay")
PEOPLE = [Person(name.lower(), 10**17 + at, name) for at, name in enumerate(NAMES)]


# A few by hand


@pytest.mark.parametrize(
    ("results", "defeats", "cells"),
    [
        ("won\nAna,draw\nBo,draw\nCy,no\nDi,no", "", {"4: won": "2: won", "5: won": "2: won"}),
        ("won\nAna,yes\nBo,draw\nCy,\nDi,", "", {"3: won": "2: won"}),
        ("won\nAna,yes\nBo,yes\nCy,yes\nDi,yes", "", dict.fromkeys(range(2, 6), "won: 'yes'")),
        ("place\nAna,1\nBo,1\nCy,3\nDi,4", "", {"3: place": "2: place"}),
        ("won,place\nAna,yes,2\nBo,,1\nCy,,\nDi,,", "", {"2: place": "won", "3: place": "won"}),
        ("won,place\nAna,draw,1\nBo,draw,2\nCy,draw,1\nDi,draw,1", "", {"3: place": "2: won"}),
        ("won,master\nAna,yes,\nBo,no,Ana\nCy,,\nDi,,", "", {"3: won": "2: won"}),
        ("won,master\nAna,,Bo\nBo,yes,\nCy,,Ana\nDi,,", "", {"4: master": "2: master"}),
        ("won\nAna,yes\nBo,\nCy,\nDi,", ",,draw,", {"2: won": "defeats.csv:2: how"}),
        ("won\nAna,draw\nBo,\nCy,\nDi,", "Bo,Ana,,\nCy,Ana,,\nDi,Ana,,", {"2: won": "csv:4"}),
        ("won\nAna,\nBo,\nCy,\nDi,", "Bo,Ana,,\nCy,Ana,,\nDi,Ana,,\nAna,Di,,", {"5": "csv:4"}),
        (
            "won,master\nAna,yes,\nBo,,\nCy,,Bo\nDi,,",
            "Cy,Ana,,",
            {"4: master": "defeats.csv:2: by"},
        ),
        ("won,points\nAna,yes,2\nBo,,3\nCy,,\nDi,,", "respawn", {"2: won": "3: points"}),
        (
            "won,place\nAna,yes,1\nBo,,2\nCy,,3\nDi,,4",
            "elimination\nBo,Ana,,\nCy,Ana,,\nDi,Ana,,",
            {"3: place": "defeats.csv:2: player"},
        ),
    ],
)
async def test_a_contradiction_is_a_doubt_that_names_both_cells(
    league: League, results: str, defeats: str, cells: Mapping[object, str]
) -> None:
    variant, _, after = defeats.partition("\n")
    if "," in variant or not variant:
        variant, after = "", defeats
    header, *rows = results.splitlines()
    table = [f"game,played,variant,player,{header}"]
    table += [f"1,2026-01-10,{variant},{row}" for row in rows]
    told = "\n".join(["game,player,by,how,card", *(f"1,{row}" for row in after.splitlines())])
    judged = await league.judge("\n".join(table), told if after else None)
    assert judged.games == ()
    for cell, other in cells.items():
        assert any(f".csv:{cell}" in doubt and other in doubt for doubt in judged.doubts)
        for column in ("won", "master", "place"):
            assert header.count(column) or f"{column}" not in "".join(judged.doubts)


async def test_a_shared_first_place_suggests_a_draw(league: League) -> None:
    table = "game,played,player,variant,place\n" + "\n".join(
        f"1,2026-01-10,{name},elimination,{place}"
        for name, place in zip(NAMES, (1, 1, 3, 4), strict=False)
    )
    (doubt,) = (await league.judge(table)).doubts
    assert doubt.endswith("accepted: draw for all who share it, or one first place")


async def test_two_dates_of_one_game_are_a_doubt(league: League) -> None:
    table = "game,played,player,won\n1,2026-01-10,Ana,yes\n1,2026-01-13,Bo,\n1,,Cy,\n1,,Di,\n"
    (doubt,) = (await league.judge(table)).doubts
    assert "csv:3: played: '2026-01-13' differs from '2026-01-10' in line 2" in doubt


@pytest.mark.parametrize("nobody", ["N/A", "-", "?", "—"])
async def test_nobody_is_no_name(league: League, nobody: str) -> None:
    table = f"game,played,player,won,master\n1,2026-01-10,Ana,yes,{nobody}\n"
    table += f"1,,Bo,,Ana\n1,,Cy,,\n1,,Di,,\n1,,{nobody},,\n"
    judged = await league.judge(table, f"game,player,how,by\n1,Cy,library,{nobody}", guests=True)
    assert judged.new == ()
    plain = await league.enter(table, guests=True)
    assert (len(plain.games), plain.new) == (1, ())


async def test_all_contradictions_are_named_in_one_run(league: League) -> None:
    table = "game,played,player,won\n"
    for game in range(3):
        table += f"{game},2026-01-1{game},Ana,yes\n{game},,Bo,draw\n{game},,Cy,\n{game},,Di,\n"
    assert len((await league.judge(table)).doubts) == 3


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("game,played,player," + "x" * 131_073, "accepted: cells of up to 131,072 characters"),
        (
            "game,played,player\n" + "".join(f"1,2026-01-10,p{n}\n" for n in range(300_000)),
            "games.csv:27: game: '1' has more rows than a game can have; accepted: 25",
        ),
    ],
)
def test_a_table_beyond_all_limits_is_one_line(
    file: Path, tmp_path: Path, table: str, said: str
) -> None:
    (tmp_path / "games.csv").write_text(table)
    typed = ("import", "games.csv", "--csv", "--channel", "5", "--server", "6")
    migrated = run_suzerain(tmp_path, "migrate", SUZERAIN_DATABASE__URL=url_of(file))
    ended = run_suzerain(tmp_path, *typed, SUZERAIN_DATABASE__URL=url_of(file))
    assert (migrated.status, ended.status, ended.out) == (0, 2, "")
    assert len(ended.err.splitlines()) == 1
    assert said in ended.err


# Any of them


class Told(NamedTuple):
    """A random game as the rows of its two tables tell it; cells by column."""

    results: list[dict[str, str]]
    defeats: list[dict[str, str]]


class Judged(NamedTuple):
    """The result that two tables lead to; None with the problems in them."""

    result: Result | None
    problems: list[str]


def _play(chance: Random) -> tuple[Pod, list[dict[str, str]]]:
    """Play random games until one ends soon; return it and its table of defeats."""
    while True:
        pod, rows = _play_some(chance)
        if pod.result is not None:
            return pod, rows


def _play_some(chance: Random) -> tuple[Pod, list[dict[str, str]]]:
    variant = chance.choice(("esclave", "necromancer", "elimination", "respawn"))
    players = tuple(person.id for person in PEOPLE[: chance.randint(4, 6)])
    setup = Setup(variant=variant, scoring=variant)
    pod: Pod | None = None
    for beginning in make_beginning(setup, players[0], players):
        pod = evolve(pod, decide(pod, beginning))
    rows: list[dict[str, str]] = []
    for _ in range(40):
        if pod is None or pod.result is not None:
            break
        loser, by = chance.sample(players, 2)
        quits = chance.random() < 0.1
        command: Command = Concede(loser)
        if not quits:
            command = Defeat((Report(loser, "life", (Source(by),)),))
        if variant == "respawn" and len(rows) > 6:
            pod = evolve(pod, decide(pod, Close()))
            break
        try:
            event = decide(pod, command)
        except Refusal:
            continue
        after = evolve(pod, event)
        if after is None or after.question is not None:
            continue
        pod = after
        how = {"how": "concede", "by": ""} if quits else {"how": "life", "by": by.title()}
        rows.append({"game": "1", "player": loser.title(), **how})
    assert pod is not None
    return pod, rows


def _tell(chance: Random) -> Told:
    """Return the tables of a random game, in which every cell is told."""
    pod, rows = _play(chance)
    result = pod.result
    assert result is not None
    out = [row["player"].lower() for row in rows]
    placed: dict[str, int] = {}
    for player in pod.players:
        standing = pod.standings[player]
        drew = result.draw and standing.status != "out"
        if player in result.winners or drew:
            placed[player] = 1
        elif pod.setup.variant == "elimination":
            placed[player] = 1 + len(set(out[out.index(player) :]))
        elif pod.setup.variant == "respawn":
            placed[player] = 2 + sum(p > result.points[player] for p in result.points.values())
        else:
            placed[player] = len(pod.players)
    results = [
        {
            "game": "1",
            "played": "2026-01-10",
            "variant": pod.setup.variant,
            "player": player.title(),
            "won": "yes"
            if player in result.winners
            else "draw"
            if result.draw and pod.standings[player].status != "out"
            else "no",
            "place": f"{placed[player]}",
            "points": f"{result.points[player]}",
            "master": (pod.standings[player].master or "").title(),
        }
        for player in pod.players
    ]
    return Told(results, rows)


def _write(rows: list[dict[str, str]]) -> str:
    header = list(rows[0])
    return "\n".join([",".join(header), *(",".join(row[name] for name in header) for row in rows)])


def _judge(told: Told, folder: Path) -> Judged:
    findings = Findings()
    games, defeats = folder / "games.csv", folder / "defeats.csv"
    games.write_text(_write(told.results))
    defeats.write_text(_write(told.defeats) if told.defeats else "game,player\n")
    match = Matching(PEOPLE, {}, {}, GUILD, {}, guests=False)
    results = read_sheet(games, RESULTS, findings)
    happened = read_sheet(defeats, DEFEATS, findings)
    read = read_league(results, happened, Defaults(ServerSettings(), {}, LATER), findings)
    events = [
        replay_game(game, match, "imported", load_catalogue(DEFAULT), findings) for game in read
    ]
    problems = [*findings.errors, *findings.doubts, *match.doubts.values()]
    event = events[0] if events else None
    pod = None if event is None or problems else fold(event.story)
    return Judged(None if pod is None else pod.result, problems)


def _change(told: Told, chance: Random) -> Told | None:
    """Return the tables with one other cell, or with two rows of defeats exchanged; None if not."""
    results, defeats = [{**row} for row in told.results], [{**row} for row in told.defeats]
    row = chance.choice(results)
    names = ["", *(each["player"] for each in results)]
    others: Mapping[str, Callable[[], Any]] = {
        "won": lambda: row.update(won=chance.choice(("yes", "no", "draw", ""))),
        "place": lambda: row.update(place=f"{chance.randint(1, 6)}"),
        "master": lambda: row.update(master=chance.choice(names)),
        "draw": lambda: defeats.insert(
            chance.randint(0, len(defeats)), {"game": "1", "player": "", "how": "draw", "by": ""}
        ),
        "drop": lambda: defeats and defeats.pop(chance.randrange(len(defeats))),
        "by": lambda: defeats and chance.choice(defeats).update(by=chance.choice(names)),
        "loser": lambda: defeats and chance.choice(defeats).update(player=chance.choice(names)),
        "order": lambda: chance.shuffle(defeats),
        "points": lambda: row.update(points=f"{int(row['points']) + chance.randint(1, 3)}"),
    }
    kind = chance.choice(sorted(others))
    if kind == "points" and row["variant"] != "respawn":
        return None  # a league may count as it likes
    others[kind]()
    return Told(results, defeats)


def test_what_the_rules_lead_to_is_no_contradiction(tmp_path: Path) -> None:
    for number in range(examples(100)):
        told = _tell(Random(f"{SEED} {number}"))
        judged = _judge(told, tmp_path)
        assert judged.problems == [], told
        assert judged.result is not None
        assert judged.result.points == {
            row["player"].lower(): int(row["points"]) for row in told.results
        }


def test_a_random_change_is_a_doubt_or_changes_nothing(tmp_path: Path) -> None:
    doubted = 0
    for number in range(examples(300)):
        chance = Random(f"{SEED} {number}")
        told = _tell(chance)
        changed = _change(told, chance)
        if changed is None:
            continue
        before, after = _judge(told, tmp_path), _judge(changed, tmp_path)
        assert before.result is not None
        if after.problems:
            doubted += 1
            continue
        assert after.result is not None
        same = {*after.result.winners} == {*before.result.winners}
        assert same, (told, changed)
        assert after.result.draw == before.result.draw, (told, changed)
        wanted = {row["player"].lower(): int(row["points"]) for row in changed.results}
        assert after.result.points == wanted, (told, changed)
    assert doubted > 30
