"""`/season …`: who administers a server starts, ends and renames its seasons."""

from datetime import datetime
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front.interaction import picking
from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.rendering import embeds
from bot.front.rendering.escaping import cut, plain, shown
from bot.front.rendering.translator import said
from bot.front.server import audit_trail
from bot.i18n import Catalogue
from bot.projections.standings import Scope
from bot.rules.refusals import Refusal
from bot.storage.tables.seasons import LONGEST_NAME, Decided, Decider, Season

EVER = "ever"
"""Picked instead of a season."""

Name = Range[str, 1, LONGEST_NAME]


class SeasonCommands(app_commands.Group):
    """`/season …`."""

    def __init__(self) -> None:
        super().__init__(
            name=said("command-season"),
            description=said("command-season-about"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )

    @app_commands.command(
        name=said("command-season-start"), description=said("command-season-start-about")
    )
    @app_commands.rename(name=said("option-name"))
    @app_commands.describe(name=said("option-name-about"))
    async def start(self, asked: Asked, name: Name | None = None) -> None:
        """`/season start`."""
        desk = desk_of(asked)
        text, public = desk.text(asked), await desk.public_text(asked)
        done = await desk.seasons.start(
            await _decider(desk, asked),
            None if name is None else plain(name, LONGEST_NAME),
            lambda number: public("season-usual", number=number),
        )
        await desk.say(asked, text("season-started", name=shown(done.season.name)))
        await _enter(asked, done)

    @app_commands.command(
        name=said("command-season-end"), description=said("command-season-end-about")
    )
    async def end(self, asked: Asked) -> None:
        """`/season end`: everybody sees the final table, which the outbox posts."""
        desk = desk_of(asked)
        channel, language = desk.place(asked).channel, desk.public_locale(asked)
        done = await desk.seasons.end(await _decider(desk, asked), channel, language)
        await desk.confirm(asked, desk.text(asked)("season-ended", name=shown(done.season.name)))
        desk.outbox.wake()
        await _enter(asked, done)

    @app_commands.command(
        name=said("command-season-rename"), description=said("command-season-rename-about")
    )
    @app_commands.rename(name=said("option-name"), season=said("option-season"))
    @app_commands.describe(name=said("option-rename-about"), season=said("option-renamed-about"))
    async def rename(self, asked: Asked, name: Name, season: Name | None = None) -> None:
        """`/season rename`; the newest one, if no other is picked."""
        desk = desk_of(asked)
        text = desk.text(asked)
        number = None if season is None else (await picked(asked, season)).number
        decider = await _decider(desk, asked)
        done = await desk.seasons.rename(decider, number, plain(name, LONGEST_NAME))
        await desk.say(asked, text("season-renamed", name=shown(done.season.name)))
        desk.outbox.wake()
        await _enter(asked, done)

    @rename.autocomplete("season")
    async def _seasons(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await choices(asked, typed)

    @app_commands.command(
        name=said("command-season-list"), description=said("command-season-list-about")
    )
    async def list(self, asked: Asked) -> None:
        """`/season list`."""
        desk = desk_of(asked)
        text, zone = desk.text(asked), (await desk.settings(asked)).zone
        every = await desk.seasons.all(desk.place(asked).guild)
        lines = [line(each, zone, text) for each in every]
        embed = discord.Embed(title=text("season-list"), colour=embeds.COLOURS["lobby"])
        embed.description = cut("\n".join(lines), embeds.DESCRIPTION) or text("season-none")
        await desk.say(asked, embed=embed)


async def _decider(desk: Desk, asked: Asked) -> Decider:
    guild, now = desk.place(asked).guild, discord.utils.utcnow()
    return Decider(guild, await desk.person(asked), asked.id, now)


async def _enter(asked: Asked, done: Decided) -> None:
    if not done.again:
        desk_of(asked).crown.renewed(done.season.guild)
        await audit_trail.post(asked, done.entry)


def dates(season: Season, zone: ZoneInfo, text: Catalogue) -> str:
    """From which day of the server's to which a season runs, or ran."""
    if season.end is None:
        return text("season-since", start=_day(season.start, zone, text))
    start, end = (_day(each, zone, text) for each in (season.start, season.end))
    return text("season-dates", start=start, end=end)


def line(season: Season | None, zone: ZoneInfo, text: Catalogue) -> str:
    """A season with its dates; all time, if it is none."""
    if season is None:
        return text("leaderboard-ever")
    return text("season-line", name=shown(season.name), dates=dates(season, zone, text))


def _day(moment: datetime, zone: ZoneInfo, text: Catalogue) -> str:
    return text.date(moment.astimezone(zone).date())


# Picking one


def scope_id(scope: Scope) -> str:
    """What a leaderboard counts, for the custom ids of its buttons; see `scope_of`."""
    season = "" if scope.season is None else scope.season
    since = "" if scope.since is None else scope.since
    return f"{season}:{since}:{scope.variant}:{scope.table}"


def scope_of(season: str, since: str, variant: str, table: str) -> Scope:
    """The same from what stands between the colons. Raises `Refusal`."""
    if not all(is_number(each) for each in (season, since) if each):
        raise Refusal("unknown-button")
    return Scope(int(season) if season else None, int(since) if since else None, variant, table)


async def choices(asked: Asked, typed: str, *first: tuple[str, str]) -> list[Choice[str]]:
    """The seasons whose name holds what was typed, the newest first, after other options."""
    desk = desk_of(asked)
    every = await desk.seasons.all(desk.place(asked).guild)
    return picking.matching([*first, *((each.name, str(each.number)) for each in every)], typed)


async def meant(asked: Asked, typed: str | None) -> Season | None:
    """Which season an option means, None for all time; left out, the one that runs, if one does."""
    if typed == EVER:
        return None
    if typed is not None:
        return await picked(asked, typed)
    desk = desk_of(asked)
    every = await desk.seasons.all(desk.place(asked).guild)
    return next((each for each in every if each.end is None), None)


async def picked(asked: Asked, typed: str) -> Season:
    """The season that an option means: picked from the list, or typed by name."""
    desk = desk_of(asked)
    wanted = typed.strip().casefold()
    every = await desk.seasons.all(desk.place(asked).guild)
    by_name = [each for each in every if each.name.casefold() == wanted]
    for each in (*by_name, *(each for each in every if str(each.number) == wanted)):
        return each
    raise Refusal("no-season")
