"""The draft of a report: the facts so far, and which of them are missing."""

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.drafts import Draft
from bot.rules.facts import CardId, Cause, DefeatReport, DefeatSource, Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal

MAX_CARD_LENGTH = 100
"""Characters of a card's name."""
MAX_PARTS = 12
"""Objects in one report, so that the form stays readable."""


class ObjectEntry(Struct, frozen=True):
    """An object that caused a defeat, as entered so far; its controller may still be missing.

    `ended` means that the object ended a protection. `card` is the card that `object` names, if
    that is known.
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
    """A defeat as entered so far: its loser, cause and objects.

    `controlled_by` made the loser's decisions, through Kindslaver if `kindslaver`.
    """

    loser: Player | None = None
    cause: Cause = "life"
    parts: tuple[ObjectEntry, ...] = (ObjectEntry(),)
    controlled_by: Player | None = None
    kindslaver: bool = False


class ReportReplacement(Struct, frozen=True):
    """A mark that a report draft replaces the report at `step` of a pod's story.

    `decision` is the token of the moderator's decision, `pod` the pod as it was at that step.
    """

    decision: str
    step: int
    pod: Pod


class ReportDraft(Draft, frozen=True):
    """A report that a user is writing in the form, with the loser and object that the form
    shows.
    """

    number: int = 0  # the pod's number
    entries: tuple[DefeatEntry, ...] = (DefeatEntry(),)
    entry_at: int = 0
    part_at: int = 0
    details: bool = False  # whether the second page is open
    seen: int = 0  # version of the log that the shown verdict is based on
    instead: ReportReplacement | None = None

    @property
    def current_entry(self) -> DefeatEntry:
        """The defeat whose loser the form shows."""
        return self.entries[self.entry_at]

    @property
    def current_object(self) -> ObjectEntry:
        """The object that the form shows."""
        return self.current_entry.parts[self.part_at]

    def with_entry(self, defeat_entry: DefeatEntry) -> "ReportDraft":
        """Return the draft with the current defeat replaced."""
        entries = list(self.entries)
        entries[self.entry_at] = defeat_entry
        return replace(self, entries=tuple(entries))

    def with_object(self, object_entry: ObjectEntry) -> "ReportDraft":
        """Return the draft with the current object replaced."""
        parts = list(self.current_entry.parts)
        parts[self.part_at] = object_entry
        return self.with_entry(replace(self.current_entry, parts=tuple(parts)))

    def with_new_object(self) -> "ReportDraft":
        """Return the draft with one more object, which the form shows. Raises `Refusal` if
        full.
        """
        self._require_room_for_objects(1)
        entry = replace(self.current_entry, parts=(*self.current_entry.parts, ObjectEntry()))
        return replace(self.with_entry(entry), part_at=len(entry.parts) - 1, details=False)

    def with_new_loser(self) -> "ReportDraft":
        """Return the draft with one more loser, who has the same cause and objects.

        Raises `Refusal` if there are too many objects.
        """
        self._require_room_for_objects(len(self.current_entry.parts))
        entry = replace(self.current_entry, loser=None)
        entries = (*self.entries, entry)
        return replace(self, entries=entries, entry_at=len(entries) - 1, part_at=0, details=False)

    def with_next_object_shown(self) -> "ReportDraft":
        """Return the draft with the next object shown; the first object follows the last."""
        at = [(e, p) for e, entry in enumerate(self.entries) for p in range(len(entry.parts))]
        entry, part = at[(at.index((self.entry_at, self.part_at)) + 1) % len(at)]
        return replace(self, entry_at=entry, part_at=part)

    def without_current_object(self) -> "ReportDraft":
        """Return the draft without the current object.

        The loser is removed, too, if that was the loser's only object.
        """
        rest = [p for at, p in enumerate(self.current_entry.parts) if at != self.part_at]
        if rest:
            return replace(
                self.with_entry(replace(self.current_entry, parts=tuple(rest))), part_at=0
            )
        entries = tuple(e for at, e in enumerate(self.entries) if at != self.entry_at)
        return replace(self, entries=entries or (DefeatEntry(),), entry_at=0, part_at=0)

    def has_room_for_objects(self, count: int) -> bool:
        """Return whether a number of further objects fits into the report."""
        return sum(len(entry.parts) for entry in self.entries) + count <= MAX_PARTS

    def _require_room_for_objects(self, count: int) -> None:
        if not self.has_room_for_objects(count):
            raise Refusal("draft-full", most=MAX_PARTS)

    def build_reports(self) -> tuple[DefeatReport, ...]:
        """Build the report of each loser. Raises `Refusal` if a fact is missing."""
        return tuple(_build_report(entry) for entry in self.entries)


def _build_report(defeat_entry: DefeatEntry) -> DefeatReport:
    if defeat_entry.loser is None:
        raise Refusal("draft-loser")
    sources = tuple(_iterate_sources(defeat_entry))
    ended = next(
        (
            s
            for s, (_, part) in zip(sources, _list_controlled_objects(defeat_entry), strict=True)
            if part.ended
        ),
        None,
    )
    return DefeatReport(
        defeat_entry.loser,
        defeat_entry.cause,
        sources,
        controlled_by=None if defeat_entry.kindslaver else defeat_entry.controlled_by,
        kindslaver=defeat_entry.controlled_by if defeat_entry.kindslaver else None,
        protection_ended_by=ended,
    )


def _list_controlled_objects(defeat_entry: DefeatEntry) -> list[tuple[Player, ObjectEntry]]:
    """Return the objects that a player controls, each with that player.

    Nobody is responsible for a draw from one's empty library, and nobody for one's own card
    that emptied it. So a card without a controller counts as the loser's, and stays in the
    story.
    """
    own = defeat_entry.loser if defeat_entry.cause == "library" else None
    found = (
        (part.controller or (own if part.object else None), part) for part in defeat_entry.parts
    )
    return [(controller, part) for controller, part in found if controller is not None]


def _iterate_sources(defeat_entry: DefeatEntry) -> Iterator[DefeatSource]:
    for controller, part in _list_controlled_objects(defeat_entry):
        yield DefeatSource(
            controller,
            part.object,
            part.owner if part.owner != controller else None,
            part.amount,
            part.voluntary,
            part.forced_draw and defeat_entry.cause == "library",
            part.card,
        )


def build_entry_from_report(report: DefeatReport) -> DefeatEntry:
    """Return the form's entry for an existing report, for a form that begins with it."""
    ended = report.protection_ended_by
    parts = tuple(_build_object_entry(source, source == ended) for source in report.sources)
    kindslaver = report.kindslaver is not None
    controlled_by = report.kindslaver or report.controlled_by
    return DefeatEntry(
        report.loser, report.cause, parts or (ObjectEntry(),), controlled_by, kindslaver
    )


def clear_unknown_controllers(
    defeat_entry: DefeatEntry, players: Collection[Player]
) -> DefeatEntry:
    """Return the defeat without objects' controllers who are not among the players.

    The form asks for the missing controllers.
    """
    parts = tuple(
        part if part.controller in players else replace(part, controller=None)
        for part in defeat_entry.parts
    )
    return replace(defeat_entry, parts=parts)


def _build_object_entry(source: DefeatSource, ended: bool) -> ObjectEntry:
    return ObjectEntry(
        source.controller,
        source.object,
        source.owner,
        source.amount,
        source.voluntary,
        source.forced_draw,
        ended,
        source.card,
    )
