"""Questions to the judge about loyalty: may an ability be activated, or a planeswalker be cast?"""

from collections.abc import Iterator

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.judge_answers import LoyaltyAnswerFormatter
from bot.front.interaction.context import Context
from bot.front.judge.loyalty_notation import (
    LoyaltyFormTexts,
    LoyaltyQuestion,
    LoyaltyQuestionSyntax,
    build_activation_follow_up,
    build_loyalty_question,
)
from bot.front.judge.notation import WALKER, Data, QuestionNames
from bot.front.judge.questions import (
    Deferral,
    JudgeQuestionDraft,
    JudgeTopic,
    build_era_menu,
    find_named_subject,
    get_selected_era,
    get_subject_name,
    load_running_pod,
)
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.judge.loyalty import (
    ActivationAnswer,
    ActivationQuestion,
    CastingAnswer,
    CastingQuestion,
    answer_activation_question,
    answer_casting_question,
)
from bot.rules.pod import Pod

_MAX_RESTATED_LENGTH = 400  # characters


class LoyaltyQuestionDraft(JudgeQuestionDraft, frozen=True, kw_only=True):
    """A draft of a question to the judge about loyalty abilities."""

    question: LoyaltyQuestion


async def begin_loyalty_question(ctx: Context, player_name: str | None) -> LoyaltyQuestionDraft:
    """Return a question about loyalty of the named player, or of the user. Raises `Refusal`."""
    live = await load_running_pod(ctx)
    by, pod = await find_named_subject(ctx, player_name, live.pod if live else None)
    data: Data = {
        "by": by,
        "era": ctx.settings.rules_era,
        "permanent": {"name": WALKER, "loyalty": 1},
        **_find_active_players(pod),
    }
    question = build_loyalty_question(data, "0", "", is_cast=False)
    number = live.number if live is not None and pod is not None else 0
    owner = ctx.interaction.user.id
    called = get_subject_name(ctx, player_name)
    return LoyaltyQuestionDraft(ctx.channel_address, owner, number, called, question=question)


def _find_active_players(pod: Pod | None) -> Data:
    """Return the active players of the pod as data; empty data mean that it is the user's turn.

    A turn whose player has just been beaten has no active players.
    """
    turn = pod.current_game.turn if pod is not None and pod.setup.turns else None
    return {"active": [*turn.active]} if turn is not None and turn.active else {}


# The answer


class LoyaltyRuling(Struct, frozen=True):
    """A question about a loyalty ability or a cast, with the judge's answer."""

    asked: ActivationQuestion | CastingQuestion
    answer: ActivationAnswer | CastingAnswer


class LoyaltyAnswer(Struct, frozen=True):
    """An answer about loyalty, with all rulings of the question."""

    question: LoyaltyQuestion
    names: QuestionNames

    def iterate_rulings(self) -> Iterator[LoyaltyRuling]:
        """Yield the ruling; for a cast card, also whether an ability can be activated at
        once.
        """
        asked = self.question.asked
        if isinstance(asked, ActivationQuestion):
            yield LoyaltyRuling(asked, answer_activation_question(asked))
            return
        answer = answer_casting_question(asked)
        yield LoyaltyRuling(asked, answer)
        follow = build_activation_follow_up(self.question, answer)
        if follow is not None:
            yield LoyaltyRuling(follow, answer_activation_question(follow))

    def render_embed(self) -> discord.Embed:
        """Return an embed with the question, then each ruling with its reasons."""
        lines = [f"-# {self._render_question_line()}"]
        for ruling in self.iterate_rulings():
            words = LoyaltyAnswerFormatter(
                ruling.asked, self.names.text, self.names.format_name_for_message
            )
            heading, *rest = words.list_answer_lines(ruling.answer)
            lines += [f"{'✅' if ruling.answer.may else '🚫'} **{heading}**", *rest]
        title = self.names.text("judge-title-loyalty")
        embed = discord.Embed(title=title, colour=COLOURS["lobby"])
        embed.description = "\n".join(lines)
        return embed

    def _render_question_line(self) -> str:
        """Return the question on one line, for readers who did not ask the question."""
        typed = LoyaltyQuestionSyntax(self.names).format_form(self.question)
        parts = [typed.permanent, typed.cost, typed.moment, "; ".join(typed.others.splitlines())]
        what = " · ".join(part for part in parts if part)
        asker = self.names.format_name_for_message(self.question.asked.by)
        text = self.names.text
        return text(
            "judge-restated-loyalty", player=asker, what=escape_markdown(what, _MAX_RESTATED_LENGTH)
        )

    def list_rule_ids(self) -> list[str]:
        """Return the ids of the rules of all rulings."""
        return [rule for ruling in self.iterate_rulings() for rule in ruling.answer.rules]

    def build_buttons(self, _custom_id_prefix: str) -> tuple[ui.Item[ui.View], ...]:
        """Return no buttons, as an answer about loyalty adds none."""
        return ()


async def _answer_loyalty_question(
    _ctx: Context, draft: LoyaltyQuestionDraft, question_names: QuestionNames, _deferral: Deferral
) -> LoyaltyAnswer:
    return LoyaltyAnswer(draft.question, question_names)


# The form


def _format_loyalty_form(
    draft: LoyaltyQuestionDraft, question_names: QuestionNames
) -> LoyaltyFormTexts:
    return LoyaltyQuestionSyntax(question_names).format_form(draft.question)


def _parse_loyalty_form(
    ctx: Context,
    draft: LoyaltyQuestionDraft,
    form_texts: LoyaltyFormTexts,
    question_names: QuestionNames,
) -> LoyaltyQuestionDraft:
    asked = draft.question.asked
    question = LoyaltyQuestionSyntax(question_names).parse_form(
        form_texts, asked.by, get_selected_era(ctx, asked.era)
    )
    return replace(draft, question=question)


TOPIC = JudgeTopic(
    name="loyalty",
    draft=LoyaltyQuestionDraft,
    typed=LoyaltyFormTexts,
    lines=("others",),
    blank=("permanent", "cost"),
    begin=begin_loyalty_question,
    write=_format_loyalty_form,
    make_menu=lambda ctx, draft: build_era_menu(ctx, draft.question.asked.era),
    read=_parse_loyalty_form,
    answer=_answer_loyalty_question,
)
