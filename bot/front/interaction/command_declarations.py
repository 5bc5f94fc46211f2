"""Decorators that declare slash commands, with their texts from the catalogues.

A handler takes the `Context` and the command's options.
"""

import functools
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.front.interaction.confirmation_questions import run_handler_with_confirmation
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.routes import Access
from bot.i18n import DEFAULT, Catalogue, find_locale_by_tag, load_catalogue

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

AnyCommand = app_commands.Command[Any, ..., Any]
AnyDeclared = AnyCommand | app_commands.Group | app_commands.ContextMenu

_ACCESS_EXTRA = "access"
_KEY_EXTRA = "key"


def build_command_group(
    text_key: str, *commands: AnyCommand, permissions: discord.Permissions | None = None
) -> app_commands.Group:
    """Build a slash command group named by the text `command-<text_key>`.

    Its description is the text `command-<text_key>-about`. Discord shows the group to users
    with `permissions`; rights are checked at each use.
    """
    group = app_commands.Group(
        name=localize(f"command-{text_key}"),
        description=localize(f"command-{text_key}-about"),
        guild_only=True,
        default_permissions=permissions,
        extras={_KEY_EXTRA: text_key},
    )
    for each in commands:
        group.add_command(each)
    return group


def slash_command(
    text_key: str,
    access: Access,
    *,
    in_direct_messages: bool = False,
    permissions: discord.Permissions | None = None,
) -> Callable[[Callable[..., Awaitable[None]]], AnyCommand]:
    """Declare a slash command named by the text `command-<text_key>`.

    Its description is the text `command-<text_key>-about`. With `in_direct_messages` it can be
    used there, too. Discord shows it to users with `permissions`; rights are checked at each
    use.
    """

    def declare_command(handler: Callable[..., Awaitable[None]]) -> AnyCommand:
        named = app_commands.command(
            name=localize(f"command-{text_key}"),
            description=localize(f"command-{text_key}-about"),
            extras={_ACCESS_EXTRA: access, _KEY_EXTRA: text_key},
        )
        found: AnyCommand = named(_wrap_command_handler(handler, access))
        found.guild_only = not in_direct_messages
        found.default_permissions = permissions
        return found

    return declare_command


def user_context_menu(
    text_key: str, access: Access
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.ContextMenu]:
    """Declare a context menu command for members, named by the text `menu-<text_key>`."""

    def declare_context_menu(handler: Callable[..., Awaitable[None]]) -> app_commands.ContextMenu:
        callback: Any = _wrap_command_handler(handler, access)
        named = app_commands.context_menu(
            name=localize(f"menu-{text_key}"), extras={_ACCESS_EXTRA: access}
        )
        return named(app_commands.guild_only(callback))

    return declare_context_menu


def describe_options(**description_keys: str) -> Callable[[F], F]:
    """Name each option of a slash command `option-<name>` and give it a description.

    The description is the text `option-<key>-about` of the key in `description_keys`.
    """

    def declare_options(callback: F) -> F:
        named = {name: localize(f"option-{name}") for name in description_keys}
        described = {
            name: localize(f"option-{key}-about") for name, key in description_keys.items()
        }
        return app_commands.rename(**named)(app_commands.describe(**described)(callback))

    return declare_options


def fixed_choices(**choices_by_option: tuple[str, Sequence[str]]) -> Callable[[F], F]:
    """Declare the fixed choices of a command's options.

    Each option has a text prefix and values; the text of a choice is `<prefix>-<value>`.
    """
    return app_commands.choices(
        **{
            name: [Choice(name=localize(f"{prefix}-{value}"), value=value) for value in of]
            for name, (prefix, of) in choices_by_option.items()
        }
    )


def autocomplete_options(
    **completions: Callable[[Context, str], Awaitable[list[Choice[str]]]],
) -> Callable[[F], F]:
    """Declare the autocompletion of a command's options."""
    return app_commands.autocomplete(
        **{name: _wrap_autocomplete_handler(completed) for name, completed in completions.items()}
    )


def get_command_access(command: AnyCommand | app_commands.ContextMenu) -> Access:
    """Return the `Access` that a command was declared with."""
    access = command.extras[_ACCESS_EXTRA]
    assert isinstance(access, Access)
    return access


def list_slash_commands(declared_commands: Iterable[AnyDeclared]) -> Iterator[AnyCommand]:
    """Yield all slash commands, with those inside of command groups."""
    for each in declared_commands:
        if isinstance(each, app_commands.Group):
            yield from list_slash_commands(each.commands)
        elif isinstance(each, app_commands.Command):
            yield each


def render_command_path(command: AnyCommand, catalogue: Catalogue) -> str:
    """Render a command's full name in a catalogue's language, for example `pod open`."""
    parts: list[AnyCommand | app_commands.Group] = [command]
    while (parent := parts[0].parent) is not None:
        parts.insert(0, parent)
    return " ".join(catalogue(f"command-{part.extras[_KEY_EXTRA]}") for part in parts)


def resolve_choice(literal_type: object, choice: Choice[str] | None, default: T) -> T:
    """Return an option's chosen value as a member of a literal type, or the default.

    Discord sends only offered values.
    """
    if choice is None:
        return default
    found: T = next(value for value in get_args(literal_type) if value == choice.value)
    return found


def _wrap_autocomplete_handler(handler: Callable[..., Awaitable[T]]) -> Callable[..., Any]:
    """Wrap a handler as a discord.py callback, which reads the options by `__wrapped__`."""

    @functools.wraps(handler)
    async def autocomplete_callback(interaction: Interaction, *values: Any, **options: Any) -> T:
        ctx = Context.from_interaction(interaction)
        async with ctx.deadline.enforce():
            return await handler(ctx, *values, **options)

    return autocomplete_callback


def _wrap_command_handler(
    handler: Callable[..., Awaitable[None]], access: Access
) -> Callable[..., Any]:
    """Wrap a handler as a command callback that asks for confirmation where needed."""

    @functools.wraps(handler)
    async def command_callback(interaction: Interaction, *values: Any, **options: Any) -> None:
        ctx = Context.from_interaction(interaction)
        called = functools.partial(_call_handler, handler, values)
        async with ctx.deadline.enforce():
            await run_handler_with_confirmation(ctx, called, options, access.rights)

    return command_callback


async def _call_handler(
    handler: Callable[..., Awaitable[None]],
    values: Sequence[Any],
    ctx: Context,
    **options: Any,
) -> None:
    await handler(ctx, *values, **options)


def localize(text_key: str) -> locale_str:
    """Return the English text of a catalogue key, which `Translator` translates by that key."""
    return locale_str(load_catalogue(DEFAULT)(text_key), key=text_key)


class Translator(app_commands.Translator):
    """A translator of command names, descriptions, options and choices for discord.py."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return a catalogue key's text in one of the bot's languages; None keeps the
        English.
        """
        ours = find_locale_by_tag(locale.value)
        if ours is None or ours == DEFAULT or "key" not in string.extras:
            return None
        return load_catalogue(ours)(string.extras["key"])
