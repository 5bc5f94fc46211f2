"""Decorators that declare slash commands, with their texts from the catalogues.

A handler takes the `Context` and the command's options.
"""

import functools
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.front.interaction.asking import carry_out
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.routes import Access
from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

AnyCommand = app_commands.Command[Any, ..., Any]
AnyDeclared = AnyCommand | app_commands.Group | app_commands.ContextMenu

_ACCESS_EXTRA = "access"
_KEY_EXTRA = "key"


def make_group(
    key: str, *commands: AnyCommand, permissions: discord.Permissions | None = None
) -> app_commands.Group:
    """Return a group of commands whose texts are `command-<key>` and `command-<key>-about`.

    Discord shows the group to users with `permissions`; rights are checked at each use.
    """
    group = app_commands.Group(
        name=localize(f"command-{key}"),
        description=localize(f"command-{key}-about"),
        guild_only=True,
        default_permissions=permissions,
        extras={_KEY_EXTRA: key},
    )
    for each in commands:
        group.add_command(each)
    return group


def command(
    key: str,
    access: Access,
    *,
    anywhere: bool = False,
    permissions: discord.Permissions | None = None,
) -> Callable[[Callable[..., Awaitable[None]]], AnyCommand]:
    """Declare a slash command whose texts are `command-<key>` and `command-<key>-about`.

    With `anywhere` it can be used in direct messages, too. Discord shows it to users with
    `permissions`; rights are checked at each use.
    """

    def declare(handler: Callable[..., Awaitable[None]]) -> AnyCommand:
        named = app_commands.command(
            name=localize(f"command-{key}"),
            description=localize(f"command-{key}-about"),
            extras={_ACCESS_EXTRA: access, _KEY_EXTRA: key},
        )
        found: AnyCommand = named(_take_command(handler, access))
        found.guild_only = not anywhere
        found.default_permissions = permissions
        return found

    return declare


def context_menu(
    key: str, access: Access
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.ContextMenu]:
    """Declare a context menu entry of members, whose text is `menu-<key>`."""

    def declare(handler: Callable[..., Awaitable[None]]) -> app_commands.ContextMenu:
        callback: Any = _take_command(handler, access)
        named = app_commands.context_menu(
            name=localize(f"menu-{key}"), extras={_ACCESS_EXTRA: access}
        )
        return named(app_commands.guild_only(callback))

    return declare


def options(**about: str) -> Callable[[F], F]:
    """Name options `option-<name>`, and describe each by the text `option-<about>-about`."""

    def declare(callback: F) -> F:
        named = {name: localize(f"option-{name}") for name in about}
        described = {name: localize(f"option-{key}-about") for name, key in about.items()}
        return app_commands.rename(**named)(app_commands.describe(**described)(callback))

    return declare


def offer(**values: tuple[str, Sequence[str]]) -> Callable[[F], F]:
    """Offer fixed choices for options; the text of a choice is `<prefix>-<value>`."""
    return app_commands.choices(
        **{
            name: [Choice(name=localize(f"{prefix}-{value}"), value=value) for value in of]
            for name, (prefix, of) in values.items()
        }
    )


def complete(
    **options: Callable[[Context, str], Awaitable[list[Choice[str]]]],
) -> Callable[[F], F]:
    """Offer choices for options while the user types."""
    return app_commands.autocomplete(
        **{name: _take_interaction(completed) for name, completed in options.items()}
    )


def find_access(command: AnyCommand | app_commands.ContextMenu) -> Access:
    """Return the declared access to a command."""
    access = command.extras[_ACCESS_EXTRA]
    assert isinstance(access, Access)
    return access


def list_slash_commands(declared: Iterable[AnyDeclared]) -> Iterator[AnyCommand]:
    """Yield all slash commands, those of groups included."""
    for each in declared:
        if isinstance(each, app_commands.Group):
            yield from list_slash_commands(each.commands)
        elif isinstance(each, app_commands.Command):
            yield each


def render_path(command: AnyCommand, text: Catalogue) -> str:
    """Return a command's path as a client in the language of `text` shows it: `pod open`."""
    parts: list[AnyCommand | app_commands.Group] = [command]
    while (parent := parts[0].parent) is not None:
        parts.insert(0, parent)
    return " ".join(text(f"command-{part.extras[_KEY_EXTRA]}") for part in parts)


def read_choice(kind: object, choice: Choice[str] | None, default: T) -> T:
    """Return the chosen value as a member of the literal type `kind`, or the default.

    Discord sends only offered values.
    """
    if choice is None:
        return default
    found: T = next(value for value in get_args(kind) if value == choice.value)
    return found


def _take_interaction(handler: Callable[..., Awaitable[T]]) -> Callable[..., Any]:
    """Return a callback for an interaction; discord.py reads its options by `__wrapped__`."""

    @functools.wraps(handler)
    async def callback(interaction: Interaction, *values: Any, **options: Any) -> T:
        ctx = Context.find(interaction)
        async with ctx.deadline.enforce():
            return await handler(ctx, *values, **options)

    return callback


def _take_command(handler: Callable[..., Awaitable[None]], access: Access) -> Callable[..., Any]:
    """Return a callback for a command, which asks first before it changes a season that is over."""

    @functools.wraps(handler)
    async def callback(interaction: Interaction, *values: Any, **options: Any) -> None:
        ctx = Context.find(interaction)
        called = functools.partial(_call, handler, values)
        async with ctx.deadline.enforce():
            await carry_out(ctx, called, options, access.rights)

    return callback


async def _call(
    handler: Callable[..., Awaitable[None]],
    values: Sequence[Any],
    ctx: Context,
    **options: Any,
) -> None:
    await handler(ctx, *values, **options)


def localize(key: str) -> locale_str:
    """Return the English text of `key`, which `Translator` translates by the key."""
    return locale_str(load_catalogue(DEFAULT)(key), key=key)


class Translator(app_commands.Translator):
    """A translator of command names, descriptions, options and choices for discord.py."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return the text of a key in one of the bot's languages; None keeps the English."""
        ours = find_locale(locale.value)
        if ours is None or ours == DEFAULT or "key" not in string.extras:
            return None
        return load_catalogue(ours)(string.extras["key"])
