"""Rendering of the report form: the draft in words, its menus, its buttons, its modal."""

from collections.abc import Sequence
from typing import get_args

import discord
from discord import ui

from bot.front.rendering import controls, embeds, story
from bot.front.rendering.escaping import clean_label, escape
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, Part, ReportDraft
from bot.i18n import Catalogue
from bot.rules.facts import Cause, Player, Source
from bot.rules.pod import Pod
from bot.rules.teams import find_in_game
from bot.words import Words

CAUSES: tuple[Cause, ...] = get_args(Cause)
FLAGS = ("voluntary", "forced_draw", "ended", "kindslaver")
FIELDS = ("loser", "cause", "controller", "owner", "controlled", "flags")
"""Custom ids of the form's menus."""

CARD_FIELD = "card"
AMOUNT_FIELD = "amount"
MAX_AMOUNT_LENGTH = 6
"""Digits of an amount."""


def find_reportable(pod: Pod) -> list[Player]:
    """Return the players whom a report can name, in seat order: all in the game, else everybody."""
    standings = pod.game.standings
    return find_in_game(standings) or list(standings)


def render_reminder(draft: ReportDraft, pod: Pod, words: Words) -> str:
    """Return a warning for each loser who already serves: the defeat may be reported already."""
    standings = pod.game.standings
    losers = [standings.get(entry.loser or "") for entry in draft.entries]
    lines = [
        words.text("form-served", loser=words.name(s.player), master=words.name(s.master)) + "\n"
        for s in losers
        if s is not None and s.status == "servant" and s.master is not None
    ]
    return "".join(lines)


def render_form(draft: ReportDraft, words: Words, verdict: str, moved: bool) -> discord.Embed:
    """Return the embed with a field for each loser, and the verdict that would follow."""
    text = words.text
    title = text("form-title")
    intro = text("form-moved") if moved else text("form-intro")
    if draft.instead is not None:
        title = text("instead-title")
        intro = text("instead-intro")
    shown = discord.Embed(title=title, description=intro, colour=embeds.COLOURS["lobby"])
    for number, entry in enumerate(draft.entries):
        current = "▸ " if number == draft.entry_at and len(draft.entries) > 1 else ""
        loser = words.name(entry.loser) if entry.loser else "…"
        shown.add_field(
            name=current + text("form-loser", loser=loser, cause=text(f"cause-{entry.cause}")),
            value="\n".join(_render_facts(draft, entry, words)),
            inline=False,
        )
    shown.add_field(name=text("form-verdict"), value=verdict, inline=False)
    return shown


def _render_facts(draft: ReportDraft, entry: DefeatEntry, words: Words) -> list[str]:
    several = len(entry.parts) > 1
    lines = []
    for part in entry.parts:
        current = "▸ " if several and entry is draft.entry and part is draft.part else ""
        lines.append(current + _render_part(part, words))
    if entry.controlled_by:
        key = "fact-kindslaver" if entry.kindslaver else "fact-controlled"
        lines.append(words.text(key, player=words.name(entry.controlled_by)))
    return lines


def _render_part(part: Part, words: Words) -> str:
    if part.controller is None:
        if part.object is not None:
            return words.text("form-whose", card=escape(part.object))
        return words.text("form-no-source")
    known = story.render_source(
        Source(
            part.controller, part.object, part.owner, part.amount, part.voluntary, part.forced_draw
        ),
        words,
    )
    return words.text("fact-protection", source=known) if part.ended else known


def make_form_view(
    token: str, draft: ReportDraft, players: Sequence[Player], words: Words, ready: bool
) -> ui.View:
    """Return the menus of the open page, and the buttons; `ready` enables the one that sends."""
    page = _make_details if draft.details else _make_basics
    return controls.make_unstored_view(
        [*page(token, draft, players, words), *_make_buttons(token, draft, words, ready)]
    )


def _make_basics(
    token: str, draft: ReportDraft, players: Sequence[Player], words: Words
) -> list[ui.Item[ui.View]]:
    entry = draft.entry
    part = draft.part
    text = words.text
    causes = [
        discord.SelectOption(
            label=text(f"cause-{cause}"), value=cause, default=cause == entry.cause
        )
        for cause in CAUSES
    ]
    return [
        _make_menu(
            token, "loser", controls.make_player_options(players, words, [entry.loser]), words
        ),
        _make_menu(token, "cause", causes, words),
        _make_menu(
            token,
            "controller",
            controls.make_player_options(players, words, [part.controller]),
            words,
            least=0,
        ),
    ]


def _make_details(
    token: str, draft: ReportDraft, players: Sequence[Player], words: Words
) -> list[ui.Item[ui.View]]:
    entry = draft.entry
    part = draft.part
    text = words.text
    chosen = {
        "voluntary": part.voluntary,
        "forced_draw": part.forced_draw,
        "ended": part.ended,
        "kindslaver": entry.kindslaver,
    }
    flags = [
        discord.SelectOption(
            label=clean_label(text(f"flag-{flag}"), 100),
            description=clean_label(text(f"flag-{flag}-about"), 100),
            value=flag,
            default=chosen[flag],
        )
        for flag in FLAGS
    ]
    return [
        _make_menu(
            token,
            "owner",
            controls.make_player_options(players, words, [part.owner]),
            words,
            least=0,
        ),
        _make_menu(
            token,
            "controlled",
            controls.make_player_options(players, words, [entry.controlled_by]),
            words,
            least=0,
        ),
        _make_menu(token, "flags", flags, words, least=0, most=len(flags)),
    ]


def _make_menu(
    token: str,
    field: str,
    options: Sequence[discord.SelectOption],
    words: Words,
    least: int = 1,
    most: int = 1,
) -> ui.Select[ui.View]:
    """Return a menu of the form; `least` 0 allows an empty answer, which means nobody."""
    return ui.Select(
        custom_id=f"form:{token}:{field}",
        placeholder=words.text(f"form-pick-{field}"),
        options=list(options),
        min_values=least,
        max_values=most,
    )


def _make_buttons(
    token: str, draft: ReportDraft, words: Words, ready: bool
) -> list[ui.Item[ui.View]]:
    """Return two rows of buttons: what to do with the report, and how to add to it."""
    parts = sum(len(entry.parts) for entry in draft.entries)
    first = [
        _make_button(token, "send", words, discord.ButtonStyle.success, disabled=not ready),
        _make_button(token, "card", words),
        _make_button(token, "back" if draft.details else "details", words),
        _make_button(token, "cancel", words, discord.ButtonStyle.danger),
    ]
    if draft.instead is not None:
        first[0].label = words.text("instead-send")
        first[-1].label = words.text("instead-cancel")
        first[0].custom_id = f"instead:{token}:send"
        first[-1].custom_id = f"instead:{token}:cancel"
        first[-1].style = discord.ButtonStyle.secondary
    more = [
        _make_button(token, "source", words, disabled=not draft.has_room(1)),
        _make_button(token, "another", words, disabled=not draft.has_room(len(draft.entry.parts))),
    ]
    if parts > 1:
        more += [_make_button(token, "next", words), _make_button(token, "remove", words)]
    for row, buttons in enumerate((first, more), 3):
        for button in buttons:
            button.row = row
    return [*first, *(more if draft.details or parts > 1 else ())]


def _make_button(
    token: str,
    action: str,
    words: Words,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> ui.Button[ui.View]:
    return ui.Button(
        custom_id=f"form:{token}:{action}",
        label=words.text(f"form-{action}"),
        style=style,
        disabled=disabled,
    )


def make_card_modal(text: Catalogue, token: str, part: Part) -> ui.Modal:
    """Return the modal for card and amount; a route receives its answer by its custom id."""
    asking = ui.Modal(title=text("form-card-title"), custom_id=f"form:{token}:filled")
    asking.stop()
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD_FIELD,
        required=False,
        max_length=MAX_CARD_LENGTH,
        default=part.object,
    )
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT_FIELD,
        required=False,
        max_length=MAX_AMOUNT_LENGTH,
        default=None if part.amount is None else str(part.amount),
    )
    asking.add_item(ui.Label(text=text("form-card-name"), component=card))
    asking.add_item(
        ui.Label(
            text=text("form-card-amount"),
            description=text("form-card-amount-about"),
            component=amount,
        )
    )
    return asking
