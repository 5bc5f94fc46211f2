"""Why a verdict is what it is: the sentence is true of everybody it names, and so is the source."""

import pytest
from msgspec.structs import replace

from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.records import DefeatVerdict
from bot.rules.reporting import DefeatsReported, ReportDefeats, find_card_whose_owner_matters
from bot.rules.teams import find_responsible_master
from tests.rules import test_variants
from tests.rules.notation import (
    Line,
    at_once,
    choose,
    concede,
    effect,
    killed,
    library,
    life,
    of,
    opened,
    played,
    poison,
    suicide,
)
from tests.rules.test_house import with_house
from tests.rules.test_properties import Choices, _command, _opening, _tries, games, lightly

CHOOSING = opened(options={"choose_master": True})
NECROMANCER = opened("ana bo cy di", variant="necromancer")
GIANT = opened("a1 a2 b1 b2", "a2", table="two-headed-giant", variant="elimination")
BO_SERVES_ANA = killed("bo", "ana")

SAID: list[tuple[str, Line, list[Line], str]] = [
    ("whose thrall owns what struck them", opened(),
     [BO_SERVES_ANA, poison("ana", of("ana", owner="bo"))],
     "bo serves ana, so nobody is responsible."),
    ("a traitor", opened(),
     [BO_SERVES_ANA, life("ana", of("bo", voluntary=True))],
     "bo directly chose what lost the game, so nobody is responsible."),
    ("a thrall who had no choice", opened(),
     [BO_SERVES_ANA, life("bo", of("bo", owner="di", object="Pact"))],
     "di owns Pact and bo had no choice, so di is responsible."),
    ("a thrall who owns the most of several lent objects", opened(),
     [BO_SERVES_ANA, effect("di", of("di", owner="bo"), of("di", owner="cy"),
                            of("di", owner="bo"))],
     "bo serves ana, so ana is responsible."),
    ("a thrall whose own object it was", opened(),
     [BO_SERVES_ANA, life("ana", of("ana", owner="bo", object="Pact"))],
     "bo owned Pact and is on ana’s side, so nobody is responsible."),
    ("the loser's own object", opened(),
     [life("ana", of("ana", object="Pact"))],
     "ana owned Pact, so nobody is responsible."),
    ("the one who is left of two", opened(),
     [life("bo", of("ana", 2), of("cy", 2)), concede("ana")],
     "Of the players who controlled the most of the tied sources, only cy’s team is still in"
     " the game; cy is responsible."),
    ("a thrall and the master, as many each", opened(),
     [BO_SERVES_ANA, life("di", of("bo", 2), of("ana", 2), of("cy", 1))],
     "Everyone who controlled the most of the tied sources is on one team; bo serves ana, so ana is"
     " responsible."),
    ("whoever was beaten by one who then chose a master", CHOOSING,
     [at_once(killed("bo", "cy"), suicide("cy")), choose("bo", None), choose("cy", "di")],
     "cy was defeated at the same moment with nobody responsible, so nobody is responsible here"
     " either."),
    ("equal objects of a thrall and of another", opened(),
     [BO_SERVES_ANA, poison("ana", of("bo", 1), of("cy", 1))],
     "Sources were tied, and other players’ come before those of ana’s side; cy controlled cy's"
     " Sorcery and is responsible."),
    ("equal objects of a thrall and the master's own", opened(),
     [BO_SERVES_ANA, poison("ana", of("bo", 1), of("ana", 1))],
     "bo serves ana, so nobody is responsible."),
    ("a thrall whose decisions another made", opened(),
     [BO_SERVES_ANA, life("bo", of("bo"), controlled_by="cy")],
     "cy made the decisions on ana’s side and is responsible."),
    ("no master left, but minions", NECROMANCER,
     [BO_SERVES_ANA, killed("cy", "di"), at_once(library("ana"), library("di"))],
     "No one is left who could still win, which is a draw; ana drew from an empty library, so"
     " nobody is responsible."),
    ("two equal objects of one player", NECROMANCER,
     [life("bo", of("ana", 3), of("ana", 3), of("cy", 1))],
     "ana controlled the most of the tied sources; ana controlled ana's Sorcery and is"
     " responsible."),
    ("a teammate's object", GIANT, [life("a1", of("a2"))],
     "a2 is on a1’s team, so nobody is responsible."),
]  # fmt: skip


@pytest.mark.parametrize(("pod", "lines", "sentence"), [said[1:] for said in SAID], ids=[said[0] for said in SAID])
def test_the_sentence_names_the_right_one(pod: Line, lines: list[Line], sentence: str) -> None:
    verdicts = played([pod, *lines])["verdicts"]
    assert sentence in [verdict["because"] for verdict in verdicts]


def test_a_minion_who_gains_nothing_is_not_said_to_stay_one() -> None:
    """VAR-6: where nobody is responsible, who lost may be out."""
    lines = [BO_SERVES_ANA, effect("ana", of("bo"))]
    pod = with_house("necromancer", lines, beats_own_master="nothing", nobody_responsible="out")
    assert pod.standings["ana"].status == "out"
    assert pod.standings["bo"].status == "masterless"
    assert pod.verdicts[-1].answer == "still-serves"


SOURCES: list[tuple[str, list[Line], str]] = [
    ("of those whom the loser chose", [life("di", of("ana", 2), of("cy", 2)), choose("di", "cy")],
     "cy's Sorcery"),
    ("of those who own the most",
     [life("di", of("di", 2, "ana", object="Pact"), of("di", 2, "bo", object="Gift")),
      choose("di", "bo")], "Gift"),
    ("of the one who is left", [life("di", of("ana", 2), of("cy", 2)), concede("ana")],
     "cy's Sorcery"),
    ("of a thrall, for whom the master answers",
     [BO_SERVES_ANA, life("di", of("bo", 2), of("ana", 2), of("ana", 2))], "bo's Sorcery"),
    ("of all, where nobody is responsible",
     [life("di", of("di", 2, object="Pact"), of("di", 2, voluntary=True)), ], "Pact"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "source"), [case[1:] for case in SOURCES], ids=[case[0] for case in SOURCES])
def test_the_source_is_the_first_of_the_equal_objects(lines: list[Line], source: str) -> None:
    assert played([opened(), *lines])["verdicts"][-1]["source"] == source


def _claims(verdict: DefeatVerdict, game: Pod) -> list[tuple[Player | None, Player | None]]:
    """Who serves whom, by what a sentence says."""
    who = verdict.owner if verdict.answer.startswith("owner") else verdict.controller
    if verdict.answer.endswith("-served"):
        return [(who, verdict.responsible)]
    return [(verdict.controller, verdict.loser)] if verdict.answer == "own-servant" else []


@pytest.mark.parametrize("game", [(_opening, _command), (test_variants.opening, test_variants.command)])
@games
@lightly
def test_whoever_is_said_to_serve_does(game: tuple[object, object], draw: Choices) -> None:
    for pod, _, event, _ in _tries(draw, *game):  # type: ignore[arg-type]
        if not isinstance(event, DefeatsReported):
            continue
        standings = pod.current_game.standings
        for verdict in event.outcome.verdicts:
            for servant, master in _claims(verdict, pod):
                assert servant is not None
                assert standings[servant].status == "servant"
                assert find_responsible_master(standings, servant) == master
            if verdict.answer == "voluntary":
                assert verdict.controller in {
                    source.controller
                    for report in event.reports
                    for source in (*report.sources, report.protection_ended_by)
                    if source is not None and source.voluntary
                }


@games
@lightly
def test_an_owner_is_named_only_if_the_report_names_them_once_every_question_is_answered(draw: Choices) -> None:
    for pod, command, event, _ in _tries(draw):
        if not isinstance(command, ReportDefeats) or not isinstance(event, DefeatsReported):
            continue
        if any(each.protection_ended_by not in (None, *each.sources) for each in command.reports):
            continue  # no form writes that
        reports = command.reports
        while (asked := find_card_whose_owner_matters(pod, reports)) is not None:
            report = reports[asked.report_index]
            source = report.sources[asked.source_index]
            assert source.owner is None
            assert asked.owners[0] == source.controller
            owned = replace(source, owner=asked.owners[next(draw, 0) % len(asked.owners)])
            sources = tuple(owned if at == asked.source_index else each for at, each in enumerate(report.sources))
            ended = owned if report.protection_ended_by == source else report.protection_ended_by
            answered = replace(report, sources=sources, protection_ended_by=ended)
            reports = tuple(answered if at == asked.report_index else each for at, each in enumerate(reports))
        owners = {source.owner for report in reports for source in report.sources}
        for verdict in ReportDefeats(reports).create_event(pod).outcome.verdicts:
            if verdict.answer in ("compelled-own", "compelled-side", "owner", "owner-served"):
                assert verdict.owner in owners
