"""Questions to the judge about loyalty: may an ability be activated, or a planeswalker be cast?"""

from collections.abc import Iterator

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.judge_answers import PlaneswalkerAnswerFormatter
from bot.front.interaction.context import Context
from bot.front.judge.loyalty_notation import (
    PlaneswalkerQuestion,
    PlaneswalkerQuestionFormTexts,
    PlaneswalkerQuestionSyntax,
    build_activation_question_after_casting,
    build_planeswalker_question,
)
from bot.front.judge.notation import WALKER, Data, NamesInJudgeQuestion
from bot.front.judge.questions import (
    Deferral,
    JudgeQuestionDraft,
    JudgeQuestionKind,
    build_rules_era_menu,
    find_judge_question_player_by_name,
    get_player_name_in_question,
    get_selected_rules_era,
    load_running_pod,
)
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.judge.loyalty import (
    LoyaltyActivationAnswer,
    LoyaltyActivationQuestion,
    PlaneswalkerCastingAnswer,
    PlaneswalkerCastingQuestion,
    answer_loyalty_activation_question,
    answer_planeswalker_casting_question,
)
from bot.rules.next_turn import list_players_whose_turn_it_is
from bot.rules.pod import Pod

_MAX_RESTATED_LENGTH = 400  # characters


class PlaneswalkerQuestionDraft(JudgeQuestionDraft, frozen=True, kw_only=True):
    """A draft of a question to the rules judge about a planeswalker."""

    question: PlaneswalkerQuestion


async def create_planeswalker_question_draft(ctx: Context, player_name: str | None) -> PlaneswalkerQuestionDraft:
    """Return a new question about a planeswalker of a player, who is by default the user.

    Raises `Refusal`.
    """
    live = await load_running_pod(ctx)
    by, pod = await find_judge_question_player_by_name(ctx, player_name, live.pod if live else None)
    data: Data = {
        "by": by,
        "era": ctx.settings.rules_era,
        "permanent": {"name": WALKER, "loyalty": 1},
        **_build_question_data_of_active_players(pod),
    }
    question = build_planeswalker_question(data, "0", "", is_casting=False)
    number = live.number if live is not None and pod is not None else 0
    owner = ctx.interaction.user.id
    called = get_player_name_in_question(ctx, player_name)
    return PlaneswalkerQuestionDraft(ctx.draft_channel_address, owner, number, called, question=question)


def _build_question_data_of_active_players(pod: Pod | None) -> Data:
    """Return the players whose turn it is as data of a judge question.

    Empty data mean that it is the turn of the user. A turn whose player has just been beaten has no active players.
    """
    active = () if pod is None else list_players_whose_turn_it_is(pod.current_game)
    return {"active": [*active]} if active else {}


# The answer


class LoyaltyAbilityRuling(Struct, frozen=True):
    """A question about a loyalty ability or a spell, with the judge's answer."""

    asked: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion
    answer: LoyaltyActivationAnswer | PlaneswalkerCastingAnswer


class LoyaltyAbilityAnswer(Struct, frozen=True):
    """The judge's answer to a question about planeswalkers and loyalty abilities."""

    question: PlaneswalkerQuestion
    names: NamesInJudgeQuestion

    def iterate_loyalty_rulings(self) -> Iterator[LoyaltyAbilityRuling]:
        """Yield the ruling on the question; for casting a card, also the ruling on activating its ability at once."""
        asked = self.question.asked
        if isinstance(asked, LoyaltyActivationQuestion):
            yield LoyaltyAbilityRuling(asked, answer_loyalty_activation_question(asked))
            return
        answer = answer_planeswalker_casting_question(asked)
        yield LoyaltyAbilityRuling(asked, answer)
        follow = build_activation_question_after_casting(self.question, answer)
        if follow is not None:
            yield LoyaltyAbilityRuling(follow, answer_loyalty_activation_question(follow))

    def render_embed(self) -> discord.Embed:
        """Return an embed with the question about a planeswalker, each answer, and its reasons."""
        lines = [f"-# {self._render_planeswalker_question_on_one_line()}"]
        for ruling in self.iterate_loyalty_rulings():
            words = PlaneswalkerAnswerFormatter(ruling.asked, self.names.text, self.names.format_name_for_message)
            heading, *rest = words.list_answer_lines(ruling.answer)
            lines += [f"{'✅' if ruling.answer.may else '🚫'} **{heading}**", *rest]
        title = self.names.text("judge-title-loyalty")
        embed = discord.Embed(title=title, colour=COLOURS["lobby"])
        embed.description = "\n".join(lines)
        return embed

    def _render_planeswalker_question_on_one_line(self) -> str:
        """Return the question on one line, for readers who did not ask it."""
        typed = PlaneswalkerQuestionSyntax(self.names).format_question_as_form_texts(self.question)
        parts = [typed.permanent, typed.cost, typed.moment, "; ".join(typed.others.splitlines())]
        what = " · ".join(part for part in parts if part)
        asker = self.names.format_name_for_message(self.question.asked.by)
        text = self.names.text
        return text("judge-restated-loyalty", player=asker, what=escape_markdown(what, _MAX_RESTATED_LENGTH))

    def list_cited_rule_ids(self) -> list[str]:
        return [rule for ruling in self.iterate_loyalty_rulings() for rule in ruling.answer.rules]

    def build_buttons(self, _custom_id_prefix: str) -> tuple[ui.Item[ui.View], ...]:
        """Return no buttons: this kind of answer needs none."""
        return ()


async def _answer_raw_planeswalker_question(
    _ctx: Context,
    question_draft: PlaneswalkerQuestionDraft,
    names_in_question: NamesInJudgeQuestion,
    _answer_deferral: Deferral,
) -> LoyaltyAbilityAnswer:
    return LoyaltyAbilityAnswer(question_draft.question, names_in_question)


# The form


def _format_planeswalker_form_texts(
    question_draft: PlaneswalkerQuestionDraft, names_in_question: NamesInJudgeQuestion
) -> PlaneswalkerQuestionFormTexts:
    return PlaneswalkerQuestionSyntax(names_in_question).format_question_as_form_texts(question_draft.question)


def _parse_planeswalker_form_texts(
    ctx: Context,
    question_draft: PlaneswalkerQuestionDraft,
    form_texts: PlaneswalkerQuestionFormTexts,
    names_in_question: NamesInJudgeQuestion,
) -> PlaneswalkerQuestionDraft:
    asked = question_draft.question.asked
    question = PlaneswalkerQuestionSyntax(names_in_question).parse_question_from_form_texts(
        form_texts, asked.by, get_selected_rules_era(ctx, asked.era)
    )
    return replace(question_draft, question=question)


TOPIC = JudgeQuestionKind(
    name="loyalty",
    draft=PlaneswalkerQuestionDraft,
    typed=PlaneswalkerQuestionFormTexts,
    lines=("others",),
    blank=("permanent", "cost"),
    begin=create_planeswalker_question_draft,
    write=_format_planeswalker_form_texts,
    make_menu=lambda ctx, draft: build_rules_era_menu(ctx, draft.question.asked.era),
    read=_parse_planeswalker_form_texts,
    answer=_answer_raw_planeswalker_question,
)
