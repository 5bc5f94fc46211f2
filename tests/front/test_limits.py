"""How much one person, and one server, may ask; and how long what they write may be."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta

import pytest
import simcord

from bot.app import BotApplication
from bot.front.interaction.rate_limits import TokenBucketRateLimit, UserAndServerRateLimits, UserRequestRateLimiter
from bot.front.reports.report_draft import MAX_PARTS
from bot.front.standings.rule_changes import MAX_DEEDS_LENGTH
from bot.projections.limits import MAX_UNCONFIRMED_ENTRIES
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress
from tests.front.forging import STRING, command, commands, press, submit
from tests.front.playing import Table, end, forced, form_of, opens, said, switch_on
from tests.front.simulated import Server, answer, deliver_again
from tests.front.test_entering import fills as fill_past_game_form
from tests.front.test_entering import opens as open_past_game_form
from tests.front.test_plan_listings import CANCELLED, events
from tests.front.test_plans import direct

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANA, BO, HERE, THERE = 1, 2, 11, 12


@pytest.fixture
def limits() -> UserAndServerRateLimits:
    """So little that a test reaches it."""
    return UserAndServerRateLimits(
        person={
            "playing": TokenBucketRateLimit(20, 1),
            "costly": TokenBucketRateLimit(3, 10),
            "typing": TokenBucketRateLimit(5, 1),
        },
        server={"costly": TokenBucketRateLimit(6, 5)},
        opened=2,
        open=3,
    )


# The bucket


def refused(throttle: UserRequestRateLimiter, seconds: float, person: int = ANA, server: int = HERE) -> str:
    """When somebody who asks for something costly may try again; empty if they may now."""
    try:
        throttle.count_user_request("costly", person, server, NOON + timedelta(seconds=seconds))
    except Refusal as refusal:
        return str(refusal.arguments["again"])
    return ""


def at(seconds: float) -> str:
    return f"<t:{int(NOON.timestamp() + seconds)}:R>"


def test_a_person_may_ask_so_often_at_once_and_then_one_more_each_time(limits: UserAndServerRateLimits) -> None:
    throttle = UserRequestRateLimiter(limits)
    assert [refused(throttle, 0) for _ in range(4)] == ["", "", "", at(10)]
    assert [refused(throttle, second) for second in (9.9, 10, 10)] == [at(10), "", at(20)]
    assert [refused(throttle, 1_000) for _ in range(4)] == ["", "", "", at(1_010)]


def test_a_person_is_the_same_on_every_server(limits: UserAndServerRateLimits) -> None:
    throttle = UserRequestRateLimiter(limits)
    assert [refused(throttle, 0, ANA, where) for where in (HERE, THERE, HERE)] == ["", "", ""]
    assert refused(throttle, 0, ANA, THERE) == at(10)
    assert refused(throttle, 0, BO, THERE) == ""


def test_a_server_may_ask_so_often_whoever_asks(limits: UserAndServerRateLimits) -> None:
    throttle = UserRequestRateLimiter(limits)
    assert [refused(throttle, 0, person) for person in range(6)] == [""] * 6
    assert refused(throttle, 0, 7) == at(5)
    assert refused(throttle, 0, 7, THERE) == ""


def test_what_was_refused_is_not_counted(limits: UserAndServerRateLimits) -> None:
    throttle = UserRequestRateLimiter(limits)
    for person in range(6):
        refused(throttle, 0, person)
    assert {refused(throttle, 0, 7) for _ in range(50)} == {at(5)}
    assert refused(throttle, 5, 7) == ""


def test_one_pace_is_not_the_other(limits: UserAndServerRateLimits) -> None:
    throttle = UserRequestRateLimiter(limits)
    assert [refused(throttle, 0) for _ in range(4)][-1] == at(10)
    throttle.count_user_request("playing", ANA, HERE, NOON)


def test_those_who_asked_long_ago_are_forgotten(limits: UserAndServerRateLimits) -> None:
    throttle = UserRequestRateLimiter(limits, maximum_buckets=10)
    for person in range(1_000):
        throttle.count_user_request("playing", person, HERE, NOON)
    assert len(throttle._paid) == 10


# Through Discord


@pytest.mark.usefixtures("still")
async def test_who_asks_too_much_is_told_when_to_try_again(server: Server) -> None:
    for _ in range(3):
        assert answer(await server.bo.slash(server.channel, "leaderboard")).embeds
    then = int((server.env.now() + timedelta(seconds=10)).timestamp())
    told = said(await server.bo.slash(server.channel, "leaderboard"))
    assert told == f"🚫 You are going too fast. Try again <t:{then}:R>."
    assert answer(await server.cy.slash(server.channel, "leaderboard")).embeds
    await server.env.advance_time(10)
    assert answer(await server.bo.slash(server.channel, "leaderboard")).embeds


async def test_a_game_goes_on_for_who_asked_too_much(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for _ in range(4):
        await server.bo.slash(table.channel, "leaderboard")
    assert said(await table.reports(server.bo, "Bo", "Ana")).startswith("✅")


async def test_buttons_count_as_commands_do(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for _ in range(3):
        await form_of(table, server.bo)
    told = said(await server.bo.click(table.board, label="Report"))
    assert told.startswith("🚫 You are going too fast")


async def test_who_types_too_fast_is_offered_nothing_for_a_moment(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    offers = [await server.bo.autocomplete(table.channel, "defeat", "loser", "") for _ in range(6)]
    assert [len(offered) for offered in offers] == [4] * 5 + [0]
    await server.env.advance_time(1)
    assert len(await server.bo.autocomplete(table.channel, "defeat", "loser", "")) == 4


# Open pods


async def read_states(server: Server, channels: Iterable[simcord.ChannelHandle]) -> Sequence[str | None]:
    """How the pod stands that each channel saw last."""
    app = server.bot.app
    assert isinstance(app, BotApplication)
    places = [ChannelAddress(server.guild.id, channel.id) for channel in channels]
    found = [await app.service.load_current_game(place) for place in places]
    return [live.pod.state if live.pod else None for live in found]


@contextmanager
def unheard(env: simcord.Env) -> Iterator[None]:
    """What happens in the block, the bot is not told of."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(env.backend, "emit", lambda *_, **__: None)
        yield


async def test_one_person_opens_so_many_pods_at_a_time(server: Server) -> None:
    tables = [Table(server, server.guild.create_text_channel(f"table-{number}")) for number in range(3)]
    for table in tables[:2]:
        await table.opened(server.bo)
    told = said(await server.bo.slash(tables[2].channel, "pod open"))
    where = ", ".join(f"<#{table.channel.id}>" for table in tables[:2])
    assert told.startswith(f"🚫 You already have open games in {where}.")
    assert tables[2].boards == []
    await server.env.advance_time(60)
    await end(server.bo, tables[0].channel, "close")
    assert said(await server.bo.slash(tables[2].channel, "pod open")).startswith("✅")


async def test_a_pod_too_many_leaves_no_thread_behind(server: Server) -> None:
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    await press(server.ana, server.channel, wizard, "setup:threads:set", "thread")
    for _ in range(2):
        assert said(await server.bo.slash(server.channel, "pod open")).startswith("✅")
    told = said(await server.bo.slash(server.channel, "pod open"))
    assert told.startswith("🚫 You already have open games")
    assert len(server.channel.threads) == 2


async def test_a_server_has_so_many_open_pods(server: Server) -> None:
    for number, host in enumerate((server.bo, server.cy, server.di)):
        channel = server.guild.create_text_channel(f"table-{number}")
        await Table(server, channel).opened(host)
    told = said(await server.eve.slash(server.channel, "pod open"))
    assert told.startswith("🚫 This server already has 3 open games.")
    there = server.env.create_guild("Elsewhere")
    eve = there.add_member(server.eve.user)
    assert said(await eve.slash(there.create_text_channel("table"), "pod open")).startswith("✅")


async def test_a_channel_that_is_deleted_frees_the_slot_of_its_host(server: Server) -> None:
    channels = [server.guild.create_text_channel(f"table-{number}") for number in range(2)]
    for channel in channels:
        await Table(server, channel).opened(server.bo)
    server.env.backend.delete_channel(channels[0].id)
    await server.env.settle()
    assert await read_states(server, channels) == ["closed", "lobby"]
    assert said(await server.bo.slash(server.channel, "pod open")).startswith("✅")


async def test_threads_that_are_gone_free_slots_one_by_one_or_with_their_channel(server: Server) -> None:
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    await press(server.ana, server.channel, wizard, "setup:threads:set", "thread")
    for channel in (server.channel, server.guild.create_text_channel("attic")):
        assert said(await server.bo.slash(channel, "pod open")).startswith("✅")
    first, second = server.channel.threads[0], channel.threads[0]
    server.env.backend.delete_channel(first.id)
    await server.env.settle()
    assert await read_states(server, [first, second]) == ["closed", "lobby"]
    server.env.backend.delete_channel(second.id)
    server.env.backend.delete_channel(channel.id)
    await server.env.settle()
    assert await read_states(server, [first, second]) == ["closed", "closed"]


async def test_a_channel_that_was_deleted_while_the_bot_was_away_frees_its_slot_when_it_is_needed(
    server: Server,
) -> None:
    channels = [server.guild.create_text_channel(f"table-{number}") for number in range(2)]
    for channel in channels:
        await Table(server, channel).opened(server.bo)
    with unheard(server.env):
        server.env.backend.delete_channel(channels[0].id)
    await server.restart()
    assert await read_states(server, channels) == ["lobby", "lobby"]
    assert said(await server.bo.slash(server.channel, "pod open")).startswith("✅")
    assert await read_states(server, channels) == ["closed", "lobby"]


@pytest.mark.parametrize("heard", [True, False], ids=["heard", "missed"])
async def test_what_was_planned_in_a_deleted_channel_is_over_with_its_event_and_frees_its_slots(
    server: Server, heard: bool
) -> None:
    room = server.guild.create_text_channel("room")
    for days in (2, 3):
        when = {"when": f"in {days} days", "every": "1", "event": True}
        await opens(server.bo, room, "pod plan", **when)
        await server.env.advance_time(60)
    told = said(await server.bo.slash(server.channel, "pod plan", when="in 1 day"))
    assert told.startswith(f"🚫 You already have plans in <#{room.id}>")
    with nullcontext() if heard else unheard(server.env):
        server.env.backend.delete_channel(room.id)
    await server.env.advance_time(60)
    if not heard:
        await server.restart()
    asked = await server.bo.slash(server.channel, "pod plan", when="in 1 day")
    assert "Is that right?" in said(asked)
    await server.env.advance_time(60)
    assert [each.status for each in events(server)] == [CANCELLED] * 2
    await server.crash(away=8 * 24 * 3600)
    await server.env.advance_time(60)
    assert len(events(server)) == 2


async def test_form_is_not_shown_to_whoever_could_not_send_it(server: Server) -> None:
    """Of a poll when too much is planned, and of a past game when too many entered games wait to be confirmed."""
    await switch_on(server, "night")
    for days in (2, 3):
        await opens(server.bo, server.channel, "pod plan", when=f"in {days} days")
        await server.env.advance_time(60)
    asked = await server.bo.slash(server.channel, "night ask")
    assert asked.modal is None
    assert said(asked).startswith(f"🚫 You already have plans in <#{server.channel.id}>")
    for _ in range(MAX_UNCONFIRMED_ENTRIES):
        assert "✅" in await (await fill_past_game_form(server, server.ana)).send()
        await server.env.advance_time(60)
    recorded = said(await open_past_game_form(server, server.ana))
    assert recorded.startswith("🚫"), recorded
    assert f"<#{server.channel.id}>" in recorded


async def test_nobody_is_reminded_of_what_was_planned_in_a_channel_that_is_gone(server: Server) -> None:
    room = server.guild.create_text_channel("room")
    asked = await server.bo.slash(room, "pod plan", when="in 2 h", every="1")
    await server.bo.click(answer(asked), label="Plan it")
    (board,) = Table(server, room).boards
    await server.bo.click(board, label="Remind me")
    with unheard(server.env):
        server.env.backend.delete_channel(room.id)
    await server.crash(away=100 * 60)
    await server.env.advance_time(60)
    assert direct(server, server.bo) == []


async def test_a_channel_that_the_bot_may_not_see_is_not_gone(server: Server) -> None:
    channels = [server.guild.create_text_channel(f"table-{number}") for number in range(2)]
    for channel in channels:
        await Table(server, channel).opened(server.bo)
    server.env.inject_error("GET", "/channels/*", status=403, code=50001)
    with unheard(server.env):
        server.env.backend.delete_channel(channels[0].id)
    await server.restart()
    told = said(await server.bo.slash(server.channel, "pod open"))
    assert told.startswith("🚫 You already have open games")
    assert await read_states(server, channels) == ["lobby", "lobby"]


async def test_a_rematch_is_a_pod_too(server: Server) -> None:
    for number in range(2):
        channel = server.guild.create_text_channel(f"table-{number}")
        await Table(server, channel).opened(server.bo)
    table = await Table(server).started(*server.everybody[2:6])
    await end(server.cy, table.channel, "draw")
    told = said(await server.cy.click(table.board, label="Rematch"))
    assert told.startswith("✅")
    await end(server.cy, table.channel, "close")
    table = await Table(server).started(server.cy, server.bo, *server.everybody[3:5])
    await end(server.cy, table.channel, "draw")
    told = said(await server.bo.click(table.board, label="Rematch"))
    assert told.startswith("🚫 You already have open games")


async def test_the_last_pod_that_may_be_opened_is_opened_once_if_discord_says_it_twice(server: Server) -> None:
    channel = server.guild.create_text_channel("another")
    await server.bo.slash(channel, "pod open")
    opened = await server.bo.slash(server.channel, "pod open")
    deliver_again(server.env, opened)
    await server.env.settle()
    assert said(opened).startswith("✅")
    assert len(Table(server).boards) == 1


# Lengths


async def test_every_option_that_is_typed_has_a_length_which_discord_is_told(server: Server) -> None:
    longest = {
        f"{name} {option['name']}": option.get("max_length", 6_000)
        for name, told in commands(server.env).items()
        for option in told.get("options", [])
        if option["type"] == STRING and "choices" not in option
    }
    assert len(longest) > 10
    assert {name: most for name, most in longest.items() if most > 600} == {"season rules deeds": MAX_DEEDS_LENGTH}


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("pod open", {"title": "x" * 81}, "That is too long. Shorten it to 80 characters at most."),
        ("pod open", {"size": 99}, "Discord sent a value that I don’t offer."),
        ("pod open", {"size": "four"}, "Discord sent a value that I don’t offer."),
        ("pod open", {"table": "chess"}, "Discord sent a value that I don’t offer."),
        ("pod open", {"life": "yes"}, "Discord sent a value that I don’t offer."),
        ("rules", {"rule": ""}, "Discord sent a value that I don’t offer."),
        ("pod open", {"title": "\ud83d"}, "The text contains something I can’t read."),
    ],
)
async def test_an_option_that_discord_should_have_stopped_is_refused(
    server: Server, name: str, options: dict[str, object], told: str
) -> None:
    assert said(await command(server.bo, server.channel, name, **options)).startswith(f"🚫 {told}")
    assert Table(server).boards == []


async def test_every_text_of_a_form_has_a_length_which_discord_is_told(server: Server) -> None:
    form = await form_of(await Table(server).started(*server.everybody[:4]), server.bo)
    modal = (await form.press("card")).modal
    assert modal is not None
    fields = [label["component"] for label in modal["components"]]
    assert [field["max_length"] for field in fields] == [100, 6]


async def test_a_text_that_is_too_long_is_refused_whatever_the_client_lets_through(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    form = await form_of(table, server.bo)
    await form.press("card")
    texts = {"card": "x" * 101, "amount": ""}
    result = await submit(server.bo, server.channel, table.board, f"form:{form.token}:filled", texts)
    assert said(result) == "🚫 That is too long. Shorten it to 100 characters at most."
    assert "xxx" not in str(form.message.embeds[0].to_dict())


async def test_a_report_has_room_for_so_many_objects(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    form = await form_of(table, server.bo)
    await form.press("details")
    for _ in range(MAX_PARTS - 1):
        await form.press("source")
        await server.env.advance_time(1)
    told = await forced(table, server.bo, table.board, f"form:{form.token}:source")
    assert said(told).startswith(f"🚫 A report holds {MAX_PARTS} sources at most.")
