"""The slash commands. Their names are a contract; their words are in the catalogues."""

from collections.abc import Callable, Sequence
from typing import TypeVar, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction import picking
from bot.front.interaction.desk import Asked, desk_of
from bot.front.interaction.picking import Picked
from bot.front.moderation.override import Decisions, OverrideCommands
from bot.front.pods import actions, leaving, life, variant_option, why
from bot.front.rendering.translator import said
from bot.front.reports import quick_report
from bot.front.reports.draft import MOST_CARD, Entry
from bot.front.reports.form import Forms
from bot.front.server import audit_trail, house_variants, me, setup, zones
from bot.front.standings import history, posted, seasons, stats
from bot.front.standings import leaderboard as leaderboards
from bot.i18n import LOCALES
from bot.projections.exported import Format
from bot.projections.standings import MOST_DAYS
from bot.rules.events import Base, CountKind, Means, Series, Setup, SubgameCard
from bot.rules.facts import Cause
from bot.rules.refusals import Refusal
from bot.rules.series import MOST_TARGET, TARGET
from bot.rules.tables import HEADS, TABLES, TEAMS, TableId
from bot.rules.totals import MOST_AT_ONCE
from bot.rules.variants import LONGEST_NAME, SCORINGS, VARIANTS, ScoringId
from bot.storage.tables.totals import ANY

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

USUAL_MEANS: Means = "effect"

MOST_TITLE = 80  # characters
_MOST_SEATS = max(table.most for table in TABLES.values())


def _choices(prefix: str, values: Sequence[str]) -> list[Choice[str]]:
    return [Choice(name=said(f"{prefix}-{value}"), value=value) for value in values]


def _agreement(callback: F) -> F:
    """Names the options of what people agree on, for each command that opens a pod."""
    renamed = app_commands.rename(
        table=said("option-table"),
        variant=said("option-variant"),
        base=said("option-base"),
        scoring=said("option-scoring"),
        choose_master=said("option-choose_master"),
        title=said("option-title"),
        size=said("option-size"),
        teams=said("option-teams"),
        turns=said("option-turns"),
        counting=said("option-life"),
        starting=said("option-starting"),
    )
    described = app_commands.describe(
        table=said("option-table-about"),
        variant=said("option-variant-about"),
        base=said("option-base-about"),
        scoring=said("option-scoring-about"),
        choose_master=said("option-choose_master-about"),
        title=said("option-title-about"),
        size=said("option-size-about"),
        teams=said("option-teams-about"),
        turns=said("option-turns-about"),
        counting=said("option-life-about"),
        starting=said("option-starting-about"),
    )
    offered = app_commands.choices(
        table=_choices("table", list(TABLES)),
        base=_choices("base", get_args(Base)),
        scoring=_choices("scoring", list(SCORINGS)),
    )
    completed = app_commands.autocomplete(variant=variant_option.options)
    return renamed(described(completed(offered(callback))))


class PodCommands(app_commands.Group):
    """`/pod …`: the way of a pod from its lobby to its end."""

    def __init__(self) -> None:
        super().__init__(
            name=said("command-pod"), description=said("command-pod-about"), guild_only=True
        )

    @app_commands.command(name=said("command-open"), description=said("command-open-about"))
    @_agreement
    async def open(
        self,
        asked: Asked,
        variant: Picked | None = None,
        table: Choice[str] | None = None,
        base: Choice[str] | None = None,
        title: Range[str, 1, MOST_TITLE] | None = None,
        size: Range[int, 2, _MOST_SEATS] | None = None,
        scoring: Choice[str] | None = None,
        choose_master: bool = False,
        teams: Range[int, HEADS, len(TEAMS)] = HEADS,
        turns: bool = True,
        counting: bool = False,
        starting: Range[int, 1, 999] | None = None,
    ) -> None:
        """`/pod open`."""
        setup = await _agreed(
            asked,
            variant,
            table,
            base,
            title,
            size,
            scoring,
            choose_master,
            teams,
            turns,
            counting,
            starting,
        )
        await actions.open_pod(asked, setup)

    @app_commands.command(name=said("command-join"), description=said("command-join-about"))
    async def join(self, asked: Asked) -> None:
        """`/pod join`."""
        await actions.join(asked, 0)

    @app_commands.command(name=said("command-leave"), description=said("command-leave-about"))
    async def leave(self, asked: Asked) -> None:
        """`/pod leave`."""
        await actions.leave(asked, 0)

    @app_commands.command(name=said("command-start"), description=said("command-start-about"))
    async def start(self, asked: Asked) -> None:
        """`/pod start`."""
        await actions.start(asked, 0)

    @app_commands.command(name=said("command-status"), description=said("command-status-about"))
    async def status(self, asked: Asked) -> None:
        """`/pod status`."""
        await actions.status(asked)

    @app_commands.command(name=said("command-turn"), description=said("command-turn-about"))
    @app_commands.rename(extra=said("option-extra"))
    @app_commands.describe(extra=said("option-extra-about"))
    async def turn(self, asked: Asked, extra: Picked | None = None) -> None:
        """`/pod turn`."""
        gained = None if extra is None else await picking.player(asked, extra)
        await actions.turn(asked, 0, extra=gained)

    @app_commands.command(name=said("command-restart"), description=said("command-restart-about"))
    @app_commands.rename(player=said("option-player"))
    @app_commands.describe(player=said("option-karn-about"))
    async def restart(self, asked: Asked, player: Picked) -> None:
        """`/pod restart`."""
        await actions.restart(asked, await picking.player(asked, player))

    @app_commands.command(name=said("command-subgame"), description=said("command-subgame-about"))
    @app_commands.rename(card=said("option-card"))
    @app_commands.describe(card=said("option-subgame-about"))
    @app_commands.choices(card=_choices("subgame", get_args(SubgameCard)))
    async def subgame(self, asked: Asked, card: Choice[str]) -> None:
        """`/pod subgame`."""
        await actions.subgame(asked, _one(SubgameCard, card, "shahrazad"))

    @app_commands.command(name=said("command-win"), description=said("command-win-about"))
    @app_commands.rename(player=said("option-player"), means=said("option-means"))
    @app_commands.describe(player=said("option-winner-about"), means=said("option-means-about"))
    @app_commands.choices(means=_choices("means", get_args(Means)))
    async def win(self, asked: Asked, player: Picked, means: Choice[str] | None = None) -> None:
        """`/pod win`."""
        await actions.win(
            asked, await picking.player(asked, player), _one(Means, means, USUAL_MEANS)
        )

    @turn.autocomplete("extra")
    @restart.autocomplete("player")
    @win.autocomplete("player")
    async def _players(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await picking.players(asked, typed)

    @app_commands.command(name=said("command-draw"), description=said("command-draw-about"))
    async def draw(self, asked: Asked) -> None:
        """`/pod draw`."""
        await actions.draw(asked)

    @app_commands.command(name=said("command-log"), description=said("command-log-about"))
    async def log(self, asked: Asked) -> None:
        """`/pod log`."""
        await actions.tell(asked, 0)

    @app_commands.command(name=said("command-kick"), description=said("command-kick-about"))
    @app_commands.rename(player=said("option-player"))
    @app_commands.describe(player=said("option-kick-about"))
    @app_commands.autocomplete(player=picking.present)
    async def kick(self, asked: Asked, player: Picked) -> None:
        """`/pod kick`."""
        await leaving.kick(asked, 0, await picking.player(asked, player))

    @app_commands.command(name=said("command-close"), description=said("command-close-about"))
    async def close(self, asked: Asked) -> None:
        """`/pod close`."""
        await actions.close(asked)


class SetupCommands(app_commands.Group):
    """`/setup …`: a server's own settings."""

    def __init__(self) -> None:
        super().__init__(
            name=said("command-setup"),
            description=said("command-setup-about"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )

    @app_commands.command(name=said("command-server"), description=said("command-server-about"))
    async def server(self, asked: Asked) -> None:
        """`/setup server`."""
        await setup.overview(asked)

    @app_commands.command(name=said("command-language"), description=said("command-language-about"))
    @app_commands.rename(language=said("option-language"))
    @app_commands.describe(language=said("option-language-about"))
    @app_commands.choices(language=_choices("language", [*LOCALES, "auto"]))
    async def language(self, asked: Asked, language: Choice[str]) -> None:
        """`/setup language`."""
        await setup.set_language(asked, language.value)

    @app_commands.command(name=said("command-variant"), description=said("command-variant-about"))
    @app_commands.rename(name=said("option-name"))
    @app_commands.describe(name=said("option-name-about"))
    @app_commands.autocomplete(name=house_variants.names)
    async def variant(self, asked: Asked, name: Range[str, 1, LONGEST_NAME] | None = None) -> None:
        """`/setup variant`."""
        await house_variants.begin(asked, name)

    @app_commands.command(name=said("command-timezone"), description=said("command-timezone-about"))
    @app_commands.rename(zone=said("option-zone"))
    @app_commands.describe(zone=said("option-zone-about"))
    @app_commands.autocomplete(zone=zones.choices)
    async def timezone(self, asked: Asked, zone: Range[str, 1, zones.LONGEST]) -> None:
        """`/setup timezone`."""
        await setup.set_timezone(asked, zone)


class MeCommands(app_commands.Group):
    """`/me …`: what is kept about whoever asks."""

    def __init__(self) -> None:
        super().__init__(
            name=said("command-me"), description=said("command-me-about"), guild_only=True
        )

    @app_commands.command(
        name=said("command-me-export"), description=said("command-me-export-about")
    )
    async def export(self, asked: Asked) -> None:
        """`/me export`."""
        await me.export(asked)

    @app_commands.command(
        name=said("command-me-forget"), description=said("command-me-forget-about")
    )
    async def forget(self, asked: Asked) -> None:
        """`/me forget`."""
        await me.ask(asked)


def add_commands(
    tree: app_commands.CommandTree[discord.Client], forms: Forms, decisions: Decisions
) -> None:
    """Gives the tree all commands."""
    tree.add_command(PodCommands())
    tree.add_command(SetupCommands())
    tree.add_command(MeCommands())
    tree.add_command(seasons.SeasonCommands())
    tree.add_command(OverrideCommands(decisions))

    @tree.command(name=said("command-defeat"), description=said("command-defeat-about"))
    @app_commands.guild_only()
    @app_commands.rename(
        loser=said("option-loser"),
        controller=said("option-controller"),
        cause=said("option-cause"),
        card=said("option-card"),
    )
    @app_commands.describe(
        loser=said("option-loser-about"),
        controller=said("option-controller-about"),
        cause=said("option-cause-about"),
        card=said("option-card-about"),
    )
    @app_commands.choices(cause=_choices("cause", get_args(Cause)))
    @app_commands.autocomplete(loser=picking.players, controller=picking.players)
    async def defeat(
        asked: Asked,
        loser: Picked,
        controller: Picked | None = None,
        cause: Choice[str] | None = None,
        card: Range[str, 1, MOST_CARD] | None = None,
    ) -> None:
        by = None if controller is None else await picking.player(asked, controller)
        why = _one(Cause, cause, Entry().cause)
        await quick_report.quick(asked, forms, await picking.player(asked, loser), by, why, card)

    @tree.command(name=said("command-life"), description=said("command-life-about"))
    @app_commands.guild_only()
    @app_commands.rename(
        player=said("option-player"),
        amount=said("option-amount"),
        kind=said("option-kind"),
        by=said("option-by"),
    )
    @app_commands.describe(
        player=said("option-counted-about"),
        amount=said("option-amount-about"),
        kind=said("option-kind-about"),
        by=said("option-by-about"),
    )
    @app_commands.choices(kind=_choices("kind", get_args(CountKind)))
    @app_commands.autocomplete(player=picking.players, by=picking.players)
    async def change_life(
        asked: Asked,
        amount: Range[int, -MOST_AT_ONCE, MOST_AT_ONCE] | None = None,
        player: Picked | None = None,
        kind: Choice[str] | None = None,
        by: Picked | None = None,
    ) -> None:
        whose = None if player is None else await picking.player(asked, player)
        source = None if by is None else await picking.player(asked, by)
        await life.command(asked, whose, amount, _one(CountKind, kind, "life"), source)

    @tree.command(name=said("command-concede"), description=said("command-concede-about"))
    @app_commands.guild_only()
    async def concede(asked: Asked) -> None:
        await actions.concede(asked, 0)

    @tree.command(name=said("command-undo"), description=said("command-undo-about"))
    @app_commands.guild_only()
    async def undo(asked: Asked) -> None:
        await actions.undo(asked)

    @tree.command(name=said("command-why"), description=said("command-why-about"))
    @app_commands.guild_only()
    @app_commands.rename(line=said("option-line"))
    @app_commands.describe(line=said("option-line-about"))
    @app_commands.autocomplete(line=why.lines)
    async def explain(asked: Asked, line: Picked | None = None) -> None:
        await why.explain(asked, line)

    @tree.command(name=said("command-leaderboard"), description=said("command-leaderboard-about"))
    @app_commands.guild_only()
    @app_commands.rename(
        season=said("option-season"),
        days=said("option-days"),
        week=said("option-week"),
        variant=said("option-variant"),
        table=said("option-table"),
        export=said("option-export"),
    )
    @app_commands.describe(
        season=said("option-season-about"),
        days=said("option-days-about"),
        week=said("option-week-about"),
        variant=said("option-only-about"),
        table=said("option-only-about"),
        export=said("option-export-about"),
    )
    @app_commands.choices(
        variant=_choices("variant", list(VARIANTS)),
        table=_choices("table", list(TABLES)),
        export=_choices("export", get_args(Format)),
    )
    @app_commands.autocomplete(season=_seasons, week=posted.choices)
    async def leaderboard(
        asked: Asked,
        season: seasons.Name | None = None,
        days: Range[int, 1, MOST_DAYS] | None = None,
        variant: Choice[str] | None = None,
        table: Choice[str] | None = None,
        week: Range[str, 1, posted.LONGEST] | None = None,
        export: Choice[str] | None = None,
    ) -> None:
        if week is not None:
            if any(each is not None for each in (season, days, variant, table, export)):
                raise Refusal("week-alone")
            return await posted.show(asked, week)
        of, at = (ANY if each is None else each.value for each in (variant, table))
        kind: Format | None = _one(Format, export, None)
        return await leaderboards.leaderboard(asked, season, days, of, at, kind)

    @tree.command(name=said("command-stats"), description=said("command-stats-about"))
    @app_commands.guild_only()
    @app_commands.rename(player=said("option-player"), season=said("option-season"))
    @app_commands.describe(
        player=said("option-stats-about"), season=said("option-stats-season-about")
    )
    @app_commands.autocomplete(season=_seasons)
    async def statistics(
        asked: Asked, player: discord.User | None = None, season: seasons.Name | None = None
    ) -> None:
        await stats.show(asked, player, season)

    @tree.command(name=said("command-rivals"), description=said("command-rivals-about"))
    @app_commands.guild_only()
    @app_commands.rename(season=said("option-season"))
    @app_commands.describe(season=said("option-season-about"))
    @app_commands.autocomplete(season=_seasons)
    async def rivals(asked: Asked, season: seasons.Name | None = None) -> None:
        await stats.rivals(asked, season)

    @tree.command(name=said("command-history"), description=said("command-history-about"))
    @app_commands.guild_only()
    @app_commands.rename(player=said("option-player"))
    @app_commands.describe(player=said("option-history-about"))
    async def past(asked: Asked, player: discord.User | None = None) -> None:
        await history.show(asked, player)

    @tree.command(name=said("command-series"), description=said("command-series-about"))
    @app_commands.guild_only()
    @app_commands.rename(target=said("option-target"))
    @app_commands.describe(target=said("option-target-about"))
    @_agreement
    async def series(
        asked: Asked,
        target: Range[int, 1, MOST_TARGET] | None = None,
        variant: Picked | None = None,
        table: Choice[str] | None = None,
        base: Choice[str] | None = None,
        title: Range[str, 1, MOST_TITLE] | None = None,
        size: Range[int, 2, _MOST_SEATS] | None = None,
        scoring: Choice[str] | None = None,
        choose_master: bool = False,
        teams: Range[int, HEADS, len(TEAMS)] = HEADS,
        turns: bool = True,
        counting: bool = False,
        starting: Range[int, 1, 999] | None = None,
    ) -> None:
        if not [*asked.namespace] and await leaderboards.series(asked):
            return
        setup = await _agreed(
            asked,
            variant,
            table,
            base,
            title,
            size,
            scoring,
            choose_master,
            teams,
            turns,
            counting,
            starting,
        )
        await actions.open_pod(asked, replace(setup, series=Series(target or TARGET)))

    @tree.command(name=said("command-audit"), description=said("command-audit-about"))
    @app_commands.guild_only()
    async def audit(asked: Asked) -> None:
        await audit_trail.show(asked)

    @tree.command(name=said("command-rules"), description=said("command-rules-about"))
    @app_commands.rename(rule=said("option-rule"))
    @app_commands.describe(rule=said("option-rule-about"))
    @app_commands.autocomplete(rule=_rules)
    async def rules(asked: Asked, rule: Range[str, 1, 20]) -> None:
        await leaderboards.rule(asked, rule)

    @tree.context_menu(name=said("menu-report"))
    @app_commands.guild_only()
    async def report(asked: Asked, user: discord.Member) -> None:
        await quick_report.their_defeat(asked, forms, user)

    @tree.context_menu(name=said("menu-stats"))
    @app_commands.guild_only()
    async def their_stats(asked: Asked, user: discord.User) -> None:
        await stats.show(asked, user, None)


async def _agreed(
    asked: Asked,
    variant: str | None,
    table: Choice[str] | None,
    base: Choice[str] | None,
    title: str | None,
    size: int | None,
    scoring: Choice[str] | None,
    choose_master: bool,
    teams: int,
    turns: bool,
    counting: bool,
    starting: int | None,
) -> Setup:
    """What people agree on; what is left out is as the server has set it."""
    usual = await desk_of(asked).settings(asked)
    chosen, own = await variant_option.chosen(asked, variant)
    if own is not None and scoring is not None:
        raise Refusal("house-scoring", variant=chosen)
    counted = usual.scoring_of(chosen) if own is None else Setup().scoring
    return Setup(
        table=_one(TableId, table, usual.table),
        variant=chosen,
        base=_one(Base, base, usual.base),
        scoring=_one(ScoringId, scoring, counted),
        choose_master=choose_master,
        title=" ".join(title.split()) or None if title else None,
        size=size,
        confirmation=usual.confirmation,
        house=own,
        teams=teams,
        turns=turns,
        life=starting,
        counting=counting or starting is not None,
    )


async def _seasons(asked: Asked, typed: str) -> list[Choice[str]]:
    ever = (desk_of(asked).text(asked)("leaderboard-ever"), seasons.EVER)
    return await seasons.choices(asked, typed, ever)


async def _rules(asked: Asked, typed: str) -> list[Choice[str]]:
    return leaderboards.rule_choices(desk_of(asked).text(asked), typed)


def _one(kind: object, choice: Choice[str] | None, default: T) -> T:
    """What was chosen, as the literal it is; Discord sends only what it was offered."""
    if choice is None:
        return default
    found: T = next(value for value in get_args(kind) if value == choice.value)
    return found
