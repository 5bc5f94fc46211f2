"""`/why`: the explanation of a verdict to the user alone, by its facts and its rules."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import discord
from discord.app_commands import Choice

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import story
from bot.front.game_texts.story import render_brief_rule
from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter, load_pod_formatter
from bot.front.interaction.game_commands import load_pod_with_events
from bot.front.interaction.inputs import is_number
from bot.front.interaction.player_options import Picked, build_matching_choices
from bot.front.interaction.routes import Route, board_access, pod_access
from bot.front.ui.embeds import COLOURS
from bot.projections.history import iterate_pod_events
from bot.rules.choosing import ChoiceMade
from bot.rules.facts import DefeatReport
from bot.rules.pod import EventStory, Pod, apply_pod_event
from bot.rules.records import ChoiceAnswer, DefeatVerdict
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.settlement import list_verdict_rules
from bot.rules.story import build_story
from bot.rules.teams import list_masters, list_players_in_game, list_servants
from bot.service.game_requests import GameWithEvents
from bot.storage.record.stored_event import StoredEvent


class ExplainedVerdict(NamedTuple):
    """A verdict on a defeat, with the reports and answers that led to it.

    `game` is the game just before the defeat was reported.
    """

    verdict: DefeatVerdict
    reports: tuple[DefeatReport, ...]
    game: Pod
    answers: tuple[ChoiceAnswer, ...]


def iterate_verdicts(story: EventStory) -> Iterator[ExplainedVerdict]:
    """Yield all verdicts of a pod's story, oldest first."""
    pod: Pod | None = None
    at: Pod | None = None
    reports: tuple[DefeatReport, ...] = ()
    answers: tuple[ChoiceAnswer, ...] = ()
    for event in story:
        if isinstance(event, DefeatsReported) and pod is not None:
            at = pod.current_game
            reports = event.reports
            answers = ()
        if isinstance(event, ChoiceMade):
            answers = (*answers, event.answer)
        outcome = getattr(event, "outcome", None)
        for verdict in outcome.verdicts if outcome is not None else ():
            assert at is not None  # only a reported defeat leads to a verdict
            yield ExplainedVerdict(verdict, reports, at, answers)
        pod = apply_pod_event(pod, event)


async def complete_verdicts(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the verdicts in the channel's pod, newest first."""
    live, events, _ = await ctx.services.service.load_game_with_events(ctx.channel_address)
    if live.pod is None:
        return []
    found = _list_verdicts_of_events(events)
    words = await load_label_formatter(ctx, live.pod)
    labelled = [
        (f"{number}. {words.render_consequence(each.verdict)}", f"{live.number}:{number}")
        for number, each in enumerate(found, 1)
    ]
    return build_matching_choices(reversed(labelled), query)


@slash_command("why", pod_access(rate_class="costly"))
@describe_options(line="line")
@autocomplete_options(line=complete_verdicts)
async def show_verdict_explanation(ctx: Context, line: Picked | None = None) -> None:
    """Show the explanation of a verdict on a defeat; without an option, of the last verdict."""
    await _show_explanation_of_choice(ctx, 0, line)


async def show_latest_verdict_explanation(ctx: Context, pod: int) -> None:
    """Show the explanation of a pod's last verdict."""
    await _show_explanation_of_choice(ctx, pod, None)


async def _show_explanation_of_choice(ctx: Context, pod: int, verdict_choice: str | None) -> None:
    live, events, _ = await load_pod_with_events(ctx, pod)
    assert live.pod is not None
    found = _list_verdicts_of_events(events)
    number, at = (verdict_choice or f"{live.number}:{len(found)}").partition(":")[::2]
    if number != str(live.number) or not is_number(at) or not 0 < int(at) <= len(found):
        raise Refusal("no-verdict")
    await _send_explanation(ctx, live.pod, found[int(at) - 1])


async def show_explanation_of_reports(
    ctx: Context, pod_with_events: GameWithEvents, reports: tuple[DefeatReport, ...]
) -> None:
    """Show the explanation of the verdict on some reports, in a pod that may be an earlier one."""
    assert pod_with_events.live.pod is not None
    found = [
        each for each in _list_verdicts_of_events(pod_with_events.events) if each.reports == reports
    ]
    if not found:  # a player still has a choice to make
        raise Refusal("no-verdict")
    await _send_explanation(ctx, pod_with_events.live.pod, found[-1])


def _list_verdicts_of_events(events: Iterable[StoredEvent]) -> list[ExplainedVerdict]:
    return [*iterate_verdicts(build_story(iterate_pod_events(events)))]


async def _send_explanation(ctx: Context, pod: Pod, verdict: ExplainedVerdict) -> None:
    await send_answer(
        ctx, embed=render_verdict_explanation(verdict, await load_pod_formatter(ctx, pod))
    )


def render_verdict_explanation(
    explained_verdict: ExplainedVerdict, formatter: MessageFormatter
) -> discord.Embed:
    """Render the embed with facts, teams, verdict, and each rule with its text."""
    text = formatter.text
    verdict = explained_verdict.verdict
    embed = discord.Embed(
        title=text("why-title"),
        description=story.render_verdict(verdict, formatter),
        colour=COLOURS[explained_verdict.game.state],
    )
    facts = [story.render_defeat_report(report, formatter) for report in explained_verdict.reports]
    facts += [story.render_choice_answer(answer, formatter) for answer in explained_verdict.answers]
    embed.add_field(name=text("why-facts"), value="\n".join(facts), inline=False)
    teams = "\n".join(_render_team_lines(explained_verdict.game, formatter))
    embed.add_field(name=text("why-teams"), value=teams, inline=False)
    for rule in list_verdict_rules(
        explained_verdict.game.setup, explained_verdict.game.standings, verdict
    ):
        name = text("why-overrode", rule=rule) if verdict.ruled and rule == verdict.rule else rule
        embed.add_field(name=name, value=render_brief_rule(rule, text), inline=False)
    return embed


def _render_team_lines(game: Pod, formatter: MessageFormatter) -> list[str]:
    lines: list[str] = []
    for master in list_masters(game.standings):
        serving = list_servants(game.standings, master)
        line = formatter.name(master)
        if serving:
            line = formatter.text(
                "team-served", master=line, servants=formatter.join_player_names(serving)
            )
        lines.append(line)
    present = list_players_in_game(game.standings)
    out = [player for player in game.players if player not in present]
    return (
        [*lines, formatter.text("team-out", players=formatter.join_player_names(out))]
        if out
        else lines
    )


ROUTES = (
    Route("pod:{pod:int}:why", show_latest_verdict_explanation, board_access(rate_class="costly")),
)
