"""`/judge defeat`: what would happen if somebody lost, in the channel's pod or in none."""

from collections.abc import Mapping
from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import MOST, Picked, find_player
from bot.front.interaction.pods import find_pod
from bot.front.interaction.routes import Route, on_server
from bot.front.judge.asking import (
    ACCESS,
    JudgeDraft,
    add_label,
    add_text,
    find_game,
    make_form,
    offer_anybody,
)
from bot.front.judge.buttons import make_draft_buttons, make_happened_button
from bot.front.judge.defeat_notation import DefeatNotation, TypedDefeat
from bot.front.judge.outcome_verdicts import WhatFollows, judge_report
from bot.front.judge.question_names import QuestionNames, name_again, name_in_question
from bot.front.pods.agreement import find_variant, find_variants, offer_variants
from bot.front.rendering import controls, story
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.reports.form import open_form_on
from bot.front.reports.report_draft import MOST_CARD, make_entry, replace_unknown
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.transcript import imagine_pod
from bot.words import Words, name_variant


class DefeatDraft(JudgeDraft, frozen=True):
    """What would be reported.

    Without a pod, `variant` says by whose rules, with the answers of one that is not built in, and
    `teams` who serves whom.
    """

    report: Report
    variant: str = ""
    house: Variant | None = None
    teams: Mapping[Player, Player] = {}


@command("judge-defeat", on_server(pace="costly"))
@options(
    loser="judge-loser",
    controller="judge-by",
    cause="cause",
    card="card",
    variant="judge-variant",
)
@offer(cause=("cause", get_args(Cause)))
@complete(loser=offer_anybody, controller=offer_anybody, variant=offer_variants)
async def ask_defeat(
    ctx: Context,
    loser: Picked,
    controller: Picked | None = None,
    cause: Choice[str] | None = None,
    card: Range[str, 1, MOST_CARD] | None = None,
    variant: Range[str, 1, 50] | None = None,
) -> None:
    """Answer what would happen if somebody lost."""
    live = await find_game(ctx)
    pod = live.pod if live is not None and variant is None else None
    called = ctx.interaction.user.display_name
    names = await name_in_question(ctx, pod, called)
    who = await _find(ctx, loser, pod, names)
    by = None if controller is None else await _find(ctx, controller, pod, names)
    what = " ".join((card or "").split()) or None
    sources = () if by is None else (Source(by, what),)
    report = Report(who, read_choice(Cause, cause, "life"), sources)
    draft = DefeatDraft(ctx.place, ctx.interaction.user.id, 0, called, report)
    if pod is not None and live is not None:
        draft = replace(draft, number=live.number)
    else:
        name, house = find_variant(ctx, variant)
        draft = replace(draft, variant=name, house=house)
    embed, follows = _judge(draft, pod, names)
    view = _make_view(draft, follows, ctx.services.drafts.begin(draft), names)
    await say(ctx, embed=embed, view=view)


async def _find(ctx: Context, typed: str, pod: Pod | None, names: QuestionNames) -> Player:
    """Return a player of the pod; without one anybody who was named. Raises `Refusal`."""
    if pod is not None:
        return await find_player(ctx, typed, pod)
    if not typed.strip():
        raise Refusal("judge-loser", typed=escape(typed))
    return names.find(typed)


# Judging and showing


def _judge(
    draft: DefeatDraft, pod: Pod | None, names: QuestionNames
) -> tuple[discord.Embed, WhatFollows]:
    """Return the facts with what would come of them, in the pod or in one as it is imagined."""
    imagined = pod or imagine_pod(draft.report, draft.teams, draft.variant, draft.house)
    words = Words(names.text, names.write, escape)
    try:
        follows = judge_report(imagined, draft.report, words)
    except Refusal as refusal:
        follows = WhatFollows(f"🚫 {words.render_refusal(refusal)}", ())
    lines = [f"-# {story.render_report(draft.report, words)}"]
    if pod is None:
        lines += [f"-# {_restate(draft, words)}"]
    embed = discord.Embed(title=names.text("judge-title-defeat"), colour=COLOURS["lobby"])
    embed.description = "\n".join([*lines, follows.told])
    return embed, follows


def _restate(draft: DefeatDraft, words: Words) -> str:
    """By whose rules a defeat without a pod is judged, and who serves whom."""
    teams = [
        words.text("team-served", master=words.name(master), servants=words.name(servant))
        for servant, master in draft.teams.items()
    ]
    assumed = words.text("judge-assumed", variant=words.name_variant(draft.variant))
    return " · ".join([assumed, *teams])


def _make_view(
    draft: DefeatDraft, follows: WhatFollows, token: str, names: QuestionNames
) -> ui.View:
    prefix = f"judge:defeat:{token}"
    items: list[ui.Item[ui.View]] = [*make_draft_buttons(prefix, names.text)]
    if draft.number:
        items.append(make_happened_button(f"{prefix}:happened", names.text))
    return controls.make_unstored_view([*items, *controls.make_rule_buttons(follows.rules)])


# What is pressed below an answer


async def _find_pod(ctx: Context, draft: DefeatDraft) -> Pod | None:
    """Return the pod as it stands now. Raises `Refusal` if the channel plays another."""
    return (await find_pod(ctx, draft.number)).pod if draft.number else None


async def say_more(ctx: Context, token: str, draft: DefeatDraft) -> None:
    """Open the form with all that a question can say."""
    names = await name_again(ctx, draft)
    text, typed = names.text, DefeatNotation(names).write(draft.report, draft.teams)
    form = make_form(text("judge-title-defeat"), f"judge:defeat:{token}:filled")
    add_text(form, "loser", typed.loser, text)
    add_text(form, "objects", typed.objects, text, lines=True)
    if not draft.number:
        add_text(form, "teams", typed.teams, text, lines=True)
        add_label(form, "variant", _make_variants(ctx, draft), text)
    await show_modal(ctx, form)


def _make_variants(ctx: Context, draft: DefeatDraft) -> ui.Select[ui.Modal]:
    """Return the menu of variants, the server's own among them."""
    known = [*VARIANTS, *find_variants(ctx)][:MOST]
    options = [
        discord.SelectOption(
            label=clean_label(name_variant(each, ctx.text), 100),
            value=each,
            default=each == draft.variant,
        )
        for each in known
    ]
    return ui.Select(custom_id="variant", options=options, required=False)


async def fill_form(ctx: Context, token: str, draft: DefeatDraft) -> None:
    """Ask what the form says instead."""
    fields = ctx.fields
    names = await name_again(ctx, draft)
    notation = DefeatNotation(names)
    typed = TypedDefeat(fields.get("loser", ""), fields.get("objects", ""), fields.get("teams", ""))
    asked = replace(draft, report=notation.read(typed))
    if not draft.number:
        name, house = find_variant(ctx, fields.get("variant") or draft.variant)
        teams = notation.read_teams(typed.teams, name, house)
        asked = replace(asked, variant=name, house=house, teams=teams)
    embed, follows = _judge(asked, await _find_pod(ctx, asked), names)
    ctx.services.drafts.keep(token, asked)
    await edit(ctx, embed=embed, view=_make_view(asked, follows, token, names))


async def show_everybody(ctx: Context, token: str, draft: DefeatDraft) -> None:
    """Post the answer in the channel, in the server's language."""
    names = (await name_again(ctx, draft)).translate(ctx.public_text)
    embed, follows = _judge(draft, await _find_pod(ctx, draft), names)
    rules = controls.make_unstored_view(controls.make_rule_buttons(follows.rules))
    await say(ctx, embed=embed, view=rules, everybody=True)


async def report_it(ctx: Context, token: str, draft: DefeatDraft) -> None:
    """Open the report form, filled in; people send it."""
    live = await find_pod(ctx, draft.number)
    if live.pod is None or not draft.number:
        raise Refusal("unknown-button")
    await open_form_on(ctx, live, replace_unknown(make_entry(draft.report), live.pod.players))


_DEFEAT = "judge:defeat:{token}"
ROUTES = (
    Route(f"{_DEFEAT}:more", say_more, ACCESS, draft=DefeatDraft),
    Route(f"{_DEFEAT}:filled", fill_form, ACCESS, draft=DefeatDraft),
    Route(f"{_DEFEAT}:show", show_everybody, ACCESS, draft=DefeatDraft),
    Route(f"{_DEFEAT}:happened", report_it, ACCESS, draft=DefeatDraft),
)
