"""The commands themselves: their names, who sees them, and those that only look."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from simcord import SetupError

from bot.front.interaction.modules import MODULES
from bot.front.pods.pod_views import EVENTS_PER_PAGE
from bot.front.pods.rule_pages import build_rule_autocomplete_choices
from bot.front.ui.fitting import move_timestamp_footer_to_description
from bot.i18n import LOCALES, Locale, load_translations
from tests.front.playing import Table, acts, end, forced, let_count, said, switch_on
from tests.front.simulated import Server, answer, pass_quietly

NAMES = {
    "pod": ["open", "plan", "find", "guest", "status", "record"],
    "setup": ["server", "language", "variant", "timezone"],
    "season": ["start", "end", "rename", "list", "rules", "exclude", "include"],
    "override": [
        "responsible",
        "undo",
        "status",
        "points",
        "end",
        "remove",
        "host",
        "date",
        "void",
        "reopen",
        "strike",
        "unstrike",
        "unclaim",
        "merge",
    ],
    "desk": [],
    "me": ["games", "export", "avoid", "claim", "forget"],
    "judge": ["question", "player", "card"],
    "why": ["line"],
    "defeat": ["loser", "controller", "cause", "card"],
    "life": ["amount", "player", "kind", "by", "which"],
    "concede": [],
    "undo": [],
    "leaderboard": ["season", "days", "variant", "table", "week", "export", "game", "by"],
    "stats": ["player", "season", "deck"],
    "rivals": ["season", "game"],
    "history": ["player"],
    "series": ["target", "link", "change", "variant", "table", "format", "title", "size", "life", "bracket"],
    "deck": ["add", "change", "retire", "list"],
    "joust": [*("open", "invoke", "change", "undo", "concede", "close", "board", "pay", "deck")],
    "night": ["ask", "open", "show", "seat", "drop", "add", "swap", "pause", "points", "close"],
    "audit": [],
    "help": [],
    "rules": ["rule"],
    "Report their defeat": [],
    "I lost to them": [],
    "Their stats": [],
}
"""The contract: commands with their subcommands or options."""

LEGAL = re.compile(r"[-_'\w]{1,32}")  # \w also holds what Discord forbids, but no catalogue has it


def synced(server: Server) -> list[dict[str, Any]]:
    """What Discord was told of the commands of all servers, and of the modules of this one."""
    told = {r.path: r.json for r in server.env.http_requests if r.path.endswith("/commands")}
    return [command for some in told.values() if isinstance(some, list) for command in some]


@pytest.fixture(autouse=True)
async def _every_module_is_on(server: Server) -> None:
    await switch_on(server, *MODULES)


def named(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Everything with a name that Discord shows: commands, options, choices."""
    for command in commands:
        yield command
        yield from named(command.get("options", []))
        yield from named(command.get("choices", []))


async def test_the_names_are_those_of_the_contract(server: Server) -> None:
    found = {c["name"]: [o["name"] for o in c.get("options", [])] for c in synced(server)}
    wrong = {name: found.get(name) for name in found.keys() | NAMES.keys() if found.get(name) != NAMES.get(name)}
    assert not wrong, f"NAMES in tests/front/test_commands.py: make these rows (None: no row): {wrong}"


@pytest.mark.parametrize("locale", ["fr", "ru"])
async def test_everything_with_a_name_is_called_properly_in(server: Server, locale: str) -> None:
    for part in named(synced(server)):
        name = part["name_localizations"][locale]
        menu = part["name"] in ("Report their defeat", "I lost to them", "Their stats")
        if "value" not in part and part.get("type") != 2 and not menu:
            assert LEGAL.fullmatch(name), name
            assert name == name.lower()
        assert 1 <= len(name) <= (100 if "value" in part else 32)
        if part.get("description"):
            assert 1 <= len(part["description_localizations"][locale]) <= 100


async def test_no_two_options_or_commands_share_a_name(server: Server) -> None:
    for locale in ("fr", "ru"):
        for part in [{"options": synced(server)}, *named(synced(server))]:
            names = [o["name_localizations"][locale] for o in part.get("options", [])]
            assert len(names) == len(set(names))


async def test_settings_are_hidden_from_ordinary_members(server: Server) -> None:
    assert "setup language" in server.ana.available_commands(server.channel)
    assert "setup language" not in server.bo.available_commands(server.channel)
    with pytest.raises(SetupError):
        await server.bo.slash(server.channel, "setup language", language="fr")


async def test_everybody_is_answered_in_the_language_of_their_own_client(server: Server) -> None:
    ana, bo, cy, di = server.everybody[:4]
    server.speaks(bo, "fr")
    server.speaks(cy, "ru")
    table = await Table(server).opened(ana)
    assert "Tu as une place." in said(await bo.click(table.board, label="Join"))
    assert "Место за тобой." in said(await cy.click(table.board, label="Join"))
    assert "You have a seat." in said(await di.click(table.board, label="Join"))
    start = table.find_button("join").replace("join", "start")
    refused = said(await forced(table, bo, table.board, start))
    assert refused.startswith("🚫 C’est réservé à l’hôte (Ana)")


async def test_a_saved_language_is_that_of_all_boards(server: Server) -> None:
    ana, bo = server.everybody[:2]
    table = await Table(server).opened(ana)
    assert "more needed" in table.readiness
    await ana.slash(server.channel, "setup language", language="fr")
    assert "Joueurs manquants" in table.readiness
    await bo.click(table.board, label="Rejoindre")
    told = said(await ana.slash(server.channel, "setup language", language="auto"))
    assert "Same as Discord" in told
    assert "more needed" in table.readiness


async def test_looking_at_the_board_shows_it_to_whoever_asked_alone(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    seen = await server.gil.slash(server.channel, "pod status")
    assert seen.ephemeral
    assert answer(seen).embeds[0].description == move_timestamp_footer_to_description(table.embed).description
    assert len(table.boards) == 1


@pytest.mark.parametrize("command", ["pod status", "undo", "concede"])
async def test_without_a_game_a_command_says_how_to_begin_one(server: Server, command: str) -> None:
    assert "</pod open:" in said(await server.bo.slash(server.channel, command))


async def test_a_lobby_that_everybody_left_cannot_start(server: Server) -> None:
    table = await Table(server).opened(server.ana)
    await server.ana.click(table.board, label="Leave")
    told = said(await acts(server.ana, table.channel, "start"))
    assert "4 players are needed" in told


async def test_the_next_turn_is_that_of_the_next_team(server: Server) -> None:
    ana, *guests = server.everybody[:4]
    table = await Table(server).started(ana, *guests)
    turn, order = table.turn
    assert turn == "Turn 1"
    told = said(await acts(ana, server.channel, "turn"))
    assert order[1] in told
    assert table.turn == ("Turn 2", [*order[1:], order[0]])
    assert table.active == [order[1]]


async def test_a_turn_goes_on_since_it_began_whatever_is_reported_in_it(server: Server) -> None:
    def since() -> str:
        """What stands beside the turn's number."""
        turn = (table.embed.footer.text or "").partition(" · ")[0]
        return turn.partition(", ")[2]

    ana, *guests = server.everybody[:4]
    table = await Table(server).started(ana, *guests)
    first, second, *_ = table.turn[1]
    began = since()
    assert began.startswith("<t:")
    await pass_quietly(server, 60)
    await table.reports(ana, second, first)
    assert since() == began
    await acts(ana, server.channel, "turn")
    assert since().startswith("<t:")
    assert since() != began
    await ana.slash(server.channel, "undo")
    assert table.turn[0] == "Turn 2", "a turn stays where the report before it is taken back"


async def test_a_combo_counts_as_the_magazine_says(server: Server) -> None:
    ana, *guests = server.everybody[:4]
    table = await Table(server).started(ana, *guests, scoring="lotus")
    await end(ana, server.channel, "win", winner=table.keys["Ana"], means="combo")
    assert table.lines[0] == "🏆 **Ana wins**"
    assert table.points[0] == "Ana +2"


async def test_a_draw_gives_nobody_a_point(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    await end(server.bo, server.channel, "draw")
    assert table.lines[0] == "🤝 **A draw**"
    assert {each.split()[-1] for each in table.points} == {"0"}


async def test_only_who_plays_may_end_the_game(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for act in ("draw", "turn"):
        assert "Only players in this game" in said(await acts(server.gil, server.channel, act))
    assert table.turn[0] == "Turn 1"


async def test_a_closed_pod_has_no_result_and_can_be_reopened_by_undoing(server: Server) -> None:
    ana, bo, *others = server.everybody[:4]
    table = await Table(server).started(ana, bo, *others)
    assert "host" in said(await end(bo, server.channel, "close"))
    await end(ana, server.channel, "close")
    assert table.embed.title == "Closed without a result"
    assert table.buttons == ["Check the draw", "Dispute"]
    board = answer(await ana.slash(server.channel, "leaderboard"))
    assert "No finished game yet" in str(board.embeds[0].description)
    await ana.slash(server.channel, "undo")
    assert table.turn[0] == "Turn 1"


async def test_the_story_tells_every_event_page_by_page(server: Server) -> None:
    ana, *guests = server.everybody[:4]
    table = await Table(server).started(ana, *guests)
    await table.reports(guests[0], "Bo", "Ana", card="Shock")
    for _ in range(EVENTS_PER_PAGE):
        await acts(ana, server.channel, "turn")
    story = await acts(server.gil, server.channel, "log")
    assert story.ephemeral
    first = str(answer(story).embeds[0].description)
    back, forth = answer(story).components[0]["components"]
    assert (back["disabled"], forth["disabled"]) == (True, False)
    await server.gil.click(answer(story), custom_id=forth["custom_id"])
    assert str(answer(story).embeds[0].description).count("Next turn:") == 6
    assert "Ana opened the pod." in first
    assert "Bo: 0 life · Shock (controlled by Ana)" in first


async def test_the_leaderboard_ranks_by_points_and_ties_share_a_rank(server: Server) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di)
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(ana, loser, "Ana")
    await let_count(server)
    seen = await server.gil.slash(server.channel, "leaderboard")
    assert seen.ephemeral
    lines = str(answer(seen).embeds[0].description).splitlines()
    assert lines[0] == "🥇 **Ana** · 3 pts · 👑1 ⛓️0 🎲1 ⭐1084"
    assert str(answer(seen).embeds[0].footer.text).endswith("🎲 games · ⭐ skill rating")
    assert {line.split(" ·")[0] for line in lines[1:3]} == {"🥈 **Bo**", "🥈 **Cy**"}
    assert lines[3].startswith("`4.` **Di** · 0 pts")


async def test_the_leaderboard_counts_this_server_alone(server: Server) -> None:
    elsewhere = server.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    eve = elsewhere.add_member(server.eve.user)
    table = await Table(server).started(*server.everybody[:4])
    await end(server.ana, server.channel, "win", winner=table.keys["Ana"])
    await server.bo.click(table.board, label="Confirm")
    await let_count(server)
    seen = answer(await eve.slash(channel, "leaderboard"))
    assert "No finished game yet" in str(seen.embeds[0].description)


async def test_whoever_asks_finds_their_own_line_below_the_ten_best(server: Server) -> None:
    guests = [server.env.create_user(f"g{n}", global_name=f"Guest {n}") for n in range(5)]
    everybody = server.everybody + [server.guild.add_member(guest) for guest in guests]
    last = ""
    for group in (everybody[:6], everybody[6:]):
        channel = server.guild.create_text_channel(f"table-{group[0].user.name}")
        table = await Table(server, channel).started(*group)
        master, *losers = table.keys
        for loser in losers:
            await table.reports(group[0], loser, master)
        last = losers[-1]  # 0 points; two masters with 3 and eight thralls with 1 come before
    await let_count(server)
    member = next(m for m in everybody if m.user.global_name == last)
    seen = answer(await member.slash(server.channel, "leaderboard")).embeds[0]
    assert len(str(seen.description).splitlines()) == 10
    (own,) = seen.fields
    assert str(own.value).startswith(f"`11.` **{last}** · 0 pts")


async def test_a_rule_is_explained_by_its_number(server: Server) -> None:
    seen = await server.gil.slash(server.channel, "rules", rule=" esc-22 ")
    assert seen.ephemeral
    assert answer(seen).embeds[0].title == "ESC-22"
    assert "`ESC" not in said(await server.gil.slash(server.channel, "rules", rule="ESC-99"))
    found = await server.gil.autocomplete(server.channel, "rules", "rule", "poison")
    assert "ESC-23" in {choice["value"] for choice in found}
    assert all(len(choice["name"]) <= 100 for choice in found)
    assert len(await server.gil.autocomplete(server.channel, "rules", "rule", "")) == 25
    found = await server.gil.autocomplete(server.channel, "rules", "rule", "tab")  # also “table”
    assert {choice["value"].split("-")[0] for choice in found} == {"TAB"}


async def test_what_each_scoring_brings_is_one_page_of_the_rules(server: Server) -> None:
    (page,) = answer(await server.gil.slash(server.channel, "rules", rule="scoring")).embeds
    assert "**Places 5-3-2-1**\nPoints: By place: +5 +3 +2 +1." in str(page.description)
    found = await server.gil.autocomplete(server.channel, "rules", "rule", "scor")
    assert found[0]["value"] == "scoring"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_is_offered_first_to_whoever_types_its_id(locale: Locale) -> None:
    text = load_translations(locale)
    for name in text.list_explained_rule_ids():
        assert build_rule_autocomplete_choices(text, name.lower())[0].value == name
