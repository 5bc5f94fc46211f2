"""A defeat as people type it, and back: who lost, what did it, and who serves whom."""

from collections.abc import Mapping
from typing import get_args

from msgspec import Struct

from bot.front.judge.notation import (
    Notation,
    Unfit,
    check_flags,
    read_numbered,
    split_items,
)
from bot.front.judge.question_names import SOURCE, QuestionNames
from bot.front.rendering.escaping import escape
from bot.front.reports.report_draft import MOST_CARD, MOST_PARTS
from bot.reading import Unreadable
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.refusals import Refusal
from bot.rules.variants import Variant
from bot.transcript import check_teams

_CAUSES: tuple[Cause, ...] = get_args(Cause)
_OF_THE_LOSER = ("controlled", "kindslaver", *_CAUSES)
_FLAGS = ("voluntary", "forced-draw", "ended")
_OF_AN_OBJECT = ("by", "owner", *_FLAGS)

WORDS = (*_OF_THE_LOSER, *_OF_AN_OBJECT)
"""All that can be typed in such a question besides names and numbers."""


class TypedDefeat(Struct, frozen=True):
    """What was typed of a defeat: one object, or one who serves, on each line."""

    loser: str
    objects: str
    teams: str = ""


class DefeatNotation:
    """Reads and writes defeats for one reader."""

    def __init__(self, names: QuestionNames) -> None:
        self._names = names
        self._notation = Notation(names.text)

    # Reading; every method raises `Refusal` with what does not fit

    def read(self, typed: TypedDefeat) -> Report:
        """Read what would be reported."""
        try:
            item = self._notation.read_item(typed.loser, _OF_THE_LOSER)
            check_flags(item, _CAUSES)
            causes = [cause for cause in _CAUSES if cause in item.clauses]
            if len(causes) > 1 or not item.head:
                raise Unfit
        except Unfit:
            raise Refusal("judge-loser", typed=escape(typed.loser)) from None
        found = [self._read_object(each) for each in split_items(typed.objects)]
        ended = [source for source, flagged in found if flagged]
        if len(ended) > 1 or len(found) > MOST_PARTS:
            raise Refusal("judge-objects", typed=escape(typed.objects))
        return Report(
            self._find(item.head) or "",
            causes[0] if causes else "life",
            tuple(source for source, _ in found),
            controlled_by=self._find(item.clauses.get("controlled", "")),
            kindslaver=self._find(item.clauses.get("kindslaver", "")),
            protection_ended_by=ended[0] if ended else None,
        )

    def read_teams(
        self, typed: str, variant: str, house: Variant | None
    ) -> Mapping[Player, Player]:
        """Read who serves whom, as the variant can have it."""
        teams: dict[Player, Player] = {}
        for each in split_items(typed):
            servant, colon, master = (part.strip() for part in each.partition(":"))
            if not (servant and colon and master) or self._names.find(servant) in teams:
                raise Refusal("judge-teams", typed=escape(each))
            teams[self._names.find(servant)] = self._names.find(master)
        try:
            check_teams(teams, variant, house)
        except Unreadable:
            raise Refusal("judge-teams", typed=escape(typed)) from None
        return teams

    def _read_object(self, typed: str) -> tuple[Source, bool]:
        """Return a source, and whether it ended what had kept the loser in the game."""
        try:
            item = self._notation.read_item(typed, _OF_AN_OBJECT)
            check_flags(item, _FLAGS)
            name, amount = self._split_amount(item.head)
            by = self._find(item.clauses.get("by", ""))
            if by is None or amount == 0 or len(name) > MOST_CARD:
                raise Unfit
        except Unfit:
            raise Refusal("judge-objects", typed=escape(typed)) from None
        source = Source(
            by,
            None if name in ("", self._names.label(SOURCE)) else name,
            self._find(item.clauses.get("owner", "")),
            amount,
            voluntary="voluntary" in item.clauses,
            forced_draw="forced-draw" in item.clauses,
        )
        return source, "ended" in item.clauses

    def _split_amount(self, head: str) -> tuple[str, int | None]:
        try:
            return read_numbered(head)
        except Unfit:  # no number is needed
            return head, None

    def _find(self, typed: str) -> Player | None:
        return self._names.find(typed) if typed.strip() else None

    # Writing

    def write(self, report: Report, teams: Mapping[Player, Player]) -> TypedDefeat:
        """Return a defeat as its reader types it."""
        label, write = self._names.label, self._notation.write
        clauses = [
            write(report.cause),
            write("controlled", label(report.controlled_by)) if report.controlled_by else "",
            write("kindslaver", label(report.kindslaver)) if report.kindslaver else "",
        ]
        ended = report.protection_ended_by
        return TypedDefeat(
            self._notation.write_item(label(report.loser), clauses),
            "\n".join(self._write_object(each, ended=each == ended) for each in report.sources),
            "\n".join(f"{label(servant)}: {label(master)}" for servant, master in teams.items()),
        )

    def _write_object(self, source: Source, *, ended: bool) -> str:
        label, write = self._names.label, self._notation.write
        name = source.object or label(SOURCE)
        head = name if source.amount is None else f"{name} {source.amount}"
        clauses = [
            write("by", label(source.controller)),
            write("owner", label(source.owner)) if source.owner else "",
            write("voluntary") if source.voluntary else "",
            write("forced-draw") if source.forced_draw else "",
            write("ended") if ended else "",
        ]
        return self._notation.write_item(head, clauses)
