"""Questions to the judge about a defeat: its consequence in the channel's pod or without a pod."""

from collections.abc import Iterable, Mapping

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.game_texts import story
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import load_pod
from bot.front.interaction.player_options import MAX_CHOICES, parse_player_option
from bot.front.judge.defeat_notation import DefeatQuestionFormTexts, DefeatQuestionSyntax
from bot.front.judge.notation import NamesInJudgeQuestion
from bot.front.judge.outcome_verdicts import DefeatConsequenceText, render_reported_defeat_consequence
from bot.front.judge.questions import (
    Deferral,
    JudgeQuestionDraft,
    JudgeQuestionKind,
    build_button_to_report_judged_defeat,
    find_question_player_by_id,
    get_player_name_in_question,
    load_running_pod,
)
from bot.front.pods.game_options import list_custom_variants, parse_variant_option
from bot.front.reports.form import open_defeat_report_form
from bot.front.reports.report_draft import clear_controllers_not_in_game, convert_report_to_form_input
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.judge.question import PLAYER
from bot.rules.facts import DefeatReport, Player
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.transcripts.pods import build_hypothetical_pod


class DefeatQuestionDraft(JudgeQuestionDraft, frozen=True, kw_only=True):
    """A draft of a question to the rules judge about a defeat.

    Without a pod, `variant` has the rules (`house` holds the answers of a server's own variant), and `teams` the master
    of each servant.
    """

    report: DefeatReport
    variant: str = ""
    house: Variant | None = None
    teams: Mapping[Player, Player] = {}


async def create_defeat_question_draft(ctx: Context, player_name: str | None) -> DefeatQuestionDraft:
    """Return a new question about the defeat of a player, by default the user.

    Raises `Refusal`.
    """
    live = await load_running_pod(ctx)
    pod = live.pod if live is not None else None
    if pod is None:
        loser = PLAYER
    elif player_name:
        loser = await parse_player_option(ctx, player_name, pod)
    else:
        loser, pod = find_question_player_by_id(pod, await ctx.get_player_id_of_user())
    owner = ctx.interaction.user.id
    draft = DefeatQuestionDraft(
        ctx.draft_channel_address,
        owner,
        0,
        get_player_name_in_question(ctx, player_name),
        report=DefeatReport(loser, "life"),
    )
    if pod is not None and live is not None:
        return replace(draft, number=live.number)
    variant, house = parse_variant_option(ctx, None)
    return replace(draft, variant=variant, house=house)


# The answer


class JudgeAnswerAboutDefeat(Struct, frozen=True):
    """The judge's answer to a question about a defeat.

    With `can_report`, the defeat can be reported in the pod.
    """

    embed: discord.Embed
    follows: DefeatConsequenceText
    names: NamesInJudgeQuestion
    can_report: bool

    def render_embed(self) -> discord.Embed:
        """Return an embed with the facts of the defeat and its consequences."""
        return self.embed

    def list_cited_rule_ids(self) -> tuple[str, ...]:
        return self.follows.rules

    def build_buttons(self, custom_id_prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Yield the button that opens a form to report this defeat, if the pod allows that."""
        if self.can_report:
            yield build_button_to_report_judged_defeat(f"{custom_id_prefix}:happened", self.names.text)


async def _answer_defeat_question(
    ctx: Context,
    question_draft: DefeatQuestionDraft,
    names_in_question: NamesInJudgeQuestion,
    _answer_deferral: Deferral,
) -> JudgeAnswerAboutDefeat:
    """Return the judge's answer about a defeat, in the current pod or in a hypothetical one.

    Raises `Refusal` if the channel has another pod by now.
    """
    pod = (await load_pod(ctx, question_draft.number)).pod if question_draft.number else None
    words = PodMessageFormatter(names_in_question.text, names_in_question.format_name_for_message, escape_markdown)
    imagined = pod or build_hypothetical_pod(
        question_draft.report, question_draft.teams, question_draft.variant, question_draft.house
    )
    try:
        follows = render_reported_defeat_consequence(imagined, question_draft.report, words)
    except Refusal as refusal:
        follows = DefeatConsequenceText(f"🚫 {words.render_refusal(refusal)}", ())
    lines = [f"-# {story.render_defeat_report(question_draft.report, words)}"]
    if pod is None:
        lines += [f"-# {_render_assumed_variant_and_teams(question_draft, words)}"]
    embed = discord.Embed(title=names_in_question.text("judge-title-defeat"), colour=COLOURS["lobby"])
    embed.description = "\n".join([*lines, follows.told])
    return JudgeAnswerAboutDefeat(embed, follows, names_in_question, bool(question_draft.number))


def _render_assumed_variant_and_teams(question_draft: DefeatQuestionDraft, formatter: PodMessageFormatter) -> str:
    """Render the variant and teams that the judge assumes in an answer without a pod."""
    teams = [
        formatter.text("team-served", master=formatter.name(master), servants=formatter.name(servant))
        for servant, master in question_draft.teams.items()
    ]
    assumed = formatter.text("judge-assumed", variant=formatter.format_variant_name(question_draft.variant))
    return " · ".join([assumed, *teams])


# The form and the report


def _format_defeat_form_texts(
    question_draft: DefeatQuestionDraft, names_in_question: NamesInJudgeQuestion
) -> DefeatQuestionFormTexts:
    return DefeatQuestionSyntax(names_in_question).format_defeat_report_as_form_texts(
        question_draft.report, None if question_draft.number else question_draft.teams
    )


def _build_variant_menu_for_defeat_question(
    ctx: Context, question_draft: DefeatQuestionDraft
) -> ui.Select[ui.Modal] | None:
    """Return a menu of variants for the question; None if the question is about a pod."""
    if question_draft.number:
        return None
    known = [*VARIANTS, *list_custom_variants(ctx)][:MAX_CHOICES]
    options = [
        discord.SelectOption(
            label=clean_label_text(format_variant_name(each, ctx.translations), 100),
            value=each,
            default=each == question_draft.variant,
        )
        for each in known
    ]
    return ui.Select(custom_id="variant", options=options, required=False)


def _parse_defeat_form_texts(
    ctx: Context,
    question_draft: DefeatQuestionDraft,
    form_texts: DefeatQuestionFormTexts,
    names_in_question: NamesInJudgeQuestion,
) -> DefeatQuestionDraft:
    notation = DefeatQuestionSyntax(names_in_question)
    asked = replace(question_draft, report=notation.parse_defeat_report_from_form_texts(form_texts))
    if question_draft.number:
        return asked
    name, house = parse_variant_option(ctx, ctx.modal_fields.get("variant") or question_draft.variant)
    teams = notation.parse_masters_of_servants(form_texts.teams or "", name, house)
    return replace(asked, variant=name, house=house, teams=teams)


TOPIC = JudgeQuestionKind(
    name="defeat",
    draft=DefeatQuestionDraft,
    typed=DefeatQuestionFormTexts,
    lines=("objects", "teams"),
    blank=("objects",),
    begin=create_defeat_question_draft,
    write=_format_defeat_form_texts,
    make_menu=_build_variant_menu_for_defeat_question,
    read=_parse_defeat_form_texts,
    answer=_answer_defeat_question,
)


async def open_defeat_form_for_judged_defeat(ctx: Context, draft_key: str, draft: DefeatQuestionDraft) -> None:
    """Open a report form filled with the judged defeat."""
    live = await load_pod(ctx, draft.number)
    if live.pod is None or not draft.number:
        raise Refusal("unknown-button")
    await open_defeat_report_form(
        ctx, live, clear_controllers_not_in_game(convert_report_to_form_input(draft.report), live.pod.players)
    )


ROUTES = (
    *TOPIC.build_question_routes(),
    TOPIC.build_component_route("happened", open_defeat_form_for_judged_defeat),
)
