"""Rendering of the report form: its embed, menus, buttons and modal."""

from collections.abc import Sequence
from typing import get_args

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story
from bot.front.reports.report_draft import (
    MAX_CARD_LENGTH,
    DefeatFormInput,
    DefeatReportDraft,
    DefeatSourceInput,
)
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.rules.facts import Cause, DefeatSource, Player
from bot.rules.next_turn import list_phased_out_players
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


def list_players_for_report_menus(pod: Pod) -> list[Player]:
    """Return the players in the menus of a report, in seat order.

    These are all players still in the game; all players of the pod if nobody is.
    """
    standings = pod.current_game.standings
    return list_players_in_game(standings) or list(standings)


def build_player_options_for_report(
    pod: Pod, players: Sequence[Player], selected_player: Player | None, formatter: PodMessageFormatter
) -> list[discord.SelectOption]:
    """Return the options of a menu of players, with a note on those who are phased out."""
    options = components.build_player_select_options(players, formatter, [selected_player])
    phased = list_phased_out_players(pod.current_game)
    for option in options:
        if option.value in phased:
            option.description = clean_label_text(formatter.text("form-phased"), 100)
    return options


def render_already_serving_warnings(draft: DefeatReportDraft, pod: Pod, formatter: PodMessageFormatter) -> str:
    """Return a warning for each reported loser who has already lost and serves another player.

    Another player may have reported the defeat before.
    """
    standings = pod.current_game.standings
    losers = [standings.get(entry.loser or "") for entry in draft.entries]
    lines = [
        formatter.text("form-served", loser=formatter.name(s.player), master=formatter.name(s.master)) + "\n"
        for s in losers
        if s is not None and s.status == "servant" and s.master is not None
    ]
    return "".join(lines)


def render_defeat_report_embed(
    draft: DefeatReportDraft, formatter: PodMessageFormatter, verdict_text: str, has_game_changed: bool
) -> discord.Embed:
    """Return the embed of the form to report defeats, with each loser and the predicted verdict."""
    text = formatter.text
    title = text("form-title")
    intro = text("form-intro-owner") if draft.lacks_only_owner else text("form-intro")
    if has_game_changed:
        intro = text("form-moved")
    if draft.instead is not None:
        title = text("instead-title")
        intro = text("instead-intro")
    shown = discord.Embed(title=title, description=intro, colour=embeds.COLOURS["lobby"])
    for number, entry in enumerate(draft.entries):
        current = "▸ " if number == draft.entry_at and len(draft.entries) > 1 else ""
        loser = formatter.name(entry.loser) if entry.loser else "…"
        shown.add_field(
            name=current + text("form-loser", loser=loser, cause=text(f"cause-{entry.cause}")),
            value="\n".join(_render_entered_defeat(draft, entry, formatter)),
            inline=False,
        )
    shown.add_field(name=text("form-verdict"), value=verdict_text, inline=False)
    return shown


def _render_entered_defeat(
    report_draft: DefeatReportDraft, defeat_input: DefeatFormInput, formatter: PodMessageFormatter
) -> list[str]:
    several = len(defeat_input.parts) > 1
    lines = []
    for part in defeat_input.parts:
        current = (
            "▸ "
            if several and defeat_input is report_draft.shown_defeat and part is report_draft.shown_defeat_source
            else ""
        )
        lines.append(current + _render_entered_defeat_source(part, formatter))
    if defeat_input.controlled_by:
        key = "fact-kindslaver" if defeat_input.kindslaver else "fact-controlled"
        lines.append(formatter.text(key, player=formatter.name(defeat_input.controlled_by)))
    return lines


def _render_entered_defeat_source(source_input: DefeatSourceInput, formatter: PodMessageFormatter) -> str:
    if source_input.controller is None:
        if source_input.object is not None:
            return formatter.text("form-whose", card=escape_markdown(source_input.object))
        return formatter.text("form-no-source")
    known = story.render_defeat_source(
        DefeatSource(
            source_input.controller,
            source_input.object,
            source_input.owner,
            source_input.amount,
            source_input.voluntary,
            source_input.forced_draw,
        ),
        formatter,
    )
    return formatter.text("fact-protection", source=known) if source_input.ended else known


def render_card_owner_question(draft: DefeatReportDraft, formatter: PodMessageFormatter) -> str:
    """Return the question that asks the user who owns the card in the form."""
    part = draft.shown_defeat_source
    source = formatter.format_card_name(part.object) if part.object else formatter.text("unnamed-source")
    return formatter.text("form-whose-card", controller=formatter.name(part.controller or ""), source=source)


def build_defeat_report_form_view(
    draft_key: str,
    report_draft: DefeatReportDraft,
    pod: Pod,
    formatter: PodMessageFormatter,
    *,
    can_send: bool,
    possible_owners: Sequence[Player] = (),
) -> ui.View:
    """Return the menus and buttons of the open page of the report form.

    `can_send` enables the button that sends the report. If the form asks whose card the shown object is, it offers the
    `possible_owners`.
    """
    if possible_owners and report_draft.lacks_only_owner:
        return components.build_view_without_callbacks(
            [
                *_build_card_owner_buttons_or_menu(draft_key, possible_owners, formatter),
                _build_button_of_defeat_report_form(draft_key, "details", formatter, button_row=1),
                _build_button_of_defeat_report_form(
                    draft_key, "cancel", formatter, discord.ButtonStyle.danger, button_row=1
                ),
            ]
        )
    page = _build_report_details_menus if report_draft.details else _build_report_form_first_page
    buttons = _build_buttons_of_defeat_report_form(
        draft_key, report_draft, formatter, can_send, is_card_owner_asked=bool(possible_owners)
    )
    asked = [] if report_draft.details else _build_card_owner_buttons_or_menu(draft_key, possible_owners, formatter)
    for each in asked:
        each.row = _FIRST_BUTTON_ROW + 1
    return components.build_view_without_callbacks([*page(draft_key, report_draft, pod, formatter), *buttons, *asked])


def _build_card_owner_buttons_or_menu(
    draft_key: str, possible_owners: Sequence[Player], formatter: PodMessageFormatter
) -> list[ui.Item[ui.View]]:
    """Return the buttons or the menu to select the owner of the card in the form."""
    if not possible_owners:
        return []
    options = components.build_player_select_options(possible_owners, formatter)
    return components.build_buttons_or_menu_for_options(
        options, formatter.text("form-pick-owner"), f"form:{draft_key}:whose", f"form:{draft_key}:owns"
    )


def _build_report_form_first_page(
    draft_key: str, report_draft: DefeatReportDraft, pod: Pod, formatter: PodMessageFormatter
) -> list[ui.Item[ui.View]]:
    entry = report_draft.shown_defeat
    part = report_draft.shown_defeat_source
    players = list_players_for_report_menus(pod)
    text = formatter.text
    causes = [
        discord.SelectOption(label=text(f"cause-{cause}"), value=cause, default=cause == entry.cause)
        for cause in CAUSES
    ]
    return [
        _build_report_form_menu(
            draft_key, "loser", build_player_options_for_report(pod, players, entry.loser, formatter), formatter
        ),
        _build_report_form_menu(draft_key, "cause", causes, formatter),
        _build_report_form_menu(
            draft_key,
            "controller",
            build_player_options_for_report(pod, players, part.controller, formatter),
            formatter,
            minimum_selections=0,
        ),
    ]


def _build_report_details_menus(
    draft_key: str, report_draft: DefeatReportDraft, pod: Pod, formatter: PodMessageFormatter
) -> list[ui.Item[ui.View]]:
    entry = report_draft.shown_defeat
    part = report_draft.shown_defeat_source
    players = list_players_for_report_menus(pod)
    text = formatter.text
    chosen = {
        "voluntary": part.voluntary,
        "forced_draw": part.forced_draw,
        "ended": part.ended,
        "kindslaver": entry.kindslaver,
    }
    flags = [
        discord.SelectOption(
            label=clean_label_text(text(f"flag-{flag}"), 100),
            description=clean_label_text(text(f"flag-{flag}-about"), 100),
            value=flag,
            default=chosen[flag],
        )
        for flag in FLAGS
    ]
    return [
        _build_report_form_menu(
            draft_key,
            "owner",
            build_player_options_for_report(pod, players, part.owner, formatter),
            formatter,
            minimum_selections=0,
        ),
        _build_report_form_menu(
            draft_key,
            "controlled",
            build_player_options_for_report(pod, players, entry.controlled_by, formatter),
            formatter,
            minimum_selections=0,
        ),
        _build_report_form_menu(
            draft_key, "flags", flags, formatter, minimum_selections=0, maximum_selections=len(flags)
        ),
    ]


def _build_report_form_menu(
    draft_key: str,
    field_name: str,
    menu_options: Sequence[discord.SelectOption],
    formatter: PodMessageFormatter,
    minimum_selections: int = 1,
    maximum_selections: int = 1,
) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=f"form:{draft_key}:{field_name}",
        placeholder=formatter.text(f"form-pick-{field_name}"),
        options=list(menu_options),
        min_values=minimum_selections,
        max_values=maximum_selections,
    )


_FIRST_BUTTON_ROW = 3
"""The row of the form's buttons below its three menus."""


def _build_buttons_of_defeat_report_form(
    draft_key: str,
    report_draft: DefeatReportDraft,
    formatter: PodMessageFormatter,
    can_send: bool,
    *,
    is_card_owner_asked: bool,
) -> list[ui.Item[ui.View]]:
    """Return the buttons that send or cancel the report, or add cards or losers.

    On the first page, the question whose card it is takes the second row, if it is asked.
    """
    parts = sum(len(entry.parts) for entry in report_draft.entries)
    first = [
        _build_button_of_defeat_report_form(
            draft_key, "send", formatter, discord.ButtonStyle.success, disabled=not can_send
        ),
        _build_button_of_defeat_report_form(draft_key, "card", formatter),
        _build_button_of_defeat_report_form(draft_key, "back" if report_draft.details else "details", formatter),
        _build_button_of_defeat_report_form(draft_key, "cancel", formatter, discord.ButtonStyle.danger),
    ]
    if report_draft.instead is not None:
        first[0].label = formatter.text("instead-send")
        first[-1].label = formatter.text("instead-cancel")
        first[0].custom_id = f"instead:{draft_key}:send"
        first[-1].custom_id = f"instead:{draft_key}:cancel"
        first[-1].style = discord.ButtonStyle.secondary
    more = [
        _build_button_of_defeat_report_form(
            draft_key, "source", formatter, disabled=not report_draft.has_room_for_defeat_sources(1)
        ),
        _build_button_of_defeat_report_form(
            draft_key,
            "another",
            formatter,
            disabled=not report_draft.has_room_for_defeat_sources(len(report_draft.shown_defeat.parts)),
        ),
    ]
    if parts > 1:
        more += [
            _build_button_of_defeat_report_form(draft_key, "next", formatter),
            _build_button_of_defeat_report_form(draft_key, "remove", formatter),
        ]
    for row, buttons in enumerate((first, more), _FIRST_BUTTON_ROW):
        for button in buttons:
            button.row = row
    has_more = report_draft.details or (parts > 1 and not is_card_owner_asked)
    return [*first, *(more if has_more else ())]


def _build_button_of_defeat_report_form(
    draft_key: str,
    button_action: str,
    formatter: PodMessageFormatter,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    button_row: int | None = None,
) -> ui.Button[ui.View]:
    return ui.Button(
        custom_id=f"form:{draft_key}:{button_action}",
        label=formatter.text(f"form-{button_action}"),
        style=style,
        disabled=disabled,
        row=button_row,
    )


def build_card_and_damage_modal(
    translations: Translations, draft_key: str, source_input: DefeatSourceInput
) -> ui.Modal:
    """Return the modal for the card behind a defeat and its damage."""
    asking = ui.Modal(title=translations("form-card-title"), custom_id=f"form:{draft_key}:filled")
    asking.stop()
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD_FIELD, required=False, max_length=MAX_CARD_LENGTH, default=source_input.object
    )
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT_FIELD,
        required=False,
        max_length=MAX_AMOUNT_LENGTH,
        default=None if source_input.amount is None else str(source_input.amount),
    )
    asking.add_item(ui.Label(text=translations("form-card-name"), component=card))
    asking.add_item(
        ui.Label(
            text=translations("form-card-amount"), description=translations("form-card-amount-about"), component=amount
        )
    )
    return asking
