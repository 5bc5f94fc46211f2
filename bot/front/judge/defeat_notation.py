"""The syntax of questions about a defeat: who lost, the causes, and who serves whom."""

from collections.abc import Mapping
from typing import get_args

from bot.basics.typed_values import InvalidValue
from bot.front.judge.notation import (
    SOURCE,
    JudgeFormTexts,
    JudgeQuestionSyntax,
    QuestionSyntaxClause,
    QuestionSyntaxMismatch,
    list_words_that_begin_clauses,
    parse_name_and_number,
    refuse_on_question_syntax_mismatch,
    split_question_items,
)
from bot.front.reports.report_draft import MAX_CARD_LENGTH, MAX_PARTS
from bot.front.ui.escaping import escape_markdown
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.refusals import Refusal
from bot.rules.variants import Variant
from bot.transcripts.pods import validate_teams_of_variant

_CAUSE_CLAUSES = tuple(QuestionSyntaxClause(cause, "cause", value=cause) for cause in get_args(Cause))
_LOSER_CLAUSES = (
    *_CAUSE_CLAUSES,
    QuestionSyntaxClause("controlled", "controlled_by", "name"),
    QuestionSyntaxClause("kindslaver", "kindslaver", "name"),
)
_OBJECT_CLAUSES = (
    QuestionSyntaxClause("by", "controller", "name"),
    QuestionSyntaxClause("owner", "owner", "name"),
    QuestionSyntaxClause("voluntary", "voluntary"),
    QuestionSyntaxClause("forced-draw", "forced_draw"),
)
_ENDED_CLAUSE = QuestionSyntaxClause("ended")

WORDS = list_words_that_begin_clauses([*_LOSER_CLAUSES, *_OBJECT_CLAUSES, _ENDED_CLAUSE])
"""All words of the notation."""


class DefeatFormTexts(JudgeFormTexts, frozen=True):
    """The texts in the form of a question about a defeat; each object and servant has its own
    line.

    In a pod `teams` is `None`: the pod knows who serves whom.
    """

    loser: str
    objects: str
    teams: str | None = None


class DefeatQuestionSyntax(JudgeQuestionSyntax):
    """The text syntax of questions about a defeat, with the words and names of one reader's
    language.
    """

    # Reading

    def parse_form(self, form_texts: DefeatFormTexts) -> DefeatReport:
        """Return the report of a defeat from the texts of a form. Raises `Refusal` for an
        invalid text.
        """
        with refuse_on_question_syntax_mismatch("judge-loser", form_texts.loser):
            item = self.parse_item(form_texts.loser, _LOSER_CLAUSES)
            causes = [cause for cause in _CAUSE_CLAUSES if cause.word in item.clauses]
            if len(causes) > 1 or not item.head:
                raise QuestionSyntaxMismatch
            facts = {"cause": "life", **self.parse_clauses_to_fields(item, _LOSER_CLAUSES)}
        found = [self._parse_source(each) for each in split_question_items(form_texts.objects)]
        ended = [source for source, has_ended in found if has_ended]
        if len(ended) > 1 or len(found) > MAX_PARTS:
            raise Refusal("judge-objects", typed=escape_markdown(form_texts.objects))
        return DefeatReport(
            self.names.find_name_by_user_input(item.head),
            sources=tuple(source for source, _ in found),
            protection_ended_by=ended[0] if ended else None,
            **facts,
        )

    def parse_masters_of_servants(
        self, user_input: str, variant: str, house_variant: Variant | None
    ) -> Mapping[Player, Player]:
        """Return the master of each player who serves one, from a text.

        Raises `Refusal` for teams that the variant forbids.
        """
        teams: dict[Player, Player] = {}
        for each in split_question_items(user_input):
            servant, colon, master = (part.strip() for part in each.partition(":"))
            if not (servant and colon and master) or self.names.find_name_by_user_input(servant) in teams:
                raise Refusal("judge-teams", typed=escape_markdown(each))
            teams[self.names.find_name_by_user_input(servant)] = self.names.find_name_by_user_input(master)
        try:
            validate_teams_of_variant(teams, variant, house_variant)
        except InvalidValue:
            raise Refusal("judge-teams", typed=escape_markdown(user_input)) from None
        return teams

    def _parse_source(self, source_text: str) -> tuple[DefeatSource, bool]:
        """Return a source of the defeat, and whether the source ended the loser's
        protection (ESC-43).
        """
        with refuse_on_question_syntax_mismatch("judge-objects", source_text):
            item = self.parse_item(source_text, (*_OBJECT_CLAUSES, _ENDED_CLAUSE))
            name, amount = self._split_amount_from_source(item.head)
            facts = self.parse_clauses_to_fields(item, _OBJECT_CLAUSES)
            if "controller" not in facts or amount == 0 or len(name) > MAX_CARD_LENGTH:
                raise QuestionSyntaxMismatch
        card = None if name in ("", self.names.format_name_for_label(SOURCE)) else name
        return DefeatSource(object=card, amount=amount, **facts), _ENDED_CLAUSE.word in item.clauses

    def _split_amount_from_source(self, source_text: str) -> tuple[str, int | None]:
        try:
            return parse_name_and_number(source_text)
        except QuestionSyntaxMismatch:  # no number is needed
            return source_text, None

    # Writing

    def format_form(self, report: DefeatReport, teams: Mapping[Player, Player] | None) -> DefeatFormTexts:
        """Return the texts of the form for a defeat, as the reader would type them.

        `teams` is None for a question about a pod.
        """
        label = self.names.format_name_for_label
        ended = report.protection_ended_by
        served = None
        if teams is not None:
            served = "\n".join(f"{label(each)}: {label(teams[each])}" for each in teams)
        return DefeatFormTexts(
            self.format_item(label(report.loser), self.format_fields_as_clauses(report, _LOSER_CLAUSES)),
            "\n".join(self._format_source(each, has_ended_protection=each == ended) for each in report.sources),
            served,
        )

    def _format_source(self, source: DefeatSource, *, has_ended_protection: bool) -> str:
        name = source.object or self.names.format_name_for_label(SOURCE)
        head = name if source.amount is None else f"{name} {source.amount}"
        clauses = [*self.format_fields_as_clauses(source, _OBJECT_CLAUSES)]
        clauses += [self.format_clause(_ENDED_CLAUSE.word)] if has_ended_protection else []
        return self.format_item(head, clauses)
