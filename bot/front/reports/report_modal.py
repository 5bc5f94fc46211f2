"""The modal for a defeat: its fields, and the parsing of its answer."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.player_options import CardInput
from bot.front.reports.form_view import CAUSES, build_player_options_for_report, list_players_for_report_menus
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatFormInput, DefeatSourceInput
from bot.rules.facts import Cause, Player
from bot.rules.pod import Pod

LOSER_FIELD = "loser"
CAUSE_FIELD = "cause"
CONTROLLER_FIELD = "controller"
CARD_FIELD = "card"
MORE_FIELD = "more"


class DefeatReportModalInput(NamedTuple):
    """A defeat as the user entered it in the modal, and whether the user wants the full form.

    `more` asks for the form with more fields.
    """

    entry: DefeatFormInput
    more: bool


def fill_in_user_as_loser(pod: Pod, defeat_input: DefeatFormInput, user_player_id: Player) -> DefeatFormInput:
    """Return a defeat's form fields, with the user as the loser if no loser is named and the user can lose."""
    standing = pod.current_game.standings.get(user_player_id)
    if defeat_input.loser is not None or standing is None or standing.status != "master":
        return defeat_input
    return replace(defeat_input, loser=user_player_id)


def build_defeat_report_modal(
    pod_number: int,
    version_seen_by_user: int,
    pod: Pod,
    defeat_input: DefeatFormInput,
    formatter: PodMessageFormatter,
    *,
    is_cause_empty: bool = False,
) -> ui.Modal:
    """Return the modal in which a user reports a defeat, with the facts known already.

    Its custom id contains the version of the pod that the user saw. The formatter names players without Markdown. With
    `is_cause_empty`, no cause is preselected.
    """
    text = formatter.text
    modal = ui.Modal(title=text("form-title"), custom_id=f"pod:{pod_number}:reported:{version_seen_by_user}")
    modal.stop()
    part = defeat_input.parts[0]
    loser: ui.Select[ui.Modal] = ui.Select(
        custom_id=LOSER_FIELD, options=_build_player_options(pod, formatter, defeat_input.loser)
    )
    controller: ui.Select[ui.Modal] = ui.Select(
        custom_id=CONTROLLER_FIELD,
        options=_build_player_options(pod, formatter, part.controller),
        placeholder=text("form-controller-none"),
        min_values=0,
        required=False,
    )
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD_FIELD, max_length=MAX_CARD_LENGTH, default=part.object, required=False
    )
    more: ui.Checkbox[ui.Modal] = ui.Checkbox(custom_id=MORE_FIELD)
    for label, about, field in (  # the most used fields come first
        (text("form-pick-loser"), None, loser),
        (text("form-pick-controller"), None, controller),
        (
            text("form-pick-cause"),
            None,
            _build_defeat_cause_radio_buttons(None if is_cause_empty else defeat_input.cause, formatter),
        ),
        (text("form-card-name"), None, card),
        (text("form-more"), text("form-more-about"), more),
    ):
        modal.add_item(ui.Label(text=label, description=about, component=field))
    return modal


def _build_player_options(
    pod: Pod, formatter: PodMessageFormatter, selected_player: Player | None
) -> list[discord.SelectOption]:
    """Return menu options for players; those who can lose come first."""
    standings = pod.current_game.standings
    players = sorted(list_players_for_report_menus(pod), key=lambda p: standings[p].status != "master")
    return build_player_options_for_report(pod, players, selected_player, formatter)


def _build_defeat_cause_radio_buttons(
    selected_cause: Cause | None, formatter: PodMessageFormatter
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


def parse_defeat_report_modal(
    modal_fields: Mapping[str, str], parse_card: Callable[[str | None], CardInput]
) -> DefeatReportModalInput:
    """Parse the defeat in the submitted modal, with defaults for invalid values."""
    cause = next((c for c in CAUSES if c == modal_fields.get(CAUSE_FIELD)), DefeatFormInput().cause)
    card = parse_card(modal_fields.get(CARD_FIELD))
    part = DefeatSourceInput(modal_fields.get(CONTROLLER_FIELD) or None, card.text, card=card.id)
    entry = DefeatFormInput(modal_fields.get(LOSER_FIELD) or None, cause, (part,))
    return DefeatReportModalInput(entry, modal_fields.get(MORE_FIELD) == str(True))
