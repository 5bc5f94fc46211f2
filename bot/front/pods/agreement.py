"""What people agree on before they play: the options of the commands that open a pod."""

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import asdict

from bot.front.interaction.context import Context
from bot.front.interaction.declaring import complete, offer, options, read_choice
from bot.front.interaction.picking import Picked
from bot.front.pods.variant_option import find_variant, offer_variants
from bot.rules.events import Base, Setup
from bot.rules.refusals import Refusal
from bot.rules.tables import HEADS, TABLES, TEAMS, TableId
from bot.rules.variants import SCORINGS, ScoringId

MOST_TITLE = 80  # characters
_MOST_SEATS = max(table.most for table in TABLES.values())


class Agreement(Struct, frozen=True):
    """The options as Discord sends them; what is left out is as the server has set it."""

    variant: Picked | None = None
    table: Choice[str] | None = None
    base: Choice[str] | None = None
    title: Range[str, 1, MOST_TITLE] | None = None
    size: Range[int, 2, _MOST_SEATS] | None = None
    scoring: Choice[str] | None = None
    choose_master: bool = False
    teams: Range[int, HEADS, len(TEAMS)] = HEADS
    turns: bool = True
    life: bool = False
    starting: Range[int, 1, 999] | None = None


async def make_setup(ctx: Context, agreement: Agreement) -> Setup:
    """Return what was agreed on. Raises `Refusal`."""
    usual, title = ctx.settings, agreement.title
    variant, own = find_variant(ctx, agreement.variant)
    if own is not None and agreement.scoring is not None:
        raise Refusal("house-scoring", variant=variant)
    scored = usual.find_scoring(variant) if own is None else Setup().scoring
    return Setup(
        table=read_choice(TableId, agreement.table, usual.table),
        variant=variant,
        base=read_choice(Base, agreement.base, usual.base),
        scoring=read_choice(ScoringId, agreement.scoring, scored),
        choose_master=agreement.choose_master,
        title=" ".join(title.split()) or None if title else None,
        size=agreement.size,
        confirmation=usual.confirmation,
        dispute_minutes=usual.dispute_minutes,
        house=own,
        teams=agreement.teams,
        turns=agreement.turns,
        life=agreement.starting,
        counting=agreement.life or agreement.starting is not None,
    )


def take_agreement(
    handler: Callable[..., Awaitable[None]],
) -> Callable[..., Awaitable[None]]:
    """Give a handler, which takes an `Agreement` as its last argument, the options of one."""
    own = [*inspect.signature(handler).parameters.values()][:-1]
    given = [
        inspect.Parameter(
            field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )
        for (field, annotation), default in zip(
            Agreement.__annotations__.items(), asdict(Agreement()).values(), strict=True
        )
    ]

    @functools.wraps(handler)
    async def callback(ctx: Context, **options: Any) -> None:
        chosen = {each.name: options.pop(each.name) for each in given if each.name in options}
        await handler(ctx, **options, agreement=Agreement(**chosen))

    callback.__signature__ = inspect.Signature([*own, *given])  # type: ignore[attr-defined]
    described: Callable[..., Awaitable[None]] = _describe(callback)
    return described


_describe = functools.partial(
    functools.reduce,
    lambda handler, declare: declare(handler),
    (
        complete(variant=offer_variants),
        offer(
            table=("table", list(TABLES)),
            base=("base", get_args(Base)),
            scoring=("scoring", list(SCORINGS)),
        ),
        options(
            table="table",
            variant="variant",
            base="base",
            scoring="scoring",
            choose_master="choose_master",
            title="title",
            size="size",
            teams="teams",
            turns="turns",
            life="life",
            starting="starting",
        ),
    ),
)
