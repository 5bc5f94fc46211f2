"""Buttons and menus under messages.

Every custom id carries everything that pressing it needs, so that it survives a restart. Views are
never stored; the router finds the handler by the custom id alone.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.front.rendering.escaping import clean_label
from bot.i18n import Catalogue
from bot.rules.facts import Player
from bot.rules.guests import list_brought
from bot.rules.lobby import find_alternatives
from bot.rules.pod import Pod, State, Unconfirmed
from bot.rules.pod_facts import PodFacts
from bot.rules.records import Question
from bot.rules.reporting import Defeated
from bot.rules.seats import count_teams
from bot.rules.tables import TABLES, TEAM_NAMES, has_teams
from bot.words import Words

DECLINED = "-"
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
_BOARD_ACTIONS: dict[State, tuple[str, ...]] = {
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

_MORE_ACTIONS: dict[State, tuple[str, ...]] = {
    "lobby": ("deck", "link", "word", "how", "balance", "fair", "here", "removal", "close"),
    "running": (
        *("checklist", "deck", "link", "why", "undo", "status", "log", "how", "fair", "here"),
        *("effects", "end", "substitute", "removal", "deed", "concede", "close"),
    ),
    "waiting": (
        *("deck", "link", "why", "undo", "status", "log", "how", "fair", "here"),
        *("substitute", "removal", "concede", "close"),
    ),
    "finished": ("deck", "log", "why", "undo", "status", "fair", "how", "here"),
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
_CYRILLIC_WIDTH = 8.3

_YIELDING = ("report", "join")
"""Actions whose labels go where a row has no room for them."""

_PLAYER_ACTIONS = frozenset(
    {"word", "undo", "effects", "end", "substitute", "removal", "deed", "concede"}
)
_SEATED_ACTIONS = frozenset({"link"})
"""Actions for players alone, whoever is in charge."""

_BRINGER_ACTIONS = frozenset({"concede"})
"""Actions for players that others have, too, who brought a guest in a night."""

_HOST_ACTIONS = frozenset({"balance", "close"})


def make_board_items(
    number: int,
    facts: PodFacts,
    words: Words,
    beside: Iterable[ui.Item[ui.View]] = (),
    *,
    goes_on: bool = False,
) -> list[ui.Item[Any]]:
    """Return the items of the board of pod `number`; `words` name players without Markdown.

    The items `beside` the game come last. If the pod's series `goes_on`, a button opens the next
    round.
    """
    items: list[ui.Item[ui.View]] = []
    pod = facts.pod
    state = facts.state
    disputed = facts.disputed
    if disputed is not None:
        version = disputed.claim.version
        defeat = isinstance(disputed.event, Defeated)
        offered = [a for a in DECISION_LOOKS if defeat or a not in _DEFEAT_ACTIONS]
        items += [
            make_claim_button(number, version, action, words, name_act(action, disputed))
            for action in offered
        ]
        return [*items, make_button(number, "more", words), *beside]
    if state == "lobby" and has_teams(TABLES[pod.setup.table]):
        items.append(_make_sides_menu(number, pod, words.text))
    if state == "waiting" and facts.question is not None:
        asked = make_question_id(facts.question)
        menu = f"pod:{number}:choose:{asked}"
        button = f"pod:{number}:pick:{asked}"
        items += make_choice_items(facts.question, menu, button, words)
    seen = {"turn": f":{pod.turn.number}"} if pod.turn is not None else {}
    actions = list_actions(facts, goes_on=goes_on)
    row: list[ui.Button[ui.View]] = []
    for action in actions:
        bare = action in WITHOUT_EMOJI or (action == "join" and "start" in actions)
        shown = make_button(number, action, words, seen.get(action, ""), bare=bare)
        if state == "running" and action in WITHOUT_LABEL:
            shown.label = None
        row.append(shown)
    if state in ("lobby", "running"):
        narrow_row(row, _YIELDING)
    items += row
    if state == "lobby":
        for variant in find_alternatives(pod):
            items.append(_make_variant_button(number, variant, words))
    answers = [
        make_claim_button(number, facts.open_reports[-1].claim.version, action, words)
        for action in list_answer_actions(facts)
    ]
    if state == "finished" and not facts.pressable:
        for each in answers:
            each.emoji = None  # so that four buttons fit into the row of the next round
        items[-1:-1] = answers
    else:
        for each in answers:
            each.row = 1
        items += answers
    return [*items, *beside]


def _make_variant_button(number: int, variant: str, words: Words) -> ui.Button[ui.View]:
    """Return the button with which those in a lobby play another variant; a row of its own."""
    label = words.text("button-instead", variant=words.name_variant(variant))
    custom_id = f"pod:{number}:instead:{variant}"
    return ui.Button(label=clean_label(label), custom_id=custom_id, row=1)


def list_answer_actions(facts: PodFacts) -> Collection[str]:
    """Return the buttons for unconfirmed reports.

    Those that need no press have one only after the game, or if they took its result away.
    """
    if facts.pressable:
        return ANSWER_LOOKS
    reports = facts.open_reports
    is_answerable = facts.pod.result is not None or any(each.takes_away for each in reports)
    return ("dispute",) if reports and is_answerable else ()


def name_act(act: str, report: Unconfirmed) -> str:
    """Return the word of `button-…` for a decision about a report."""
    return "restore" if act == "takeback" and report.takes_away else act


def list_actions(facts: PodFacts, *, goes_on: bool = False) -> list[str]:
    """Return the actions of a board: those that the pod has and that are possible now."""
    state = facts.state
    impossible = facts.impossible_actions
    shown = [action for action in _BOARD_ACTIONS[state] if action not in impossible]
    if goes_on and state in ("finished", "closed"):
        shown = ["round", *(action for action in shown if action != "rematch")]
    if state == "running" and facts.answers.loser_becomes == "rejoins":
        shown = ["join", *shown]
    if len(shown) > PHONE_BUTTONS_PER_ROW or (state == "finished" and list_answer_actions(facts)):
        return [each for each in shown if each not in _MOVED_IF_ROW_IS_FULL]
    return shown


def list_more(
    facts: PodFacts, me: Player, *, in_charge: bool, names_decks: bool = False
) -> list[str]:
    """Return the actions behind the board's last button for `me`, who may be `in_charge`.

    With `names_decks`, they may name a deck of the pod.
    """
    left_out = {*list_actions(facts), *facts.impossible_actions}
    offered = [each for each in _MORE_ACTIONS[facts.state] if each not in left_out]
    plays = me in facts.pod.players
    acting = _BRINGER_ACTIONS if list_brought(facts.pod, me) else frozenset[str]()
    return [
        action
        for action in offered
        if (plays or in_charge or action in acting or action not in _PLAYER_ACTIONS)
        and (plays or action not in _SEATED_ACTIONS)
        and (in_charge or action not in _HOST_ACTIONS)
        and (names_decks or action != "deck")
    ]


def _make_sides_menu(number: int, pod: Pod, text: Catalogue) -> ui.Select[ui.View]:
    """Return the menu in which everybody in a lobby chooses a team."""
    teams = count_teams(pod.setup)
    labels = [text("team-name", team=name) for name in TEAM_NAMES[:teams]]
    options = [discord.SelectOption(label=label, value=str(at)) for at, label in enumerate(labels)]
    options.append(discord.SelectOption(label=text("team-drawn"), value=DECLINED, emoji="🎲"))
    placeholder = clean_label(text("team-placeholder"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=f"pod:{number}:side")


def make_button(
    number: int, action: str, words: Words, seen: str = "", *, bare: bool = False
) -> ui.Button[ui.View]:
    """Return the button for `action` on pod `number`.

    `seen` ends its custom id, and names the state in which the button was shown. A `bare` button
    has no emoji and is narrower.
    """
    style, emoji = {**DECISION_LOOKS, **BUTTON_LOOKS}[action]
    return ui.Button(
        label=words.text(f"button-{action}"),
        style=style,
        emoji=None if bare else emoji or None,
        custom_id=f"pod:{number}:{action}{seen}",
    )


def narrow_row(row: Sequence[ui.Button[ui.View]], yielding: Iterable[str]) -> None:
    """Shorten buttons until a phone has room for all of them in one row.

    Emojis beside labels go first, then the labels of `yielding` actions, in order; those keep an
    emoji.
    """
    if _measure_row(row) <= PHONE_ROW_WIDTH:
        return
    by_action = {(each.custom_id or "").split(":")[2]: each for each in row}
    emojis = {action: each.emoji for action, each in by_action.items()}
    for each in row:
        each.emoji = None if each.label else each.emoji
    for action in yielding:
        if action in by_action and _measure_row(row) > PHONE_ROW_WIDTH:
            by_action[action].label = None
            by_action[action].emoji = emojis[action] or BUTTON_LOOKS[action][1]


def _measure_row(row: Sequence[ui.Button[ui.View]]) -> float:
    """Return about how wide a row of buttons is on a phone, in pixels."""
    width = float(_GAP_WIDTH * (len(row) - 1))
    for each in row:
        label = each.label
        if not label:
            width += _EMOJI_BUTTON_WIDTH
            continue
        cyrillic = sum("\u0400" <= letter < "\u0500" for letter in label)
        width += cyrillic * _CYRILLIC_WIDTH + (len(label) - cyrillic) * _LETTER_WIDTH
        width += _PADDING + (_EMOJI_WIDTH if each.emoji is not None else 0)
    return width


def make_claim_button(
    number: int, version: int, action: str, words: Words, label: str = ""
) -> ui.Button[ui.View]:
    """Return the button for `action` on the unconfirmed reports of pod `number`.

    `version` names the report, or the newest of the reports shown. `label` is the word of its text
    `button-…` if that is not the action.
    """
    style, emoji = {**ANSWER_LOOKS, **DECISION_LOOKS}[action]
    return ui.Button(
        label=words.text(f"button-{label or action}"),
        style=style,
        emoji=emoji,
        custom_id=f"claim:{number}:{version}:{action}",
    )


def make_page_view(what: str, page: int, last: int) -> ui.View:
    """Return a view with buttons to the pages beside; `what` begins their custom ids."""
    return make_unstored_view(make_page_buttons(what, page, last))


def make_page_buttons(what: str, page: int, last: int) -> list[ui.Item[ui.View]]:
    """Return buttons to the pages beside; `what` begins their custom ids, pages count from 0."""
    back: ui.Button[ui.View] = ui.Button(emoji="◀️", custom_id=f"{what}:{page - 1}")
    forth: ui.Button[ui.View] = ui.Button(emoji="▶️", custom_id=f"{what}:{page + 1}")
    back.disabled = page <= 0
    forth.disabled = page >= last
    return [back, forth]


def make_turning_buttons(
    newer: str | None, older: str | None, text: Catalogue
) -> list[ui.Button[ui.View]]:
    """Return buttons to newer and older entries, by custom ids; None disables a button."""
    ends = (("newer", "◀️", newer), ("older", "▶️", older))
    return [
        ui.Button(
            label=text(f"button-{end}"),
            emoji=emoji,
            custom_id=custom_id or f"past:{end}",
            disabled=custom_id is None,
        )
        for end, emoji, custom_id in ends
    ]


def make_moderator_buttons(text: Catalogue) -> list[ui.Button[ui.View]]:
    """Return the buttons to the desk and to the audit trail, whose commands few moderators see."""
    return [
        ui.Button(label=clean_label(text(f"{page}-title")), custom_id=page)
        for page in ("desk", "audit")
    ]


def make_strike_button(channel: int, number: int, text: Catalogue) -> ui.Button[ui.View]:
    """Return the button that shows moderators the texts of a game that can be struck out."""
    label = text("button-strike")
    custom_id = f"strike:of:{channel}:{number}"
    return ui.Button(label=label, emoji="✂️", custom_id=custom_id)


def make_question_id(question: Question) -> str:
    """Return the identity of an open choice, so that an answer is not applied to another."""
    return f"{question.kind}:{question.by}"


def make_choice_items(
    question: Question, menu: str, button: str, words: Words
) -> list[ui.Item[ui.View]]:
    """Return the items that make a choice; `words` name players without Markdown.

    `menu` is the custom id of the menu. `button` begins the custom ids of buttons, which end with
    the choice.
    """
    options = make_player_options(question.options, words)
    if question.may_decline:
        options.append(discord.SelectOption(label=words.text("choice-decline"), value=DECLINED))
    asked = words.text("choice-placeholder", by=words.name(question.by))
    return make_picker(options, asked, menu, button)


def make_picker(
    options: list[discord.SelectOption], asked: str, menu: str, button: str
) -> list[ui.Item[ui.View]]:
    """Return items to pick one option: a row of buttons, or a menu if there are too many.

    The `menu` shows `asked` as its placeholder. Custom ids are as in `make_choice_items`.
    """
    if len(options) > BUTTONS_PER_ROW:
        return [ui.Select(placeholder=clean_label(asked, 150), options=options, custom_id=menu)]
    return [
        ui.Button(
            label=clean_label(option.label, 80),
            style=discord.ButtonStyle.primary,
            custom_id=f"{button}:{option.value}",
            row=0,
        )
        for option in options
    ]


def make_player_options(
    players: Iterable[str], words: Words, chosen: Sequence[str | None] = ()
) -> list[discord.SelectOption]:
    """Return options that name players; `chosen` ones are preselected."""
    return [
        discord.SelectOption(
            label=clean_label(words.name(player), 100), value=player, default=player in chosen
        )
        for player in players
    ]


def make_rule_buttons(rules: Iterable[str]) -> list[ui.Button[ui.View]]:
    """Return buttons that open the texts of rules, by their ids."""
    return [
        ui.Button(label=rule, emoji="📖", custom_id=f"rule:{rule}") for rule in dict.fromkeys(rules)
    ]


def make_unstored_view(items: Iterable[ui.Item[ui.View]]) -> ui.View:
    """Return a view that discord.py sends and does not store."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
