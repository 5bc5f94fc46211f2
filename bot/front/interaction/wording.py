"""Sentences with the names of players, in the asker's or the public language."""

from collections.abc import Iterable

from bot.duel_words import DuelWords
from bot.front.interaction.context import Context
from bot.front.rendering import duel_board
from bot.front.rendering.names import find_people, name_players
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.words import Words


async def speak_to_asker(ctx: Context, players: Iterable[Player]) -> Words:
    """Return words in the asker's language with the names of `players`."""
    return await name_players(ctx.people, ctx.text, players)


async def speak_to_all(ctx: Context, players: Iterable[Player]) -> Words:
    """Return words in the public language with the names of `players`."""
    return await name_players(ctx.people, ctx.public_text, players)


async def speak_of_duel(ctx: Context, duel: Duel) -> DuelWords:
    """Return sentences about a duel in the asker's language."""
    return duel_board.speak(await name_players(ctx.people, ctx.text, find_people(duel)))


async def speak_of_pod(ctx: Context, pod: Pod) -> Words:
    """Return words about a pod in the asker's language."""
    return await name_players(ctx.people, ctx.text, find_people(pod))


async def label_game(ctx: Context, game: Game) -> Words:
    """Return words about a game for labels and choices, where Discord reads no Markdown."""
    return await name_players(ctx.people, ctx.text, find_people(game), safe=False)
