"""The syntax of questions about a defeat: who lost, the causes, and who serves whom."""

from collections.abc import Mapping
from typing import get_args

from bot.basics.typed_values import InvalidValueError
from bot.front.judge.notation import (
    SOURCE,
    JudgeQuestionClause,
    JudgeQuestionFormTexts,
    JudgeQuestionSyntax,
    QuestionSyntaxError,
    convert_question_syntax_error_to_refusal,
    list_clause_keywords,
    parse_name_and_number,
    split_question_items,
)
from bot.front.reports.report_draft import MAX_CARD_LENGTH, MAX_PARTS
from bot.front.ui.escaping import escape_markdown
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.refusals import Refusal
from bot.rules.variants import Variant
from bot.transcripts.pods import require_variant_allows_teams

_CAUSE_CLAUSES = tuple(JudgeQuestionClause(cause, "cause", value=cause) for cause in get_args(Cause))
_LOSER_CLAUSES = (
    *_CAUSE_CLAUSES,
    JudgeQuestionClause("controlled", "controlled_by", "name"),
    JudgeQuestionClause("kindslaver", "kindslaver", "name"),
)
_OBJECT_CLAUSES = (
    JudgeQuestionClause("by", "controller", "name"),
    JudgeQuestionClause("owner", "owner", "name"),
    JudgeQuestionClause("voluntary", "voluntary"),
    JudgeQuestionClause("forced-draw", "forced_draw"),
)
_ENDED_CLAUSE = JudgeQuestionClause("ended")

WORDS = list_clause_keywords([*_LOSER_CLAUSES, *_OBJECT_CLAUSES, _ENDED_CLAUSE])
"""All words of the notation."""


class DefeatQuestionFormTexts(JudgeQuestionFormTexts, frozen=True):
    """The texts in the form of a question about a defeat, one line for each source and each servant.

    In a pod `teams` is `None`: the pod knows who serves whom.
    """

    loser: str
    objects: str
    teams: str | None = None


class DefeatQuestionSyntax(JudgeQuestionSyntax):
    """A parser and formatter of users' questions about a defeat, in one language."""

    # Reading

    def parse_defeat_report_from_form_texts(self, form_texts: DefeatQuestionFormTexts) -> DefeatReport:
        """Parse the report of a defeat from a form. Raises `Refusal`."""
        with convert_question_syntax_error_to_refusal("judge-loser", form_texts.loser):
            item = self.parse_question_item(form_texts.loser, _LOSER_CLAUSES)
            causes = [cause for cause in _CAUSE_CLAUSES if cause.word in item.clauses]
            if len(causes) > 1 or not item.head:
                raise QuestionSyntaxError
            facts = {"cause": "life", **self.convert_clauses_to_question_fields(item, _LOSER_CLAUSES)}
        found = [self._parse_defeat_source(each) for each in split_question_items(form_texts.objects)]
        ended = [source for source, has_ended in found if has_ended]
        if len(ended) > 1 or len(found) > MAX_PARTS:
            raise Refusal("judge-objects", typed=escape_markdown(form_texts.objects))
        return DefeatReport(
            self.names.find_typed_name_in_question(item.head),
            sources=tuple(source for source, _ in found),
            protection_ended_by=ended[0] if ended else None,
            **facts,
        )

    def parse_masters_of_servants(
        self, user_input: str, variant_id: str, custom_variant: Variant | None
    ) -> Mapping[Player, Player]:
        """Parse who serves whom, as a mapping from servant to master.

        Raises `Refusal` for teams that the variant forbids.
        """
        teams: dict[Player, Player] = {}
        for each in split_question_items(user_input):
            servant, colon, master = (part.strip() for part in each.partition(":"))
            if not (servant and colon and master) or self.names.find_typed_name_in_question(servant) in teams:
                raise Refusal("judge-teams", typed=escape_markdown(each))
            teams[self.names.find_typed_name_in_question(servant)] = self.names.find_typed_name_in_question(master)
        try:
            require_variant_allows_teams(teams, variant_id, custom_variant)
        except InvalidValueError:
            raise Refusal("judge-teams", typed=escape_markdown(user_input)) from None
        return teams

    def _parse_defeat_source(self, source_text: str) -> tuple[DefeatSource, bool]:
        """Parse a source of a defeat, and whether it ended an effect that protected the loser."""
        with convert_question_syntax_error_to_refusal("judge-objects", source_text):
            item = self.parse_question_item(source_text, (*_OBJECT_CLAUSES, _ENDED_CLAUSE))
            name, amount = self._split_source_and_amount(item.head)
            facts = self.convert_clauses_to_question_fields(item, _OBJECT_CLAUSES)
            if "controller" not in facts or amount == 0 or len(name) > MAX_CARD_LENGTH:
                raise QuestionSyntaxError
        card = None if name in ("", self.names.format_name_for_label(SOURCE)) else name
        return DefeatSource(object=card, amount=amount, **facts), _ENDED_CLAUSE.word in item.clauses

    def _split_source_and_amount(self, source_text: str) -> tuple[str, int | None]:
        try:
            return parse_name_and_number(source_text)
        except QuestionSyntaxError:  # no number is needed
            return source_text, None

    # Writing

    def format_defeat_report_as_form_texts(
        self, defeat_report: DefeatReport, teams: Mapping[Player, Player] | None
    ) -> DefeatQuestionFormTexts:
        """Format a question about a defeat as the texts of its form.

        `teams` is None for a question about a pod.
        """
        label = self.names.format_name_for_label
        ended = defeat_report.protection_ended_by
        served = None
        if teams is not None:
            served = "\n".join(f"{label(each)}: {label(teams[each])}" for each in teams)
        return DefeatQuestionFormTexts(
            self.format_question_item(
                label(defeat_report.loser), self.format_fields_as_clauses(defeat_report, _LOSER_CLAUSES)
            ),
            "\n".join(
                self._format_defeat_source(each, has_ended_protection=each == ended) for each in defeat_report.sources
            ),
            served,
        )

    def _format_defeat_source(self, defeat_source: DefeatSource, *, has_ended_protection: bool) -> str:
        name = defeat_source.object or self.names.format_name_for_label(SOURCE)
        head = name if defeat_source.amount is None else f"{name} {defeat_source.amount}"
        clauses = [*self.format_fields_as_clauses(defeat_source, _OBJECT_CLAUSES)]
        clauses += [self.format_clause(_ENDED_CLAUSE.word)] if has_ended_protection else []
        return self.format_question_item(head, clauses)
