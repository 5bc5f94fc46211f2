"""What a server keeps: its leaderboard, its settings, and the rules everybody can look up."""

import discord
from discord.app_commands import Choice

from bot.front import looks
from bot.front.desk import Asked, desk_of
from bot.front.escaping import plain, shown
from bot.i18n import Catalogue, closest
from bot.projections import standings
from bot.rules.refusals import Refusal


async def leaderboard(asked: Asked) -> None:
    """The server's ten best of all time, and the caller's own line."""
    desk = desk_of(asked)
    place = desk.place(asked)
    me = await desk.asker(asked)
    lines = await standings.leaderboard(desk.database, place.guild)
    own = await standings.line_of(desk.database, place.guild, me)
    words = await desk.words(asked, [line.player for line in lines] + [me])
    await desk.say(asked, embed=looks.leaderboard(lines, own, words))


async def set_language(asked: Asked, value: str) -> None:
    """The language of the server's public messages; `auto` leaves it to Discord."""
    desk = desk_of(asked)
    language = closest(value)
    guild = desk.place(asked).guild
    await desk.guilds.set_language(guild, language)
    await desk.keeper.relabel(guild)
    text = desk.text(asked)
    await desk.say(asked, text("done-language", language=text(f"language-{language or 'auto'}")))


async def rule(asked: Asked, typed: str) -> None:
    """The text of a rule that a verdict cites."""
    desk = desk_of(asked)
    text = desk.text(asked)
    name = typed.strip().upper()
    if _key(name) not in text:
        raise Refusal("no-rule", typed=shown(typed))
    embed = discord.Embed(title=name, description=text(_key(name)), colour=looks.COLOURS["lobby"])
    await desk.say(asked, embed=embed)


def rule_choices(text: Catalogue, typed: str) -> list[Choice[str]]:
    """The rules whose id or text holds what was typed."""
    wanted = typed.strip().casefold()
    found = []
    for name in text.rules():
        label = f"{name}: {text(_key(name))}"
        if wanted in label.casefold():
            found.append(Choice(name=plain(label, 100), value=name))
    return found[:25]


def _key(name: str) -> str:
    return f"rule-{name.lower()}"
