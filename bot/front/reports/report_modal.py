"""A defeat in one modal: what it asks, and what it was filled with."""

from collections.abc import Mapping
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.rendering import controls
from bot.front.reports.form_view import CAUSES, find_reportable
from bot.front.reports.report_draft import MOST_CARD, DefeatEntry, Part
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.words import Words

LOSER, CAUSE, CONTROLLER, CARD, MORE = "loser", "cause", "controller", "card", "more"


class Filled(NamedTuple):
    """What a modal was filled with; `more` if somebody wants to say more before it counts."""

    entry: DefeatEntry
    more: bool


def suggest_loser(pod: Pod, entry: DefeatEntry, me: Player) -> DefeatEntry:
    """Return what is known, with who asks as the loser, if nobody is named and they can lose."""
    standing = pod.game.standings.get(me)
    if entry.loser is not None or standing is None or standing.status != "master":
        return entry
    return replace(entry, loser=me)


def make_report_modal(
    number: int, seen: int, pod: Pod, entry: DefeatEntry, words: Words
) -> ui.Modal:
    """Return the modal for a defeat in pod `number`, with what is known already chosen in it.

    Its answer comes back by its custom id, which says with `seen` what the pod was like: nobody
    waits for it. `words` name players without Markdown.
    """
    text = words.text
    modal = ui.Modal(title=text("form-title"), custom_id=f"pod:{number}:reported:{seen}")
    modal.stop()
    part = entry.parts[0]
    loser: ui.Select[ui.Modal] = ui.Select(
        custom_id=LOSER, options=_make_options(pod, words, entry.loser)
    )
    controller: ui.Select[ui.Modal] = ui.Select(
        custom_id=CONTROLLER,
        options=_make_options(pod, words, part.controller),
        placeholder=text("form-nobody"),
        min_values=0,
        required=False,
    )
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD, max_length=MOST_CARD, default=part.object, required=False
    )
    more: ui.Checkbox[ui.Modal] = ui.Checkbox(custom_id=MORE)
    for label, about, field in (  # what nearly everybody fills in stands first
        (text("form-pick-loser"), None, loser),
        (text("form-pick-controller"), text("form-pick-controller-about"), controller),
        (text("form-pick-cause"), None, _make_causes(entry, words)),
        (text("form-card-name"), None, card),
        (text("form-more"), text("form-more-about"), more),
    ):
        modal.add_item(ui.Label(text=label, description=about, component=field))
    return modal


def _make_options(pod: Pod, words: Words, chosen: Player | None) -> list[discord.SelectOption]:
    """Everybody in the game, masters first; the first glance finds those who can still lose."""
    standings = pod.game.standings
    players = sorted(find_reportable(pod), key=lambda p: standings[p].status != "master")
    return controls.make_player_options(players, words, [chosen])


def _make_causes(entry: DefeatEntry, words: Words) -> ui.RadioGroup[ui.Modal]:
    return ui.RadioGroup(
        custom_id=CAUSE,
        options=[
            discord.RadioGroupOption(
                label=words.text(f"cause-{cause}"), value=cause, default=cause == entry.cause
            )
            for cause in CAUSES
        ],
    )


def read_modal(fields: Mapping[str, str]) -> Filled:
    """Return what a modal was filled with, by custom ids, whatever a client made of it."""
    cause = next((c for c in CAUSES if c == fields.get(CAUSE)), DefeatEntry().cause)
    card = " ".join(fields.get(CARD, "").split()) or None
    part = Part(fields.get(CONTROLLER) or None, card)
    entry = DefeatEntry(fields.get(LOSER) or None, cause, (part,))
    return Filled(entry, fields.get(MORE) == str(True))
