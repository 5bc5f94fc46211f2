"""Options of the commands that open a pod: its variant, table and everything else agreed on."""

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_args

from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import asdict

from bot.front.interaction.context import Context
from bot.front.interaction.declaring import complete, offer, options, read_choice
from bot.front.interaction.picking import Picked, match_options
from bot.front.rendering.escaping import escape
from bot.rules.brackets import BRACKETS
from bot.rules.records import Base, Setup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES, TableId
from bot.rules.variants import VARIANTS, Variant
from bot.words import name_variant

# Variants


def find_variants(ctx: Context) -> Mapping[str, Variant]:
    """Return the variants that are not built in: those of `config.toml` and the server's own."""
    return {**ctx.services.house_variants, **ctx.settings.variants}


async def offer_variants(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the variants whose name contains what was typed."""
    return match_options(_name_variants(ctx), typed)


def find_variant(ctx: Context, typed: str | None) -> tuple[str, Variant | None]:
    """Return the id of the variant that an option names, and its answers if it is not built in.

    The option is a choice from the list or a typed name; None means the server's default variant.
    Raises `Refusal` for an unknown name.
    """
    own = find_variants(ctx)
    if typed is None:
        usual = ctx.settings.variant
        name = usual if usual in VARIANTS or usual in own else Setup().variant
        return name, own.get(name)
    if typed in VARIANTS:
        return typed, None
    if typed in own:
        return typed, own[typed]
    wanted = " ".join(typed.split()).casefold()
    for label, name in _name_variants(ctx):
        if label.casefold() == wanted:
            return name, own.get(name)
    raise Refusal("no-such-variant", typed=escape(typed))


def _name_variants(ctx: Context) -> list[tuple[str, str]]:
    """Return the name and the id of each variant."""
    return [(name_variant(n, ctx.text), n) for n in (*VARIANTS, *find_variants(ctx))]


# The options


MAX_TITLE_LENGTH = 80
"""Characters of a pod's title."""
MIN_SEATS = 2
_MAX_SEATS = max(table.most for table in TABLES.values())


class Agreement(Struct, frozen=True):
    """The options as Discord sends them; a missing option follows the server's settings.

    What people rarely choose has a row behind *Change*, see `setup_draft`.
    """

    variant: Picked | None = None
    table: Choice[str] | None = None
    base: Choice[str] | None = None
    title: Range[str, 1, MAX_TITLE_LENGTH] | None = None
    size: Range[int, MIN_SEATS, _MAX_SEATS] | None = None
    life: bool = False
    bracket: Choice[str] | None = None


async def make_setup(ctx: Context, agreement: Agreement) -> Setup:
    """Return the setup that the options and the server's settings make. Raises `Refusal`."""
    usual = ctx.settings
    title = agreement.title
    variant, own = find_variant(ctx, agreement.variant)
    return Setup(
        table=read_choice(TableId, agreement.table, usual.table),
        variant=variant,
        base=read_choice(Base, agreement.base, usual.base),
        scoring=usual.find_scoring(variant) if own is None else Setup().scoring,
        title=" ".join(title.split()) or None if title else None,
        size=agreement.size,
        confirmation=usual.confirmation,
        dispute_minutes=usual.dispute_minutes,
        house=own,
        counting=agreement.life,
        bracket=None if agreement.bracket is None else int(agreement.bracket.value),
    )


def add_agreement_options(
    handler: Callable[..., Awaitable[None]],
) -> Callable[..., Awaitable[None]]:
    """Add the options of an `Agreement` to a handler that takes one as its last argument."""
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
    described: Callable[..., Awaitable[None]] = _declare_options(callback)
    return described


_declare_options = functools.partial(
    functools.reduce,
    lambda handler, declare: declare(handler),
    (
        complete(variant=offer_variants),
        offer(
            table=("table", list(TABLES)),
            base=("base", get_args(Base)),
            bracket=("bracket", [str(each) for each in BRACKETS]),
        ),
        options(
            table="table",
            variant="variant",
            base="base",
            title="title",
            size="size",
            life="life",
            bracket="bracket",
        ),
    ),
)
