"""`/why`: the facts and the rules that a verdict comes from, for whoever asks alone."""

from collections.abc import Iterator
from typing import NamedTuple

import discord
from discord.app_commands import Choice

from bot.front.interaction import picking
from bot.front.interaction.desk import Asked, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.rendering import story
from bot.front.rendering.embeds import COLOURS, DESCRIPTION, FIELD
from bot.front.rendering.escaping import cut
from bot.rules.citing import list_rules
from bot.rules.events import Answer, Chose, Defeated, Verdict
from bot.rules.facts import Report
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import Refusal
from bot.rules.story import Story, told
from bot.rules.teams import in_game, masters, servants
from bot.service import Table
from bot.words import Words

_RULE = 700
"""Characters of a rule's text: several stand in one embed of 6,000."""


class Told(NamedTuple):
    """A verdict of a pod's story, and what it was made of.

    `game` is the game on which it was judged, as it stood when the defeat was reported.
    """

    verdict: Verdict
    reports: tuple[Report, ...]
    game: Pod
    answers: tuple[Answer, ...]


def verdicts(story: Story) -> Iterator[Told]:
    """Every verdict of a story, oldest first."""
    pod: Pod | None = None
    at: Pod | None = None
    reports: tuple[Report, ...] = ()
    answers: tuple[Answer, ...] = ()
    for event in story:
        if isinstance(event, Defeated) and pod is not None:
            at, reports, answers = pod.game, event.reports, ()
        if isinstance(event, Chose):
            answers = (*answers, event.answer)
        outcome = getattr(event, "outcome", None)
        for verdict in outcome.verdicts if outcome is not None else ():
            assert at is not None  # only a defeat leads to a verdict
            yield Told(verdict, reports, at, answers)
        pod = evolve(pod, event)


async def explain(asked: Asked, line: str | None) -> None:
    """Why a verdict is what it is; the last one if none is named."""
    desk = desk_of(asked)
    table = await desk.table(asked)
    assert table.pod is not None
    found = list(verdicts(told(r.event for r in await desk.service.story(table))))
    number, at = (line or f"{table.number}:{len(found)}").partition(":")[::2]
    if number != str(table.number) or not is_number(at) or not 0 < int(at) <= len(found):
        raise Refusal("no-verdict")
    await _say(asked, table.pod, found[int(at) - 1])


async def explain_one(asked: Asked, table: Table, reports: tuple[Report, ...]) -> None:
    """The same about what came of `reports`, in a pod that may be an earlier one."""
    assert table.pod is not None
    every = verdicts(told(r.event for r in await desk_of(asked).service.story(table)))
    found = [each for each in every if each.reports == reports]
    if not found:  # a choice is open
        raise Refusal("no-verdict")
    await _say(asked, table.pod, found[-1])


async def _say(asked: Asked, pod: Pod, told: Told) -> None:
    desk = desk_of(asked)
    await desk.say(asked, embed=page(told, await desk.pod_words(asked, pod)))


async def lines(asked: Asked, typed: str) -> list[Choice[str]]:
    """The verdicts of the channel's pod, the newest first."""
    desk = desk_of(asked)
    table = await desk.service.table(desk.place(asked))
    if table.pod is None:
        return []
    found = list(verdicts(told(r.event for r in await desk.service.story(table))))
    words = await desk.bare_words(asked, table.pod)
    labelled = [
        (f"{number}. {words.became(each.verdict)}", f"{table.number}:{number}")
        for number, each in enumerate(found, 1)
    ]
    return picking.matching(reversed(labelled), typed)


def page(told: Told, words: Words) -> discord.Embed:
    """Facts, teams, verdict, and each rule with its text."""
    text, verdict = words.text, told.verdict
    embed = discord.Embed(
        title=text("why-title"),
        description=cut(story.fate(verdict, words), DESCRIPTION),
        colour=COLOURS[told.game.state],
    )
    facts = [story.report(report, words) for report in told.reports]
    facts += [story.chose(answer, words) for answer in told.answers]
    embed.add_field(name=text("why-facts"), value=cut("\n".join(facts), FIELD), inline=False)
    teams = cut("\n".join(_teams(told.game, words)), FIELD)
    embed.add_field(name=text("why-teams"), value=teams, inline=False)
    for rule in list_rules(told.game.setup, told.game.standings, verdict):
        name = text("why-overrode", rule=rule) if verdict.ruled and rule == verdict.rule else rule
        embed.add_field(name=name, value=cut(text(f"rule-{rule.lower()}"), _RULE), inline=False)
    return embed


def _teams(game: Pod, words: Words) -> list[str]:
    lines: list[str] = []
    for master in masters(game.standings):
        serving = servants(game.standings, master)
        line = words.name(master)
        if serving:
            line = words.text("team-served", master=line, servants=words.names(serving))
        lines.append(line)
    present = in_game(game.standings)
    out = [player for player in game.players if player not in present]
    return [*lines, words.text("team-out", players=words.names(out))] if out else lines
