"""The draft of a report: the facts so far, and which of them are missing."""

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.drafts import Draft
from bot.rules.facts import CardId, Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal

MAX_CARD_LENGTH = 100
"""Characters of a card's name."""
MAX_PARTS = 12
"""Objects in one report, so that the form stays readable."""


class Part(Struct, frozen=True):
    """One object; its controller may still be missing. `ended` means that it ended a protection.

    `card` is the card that `object` names, if that is known.
    """

    controller: Player | None = None
    object: str | None = None
    owner: Player | None = None
    amount: int | None = None
    voluntary: bool = False
    forced_draw: bool = False
    ended: bool = False
    card: CardId | None = None


class DefeatEntry(Struct, frozen=True):
    """One loser; `controlled_by` made their decisions, through Kindslaver if `kindslaver`."""

    loser: Player | None = None
    cause: Cause = "life"
    parts: tuple[Part, ...] = (Part(),)
    controlled_by: Player | None = None
    kindslaver: bool = False


class Replacement(Struct, frozen=True):
    """A mark of a draft that replaces the report at `step` of a pod's story.

    `decision` is the token of the moderator's decision, `pod` the pod as it was at that step.
    """

    decision: str
    step: int
    pod: Pod


class ReportDraft(Draft, frozen=True):
    """A report that a user is writing, and which loser and object the form shows."""

    number: int = 0  # the pod's number
    entries: tuple[DefeatEntry, ...] = (DefeatEntry(),)
    entry_at: int = 0
    part_at: int = 0
    details: bool = False  # whether the second page is open
    seen: int = 0  # version of the log that the shown verdict is based on
    instead: Replacement | None = None

    @property
    def entry(self) -> DefeatEntry:
        """The loser that the form shows."""
        return self.entries[self.entry_at]

    @property
    def part(self) -> Part:
        """The object that the form shows."""
        return self.entry.parts[self.part_at]

    def with_entry(self, entry: DefeatEntry) -> "ReportDraft":
        """Return the draft with the current loser replaced."""
        entries = list(self.entries)
        entries[self.entry_at] = entry
        return replace(self, entries=tuple(entries))

    def with_part(self, part: Part) -> "ReportDraft":
        """Return the draft with the current object replaced."""
        parts = list(self.entry.parts)
        parts[self.part_at] = part
        return self.with_entry(replace(self.entry, parts=tuple(parts)))

    def add_part(self) -> "ReportDraft":
        """Return the draft with one more object, which the form shows. Raises `Refusal` if full."""
        self._check_room(1)
        entry = replace(self.entry, parts=(*self.entry.parts, Part()))
        return replace(self.with_entry(entry), part_at=len(entry.parts) - 1, details=False)

    def add_entry(self) -> "ReportDraft":
        """Return the draft with one more loser, who has the same cause and objects.

        Raises `Refusal` if there are too many objects.
        """
        self._check_room(len(self.entry.parts))
        entry = replace(self.entry, loser=None)
        entries = (*self.entries, entry)
        return replace(self, entries=entries, entry_at=len(entries) - 1, part_at=0, details=False)

    def turn_to_next(self) -> "ReportDraft":
        """Return the draft with the next object shown; the first follows the last."""
        at = [(e, p) for e, entry in enumerate(self.entries) for p in range(len(entry.parts))]
        entry, part = at[(at.index((self.entry_at, self.part_at)) + 1) % len(at)]
        return replace(self, entry_at=entry, part_at=part)

    def without_part(self) -> "ReportDraft":
        """Return the draft without the current object; without its loser if it was the only one."""
        rest = [p for at, p in enumerate(self.entry.parts) if at != self.part_at]
        if rest:
            return replace(self.with_entry(replace(self.entry, parts=tuple(rest))), part_at=0)
        entries = tuple(e for at, e in enumerate(self.entries) if at != self.entry_at)
        return replace(self, entries=entries or (DefeatEntry(),), entry_at=0, part_at=0)

    def has_room(self, more: int) -> bool:
        """Return whether `more` objects still fit into the report."""
        return sum(len(entry.parts) for entry in self.entries) + more <= MAX_PARTS

    def _check_room(self, more: int) -> None:
        if not self.has_room(more):
            raise Refusal("draft-full", most=MAX_PARTS)

    def make_reports(self) -> tuple[Report, ...]:
        """Return the report of each loser. Raises `Refusal` if a fact is missing."""
        return tuple(_make_report(entry) for entry in self.entries)


def _make_report(entry: DefeatEntry) -> Report:
    if entry.loser is None:
        raise Refusal("draft-loser")
    sources = tuple(_make_sources(entry))
    ended = next(
        (s for s, (_, part) in zip(sources, _find_named(entry), strict=True) if part.ended), None
    )
    return Report(
        entry.loser,
        entry.cause,
        sources,
        controlled_by=None if entry.kindslaver else entry.controlled_by,
        kindslaver=entry.controlled_by if entry.kindslaver else None,
        protection_ended_by=ended,
    )


def _find_named(entry: DefeatEntry) -> list[tuple[Player, Part]]:
    """Return the objects that somebody controls, with who does.

    Nobody is responsible for a draw from one's empty library, and nobody is for a card of one's own
    that emptied it, so a card that is nobody's is the loser's: it stays in the story.
    """
    own = entry.loser if entry.cause == "library" else None
    found = ((part.controller or (own if part.object else None), part) for part in entry.parts)
    return [(controller, part) for controller, part in found if controller is not None]


def _make_sources(entry: DefeatEntry) -> Iterator[Source]:
    for controller, part in _find_named(entry):
        yield Source(
            controller,
            part.object,
            part.owner if part.owner != controller else None,
            part.amount,
            part.voluntary,
            part.forced_draw and entry.cause == "library",
            part.card,
        )


def make_entry(report: Report) -> DefeatEntry:
    """Return the entry of a known report, for a form that begins with it."""
    ended = report.protection_ended_by
    parts = tuple(_make_part(source, source == ended) for source in report.sources)
    kindslaver = report.kindslaver is not None
    controlled_by = report.kindslaver or report.controlled_by
    return DefeatEntry(report.loser, report.cause, parts or (Part(),), controlled_by, kindslaver)


def replace_unknown(entry: DefeatEntry, players: Collection[Player]) -> DefeatEntry:
    """Return the entry without controllers who are not `players`; the form asks for them."""
    parts = tuple(
        part if part.controller in players else replace(part, controller=None)
        for part in entry.parts
    )
    return replace(entry, parts=parts)


def _make_part(source: Source, ended: bool) -> Part:
    return Part(
        source.controller,
        source.object,
        source.owner,
        source.amount,
        source.voluntary,
        source.forced_draw,
        ended,
        source.card,
    )
