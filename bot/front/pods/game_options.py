"""Options of the slash commands that open or plan a pod: its variant, table and other terms."""

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_args

from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import asdict

from bot.formatters.messages import format_variant_name
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import Picked, filter_autocomplete_choices
from bot.front.ui.escaping import escape_markdown
from bot.rules.brackets import BRACKETS
from bot.rules.records import FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.table_options import set_default_turn_option
from bot.rules.tables import TABLES, TableId
from bot.rules.variants import VARIANTS, Variant

# Variants


def list_custom_variants(ctx: Context) -> Mapping[str, Variant]:
    """Return the variants, by id, that the bot's operator or the server has added."""
    return {**ctx.services.house_variants, **ctx.settings.variants}


async def autocomplete_variant_names(ctx: Context, query: str) -> list[Choice[str]]:
    return filter_autocomplete_choices(_list_variant_names_and_ids(ctx), query)


def parse_variant_option(ctx: Context, user_input: str | None) -> tuple[str, Variant | None]:
    """Return the id of the variant named in an option.

    The definition is returned too, unless the variant is built in. The option is a choice from the list or a typed
    name. None means the server's default variant. Raises `Refusal` for an unknown name.
    """
    own = list_custom_variants(ctx)
    if user_input is None:
        usual = ctx.settings.variant
        name = usual if usual in VARIANTS or usual in own else PodSetup().variant
        return name, own.get(name)
    if user_input in VARIANTS:
        return user_input, None
    if user_input in own:
        return user_input, own[user_input]
    wanted = " ".join(user_input.split()).casefold()
    for label, name in _list_variant_names_and_ids(ctx):
        if label.casefold() == wanted:
            return name, own.get(name)
    raise Refusal("no-such-variant", typed=escape_markdown(user_input))


def _list_variant_names_and_ids(ctx: Context) -> list[tuple[str, str]]:
    return [(format_variant_name(n, ctx.translations), n) for n in (*VARIANTS, *list_custom_variants(ctx))]


# The options


MAX_TITLE_LENGTH = 80
"""Characters of a pod's title."""
MIN_SEATS = 2
_MAX_SEATS = max(table.most for table in TABLES.values())


class PodCommandOptions(Struct, frozen=True):
    """The options shared by all commands that open or plan a pod, such as variant and table.

    A missing option follows the server's settings. Rarely chosen terms have a menu behind *Change*, see `setup_draft`.
    """

    variant: Picked | None = None
    table: Choice[str] | None = None
    base: Choice[str] | None = None
    title: Range[str, 1, MAX_TITLE_LENGTH] | None = None
    size: Range[int, MIN_SEATS, _MAX_SEATS] | None = None
    life: bool = False
    bracket: Choice[str] | None = None


async def build_pod_setup_from_options(ctx: Context, pod_options: PodCommandOptions) -> PodSetup:
    """Return a pod's setup from a command's options and the server's settings. Raises `Refusal`."""
    usual = ctx.settings
    title = pod_options.title
    variant, own = parse_variant_option(ctx, pod_options.variant)
    setup = PodSetup(
        table=get_selected_option_value(TableId, pod_options.table, usual.table),
        variant=variant,
        base=get_selected_option_value(FormatId, pod_options.base, usual.base),
        scoring=usual.find_default_scoring_of_variant(variant) if own is None else PodSetup().scoring,
        title=" ".join(title.split()) or None if title else None,
        size=pod_options.size,
        confirmation=usual.confirmation,
        dispute_minutes=usual.dispute_time_minutes,
        house=own,
        counting=pod_options.life,
        bracket=None if pod_options.bracket is None else int(pod_options.bracket.value),
    )
    return set_default_turn_option(setup)


def add_pod_options_to_command(handler: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Add the options of `PodCommandOptions` to a slash command's handler.

    The handler takes a `PodCommandOptions` as its last argument.
    """
    own = [*inspect.signature(handler).parameters.values()][:-1]
    given = [
        inspect.Parameter(field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for (field, annotation), default in zip(
            PodCommandOptions.__annotations__.items(), asdict(PodCommandOptions()).values(), strict=True
        )
    ]

    @functools.wraps(handler)
    async def call_handler_with_pod_options(ctx: Context, **options: Any) -> None:
        chosen = {each.name: options.pop(each.name) for each in given if each.name in options}
        await handler(ctx, **options, agreement=PodCommandOptions(**chosen))

    call_handler_with_pod_options.__signature__ = inspect.Signature([*own, *given])  # type: ignore[attr-defined]
    described: Callable[..., Awaitable[None]] = _declare_options(call_handler_with_pod_options)
    return described


_declare_options = functools.partial(
    functools.reduce,
    lambda handler, declare: declare(handler),
    (
        set_option_suggestions(variant=autocomplete_variant_names),
        set_fixed_option_choices(
            table=("table", list(TABLES)),
            base=("base", get_args(FormatId)),
            bracket=("bracket", [str(each) for each in BRACKETS]),
        ),
        translate_command_options(
            table="table", variant="variant", base="base", title="title", size="size", life="life", bracket="bracket"
        ),
    ),
)
