"""The modal for a defeat: its fields, and how to read its answer."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.interaction.picking import NamedCard
from bot.front.rendering import controls
from bot.front.reports.form_view import CAUSES, find_reportable
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, Part
from bot.rules.facts import Cause, Player
from bot.rules.pod import Pod
from bot.words import Words

LOSER_FIELD = "loser"
CAUSE_FIELD = "cause"
CONTROLLER_FIELD = "controller"
CARD_FIELD = "card"
MORE_FIELD = "more"


class FilledModal(NamedTuple):
    """The input of a report modal; `more` means that the user wants to add details in the form."""

    entry: DefeatEntry
    more: bool


def suggest_loser(pod: Pod, entry: DefeatEntry, me: Player) -> DefeatEntry:
    """Return the entry with the user as the loser, if nobody is named and they can still lose."""
    standing = pod.game.standings.get(me)
    if entry.loser is not None or standing is None or standing.status != "master":
        return entry
    return replace(entry, loser=me)


def make_report_modal(
    number: int,
    seen: int,
    pod: Pod,
    entry: DefeatEntry,
    words: Words,
    *,
    asks_cause: bool = False,
) -> ui.Modal:
    """Return the modal for a defeat in pod `number`, filled in with `entry`.

    A route receives its answer by its custom id, which contains the version `seen`. `words` name
    players without Markdown. If it `asks_cause`, no cause is chosen yet.
    """
    text = words.text
    modal = ui.Modal(title=text("form-title"), custom_id=f"pod:{number}:reported:{seen}")
    modal.stop()
    part = entry.parts[0]
    loser: ui.Select[ui.Modal] = ui.Select(
        custom_id=LOSER_FIELD, options=_make_options(pod, words, entry.loser)
    )
    controller: ui.Select[ui.Modal] = ui.Select(
        custom_id=CONTROLLER_FIELD,
        options=_make_options(pod, words, part.controller),
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
        (text("form-pick-cause"), None, _make_causes(None if asks_cause else entry.cause, words)),
        (text("form-card-name"), None, card),
        (text("form-more"), text("form-more-about"), more),
    ):
        modal.add_item(ui.Label(text=label, description=about, component=field))
    return modal


def _make_options(pod: Pod, words: Words, chosen: Player | None) -> list[discord.SelectOption]:
    """Return everybody in the game, masters first: they are the ones who can still lose."""
    standings = pod.game.standings
    players = sorted(find_reportable(pod), key=lambda p: standings[p].status != "master")
    return controls.make_player_options(players, words, [chosen])


def _make_causes(chosen: Cause | None, words: Words) -> ui.RadioGroup[ui.Modal]:
    return ui.RadioGroup(
        custom_id=CAUSE_FIELD,
        options=[
            discord.RadioGroupOption(
                label=words.text(f"cause-{cause}"), value=cause, default=cause == chosen
            )
            for cause in CAUSES
        ],
    )


def read_modal(
    fields: Mapping[str, str], read_card: Callable[[str | None], NamedCard]
) -> FilledModal:
    """Return the modal's answer, with unknown values replaced by defaults."""
    cause = next((c for c in CAUSES if c == fields.get(CAUSE_FIELD)), DefeatEntry().cause)
    card = read_card(fields.get(CARD_FIELD))
    part = Part(fields.get(CONTROLLER_FIELD) or None, card.text, card=card.id)
    entry = DefeatEntry(fields.get(LOSER_FIELD) or None, cause, (part,))
    return FilledModal(entry, fields.get(MORE_FIELD) == str(True))
