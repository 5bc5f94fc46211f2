"""What can be looked up: the leaderboard of a server, the series of a channel, and the rules."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.desk import Asked, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.rendering import controls, embeds
from bot.front.rendering import series as look
from bot.front.rendering.escaping import plain, shown
from bot.front.standings import charts, files, seasons
from bot.i18n import Catalogue
from bot.projections import standings
from bot.projections.exported import Format
from bot.projections.ratings import ratings
from bot.projections.standings import MOST_DAYS, Scope
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from bot.service import is_over
from bot.storage.engine.schema import milliseconds, moment
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY

DAYS = (7, 30, MOST_DAYS)
"""Among which its menu lets one choose."""

MOST_OPTIONS = 25
"""Of a menu: Discord's limit."""

SOON = timedelta(seconds=1)
"""What is on the leaderboard is on its picture."""


async def leaderboard(
    asked: Asked,
    season: str | None,
    days: int | None,
    variant: str,
    table: str,
    kind: Format | None = None,
) -> None:
    """The server's ten best, and the caller's own line.

    Of the season that runs, or else of all time; or of a `season`, or of the last `days`. As a file
    of this `kind`, if one is asked for, it has everybody.
    """
    if season is not None and days is not None:
        raise Refusal("season-or-days")
    desk, chosen, since = desk_of(asked), None, None
    every = await desk.seasons.all(desk.place(asked).guild)
    if days is not None:
        since = _since(days)
    elif season is None:
        chosen = next((each.number for each in every if each.end is None), None)
    elif season != seasons.EVER:
        chosen = (await seasons.picked(asked, season)).number
    scope = Scope(chosen, since, variant, table)
    if kind is None:
        return await show(asked, scope, 0)
    counted = await _counted(asked, scope, every, desk.text(asked))
    return await files.send(asked, scope, kind, counted)


async def pick(asked: Asked, variant: str, table: str, chosen: str) -> None:
    """Another season or time of the leaderboard, with the same filters, as its menu says it."""
    match chosen.split(":"):
        case ["days", days] if is_number(days) and 1 <= int(days) <= MOST_DAYS:
            scope = Scope(None, _since(int(days)), variant, table)
        case ["season", number] if is_number(number):
            scope = Scope(int(number), None, variant, table)
        case [seasons.EVER]:
            scope = Scope(None, None, variant, table)
        case _:
            raise Refusal("unknown-button")
    await show(asked, scope, 0)


async def show(asked: Asked, scope: Scope, number: int) -> None:
    """A page of a leaderboard: in the private message whose button asks for it, or a new one.

    The picture follows when it is drawn: no answer waits for it.
    """
    desk = desk_of(asked)
    me, guild = await desk.asker(asked), desk.place(asked).guild
    found = await standings.leaderboard(desk.database, guild, scope, me, number)
    every = await desk.seasons.all(guild)
    players = [*(line.player for line in found.lines), me]
    words = await desk.words(asked, players)
    text = words.text
    embed = embeds.leaderboard(
        found,
        words,
        text("leaderboard-title"),
        await _counted(asked, scope, every, text),
        ratings=await ratings(desk.database, guild, players),
        empty=_empty(scope, text),
    )
    items = controls.page_buttons(f"leaders:{seasons.scope_id(scope)}", found.number, found.last)
    view = controls.unstored([*(items if found.last else ()), _picker(scope, every, text)])
    if asked.message is not None and asked.message.flags.ephemeral:
        await desk.change(asked, embed=embed, view=view, attachments=[])
    else:
        await desk.say(asked, embed=embed, view=view)
    if found.number or not asked.response.is_done():
        return
    until = discord.utils.utcnow() + SOON
    picture = await charts.season(desk, guild, scope, found.lines, until, text)
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
        with suppress(discord.NotFound):  # they have put the message away
            await desk.change(asked, embed=embed, view=view, attachments=[picture])


def _picker(scope: Scope, every: Sequence[Season], text: Catalogue) -> ui.Select[ui.View]:
    """The menu of seasons and times; what is shown is marked, if it is one of them."""
    options = [(f"season:{each.number}", plain(each.name, 100), "🗓️") for each in every]
    del options[MOST_OPTIONS - 1 - len(DAYS) :]
    options.append((seasons.EVER, text("leaderboard-ever"), "♾️"))
    options += [(f"days:{days}", text("leaderboard-last-days", days=days), "⏱️") for days in DAYS]
    if scope.since is not None:
        shown = f"days:{_days(scope.since)}"
    else:
        shown = seasons.EVER if scope.season is None else f"season:{scope.season}"
    return ui.Select(
        placeholder=plain(text("leaderboard-picker"), 150),
        options=[
            discord.SelectOption(label=label, value=value, emoji=emoji, default=value == shown)
            for value, label, emoji in options
        ],
        custom_id=f"leaders:::{scope.variant}:{scope.table}:pick",
    )


def _since(days: int) -> int:
    """The day with which the last `days` begin; they are UTC's."""
    return _today() - days + 1


def _days(since: int) -> int:
    return _today() - since + 1


def _today() -> int:
    return milliseconds(discord.utils.utcnow()) // DAY


async def _counted(asked: Asked, scope: Scope, every: Sequence[Season], text: Catalogue) -> str:
    """What a leaderboard counts, in words; nothing if that is everything."""
    if scope == standings.ALL:
        return ""
    if scope.since is not None:
        since = text.date(moment(scope.since * DAY).date())
        parts = [text("leaderboard-days", days=_days(scope.since), since=since)]
    elif scope.season is None:
        parts = [text("leaderboard-ever")]
    else:
        season = next((each for each in every if each.number == scope.season), None)
        if season is None:
            raise Refusal("no-season")
        zone = (await desk_of(asked).settings(asked)).zone
        name, dates = shown(season.name), seasons.dates(season, zone, text)
        parts = [text("season-line", name=name, dates=dates)]
    if scope.variant in VARIANTS:
        parts.append(text(f"variant-{scope.variant}"))
    if scope.table in TABLES:
        parts.append(text(f"table-{scope.table}"))
    return " · ".join(parts)


def _empty(scope: Scope, text: Catalogue) -> str:
    """What is said of a leaderboard without anybody."""
    if scope.since is not None:
        return text("leaderboard-empty-days", days=_days(scope.since))
    if scope.season is not None:
        return text("leaderboard-empty-season")
    return text("leaderboard-empty" if scope == standings.ALL else "leaderboard-empty-kind")


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
    embed = discord.Embed(title=name, description=text(_key(name)), colour=embeds.COLOURS["lobby"])
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
