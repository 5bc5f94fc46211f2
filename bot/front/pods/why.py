"""`/why`: explain a verdict to the user alone, by its facts and its rules."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import discord
from discord.app_commands import Choice

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import Picked, match_options
from bot.front.interaction.pods import read_pod
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.rendering import story
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.story import render_brief_rule
from bot.projections.history import list_events
from bot.rules.choosing import Chose
from bot.rules.facts import Report
from bot.rules.pod import Pod, Story, evolve
from bot.rules.records import Answer, Verdict
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeated
from bot.rules.settlement import list_rules
from bot.rules.story import tell_story
from bot.rules.teams import find_in_game, find_masters, find_servants
from bot.service.requests import PodRead
from bot.storage.record.recorded import Recorded
from bot.words import Words


class JudgedVerdict(NamedTuple):
    """A verdict of a pod's story, with the reports and answers that led to it.

    `game` is the game just before the defeat was reported.
    """

    verdict: Verdict
    reports: tuple[Report, ...]
    game: Pod
    answers: tuple[Answer, ...]


def find_verdicts(story: Story) -> Iterator[JudgedVerdict]:
    """Yield every verdict of a story, oldest first."""
    pod: Pod | None = None
    at: Pod | None = None
    reports: tuple[Report, ...] = ()
    answers: tuple[Answer, ...] = ()
    for event in story:
        if isinstance(event, Defeated) and pod is not None:
            at = pod.game
            reports = event.reports
            answers = ()
        if isinstance(event, Chose):
            answers = (*answers, event.answer)
        outcome = getattr(event, "outcome", None)
        for verdict in outcome.verdicts if outcome is not None else ():
            assert at is not None  # only a reported defeat leads to a verdict
            yield JudgedVerdict(verdict, reports, at, answers)
        pod = evolve(pod, event)


async def offer_verdicts(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the verdicts of the channel's pod, newest first."""
    live, events, _ = await ctx.services.service.read(ctx.place)
    if live.pod is None:
        return []
    found = _list_verdicts(events)
    words = await label_game(ctx, live.pod)
    labelled = [
        (f"{number}. {words.render_fate(each.verdict)}", f"{live.number}:{number}")
        for number, each in enumerate(found, 1)
    ]
    return match_options(reversed(labelled), typed)


@command("why", on_pod(pace="costly"))
@options(line="line")
@complete(line=offer_verdicts)
async def explain_verdict(ctx: Context, line: Picked | None = None) -> None:
    """Explain a verdict; without an option, the last one."""
    await _explain_line(ctx, 0, line)


async def explain_latest(ctx: Context, pod: int) -> None:
    """Explain the last verdict of a pod."""
    await _explain_line(ctx, pod, None)


async def _explain_line(ctx: Context, pod: int, line: str | None) -> None:
    live, events, _ = await read_pod(ctx, pod)
    assert live.pod is not None
    found = _list_verdicts(events)
    number, at = (line or f"{live.number}:{len(found)}").partition(":")[::2]
    if number != str(live.number) or not is_number(at) or not 0 < int(at) <= len(found):
        raise Refusal("no-verdict")
    await _say_why(ctx, live.pod, found[int(at) - 1])


async def explain_reports(ctx: Context, of: PodRead, reports: tuple[Report, ...]) -> None:
    """Explain the verdict on `reports`, in a pod that may be an earlier one."""
    assert of.live.pod is not None
    found = [each for each in _list_verdicts(of.events) if each.reports == reports]
    if not found:  # a player still has a choice to make
        raise Refusal("no-verdict")
    await _say_why(ctx, of.live.pod, found[-1])


def _list_verdicts(events: Iterable[Recorded]) -> list[JudgedVerdict]:
    return [*find_verdicts(tell_story(list_events(events)))]


async def _say_why(ctx: Context, pod: Pod, judged: JudgedVerdict) -> None:
    await say(ctx, embed=render_verdict(judged, await speak_of_pod(ctx, pod)))


def render_verdict(judged: JudgedVerdict, words: Words) -> discord.Embed:
    """Return the embed with facts, teams, verdict, and each rule with its text."""
    text = words.text
    verdict = judged.verdict
    embed = discord.Embed(
        title=text("why-title"),
        description=story.render_fate(verdict, words),
        colour=COLOURS[judged.game.state],
    )
    facts = [story.render_report(report, words) for report in judged.reports]
    facts += [story.render_choice(answer, words) for answer in judged.answers]
    embed.add_field(name=text("why-facts"), value="\n".join(facts), inline=False)
    teams = "\n".join(_render_teams(judged.game, words))
    embed.add_field(name=text("why-teams"), value=teams, inline=False)
    for rule in list_rules(judged.game.setup, judged.game.standings, verdict):
        name = text("why-overrode", rule=rule) if verdict.ruled and rule == verdict.rule else rule
        embed.add_field(name=name, value=render_brief_rule(rule, text), inline=False)
    return embed


def _render_teams(game: Pod, words: Words) -> list[str]:
    lines: list[str] = []
    for master in find_masters(game.standings):
        serving = find_servants(game.standings, master)
        line = words.name(master)
        if serving:
            line = words.text("team-served", master=line, servants=words.join_names(serving))
        lines.append(line)
    present = find_in_game(game.standings)
    out = [player for player in game.players if player not in present]
    return [*lines, words.text("team-out", players=words.join_names(out))] if out else lines


ROUTES = (Route("pod:{pod:int}:why", explain_latest, on_board(pace="costly")),)
