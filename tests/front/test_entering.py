"""`/pod record`: a game that was played without the bot is entered, confirmed, disputed, undone."""

import json
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.care.leagues.importing import LeagueImportRequest, import_league_games, preview_league_import
from bot.front.gateway.client import SuzerainBot
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.entering import RecordPastGame
from bot.rules.facts import DefeatReport
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import Requester
from bot.service import rights
from tests.front import forging
from tests.front.deciding import counted, done, offered, ranking
from tests.front.playing import (
    Table,
    end,
    find_row,
    let_count,
    list_items,
    mention,
    press_more,
    read_board,
    read_details,
    said,
    sets,
)
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_history import history, open_last, text_of
from tests.front.test_me import dump, exported, forgets


def ago(**time: float) -> str:
    """A moment so long ago, as somebody types it."""
    return f"{discord.utils.utcnow() - timedelta(**time):%Y-%m-%d %H:%M}"


class Entry:
    """A form with which a member enters a game of Bo, Cy, Di and Eve, in the order of the seats."""

    def __init__(self, server: Server, who: MemberActor, opened: InteractionResult) -> None:
        self.server, self.who, self.opened = server, who, opened
        ids = [part["custom_id"] for row in self.message.components for part in row["components"]]
        self.token = ids[0].split(":")[1]

    @property
    def message(self) -> ResponseMessage:
        assert self.opened.ephemeral
        return answer(self.opened)

    @property
    def shown(self) -> str:
        (embed,) = self.message.embeds
        return "\n".join([embed.description or "", *(field.value or "" for field in embed.fields)])

    @property
    def keys(self) -> dict[str, str]:
        """What the bot calls each player, by display name."""
        menus = [part for row in self.message.components for part in row["components"]]
        return {
            option["label"]: option["value"]
            for menu in menus
            for option in menu.get("options", ())
            if menu["custom_id"].rpartition(":")[2] in ("who", "by", "choose")
        }

    async def press(self, action: str, *values: str) -> InteractionResult:
        custom_id = f"entry:{self.token}:{action}"
        keys = self.keys
        picked = [keys.get(value, value) for value in values]
        return await forging.press(self.who, self.server.channel, self.message, custom_id, *picked)

    async def lost(self, who: str, by: str) -> None:
        """Adds that somebody lost to a card of another player's."""
        await self.press("who", who)
        await self.press("by", by)
        await self.press("add")

    async def send(self) -> str:
        await self.press("send")
        return self.message.content


async def opens(server: Server, who: MemberActor, **more: object) -> InteractionResult:
    """`/pod record` of a game of Bo, Cy, Di and Eve, three hours ago unless something is said."""
    options = {"when": ago(hours=3), "players": mention(*four_of(server)), **more}
    return await who.slash(server.channel, "pod record", **options)


def four_of(server: Server) -> list[MemberActor]:
    return [server.bo, server.cy, server.di, server.eve]


async def fills(server: Server, who: MemberActor, **more: object) -> Entry:
    """The form of a game that Di won with Cy and Bo; Eve was beaten last."""
    entry = Entry(server, who, await opens(server, who, **more))
    for loser in ("Cy", "Bo", "Eve"):
        await entry.lost(loser, "Di")
    return entry


async def entered(server: Server, who: MemberActor, **more: object) -> Table:
    """The same, sent; its board is the newest of the channel."""
    said = await (await fills(server, who, **more)).send()
    assert said.startswith("✅ The game is entered."), said
    return Table(server)


async def undoes(server: Server) -> None:
    """Eve takes the last report of the channel's pod back."""
    await server.eve.slash(server.channel, "undo")


def find_button(board: discord.Message, action: str) -> str:
    """The custom id of what does this on a board."""
    ids = [str(getattr(item, "custom_id", "")) for item in list_items(board)]
    return next(id for id in ids if action in id.split(":"))


async def presses(table: Table, name: str, action: str) -> InteractionResult:
    who = table.server.people[name]
    return await who.click(table.board, custom_id=table.find_button(action))


async def test_a_game_grows_defeat_by_defeat_with_the_verdict_beside_each(server: Server) -> None:
    entry = Entry(server, server.bo, await opens(server, server.bo))
    await entry.press("who", "Cy")
    await entry.press("by", "Di")
    assert "Cy now serves Di." in entry.shown
    await entry.press("add")
    assert "1. Cy" in entry.shown
    await entry.lost("Bo", "Cy")
    await entry.press("back")
    assert "2. " not in entry.shown
    await entry.press("cancel")
    assert entry.message.content == "No game was entered."
    assert Table(server).boards == []


async def test_a_card_that_killed_its_own_controller_is_added_once_its_owner_is_named(server: Server) -> None:
    entry = Entry(server, server.bo, await opens(server, server.bo))
    await entry.press("who", "Cy")
    await entry.press("by", "Cy")
    assert "Whose card is it?" in entry.shown
    await entry.press("owner", "Di")
    assert "Cy now serves Di." in entry.shown
    await entry.press("add")
    assert "owned by Di" in entry.shown
    await entry.lost("Bo", "Di")
    assert "2. Bo" in entry.shown


async def test_a_game_counts_once_everybody_has_confirmed_it(server: Server) -> None:
    table = await entered(server, server.bo)
    assert "a game that you played was entered" in table.call
    for name in ("cy", "di"):
        await presses(table, name, "confirm")
        assert "No finished game yet." in await ranking(table)
    await presses(table, "eve", "confirm")
    assert "Di" in await ranking(table)


@pytest.mark.parametrize("chosen", ["bo", "di"])
@pytest.mark.parametrize("enters", ["bo", "cy", "di", "eve", "meg"])
def test_nobody_enters_that_another_player_chose_in_their_favour(enters: str, chosen: str) -> None:
    """Cy drew from an empty library, and may choose a master (ESC-60)."""
    seats = ("bo", "cy", "di", "eve")
    begun = OpenLobby(PodSetup(played=1, choose_master=True), "bo", seats), StartGame(seats, "bo")
    lost = ReportDefeats((DefeatReport("cy", "library"),))
    command = RecordPastGame((*begun, lost, AnswerPendingPlayerChoice("cy", chosen)))
    asker = Requester(enters, moderator=enters == "meg")
    if enters != chosen:
        rights.require_command_permission(None, command, asker, None)
        return
    with pytest.raises(Refusal) as refused:
        rights.require_command_permission(None, command, asker, None)
    assert refused.value.code == "choice-own-entered"


async def test_who_did_not_play_enters_nothing_unless_they_moderate(server: Server) -> None:
    refused = said(await opens(server, server.fay))
    assert refused.startswith("🚫 Only those who played the game can enter it")
    await entered(server, server.ana)


async def test_each_is_called_once_whatever_follows(server: Server) -> None:
    table = await entered(server, server.bo)
    named = {server.cy.mention, server.di.mention, server.eve.mention}
    assert all(mention in table.call for mention in named)
    assert server.bo.mention not in table.call
    first = table.board.id
    await presses(table, "cy", "confirm")
    await server.restart()
    assert table.board.id == first


def called(server: Server) -> set[str]:
    """The names of those whom the newest message of the channel calls."""
    bodies = [
        request.json or {}
        for request in server.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]
    users = {int(user) for user in bodies[-1]["allowed_mentions"].get("users", ())}
    return {name for name, who in server.people.items() if who.id in users}


async def test_for_a_second_game_within_a_day_nobody_is_called_again(server: Server) -> None:
    await entered(server, server.bo)
    assert called(server) == {"cy", "di", "eve"}
    second = await entered(server, server.cy)
    assert server.di.mention in second.call, "they are named"
    assert called(server) == {"bo"}, "nobody else, as they were called today"
    await pass_quietly(server, 24 * 60 * 60)
    await entered(server, server.di)
    assert called(server) == {"bo", "cy", "eve"}


async def test_the_channel_for_results_hears_of_a_game_once_it_is_confirmed(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    await sets(server, "results_channel", results)
    table = await entered(server, server.bo)
    for name in ("cy", "di"):
        await presses(table, name, "confirm")
    assert results.history() == []
    await presses(table, "eve", "confirm")
    (told,) = results.history()
    assert "Di" in str(told.embeds[0].to_dict())


async def test_a_moderator_confirms_for_all_but_not_what_they_entered(server: Server) -> None:
    table = await entered(server, server.ana)
    refused = said(await presses(table, "ana", "confirm"))
    assert refused.startswith("🚫")
    assert "No finished game yet." in await ranking(table)
    meg = server.env.create_user("meg", global_name="Meg")
    referee = server.guild.add_member(meg, roles=[server.guild.roles["Moderators"]])
    await referee.click(table.board, custom_id=table.find_button("confirm"))
    assert "Di" in await ranking(table)


async def test_who_is_named_disputes_and_a_moderator_makes_it_void(server: Server) -> None:
    table = await entered(server, server.bo)
    await presses(table, "cy", "dispute")
    assert "Moderators" in table.call or "moderator" in table.call.casefold()
    modal = await presses(table, "ana", "takeback")
    shown = await server.ana.submit_modal(modal, {"reason": "It was last year."})
    preview = answer(shown)
    ids = [part["custom_id"] for row in preview.components for part in row["components"]]
    await server.ana.click(preview, custom_id=next(id for id in ids if id.endswith(":do")))
    assert "No finished game yet." in await ranking(table)
    assert "Confirm" not in str(table.buttons)


async def test_disputed_it_counts_once_a_moderator_lets_it_stand_and_nobody_objects(server: Server) -> None:
    table = await entered(server, server.bo)
    await presses(table, "cy", "dispute")
    await presses(table, "ana", "stands")
    assert "No finished game yet." in await ranking(table)
    await let_count(server)
    assert "Di" in await ranking(table)


async def test_whoever_entered_a_game_takes_it_back_until_it_counts(server: Server) -> None:
    table = await entered(server, server.bo)
    refused = said(await server.cy.slash(table.channel, "undo"))
    assert refused.startswith("🚫")
    await press_more(server.bo, table.board, "Undo")
    assert table.embed.title == "Closed without a result"
    for name in ("cy", "di", "eve"):
        ids = str([part.to_dict() for part in table.board.components])
        assert ":confirm" not in ids, name


async def test_the_open_pod_of_the_channel_goes_on_undisturbed(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await table.reports(server.eve, "Cy", "Bo")
    board = table.board
    await entered(server, server.eve)
    before = read_board(board).description
    await undoes(server)
    again = next(each for each in table.boards if each.id == board.id)
    assert read_board(again).description != before  # Cy is a master again
    await server.bo.click(again, custom_id=find_button(again, "turn"))


async def test_a_rematch_of_the_game_before_is_still_there(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    for name in ("Cy", "Di", "Eve"):
        await table.reports(server.people[name.lower()], name, "Bo")
    over = table.board
    await entered(server, server.bo)
    assert "Rematch" not in table.buttons
    await server.bo.click(over, custom_id=find_button(over, "rematch"))
    assert "Join" in table.buttons


@pytest.mark.parametrize(
    ("days", "told"),
    [(-1, "That is not a past day and time."), (40, "Games from more than 30 days ago cannot be entered here.")],
)
async def test_when_it_was_played_is_neither_to_come_nor_too_long_ago(server: Server, days: int, told: str) -> None:
    assert told in said(await opens(server, server.bo, when=ago(days=days)))


async def test_when_it_was_played_is_read_as_people_write_it(server: Server) -> None:
    choices = await server.bo.autocomplete(server.channel, "pod record", "when", "hier 21 h")
    assert [choice["name"] for choice in choices] == ["Wed, Dec 31, 2025, 21:00 (UTC)"]
    for typed in (choices[0]["value"], "вчера в 21:00"):
        entry = Entry(server, server.bo, await opens(server, server.bo, when=typed))
        assert "Played <t:1767214800:f>" in entry.shown


async def test_a_game_of_a_season_that_is_over_asks_a_moderator(server: Server) -> None:
    await server.ana.slash(server.channel, "season start")
    await pass_quietly(server, 3600)
    await end(server.ana, server.channel, "season end")
    await pass_quietly(server, 3600)
    entry = await fills(server, server.bo, when=ago(minutes=90))
    assert "🔒 Its season is over" in entry.shown
    assert "a moderator has confirmed it" in await entry.send()
    table = Table(server)
    assert server.cy.mention in table.call
    assert said(await presses(table, "cy", "confirm")).startswith("🚫")
    asked = await presses(table, "ana", "confirm")
    await server.ana.click(answer(asked), label="Change it anyway")
    assert "Di" in await ranking(table)


async def test_too_few_are_told_how_many_it_takes(server: Server) -> None:
    two = mention(server.bo, server.cy)
    shown = await server.bo.slash(server.channel, "pod record", when=ago(hours=3), players=two)
    assert said(shown).startswith("🚫 Somebody is missing: 4 players are needed")


async def test_what_was_played_is_changed_before_the_first_step(server: Server) -> None:
    entry = Entry(server, server.bo, await opens(server, server.bo))
    await entry.press("change")
    assert "What was played?" in entry.message.content
    rows = {"base": "modern", "scoring": "lotus"}
    for name, value in rows.items():
        menu = find_row(entry.opened, name)
        await server.bo.select(entry.message, [value], custom_id=menu)
    switches = find_row(entry.opened, "switch")
    await server.bo.select(entry.message, ["choose_master"], custom_id=switches)
    assert "Modern · Lotus Noir · losers no one is responsible for" in entry.message.content
    await entry.press("settled")
    assert entry.message.content == ""
    for loser in ("Bo", "Cy", "Eve"):
        await entry.lost(loser, "Di")
    assert "Take back" in str(entry.message.components)
    assert "'Change'" not in str(entry.message.components)
    await entry.send()
    assert "Modern · Lotus Noir" in ((await read_details(Table(server))).description or "")


async def test_a_transcript_says_what_was_played_so_nothing_is_changed(server: Server) -> None:
    entry = Entry(server, server.bo, await sends(server, transcript("Bo", "Cy", "Di", "Eve")))
    assert "'Change'" not in str(entry.message.components)
    forged = f"entry:{entry.token}:change"
    refused = await forging.press(server.bo, server.channel, entry.message, forged)
    assert said(refused).startswith("🚫")


@pytest.mark.parametrize("players", ["Bo and Cy", "<@1>", "<@123456789012345678>", "everybody"])
async def test_players_are_named_by_mentions_of_members(server: Server, players: str) -> None:
    told = said(await opens(server, server.bo, players=players))
    assert told.startswith("🚫 That is no list of members.")


# With guests


async def test_guests_are_of_whoever_enters_and_nobody_has_to_confirm_for_them(server: Server) -> None:
    refused = said(await opens(server, server.ana, guests="Gus"))
    assert refused.startswith("🚫 Take a seat yourself first")
    entry = Entry(server, server.bo, await opens(server, server.bo, guests="GUS, , Gus"))
    assert "Bo brought Gus (guest)" in entry.shown
    for loser in ("Cy", "Bo", "Eve", "Gus (guest)"):
        await entry.lost(loser, "Di")
    assert "Gus" not in await entry.send(), "nobody waits for a guest"
    table = Table(server)
    assert server.bo.mention not in table.call
    assert said(await presses(table, "bo", "confirm")).startswith("🚫")
    for name in ("cy", "di", "eve"):
        assert "No finished game yet." in await ranking(table)
        await presses(table, name, "confirm")
    assert "Di" in await ranking(table)


async def test_a_game_with_too_many_guests_says_in_the_form_that_it_will_not_count(server: Server) -> None:
    entry = Entry(server, server.bo, await opens(server, server.bo, guests="Gus,Hal,Ida,Jo"))
    assert "won’t count" in entry.shown


async def test_a_transcript_names_guests_by_a_prefix_or_as_the_command_does(server: Server) -> None:
    three = mention(server.bo, server.cy, server.di)
    content = transcript("Bo", "Cy", "guest:Gus", "Di")
    entry = Entry(server, server.bo, await sends(server, content, players=three))
    assert "Bo brought Gus (guest)" in entry.shown
    content = transcript("Bo", "Cy", "Gus", "Di")
    same = Entry(server, server.bo, await sends(server, content, players=three, guests="Gus"))
    assert same.shown == entry.shown
    assert "Gus" in said(await sends(server, content, players=three))


async def test_a_transcript_without_seats_seats_its_players_as_it_lists_them(server: Server) -> None:
    entry = Entry(server, server.bo, await sends(server, transcript("Eve", "Bo", "Di", "Cy")))
    assert "Eve, Bo, Di, Cy" in entry.shown.replace(" and ", ", ")


async def test_a_guest_who_joins_in_the_middle_of_a_transcript_is_brought_as_well(server: Server) -> None:
    begun = {"do": "open", "table": "free-for-all", "variant": "respawn"}
    names = ["Bo", "Cy", "Di", "Eve"]
    lines = [begun | {"players": names}, {"do": "join", "player": "guest:Gus"}]
    content = "\n".join(map(json.dumps, lines)).encode()
    entry = Entry(server, server.bo, await sends(server, content))
    assert "Bo brought Gus (guest)" in entry.shown


# From a spreadsheet


async def test_what_was_imported_is_shown_and_corrected_and_floods_no_channel(server: Server, tmp_path: Path) -> None:
    table, client = await counted(server), server.bot.app.client
    assert isinstance(client, SuzerainBot)
    database = client.services.database
    played = ["game,played,player,won,points", "1,2025-12-20,Bo,,", "1,,Cy,,", "1,,Di,yes,9"]
    (tmp_path / "games.csv").write_text("\n".join([*played, "1,,Eve,,"]))
    wanted, now = (LeagueImportRequest(tmp_path / "games.csv", table.channel.id), discord.utils.utcnow())
    await import_league_games(database, await preview_league_import(database, wanted, now), now)
    boards = len(table.boards)
    await server.env.advance_time(5 * 60)
    assert len(table.boards) == boards
    assert "**Di** · 12 pts" in await ranking(table)
    shown = await history(server)
    assert "<t:1766232000" in text_of(shown)
    await open_last(server, shown)
    assert "As in the league’s own spreadsheet" in text_of(shown)
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description
    said = "**The bot’s operator** · entered a game from a file: "
    assert f"{said}{table.channel.mention}" in str(trail)
    imported, *_ = await offered(table, "void", "pod")
    assert (await done(table, "void", pod=imported["value"])).startswith("✅")
    assert "**Di** · 3 pts" in await ranking(table)


# A transcript


def transcript(*names: str, **opened: object) -> bytes:
    """A game that the last of four won, as a file."""
    bo, cy, di, eve = names
    lost = [
        {"do": "defeat", "loser": loser, "cause": "life", "sources": [{"controller": eve}]} for loser in (bo, cy, di)
    ]
    begun = {"do": "open", "table": "free-for-all", "variant": "esclave", "players": names}
    return "\n".join(json.dumps(line) for line in [begun | opened, *lost]).encode()


async def sends(server: Server, content: bytes, who: MemberActor | None = None, **options: object) -> InteractionResult:
    """`/pod record` with a file, of four members unless others are named."""
    backend, channel = server.env.backend, server.channel
    file = backend.cdn.store_attachment(78, channel.id, "game.jsonl", content, None)
    given = {"when": ago(hours=3), "players": mention(*four_of(server)), **options}
    data = forging._command("pod record", [forging._option(*each) for each in given.items()])
    data["options"][0]["options"].append({"name": "file", "type": 11, "value": "78"})
    data["resolved"] = {"attachments": {"78": file}}
    asker = who or server.bo
    return await asker._dispatch_interaction(forging.COMMAND, channel, data)


async def test_a_transcript_is_entered_with_the_names_of_those_who_played(server: Server) -> None:
    file = transcript("Bo", "@cy", f"<@{server.di.id}>", "EVE")
    entry = Entry(server, server.bo, await sends(server, file))
    assert "Eve" in entry.shown
    assert "3. " in entry.shown
    assert (await entry.send()).startswith("✅ The game is entered.")


async def test_the_decks_and_options_of_a_transcript_are_entered_with_it(server: Server) -> None:
    deck = {"do": "deck", "player": "Cy", "commanders": ["Tymna", "Thrasios"], "bracket": 4}
    file = transcript("Bo", "Cy", "Di", "Eve", range=1, attack="left") + b"\n" + json.dumps(deck).encode()
    entry = Entry(server, server.bo, await sends(server, file))
    assert "Cy plays Tymna + Thrasios (bracket 4)" in entry.shown
    assert (await entry.send()).startswith("✅ The game is entered.")
    held = await dump(server)
    assert "Thrasios" in held
    assert '"options":{"range":1,"attack":"left"}' in held


WRONG_TRANSCRIPTS = [
    (transcript("Bo", "Cy", "Di", "Zed"), "is called “Zed” as in the transcript"),
    (transcript("Bo", "Cy", "Di", "Eve", table="round"), "line 1: table"),
    (transcript("Bo", "Cy", "Di", "Eve", range=3), "line 1: range"),
    (b'{"do": "close"}', "line 1"),
    (b"\xff\xfe", "line 1"),
    (b"", "empty"),
]


async def test_a_transcript_that_cannot_be_entered_says_why(server: Server, subtests: pytest.Subtests) -> None:
    for content, told in WRONG_TRANSCRIPTS:
        with subtests.test(told):
            assert told in said(await sends(server, content))


@pytest.mark.parametrize(
    ("option", "value", "is_refused"),
    [
        ("variant", "esclave", False),
        ("table", "free-for-all", False),
        ("variant", "elimination", True),
        ("table", "melee", True),
    ],
)
async def test_options_that_contradict_the_transcript_are_refused(
    server: Server, option: str, value: str, is_refused: bool
) -> None:
    file = transcript("Bo", "Cy", "Di", "Eve")
    told = await sends(server, file, server.bo, **{option: value})
    if is_refused:
        assert "The transcript is of Esclave, at this table: Free-for-all" in said(told)
    else:
        assert "Take back" in str(Entry(server, server.bo, told).message.components)


# Their data


async def test_who_was_only_named_is_exported_and_forgotten_like_everybody(server: Server) -> None:
    await entered(server, server.bo)
    written = await exported(server.cy, server)
    assert "entered" in json.dumps(written)
    await forgets(server.cy, server)
    assert "cy" not in (await dump(server)).casefold().split('"')
