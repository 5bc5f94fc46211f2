"""The rules that lead from the facts of a defeat to what becomes of the loser."""

from collections.abc import Iterator

from bot.rules.events import Setup, Verdict
from bot.rules.teams import Standings, find_servants


def list_rules(setup: Setup, standings: Standings, verdict: Verdict) -> tuple[str, ...]:
    """Rule ids: the trail that the judge left, then what becomes of the loser.

    `standings` are the teams on which the defeat was judged. Of a verdict from before trails were
    kept it is only the last rule that led there.
    """
    rules = [*verdict.via, verdict.rule]
    if setup.answers.team_is_one_side:
        rules += _list_consequences(standings, verdict)
    return tuple(dict.fromkeys(rules))


def _list_consequences(standings: Standings, verdict: Verdict) -> Iterator[str]:
    struck = standings[verdict.loser].status == "servant"
    if verdict.becomes == "beaten":
        return  # the verdict's own rule says so
    if struck:
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if find_servants(standings, verdict.loser):
            yield "ESC-8"
