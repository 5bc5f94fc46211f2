"""Buttons and menus under messages.

Every custom id carries all values that its handler needs, so that the button works after a restart. Views are never
stored; the router finds the handler by the custom id alone.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations
from bot.rules.closing import has_or_had_result
from bot.rules.facts import Player
from bot.rules.guests import list_guests_of_member
from bot.rules.joining import has_unreserved_seats
from bot.rules.lobby import list_variants_for_fewer_players
from bot.rules.pod import Pod, PodStage, UnconfirmedGameReport
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.records import PendingPlayerChoice
from bot.rules.reporting import DefeatsReported
from bot.rules.seats import count_teams_of_setup
from bot.rules.tables import TABLES, TEAM_NAMES, has_fixed_teams
from bot.rules.teams import list_players_in_game

DECLINE_OPTION_VALUE = "-"
"""The value of the option that declines; no player has this key."""

BUTTONS_PER_ROW = 5
"""The most buttons of a row."""

LAST_ROW = 4
"""The last of a message's five rows."""

MENU_SIZE = 25
"""The most options of a menu."""

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "join": (discord.ButtonStyle.success, "🪑"),
    "leave": (discord.ButtonStyle.secondary, "🚪"),
    "start": (discord.ButtonStyle.primary, "▶️"),
    "change": (discord.ButtonStyle.secondary, "✏️"),
    "balance": (discord.ButtonStyle.secondary, "⚖️"),
    "how": (discord.ButtonStyle.secondary, "❔"),
    "word": (discord.ButtonStyle.secondary, "💬"),
    "fair": (discord.ButtonStyle.secondary, "🎲"),
    "report": (discord.ButtonStyle.primary, "⚔️"),
    "concede": (discord.ButtonStyle.danger, "🏳️"),
    "checklist": (discord.ButtonStyle.secondary, "📋"),
    "life": (discord.ButtonStyle.secondary, "❤️"),
    "here": (discord.ButtonStyle.secondary, "⬇️"),
    "turn": (discord.ButtonStyle.secondary, "⏭️"),
    "rematch": (discord.ButtonStyle.success, "🔁"),
    "round": (discord.ButtonStyle.success, "🔁"),
    "more": (discord.ButtonStyle.secondary, ""),
    "undo": (discord.ButtonStyle.secondary, "↩️"),
    "status": (discord.ButtonStyle.secondary, "🗺️"),
    "log": (discord.ButtonStyle.secondary, "📜"),
    "close": (discord.ButtonStyle.danger, "🔒"),
    "leaving": (discord.ButtonStyle.danger, "🏳️"),
    "keep": (discord.ButtonStyle.success, "▶️"),
    "present": (discord.ButtonStyle.success, "🙋"),
    "substitute": (discord.ButtonStyle.secondary, "🔁"),
    "deck": (discord.ButtonStyle.secondary, "🃏"),
    "link": (discord.ButtonStyle.secondary, "🔗"),
    "deed": (discord.ButtonStyle.secondary, "🎖️"),
    "award": (discord.ButtonStyle.secondary, "⚖️"),
    "effects": (discord.ButtonStyle.secondary, "🌀"),
    "end": (discord.ButtonStyle.secondary, "🏁"),
    "removal": (discord.ButtonStyle.danger, "🥾"),
}
ANSWER_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "confirm": (discord.ButtonStyle.success, "☑️"),
    "dispute": (discord.ButtonStyle.danger, "✋"),
}
DECISION_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "stands": (discord.ButtonStyle.success, "☑️"),
    "takeback": (discord.ButtonStyle.danger, "↩️"),
    "responsible": (discord.ButtonStyle.secondary, "👤"),
    "why": (discord.ButtonStyle.secondary, "🔎"),
}
_DEFEAT_ACTIONS = ("responsible", "why")
_BOARD_ACTIONS: dict[PodStage, tuple[str, ...]] = {
    "lobby": ("join", "leave", "start", "more"),
    "running": ("report", "turn", "life", "checklist", "more"),
    "waiting": ("life", "checklist", "more"),
    "finished": ("rematch", "log", "more"),
    "closed": ("fair",),
}
"""The buttons that a board shows in one row, which is as narrow as a phone."""

PHONE_BUTTONS_PER_ROW = 4
"""The number of buttons that a phone shows in a row, approximately."""

_MOVED_IF_ROW_IS_FULL = ("checklist", "log")
"""Buttons that move behind the last one if the row is full, because others tell the same."""

_MORE_ACTIONS: dict[PodStage, tuple[str, ...]] = {
    "lobby": ("deck", "link", "word", "change", "how", "balance", "fair", "here", "removal", "close"),
    "running": (
        *("checklist", "deck", "link", "why", "undo", "status", "log", "how", "fair", "here"),
        *("effects", "end", "substitute", "removal", "deed", "award", "concede", "close"),
    ),
    "waiting": (
        *("deck", "link", "why", "undo", "status", "log", "how", "fair", "here"),
        *("substitute", "removal", "concede", "close"),
    ),
    "finished": ("deck", "log", "why", "undo", "status", "deed", "award", "fair", "how", "here"),
    "closed": (),
}
"""Rare or destructive actions, behind the board's last button."""

WITHOUT_EMOJI = frozenset({"leave", "start", "report", "turn", "rematch", "round", "log"})
"""Buttons without an emoji, so that four of them fit into a row of 390 pixels."""

WITHOUT_LABEL = frozenset({"life", "checklist"})
"""Buttons with nothing but an emoji beside the long labels of a running game, for the same."""

PHONE_ROW_WIDTH = 302
"""Pixels of a row of buttons on a phone of 390 pixels."""

_GAP_WIDTH = 8
_PADDING = 26
_EMOJI_WIDTH = 25
_EMOJI_BUTTON_WIDTH = 41
_LETTER_WIDTH = 6.9
_CYRILLIC_WIDTH = 8.6

_YIELDING = ("join", "report")
"""Actions whose labels go where a row has no room for them, the main one last."""

_PLAYER_ACTIONS = frozenset({"undo", "removal"})
"""Actions for players and those in charge."""

_SEATED_ACTIONS = frozenset({"checklist", "word", "link", "deed", "effects", "end", "substitute"})
"""Actions for players alone, whoever is in charge."""

_HOST_ACTIONS = frozenset({"change", "balance", "close"})


def build_pod_board_buttons_and_menus(
    pod_number: int,
    pod_facts: PodPropertyCache,
    label_formatter: PodMessageFormatter,
    extra_buttons_and_menus: Iterable[ui.Item[ui.View]] = (),
    *,
    has_next_round: bool = False,
) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a pod's board, which is its main message.

    If `has_next_round`, a button opens the series' next game.
    """
    items: list[ui.Item[ui.View]] = []
    pod = pod_facts.pod
    state = pod_facts.state
    disputed = pod_facts.disputed_report
    if disputed is not None:
        version = disputed.needed_confirmation.version
        defeat = isinstance(disputed.event, DefeatsReported)
        offered = [a for a in DECISION_LOOKS if defeat or a not in _DEFEAT_ACTIONS]
        items += [
            build_report_action_button(
                pod_number,
                version,
                action,
                label_formatter,
                find_text_key_of_decision_button(action, pod, disputed),
            )
            for action in offered
        ]
        return [*items, build_pod_action_button(pod_number, "more", label_formatter), *extra_buttons_and_menus]
    if state == "lobby" and has_fixed_teams(TABLES[pod.setup.table]):
        items.append(_build_team_choice_menu(pod_number, pod, label_formatter.text))
    if state == "waiting" and pod_facts.pending_player_choice is not None:
        asked = build_pending_choice_id(pod_facts.pending_player_choice)
        menu = f"pod:{pod_number}:choose:{asked}"
        button = f"pod:{pod_number}:pick:{asked}"
        items += build_pending_choice_buttons_or_menu(pod_facts.pending_player_choice, menu, button, label_formatter)
    seen = {"turn": f":{pod.turn.number}"} if pod.turn is not None else {}
    actions = list_board_button_actions(pod_facts, has_next_round=has_next_round)
    row: list[ui.Button[ui.View]] = []
    for action in actions:
        row.append(
            build_pod_action_button(
                pod_number,
                action,
                label_formatter,
                seen.get(action, ""),
                without_emoji=action in WITHOUT_EMOJI or (action == "join" and "start" in actions),
                without_label=state == "running" and action in WITHOUT_LABEL,
            )
        )
    if state in ("lobby", "running"):
        shorten_buttons_to_fit_phone(row, _YIELDING)
    items += row
    if state == "lobby":
        for variant in list_variants_for_fewer_players(pod):
            items.append(_build_switch_variant_button(pod_number, variant, label_formatter))
        if pod.kept and "present" not in actions:
            present = build_pod_action_button(pod_number, "present", label_formatter)
            present.row = 1
            items.append(present)
    answers = [
        build_report_action_button(
            pod_number, pod_facts.reports_open_to_dispute[-1].needed_confirmation.version, action, label_formatter
        )
        for action in list_report_button_actions(pod_facts)
    ]
    if state == "finished" and not pod_facts.confirmable_reports:
        for each in answers:
            each.emoji = None  # so that four buttons fit into the row of the next round
        items[-1:-1] = answers
    else:
        for each in answers:
            each.row = 1
        items += answers
    return [*items, *extra_buttons_and_menus]


def _build_switch_variant_button(
    pod_number: int, variant_id: str, formatter: PodMessageFormatter
) -> ui.Button[ui.View]:
    label = formatter.text("button-instead", variant=formatter.format_variant_name(variant_id))
    custom_id = f"pod:{pod_number}:instead:{variant_id}"
    return ui.Button(label=clean_label_text(label), custom_id=custom_id, row=1)


def list_report_button_actions(pod_facts: PodPropertyCache) -> Collection[str]:
    """Return the actions for the buttons of unconfirmed reports, such as *confirm* and *dispute*.

    Reports that need no confirmation have a button only after the game, or if they withdrew its result.
    """
    if pod_facts.confirmable_reports:
        return ANSWER_LOOKS
    reports = pod_facts.reports_open_to_dispute
    is_answerable = pod_facts.pod.result is not None or any(each.removes_game_result for each in reports)
    return ("dispute",) if reports and is_answerable else ()


def find_text_key_of_decision_button(decision: str, pod: Pod, report: UnconfirmedGameReport) -> str:
    """Return the catalogue key of the label of a button for a moderator's decision."""
    if decision != "takeback" or not report.removes_game_result:
        return decision
    return "restore" if has_or_had_result(pod) else "reopen"


def list_board_button_actions(pod_facts: PodPropertyCache, *, has_next_round: bool = False) -> list[str]:
    """Return the names of the actions for which a pod's board has a button now."""
    state = pod_facts.state
    impossible = pod_facts.disabled_actions
    shown = [action for action in _BOARD_ACTIONS[state] if action not in impossible]
    if has_next_round and state in ("finished", "closed"):
        shown = ["round", *(action for action in shown if action != "rematch")]
    if state == "running" and pod_facts.variant_rules.loser_becomes == "rejoins":
        shown = ["join", *shown]
    if pod_facts.pod.kept and not has_unreserved_seats(pod_facts.pod):
        shown = ["present", *(action for action in shown if action != "join")]
    if len(shown) > PHONE_BUTTONS_PER_ROW or (state == "finished" and list_report_button_actions(pod_facts)):
        return [each for each in shown if each not in _MOVED_IF_ROW_IS_FULL]
    return shown


def list_actions_behind_more_button(
    pod_facts: PodPropertyCache, viewer: Player, *, has_host_rights: bool, can_name_decks: bool = False
) -> list[str]:
    """Return the actions that a viewer gets behind the button *More*.

    A viewer who `has_host_rights` has the host's actions, too.
    """
    left_out = {*list_board_button_actions(pod_facts), *pod_facts.disabled_actions}
    offered = [each for each in _MORE_ACTIONS[pod_facts.state] if each not in left_out]
    plays = viewer in pod_facts.pod.players
    in_game = list_players_in_game(pod_facts.pod.current_game.standings)
    can_concede = not {viewer, *list_guests_of_member(pod_facts.pod, viewer)}.isdisjoint(in_game)
    return [
        action
        for action in offered
        if (plays or has_host_rights or action not in _PLAYER_ACTIONS)
        and (plays or action not in _SEATED_ACTIONS)
        and (can_concede or action != "concede")
        and (has_host_rights or action not in _HOST_ACTIONS)
        and (can_name_decks or action != "deck")
    ]


def _build_team_choice_menu(pod_number: int, pod: Pod, translations: Translations) -> ui.Select[ui.View]:
    teams = count_teams_of_setup(pod.setup)
    labels = [translations("team-name", team=name) for name in TEAM_NAMES[:teams]]
    options = [discord.SelectOption(label=label, value=str(at)) for at, label in enumerate(labels)]
    options.append(discord.SelectOption(label=translations("team-drawn"), value=DECLINE_OPTION_VALUE, emoji="🎲"))
    placeholder = clean_label_text(translations("team-placeholder"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"pod:{pod_number}:side")


def build_pod_action_button(
    pod_number: int,
    action: str,
    formatter: PodMessageFormatter,
    custom_id_suffix: str = "",
    *,
    without_emoji: bool = False,
    without_label: bool = False,
) -> ui.Button[ui.View]:
    """Return the button for an action on a pod, such as joining.

    Its custom id ends with `custom_id_suffix`.
    """
    style, emoji = {**DECISION_LOOKS, **BUTTON_LOOKS}[action]
    return ui.Button(
        label=None if without_label else formatter.text(f"button-{action}"),
        style=style,
        emoji=None if without_emoji else emoji or None,
        custom_id=f"pod:{pod_number}:{action}{custom_id_suffix}",
    )


def shorten_buttons_to_fit_phone(buttons: Sequence[ui.Button[ui.View]], actions_to_shorten: Iterable[str]) -> None:
    """Remove emojis, then labels, until all buttons fit on one row of a phone.

    Emojis beside labels go first, then the labels of `actions_to_shorten`, in order; those keep an emoji.
    """
    if _estimate_button_row_width(buttons) <= PHONE_ROW_WIDTH:
        return
    by_action = {(each.custom_id or "").split(":")[2]: each for each in buttons}
    emojis = {action: each.emoji for action, each in by_action.items()}
    for each in buttons:
        each.emoji = None if each.label else each.emoji
    for action in actions_to_shorten:
        if action in by_action and _estimate_button_row_width(buttons) > PHONE_ROW_WIDTH:
            by_action[action].label = None
            by_action[action].emoji = emojis[action] or BUTTON_LOOKS[action][1]


def _estimate_button_row_width(buttons: Sequence[ui.Button[ui.View]]) -> float:
    """Return the approximate width in pixels of a row of buttons on a phone."""
    width = float(_GAP_WIDTH * (len(buttons) - 1))
    for each in buttons:
        label = each.label
        if not label:
            width += _EMOJI_BUTTON_WIDTH
            continue
        cyrillic = sum("\u0400" <= letter < "\u0500" for letter in label)
        width += cyrillic * _CYRILLIC_WIDTH + (len(label) - cyrillic) * _LETTER_WIDTH
        width += _PADDING + (_EMOJI_WIDTH if each.emoji is not None else 0)
    return width


def build_report_action_button(
    pod_number: int, report_version: int, action: str, formatter: PodMessageFormatter, label_key: str = ""
) -> ui.Button[ui.View]:
    """Return the button to confirm, dispute or decide a report of a pod.

    The `report_version` identifies the newest of the reports. The `label_key` is the catalogue key after `button-` if
    it is not the action.
    """
    style, emoji = {**ANSWER_LOOKS, **DECISION_LOOKS}[action]
    return ui.Button(
        label=formatter.text(f"button-{label_key or action}"),
        style=style,
        emoji=emoji,
        custom_id=f"claim:{pod_number}:{report_version}:{action}",
    )


def place_destructive_buttons_last(buttons: Sequence[ui.Button[ui.View]]) -> list[ui.Button[ui.View]]:
    """Return the buttons with the red ones at the end, on a row of their own."""
    destructive = [each for each in buttons if each.style is discord.ButtonStyle.danger]
    for each in destructive:
        each.row = LAST_ROW
    return [*(each for each in buttons if each not in destructive), *destructive]


def build_page_buttons_view(id_prefix: str, page: int, last_page: int) -> ui.View:
    """Return a Discord view with the buttons *previous page* and *next page*."""
    return build_view_without_callbacks(build_page_buttons(id_prefix, page, last_page))


def build_page_buttons(id_prefix: str, page: int, last_page: int) -> list[ui.Item[ui.View]]:
    """Return the buttons *previous page* and *next page*; `page` counts from 0."""
    back: ui.Button[ui.View] = ui.Button(emoji="◀️", custom_id=f"{id_prefix}:{page - 1}")
    forth: ui.Button[ui.View] = ui.Button(emoji="▶️", custom_id=f"{id_prefix}:{page + 1}")
    back.disabled = page <= 0
    forth.disabled = page >= last_page
    return [back, forth]


def build_newer_older_buttons(
    newer_custom_id: str | None, older_custom_id: str | None, translations: Translations
) -> list[ui.Button[ui.View]]:
    """Return the buttons to newer and older entries of a list; None as custom id disables a button."""
    ends = (("newer", "◀️", newer_custom_id), ("older", "▶️", older_custom_id))
    return [
        ui.Button(
            label=translations(f"button-{end}"),
            emoji=emoji,
            custom_id=custom_id or f"past:{end}",
            disabled=custom_id is None,
        )
        for end, emoji, custom_id in ends
    ]


def build_moderation_queue_and_audit_buttons(translations: Translations) -> list[ui.Button[ui.View]]:
    """Return the buttons to the games that wait for moderators, and to the audit trail."""
    return [
        ui.Button(label=clean_label_text(translations(f"{page}-title")), custom_id=page) for page in ("desk", "audit")
    ]


def build_redact_texts_button(channel_id: int, game_number: int, translations: Translations) -> ui.Button[ui.View]:
    """Return the button that shows moderators which texts of a game they can hide."""
    label = translations("button-strike")
    custom_id = f"strike:of:{channel_id}:{game_number}"
    return ui.Button(label=label, emoji="✂️", custom_id=custom_id)


def build_pending_choice_id(pending_choice: PendingPlayerChoice) -> str:
    """Return the id of a player's open choice, so that an old button cannot answer a newer one."""
    return f"{pending_choice.kind}:{pending_choice.by}"


def build_pending_choice_buttons_or_menu(
    pending_choice: PendingPlayerChoice,
    menu_custom_id: str,
    button_id_prefix: str,
    label_formatter: PodMessageFormatter,
) -> list[ui.Item[ui.View]]:
    """Return the buttons or the menu with which a player makes an open choice.

    The custom ids of buttons begin with `button_id_prefix` and end with the answer.
    """
    options = build_player_select_options(pending_choice.options, label_formatter)
    if pending_choice.may_decline:
        options.append(discord.SelectOption(label=label_formatter.text("choice-decline"), value=DECLINE_OPTION_VALUE))
    asked = label_formatter.text("choice-placeholder", by=label_formatter.name(pending_choice.by))
    return build_buttons_or_menu_for_options(options, asked, menu_custom_id, button_id_prefix)


def build_buttons_or_menu_for_options(
    options: list[discord.SelectOption], placeholder: str, menu_custom_id: str, button_id_prefix: str
) -> list[ui.Item[ui.View]]:
    """Return a row of buttons for a few options; a menu for many."""
    if len(options) > BUTTONS_PER_ROW:
        return [ui.Select(placeholder=clean_label_text(placeholder, 150), options=options, custom_id=menu_custom_id)]
    return [
        ui.Button(
            label=clean_label_text(option.label, 80),
            style=discord.ButtonStyle.primary,
            custom_id=f"{button_id_prefix}:{option.value}",
            row=0,
        )
        for option in options
    ]


def build_player_select_options(
    players: Iterable[str], formatter: PodMessageFormatter, selected_players: Sequence[str | None] = ()
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=clean_label_text(formatter.name(player), 100), value=player, default=player in selected_players
        )
        for player in players
    ]


def build_rule_text_buttons(rule_ids: Iterable[str]) -> list[ui.Button[ui.View]]:
    return [ui.Button(label=rule, emoji="📖", custom_id=f"rule:{rule}") for rule in dict.fromkeys(rule_ids)]


def build_view_without_callbacks(buttons_and_menus: Iterable[ui.Item[ui.View]]) -> ui.View:
    """Return a Discord view of buttons and menus that discord.py does not track."""
    view = ui.View(timeout=None)
    for item in buttons_and_menus:
        view.add_item(item)
    view.stop()
    return view
