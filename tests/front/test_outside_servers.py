"""`/rules` and `/judge` where no server has the bot: in direct messages, and installed by a user alone.

simcord sends every interaction as if a server, or the bot's own direct messages, had the bot. What Discord says of an
interaction that the user alone has authorized is put into its payload here. Direct messages between users are not
simulated; for the bot they look like its own.
"""

import logging
from typing import Any

import pytest
import simcord

from bot.front.gateway.interaction_parser import get_server_id_of_interaction, remove_server_fields_if_bot_absent
from bot.front.interaction.modules import MODULES
from bot.i18n import LOCALES, Locale, load_translations
from tests.front import forging
from tests.front.judging import ask, labels, press, shown
from tests.front.playing import Table, said, switch_on
from tests.front.simulated import Server, answer

OUTSIDE = {"judge", "rules"}

QUESTIONS: dict[str, dict[str, str]] = {
    "damage": {"sources": "Galvanic Blast 2", "you": "20"},
    "loyalty": {"permanent": "Jace 3", "cost": "-2"},
    "defeat": {},
}
"""A question of each kind, by the fields of its form."""


@pytest.fixture
def installed_by_user(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every interaction come from a user who has installed the bot, on a server that has not."""
    plain = simcord.interactions.base_payload

    def base_payload(backend: Any, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = plain(backend, **facts)
        return record, {**payload, "authorizing_integration_owners": {"1": f"{facts['user_id']}"}}

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)


async def test_discord_offers_two_commands_outside_of_servers_and_no_other(server: Server) -> None:
    await switch_on(server, *MODULES)
    told = {r.path: r.json for r in server.env.http_requests if r.path.endswith("/commands")}
    scopes = {
        each["name"]: (each.get("contexts"), each.get("integration_types"))
        for path, some in told.items()
        if isinstance(some, list)
        for each in some
        if "/guilds/" not in path
    }
    for name, scope in scopes.items():
        assert scope == (([0, 1, 2], [0, 1]) if name in OUTSIDE else ([0], [0])), name
    modules = [each for path, some in told.items() if "/guilds/" in path and isinstance(some, list) for each in some]
    assert {each["name"] for each in modules} == {*MODULES}
    assert not any({"contexts", "integration_types"} & each.keys() for each in modules)
    assert {*server.bo.user.available_commands()} == OUTSIDE


async def test_rules_are_found_in_direct_messages(server: Server) -> None:
    server.speaks(server.bo, "fr")
    found = await server.bo.user.slash("rules", rule="tour supplémentaire")
    assert answer(found).ephemeral
    assert answer(found).embeds[0].description == load_translations("fr")("rule-tab-28")
    listed = answer(await server.bo.user.slash("rules"))
    assert (listed.embeds[0].description or "").startswith("`ESC-1`")
    typed = await server.bo.user.autocomplete("rules", "rule", "emblème")
    assert typed


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.usefixtures("installed_by_user")
async def test_an_answer_tells_nothing_of_a_server_without_the_bot(
    server: Server, locale: Locale, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.interactions")
    table = Table(server)
    server.speaks(server.bo, locale)
    listed = await server.bo.slash(table.channel, "rules")
    assert answer(listed).ephemeral
    assert (answer(listed).embeds[0].description or "").startswith("`ESC-1`")
    opened = await server.bo.select(answer(listed), ["ESC-7"], custom_id="rules:which")
    assert answer(opened).ephemeral
    assert answer(opened).embeds[0].description == load_translations(locale)("rule-esc-7")
    lines = [each.getMessage() for each in caplog.records if each.name == "bot.interactions"]
    assert len(lines) == 2
    assert not any(f"{known.id}" in line for line in lines for known in (server.guild, table.channel))


async def start_necromancer(server: Server) -> Table:
    """Start a game with life totals, on a server that says that everything is public in French."""
    await server.ana.slash(server.channel, "setup language", language="fr")
    return await Table(server).started(*server.everybody[:4], variant="necromancer", life=True)


async def test_the_game_of_a_channel_is_unknown_to_whoever_alone_has_installed_the_bot(
    server: Server, request: pytest.FixtureRequest
) -> None:
    table = await start_necromancer(server)
    within = answer(await server.bo.slash(table.channel, "rules"))
    assert (within.embeds[0].description or "").startswith("`NEC-1`")
    request.getfixturevalue("installed_by_user")
    outside = answer(await server.bo.slash(table.channel, "rules"))
    assert (outside.embeds[0].description or "").startswith("`ESC-1`")
    completed = await server.bo.autocomplete(table.channel, "judge", "player", "")
    assert [choice["value"] for choice in completed] == ["Bo"]
    refused = await forging.command(server.bo, table.channel, "pod status")
    assert "only on a server that has me" in said(refused)
    pressed = await server.bo.click(table.board, custom_id=table.find_button("turn"))
    assert "only on a server that has me" in said(pressed)


@pytest.mark.usefixtures("installed_by_user")
@pytest.mark.parametrize("question", QUESTIONS)
async def test_the_judge_answers_in_private_only(server: Server, question: str) -> None:
    asked = await ask(server.bo, server.channel, question, **QUESTIONS[question])
    assert answer(asked).ephemeral
    assert shown(asked).title
    assert "Show everyone" not in labels(asked)
    changed = await press(server.bo, asked, ":more")
    assert changed.modal is not None
    token = next(
        item["custom_id"].split(":")[2]
        for row in answer(asked).components
        for item in row["components"]
        if item["custom_id"].startswith("judge:")
    )
    forged = await forging.press(server.bo, server.channel, answer(asked), f"judge:{question}:{token}:show")
    assert "only on a server that has me" in said(forged)
    other = await forging.press(server.cy, server.channel, answer(asked), f"judge:{question}:{token}:more")
    assert "Someone else asked this" in said(other)


@pytest.mark.usefixtures("installed_by_user")
async def test_rules_that_the_judge_cites_are_private_too(server: Server) -> None:
    asked = await ask(server.bo, server.channel, "loyalty", **QUESTIONS["loyalty"])
    cited = next(label for label in labels(asked) if label.startswith("PW-"))
    opened = await server.bo.click(answer(asked), label=cited)
    assert answer(opened).ephemeral
    assert answer(opened).embeds[0].title == cited


@pytest.mark.parametrize("owners", [{}, {"0": "5"}, {"0": "5", "1": "7"}, None, [], "1"])
def test_an_interaction_that_a_server_authorized_keeps_its_server(owners: object) -> None:
    payload = {"guild_id": "5", "channel_id": "6", "authorizing_integration_owners": owners, "data": {}}
    assert remove_server_fields_if_bot_absent(payload) is payload


def test_an_interaction_that_a_user_authorized_keeps_the_server_for_its_shard_only() -> None:
    member = {"nick": "Bobo", "user": {"id": "7"}}
    payload = {
        **{"guild_id": "5", "guild": {"id": "5"}, "guild_locale": "fr", "channel_id": "6", "channel": {"id": "6"}},
        **{"member": member, "authorizing_integration_owners": {"1": "7"}, "data": {"name": "rules"}},
    }
    left = remove_server_fields_if_bot_absent(payload)
    assert left.keys().isdisjoint({"guild_id", "guild", "guild_locale", "member"})
    assert left["user"] == {"id": "7"}

    class Parsed:
        guild_id = None
        data = left["data"]

    assert get_server_id_of_interaction(Parsed()) == 5  # type: ignore[arg-type]
