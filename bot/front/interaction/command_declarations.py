"""Decorators that declare slash commands, with their texts from the catalogues.

A handler takes the `Context` and the command's options.
"""

import functools
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, get_args

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.front.interaction.confirmation_questions import run_handler_or_ask_to_confirm
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.routes import AccessRule
from bot.i18n import DEFAULT, Translations, find_supported_locale, load_translations

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

AnyCommand = app_commands.Command[Any, ..., Any]
AnyDeclared = AnyCommand | app_commands.Group | app_commands.ContextMenu

_ACCESS_EXTRA = "access"
_KEY_EXTRA = "key"


def build_command_group(
    text_key: str, *commands: AnyCommand, permissions: discord.Permissions | None = None
) -> app_commands.Group:
    """Return a group of slash commands named by the text `command-<text_key>`.

    Its description is the text `command-<text_key>-about`. Discord shows the group to users with `permissions`; rights
    are checked at each use.
    """
    group = app_commands.Group(
        name=build_translatable_command_text(f"command-{text_key}"),
        description=build_translatable_command_text(f"command-{text_key}-about"),
        guild_only=True,
        default_permissions=permissions,
        extras={_KEY_EXTRA: text_key},
    )
    for each in commands:
        group.add_command(each)
    return group


def slash_command(
    text_key: str,
    access_rule: AccessRule,
    *,
    works_outside_servers: bool = False,
    permissions: discord.Permissions | None = None,
) -> Callable[[Callable[..., Awaitable[None]]], AnyCommand]:
    """Return a decorator that turns a function into a slash command.

    The command's name is the text `command-<text_key>`, its description the text `command-<text_key>-about`. With
    `works_outside_servers` users can install it for themselves, and use it in direct messages and on servers without
    the bot; its handler knows nothing of a server then (`Context.is_on_server`). Discord shows the command to users
    with `permissions`; rights are checked at each use.
    """

    def declare_command(handler: Callable[..., Awaitable[None]]) -> AnyCommand:
        named = app_commands.command(
            name=build_translatable_command_text(f"command-{text_key}"),
            description=build_translatable_command_text(f"command-{text_key}-about"),
            extras={_ACCESS_EXTRA: access_rule, _KEY_EXTRA: text_key},
        )
        found: AnyCommand = named(_wrap_command_handler(handler, access_rule))
        found.guild_only = not works_outside_servers
        if works_outside_servers:
            found.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
            found.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
        found.default_permissions = permissions
        return found

    return declare_command


def declare_user_context_menu_command(
    text_key: str, access_rule: AccessRule
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.ContextMenu]:
    """Return a decorator that turns a function into a command in the context menu of a member.

    The command's name is the text `menu-<text_key>`.
    """

    def declare_context_menu_command(command_handler: Callable[..., Awaitable[None]]) -> app_commands.ContextMenu:
        callback: Any = _wrap_command_handler(command_handler, access_rule)
        named = app_commands.context_menu(
            name=build_translatable_command_text(f"menu-{text_key}"), extras={_ACCESS_EXTRA: access_rule}
        )
        return named(app_commands.guild_only(callback))

    return declare_context_menu_command


def translate_command_options(**description_keys: str) -> Callable[[F], F]:
    """Return a decorator that translates the names and descriptions of a slash command's options.

    The name is the text `option-<name>`, the description the text `option-<key>-about` of the key in
    `description_keys`.
    """

    def translate_callback_options(callback: F) -> F:
        named = {name: build_translatable_command_text(f"option-{name}") for name in description_keys}
        described = {
            name: build_translatable_command_text(f"option-{key}-about") for name, key in description_keys.items()
        }
        return app_commands.rename(**named)(app_commands.describe(**described)(callback))

    return translate_callback_options


def set_fixed_option_choices(**choices_by_option: tuple[str, Sequence[str]]) -> Callable[[F], F]:
    """Return a decorator that offers fixed values for options of a slash command.

    Each option has a text prefix and values; the text of a choice is `<prefix>-<value>`.
    """
    return app_commands.choices(
        **{
            name: [Choice(name=build_translatable_command_text(f"{prefix}-{value}"), value=value) for value in of]
            for name, (prefix, of) in choices_by_option.items()
        }
    )


def set_option_suggestions(
    **completions: Callable[[Context, str], Awaitable[list[Choice[str]]]],
) -> Callable[[F], F]:
    """Return a decorator that attaches suggestion functions to options of a slash command."""
    return app_commands.autocomplete(
        **{name: _wrap_autocomplete_handler(completed) for name, completed in completions.items()}
    )


def get_command_access_rule(command: AnyCommand | app_commands.ContextMenu) -> AccessRule:
    """Return the access rule of a slash command or context menu."""
    access = command.extras[_ACCESS_EXTRA]
    assert isinstance(access, AccessRule)
    return access


def iterate_slash_commands(declared_commands: Iterable[AnyDeclared]) -> Iterator[AnyCommand]:
    """Yield all slash commands, including those in groups."""
    for each in declared_commands:
        if isinstance(each, app_commands.Group):
            yield from iterate_slash_commands(each.commands)
        elif isinstance(each, app_commands.Command):
            yield each


def render_full_command_name(command: AnyCommand, translations: Translations) -> str:
    """Render the full name of a slash command in a language, such as `pod open`."""
    parts: list[AnyCommand | app_commands.Group] = [command]
    while (parent := parts[0].parent) is not None:
        parts.insert(0, parent)
    return " ".join(translations(f"command-{part.extras[_KEY_EXTRA]}") for part in parts)


def get_selected_option_value(option_type: object, selected_choice: Choice[str] | None, default: T) -> T:
    """Return the value that the user selected for an option, or the default.

    Discord sends only offered values.
    """
    if selected_choice is None:
        return default
    found: T = next(value for value in get_args(option_type) if value == selected_choice.value)
    return found


def _wrap_autocomplete_handler(handler: Callable[..., Awaitable[T]]) -> Callable[..., Any]:
    @functools.wraps(handler)
    async def call_autocomplete_for_discord(interaction: Interaction, *values: Any, **options: Any) -> T:
        ctx = Context.get_from_interaction(interaction)
        async with ctx.deadline.enforce_during_block():
            return await handler(ctx, *values, **options)

    return call_autocomplete_for_discord


def _wrap_command_handler(handler: Callable[..., Awaitable[None]], access_rule: AccessRule) -> Callable[..., Any]:
    """Wrap a command's handler for discord.py, with a confirmation if one is needed."""

    @functools.wraps(handler)
    async def call_handler_for_discord(interaction: Interaction, *values: Any, **options: Any) -> None:
        ctx = Context.get_from_interaction(interaction)
        called = functools.partial(_call_command_handler, handler, values)
        async with ctx.deadline.enforce_during_block():
            await run_handler_or_ask_to_confirm(ctx, called, options, access_rule.rights)

    return call_handler_for_discord


async def _call_command_handler(
    handler: Callable[..., Awaitable[None]], option_values: Sequence[Any], ctx: Context, **options: Any
) -> None:
    await handler(ctx, *option_values, **options)


def build_translatable_command_text(message_key: str) -> locale_str:
    return locale_str(load_translations(DEFAULT)(message_key), key=message_key)


class Translator(app_commands.Translator):
    """The translator of slash commands, options and choices, which discord.py calls."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContext[Any, Any]
    ) -> str | None:
        """Return a command's text in a language; None keeps the English text."""
        ours = find_supported_locale(locale.value)
        if ours is None or ours == DEFAULT or "key" not in string.extras:
            return None
        return load_translations(ours)(string.extras["key"])
