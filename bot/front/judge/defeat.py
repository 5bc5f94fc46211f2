"""Questions to the judge about a defeat: its consequence in the channel's pod or without a pod."""

from collections.abc import Iterable, Mapping

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.messages import MessageFormatter, format_variant_name
from bot.front.game_texts import story
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import load_channel_pod
from bot.front.interaction.player_options import MAX_CHOICES, resolve_player_option
from bot.front.judge.defeat_notation import DefeatFormTexts, DefeatQuestionSyntax
from bot.front.judge.notation import QuestionNames
from bot.front.judge.outcome_verdicts import DefeatConsequence, judge_defeat_report
from bot.front.judge.questions import (
    Deferral,
    JudgeQuestionDraft,
    JudgeTopic,
    build_report_button,
    find_subject_in_pod,
    get_subject_name,
    load_running_pod,
)
from bot.front.pods.game_options import list_custom_variants, resolve_variant_option
from bot.front.reports.form import open_report_form
from bot.front.reports.report_draft import build_entry_from_report, clear_unknown_controllers
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label, escape_markdown
from bot.rules.facts import DefeatReport, Player
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.transcripts.pods import build_imaginary_pod


class DefeatQuestionDraft(JudgeQuestionDraft, frozen=True, kw_only=True):
    """A draft of a question about a hypothetical defeat.

    Without a pod, `variant` has the rules (`house` holds the answers of a server's own
    variant), and `teams` the master of each servant.
    """

    report: DefeatReport
    variant: str = ""
    house: Variant | None = None
    teams: Mapping[Player, Player] = {}


async def begin_defeat_question(ctx: Context, player_name: str | None) -> DefeatQuestionDraft:
    """Return a question about a defeat of the named player, or of the user. Raises `Refusal`."""
    live = await load_running_pod(ctx)
    pod = live.pod if live is not None else None
    if pod is not None and player_name:
        loser = await resolve_player_option(ctx, player_name, pod)
    else:
        loser, pod = find_subject_in_pod(pod, await ctx.find_requester_player())
    owner = ctx.interaction.user.id
    draft = DefeatQuestionDraft(
        ctx.channel_address,
        owner,
        0,
        get_subject_name(ctx, player_name),
        report=DefeatReport(loser, "life"),
    )
    if pod is not None and live is not None:
        return replace(draft, number=live.number)
    variant, house = resolve_variant_option(ctx, None)
    return replace(draft, variant=variant, house=house)


# The answer


class DefeatAnswer(Struct, frozen=True):
    """An answer about a defeat. With `can_report` the defeat can be reported in the pod."""

    embed: discord.Embed
    follows: DefeatConsequence
    names: QuestionNames
    can_report: bool

    def render_embed(self) -> discord.Embed:
        """Return an embed with the facts of the defeat and its consequence."""
        return self.embed

    def list_rule_ids(self) -> tuple[str, ...]:
        """Return the ids of the rules that the verdicts cite."""
        return self.follows.rules

    def build_buttons(self, custom_id_prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Yield the button that reports the defeat in the pod."""
        if self.can_report:
            yield build_report_button(f"{custom_id_prefix}:happened", self.names.text)


async def _answer_defeat_question(
    ctx: Context, draft: DefeatQuestionDraft, question_names: QuestionNames, _deferral: Deferral
) -> DefeatAnswer:
    """Return the consequence of the defeat by the present pod. Raises `Refusal` for another
    pod.
    """
    pod = (await load_channel_pod(ctx, draft.number)).pod if draft.number else None
    words = MessageFormatter(
        question_names.text, question_names.format_name_for_message, escape_markdown
    )
    imagined = pod or build_imaginary_pod(draft.report, draft.teams, draft.variant, draft.house)
    try:
        follows = judge_defeat_report(imagined, draft.report, words)
    except Refusal as refusal:
        follows = DefeatConsequence(f"🚫 {words.render_refusal(refusal)}", ())
    lines = [f"-# {story.render_defeat_report(draft.report, words)}"]
    if pod is None:
        lines += [f"-# {_render_assumptions(draft, words)}"]
    embed = discord.Embed(title=question_names.text("judge-title-defeat"), colour=COLOURS["lobby"])
    embed.description = "\n".join([*lines, follows.told])
    return DefeatAnswer(embed, follows, question_names, bool(draft.number))


def _render_assumptions(draft: DefeatQuestionDraft, formatter: MessageFormatter) -> str:
    """Return the variant and the teams by which a defeat without a pod is judged."""
    teams = [
        formatter.text(
            "team-served", master=formatter.name(master), servants=formatter.name(servant)
        )
        for servant, master in draft.teams.items()
    ]
    assumed = formatter.text("judge-assumed", variant=formatter.format_variant_name(draft.variant))
    return " · ".join([assumed, *teams])


# The form and the report


def _format_defeat_form(
    draft: DefeatQuestionDraft, question_names: QuestionNames
) -> DefeatFormTexts:
    return DefeatQuestionSyntax(question_names).format_form(
        draft.report, None if draft.number else draft.teams
    )


def _build_variant_menu(ctx: Context, draft: DefeatQuestionDraft) -> ui.Select[ui.Modal] | None:
    """Return the menu of variants, with the server's own; None for a question about a pod."""
    if draft.number:
        return None
    known = [*VARIANTS, *list_custom_variants(ctx)][:MAX_CHOICES]
    options = [
        discord.SelectOption(
            label=clean_label(format_variant_name(each, ctx.catalogue), 100),
            value=each,
            default=each == draft.variant,
        )
        for each in known
    ]
    return ui.Select(custom_id="variant", options=options, required=False)


def _parse_defeat_form(
    ctx: Context,
    draft: DefeatQuestionDraft,
    form_texts: DefeatFormTexts,
    question_names: QuestionNames,
) -> DefeatQuestionDraft:
    notation = DefeatQuestionSyntax(question_names)
    asked = replace(draft, report=notation.parse_form(form_texts))
    if draft.number:
        return asked
    name, house = resolve_variant_option(ctx, ctx.modal_fields.get("variant") or draft.variant)
    teams = notation.parse_teams(form_texts.teams or "", name, house)
    return replace(asked, variant=name, house=house, teams=teams)


TOPIC = JudgeTopic(
    name="defeat",
    draft=DefeatQuestionDraft,
    typed=DefeatFormTexts,
    lines=("objects", "teams"),
    blank=("objects",),
    begin=begin_defeat_question,
    write=_format_defeat_form,
    make_menu=_build_variant_menu,
    read=_parse_defeat_form,
    answer=_answer_defeat_question,
)


async def open_defeat_report(ctx: Context, token: str, draft: DefeatQuestionDraft) -> None:
    """Open the report form, filled in with the defeat; the user sends the report."""
    live = await load_channel_pod(ctx, draft.number)
    if live.pod is None or not draft.number:
        raise Refusal("unknown-button")
    await open_report_form(
        ctx,
        live,
        clear_unknown_controllers(build_entry_from_report(draft.report), live.pod.players),
    )


ROUTES = (
    *TOPIC.build_routes(),
    TOPIC.build_route("happened", open_defeat_report),
)
