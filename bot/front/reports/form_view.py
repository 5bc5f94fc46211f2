"""Rendering of the report form: its embed, menus, buttons and modal."""

from collections.abc import Sequence
from typing import get_args

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import story
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, ObjectEntry, ReportDraft
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label, escape_markdown
from bot.i18n import Catalogue
from bot.rules.facts import Cause, DefeatSource, Player
from bot.rules.pod import Pod
from bot.rules.teams import list_players_in_game

CAUSES: tuple[Cause, ...] = get_args(Cause)
FLAGS = ("voluntary", "forced_draw", "ended", "kindslaver")
FIELDS = ("loser", "cause", "controller", "owner", "controlled", "flags")
"""Custom ids of the form's menus."""

CARD_FIELD = "card"
AMOUNT_FIELD = "amount"
MAX_AMOUNT_LENGTH = 6
"""Digits of an amount."""


def list_reportable_players(pod: Pod) -> list[Player]:
    """Return the players whom a report can name, in seat order.

    These are all players still in the game; all players of the pod if nobody is.
    """
    standings = pod.current_game.standings
    return list_players_in_game(standings) or list(standings)


def render_servant_warning(draft: ReportDraft, pod: Pod, formatter: MessageFormatter) -> str:
    """Render a warning for each loser who is a servant already: the defeat may be reported
    already.
    """
    standings = pod.current_game.standings
    losers = [standings.get(entry.loser or "") for entry in draft.entries]
    lines = [
        formatter.text(
            "form-served", loser=formatter.name(s.player), master=formatter.name(s.master)
        )
        + "\n"
        for s in losers
        if s is not None and s.status == "servant" and s.master is not None
    ]
    return "".join(lines)


def render_report_embed(
    draft: ReportDraft, formatter: MessageFormatter, verdict_text: str, has_game_changed: bool
) -> discord.Embed:
    """Render the report form's embed with a field for each loser and the verdict that would
    follow.
    """
    text = formatter.text
    title = text("form-title")
    intro = text("form-moved") if has_game_changed else text("form-intro")
    if draft.instead is not None:
        title = text("instead-title")
        intro = text("instead-intro")
    shown = discord.Embed(title=title, description=intro, colour=embeds.COLOURS["lobby"])
    for number, entry in enumerate(draft.entries):
        current = "▸ " if number == draft.entry_at and len(draft.entries) > 1 else ""
        loser = formatter.name(entry.loser) if entry.loser else "…"
        shown.add_field(
            name=current + text("form-loser", loser=loser, cause=text(f"cause-{entry.cause}")),
            value="\n".join(_render_entry_facts(draft, entry, formatter)),
            inline=False,
        )
    shown.add_field(name=text("form-verdict"), value=verdict_text, inline=False)
    return shown


def _render_entry_facts(
    draft: ReportDraft, defeat_entry: DefeatEntry, formatter: MessageFormatter
) -> list[str]:
    several = len(defeat_entry.parts) > 1
    lines = []
    for part in defeat_entry.parts:
        current = (
            "▸ "
            if several and defeat_entry is draft.current_entry and part is draft.current_object
            else ""
        )
        lines.append(current + _render_object(part, formatter))
    if defeat_entry.controlled_by:
        key = "fact-kindslaver" if defeat_entry.kindslaver else "fact-controlled"
        lines.append(formatter.text(key, player=formatter.name(defeat_entry.controlled_by)))
    return lines


def _render_object(object_entry: ObjectEntry, formatter: MessageFormatter) -> str:
    if object_entry.controller is None:
        if object_entry.object is not None:
            return formatter.text("form-whose", card=escape_markdown(object_entry.object))
        return formatter.text("form-no-source")
    known = story.render_defeat_source(
        DefeatSource(
            object_entry.controller,
            object_entry.object,
            object_entry.owner,
            object_entry.amount,
            object_entry.voluntary,
            object_entry.forced_draw,
        ),
        formatter,
    )
    return formatter.text("fact-protection", source=known) if object_entry.ended else known


def build_report_view(
    token: str,
    draft: ReportDraft,
    players: Sequence[Player],
    formatter: MessageFormatter,
    can_send: bool,
) -> ui.View:
    """Build the menus and buttons of the report form's open page.

    `can_send` enables the button that sends the report.
    """
    page = _build_details_page_menus if draft.details else _build_first_page_menus
    return components.build_stateless_view(
        [
            *page(token, draft, players, formatter),
            *_build_report_buttons(token, draft, formatter, can_send),
        ]
    )


def _build_first_page_menus(
    token: str, draft: ReportDraft, players: Sequence[Player], formatter: MessageFormatter
) -> list[ui.Item[ui.View]]:
    entry = draft.current_entry
    part = draft.current_object
    text = formatter.text
    causes = [
        discord.SelectOption(
            label=text(f"cause-{cause}"), value=cause, default=cause == entry.cause
        )
        for cause in CAUSES
    ]
    return [
        _build_report_menu(
            token,
            "loser",
            components.build_player_options(players, formatter, [entry.loser]),
            formatter,
        ),
        _build_report_menu(token, "cause", causes, formatter),
        _build_report_menu(
            token,
            "controller",
            components.build_player_options(players, formatter, [part.controller]),
            formatter,
            minimum=0,
        ),
    ]


def _build_details_page_menus(
    token: str, draft: ReportDraft, players: Sequence[Player], formatter: MessageFormatter
) -> list[ui.Item[ui.View]]:
    entry = draft.current_entry
    part = draft.current_object
    text = formatter.text
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
        _build_report_menu(
            token,
            "owner",
            components.build_player_options(players, formatter, [part.owner]),
            formatter,
            minimum=0,
        ),
        _build_report_menu(
            token,
            "controlled",
            components.build_player_options(players, formatter, [entry.controlled_by]),
            formatter,
            minimum=0,
        ),
        _build_report_menu(token, "flags", flags, formatter, minimum=0, maximum=len(flags)),
    ]


def _build_report_menu(
    token: str,
    field: str,
    options: Sequence[discord.SelectOption],
    formatter: MessageFormatter,
    minimum: int = 1,
    maximum: int = 1,
) -> ui.Select[ui.View]:
    """Build a menu of the report form; a minimum of 0 allows an empty answer, which means
    nobody.
    """
    return ui.Select(
        custom_id=f"form:{token}:{field}",
        placeholder=formatter.text(f"form-pick-{field}"),
        options=list(options),
        min_values=minimum,
        max_values=maximum,
    )


def _build_report_buttons(
    token: str, draft: ReportDraft, formatter: MessageFormatter, can_send: bool
) -> list[ui.Item[ui.View]]:
    """Build two rows of buttons: to send or cancel the report, and to add objects and losers."""
    parts = sum(len(entry.parts) for entry in draft.entries)
    first = [
        _build_report_button(
            token, "send", formatter, discord.ButtonStyle.success, disabled=not can_send
        ),
        _build_report_button(token, "card", formatter),
        _build_report_button(token, "back" if draft.details else "details", formatter),
        _build_report_button(token, "cancel", formatter, discord.ButtonStyle.danger),
    ]
    if draft.instead is not None:
        first[0].label = formatter.text("instead-send")
        first[-1].label = formatter.text("instead-cancel")
        first[0].custom_id = f"instead:{token}:send"
        first[-1].custom_id = f"instead:{token}:cancel"
        first[-1].style = discord.ButtonStyle.secondary
    more = [
        _build_report_button(
            token, "source", formatter, disabled=not draft.has_room_for_objects(1)
        ),
        _build_report_button(
            token,
            "another",
            formatter,
            disabled=not draft.has_room_for_objects(len(draft.current_entry.parts)),
        ),
    ]
    if parts > 1:
        more += [
            _build_report_button(token, "next", formatter),
            _build_report_button(token, "remove", formatter),
        ]
    for row, buttons in enumerate((first, more), 3):
        for button in buttons:
            button.row = row
    return [*first, *(more if draft.details or parts > 1 else ())]


def _build_report_button(
    token: str,
    action: str,
    formatter: MessageFormatter,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> ui.Button[ui.View]:
    return ui.Button(
        custom_id=f"form:{token}:{action}",
        label=formatter.text(f"form-{action}"),
        style=style,
        disabled=disabled,
    )


def build_card_modal(catalogue: Catalogue, token: str, object_entry: ObjectEntry) -> ui.Modal:
    """Build the modal for an object's card and amount."""
    asking = ui.Modal(title=catalogue("form-card-title"), custom_id=f"form:{token}:filled")
    asking.stop()
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD_FIELD,
        required=False,
        max_length=MAX_CARD_LENGTH,
        default=object_entry.object,
    )
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT_FIELD,
        required=False,
        max_length=MAX_AMOUNT_LENGTH,
        default=None if object_entry.amount is None else str(object_entry.amount),
    )
    asking.add_item(ui.Label(text=catalogue("form-card-name"), component=card))
    asking.add_item(
        ui.Label(
            text=catalogue("form-card-amount"),
            description=catalogue("form-card-amount-about"),
            component=amount,
        )
    )
    return asking
