"""Questions to the judge about damage: the form, the possible outcomes, and their report.

In a pod the question is about one of its players, whose life, poison and teammates come from the pod.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.judge_answers import DamageAnswerFormatter, JudgeAnswerFormatter, prepend_rule_id_to_reason
from bot.front.interaction.answers import defer_answer
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import load_pod
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.judge.damage_notation import DamageQuestionFormTexts, DamageQuestionSyntax, build_damage_question
from bot.front.judge.notation import OPPONENT, SOURCE, Data, NamesInJudgeQuestion
from bot.front.judge.outcome_verdicts import (
    DefeatConsequenceText,
    convert_judged_defeat_to_report,
    render_judged_defeat_consequence,
)
from bot.front.judge.questions import (
    IN_PLACE,
    PRIVATE,
    Deferral,
    JudgeQuestionDraft,
    JudgeQuestionKind,
    build_button_to_report_judged_defeat,
    build_rules_era_menu,
    find_judge_question_player_by_name,
    get_player_name_in_question,
    get_selected_rules_era,
    load_names_in_judge_question,
    load_names_in_question_draft,
    load_running_pod,
)
from bot.front.reports.form import open_defeat_report_form
from bot.front.reports.report_draft import clear_controllers_not_in_game, convert_report_to_form_input
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.player_names import list_players_named_in_game, load_formatter_with_player_names
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import StepBudgetExceededError
from bot.rules.pod import Pod
from bot.rules.ranges import RangeOfInfluence
from bot.rules.refusals import Refusal
from bot.rules.seats import COMMANDER_LIFE, LIFE
from bot.rules.totals import compute_life_total_of_player
from bot.workers.judge.messages import DamageQuestionReply
from bot.workers.judge.workers import JudgeQuestionReplacedError, JudgeWorkerError, RulesJudgeBusyError

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds after which the bot tells Discord that the answer takes longer."""

OUTCOMES_PER_PAGE = 10
"""Outcomes on a page of an answer."""

_MAX_RULES = 15  # three rows of buttons
_MAX_RESTATED_LENGTH = 400  # characters


class DamageQuestionDraft(JudgeQuestionDraft, frozen=True, kw_only=True):
    """A draft of a question to the rules judge about damage."""

    question: DamageQuestion


async def create_damage_question_draft(ctx: Context, player_name: str | None) -> DamageQuestionDraft:
    """Return a new question about damage to a player, by default the user.

    Raises `Refusal`.
    """
    live = await load_running_pod(ctx)
    whom, pod = await find_judge_question_player_by_name(ctx, player_name, live.pod if live else None)
    called = get_player_name_in_question(ctx, player_name)
    base = ctx.settings.base if pod is None else pod.setup.base
    data: Data = {
        "life": COMMANDER_LIFE if base == "commander" else LIFE,
        "teammates": [],
        **_build_question_data_of_player(pod, whom),
        "era": ctx.settings.rules_era,
        "player": whom,
        "planeswalkers": [],
        "effects": [],
        "damage": [{"object": SOURCE, "controller": OPPONENT, "amount": 1}],
    }
    names = await load_names_in_judge_question(ctx, pod, called)
    question = build_damage_question(data, DamageQuestionSyntax(names))
    number = live.number if live is not None and pod is not None else 0
    owner = ctx.interaction.user.id
    return DamageQuestionDraft(ctx.draft_channel_address, owner, number, called, question=question)


def _build_question_data_of_player(pod: Pod | None, player: str) -> Data:
    """Return a player's teammates, life and poison as data of a judge question."""
    if pod is None:
        return {}
    found: Data = {"teammates": [*RangeOfInfluence(pod.current_game).find_teammates(player)]}
    if pod.setup.counting:
        found["life"] = compute_life_total_of_player(pod, player)
        found["poison"] = pod.counts.compute_life_or_damage("poison", player)
    return found


# The answer


class DamageAnswerPage(Struct, frozen=True):
    """A page of the judge's answer about damage, with some of the possible results.

    `follows` has for each possible result the consequence of the defeat, if there is one. With `can_report` a result
    that happened can be reported.
    """

    question: DamageQuestion
    found: DamageQuestionReply
    names: NamesInJudgeQuestion
    follows: tuple[DefeatConsequenceText | None, ...]
    can_report: bool
    page: int = 0

    @property
    def last_page_number(self) -> int:
        return max(len(self.found.outcomes_and_possible_defeat) - 1, 0) // OUTCOMES_PER_PAGE

    def list_damage_results_on_page(self) -> list[tuple[int, DamageOutcome]]:
        """Return the possible results on this page, each with its index in the whole answer."""
        listed = [*enumerate(self.found.outcomes_and_possible_defeat)]
        return listed[self.page * OUTCOMES_PER_PAGE : (self.page + 1) * OUTCOMES_PER_PAGE]

    def render_embed(self) -> discord.Embed:
        """Return an embed with the question, the possible results on this page, and notes."""
        answer = self.found.answer
        text = self.names.text
        words = DamageAnswerFormatter(self.question, answer, text, self.names.format_name_for_message)
        era = text(f"judge-era-{answer.era}")
        top = [
            f"-# {self._render_damage_question_on_one_line()}",
            f"**{text('judge-outcomes', era=era, count=answer.count)}**",
            *(
                prepend_rule_id_to_reason(each.rule, words.explain_impossible_source_damage(each))
                for each in answer.impossible
            ),
            *words.describe_certain_results(),
        ]
        blocks = [self._render_damage_result(words, *each) for each in self.list_damage_results_on_page()]
        hidden = answer.count - len(self.found.outcomes_and_possible_defeat)
        more = [text("judge-more", count=hidden)] if hidden and self.page == self.last_page_number else []
        bottom = [*more, *words.describe_who_can_force_defeat(), *self._render_other_rules_notice()]
        embed = discord.Embed(title=text("judge-title-damage"), colour=COLOURS["lobby"])
        embed.description = "\n".join([*top, *blocks, *bottom])
        return embed

    def _render_damage_question_on_one_line(self) -> str:
        """Return the question on one line, for readers who did not ask it."""
        typed = DamageQuestionSyntax(self.names).format_damage_question_as_form_texts(self.question)
        parts = [typed.sources, typed.planeswalkers, typed.effects]
        said = " · ".join("; ".join(part.splitlines()) for part in parts if part)
        return self.names.text(
            "judge-restated",
            player=self.names.format_name_for_message(self.question.player),
            you=escape_markdown(typed.you),
            what=escape_markdown(said, _MAX_RESTATED_LENGTH),
        )

    def _render_damage_result(
        self, formatter: DamageAnswerFormatter, result_index: int, possible_result: DamageOutcome
    ) -> str:
        follows = self.follows[result_index]
        deadly = "💀 " if possible_result.defeated else ""
        number = f"{result_index + 1}." if result_index < len(self.found.answer.outcomes) else "…"
        line = f"**{number}** {deadly}{formatter.describe_possible_result_of_damage(possible_result)}"
        return line if follows is None else f"{line}\n↳ {follows.told}"

    def _render_other_rules_notice(self) -> Iterator[str]:
        if self.found.differs is None:
            yield self.names.text("judge-otherwise-unknown")
        elif self.found.differs:
            sentences = JudgeAnswerFormatter(self.names.text, self.names.format_name_for_message)
            yield f"📖 {sentences.format_rules_difference_notice(self.found.answer.era)}"

    def list_cited_rule_ids(self) -> list[str]:
        """Return the ids of the rules behind the possible results and their defeats."""
        verdicts = [rule for each in self.follows if each is not None for rule in each.rules]
        return [*dict.fromkeys([*self.found.answer.rules, *verdicts])][:_MAX_RULES]

    def build_buttons(self, custom_id_prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Yield buttons that report a deadly result or turn the page."""
        deadly = [each for each in self.list_damage_results_on_page() if each[1].defeated] if self.can_report else []
        if len(deadly) == 1:
            yield build_button_to_report_judged_defeat(f"{custom_id_prefix}:happened:{deadly[0][0]}", self.names.text)
        if self.last_page_number:
            yield from components.build_page_buttons(f"{custom_id_prefix}:page", self.page, self.last_page_number)
        if len(deadly) > 1:
            yield self._build_deadly_result_menu(f"{custom_id_prefix}:which", deadly)

    def _build_deadly_result_menu(
        self, custom_id: str, deadly_results: Sequence[tuple[int, DamageOutcome]]
    ) -> ui.Select[ui.View]:
        """Return the menu that opens the report form for one of several deadly results."""
        words = DamageAnswerFormatter(
            self.question, self.found.answer, self.names.text, self.names.format_name_for_label
        )
        options = [
            discord.SelectOption(
                label=clean_label_text(f"{place + 1}. {words.describe_possible_result_of_damage(outcome)}", 100),
                value=str(place),
            )
            for place, outcome in deadly_results
        ]
        placeholder = clean_label_text(self.names.text("judge-which"), 150)
        return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


async def _answer_damage_question(
    ctx: Context,
    question_draft: DamageQuestionDraft,
    names_in_question: NamesInJudgeQuestion,
    answer_deferral: Deferral,
) -> DamageAnswerPage | None:
    """Return the judge's answer about damage: possible results, and defeats in the current pod.

    Return None if Discord accepts no answer any more.
    """
    found = await _compute_possible_damage_results(ctx, question_draft.question, answer_deferral)
    if found is None:
        return None
    live = await load_running_pod(ctx) if question_draft.number else None
    pod = live.pod if live is not None and live.number == question_draft.number else None
    follows: list[DefeatConsequenceText | None] = [None] * len(found.outcomes_and_possible_defeat)
    if pod is not None:
        words = await load_formatter_with_player_names(
            ctx.people_with_server_nicknames, names_in_question.text, list_players_named_in_game(pod)
        )
        follows = [
            None if each.defeat is None else render_judged_defeat_consequence(pod, each.defeat, words)
            for each in found.outcomes_and_possible_defeat
        ]
    return DamageAnswerPage(
        question_draft.question, found, names_in_question, tuple(follows), bool(question_draft.number)
    )


async def _compute_possible_damage_results(
    ctx: Context, damage_question: DamageQuestion, defer_options: Deferral
) -> DamageQuestionReply | None:
    """Compute the possible results of damage; None if it is too late to answer.

    If the search takes longer than `PICTURE_TIMEOUT`, the answer is deferred. Raises `Refusal` if the question is too
    large, or the search was not made.
    """
    asker = ctx.interaction.user.id
    searching = asyncio.create_task(ctx.services.judge.find_possible_results_of_damage(damage_question, asker))
    done, _ = await asyncio.wait([searching], timeout=PATIENCE)
    if not done and not await defer_answer(ctx, **defer_options):
        searching.add_done_callback(lambda task: task.cancelled() or task.exception())
        return None
    try:
        return await searching
    except StepBudgetExceededError:
        raise Refusal("judge-large") from None
    except RulesJudgeBusyError:
        raise Refusal("judge-busy") from None
    except JudgeQuestionReplacedError:
        raise Refusal("judge-replaced") from None
    except JudgeWorkerError as error:
        log.error("a process of the judge failed: %s", error)
        raise Refusal("judge-failed") from None


# The form, the pages and the report


def _format_damage_form_texts(
    question_draft: DamageQuestionDraft, names_in_question: NamesInJudgeQuestion
) -> DamageQuestionFormTexts:
    return DamageQuestionSyntax(names_in_question).format_damage_question_as_form_texts(question_draft.question)


def _parse_damage_form_texts(
    ctx: Context,
    question_draft: DamageQuestionDraft,
    form_texts: DamageQuestionFormTexts,
    names_in_question: NamesInJudgeQuestion,
) -> DamageQuestionDraft:
    asked = question_draft.question
    question = DamageQuestionSyntax(names_in_question).parse_damage_question_from_form_texts(
        form_texts, asked.player, get_selected_rules_era(ctx, asked.era)
    )
    return replace(question_draft, question=question)


TOPIC = JudgeQuestionKind(
    name="damage",
    draft=DamageQuestionDraft,
    typed=DamageQuestionFormTexts,
    lines=("sources", "effects"),
    blank=("sources",),
    begin=create_damage_question_draft,
    write=_format_damage_form_texts,
    make_menu=lambda ctx, draft: build_rules_era_menu(ctx, draft.question.era),
    read=_parse_damage_form_texts,
    answer=_answer_damage_question,
)


async def show_damage_results_page(ctx: Context, draft_key: str, page: int, draft: DamageQuestionDraft) -> None:
    names = await load_names_in_question_draft(ctx, draft)
    answer = await _answer_damage_question(ctx, draft, names, IN_PLACE)
    if answer is not None:
        page = min(page, answer.last_page_number)
        await TOPIC.show_updated_judge_answer(ctx, draft_key, replace(answer, page=page), names)


async def open_defeat_form_for_selected_result(
    ctx: Context, draft_key: str, draft: DamageQuestionDraft, selection: int
) -> None:
    await open_report_form_for_damage_result(ctx, draft_key, selection, draft)


async def open_report_form_for_damage_result(
    ctx: Context, draft_key: str, place: int, draft: DamageQuestionDraft
) -> None:
    """Open a report form filled with the deadly result on the pressed button.

    The user sends the report.
    """
    found = await _compute_possible_damage_results(ctx, draft.question, PRIVATE)
    if found is None:
        return
    live = await load_pod(ctx, draft.number)
    assert live.pod is not None
    defeat = (
        found.outcomes_and_possible_defeat[place].defeat if place < len(found.outcomes_and_possible_defeat) else None
    )
    if not draft.number or defeat is None:
        raise Refusal("unknown-button")
    entry = clear_controllers_not_in_game(
        convert_report_to_form_input(convert_judged_defeat_to_report(defeat)), live.pod.players
    )
    await open_defeat_report_form(ctx, live, entry)


ROUTES = (
    *TOPIC.build_question_routes(),
    TOPIC.build_component_route("page:{page:int}", show_damage_results_page),
    TOPIC.build_component_route("happened:{place:int}", open_report_form_for_damage_result),
    TOPIC.build_component_route("which", open_defeat_form_for_selected_result, parse_selection=parse_ascii_number),
)
