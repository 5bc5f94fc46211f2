"""The board of a Magicjoust duel: embed, story, buttons and menus, and the picture of its table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.draws.seating import hash_random_draw_secret
from bot.formatters.duels import DuelSentenceFormatter
from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import table_view
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, truncate_text_to_length
from bot.front.ui.player_names import build_duel_formatter_from_pod_formatter
from bot.i18n import Translations
from bot.joust.duel import SEATS, Draw, Duel, Duelist, DuelState, DuelStepEvent, PlayedDuelCard, list_duel_steps
from bot.joust.table_types import FAMILIES, PLANS_TO_END, Singularity
from bot.pictures import scene
from bot.pictures.picture_queue import ServerPictureQueue
from bot.rules.facts import Player

STEPS_ON_BOARD = 4
"""The number of steps on a board."""

STEPS_PER_PAGE = 10
"""The number of steps on a page of a duel's story."""

ZONE_ARROWS = ("↖️", "↗️", "↘️", "↙️")
"""Arrows to zones 1 to 4 (MJ-1)."""


def render_duel_embed(
    duel: Duel, formatter: PodMessageFormatter, dispute_deadline: datetime | None = None
) -> discord.Embed:
    """Return an embed about a Magicjoust duel: the lobby, or the table and the last moves.

    At `dispute_deadline` its result counts automatically.
    """
    text = formatter.text
    said = build_duel_formatter_from_pod_formatter(formatter)
    embed = discord.Embed(colour=embeds.DISPUTED_COLOUR if duel.disputed else embeds.COLOURS[duel.state])
    embed.title = escape_markdown(duel.setup.title) if duel.setup.title else text("joust-title")
    embed.set_footer(text=text(f"joust-dice-{duel.setup.dice}"))
    if duel.duelists:
        _add_running_duel_fields(embed, duel, said, dispute_deadline)
    else:
        _add_duel_lobby_fields(embed, duel, formatter)
    if duel.disputed is not None:
        name = text("dispute-title", what=text("joust-end"))
        about = text("joust-disputed", player=formatter.name(duel.disputed))
        embed.add_field(name=name, value=about, inline=False)
    if duel.proposal is not None:
        name = text("joust-proposal")
        about = text(f"joust-proposal-{duel.proposal.what}", player=formatter.name(duel.proposal.by))
        embed.add_field(name=name, value=about, inline=False)
    if sealed := _list_secret_dice_hashes(duel):
        seals = "\n".join(f"-# {text('joust-sealed')} `{seal[: embeds.SHOWN_COMMITMENT_LENGTH]}`" for seal in sealed)
        embed.description = f"{embed.description}\n{seals}"
    return embed


def render_duel_rules_embed(translations: Translations) -> discord.Embed:
    """Return an embed that explains how Magicjoust, a card game for two, is played."""
    parts = ("need", "turn", "pay", "end")
    return discord.Embed(
        title=translations("joust-how-title"),
        description="\n\n".join(translations(f"joust-how-{part}") for part in parts),
        colour=embeds.COLOURS["lobby"],
    )


RULES_OF_A_TURN = ("MJ-6", "MJ-9", "MJ-12", "MJ-14", "MJ-16")
"""The rules behind `render_duel_rules_embed`."""


def _list_secret_dice_hashes(duel: Duel) -> list[str]:
    return [hash_random_draw_secret(seal.secret) for seal in duel.seals[-1:] if not duel.is_over]


def _add_duel_lobby_fields(embed: discord.Embed, duel: Duel, formatter: PodMessageFormatter) -> None:
    text = formatter.text
    have = len(duel.players)
    embed.description = text("joust-about")
    seated = [f"{number}. {formatter.name(player)}" for number, player in enumerate(duel.players, 1)]
    embed.add_field(
        name=text("lobby-seats", have=have, most=SEATS), value="\n".join(seated) or text("lobby-empty"), inline=False
    )
    if duel.closed:
        ready = text("joust-state-closed")
    elif have < SEATS:
        ready = text("joust-missing")
    else:
        ready = text("joust-ready")
    host = "\n".join([formatter.name(duel.host), ready])
    embed.add_field(name=text("lobby-host"), value=host, inline=False)


def _add_running_duel_fields(
    embed: discord.Embed, duel: Duel, formatter: DuelSentenceFormatter, dispute_deadline: datetime | None
) -> None:
    embed.description = "\n".join(_render_duel_status(duel, formatter, dispute_deadline))
    for duelist in duel.duelists.values():
        active = duel.turn is not None and duel.turn.active == duelist.player and not duel.is_over
        name = f"{'▶️' if active else '▫️'} {formatter.name(duelist.player)}"
        value = "\n".join(_render_duelist_cards(duelist, formatter))
        embed.add_field(name=name, value=value, inline=False)
    latest = render_duel_move_lines(duel, formatter)[-STEPS_ON_BOARD:]
    if duel.work is not None:
        embed.add_field(name=formatter.text("joust-work"), value=escape_markdown(duel.work, 900), inline=False)
    embed.add_field(name=formatter.text("joust-latest"), value="\n".join(latest), inline=False)


def _render_duel_status(
    duel: Duel, formatter: DuelSentenceFormatter, dispute_deadline: datetime | None
) -> Iterator[str]:
    text = formatter.text
    turn = duel.turn
    assert turn is not None
    if duel.result is not None:
        ended, *points = formatter.describe_duel_result(duel.result)
        yield f"🏆 **{ended}**" if duel.result.winner else f"🤝 **{ended}**"
        yield from points
        if dispute_deadline is not None:
            yield f"-# {text('joust-pending', due=discord.utils.format_dt(dispute_deadline, 'R'))}"
        elif duel.is_result_blocked:
            yield f"-# {text('joust-contested')}"
        return
    if duel.closed:
        yield text("joust-state-closed")
        if dispute_deadline is not None:
            yield f"-# {text('claim-final', due=discord.utils.format_dt(dispute_deadline, 'R'))}"
        return
    yield f"**{text('joust-turn', player=formatter.name(turn.active), number=turn.number)}**"
    if duel.waiting is not None:
        laid = next(each for each in duel.active_duelist.cards if each.id == duel.waiting.card)
        yield f"🔧 {formatter.format_die_roll_prompt(duel.waiting.by, laid.card.name)}"
    is_first = turn.number <= SEATS
    for kind in ("singularity", "crucible"):
        if kind not in turn.drawn:
            yield f"-# {text(f'joust-guide-{kind}' if is_first else f'joust-may-{kind}')}"
    if is_first:
        yield from (f"-# {text(f'joust-guide-{each}')}" for each in ("invoke", "end"))


def _render_duelist_cards(duelist: Duelist, formatter: DuelSentenceFormatter) -> Iterator[str]:
    yield formatter.text(
        "joust-counts", hand=duelist.hand, plans=duelist.plan_card_count, most=PLANS_TO_END, points=duelist.plan_points
    )
    zone_texts = [_render_tokens_in_duel_zone(zone, formatter) for zone in duelist.quadrant]
    zones = [
        f"{arrow} {formatter.text.format_label_and_value(str(number), zone_text)}"
        for number, (arrow, zone_text) in enumerate(zip(ZONE_ARROWS, zone_texts, strict=True), 1)
    ]
    # Two zones a line, as they lie on the table: the board has to fit on a phone's screen.
    yield from (" · ".join(row) for row in (zones[:2], zones[:1:-1]))
    for laid in duelist.cards:
        yield _render_duel_card_line(formatter.describe_played_card(laid), laid.used, laid.card.ephemeral)
    if duelist.discarded or duelist.wasted:
        cards = len(duelist.discarded)
        singularities = duelist.wasted
        yield f"-# {formatter.text('joust-gone', cards=cards, singularities=singularities)}"


def _render_tokens_in_duel_zone(duel_tokens: Iterable[Singularity], formatter: DuelSentenceFormatter) -> str:
    return " ".join(_render_duel_token(each, formatter) for each in duel_tokens) or "—"


def _render_duel_card_line(card_text: str, is_used: bool, is_ephemeral: bool) -> str:
    return f"{'↪️' if is_used else '🂠'} {card_text}{' ⏳' if is_ephemeral else ''}"


def _render_duel_token(duel_token: Singularity, formatter: DuelSentenceFormatter) -> str:
    """Render a token of Magicjoust as emoji and name, crossed out if it is unstable."""
    family = next(family for family in FAMILIES if duel_token.startswith(family))
    name = f"{FAMILY_EMOJIS[family]} {formatter.text(f'step-{family}')}"
    return f"~~{name}~~" if duel_token.endswith("!") else name


def render_duel_move_lines(duel: Duel, formatter: DuelSentenceFormatter) -> list[str]:
    """Render each move of a duel in a line, oldest first, without undone moves."""
    steps = list_duel_steps(duel)
    return [
        f"{sentence}{_render_duel_move_dice(step, formatter)}"
        for step, sentence in zip(steps, formatter.describe_duel_steps(duel), strict=True)
    ]


def _render_duel_move_dice(duel_move: DuelStepEvent, formatter: DuelSentenceFormatter) -> str:
    """Render the dice of a duel's move; dice rolled by the bot include their numbers in the duel."""
    if not duel_move.rolled_dice:
        return ""
    shown = ", ".join("–".join(map(str, throw)) for throw in duel_move.rolled_dice)
    if duel_move.die is None:
        return f" 🎲 {shown}"
    numbers = ", ".join(f"#{number}" for number, _ in enumerate(duel_move.dice_rolled_by_bot, duel_move.die))
    return f" 🎲 {formatter.text('joust-dice-numbers', shown=shown, numbers=numbers)}"


def render_duel_moves_embed(duel: Duel, formatter: PodMessageFormatter, page_number: int) -> discord.Embed:
    """Return an embed with a page of a duel's moves. Pages count from 0."""
    told = zip(
        list_duel_steps(duel),
        render_duel_move_lines(duel, build_duel_formatter_from_pod_formatter(formatter)),
        strict=True,
    )
    every = [f"{line}{_render_duel_move_rule_ids(step)}" for step, line in told]
    lines = every[page_number * STEPS_PER_PAGE : (page_number + 1) * STEPS_PER_PAGE]
    numbered = [f"{n}. {line}" for n, line in enumerate(lines, page_number * STEPS_PER_PAGE + 1)]
    embed = discord.Embed(
        title=formatter.text("log-title"),
        description="\n".join(numbered) or formatter.text("joust-state-lobby"),
        colour=embeds.COLOURS[duel.state],
    )
    embeds.add_page_number_to_footer(embed, page_number, find_last_page_of_duel_moves(duel), formatter.text)
    return embed


def _render_duel_move_rule_ids(duel_move: DuelStepEvent) -> str:
    """Render the ids of the rules that decided a duel's move."""
    rules = duel_move.outcome.rules
    return f" · {', '.join(rules)}" if rules else ""


def find_last_page_of_duel_moves(duel: Duel) -> int:
    return max(0, (len(list_duel_steps(duel)) - 1) // STEPS_PER_PAGE)


DISCARDED_ZONE_VALUE = "-"
"""The zone value of a singularity that cannot be placed."""

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "start": (discord.ButtonStyle.primary, "▶️"),
    "place": (discord.ButtonStyle.primary, "🔮"),
    "draw": (discord.ButtonStyle.primary, "🃏"),
    "invoke": (discord.ButtonStyle.primary, "✨"),
    "use": (discord.ButtonStyle.primary, "⚙️"),
    "wear": (discord.ButtonStyle.primary, "🔧"),
    "attack": (discord.ButtonStyle.danger, "⚔️"),
    "end": (discord.ButtonStyle.success, "⏭️"),
    "change": (discord.ButtonStyle.secondary, "✏️"),
    "undo": (discord.ButtonStyle.secondary, "↩️"),
    "agree": (discord.ButtonStyle.success, "🤝"),
    "concede": (discord.ButtonStyle.danger, "🏳️"),
    "fair": (discord.ButtonStyle.secondary, "🎲"),
    "log": (discord.ButtonStyle.secondary, "📜"),
    "rematch": (discord.ButtonStyle.success, "🔁"),
    "more": (discord.ButtonStyle.secondary, ""),
    "other": (discord.ButtonStyle.primary, "✏️"),
    "present": (discord.ButtonStyle.primary, "🎭"),
    "really": (discord.ButtonStyle.danger, "⏭️"),
    "conceding": (discord.ButtonStyle.danger, "🏳️"),
}
"""The look of each action's button; its text is `joust-button-<action>`."""

_SHARED_LOOKS = {
    **{each: components.BUTTON_LOOKS[each] for each in ("join", "leave", "how")},
    **components.ANSWER_LOOKS,
    **components.DECISION_LOOKS,
}
"""The looks of buttons that boards of pods have too; their text is `button-<action>`."""

_BOARD_ACTIONS: dict[DuelState, tuple[str, ...]] = {
    "lobby": ("join", "leave", "start", "how"),
    "running": ("place", "draw", "invoke", "use", "attack", "end", "more"),
    "waiting": ("wear", "attack", "more"),
    "finished": ("rematch", "present", "log", "more"),
    "closed": ("undo",),
}
_MORE_ACTIONS: dict[DuelState, tuple[str, ...]] = {
    "lobby": (),
    "running": ("how", "change", "undo", "log", "fair", "concede"),
    "waiting": ("how", "change", "undo", "log", "fair", "concede"),
    "finished": ("how", "undo", "fair"),
    "closed": (),
}
"""Rare or destructive actions, behind the board's last button."""

_PLAYER_ACTIONS = frozenset({"change", "undo", "concede"})
"""Actions behind that button for the two players alone."""


def build_duel_board_buttons(
    duel_number: int,
    duel: Duel,
    formatter: PodMessageFormatter,
    extra_buttons_and_menus: Iterable[ui.Item[ui.View]] = (),
    last_move_version: int | None = None,
) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a duel's board. `last_move_version` numbers the last move in the event log."""
    items: list[ui.Item[ui.View]] = []
    if duel.proposal is not None:
        seen = "" if last_move_version is None else f":{duel.proposal.what}:{last_move_version}"
        items.append(build_duel_action_button(duel_number, "agree", formatter.text, seen))
    items += [
        build_duel_action_button(duel_number, action, formatter.text)
        for action in _list_duel_actions_before_final_result(duel)
    ]
    shown = _BOARD_ACTIONS[duel.state]
    # 0 stands for the step that closed the duel.
    row = [
        build_duel_action_button(duel_number, each, formatter.text, ":0" if each == "undo" else "")
        for each in shown
        if _is_duel_action_possible(duel, each)
    ]
    if duel.state == "lobby":
        components.shorten_buttons_to_fit_phone(row, ("how",))
    return [*items, *row, *extra_buttons_and_menus]


def build_secondary_duel_buttons(
    duel_number: int,
    duel: Duel,
    formatter: PodMessageFormatter,
    last_move_version: int | None,
    viewer: Player,
    *,
    is_moderator: bool,
) -> list[ui.Button[ui.View]]:
    """Return a duel's further buttons, shown after a press on *More*.

    Moderators who do not play change the table, too; they undo by the command, which asks for a reason.
    """
    plays = viewer in duel.players
    others = () if plays else _PLAYER_ACTIONS.difference({"change"} if is_moderator else ())
    seen = {} if last_move_version is None else {"undo": f":{last_move_version}"}
    buttons = [
        build_duel_action_button(duel_number, each, formatter.text, seen.get(each, ""))
        for each in _MORE_ACTIONS[duel.state]
        if _is_duel_action_possible(duel, each) and each not in others
    ]
    return [*buttons, components.build_pod_action_button(duel_number, "here", formatter)]


_DRAWN_BY_ACTION: Mapping[str, Draw] = {"place": "singularity", "draw": "crucible"}
"""What is drawn once a turn by an action."""


def _is_duel_action_possible(duel: Duel, action: str) -> bool:
    match action:
        case "join":
            return len(duel.players) < SEATS
        case "leave":
            return bool(duel.players)
        case "start":
            return len(duel.players) == SEATS
        case "place" | "draw":
            return duel.turn is None or _DRAWN_BY_ACTION[action] not in duel.turn.drawn
        case "use":
            return bool(duel.cards_with_usable_action)
        case "fair":
            return bool(duel.seals)
        case "undo":
            return duel.before is not None and duel.final_result is None
        case "present":
            return duel.result is not None and not duel.result.is_draw
        case _:
            return True


def _list_duel_actions_before_final_result(duel: Duel) -> Iterator[str]:
    """Yield the actions possible before a duel's result is final, such as `dispute`."""
    if duel.is_result_blocked:
        yield from ("stands", "takeback")
    if duel.is_result_unconfirmed and duel.disputed is None:
        yield "dispute"


def build_duel_action_button(
    duel_number: int, action: str, translations: Translations, custom_id_suffix: str = ""
) -> ui.Button[ui.View]:
    """Return the button for an action in a duel, such as to draw a card."""
    style, emoji = {**BUTTON_LOOKS, **_SHARED_LOOKS}[action]
    return ui.Button(
        label=translations(f"button-{action}" if action in _SHARED_LOOKS else f"joust-button-{action}"),
        style=style,
        emoji=emoji or None,
        custom_id=f"joust:{duel_number}:{action}{custom_id_suffix}",
    )


def build_select_menu(custom_id: str, placeholder: str, options: Sequence[discord.SelectOption]) -> ui.Select[ui.View]:
    return ui.Select(custom_id=custom_id, placeholder=clean_label_text(placeholder, 150), options=list(options[:25]))


def build_select_option(
    label: str, value: str, description: str = "", emoji: str | None = None
) -> discord.SelectOption:
    described = clean_label_text(description, 100) if description else None
    return discord.SelectOption(label=clean_label_text(label, 100), value=value, description=described, emoji=emoji)


def build_token_placement_menu(duel_number: int, translations: Translations) -> ui.Select[ui.View]:
    """Return the menu to select which token was drawn and in which zone to put it."""
    options = []
    for family in FAMILIES:
        called = translations(f"step-{family}")
        for zone in range(1, 5):
            label = translations("joust-place-zone", family=called, zone=zone)
            options.append(build_select_option(label, f"{family}:{zone}", emoji=FAMILY_EMOJIS[family]))
        label = translations("joust-place-discarded", family=called)
        options.append(build_select_option(label, f"{family}:{DISCARDED_ZONE_VALUE}", emoji=FAMILY_EMOJIS[family]))
    return build_select_menu(f"joust:{duel_number}:placed", translations("joust-place-placeholder"), options)


FAMILY_EMOJIS = {"blue": "🔵", "red": "🔺", "yellow": "🟨"}
"""A sign for each family, which does not depend on its colour."""


PICTURE_NAME = "duel.png"

_MAX_LABEL_LENGTH = 60


# In words


def describe_duelist_in_picture(duelist: Duelist, formatter: DuelSentenceFormatter) -> list[str]:
    """Describe a player's side in a duel's picture: hand, plan cards, tokens and cards."""
    cards = map(formatter.describe_played_card, duelist.cards)
    return [formatter.describe_hand_and_plan_cards(duelist), formatter.describe_token_zones(duelist.quadrant), *cards]


def build_duel_picture_alt_text(duel: Duel, label_formatter: DuelSentenceFormatter) -> str:
    """Return the alt text of a duel's picture."""
    turn = []
    if duel.turn is not None and not duel.is_over:
        player = label_formatter.name(duel.turn.active)
        turn = [label_formatter.text("joust-turn", player=player, number=duel.turn.number)]
    if duel.result is not None:
        turn = label_formatter.describe_duel_result(duel.result)
    before = [describe_duelist_in_picture(duel.duelists[each], label_formatter) for each in duel.duelists]
    lines = [*turn, *(line for lines in before for line in lines)]
    return truncate_text_to_length("\n".join(lines), MAX_ALT_TEXT_LENGTH)


# As a picture


async def draw_duel_picture_file(
    picture_queue: ServerPictureQueue,
    duel: Duel,
    players_in_picture: Mapping[Player, scene.PlayerInPicture],
    label_formatter: PodMessageFormatter,
    timeout: float = table_view.PICTURE_TIMEOUT,
) -> discord.File | None:
    """Return a picture of a duel's table as a file; None if drawing takes too long."""
    said = DuelSentenceFormatter(label_formatter.text, label_formatter.name)
    picture = build_duel_picture_scene(duel, players_in_picture, said)
    about = build_duel_picture_alt_text(duel, said)
    return await table_view.draw_picture_file(picture_queue, picture, PICTURE_NAME, about, timeout)


def build_duel_picture_scene(
    duel: Duel, players_in_picture: Mapping[Player, scene.PlayerInPicture], label_formatter: DuelSentenceFormatter
) -> scene.DuelPictureScene:
    """Return the data of a duel's picture: both players with their tokens and cards."""
    duelists = (
        _build_duelist_picture_scene(duel, each, players_in_picture[each.player], label_formatter)
        for each in duel.duelists.values()
    )
    return scene.DuelPictureScene(
        "", tuple(duelists), _build_duel_picture_legend(label_formatter.text)
    )  # the embed has a title


def _build_duelist_picture_scene(
    duel: Duel, duelist: Duelist, player_in_picture: scene.PlayerInPicture, formatter: DuelSentenceFormatter
) -> scene.DuelistInPicture:
    strips, earlier = _build_newest_duel_cards_in_picture(duelist, formatter.text)
    plans = (laid.card.points for laid in duelist.cards)
    return scene.DuelistInPicture(
        player_in_picture.name,
        duelist.quadrant,
        duelist.hand,
        strips,
        earlier,
        tuple(points for points in plans if points is not None),
        formatter.describe_plan_cards(duelist),
        active=not duel.is_over and duelist.player == duel.active_duelist.player,
        won=duel.result is not None and duel.result.winner == duelist.player,
        added=player_in_picture.added,
    )


def _build_newest_duel_cards_in_picture(
    duelist: Duelist, translations: Translations
) -> tuple[tuple[scene.DuelCardInPicture, ...], str]:
    """Return a player's newest cards for the picture, and a text with the number of the others."""
    cards = duelist.cards
    if len(cards) <= scene.MAX_STRIPS:
        return tuple(map(_build_duel_card_in_picture, cards)), ""
    newest = cards[1 - scene.MAX_STRIPS :]
    earlier = translations("joust-picture-earlier", count=len(cards) - len(newest))
    return tuple(map(_build_duel_card_in_picture, newest)), earlier


def _build_duel_card_in_picture(played_card: PlayedDuelCard) -> scene.DuelCardInPicture:
    card = played_card.card
    label = clean_label_text(f"{played_card.id}. {card.name}", _MAX_LABEL_LENGTH)
    return scene.DuelCardInPicture(label, played_card.used, card.ephemeral, card.wear, card.points)


def _build_duel_picture_legend(translations: Translations) -> scene.DuelPictureLegendTexts:
    return scene.DuelPictureLegendTexts(
        active=translations("picture-active"),
        won=translations("joust-picture-won"),
        hand=translations("joust-picture-hand"),
        blue=translations("step-blue"),
        red=translations("step-red"),
        yellow=translations("step-yellow"),
        unstable=translations("joust-picture-unstable"),
        used=translations("joust-picture-used"),
        ephemeral=translations("joust-picture-ephemeral"),
        wear=translations("joust-picture-wear"),
        plan=translations("joust-picture-plan"),
    )
