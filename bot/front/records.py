"""What can be looked up: the leaderboard of a server, the series of a channel, and the rules."""

import discord
from discord.app_commands import Choice

from bot.front import controls, looks
from bot.front import series as look
from bot.front.desk import Asked, desk_of
from bot.front.escaping import plain, shown
from bot.i18n import Catalogue
from bot.projections import standings
from bot.rules.refusals import Refusal
from bot.service import is_over


async def leaderboard(asked: Asked) -> None:
    """The server's ten best of all time, and the caller's own line."""
    desk = desk_of(asked)
    place = desk.place(asked)
    me = await desk.asker(asked)
    lines = await standings.leaderboard(desk.database, place.guild)
    own = await standings.line_of(desk.database, place.guild, me)
    words = await desk.words(asked, [line.player for line in lines] + [me])
    await desk.say(asked, embed=looks.leaderboard(lines, own, words))


async def series(asked: Asked) -> bool:
    """How the channel's series stands; False, and no answer, if none goes on here."""
    desk = desk_of(asked)
    table = await desk.service.table(desk.place(asked))
    shown = await look.shown(desk.database, table)
    if shown is None or not look.goes_on(shown):
        return False
    winners = [player for each in shown.rounds for player in each.winners]
    words = await desk.words(asked, [*shown.players, *winners])
    embed = look.answer(shown, words)
    if is_over(table.pod):
        embed.set_footer(text=words.text("series-another"))
        view = controls.unstored([controls.button(table.number, "round", words)])
        await desk.say(asked, embed=embed, view=view)
    else:
        await desk.say(asked, embed=embed)
    return True


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
    """The rules whose id or text holds what was typed, those whose id begins with it first."""
    wanted = typed.strip().casefold()
    found = []
    for name in text.rules():
        label = f"{name}: {text(_key(name))}"
        if wanted in label.casefold():
            found.append(Choice(name=plain(label, 100), value=name))
    found.sort(key=lambda choice: not choice.value.casefold().startswith(wanted))
    return found[:25]


def _key(name: str) -> str:
    return f"rule-{name.lower()}"
