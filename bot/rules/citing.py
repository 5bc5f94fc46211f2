"""The rules that lead from the facts of a defeat to its verdict, in the order they are needed."""

from collections.abc import Iterator

from bot.rules.events import Setup, Verdict
from bot.rules.facts import Report
from bot.rules.responsibility import EXTERNAL_ONE, EXTERNAL_SEVERAL, INTERNAL
from bot.rules.teams import Standings, servants

_OWN_DOING = ("voluntary", "compelled-own", "owner", "owner-served")
_COMMANDED = {"controlled": "ESC-41", "kindslaver": "ESC-42"}


def chain(setup: Setup, standings: Standings, report: Report, verdict: Verdict) -> tuple[str, ...]:
    """Rule ids: how the source was found, who answers for it, what becomes of the loser.

    `standings` are the teams on which the defeat was judged.
    """
    variant = setup.answers
    rules = [verdict.rule]
    if variant.responsibility == "esclave":
        rules = [_source(report), *_answer(report, verdict), verdict.rule]
    if variant.team_is_one_side:
        rules += _fate(standings, verdict)
    elif variant.has_servants:
        rules = ["NEC-D1", *rules]
    return tuple(dict.fromkeys(rules))


def _source(report: Report) -> str:
    if report.protection_ended_by is not None:
        return "ESC-43"
    if report.cause == "library":
        forced = any(source.forced_draw for source in report.sources)
        return "ESC-D4" if forced else INTERNAL["library"]
    one = len(report.sources) == 1
    return (EXTERNAL_ONE if one else EXTERNAL_SEVERAL)[report.cause]


def _answer(report: Report, verdict: Verdict) -> Iterator[str]:
    answer = verdict.answer.removesuffix("-served")
    if verdict.found == "others":
        yield "ESC-36"
    if answer in _COMMANDED:
        yield _COMMANDED[answer]
    if verdict.answer in _OWN_DOING:
        yield INTERNAL[report.cause]
    if verdict.answer != answer:
        yield "ESC-40"


def _fate(standings: Standings, verdict: Verdict) -> Iterator[str]:
    struck = standings[verdict.loser].status == "servant"
    if verdict.becomes == "beaten":
        return  # the verdict's own rule says so
    if struck:
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if servants(standings, verdict.loser):
            yield "ESC-8"
