"""What scripts rely on: the command line, the files it reads and the documents it prints."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.draws.seating import draw_seats_from_secret
from bot.formatters.messages import PodMessageFormatter
from bot.i18n import LOCALES, load_translations
from bot.rules.records import DefeatVerdict, PlayerChoiceAnswer, PodSetup
from bot.transcripts import pods
from tests.messages import list_variables_by_message_key
from tests.shell import Shell
from tests.shell import encode as _encoded

ROOT = Path(__file__).parents[2]
RULES = ROOT / "bot" / "rules"

OPEN = (
    '{"do": "open", "table": "free-for-all", "variant": "esclave",'
    ' "players": ["ana", "bo", "cy", "di"], "seats": ["ana", "bo", "cy", "di"], "first": "ana"}'
)
BOLT = (
    '{"do": "defeat", "loser": "bo", "cause": "life", "sources": [{"object": "Lightning Bolt", "controller": "ana"}]}'
)
TIE = '{"do": "defeat", "loser": "bo", "cause": "effect", "sources": [{"controller": "ana"}, {"controller": "cy"}]}'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def bolt(**more: Any) -> dict[str, Any]:
    source = {"object": "Lightning Bolt", "controller": "ana"}
    return {"variant": "esclave", "loser": "bo", "cause": "life", "sources": [source], **more}


# The program


def test_both_names_run_the_same_program(tmp_path: Path) -> None:
    path = tmp_path / "pod.jsonl"
    path.write_text(OPEN, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "replay", str(path), "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["state"] == "running"


def test_the_version_is_that_of_the_package(shell: Shell) -> None:
    ran = shell.run("--version")
    assert (ran.status, ran.err) == (0, "")
    # A checkout also says how many commits it is past the release.
    assert ran.out.strip().partition("+")[0] == f"suzerain {version('suzerain')}"


@pytest.mark.parametrize("arguments", [[], ["replay"], ["judge"], ["verify"]], ids=" ".join)
def test_help_is_there_for_every_command(shell: Shell, arguments: list[str]) -> None:
    ran = shell.run(*arguments, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: {' '.join(['suzerain', *arguments])}")


@pytest.mark.parametrize(
    "arguments",
    [[], ["fly"], ["replay"], ["judge"], ["verify"], ["replay", "a", "b"], ["judge", "a", "--yaml"]],
    ids=lambda arguments: " ".join(arguments) or "nothing",
)
def test_a_bad_argument_is_one_line_and_status_two(shell: Shell, arguments: list[str]) -> None:
    ran = shell.run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("suzerain")
    assert ran.err.count("\n") == 1
    assert "--help" in ran.err


@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["judge"], ["judge", "--json"], ["verify"]])
def test_a_file_that_cannot_be_read_is_named(shell: Shell, command: list[str]) -> None:
    not_text = shell.file("latin.txt", "\u00e9".encode("latin-1"))
    for path in (str(shell.folder / "missing.jsonl"), str(shell.folder), not_text):
        ran = shell.run(*command, path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(path)
        assert ran.err.count("\n") == 1


# Transcripts


def test_the_document_has_exactly_the_keys_of_the_contract(shell: Shell) -> None:
    document = shell.replay(OPEN, BOLT, TIE.replace('"bo"', '"di"')).document
    assert list(document) == [*("state", "waiting_for", "players", "turn", "verdicts", "result", "places", "deeds")]
    assert document["waiting_for"] == {
        "kind": "responsible",
        "by": "di",
        "options": ["ana", "cy"],
        "may_decline": False,
    }
    assert document["players"][1] == {
        "player": "bo",
        "status": "servant",
        "master": "ana",
        "out_as": None,
        "in_range": None,
        "may_attack": ["cy", "di"],
        "deck": None,
    }
    assert document["turn"] == {"active": ["ana"], "number": 1}
    (verdict,) = document["verdicts"]
    assert verdict.pop("because")
    assert verdict == {
        "loser": "bo",
        "responsible": "ana",
        "becomes": "servant",
        "rule": "ESC-21",
        "source": "Lightning Bolt",
    }
    assert document["result"] is None


def test_a_result_has_exactly_the_keys_of_the_contract(shell: Shell) -> None:
    document = shell.replay(OPEN, '{"do": "win", "player": "cy", "means": "effect"}').document
    assert (document["state"], document["waiting_for"]) == ("finished", None)
    points = {"ana": 0, "bo": 0, "cy": 3, "di": 0}
    assert document["result"] == {"winners": ["cy"], "draw": False, "points": points}


def test_json_is_one_document_and_people_get_sentences(shell: Shell) -> None:
    assert shell.replay(OPEN, BOLT).out.count("\n") == 1
    told = shell.replay(OPEN, BOLT, json=False)
    assert (told.status, told.err) == (0, "")
    assert "ESC-21" in told.out
    assert "Lightning Bolt" in told.out


def test_lines_may_be_empty_and_names_anything(shell: Shell) -> None:
    """Player names are any non-empty strings, and a line ends only where the file has one end."""
    names = ["a b", "\u0416\u0430\u043d\u043d\u0430", '"', "line\u2028break\u0085"]
    line = {"do": "open", "table": "free-for-all", "variant": "esclave", "players": names}
    document = shell.replay("", _encoded(line), "  ").document
    assert {player["player"] for player in document["players"]} == set(names)


LONG = "Wort" * 50_000


def test_names_and_objects_may_be_of_any_length(shell: Shell) -> None:
    """More than 2,500 letters are more than Fluent puts into one blank."""
    names = [LONG, f"{LONG}s", "cy", "di"]
    line = {"do": "open", "table": "free-for-all", "variant": "esclave", "players": names}
    bolt = {"object": f"{LONG}blitz", "controller": LONG, "amount": 2}
    shock = {"object": "Shock", "controller": "cy", "amount": 2}
    tie = {"do": "defeat", "loser": f"{LONG}s", "cause": "life", "sources": [bolt, shock]}
    lines = [_encoded(line), _encoded(tie)]
    assert LONG in shell.replay(*lines, json=False).out
    lines.append(_encoded({"do": "choose", "by": f"{LONG}s", "player": LONG}))
    (verdict,) = shell.replay(*lines).document["verdicts"]
    assert verdict["because"].startswith(f"Sources were tied, and {LONG}s chose;")
    assert verdict["because"].endswith(f"{LONG} is responsible.")
    case = {"variant": "esclave", "loser": LONG, "cause": "life", "sources": [bolt, shock]}
    assert LONG in shell.judge(case, json=False).out
    ran = shell.replay(_encoded(line), _encoded({**tie, "loser": "zed"}))
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_byte_order_mark_is_no_part_of_a_file(shell: Shell) -> None:
    marked = b"\xef\xbb\xbf"
    path = shell.file("pod.jsonl", marked + OPEN.encode())
    assert shell.run("replay", path, "--json").document["state"] == "running"
    path = shell.file("case.json", marked + _encoded(bolt()).encode())
    assert shell.run("judge", path, "--json").document["responsible"] == "ana"


def test_more_players_than_any_table_has_are_refused_at_once(shell: Shell) -> None:
    """Before anybody is seated, drawn or compared."""
    players = [f"p{number}" for number in range(100_000)]
    for table in ("free-for-all", "teams", "two-headed-giant", "grand-melee"):
        line = {"do": "open", "table": table, "variant": "elimination", "players": players}
        ran = shell.replay(_encoded(line), _encoded({**line, "players": players * 2}))
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "pod.jsonl:1: players: " in ran.err


def _as_a_process(shell: Shell, to: Any, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT, stdout=to, stderr=subprocess.PIPE, check=False, timeout=60,
        env={**os.environ, **environment},
    )  # fmt: skip


def test_letters_that_an_output_lacks_are_spelt_out(shell: Shell) -> None:
    line = changed(OPEN, players=["ana", "bo", "cy", "\u0416\u0430"], seats=None)
    path = shell.file("pod.jsonl", line)
    done = _as_a_process(shell, subprocess.PIPE, "replay", path, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u0416\u0430" in done.stdout
    done = _as_a_process(shell, subprocess.PIPE, "replay", path, "--json", PYTHONIOENCODING="latin-1")
    assert "\u0416\u0430".encode() in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize("arguments", [["replay"], ["replay", "--json"], ["judge"], ["--help"]])
def test_an_output_without_room_is_one_line_and_status_two(shell: Shell, arguments: list[str]) -> None:
    files = {"replay": OPEN, "judge": _encoded(bolt())}
    path = [shell.file("file", files[arguments[0]])] if arguments[0] in files else []
    with Path("/dev/full").open("wb") as full:
        done = _as_a_process(shell, full, *arguments, *path)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert done.stderr.startswith(b"standard output: ")


def test_whoever_stops_reading_hears_no_complaint(shell: Shell) -> None:
    path = shell.file("pod.jsonl", OPEN)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = _as_a_process(shell, gone, "replay", path)
    assert (done.returncode, done.stderr) == (141, b"")


def test_windows_line_ends_are_line_ends(shell: Shell) -> None:
    path = shell.file("pod.jsonl", f"{OPEN}\r\n{BOLT}\r\n")
    assert shell.run("replay", path, "--json").document["players"][1]["master"] == "ana"


def test_without_seats_the_seed_draws_them_and_draws_them_again(shell: Shell) -> None:
    line = {"do": "open", "table": "free-for-all", "variant": "esclave"}
    lines = [{**line, "players": list("abcdefgh"), "seed": seed} for seed in (0, 0, 1, -7, 2**70)]
    del lines[1]["seed"]
    outs = [shell.replay(_encoded(line)).out for line in lines]
    assert outs[0] == outs[1]
    assert len(set(outs[1:])) == 4
    assert outs == [shell.replay(_encoded(line)).out for line in lines]


def changed(line: str, **more: Any) -> str:
    return _encoded({**json.loads(line), **more})


def at(table: str, **more: Any) -> str:
    """The first line of six people at a table."""
    players = ["a1", "a2", "a3", "b1", "b2", "b3"]
    line = {"do": "open", "table": table, "variant": "elimination", "players": players, "seats": players}
    return _encoded({**line, "first": "a2", **more})


def source(**more: Any) -> str:
    return changed(BOLT, sources=[{"controller": "ana", **more}])


def test_a_game_that_goes_on_and_on_takes_memory_for_what_happens_alone() -> None:
    """RSP-4: twice the defeats are twice the memory, not four times."""
    text = load_translations("en")

    def peak(defeats: int) -> int:
        lines = [OPEN.replace("esclave", "respawn"), *[BOLT] * defeats]
        tracemalloc.start()
        try:
            assert len(pods.replay_pod_transcript(lines, text).verdicts) == defeats
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(3_000) < 2.5 * peak(1_500)


def deck(**more: Any) -> str:
    return _encoded({"do": "deck", "player": "ana", "commanders": ["Krenko, Mob Boss"], **more})


def test_the_deck_told_last_holds_whatever_is_undone_or_waits(shell: Shell) -> None:
    """A deck is no step: a waiting pod goes on waiting, and undo passes over it."""
    tie, undo = TIE.replace('"bo"', '"di"'), '{"do": "undo"}'
    decks = [deck(bracket=2), deck(commanders=["Tymna", "Thrasios", "Lutri"])]
    document = shell.replay(OPEN, BOLT, decks[0], tie, decks[1]).document
    assert document["state"] == "waiting"
    assert [row["deck"] for row in document["players"]] == [
        {"commanders": ["Tymna", "Thrasios", "Lutri"], "bracket": None},
        *3 * [None],
    ]
    undone = shell.replay(OPEN, BOLT, decks[1], tie, decks[0], undo, undo).document
    assert undone["players"][1]["status"] == "master"
    assert undone["players"][0]["deck"] == {"commanders": ["Krenko, Mob Boss"], "bracket": 2}
    won = '{"do": "win", "player": "cy", "means": "effect"}'
    assert shell.replay(OPEN, won, decks[0]).document["players"][0]["deck"]["bracket"] == 2


def substitute(player: str, by: str, **more: Any) -> str:
    return _encoded({"do": "substitute", "player": player, "by": by, **more})


KILLS = [BOLT.replace('"bo"', f'"{loser}"') for loser in ("bo", "cy", "di")]


def test_a_substitute_has_the_seat_and_whoever_began_the_result(shell: Shell) -> None:
    document = shell.replay(OPEN, KILLS[0], substitute("bo", "hal"), *KILLS[1:]).document
    assert [row["player"] for row in document["players"]] == ["ana", "hal", "cy", "di"]
    assert document["players"][1]["master"] == "ana"
    assert [verdict["loser"] for verdict in document["verdicts"]] == ["bo", "cy", "di"]
    assert document["result"]["points"] == {"ana": 3, "bo": 1, "cy": 1, "di": 0}
    assert set(document["result"]["winners"]) == {"ana", "bo", "cy"}
    assert document["places"] == {"ana": 1, "bo": 2, "cy": 2, "di": 4}
    assert ("loyal", "bo") in [(each["deed"], each["player"]) for each in document["deeds"]]


def test_of_a_chain_whoever_took_the_result_last_has_it(shell: Shell) -> None:
    chain = [
        substitute("ana", "hal", takes_result=True),
        substitute("hal", "ida", takes_result=True),
        substitute("ida", "jo"),
    ]
    kills = [KILLS[0], *(kill.replace('"ana"', '"jo"') for kill in KILLS[1:])]
    document = shell.replay(OPEN, kills[0], *chain, *kills[1:]).document
    assert document["players"][0]["player"] == "jo"
    assert document["result"]["points"] == {"ida": 3, "bo": 1, "cy": 1, "di": 0}
    assert document["deeds"][0] == {"deed": "first-blood", "player": "ida", "step": 2}
    assert [verdict["responsible"] for verdict in document["verdicts"]] == ["ana", "jo", "jo"]
    undone = shell.replay(OPEN, kills[0], *chain, *3 * ['{"do": "undo"}']).document
    assert undone["players"][0]["player"] == "ana"


def test_a_deck_stays_with_the_seat_until_another_is_told(shell: Shell) -> None:
    told = [deck(), substitute("ana", "hal")]
    assert shell.replay(OPEN, *told).document["players"][0]["deck"] is not None
    other = deck(player="hal", commanders=["Tymna"])
    undone = shell.replay(OPEN, *told, other, '{"do": "undo"}').document["players"][0]
    assert (undone["player"], undone["deck"]["commanders"]) == ("ana", ["Tymna"])


HOUSE = changed(
    OPEN,
    variant="elimination",
    house_deeds=[{"name": "Tie", "times": 2}, {"name": "Best", "way": "voted"}, {"name": "Slow", "way": "given"}],
)


def line(do: str, **keys: Any) -> str:
    return _encoded({"do": do, **keys})


GIVEN = line("give", player="cy", deed="Slow", by="ida", reason="An hour")
KILLS = [line("defeat", loser=each, cause="life", sources=[{"controller": "ana"}]) for each in ("bo", "cy", "di")]


def test_deeds_of_a_server_s_own_are_in_the_document_where_open_asks_for_them(shell: Shell) -> None:
    tie = line("claim", player="bo", deed="Tie")
    vote = line("vote", deed="Best", votes={"di": 2, "bo": 1, "cy": 0})
    told = [HOUSE, tie, GIVEN, KILLS[0], tie, "", *KILLS[1:], vote, line("claim", player="ana", deed="Tie")]
    document = shell.replay(*told).document
    assert list(document)[-2:] == ["deeds", "house_deeds"]
    assert document["house_deeds"] == [
        *({"deed": "Tie", "player": "bo", "step": 2}, {"deed": "Slow", "player": "cy", "step": 3}),
        *({"deed": "Tie", "player": "bo", "step": 5}, {"deed": "Best", "player": "di", "step": 8}),
        {"deed": "Tie", "player": "ana", "step": 9},
    ]
    assert [each["deed"] for each in document["deeds"]] == ["first-blood"]
    undone = shell.replay(*told, *['{"do": "undo"}'] * 2).document
    assert [each["step"] for each in undone["house_deeds"]] == [2, 3, 5]
    seats = shell.replay(HOUSE, tie, substitute("bo", "hal"), line("claim", player="hal", deed="Tie")).document
    assert [each["player"] for each in seats["house_deeds"]] == ["bo", "bo"]


@pytest.mark.parametrize("votes", [{}, {"bo": 1, "di": 1}, {"bo": 2, "di": 2}, {"bo": 0}])
def test_a_vote_without_a_winner_gives_nothing(shell: Shell, votes: dict[str, int]) -> None:
    assert shell.replay(HOUSE, *KILLS, line("vote", deed="Best", votes=votes)).document["house_deeds"] == []


# What is wrong: the lines, and the line, the field and the word that the complaint must name.
WRONG: list[tuple[str, list[str], int, str, str]] = [
    ("nothing but blank lines", ["", ""], 0, "do", "open"),
    ("not JSON", [OPEN, "{"], 2, "", "JSON"),
    ("a deed that open does not ask for", [OPEN, line("claim", player="bo", deed="Tie")], 2, "do", "concede"),
    ("a deed that is not declared", [HOUSE, line("claim", player="bo", deed="Tea")], 2, "deed", "Tie"),
    ("a claim of a deed that is given", [HOUSE, line("claim", player="bo", deed="Slow")], 2, "deed", "Tie"),
    ("a claim too many", [HOUSE, *[line("claim", player="bo", deed="Tie")] * 3], 4, "deed", "2"),
    ("a claim of nobody here", [HOUSE, line("claim", player="ida", deed="Tie")], 2, "player", "ida"),
    ("a deed given twice", [HOUSE, GIVEN, GIVEN], 3, "deed", "1"),
    ("a deed given by a player", [HOUSE, GIVEN.replace("ida", "ana")], 2, "by", "ana"),
    ("a deed given without a reason", [HOUSE, GIVEN.replace("An hour", " ")], 2, "reason", "300"),
    ("a vote before the end", [HOUSE, line("vote", deed="Best", votes={})], 2, "", "over"),
    ("a vote for nobody here", [HOUSE, *KILLS, line("vote", deed="Best", votes={"ida": 1})], 5, "votes", "bo"),
    ("more ballots than players", [HOUSE, *KILLS, line("vote", deed="Best", votes={"bo": 5})], 5, "votes", "bo"),
    ("a second vote", [HOUSE, *KILLS, *[line("vote", deed="Best", votes={})] * 2], 6, "deed", "over"),
    ("two deeds of one name", [changed(OPEN, house_deeds=[{"name": "Tie"}] * 2)], 1, "house_deeds[1].name", "once"),
    ("two votes on a deed", [changed(OPEN, house_deeds=[{"name": "a", "way": "voted", "times": 2}])], 1,
     "house_deeds[0].times", "1"),
    ("a deed without a name", [changed(OPEN, house_deeds=[{"way": "voted"}])], 1, "house_deeds[0]", "name"),
    ("a second value in a line", [OPEN + OPEN], 1, "", "JSON"),
    ("not an object", [OPEN, "[]"], 2, "", "object"),
    ("no open before the rest", [BOLT], 1, "do", "open"),
    ("a second open", [OPEN, OPEN], 2, "", "open"),
    ("a substitute who plays", [OPEN, substitute("bo", "cy")], 2, "by", "cy"),
    ("a substitute who has played", [OPEN, substitute("bo", "hal"), substitute("cy", "bo")], 3,
     "by", "bo"),
    ("a substitute for somebody who is not there", [OPEN, substitute("eve", "hal")], 2,
     "player", "eve"),
    ("a substitute while the pod waits", [OPEN, TIE, substitute("bo", "hal")], 3, "", "bo"),
    ("whoever gave the seat away", [OPEN, substitute("bo", "hal"), BOLT], 3, "loser", "bo"),
    ("a substitute without an end", [OPEN, substitute("bo", "hal", takes_result=1)], 2,
     "takes_result", "bool"),
    ("an unknown command", [OPEN, '{"do": "fly"}'], 2, "do", "concede"),
    ("no command", [OPEN, "{}"], 2, "do", "concede"),
    ("a command that is no word", [OPEN, '{"do": ["open"]}'], 2, "do", "concede"),
    ("an unknown table", [changed(OPEN, table="round")], 1, "table", "free-for-all"),
    ("an unknown variant", [changed(OPEN, variant="chaos")], 1, "variant", "elimination"),
    ("an unknown base", [changed(OPEN, base="uno")], 1, "base", "commander"),
    ("an unknown scoring", [changed(OPEN, scoring="golf")], 1, "scoring", "lotus"),
    ("an unknown option", [changed(OPEN, options={"fast": True})], 1, "options", "choose_master"),
    ("an option that is no truth value", [changed(OPEN, options={"choose_master": 1})], 1,
     "options.choose_master", "bool"),
    ("a range of no seats", [changed(OPEN, range=0)], 1, "range", "accepted: null, 1, 2"),
    ("a range beyond half of the seats", [changed(OPEN, range=3)], 1, "range", "accepted: null, 1, 2"),
    ("a range that is a truth value", [changed(OPEN, range=True)], 1, "range", "accepted: null, 1, 2"),
    ("a range where the table has none", [at("two-headed-giant", range=1)], 1, "range", "accepted: null"),
    ("no range where the table has one", [at("emperor", range=None)], 1, "range", "accepted: 2, 1, 3"),
    ("an attack of its own", [changed(OPEN, attack="up")], 1, "attack", '"one", "several", "left", "right"'),
    ("an attack that is null", [changed(OPEN, attack=None)], 1, "attack", '"one", "several", "left", "right"'),
    ("an attack of other tables", [at("emperor", attack="left")], 1, "attack", 'accepted: "one", "several"'),
    ("an attack where there is no choice", [at("two-headed-giant", attack="one")], 1, "attack", "leave it out"),
    ("deploying where there are no teams", [changed(OPEN, deploy=False)], 1, "deploy", "leave it out"),
    ("no deploying where it is always so", [at("emperor", deploy=False)], 1, "deploy", "accepted: true"),
    ("a deploying that is a number", [at("teams", deploy=1)], 1, "deploy", "accepted: false, true"),
    ("turns of teams where there are none", [changed(OPEN, turn_of="team")], 1, "turn_of", "leave it out"),
    ("turns of nobody", [at("two-headed-giant", turn_of=None)], 1, "turn_of", '"team", "player"'),
    ("an unknown key", [changed(OPEN, name="x")], 1, "", "players"),
    ("a seed that is no number", [changed(OPEN, seed="x")], 1, "seed", "int"),
    ("a seed between numbers", [changed(OPEN, seed=0.5)], 1, "seed", "int"),
    ("no players", [changed(OPEN, players=[])], 1, "players", "players"),
    ("a player without a name", [changed(OPEN, players=["ana", ""])], 1, "players[1]", "1"),
    ("a missing key", ['{"do": "open", "table": "free-for-all"}'], 1, "", "variant"),
    ("an unknown cause", [OPEN, changed(BOLT, cause="boredom")], 2, "cause", "poison"),
    ("a key that stands twice", [OPEN, '{"do": "concede", "player": "bo", "player": "cy"}'], 2,
     "player", "once"),
    ("an unknown key of a defeat", [OPEN, changed(BOLT, killer="ana")], 2, "", "loser"),
    ("an unknown key of a source", [OPEN, source(power=3)], 2, "sources[0]", "controller"),
    ("an amount of nothing", [OPEN, source(amount=0)], 2, "sources[0].amount", "1"),
    ("an amount that is no number", [OPEN, source(amount="3")], 2, "sources[0].amount", "int"),
    ("an amount of 5,000 digits", [OPEN, source(amount=0).replace("0", "9" * 5_000)], 2,
     "sources[0].amount", "4300 digits"),
    ("a seed beyond all numbers", [changed(OPEN, seed=0).replace("0", "1e999")], 1, "seed",
     "too large"),
    ("an amount that is a truth value", [OPEN, source(amount=True)], 2, "sources[0].amount",
     "int"),
    ("a voluntary that is a word", [OPEN, source(voluntary="yes")], 2, "sources[0].voluntary",
     "bool"),
    ("a deck without commanders", [OPEN, deck(commanders=[])], 2, "commanders", "1"),
    ("a deck of four commanders", [OPEN, deck(commanders=[*"abcd"])], 2, "commanders", "3"),
    ("a commander without a name", [OPEN, deck(commanders=["a", ""])], 2, "commanders[1]", "1"),
    ("a name beyond 200 characters", [OPEN, deck(commanders=["a" * 201])], 2, "commanders[0]",
     "200"),
    ("a bracket beyond five", [OPEN, deck(bracket=6)], 2, "bracket", "5"),
    ("the deck of somebody else", [OPEN, deck(player="zed")], 2, "player", "ana"),
    ("a deck when it is closed", [OPEN, '{"do": "close"}', deck()], 3, "", "closed"),
    ("a source without a controller", [OPEN, changed(BOLT, sources=[{"object": "x"}])], 2,
     "sources[0]", "controller"),
    ("a controller who is not there", [OPEN, source(controller="zed")], 2,
     "sources[0].controller", "ana, bo, cy, di"),
    ("an unknown means", [OPEN, '{"do": "win", "player": "ana", "means": "luck"}'], 2, "means",
     "combo"),
    ("a win without means", [OPEN, '{"do": "win", "player": "ana"}'], 2, "", "means"),
    ("an unknown card", [OPEN, '{"do": "subgame", "card": "jester"}'], 2, "card", "shahrazad"),
    ("a choice that says nothing", [OPEN, TIE, '{"do": "choose", "by": "bo"}'], 3, "player",
     "null"),
    ("a turn with a number", [OPEN, '{"do": "turn", "number": 3}'], 2, "", "do"),
    ("a refused command", [OPEN, "", '{"do": "concede", "player": "zed"}'], 3, "player",
     "zed"),
    ("an entry of several", [OPEN, '{"do": "defeats", "at_once": [{"loser": "bo", "cause": 1}]}'],
     2, "at_once[0].cause", "poison"),
    ("a stranger in an only entry",
     [OPEN, '{"do": "defeats", "at_once": [{"loser": "zed", "cause": "library"}]}'],
     2, "at_once[0].loser", "ana, bo, cy, di"),
    ("a stranger in a defeat", [OPEN, '{"do": "defeat", "loser": "zed", "cause": "library"}'],
     2, "loser: zed", "ana, bo, cy, di"),
    ("a command while the pod waits", [OPEN, TIE, '{"do": "turn"}'], 3, "", "bo"),
]  # fmt: skip


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
@pytest.mark.parametrize(("lines", "line", "field", "word"), [wrong[1:] for wrong in WRONG], ids=[w[0] for w in WRONG])
def test_a_mistake_is_one_line_that_says_where_and_what_would_do(
    shell: Shell, lines: list[str], line: int, field: str, word: str, as_json: bool
) -> None:
    ran = shell.replay(*lines, json=as_json)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    at = f"{shell.folder / 'pod.jsonl'}:{line}: " if line else f"{shell.folder / 'pod.jsonl'}"
    assert ran.err.startswith(at)
    assert field in ran.err.removeprefix(at)
    assert word in ran.err.removeprefix(at)


@pytest.mark.parametrize("content", ["", "\n", "  \n\n"], ids=["nothing", "a line", "blanks"])
def test_an_empty_transcript_asks_for_open(shell: Shell, content: str) -> None:
    ran = shell.run("replay", shell.file("pod.jsonl", content), "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "open" in ran.err


def test_the_first_mistake_of_several_is_told(shell: Shell) -> None:
    assert "pod.jsonl:2: " in shell.replay(OPEN, '{"do": "fly"}', "{").err


# One defeat


def test_a_verdict_has_exactly_the_keys_of_the_contract(shell: Shell) -> None:
    verdict = shell.judge(bolt()).document
    assert verdict.pop("because")
    assert verdict == {
        "loser": "bo",
        "responsible": "ana",
        "becomes": "servant",
        "rule": "ESC-21",
        "source": "Lightning Bolt",
    }


def test_a_verdict_in_words_cites_its_rule(shell: Shell) -> None:
    ran = shell.judge(bolt(), json=False)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("ESC-21: ")


def test_a_tie_is_the_choice_that_the_loser_has(shell: Shell) -> None:
    sources = [{"controller": "ana", "amount": 2}, {"controller": "cy", "amount": 2}]
    assert shell.judge(bolt(sources=sources)).document == {
        "waiting_for": {"kind": "responsible", "by": "bo", "options": ["ana", "cy"], "may_decline": False}
    }
    told = shell.judge(bolt(sources=sources), json=False)
    assert "ana" in told.out
    assert "cy" in told.out


JUDGED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("a thrall's spell is the master's", bolt(teams={"ana": "cy"}),
     {"responsible": "cy", "rule": "ESC-40", "becomes": "servant"}),
    ("a thrall's life is the master's", bolt(teams={"bo": "di"}),
     {"loser": "di", "responsible": "ana", "becomes": "servant"}),
    ("a poisoned thrall changes masters", bolt(cause="poison", teams={"bo": "di"}),
     {"loser": "bo", "responsible": "ana", "becomes": "servant"}),
    ("a thrall with an empty library", bolt(cause="library", sources=[], teams={"bo": "di"}),
     {"loser": "bo", "responsible": None, "becomes": "out", "source": None}),
    ("three masters or more are assumed", {"variant": "esclave", "loser": "bo", "cause": "library"},
     {"responsible": None, "becomes": "out", "rule": "ESC-33"}),
    ("a thrall's own master strikes", bolt(cause="effect", teams={"bo": "ana"}),
     {"responsible": "ana", "becomes": "servant", "rule": "ESC-25"}),
    ("Mindslaver", bolt(sources=[{"controller": "bo"}], controlled_by="di"),
     {"responsible": "di", "rule": "ESC-41"}),
    ("Kindslaver", bolt(sources=[{"controller": "bo"}], kindslaver="di"),
     {"responsible": "di", "rule": "ESC-42"}),
    ("an ended protection", bolt(protection_ended_by={"controller": "eve", "object": "Doom Blade"}),
     {"responsible": "eve", "rule": "ESC-43", "source": "Doom Blade"}),
    ("a source without a name", bolt(sources=[{"controller": "ana"}]),
     {"responsible": "ana", "source": None}),
    ("elimination", bolt(variant="elimination"), {"responsible": "ana", "becomes": "out"}),
    ("a minion's spell is the minion's own", bolt(variant="necromancer", teams={"ana": "cy"}),
     {"responsible": "ana", "rule": "NEC-2", "becomes": "servant"}),
    ("a minion's own master", bolt(variant="necromancer", teams={"bo": "ana"}),
     {"responsible": "ana", "rule": "NEC-9", "becomes": "out"}),
    ("another than the minion's master", bolt(variant="necromancer", teams={"bo": "cy"}),
     {"responsible": "ana", "rule": "NEC-10", "becomes": "servant"}),
    ("a master's own minion", bolt(variant="necromancer", teams={"ana": "bo"}),
     {"responsible": "ana", "rule": "NEC-11", "becomes": "servant"}),
    ("a master in a chain", bolt(variant="necromancer", teams={"ana": "bo", "bo": "cy"}),
     {"responsible": "ana", "rule": "NEC-11", "becomes": "servant"}),
    ("nobody knows in Necromancer", bolt(variant="necromancer", sources=[]),
     {"responsible": None, "rule": "NEC-12", "becomes": "masterless", "source": None}),
    ("a defeat in Respawn", bolt(variant="respawn"),
     {"responsible": "ana", "becomes": "rejoins", "source": "Lightning Bolt"}),
    ("nobody knows, without thralls", bolt(variant="elimination", sources=[]),
     {"responsible": None, "becomes": "out"}),
]  # fmt: skip


@pytest.mark.parametrize(("case", "expected"), [judged[1:] for judged in JUDGED], ids=[judged[0] for judged in JUDGED])
def test_one_defeat_is_judged(shell: Shell, case: object, expected: dict[str, Any]) -> None:
    verdict = shell.judge(case).document
    assert {key: verdict[key] for key in expected} == expected


MISJUDGED: list[tuple[str, object, str, str]] = [
    ("not JSON", "{", "", "JSON"),
    ("nothing", "", "", "JSON"),
    ("not an object", "[]", "", "object"),
    ("two objects", _encoded(bolt()) * 2, "", "JSON"),
    ("a command", bolt(do="defeat"), "do", "variant"),
    ("an unknown key", bolt(killer="ana"), "killer", "loser"),
    ("no variant", {"loser": "bo", "cause": "library"}, "variant", "variant"),
    ("an unknown variant", bolt(variant="chaos"), "variant", "elimination"),
    ("an unknown cause", bolt(cause="boredom"), "cause", "poison"),
    ("no source", bolt(sources=[]), "sources", "source"),
    ("an amount of 5,000 digits",
     _encoded(bolt(sources=[{"controller": "ana", "amount": 0}])).replace("0", "9" * 5_000),
     "sources[0].amount", "4300 digits"),
    ("no amounts", bolt(sources=[{"controller": "ana"}, {"controller": "cy"}]),
     "sources[0].amount", "amount"),
    ("an amount of nothing", bolt(sources=[{"controller": "ana", "amount": 0}]),
     "sources[0].amount", "1"),
    ("a thrall of a thrall", bolt(teams={"ana": "bo", "bo": "cy"}), "teams.ana", "master"),
    ("a thrall of themself", bolt(teams={"ana": "ana"}), "teams.ana", "master"),
    ("a minion of themself", bolt(variant="necromancer", teams={"ana": "ana"}), "teams.ana", "ana"),
    ("minions of each other", bolt(variant="necromancer", teams={"ana": "bo", "bo": "ana"}),
     "teams.ana", "bo"),
    ("minions in Respawn", bolt(variant="respawn", teams={"ana": "bo"}), "teams", "respawn"),
    ("thralls where there are none", bolt(variant="elimination", teams={"ana": "cy"}), "teams",
     "elimination"),
    ("a team that is no name", bolt(teams={"ana": ""}), "teams", "1"),
]  # fmt: skip


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
@pytest.mark.parametrize(("case", "field", "word"), [wrong[1:] for wrong in MISJUDGED], ids=[w[0] for w in MISJUDGED])
def test_a_defeat_that_cannot_be_is_one_line(shell: Shell, case: object, field: str, word: str, as_json: bool) -> None:
    ran = shell.judge(case, json=as_json)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    path = str(shell.folder / "case.json")
    assert ran.err.startswith(path)
    assert field in ran.err.removeprefix(path)
    assert word in ran.err.removeprefix(path)


# Draws

SECRET = "5" * 64
PROOF: dict[str, Any] = {
    "commitment": hashlib.sha256(SECRET.encode()).hexdigest(),
    "secret": SECRET,
    "players": ["Ana", "Bo", "\u0416\u0430\u043d\u043d\u0430", "Di"],
}


def test_a_draw_is_repeated_and_compared_with_what_was_announced(shell: Shell) -> None:
    again = draw_seats_from_secret(PodSetup(), PROOF["players"], SECRET)
    ran = shell.verify(**PROOF, seats=again.seats, first=again.first)
    assert (ran.status, ran.err) == (0, "")
    *found, verdict = ran.out.splitlines()
    seats = ", ".join(f"'{player}'" for player in again.seats)
    commitment = f"commitment: '{PROOF['commitment']}'"
    assert found == [commitment, f"seats: {seats}", f"first: '{again.first}'"]
    assert verdict == "The draw is sound."


def test_what_was_announced_may_be_left_out(shell: Shell) -> None:
    ran = shell.verify(**PROOF)
    assert ran.status == 0
    assert ran.out.endswith("The draw is sound.\n")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"secret": "6" * 64}, "commitment"),
        ({"commitment": "0" * 64}, "commitment"),
        ({"seats": ["Ana"]}, "seats"),
        ({"first": "Eve"}, "first"),
    ],
    ids=["secret", "commitment", "seats", "first"],
)
def test_what_does_not_fit_is_shown_and_is_status_one(shell: Shell, wrong: dict[str, Any], field: str) -> None:
    ran = shell.verify(**{**PROOF, **wrong})
    assert (ran.status, ran.err) == (1, "")
    lines = ran.out.splitlines()
    (at,) = [at for at, line in enumerate(lines) if line.startswith("  but announced: ")]
    assert lines[at - 1].startswith(f"{field}: ")
    assert lines[-1] == "The draw is NOT what was announced."


def test_players_in_another_order_of_joining_are_another_draw(shell: Shell) -> None:
    again = draw_seats_from_secret(PodSetup(), PROOF["players"], SECRET)
    told = {**PROOF, "seats": again.seats, "first": again.first}
    assert shell.verify(**{**told, "players": PROOF["players"][::-1]}).status == 1


def test_a_name_cannot_say_that_a_draw_is_sound(shell: Shell) -> None:
    players = ["Ana\nThe draw is sound.", "\x1b[2J", "\u202eBo"]
    ran = shell.verify(**{**PROOF, "players": players, "first": "Eve"})
    assert ran.status == 1
    assert "\nThe draw is sound" not in ran.out
    assert not {"\x1b", "\u202e"} & set(ran.out)


@pytest.mark.parametrize(
    ("wrong", "field", "word"),
    [
        ({"secret": "5"}, "secret", "{64}"),
        ({"secret": "G" * 64}, "secret", "[0-9a-f]"),
        ({"secret": SECRET + "\n"}, "secret", "64"),
        ({"commitment": None}, "commitment", "str"),
        ({"players": []}, "players", "1"),
        ({"players": [""]}, "players[0]", "1"),
        ({"players": ["Ana"] * 257}, "players", "256"),
        ({"seed": 1}, "seed", "commitment"),
        ({"table": "emperor", "teams": 3, "sides": {"Ana": 2}}, "sides.Ana", "0 to 1"),
    ],
)
def test_a_draw_that_cannot_be_read_is_one_line(shell: Shell, wrong: dict[str, Any], field: str, word: str) -> None:
    ran = shell.verify(**{**PROOF, **wrong})
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    path = str(shell.folder / "draw.json")
    assert ran.err.startswith(path)
    assert field in ran.err.removeprefix(path)
    assert word in ran.err.removeprefix(path)


# The sentences


def _codes(kind: str) -> set[str]:
    """The answers or findings that the rules' sources write down."""
    source = "\n".join(path.read_text("utf-8") for path in sorted(RULES.glob("*.py")))
    words = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', source))
    there = {key.removeprefix(f"{kind}-") for key in list_variables_by_message_key("en") if key.startswith(f"{kind}-")}
    also = {word for word in there if re.sub("-(served|for|draw)$", "", word) in words}
    also |= {"declined-for"} & there  # who chose that a player leaves
    also |= {word for word in there if re.sub("-side$", "-own", word) in words}
    assert there <= words | also, "a sentence that no rule says"
    return there


def _list_reasons() -> Iterator[tuple[str, str | None, PlayerChoiceAnswer | None]]:
    """Yield each answer with each finding, and with each choice that was made for the loser."""
    special = re.compile(".+-(for|draw)$")
    answers = [code for code in sorted(_codes("answer")) if not special.match(code)]
    findings = [None, *(code for code in sorted(_codes("found")) if not special.match(code))]
    made = ({"chosen_by": "eve"}, {"drawn": True})
    for answer, found in product(answers, findings):
        yield answer, found, None
        for how in made:
            if found == "chosen":
                yield answer, found, PlayerChoiceAnswer("responsible", "bo", "ana", **how)
            if answer == "chose-master":
                yield answer, found, PlayerChoiceAnswer("new-master", "bo", "ana", **how)
            yield answer, found, PlayerChoiceAnswer("new-master", "bo", None, **how)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_finding_and_answer_makes_a_whole_sentence(locale: str) -> None:
    text = load_translations(next(known for known in LOCALES if known == locale))
    words = PodMessageFormatter(text, str.capitalize)
    for answer, found, choice in _list_reasons():
        owner = "bo" if answer.endswith("-own") else "di"
        verdict = DefeatVerdict("bo", "ana", "servant", "ESC-21", answer, found, None, "cy", owner)
        sentence = words.render_verdict_reason(replace(verdict, choice=choice))
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert not re.search(r"[{}$]|\s\s|\s\.|\.\.", sentence), sentence


def test_every_code_in_the_rules_has_its_words_in_every_language() -> None:
    """Refusals are the first string of `raise_refusal`, findings those of a judgement."""
    source = "\n".join(path.read_text("utf-8") for path in sorted(RULES.glob("*.py")))
    refusals = set(re.findall(r'(?:raise_refusal|Refusal)\(\s*"([a-z-]+)"', source))
    answers = set(re.findall(r'answer="([a-z-]+)"', source))
    found = set(re.findall(r'found="([a-z-]+)"', source))
    assert len(refusals) > 20
    wanted = {f"refusal-{code}" for code in refusals} | {f"answer-{code}" for code in answers}
    wanted |= {f"found-{code}" for code in found}
    for locale in LOCALES:
        assert wanted <= set(list_variables_by_message_key(locale)), locale
        blanks = list_variables_by_message_key(locale)
        assert {key: blanks[key] for key in wanted} == {key: list_variables_by_message_key("en")[key] for key in wanted}
