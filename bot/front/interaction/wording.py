"""Words with the names of players, for who asks or for everybody."""

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
    """Return words for who asks, with the names of `players`."""
    return await name_players(ctx.services.people, ctx.text, players)


async def speak_to_all(ctx: Context, players: Iterable[Player]) -> Words:
    """Return words for everybody, with the names of `players`."""
    return await name_players(ctx.services.people, ctx.public_text, players)


async def speak_of_duel(ctx: Context, duel: Duel) -> DuelWords:
    """Return sentences for who asks about `duel`, with the names of both."""
    return duel_board.speak(await name_players(ctx.services.people, ctx.text, find_people(duel)))


async def speak_of_pod(ctx: Context, pod: Pod) -> Words:
    """Return words for who asks about `pod`, with the names of all in it."""
    return await name_players(ctx.services.people, ctx.text, find_people(pod))


async def label_game(ctx: Context, game: Game) -> Words:
    """Return words about `game` for labels and choices, where Discord reads no Markdown."""
    return await name_players(ctx.services.people, ctx.text, find_people(game), safe=False)
