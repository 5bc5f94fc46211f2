"""An unsent report of defeats: the facts so far, and which of them are missing."""

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.drafts import InteractionDraft
from bot.rules.facts import CardId, Cause, DefeatReport, DefeatSource, Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import find_card_whose_owner_matters

MAX_CARD_LENGTH = 100
"""Characters of a card's name."""
MAX_PARTS = 12
"""Objects in one report, so that the form stays readable."""


class DefeatSourceInput(Struct, frozen=True):
    """The form fields of a card or ability that led to a defeat; the user may still change them.

    `ended` means that the object ended a protection. `card` is the card that `object` names, if that is known.
    """

    controller: Player | None = None
    object: str | None = None
    owner: Player | None = None
    amount: int | None = None
    voluntary: bool = False
    forced_draw: bool = False
    ended: bool = False
    card: CardId | None = None


class DefeatFormInput(Struct, frozen=True):
    """The form fields of a defeat: the loser, the cause, and the cards that led to the defeat.

    `controlled_by` made the loser's decisions, through Kindslaver if `kindslaver`.
    """

    loser: Player | None = None
    cause: Cause = "life"
    parts: tuple[DefeatSourceInput, ...] = (DefeatSourceInput(),)
    controlled_by: Player | None = None
    kindslaver: bool = False


class PastReportToReplace(Struct, frozen=True):
    """The past report that a moderator replaces by the report in the form.

    `decision` is the key of the moderator's decision, `pod` the pod as it was at that step.
    """

    decision: str
    step: int
    pod: Pod


class DefeatReportDraft(InteractionDraft, frozen=True):
    """A report of defeats in the user's form that is not sent yet.

    The form shows one loser and one object at a time.
    """

    number: int = 0  # the pod's number
    entries: tuple[DefeatFormInput, ...] = (DefeatFormInput(),)
    entry_at: int = 0
    part_at: int = 0
    details: bool = False  # whether the second page is open
    seen: int = 0  # version of the log that the shown verdict is based on
    lacks_only_owner: bool = False  # whether the report is sent as soon as the user says whose card it was
    instead: PastReportToReplace | None = None

    @property
    def shown_defeat(self) -> DefeatFormInput:
        """The defeat that the report form shows at present."""
        return self.entries[self.entry_at]

    @property
    def shown_defeat_source(self) -> DefeatSourceInput:
        """The card or ability behind a defeat that the form shows at present."""
        return self.shown_defeat.parts[self.part_at]

    def replace_shown_defeat(self, defeat_input: DefeatFormInput) -> "DefeatReportDraft":
        """Return a copy of the draft with its shown defeat replaced."""
        entries = list(self.entries)
        entries[self.entry_at] = defeat_input
        return replace(self, entries=tuple(entries))

    def replace_shown_defeat_source(self, source_input: DefeatSourceInput) -> "DefeatReportDraft":
        """Return a copy of the draft with its shown card or effect replaced."""
        parts = list(self.shown_defeat.parts)
        parts[self.part_at] = source_input
        return self.replace_shown_defeat(replace(self.shown_defeat, parts=tuple(parts)))

    def add_empty_defeat_source(self) -> "DefeatReportDraft":
        """Return a copy of the draft with an empty card or effect added. Raises `Refusal` if there is no room."""
        self._require_room_for_defeat_sources(1)
        entry = replace(self.shown_defeat, parts=(*self.shown_defeat.parts, DefeatSourceInput()))
        return replace(self.replace_shown_defeat(entry), part_at=len(entry.parts) - 1, details=False)

    def add_empty_loser(self) -> "DefeatReportDraft":
        """Return a copy of the draft with one more loser, beaten by the same cards or effects.

        Raises `Refusal` if there are too many objects.
        """
        self._require_room_for_defeat_sources(len(self.shown_defeat.parts))
        entry = replace(self.shown_defeat, loser=None)
        entries = (*self.entries, entry)
        return replace(self, entries=entries, entry_at=len(entries) - 1, part_at=0, details=False)

    def select_next_defeat_source(self) -> "DefeatReportDraft":
        """Return a copy of the draft that shows the next card or effect; after the last one, the first one."""
        at = [(e, p) for e, entry in enumerate(self.entries) for p in range(len(entry.parts))]
        entry, part = at[(at.index((self.entry_at, self.part_at)) + 1) % len(at)]
        return replace(self, entry_at=entry, part_at=part)

    def remove_shown_defeat_source(self) -> "DefeatReportDraft":
        """Return a copy of the draft without the shown card or effect.

        The loser is removed, too, if that was the loser's only object.
        """
        rest = [p for at, p in enumerate(self.shown_defeat.parts) if at != self.part_at]
        if rest:
            return replace(self.replace_shown_defeat(replace(self.shown_defeat, parts=tuple(rest))), part_at=0)
        entries = tuple(e for at, e in enumerate(self.entries) if at != self.entry_at)
        return replace(self, entries=entries or (DefeatFormInput(),), entry_at=0, part_at=0)

    def has_room_for_defeat_sources(self, added_source_count: int) -> bool:
        """Return True if the report has room for this many further cards or effects."""
        return sum(len(entry.parts) for entry in self.entries) + added_source_count <= MAX_PARTS

    def _require_room_for_defeat_sources(self, added_source_count: int) -> None:
        if not self.has_room_for_defeat_sources(added_source_count):
            raise Refusal("draft-full", most=MAX_PARTS)

    def build_defeat_reports(self) -> tuple[DefeatReport, ...]:
        """Return a report for each loser. Raises `Refusal` if a fact is missing."""
        return tuple(_build_defeat_report(entry) for entry in self.entries)

    def show_card_whose_owner_is_missing(self, pod: Pod) -> tuple["DefeatReportDraft", tuple[Player, ...]]:
        """Return a copy of the draft that shows the card whose owner is missing.

        Also return who may own the object, its controller first; nobody if every owner is known or decides nothing.
        Raises `Refusal` if a fact is missing or impossible.
        """
        reports = tuple(_build_defeat_report(entry, includes_all_card_owners=True) for entry in self.entries)
        found = find_card_whose_owner_matters(pod, reports)
        if found is None:
            return self, ()
        parts = self.entries[found.report_index].parts
        counted = [part for _, part in _list_defeat_sources_with_controllers(self.entries[found.report_index])]
        at = next(at for at, part in enumerate(parts) if part is counted[found.source_index])
        return replace(self, entry_at=found.report_index, part_at=at), found.owners


def _build_defeat_report(defeat_input: DefeatFormInput, *, includes_all_card_owners: bool = False) -> DefeatReport:
    if defeat_input.loser is None:
        raise Refusal("draft-loser")
    sources = tuple(_iterate_defeat_sources(defeat_input, includes_all_card_owners))
    ended = next(
        (
            s
            for s, (_, part) in zip(sources, _list_defeat_sources_with_controllers(defeat_input), strict=True)
            if part.ended
        ),
        None,
    )
    return DefeatReport(
        defeat_input.loser,
        defeat_input.cause,
        sources,
        controlled_by=None if defeat_input.kindslaver else defeat_input.controlled_by,
        kindslaver=defeat_input.controlled_by if defeat_input.kindslaver else None,
        protection_ended_by=ended,
    )


def _list_defeat_sources_with_controllers(defeat_input: DefeatFormInput) -> list[tuple[Player, DefeatSourceInput]]:
    """Return the cards or abilities that led to a defeat, each with its controller.

    Nobody is responsible for a draw from one's empty library, and nobody for one's own card that emptied it. So a card
    without a controller counts as the loser's, and stays in the story.
    """
    own = defeat_input.loser if defeat_input.cause == "library" else None
    found = ((part.controller or (own if part.object else None), part) for part in defeat_input.parts)
    return [(controller, part) for controller, part in found if controller is not None]


def _iterate_defeat_sources(defeat_input: DefeatFormInput, includes_all_card_owners: bool) -> Iterator[DefeatSource]:
    """Yield the cards or abilities that led to a defeat, each with its controller, owner and damage."""
    for controller, part in _list_defeat_sources_with_controllers(defeat_input):
        yield DefeatSource(
            controller,
            part.object,
            part.owner if includes_all_card_owners or part.owner != controller else None,
            part.amount,
            part.voluntary,
            part.forced_draw and defeat_input.cause == "library",
            part.card,
        )


def convert_report_to_form_input(defeat_report: DefeatReport) -> DefeatFormInput:
    """Return the facts of an existing report, to be changed in the form."""
    ended = defeat_report.protection_ended_by
    parts = tuple(_build_defeat_source_input(source, source == ended) for source in defeat_report.sources)
    kindslaver = defeat_report.kindslaver is not None
    controlled_by = defeat_report.kindslaver or defeat_report.controlled_by
    return DefeatFormInput(
        defeat_report.loser, defeat_report.cause, parts or (DefeatSourceInput(),), controlled_by, kindslaver
    )


def clear_controllers_not_in_game(
    defeat_input: DefeatFormInput, players_in_game: Collection[Player]
) -> DefeatFormInput:
    """Return the form fields of a defeat without the cards' controllers who are no longer in the game.

    The form asks for the missing controllers.
    """
    parts = tuple(
        part if part.controller in players_in_game else replace(part, controller=None) for part in defeat_input.parts
    )
    return replace(defeat_input, parts=parts)


def _build_defeat_source_input(defeat_source: DefeatSource, has_ended_protection: bool) -> DefeatSourceInput:
    return DefeatSourceInput(
        defeat_source.controller,
        defeat_source.object,
        defeat_source.owner,
        defeat_source.amount,
        defeat_source.voluntary,
        defeat_source.forced_draw,
        has_ended_protection,
        defeat_source.card,
    )
