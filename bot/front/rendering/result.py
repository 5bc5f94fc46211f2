"""The result of a game where it stands by itself: in words, and who brought down whom."""

from collections import Counter

import discord

from bot.front.rendering import duel_board, embeds, story, team_lines
from bot.front.rendering.escaping import clean_label, escape
from bot.joust.duel import Duel
from bot.pictures.scene import MOST_ARROWS, MOST_RIVALS, Defeats, Rivals
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.words import Words

FILE = "result.png"


def render_result(game: Game, words: Words, board: str) -> discord.Embed:
    """What came of a game that is over; `board` is the address of its board."""
    embed = discord.Embed(colour=embeds.COLOURS["finished"])
    match game:
        case Pod(result=result) if result is not None:
            embed.title = embeds.render_title(game, words)
            lines = [
                f"**{story.render_end(result, words)}**",
                *team_lines.render_board(game, words),
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
    """How often one player brought down another in a game, in the order of the first times."""
    pairs = (
        (verdict.responsible, verdict.loser)
        for verdict in pod.verdicts
        if verdict.responsible is not None and verdict.responsible != verdict.loser
    )
    return dict(Counter(pairs))


def make_picture(pod: Pod, words: Words) -> Rivals | None:
    """Who brought down whom, as far as that can be drawn; None if nobody did.

    `words` name players without Markdown.
    """
    defeats = list(list_defeats(pod).items())[:MOST_ARROWS]
    involved: dict[Player, None] = {}
    kept: list[tuple[tuple[Player, Player], int]] = []
    for pair, times in defeats:
        if len(involved | dict.fromkeys(pair)) <= MOST_RIVALS:
            involved |= dict.fromkeys(pair)
            kept.append((pair, times))
    if not kept:
        return None
    order = [player for player in pod.players if player in involved]
    order += [player for player in involved if player not in order]
    number = {player: at for at, player in enumerate(order)}
    return Rivals(
        "",  # the message has one
        tuple(clean_label(words.name(player), 32) for player in order),
        tuple(Defeats(number[one], number[other], times) for (one, other), times in kept),
        words.text("result-legend"),
    )


def describe_picture(pod: Pod, words: Words) -> str:
    """The picture in words, for people who see none; `words` name players without Markdown."""
    by: dict[Player, list[Player]] = {}
    for victor, loser in list_defeats(pod):
        by.setdefault(victor, []).append(loser)
    lines = [
        words.text("result-felled", victor=words.name(victor), losers=words.join_names(losers))
        for victor, losers in by.items()
    ]
    return " ".join([f"{words.text('result-picture')}", *lines])
