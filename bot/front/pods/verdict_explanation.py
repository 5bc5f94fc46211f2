"""`/why`: the explanation of a verdict to the user alone, by its facts and its rules."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import discord
from discord.app_commands import Choice

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story
from bot.front.game_texts.story import render_rule_text_without_remarks
from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game, load_message_formatter_for_pod
from bot.front.interaction.game_commands import load_last_game_of_user, load_pod_with_events
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import Picked, filter_autocomplete_choices
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_pod,
)
from bot.front.ui.embeds import COLOURS
from bot.projections.history import iterate_pod_events
from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.facts import DefeatReport
from bot.rules.pod import EventHistory, Pod, apply_pod_event
from bot.rules.records import DefeatVerdict, PlayerChoiceAnswer
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.settlement import list_verdict_rules
from bot.rules.story import list_events_still_in_effect
from bot.rules.teams import list_players_in_game, list_players_with_master_status, list_servants_of_master
from bot.service.game_requests import GameWithEvents
from bot.storage.record.stored_event import StoredEvent


class ExplainedDefeatVerdict(NamedTuple):
    """The rules' verdict on a defeat, with the reports and the players' choices on which the verdict rests.

    `game` is the game just before the defeat was reported.
    """

    verdict: DefeatVerdict
    reports: tuple[DefeatReport, ...]
    game: Pod
    answers: tuple[PlayerChoiceAnswer, ...]


def iterate_defeat_verdicts(event_history: EventHistory) -> Iterator[ExplainedDefeatVerdict]:
    """Yield the verdict on each defeat (what the rules decided) in a pod's events, oldest first."""
    pod: Pod | None = None
    at: Pod | None = None
    reports: tuple[DefeatReport, ...] = ()
    answers: tuple[PlayerChoiceAnswer, ...] = ()
    for event in event_history:
        if isinstance(event, DefeatsReported) and pod is not None:
            at = pod.current_game
            reports = event.reports
            answers = ()
        if isinstance(event, PendingPlayerChoiceAnswered):
            answers = (*answers, event.answer)
        outcome = getattr(event, "outcome", None)
        for verdict in outcome.verdicts if outcome is not None else ():
            assert at is not None  # only a reported defeat leads to a verdict
            yield ExplainedDefeatVerdict(verdict, reports, at, answers)
        pod = apply_pod_event(pod, event)


async def autocomplete_defeat_verdicts(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the defeats in the user's latest game here, newest first."""
    number = (await load_last_game_of_user(ctx, Pod, skips_closed_lobby=True)).number
    live, events, _ = await ctx.services.service.load_game_with_events(ctx.channel_address, number)
    if live.pod is None:
        return []
    found = _list_defeat_verdicts_in_pod_events(events)
    words = await load_label_formatter_for_game(ctx, live.pod)
    labelled = [
        (f"{number}. {words.render_consequence_for_loser(each.verdict)}", f"{live.number}:{number}")
        for number, each in enumerate(found, 1)
    ]
    return filter_autocomplete_choices(reversed(labelled), query)


@slash_command("why", build_access_rule_for_current_pod(rate_limit_class="costly"))
@translate_command_options(line="line")
@set_option_suggestions(line=autocomplete_defeat_verdicts)
async def explain_defeat_verdict(ctx: Context, line: Picked | None = None) -> None:
    """Explain the verdict of the rules on the selected defeat; without a selection, on the last one."""
    if line is None:
        return await explain_latest_defeat_verdict(
            ctx, (await load_last_game_of_user(ctx, Pod, skips_closed_lobby=True)).number
        )
    number, at = line.partition(":")[::2]
    if not is_ascii_number(number) or not is_ascii_number(at) or not int(number):
        raise Refusal("no-verdict")
    live, events, _ = await ctx.services.service.load_game_with_events(ctx.channel_address, int(number))
    found = _list_defeat_verdicts_in_pod_events(events)
    if live.pod is None or not 0 < int(at) <= len(found):
        raise Refusal("no-verdict")
    await _send_verdict_explanation(ctx, live.pod, found[int(at) - 1])


async def explain_latest_defeat_verdict(ctx: Context, pod: int) -> None:
    live, events, _ = await load_pod_with_events(ctx, pod)
    assert live.pod is not None
    found = _list_defeat_verdicts_in_pod_events(events)
    if not found:
        raise Refusal("no-verdict-yet")
    await _send_verdict_explanation(ctx, live.pod, found[-1])


async def explain_verdict_on_defeat_reports(
    ctx: Context, pod_with_events: GameWithEvents, reports: tuple[DefeatReport, ...]
) -> None:
    """Explain the verdicts on reported defeats, as the rules decided them."""
    assert pod_with_events.live.pod is not None
    found = [each for each in _list_defeat_verdicts_in_pod_events(pod_with_events.events) if each.reports == reports]
    if not found:  # a player still has a choice to make
        raise Refusal("no-verdict-yet")
    await _send_verdict_explanation(ctx, pod_with_events.live.pod, found[-1])


def _list_defeat_verdicts_in_pod_events(pod_events: Iterable[StoredEvent]) -> list[ExplainedDefeatVerdict]:
    return [*iterate_defeat_verdicts(list_events_still_in_effect(iterate_pod_events(pod_events)))]


async def _send_verdict_explanation(ctx: Context, pod: Pod, verdict: ExplainedDefeatVerdict) -> None:
    await send_answer(
        ctx, embed=render_defeat_verdict_explanation(verdict, await load_message_formatter_for_pod(ctx, pod))
    )


def render_defeat_verdict_explanation(
    explained_verdict: ExplainedDefeatVerdict, formatter: PodMessageFormatter
) -> discord.Embed:
    """Return an embed that explains the verdict on a defeat by its facts, teams and rules."""
    text = formatter.text
    verdict = explained_verdict.verdict
    embed = discord.Embed(
        title=text("why-title"),
        description=story.render_defeat_verdict(verdict, formatter),
        colour=COLOURS[explained_verdict.game.state],
    )
    facts = [story.render_defeat_report(report, formatter) for report in explained_verdict.reports]
    facts += [story.render_answered_player_choice(answer, formatter) for answer in explained_verdict.answers]
    embed.add_field(name=text("why-facts"), value="\n".join(facts), inline=False)
    teams = "\n".join(_render_masters_and_servants(explained_verdict.game, formatter))
    embed.add_field(name=text("why-teams"), value=teams, inline=False)
    for rule in list_verdict_rules(explained_verdict.game.setup, explained_verdict.game.standings, verdict):
        name = text("why-overrode", rule=rule) if verdict.ruled and rule == verdict.rule else rule
        embed.add_field(name=name, value=render_rule_text_without_remarks(rule, text), inline=False)
    return embed


def _render_masters_and_servants(game: Pod, formatter: PodMessageFormatter) -> list[str]:
    lines: list[str] = []
    for master in list_players_with_master_status(game.standings):
        serving = list_servants_of_master(game.standings, master)
        line = formatter.name(master)
        if serving:
            line = formatter.text("team-served", master=line, servants=formatter.join_player_names(serving))
        lines.append(line)
    present = list_players_in_game(game.standings)
    out = [player for player in game.players if player not in present]
    return [*lines, formatter.text("team-out", players=formatter.join_player_names(out))] if out else lines


ROUTES = (
    CustomIdRoute(
        "pod:{pod:int}:why",
        explain_latest_defeat_verdict,
        build_access_rule_for_board_button(rate_limit_class="costly"),
    ),
)
