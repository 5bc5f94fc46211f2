"""The result of a game as a message of its own: text and picture."""

from collections import Counter
from collections.abc import Mapping

import discord
from msgspec.structs import replace

from bot.front.rendering import (
    decks,
    deeds,
    duel_board,
    embeds,
    pod_board,
    story,
    substitutes,
    table_view,
)
from bot.front.rendering.deck_names import name_briefly
from bot.front.rendering.escaping import escape
from bot.front.rendering.fitting import MAX_ALT_TEXT_LENGTH, fit_text
from bot.joust.duel import Duel
from bot.pictures import glyphs
from bot.pictures.scene import MAX_ARROWS, MAX_RIVALS, Defeats, Figure, Rivals
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.substitutes import credit_pod
from bot.words import Words

PICTURE_NAME = "result.png"


def render_result(game: Game, words: Words, board: str) -> discord.Embed:
    """Render the result of a game; `board` is the address of its board."""
    embed = discord.Embed(colour=embeds.COLOURS["finished"])
    match game:
        case Pod(result=result) if result is not None:
            embed.title = pod_board.render_title(game, words)
            lines = [
                f"**{story.render_end(result, words, game.standings)}**",
                table_view.render_points(game, words),
                *deeds.render_deeds(credit_pod(game), words),
                *filter(None, [decks.render_played(game, words)]),
                *table_view.render_guests(game, words),
                *substitutes.render_lines(PodFacts(game), words),
            ]
        case Duel(result=result) if result is not None:
            embed.title = escape(game.setup.title or words.text("joust-title"))
            ended, *points = duel_board.speak(words).say_result(result)
            lines = [f"**{ended}**", *points]
        case _:
            raise ValueError("a game that is not over")
    embed.description = "\n".join([*lines, f"-# {words.text('result-board', board=board)}"])
    return embed


def list_defeats(pod: Pod) -> dict[tuple[Player, Player], int]:
    """Return how often each player defeated another, in the order of the first defeats."""
    pairs = (
        (verdict.responsible, verdict.loser)
        for verdict in pod.verdicts
        if verdict.responsible is not None and verdict.responsible != verdict.loser
    )
    return dict(Counter(pairs))


def make_picture(pod: Pod, figures: Mapping[Player, Figure], words: Words) -> Rivals | None:
    """Return the scene of who defeated whom, as far as there is room; None if nobody did.

    `figures` has everybody in the order of the seats. Below each name stand the commanders, if they
    are known; `words` name bare.
    """
    defeats = list(list_defeats(pod).items())[:MAX_ARROWS]
    involved: dict[Player, None] = {}
    kept: list[tuple[tuple[Player, Player], int]] = []
    for pair, times in defeats:
        if len(involved | dict.fromkeys(pair)) <= MAX_RIVALS:
            involved |= dict.fromkeys(pair)
            kept.append((pair, times))
    if not kept:
        return None
    order = [player for player in figures if player in involved]
    number = {player: at for at, player in enumerate(order)}
    return Rivals(
        "",  # the message has a title
        tuple(_caption(pod, player, figures[player], words) for player in order),
        tuple(Defeats(number[one], number[other], times) for (one, other), times in kept),
        words.text("result-legend"),
    )


def _caption(pod: Pod, player: Player, figure: Figure, words: Words) -> Figure:
    """Return the figure of a player with the commanders that can be drawn."""
    deck = pod.find_deck(player)
    named = "" if deck is None else name_briefly(deck, words)
    return replace(figure, caption=named) if glyphs.is_readable(named) else figure


def describe_picture(pod: Pod, words: Words) -> str:
    """Describe the picture for people who cannot see it; `words` name players without Markdown."""
    return describe_defeats(list_defeats(pod), words)


def describe_defeats(defeats: Mapping[tuple[Player, Player], int], words: Words) -> str:
    """Describe who defeated whom and how often, a line for each victor; `words` name bare."""
    by: dict[Player, list[str]] = {}
    for (victor, loser), times in defeats.items():
        often = f" ×{times}" if times > 1 else ""
        by.setdefault(victor, []).append(f"{words.name(loser)}{often}")
    lines = [
        words.text("result-felled", victor=words.name(victor), losers=", ".join(losers))
        for victor, losers in by.items()
    ]
    return fit_text("\n".join([words.text("result-picture"), *lines]), MAX_ALT_TEXT_LENGTH)
