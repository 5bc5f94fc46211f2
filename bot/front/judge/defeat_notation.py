"""The notation of questions about a defeat: who lost, what did it, and who serves whom."""

from collections.abc import Mapping
from typing import get_args

from bot.front.judge.notation import (
    SOURCE,
    Clause,
    Notation,
    TypedQuestion,
    Unfit,
    list_words,
    read_numbered,
    refuse_unfit,
    split_items,
)
from bot.front.rendering.escaping import escape
from bot.front.reports.report_draft import MAX_CARD_LENGTH, MAX_PARTS
from bot.reading import Unreadable
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.refusals import Refusal
from bot.rules.variants import Variant
from bot.transcript import check_teams

_CAUSE_CLAUSES = tuple(Clause(cause, "cause", value=cause) for cause in get_args(Cause))
_LOSER_CLAUSES = (
    *_CAUSE_CLAUSES,
    Clause("controlled", "controlled_by", "name"),
    Clause("kindslaver", "kindslaver", "name"),
)
_OBJECT_CLAUSES = (
    Clause("by", "controller", "name"),
    Clause("owner", "owner", "name"),
    Clause("voluntary", "voluntary"),
    Clause("forced-draw", "forced_draw"),
)
_ENDED_CLAUSE = Clause("ended")

WORDS = list_words([*_LOSER_CLAUSES, *_OBJECT_CLAUSES, _ENDED_CLAUSE])
"""All words of the notation."""


class TypedDefeat(TypedQuestion, frozen=True):
    """A typed question about a defeat; each object and each servant stands on a line.

    In a pod `teams` is `None`: the pod knows who serves whom.
    """

    loser: str
    objects: str
    teams: str | None = None


class DefeatNotation(Notation):
    """The notation of questions about a defeat for one reader."""

    # Reading

    def read(self, typed: TypedDefeat) -> Report:
        """Read the report. Raises `Refusal` for the text that does not fit."""
        with refuse_unfit("judge-loser", typed.loser):
            item = self.read_item(typed.loser, _LOSER_CLAUSES)
            causes = [cause for cause in _CAUSE_CLAUSES if cause.word in item.clauses]
            if len(causes) > 1 or not item.head:
                raise Unfit
            facts = {"cause": "life", **self.read_clauses(item, _LOSER_CLAUSES)}
        found = [self._read_object(each) for each in split_items(typed.objects)]
        ended = [source for source, has_ended in found if has_ended]
        if len(ended) > 1 or len(found) > MAX_PARTS:
            raise Refusal("judge-objects", typed=escape(typed.objects))
        return Report(
            self.names.find(item.head),
            sources=tuple(source for source, _ in found),
            protection_ended_by=ended[0] if ended else None,
            **facts,
        )

    def read_teams(
        self, typed: str, variant: str, house: Variant | None
    ) -> Mapping[Player, Player]:
        """Read the master of each servant. Raises `Refusal` for teams that `variant` forbids."""
        teams: dict[Player, Player] = {}
        for each in split_items(typed):
            servant, colon, master = (part.strip() for part in each.partition(":"))
            if not (servant and colon and master) or self.names.find(servant) in teams:
                raise Refusal("judge-teams", typed=escape(each))
            teams[self.names.find(servant)] = self.names.find(master)
        try:
            check_teams(teams, variant, house)
        except Unreadable:
            raise Refusal("judge-teams", typed=escape(typed)) from None
        return teams

    def _read_object(self, typed: str) -> tuple[Source, bool]:
        """Return a source, and whether it ended the loser's protection (ESC-43)."""
        with refuse_unfit("judge-objects", typed):
            item = self.read_item(typed, (*_OBJECT_CLAUSES, _ENDED_CLAUSE))
            name, amount = self._split_amount(item.head)
            facts = self.read_clauses(item, _OBJECT_CLAUSES)
            if "controller" not in facts or amount == 0 or len(name) > MAX_CARD_LENGTH:
                raise Unfit
        card = None if name in ("", self.names.label(SOURCE)) else name
        return Source(object=card, amount=amount, **facts), _ENDED_CLAUSE.word in item.clauses

    def _split_amount(self, head: str) -> tuple[str, int | None]:
        try:
            return read_numbered(head)
        except Unfit:  # no number is needed
            return head, None

    # Writing

    def write(self, report: Report, teams: Mapping[Player, Player] | None) -> TypedDefeat:
        """Return a defeat as its reader types it; `teams` is `None` in a pod."""
        label = self.names.label
        ended = report.protection_ended_by
        served = None
        if teams is not None:
            served = "\n".join(f"{label(each)}: {label(teams[each])}" for each in teams)
        return TypedDefeat(
            self.write_item(label(report.loser), self.write_clauses(report, _LOSER_CLAUSES)),
            "\n".join(self._write_object(each, ended=each == ended) for each in report.sources),
            served,
        )

    def _write_object(self, source: Source, *, ended: bool) -> str:
        name = source.object or self.names.label(SOURCE)
        head = name if source.amount is None else f"{name} {source.amount}"
        clauses = [*self.write_clauses(source, _OBJECT_CLAUSES)]
        clauses += [self.write_clause(_ENDED_CLAUSE.word)] if ended else []
        return self.write_item(head, clauses)
