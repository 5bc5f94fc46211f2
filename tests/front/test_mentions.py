"""Commands in what the bot says can be pressed: mentions, with the ids that Discord has given."""

import re

import pytest
from discord import app_commands

from bot.front.gateway.features import COMMANDS
from bot.front.gateway.slash_commands import build_command_mentions, make_command_names_clickable
from bot.front.interaction.command_declarations import iterate_slash_commands, render_full_command_name
from bot.i18n import LOCALES, Locale, load_translations
from tests.front.playing import Table, said
from tests.front.simulated import Server, answer
from tests.messages import list_variables_by_message_key

EACH = pytest.mark.parametrize("locale", LOCALES)

UNREAD = {"series-another", "house-saved", "joust-form-action-about"}
"""Texts of footers and of labels in forms, in which Discord reads no mentions."""

GROUPS = {each for each in COMMANDS if isinstance(each, app_commands.Group)}


@pytest.fixture
def ids() -> dict[str, int]:
    """Discord has given every command an id."""
    given = {each.name: number for number, each in enumerate(COMMANDS, 1000)}
    make_command_names_clickable(given)
    return given


def say_all(locale: Locale) -> dict[str, str]:
    """Every text of a language, with something in its blanks."""
    text = load_translations(locale)
    return {key: text(key, **dict.fromkeys(blanks, 2)) for key, blanks in list_variables_by_message_key(locale).items()}


@EACH
def test_every_text_that_tells_to_type_a_command_mentions_it(locale: Locale, ids: dict[str, int]) -> None:
    """But groups, such as `/override`, which Discord lets nobody mention."""
    text, said = load_translations(locale), say_all(locale)
    groups = {text(f"command-{group.name}") for group in GROUPS}
    left = {name for words in said.values() for name in re.findall(r"`/([^`]+)`", words)}
    assert left <= groups
    paths = [render_full_command_name(each, text) for each in iterate_slash_commands(COMMANDS)]
    bare = re.compile(rf"(?<![\w<`])/(?:{'|'.join(map(re.escape, paths))})\b")
    assert {key for key, words in said.items() if bare.search(words)} == UNREAD


@EACH
def test_a_mention_has_the_english_name_by_which_clients_find_a_command(locale: Locale, ids: dict[str, int]) -> None:
    english = {each.qualified_name for each in iterate_slash_commands(COMMANDS)}
    said = " ".join(say_all(locale).values())
    mentioned = re.findall(r"</([^:>]+):(\d+)>", said)
    assert {"pod open", "undo", "pod status"} <= {name for name, _ in mentioned} <= english
    assert all(int(id) == ids[name.split()[0]] for name, id in mentioned)


@EACH
def test_a_command_without_an_id_is_said_as_one_types_it(locale: Locale) -> None:
    assert build_command_mentions(locale, {}) == {}
    text = load_translations(locale)
    typed = "`/" + " ".join(text(f"command-{key}") for key in ("pod", "open")) + "`"
    assert typed in text("refusal-no-pod")


@pytest.mark.parametrize("client", ["en-GB", "fr", "ru"])
async def test_what_is_said_mentions_commands_as_discord_knows_them(server: Server, client: str) -> None:
    server.speaks(server.bo, client)
    backend = server.env.backend
    known = {name: command["id"] for (name, _), command in backend.commands[None].items()}
    assert f"</pod open:{known['pod']}>" in said(await server.bo.slash(server.channel, "undo"))
    await server.restart()
    table = await Table(server).opened(server.bo)
    helped = answer(await server.bo.slash(table.channel, "help")).embeds[0]
    assert f"</rules:{known['rules']}>" in (helped.fields[-1].value or "")
