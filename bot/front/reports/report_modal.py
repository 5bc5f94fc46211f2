"""The modal for a defeat: its fields, and the parsing of its answer."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.player_options import CardInput
from bot.front.reports.form_view import CAUSES, list_reportable_players
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, ObjectEntry
from bot.front.ui import components
from bot.rules.facts import Cause, Player
from bot.rules.pod import Pod

LOSER_FIELD = "loser"
CAUSE_FIELD = "cause"
CONTROLLER_FIELD = "controller"
CARD_FIELD = "card"
MORE_FIELD = "more"


class ReportModalInput(NamedTuple):
    """The values of a report modal; `more` means that the user wants to add details in the
    form.
    """

    entry: DefeatEntry
    more: bool


def fill_in_user_as_loser(pod: Pod, defeat_entry: DefeatEntry, player: Player) -> DefeatEntry:
    """Return the defeat with the user as its loser, if it has none and the user can still lose."""
    standing = pod.current_game.standings.get(player)
    if defeat_entry.loser is not None or standing is None or standing.status != "master":
        return defeat_entry
    return replace(defeat_entry, loser=player)


def build_report_modal(
    pod_number: int,
    seen_version: int,
    pod: Pod,
    defeat_entry: DefeatEntry,
    formatter: MessageFormatter,
    *,
    is_cause_empty: bool = False,
) -> ui.Modal:
    """Build the modal for a defeat in a pod, filled in with a defeat.

    Its custom id contains the version of the pod that the user saw. The formatter names players
    without Markdown. With `is_cause_empty`, no cause is preselected.
    """
    text = formatter.text
    modal = ui.Modal(
        title=text("form-title"), custom_id=f"pod:{pod_number}:reported:{seen_version}"
    )
    modal.stop()
    part = defeat_entry.parts[0]
    loser: ui.Select[ui.Modal] = ui.Select(
        custom_id=LOSER_FIELD, options=_build_player_options(pod, formatter, defeat_entry.loser)
    )
    controller: ui.Select[ui.Modal] = ui.Select(
        custom_id=CONTROLLER_FIELD,
        options=_build_player_options(pod, formatter, part.controller),
        placeholder=text("form-nobody"),
        min_values=0,
        required=False,
    )
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD_FIELD, max_length=MAX_CARD_LENGTH, default=part.object, required=False
    )
    more: ui.Checkbox[ui.Modal] = ui.Checkbox(custom_id=MORE_FIELD)
    for label, about, field in (  # the most used fields come first
        (text("form-pick-loser"), None, loser),
        (text("form-pick-controller"), text("form-pick-controller-about"), controller),
        (
            text("form-pick-cause"),
            None,
            _build_cause_options(None if is_cause_empty else defeat_entry.cause, formatter),
        ),
        (text("form-card-name"), None, card),
        (text("form-more"), text("form-more-about"), more),
    ):
        modal.add_item(ui.Label(text=label, description=about, component=field))
    return modal


def _build_player_options(
    pod: Pod, formatter: MessageFormatter, selected_player: Player | None
) -> list[discord.SelectOption]:
    """Build options of all players in the game, with masters first, who are the ones who can
    lose.
    """
    standings = pod.current_game.standings
    players = sorted(list_reportable_players(pod), key=lambda p: standings[p].status != "master")
    return components.build_player_options(players, formatter, [selected_player])


def _build_cause_options(
    selected_cause: Cause | None, formatter: MessageFormatter
) -> ui.RadioGroup[ui.Modal]:
    return ui.RadioGroup(
        custom_id=CAUSE_FIELD,
        options=[
            discord.RadioGroupOption(
                label=formatter.text(f"cause-{cause}"), value=cause, default=cause == selected_cause
            )
            for cause in CAUSES
        ],
    )


def parse_report_modal(
    fields: Mapping[str, str], parse_card: Callable[[str | None], CardInput]
) -> ReportModalInput:
    """Parse the answer of a report modal; unknown values are replaced by defaults."""
    cause = next((c for c in CAUSES if c == fields.get(CAUSE_FIELD)), DefeatEntry().cause)
    card = parse_card(fields.get(CARD_FIELD))
    part = ObjectEntry(fields.get(CONTROLLER_FIELD) or None, card.text, card=card.id)
    entry = DefeatEntry(fields.get(LOSER_FIELD) or None, cause, (part,))
    return ReportModalInput(entry, fields.get(MORE_FIELD) == str(True))
