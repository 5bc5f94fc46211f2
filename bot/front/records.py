"""What can be looked up: the leaderboard of a server, the series of a channel, and the rules."""

import discord
from discord.app_commands import Choice

from bot.front import controls, looks, seasons
from bot.front import series as look
from bot.front.desk import Asked, desk_of
from bot.front.escaping import plain, shown
from bot.i18n import Catalogue
from bot.projections import standings
from bot.projections.standings import Scope
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from bot.service import is_over
from bot.storage.schema import milliseconds, moment
from bot.storage.totals import DAY


async def leaderboard(
    asked: Asked, season: str | None, days: int | None, variant: str, table: str
) -> None:
    """The server's ten best, and the caller's own line.

    Of the season that runs, or else of all time; or of a `season`, or of the last `days`.
    """
    if season is not None and days is not None:
        raise Refusal("season-or-days")
    desk, chosen, since = desk_of(asked), None, None
    if days is not None:
        since = milliseconds(discord.utils.utcnow()) // DAY - days + 1
    elif season is None:
        every = await desk.seasons.all(desk.place(asked).guild)
        chosen = next((each.number for each in every if each.end is None), None)
    elif season != seasons.EVER:
        chosen = (await seasons.picked(asked, season)).number
    await show(asked, Scope(chosen, since, variant, table), 0)


async def show(asked: Asked, scope: Scope, number: int) -> None:
    """A page of a leaderboard: in the private message whose button asks for it, or a new one."""
    desk = desk_of(asked)
    me, guild = await desk.asker(asked), desk.place(asked).guild
    found = await standings.leaderboard(desk.database, guild, scope, me, number)
    words = await desk.words(asked, [line.player for line in found.lines] + [me])
    counted = await _counted(asked, scope, words.text)
    embed = looks.leaderboard(found, words, words.text("leaderboard-title"), counted)
    view = controls.pages(f"leaders:{seasons.scope_id(scope)}", found.number, found.last)
    if asked.message is not None and asked.message.flags.ephemeral:
        await desk.change(asked, embed=embed, view=view)
    elif found.last:
        await desk.say(asked, embed=embed, view=view)
    else:
        await desk.say(asked, embed=embed)


async def _counted(asked: Asked, scope: Scope, text: Catalogue) -> str:
    """What a leaderboard counts, in words; nothing if that is everything."""
    if scope == standings.ALL:
        return ""
    desk = desk_of(asked)
    if scope.since is not None:
        since = moment(scope.since * DAY).date()
        parts = [text("leaderboard-since", since=text.date(since))]
    elif scope.season is None:
        parts = [text("leaderboard-ever")]
    else:
        every = await desk.seasons.all(desk.place(asked).guild)
        season = next((each for each in every if each.number == scope.season), None)
        if season is None:
            raise Refusal("no-season")
        zone = (await desk.settings(asked)).zone
        name, dates = shown(season.name), seasons.dates(season, zone, text)
        parts = [text("season-line", name=name, dates=dates)]
    if scope.variant in VARIANTS:
        parts.append(text(f"variant-{scope.variant}"))
    if scope.table in TABLES:
        parts.append(text(f"table-{scope.table}"))
    return " · ".join(parts)


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
