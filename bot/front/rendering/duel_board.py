"""The board of a duel: embed, story, buttons and menus, and the picture of its table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import discord
from discord import ui

from bot.duel_words import DuelWords
from bot.front.rendering import controls, embeds, table_view
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.fitting import MAX_ALT_TEXT_LENGTH, fit_text
from bot.i18n import Catalogue
from bot.joust.duel import SEATS, Duel, Duelist, DuelState, DuelStep, LaidCard, list_steps
from bot.joust.facts import FAMILIES, PLANS_TO_END, Singularity
from bot.pictures import scene
from bot.pictures.studio import ServerStudio
from bot.rules.facts import Player
from bot.seating import make_commitment
from bot.words import Words

STEPS_ON_BOARD = 4
"""The number of steps on a board."""

STEPS_PER_PAGE = 10
"""The number of steps on a page of a duel's story."""

ZONE_ARROWS = ("↖️", "↗️", "↘️", "↙️")
"""Arrows to zones 1 to 4 (MJ-1)."""


def speak(words: Words) -> DuelWords:
    """Return sentences about a duel with the same names."""
    return DuelWords(words.text, words.name, escape)


def render_duel(duel: Duel, words: Words, counts: datetime | None = None) -> discord.Embed:
    """Render the lobby or the board of a duel; `counts` is when its result counts automatically."""
    text = words.text
    said = speak(words)
    embed = discord.Embed(
        colour=embeds.DISPUTED_COLOUR if duel.disputed else embeds.COLOURS[duel.state]
    )
    embed.title = escape(duel.setup.title) if duel.setup.title else text("joust-title")
    embed.set_footer(text=text(f"joust-dice-{duel.setup.dice}"))
    if duel.duelists:
        _fill_board(embed, duel, said, counts)
    else:
        _fill_lobby(embed, duel, words)
    if duel.disputed is not None:
        name = text("dispute-title", what=text("joust-end"))
        about = text("joust-disputed", player=words.name(duel.disputed))
        embed.add_field(name=name, value=about, inline=False)
    if duel.proposal is not None:
        name = text("joust-proposal")
        about = text(f"joust-proposal-{duel.proposal.what}", player=words.name(duel.proposal.by))
        embed.add_field(name=name, value=about, inline=False)
    if sealed := _list_sealed(duel):
        seals = "\n".join(
            f"-# {text('joust-sealed')} `{seal[: embeds.SHOWN_SEAL_LENGTH]}`" for seal in sealed
        )
        embed.description = f"{embed.description}\n{seals}"
    return embed


def render_rules(text: Catalogue) -> discord.Embed:
    """Explain how a duel is played."""
    parts = ("need", "turn", "pay", "end")
    return discord.Embed(
        title=text("joust-how-title"),
        description="\n\n".join(text(f"joust-how-{part}") for part in parts),
        colour=embeds.COLOURS["lobby"],
    )


RULES_OF_A_TURN = ("MJ-6", "MJ-9", "MJ-12", "MJ-14", "MJ-16")
"""The rules behind `render_rules`."""


def _list_sealed(duel: Duel) -> list[str]:
    """Return the commitments of secrets that are still sealed: the last one until the duel ends."""
    return [make_commitment(seal.secret) for seal in duel.seals[-1:] if not duel.is_over]


def _fill_lobby(embed: discord.Embed, duel: Duel, words: Words) -> None:
    text = words.text
    have = len(duel.players)
    embed.description = text("joust-about")
    seated = [f"{number}. {words.name(player)}" for number, player in enumerate(duel.players, 1)]
    embed.add_field(
        name=text("lobby-seats", have=have, most=SEATS),
        value="\n".join(seated) or text("lobby-empty"),
        inline=False,
    )
    if duel.closed:
        ready = text("joust-state-closed")
    elif have < SEATS:
        ready = text("joust-missing")
    else:
        ready = text("joust-ready")
    host = "\n".join([words.name(duel.host), ready])
    embed.add_field(name=text("lobby-host"), value=host, inline=False)


def _fill_board(embed: discord.Embed, duel: Duel, said: DuelWords, counts: datetime | None) -> None:
    embed.description = "\n".join(_render_headline(duel, said, counts))
    for duelist in duel.duelists.values():
        active = duel.turn is not None and duel.turn.active == duelist.player and not duel.is_over
        name = f"{'▶️' if active else '▫️'} {said.name(duelist.player)}"
        value = "\n".join(_render_duelist(duelist, said))
        embed.add_field(name=name, value=value, inline=False)
    latest = render_steps(duel, said)[-STEPS_ON_BOARD:]
    if duel.work is not None:
        embed.add_field(name=said.text("joust-work"), value=escape(duel.work, 900), inline=False)
    embed.add_field(name=said.text("joust-latest"), value="\n".join(latest), inline=False)


def _render_headline(duel: Duel, said: DuelWords, counts: datetime | None) -> Iterator[str]:
    """Yield the result, or whose turn it is and what the player can still do in it.

    The first turn of each player is explained.
    """
    text = said.text
    turn = duel.turn
    assert turn is not None
    if duel.result is not None:
        ended, *points = said.say_result(duel.result)
        yield f"🏆 **{ended}**" if duel.result.winner else f"🤝 **{ended}**"
        yield from points
        if counts is not None:
            yield f"-# {text('joust-pending', due=discord.utils.format_dt(counts, 'R'))}"
        elif duel.is_contested:
            yield f"-# {text('joust-contested')}"
        return
    if duel.closed:
        yield text("joust-state-closed")
        return
    yield f"**{text('joust-turn', player=said.name(turn.active), number=turn.number)}**"
    if duel.waiting is not None:
        laid = next(each for each in duel.active.cards if each.id == duel.waiting.card)
        yield f"🔧 {said.say_wear_question(duel.waiting.by, laid.card.name)}"
    is_first = turn.number <= SEATS
    for kind in ("singularity", "crucible"):
        if kind not in turn.drawn:
            yield f"-# {text(f'joust-guide-{kind}' if is_first else f'joust-may-{kind}')}"
    if is_first:
        yield from (f"-# {text(f'joust-guide-{each}')}" for each in ("invoke", "end"))


def _render_duelist(duelist: Duelist, said: DuelWords) -> Iterator[str]:
    yield said.text(
        "joust-counts",
        hand=duelist.hand,
        plans=duelist.plans,
        most=PLANS_TO_END,
        points=duelist.points,
    )
    for zone, contents in enumerate(duelist.quadrant, 1):
        lying = " ".join(_render_singularity(each, said) for each in contents)
        yield f"{ZONE_ARROWS[zone - 1]} {said.text.label(str(zone), lying or '—')}"
    for laid in duelist.cards:
        yield _render_card(said.say_card(laid), laid.used, laid.card.ephemeral)
    if duelist.discarded or duelist.wasted:
        cards = len(duelist.discarded)
        singularities = duelist.wasted
        yield f"-# {said.text('joust-gone', cards=cards, singularities=singularities)}"


def _render_card(said: str, used: bool, ephemeral: bool) -> str:
    return f"{'↪️' if used else '🂠'} {said}{' ⏳' if ephemeral else ''}"


def _render_singularity(singularity: Singularity, said: DuelWords) -> str:
    """Render a singularity by its sign and its name; an unstable one is crossed out."""
    family = next(family for family in FAMILIES if singularity.startswith(family))
    name = f"{FAMILY_EMOJIS[family]} {said.text(f'step-{family}')}"
    return f"~~{name}~~" if singularity.endswith("!") else name


def render_steps(duel: Duel, said: DuelWords) -> list[str]:
    """Return a line for each step that counts, oldest first, with the numbers of its dice."""
    steps = list_steps(duel)
    return [
        f"{sentence}{_render_dice(step, said)}"
        for step, sentence in zip(steps, said.tell(duel), strict=True)
    ]


def _render_dice(step: DuelStep, said: DuelWords) -> str:
    """Return the dice of a step, with their numbers if the bot rolled them."""
    if not step.throws:
        return ""
    shown = ", ".join("–".join(map(str, throw)) for throw in step.throws)
    if step.die is None:
        return f" 🎲 {shown}"
    numbers = ", ".join(f"#{number}" for number, _ in enumerate(step.bot_dice, step.die))
    return f" 🎲 {said.text('joust-dice-numbers', shown=shown, numbers=numbers)}"


def render_story(duel: Duel, words: Words, page: int) -> discord.Embed:
    """Render a page of the duel's story; pages count from 0."""
    told = zip(list_steps(duel), render_steps(duel, speak(words)), strict=True)
    every = [f"{line}{_cite(step)}" for step, line in told]
    lines = every[page * STEPS_PER_PAGE : (page + 1) * STEPS_PER_PAGE]
    numbered = [f"{n}. {line}" for n, line in enumerate(lines, page * STEPS_PER_PAGE + 1)]
    embed = discord.Embed(
        title=words.text("log-title"),
        description="\n".join(numbered) or words.text("joust-state-lobby"),
        colour=embeds.COLOURS[duel.state],
    )
    embeds.number_page(embed, page, find_last_page(duel), words.text)
    return embed


def _cite(step: DuelStep) -> str:
    """Return the rules that decided a step."""
    rules = step.outcome.rules
    return f" · {', '.join(rules)}" if rules else ""


def find_last_page(duel: Duel) -> int:
    """Return the number of the last page of a duel's story."""
    return max(0, (len(list_steps(duel)) - 1) // STEPS_PER_PAGE)


DISCARDED = "-"
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
    **{each: controls.BUTTON_LOOKS[each] for each in ("join", "leave", "how")},
    **controls.ANSWER_LOOKS,
    **controls.DECISION_LOOKS,
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


def make_board_items(
    number: int,
    duel: Duel,
    words: Words,
    beside: Iterable[ui.Item[ui.View]] = (),
    last: int | None = None,
) -> list[ui.Item[Any]]:
    """Return the items of the board of duel `number`; `last` is the version of the last step."""
    items: list[ui.Item[ui.View]] = []
    if duel.proposal is not None:
        seen = "" if last is None else f":{duel.proposal.what}:{last}"
        items.append(make_button(number, "agree", words.text, seen))
    items += [make_button(number, action, words.text) for action in _list_answers(duel)]
    shown = _BOARD_ACTIONS[duel.state]
    # 0 stands for the step that closed the duel.
    row = [
        make_button(number, each, words.text, ":0" if each == "undo" else "")
        for each in shown
        if _makes_sense(duel, each)
    ]
    if duel.state == "lobby":
        controls.narrow_row(row, ("how",))
    return [*items, *row, *beside]


def make_more_items(number: int, duel: Duel, words: Words, last: int | None) -> list[ui.Item[Any]]:
    """Return the items behind the last button of a duel's board.

    `last` is the version of the last step, which *Undo* is about.
    """
    seen = {} if last is None else {"undo": f":{last}"}
    items: list[ui.Item[Any]] = [
        make_button(number, each, words.text, seen.get(each, ""))
        for each in _MORE_ACTIONS[duel.state]
        if _makes_sense(duel, each)
    ]
    return [*items, controls.make_button(number, "here", words)]


def _makes_sense(duel: Duel, action: str) -> bool:
    """Return whether an action makes sense in this duel."""
    match action:
        case "join":
            return len(duel.players) < SEATS
        case "start":
            return len(duel.players) == SEATS
        case "fair":
            return bool(duel.seals)
        case "undo":
            return duel.before is not None and duel.counted is None
        case "present":
            return duel.result is not None and not duel.result.draw
        case _:
            return True


def _list_answers(duel: Duel) -> Iterator[str]:
    """Yield the actions on a result that does not count yet."""
    if duel.is_contested:
        yield from ("stands", "takeback")
    if duel.result is not None and duel.counted is None and duel.disputed is None:
        yield "dispute"


def make_button(number: int, action: str, text: Catalogue, seen: str = "") -> ui.Button[ui.View]:
    """Return the button for `action` in duel `number`; `seen` is the state that it is about."""
    style, emoji = {**BUTTON_LOOKS, **_SHARED_LOOKS}[action]
    return ui.Button(
        label=text(f"button-{action}" if action in _SHARED_LOOKS else f"joust-button-{action}"),
        style=style,
        emoji=emoji or None,
        custom_id=f"joust:{number}:{action}{seen}",
    )


def make_menu(
    custom_id: str, placeholder: str, options: Sequence[discord.SelectOption]
) -> ui.Select[ui.View]:
    """Return a menu of at most 25 options."""
    return ui.Select(
        custom_id=custom_id, placeholder=clean_label(placeholder, 150), options=list(options[:25])
    )


def make_option(
    label: str, value: str, about: str = "", emoji: str | None = None
) -> discord.SelectOption:
    """Return an option of a menu."""
    described = clean_label(about, 100) if about else None
    return discord.SelectOption(
        label=clean_label(label, 100), value=value, description=described, emoji=emoji
    )


def make_place_menu(number: int, text: Catalogue) -> ui.Select[ui.View]:
    """Return the menu of drawn singularities and their zones; each option names both."""
    options = []
    for family in FAMILIES:
        called = text(f"step-{family}")
        for zone in range(1, 5):
            label = text("joust-place-zone", family=called, zone=zone)
            options.append(make_option(label, f"{family}:{zone}", emoji=FAMILY_EMOJIS[family]))
        label = text("joust-place-discarded", family=called)
        options.append(make_option(label, f"{family}:{DISCARDED}", emoji=FAMILY_EMOJIS[family]))
    return make_menu(f"joust:{number}:placed", text("joust-place-placeholder"), options)


FAMILY_EMOJIS = {"blue": "🔵", "red": "🔺", "yellow": "🟨"}
"""A sign for each family, which does not depend on its colour."""


PICTURE_NAME = "duel.png"

_MAX_LABEL_LENGTH = 60


# In words


def describe_duelist(duelist: Duelist, words: DuelWords) -> list[str]:
    """Describe a player's part of the picture: hand, plans, quadrant and cards."""
    cards = map(words.say_card, duelist.cards)
    return [words.say_duelist(duelist), words.say_quadrant(duelist.quadrant), *cards]


def describe_duel(duel: Duel, words: DuelWords) -> str:
    """Describe the picture for people who cannot see it.

    `words` name players and cards without Markdown.
    """
    turn = []
    if duel.turn is not None and not duel.is_over:
        player = words.name(duel.turn.active)
        turn = [words.text("joust-turn", player=player, number=duel.turn.number)]
    if duel.result is not None:
        turn = words.say_result(duel.result)
    before = [describe_duelist(duel.duelists[each], words) for each in duel.duelists]
    lines = [*turn, *(line for lines in before for line in lines)]
    return fit_text("\n".join(lines), MAX_ALT_TEXT_LENGTH)


# As a picture


async def draw_table(
    studio: ServerStudio,
    duel: Duel,
    figures: Mapping[Player, scene.Figure],
    words: Words,
    patience: float = table_view.PICTURE_TIMEOUT,
) -> discord.File | None:
    """Draw a begun duel. Return a file to attach, or None if the picture is not ready in time.

    `words` name players without Markdown.
    """
    said = DuelWords(words.text, words.name)
    picture = make_duel_scene(duel, figures, said)
    about = describe_duel(duel, said)
    return await table_view.draw_file(studio, picture, PICTURE_NAME, about, patience)


def make_duel_scene(
    duel: Duel, figures: Mapping[Player, scene.Figure], words: DuelWords
) -> scene.DuelScene:
    """Return the scene of both quadrants of a begun duel, in the order of joining.

    `words` name cards without Markdown; `figures` has both players.
    """
    duelists = (
        _make_duelist(duel, each, figures[each.player], words) for each in duel.duelists.values()
    )
    return scene.DuelScene("", tuple(duelists), _make_legend(words.text))  # the embed has a title


def _make_duelist(
    duel: Duel, duelist: Duelist, figure: scene.Figure, words: DuelWords
) -> scene.DuelistScene:
    strips, earlier = _choose_strips(duelist, words.text)
    plans = (laid.card.points for laid in duelist.cards)
    return scene.DuelistScene(
        figure.name,
        duelist.quadrant,
        duelist.hand,
        strips,
        earlier,
        tuple(points for points in plans if points is not None),
        words.say_plans(duelist),
        active=not duel.is_over and duelist.player == duel.active.player,
        won=duel.result is not None and duel.result.winner == duelist.player,
        added=figure.added,
    )


def _choose_strips(duelist: Duelist, text: Catalogue) -> tuple[tuple[scene.CardStrip, ...], str]:
    """Return all cards, or the newest ones and a text with the number of earlier ones."""
    cards = duelist.cards
    if len(cards) <= scene.MAX_STRIPS:
        return tuple(map(_make_strip, cards)), ""
    newest = cards[1 - scene.MAX_STRIPS :]
    earlier = text("joust-picture-earlier", count=len(cards) - len(newest))
    return tuple(map(_make_strip, newest)), earlier


def _make_strip(laid: LaidCard) -> scene.CardStrip:
    card = laid.card
    label = clean_label(f"{laid.id}. {card.name}", _MAX_LABEL_LENGTH)
    return scene.CardStrip(label, laid.used, card.ephemeral, card.wear, card.points)


def _make_legend(text: Catalogue) -> scene.DuelLegend:
    return scene.DuelLegend(
        active=text("picture-active"),
        won=text("joust-picture-won"),
        hand=text("joust-picture-hand"),
        blue=text("step-blue"),
        red=text("step-red"),
        yellow=text("step-yellow"),
        unstable=text("joust-picture-unstable"),
        used=text("joust-picture-used"),
        ephemeral=text("joust-picture-ephemeral"),
        wear=text("joust-picture-wear"),
        plan=text("joust-picture-plan"),
    )
