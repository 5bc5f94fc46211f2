"""What a duel looks like: an embed from its state. It decides nothing and asks nobody."""

from collections.abc import Iterator
from datetime import datetime

import discord

from bot.duel_words import DuelWords
from bot.front.rendering import embeds
from bot.front.rendering.duel_controls import SIGNS
from bot.front.rendering.escaping import escape
from bot.joust.duel import SEATS, Duel, Duelist, list_steps
from bot.joust.events import AttackRolled, DuelClosed, DuelStarted, DuelStep, WearRolled
from bot.joust.facts import FAMILIES, PLANS_TO_END, Singularity
from bot.seating import make_commitment
from bot.words import Words

LATEST = 4
"""Steps that a board tells."""

STEPS = 10
"""Steps on one page of a duel's story."""

ARROWS = ("↖️", "↗️", "↘️", "↙️")
"""Where zones 1 to 4 lie (MJ-1)."""


def speak(words: Words) -> DuelWords:
    """Return sentences about a duel, with the same names."""
    return DuelWords(words.text, words.name, escape)


def render_duel(duel: Duel, words: Words, counts: datetime | None = None) -> discord.Embed:
    """The lobby or the board of a duel; `counts` is when its result counts by itself."""
    text, said = words.text, speak(words)
    embed = discord.Embed(colour=embeds.DISPUTED if duel.disputed else embeds.COLOURS[duel.state])
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
        seals = "\n".join(f"-# {text('joust-sealed')} `{seal[: embeds.SEAL]}`" for seal in sealed)
        embed.description = f"{embed.description}\n{seals}"
    return embed


def _list_sealed(duel: Duel) -> list[str]:
    """The commitments of secrets that nobody may know yet: the last one, until the duel is over."""
    return [make_commitment(seal.secret) for seal in duel.seals[-1:] if not duel.is_over]


def _fill_lobby(embed: discord.Embed, duel: Duel, words: Words) -> None:
    text, have = words.text, len(duel.players)
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
        ready = text("lobby-missing", missing=SEATS - have)
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
    latest = render_steps(duel, said)[-LATEST:]
    if duel.work is not None:
        embed.add_field(name=said.text("joust-work"), value=escape(duel.work, 900), inline=False)
    embed.add_field(name=said.text("joust-latest"), value="\n".join(latest), inline=False)


def _render_headline(duel: Duel, said: DuelWords, counts: datetime | None) -> Iterator[str]:
    """How it ended, or whose turn it is and what is open in it."""
    text, turn = said.text, duel.turn
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
    for kind in ("singularity", "crucible"):
        if kind not in turn.drawn:
            yield f"-# {text(f'joust-may-{kind}')}"


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
        yield f"{ARROWS[zone - 1]} {said.text.label(str(zone), lying or '—')}"
    for laid in duelist.cards:
        yield _render_card(said.say_card(laid), laid.used, laid.card.ephemeral)
    if duelist.discarded or duelist.wasted:
        cards, singularities = len(duelist.discarded), duelist.wasted
        yield f"-# {said.text('joust-gone', cards=cards, singularities=singularities)}"


def _render_card(said: str, used: bool, ephemeral: bool) -> str:
    return f"{'↪️' if used else '🂠'} {said}{' ⏳' if ephemeral else ''}"


def _render_singularity(singularity: Singularity, said: DuelWords) -> str:
    """A sign, and the name in words; an unstable one is crossed out."""
    family = next(family for family in FAMILIES if singularity.startswith(family))
    name = f"{SIGNS[family]} {said.text(f'step-{family}')}"
    return f"~~{name}~~" if singularity.endswith("!") else name


def render_steps(duel: Duel, said: DuelWords) -> list[str]:
    """A line for each step that counts, oldest first, with the numbers of its dice."""
    steps = list_steps(duel)
    numbers = _number_dice(steps)
    return [
        f"{sentence}{_render_dice(step, number, said)}"
        for step, number, sentence in zip(steps, numbers, said.tell(duel), strict=True)
    ]


def _number_dice(steps: list[DuelStep]) -> list[int | None]:
    """The number of the first of the bot's dice in each step."""
    return [getattr(step, "die", None) for step in steps]


def _render_dice(step: DuelStep, first: int | None, said: DuelWords) -> str:
    match step:
        case DuelStarted(rolls=rolls) if rolls:
            shown = ", ".join(f"{one}–{two}" for one, two in rolls)
            count = len(rolls) * SEATS
        case AttackRolled(rolls=(mine, theirs)):
            shown, count = f"{mine}–{theirs}", SEATS
        case WearRolled(roll=roll):
            shown, count = str(roll), 1
        case _:
            return ""
    if first is None:
        return f" 🎲 {shown}"
    numbers = ", ".join(f"#{number}" for number in range(first, first + count))
    return f" 🎲 {said.text('joust-dice-numbers', shown=shown, numbers=numbers)}"


def render_story(duel: Duel, words: Words, page: int) -> discord.Embed:
    """A page of the duel's story; pages count from 0."""
    told = zip(list_steps(duel), render_steps(duel, speak(words)), strict=True)
    every = [f"{line}{_cite(step)}" for step, line in told]
    lines = every[page * STEPS : (page + 1) * STEPS]
    numbered = [f"{n}. {line}" for n, line in enumerate(lines, page * STEPS + 1)]
    return discord.Embed(
        title=words.text("log-title"),
        description="\n".join(numbered) or words.text("joust-state-lobby"),
        colour=embeds.COLOURS[duel.state],
    )


def _cite(step: DuelStep) -> str:
    """The rules that decided a step."""
    rules = () if isinstance(step, DuelClosed) else step.outcome.rules
    return f" · {', '.join(rules)}" if rules else ""


def find_last_page(duel: Duel) -> int:
    """The number of the last page of a duel's story."""
    return max(0, (len(list_steps(duel)) - 1) // STEPS)
