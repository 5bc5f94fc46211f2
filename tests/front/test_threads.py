"""A thread for each pod: opened, entered, played in, put away with its result."""

import discord
import pytest
import simcord
from simcord.backend.models import Channel

from bot.i18n import LOCALES, Locale, load_translations
from bot.storage.engine.errors import DatabaseUnreachableError
from tests.front.deciding import done
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, end, let_count, said, sets, switch_on
from tests.front.simulated import Server, answer, deliver_again, in_flight, slow
from tests.front.test_faults import CALLBACK, HEALED, PATCH, PATIENT, POST, check_board, count, fails, heals, pass_time
from tests.front.test_setup import Wizard, app_of

pytestmark = pytest.mark.usefixtures("still")

CREATE = ("POST", "/channels/*/threads")
PIN = ("PUT", "/channels/*/messages/pins/*")
ARCHIVE = ("PATCH", "/channels/*")
ADD = ("PUT", "/channels/*/thread-members/*")


@pytest.fixture
async def threaded(server: Server) -> Server:
    """A server where each pod gets a thread."""
    await sets_threads(server, "thread")
    return server


async def sets_threads(server: Server, where: str) -> Wizard:
    wizard = Wizard(server, await server.ana.slash(server.channel, "setup server"))
    await wizard.shows("threads")
    await wizard.sets("threads", where)
    return wizard


def denied(server: Server, *permissions: str) -> simcord.ChannelHandle:
    """A channel in which the bot has not these permissions."""
    me = server.guild.me
    assert me is not None
    never = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    return server.guild.create_text_channel("strict", overwrites={me: never})


async def opened(
    server: Server, host: simcord.MemberActor, channel: simcord.ChannelHandle | None = None, **options: object
) -> Table:
    """The pod that the host opens in a channel, in its thread."""
    at = channel or server.channel
    before = {thread.id for thread in at.threads}
    said(await host.slash(at, "pod open", **options))
    (thread,) = (thread for thread in at.threads if thread.id not in before)
    return Table(server, thread)


async def played(server: Server, channel: simcord.ChannelHandle | None = None) -> Table:
    """A game of Ana, Bo, Cy and Di, in its thread."""
    table = await opened(server, server.ana, channel)
    for guest in server.everybody[1:4]:
        await guest.click(table.board, label="Join")
    await server.ana.click(table.board, label="Start")
    choices = await server.ana.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    return table


async def draws(table: Table) -> None:
    """The game ends in a draw, which can be disputed for some time."""
    await end(table.server.ana, table.channel, "draw")
    for who in table.server.everybody[1:4]:
        await who.click(table.board, label="Confirm")


async def ended(server: Server) -> Table:
    """The same game, which ends in a draw."""
    table = await played(server)
    await draws(table)
    await let_count(server)
    return table


def thread_of(table: Table) -> Channel:
    """The thread as Discord has it."""
    return table.server.env.backend.get_thread(table.channel.id)


def is_archived(table: Table) -> bool:
    state = thread_of(table).thread_metadata
    assert state is not None
    assert not state.locked
    return state.archived


def check_put_away(table: Table) -> None:
    """The thread is archived, and its board with the result is pinned."""
    assert is_archived(table)
    assert table.buttons == ["Rematch", "Story", "⋯"]
    assert table.board.pinned


def warned(missing: str) -> str:
    return f"\n⚠️ {load_translations('en')('threads-lacking', missing=missing)}"


# Opening


async def test_while_nothing_is_chosen_pods_are_in_the_channel(server: Server) -> None:
    await server.bo.slash(server.channel, "pod open")
    assert server.channel.threads == []
    assert Table(server).buttons[0] == "Join"


async def test_a_duel_gets_a_thread_that_is_put_away_with_its_result(threaded: Server) -> None:
    await switch_on(threaded, "joust")
    told = said(await threaded.bo.slash(threaded.channel, "joust open"))
    (thread,) = threaded.channel.threads
    assert told == f"✅ Your duel is open: <#{thread.id}>"
    assert thread.name == "Magicjoust · Bo"
    table = DuelTable(threaded, thread)
    await threaded.cy.click(table.board, label="Join")
    await threaded.bo.click(table.board, label="Start")
    await threaded.cy.slash(thread, "joust concede")
    assert table.lines[0] == "🏆 **Bo wins.**"
    assert is_archived(table)
    assert table.board.pinned


async def test_a_pod_gets_a_thread_of_its_own_and_whoever_opened_it_the_way_there(threaded: Server) -> None:
    told = said(await threaded.bo.slash(threaded.channel, "pod open"))
    (thread,) = threaded.channel.threads
    assert told == f"✅ Your pod is open: <#{thread.id}>"
    table = Table(threaded, thread)
    assert table.seats.endswith("1. Bo")
    assert Table(threaded).boards == []


async def test_a_thread_is_public_and_named_after_its_pod(threaded: Server) -> None:
    named = await opened(threaded, threaded.bo, title="Friday  **night** @everyone")
    unnamed = await opened(threaded, threaded.cy, variant="elimination")
    assert thread_of(named).name == "Friday **night** @everyone"
    assert thread_of(unnamed).name == "Elimination · Cy"
    assert {thread_of(table).type for table in (named, unnamed)} == {11}


async def test_a_thread_is_named_in_the_language_of_the_server(threaded: Server) -> None:
    threaded.speaks(threaded.bo, "ru")
    await threaded.ana.slash(threaded.channel, "setup language", language="fr")
    table = await opened(threaded, threaded.bo, variant="elimination")
    text = load_translations("fr")
    name = text("thread-name", variant=text("variant-elimination"), host="Bo")
    assert thread_of(table).name == name


async def test_no_name_is_too_long_for_discord(threaded: Server) -> None:
    threaded.env.backend.users[threaded.bo.id].global_name = "B" * 120
    table = await opened(threaded, threaded.bo)
    name = thread_of(table).name or ""
    assert name.endswith("BBB…")
    assert len(name) <= 100


async def test_several_pods_are_open_side_by_side(threaded: Server) -> None:
    ana, bo, cy, di, eve, fay, gil = threaded.everybody
    first, second = await opened(threaded, ana), await opened(threaded, bo)
    for guest, table in ((cy, first), (di, first), (eve, first), (fay, second), (gil, second)):
        await guest.click(table.board, label="Join")
    await ana.click(first.board, label="Start")
    assert "Report" in first.buttons
    assert "3. Gil" in second.seats
    await check_board(first)
    await check_board(second)


async def test_in_a_thread_a_pod_is_opened_there(threaded: Server) -> None:
    threaded.env.backend.create_thread(threaded.channel.id, "aside", threaded.bo.id)
    (aside,) = threaded.channel.threads
    told = said(await threaded.bo.slash(aside, "pod open"))
    assert told == "✅ Your pod is open. Players can join on the board in this channel."
    assert [thread.id for thread in threaded.channel.threads] == [aside.id]
    assert len(Table(threaded, aside).boards) == 1


async def test_an_agreement_that_cannot_be_is_refused_without_a_thread(threaded: Server) -> None:
    told = said(await threaded.bo.slash(threaded.channel, "pod open", size=2))
    assert told.startswith("🚫")
    assert threaded.channel.threads == []


async def test_a_command_that_is_delivered_twice_makes_one_thread(threaded: Server) -> None:
    table = await opened(threaded, threaded.bo)
    deliver_again(threaded.env)
    await threaded.env.settle()
    with in_flight(threaded.env):
        await threaded.cy.slash(threaded.channel, "pod open")
        deliver_again(threaded.env)
    await threaded.env.settle()
    other = next(t for t in threaded.channel.threads if t.id != table.channel.id)
    assert len(threaded.channel.threads) == 2
    await check_board(table)
    await check_board(Table(threaded, other))


async def test_whoever_waits_no_more_gets_no_thread(threaded: Server) -> None:
    fails(threaded, CALLBACK, 404, code=10062)
    await threaded.bo.slash(threaded.channel, "pod open")
    assert threaded.channel.threads == []
    assert Table(threaded).boards == []


async def test_the_thread_of_a_pod_that_could_not_be_written_is_out_of_the_way(
    threaded: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = app_of(threaded).service
    with monkeypatch.context() as patch:
        patch.setattr(service, "_execute_request_once", _lost)
        told = said(await threaded.bo.slash(threaded.channel, "pod open"))
    assert told == f"⚠️ {load_translations('en')('error-storage')}"
    assert threaded.env.errors
    (thread,) = threaded.channel.threads
    assert is_archived(Table(threaded, thread))
    said(await threaded.bo.slash(threaded.channel, "pod open"))
    assert len(threaded.channel.threads) == 2


async def _lost(*_: object) -> None:
    raise DatabaseUnreachableError("sqlite://", "gone")


# Entering


async def test_whoever_sits_down_is_in_the_thread(threaded: Server) -> None:
    ana, bo, cy, di = threaded.everybody[:4]
    table = await opened(threaded, ana)
    await bo.click(table.board, label="Join")
    await acts(cy, table.channel, "join")
    assert {ana.id, bo.id, cy.id} < set(thread_of(table).thread_members)
    assert di.id not in thread_of(table).thread_members


async def test_whoever_was_refused_a_seat_is_not(threaded: Server) -> None:
    table = await opened(threaded, threaded.ana)
    await end(threaded.ana, table.channel, "close")
    await acts(threaded.bo, table.channel, "join")
    assert threaded.bo.id not in thread_of(table).thread_members


async def test_the_threads_of_others_are_left_to_them(threaded: Server) -> None:
    threaded.env.backend.create_thread(threaded.channel.id, "aside", threaded.bo.id)
    (aside,) = threaded.channel.threads
    table = Table(threaded, aside)
    await threaded.bo.slash(aside, "pod open")
    await threaded.cy.click(table.board, label="Join")
    await end(threaded.bo, aside, "close")
    assert threaded.cy.id not in thread_of(table).thread_members
    assert not is_archived(table)


async def test_nobody_is_pinged_but_those_who_sit_when_they_begin(threaded: Server) -> None:
    await ended(threaded)
    bodies = [r.json for r in threaded.env.http_requests if isinstance(r.json, dict)]
    mentions = [b.get("data", b).get("allowed_mentions", {"parse": []}) for b in bodies]
    assert all(m["parse"] == [] for m in mentions)
    pinged = [user for each in mentions for user in each.get("users", ())]
    assert len(pinged) == len(set(pinged)) == 4


async def test_a_seat_counts_even_if_discord_adds_nobody_to_the_thread(threaded: Server) -> None:
    table = await opened(threaded, threaded.ana)
    fails(threaded, ADD, 403)
    assert said(await threaded.bo.click(table.board, label="Join")) == "✅ You have a seat."
    assert "2. Bo" in table.seats


# The end


async def test_at_the_end_the_result_is_pinned_and_the_thread_archived(threaded: Server) -> None:
    table = await played(threaded)
    assert not is_archived(table)
    assert not table.board.pinned
    await draws(table)
    await let_count(threaded)
    check_put_away(table)


@pytest.mark.parametrize("status", [403, 500])
async def test_a_thread_is_put_away_though_the_channel_for_results_refuses_the_result(
    threaded: Server, status: int
) -> None:
    news = threaded.guild.create_text_channel("results")
    await sets(threaded, "results_channel", news)
    fails(threaded, ("POST", f"/channels/{news.id}/messages"), status, times=None)
    table = await ended(threaded)
    check_put_away(table)
    await check_board(table)
    assert news.history(viewer=threaded.gil) == []


async def test_the_thread_of_a_closed_pod_is_archived_with_nothing_to_pin(threaded: Server) -> None:
    table = await opened(threaded, threaded.ana)
    await end(threaded.ana, table.channel, "close")
    assert is_archived(table)
    assert not table.board.pinned
    await check_board(table)


async def test_a_thread_that_has_been_put_away_is_left_alone(threaded: Server) -> None:
    table = await ended(threaded)
    board = table.board.id
    await threaded.cy.send(table.channel, "Well played!")
    thread_of(table).thread_metadata.archived = False  # type: ignore[union-attr]
    asked = len(threaded.env.http_requests)
    await app_of(threaded).client.services.keeper.update_outdated_boards(retries_failed_channels=True)
    await threaded.env.settle()
    assert len(threaded.env.http_requests) == asked
    assert table.board.id == board


async def test_a_game_that_is_reopened_opens_its_thread_again(threaded: Server) -> None:
    table = await ended(threaded)
    await done(table, "reopen")
    assert not is_archived(table)
    assert "Report" in table.buttons
    assert not table.board.pinned
    await check_board(table)
    await draws(table)
    await let_count(threaded)
    check_put_away(table)
    await check_board(table)


async def test_a_correction_after_the_end_is_seen_and_put_away_once(threaded: Server) -> None:
    table = await ended(threaded)
    before, sent = table.embed.to_dict(), count(threaded, POST)
    preview = answer(await threaded.ana.slash(table.channel, "override void", reason="It was a test."))
    with slow("PATCH", 1):  # it is told that the thread is open while it archives it
        await threaded.ana.click(preview, label="Apply")
        await threaded.env.advance_time(10)
    assert table.embed.to_dict() != before
    assert is_archived(table)
    assert len(table.boards) == 1
    assert count(threaded, POST) == sent + 1


async def test_a_rematch_is_in_the_same_thread(threaded: Server) -> None:
    table = await ended(threaded)
    result = table.board.id
    await threaded.bo.click(table.board, label="Rematch")
    assert len(threaded.channel.threads) == 1
    assert not is_archived(table)
    for name in ("ana", "cy", "di"):
        await threaded.people[name].click(table.board, label="Join")
    assert [board.id for board in table.boards if board.pinned] == [result]
    await threaded.bo.click(table.board, label="Start")
    await draws(table)
    await let_count(threaded)
    check_put_away(table)
    assert [board.pinned for board in table.boards] == [True, True]


async def test_a_rematch_of_a_game_in_the_channel_is_in_the_channel(server: Server) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di)
    await end(ana, server.channel, "draw")
    await sets_threads(server, "thread")
    await bo.click(table.board, label="Rematch")
    assert server.channel.threads == []
    assert "Join" in table.buttons


async def test_a_result_that_is_late_is_pinned_and_leaves_the_next_pod_alone(threaded: Server) -> None:
    table = await played(threaded)
    await draws(table)
    fails(threaded, PATCH, 500, None)
    await let_count(threaded)
    await threaded.env.advance_time(PATIENT)
    await threaded.bo.slash(table.channel, "pod open")
    heals(threaded)
    await pass_time(threaded, HEALED)
    result, lobby = table.boards
    assert (result.pinned, lobby.pinned) == (True, False)
    assert not is_archived(table)
    assert "1. Bo" in table.seats


# Trouble


@pytest.mark.parametrize("lost", [PIN, ARCHIVE])
@pytest.mark.parametrize("status", [500, 429])
async def test_what_discord_failed_at_is_done_later(threaded: Server, lost: tuple[str, str], status: int) -> None:
    table = await played(threaded)
    await draws(table)
    fails(threaded, lost, status, None)
    await let_count(threaded)
    assert not is_archived(table)
    heals(threaded)
    await pass_time(threaded, HEALED)
    check_put_away(table)
    await check_board(table)


@pytest.mark.parametrize("lost", [PIN, ARCHIVE])
async def test_a_restart_in_between_puts_the_thread_away(threaded: Server, lost: tuple[str, str]) -> None:
    table = await played(threaded)
    await draws(table)
    fails(threaded, lost, 500, None)
    await let_count(threaded)
    heals(threaded)
    await threaded.crash()
    await threaded.env.settle()
    check_put_away(table)
    await check_board(table)


async def test_a_crash_after_the_end_leaves_a_thread_put_away(threaded: Server) -> None:
    table = await ended(threaded)
    board = table.board.id
    await threaded.crash()
    await threaded.env.settle()
    check_put_away(table)
    assert table.board.id == board


async def test_a_pin_that_is_not_allowed_is_foretold_and_not_tried_for_ever(threaded: Server) -> None:
    strict = denied(threaded, "pin_messages")
    told = said(await threaded.bo.slash(strict, "pod open"))
    assert told == f"✅ Your pod is open: <#{strict.threads[0].id}>" + warned("Pin Messages")
    table = await played(threaded, strict)
    await draws(table)
    await let_count(threaded)
    assert is_archived(table)
    assert not table.board.pinned
    await check_board(table)
    asked = len(threaded.env.http_requests)
    await pass_time(threaded, HEALED)
    assert len(threaded.env.http_requests) == asked


@pytest.mark.parametrize(
    ("permission", "name"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_without_permission_the_pod_is_in_the_channel_and_the_answer_says_what_is_missing(
    threaded: Server, permission: str, name: str
) -> None:
    strict = denied(threaded, permission)
    told = said(await threaded.bo.slash(strict, "pod open"))
    assert told == f"✅ Your pod is open. Players can join on the board in this channel.{warned(name)}"
    assert strict.threads == []
    assert Table(threaded, strict).seats.endswith("1. Bo")


async def test_a_thread_that_discord_refuses_leaves_the_pod_in_the_channel(threaded: Server) -> None:
    fails(threaded, CREATE, 400, code=160006)
    told = said(await threaded.bo.slash(threaded.channel, "pod open"))
    assert told.endswith(f"\n⚠️ {load_translations('en')('threads-refused')}")
    assert Table(threaded).seats.endswith("1. Bo")


async def test_a_channel_that_is_for_threads_alone_has_pods(threaded: Server) -> None:
    quiet = denied(threaded, "send_messages")
    told = said(await threaded.bo.slash(quiet, "pod open"))
    assert told == f"✅ Your pod is open: <#{quiet.threads[0].id}>"
    assert len(Table(threaded, quiet.threads[0]).boards) == 1


# The wizard


async def test_the_wizard_tells_what_threads_need(server: Server) -> None:
    strict = denied(server, "send_messages", "create_public_threads", "pin_messages")
    wizard = Wizard(server, await server.ana.slash(server.channel, "setup server"))
    await wizard.shows("channels")
    await wizard.sets("channels", server.channel, strict)
    assert wizard.text.endswith(f"⚠️ <#{strict.id}>: please give me Send Messages")
    await wizard.chooses("threads", "thread")
    missing = f"⚠️ <#{strict.id}>: please give me Create Public Threads, Pin Messages"
    assert wizard.text.endswith(missing)
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert f"✅ <#{server.channel.id}>: I can post boards\n{missing}" in wizard.text
    await wizard.shows("threads")
    await wizard.sets("threads", "channel")
    assert "⚠️" not in wizard.text


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_language_says_where_the_pod_is(threaded: Server, locale: Locale) -> None:
    threaded.speaks(threaded.bo, {"en": "en-GB"}.get(locale, locale))
    told = said(await threaded.bo.slash(threaded.channel, "pod open"))
    (thread,) = threaded.channel.threads
    assert told == "✅ " + load_translations(locale)("done-thread", thread=f"<#{thread.id}>")
