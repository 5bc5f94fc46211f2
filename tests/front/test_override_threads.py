"""Deciding in a channel about the games of its threads, with the rights that count there."""

import re

import discord
import pytest
import simcord
from simcord.backend.models import Channel
from simcord.enums import ChannelType

from bot.i18n import load_translations
from tests.front import forging
from tests.front.deciding import WHY, Preview, log, offered, override, ranking, shown
from tests.front.playing import Table, end, let_count, said, sets
from tests.front.simulated import Server, answer
from tests.front.test_replacing import taking_out
from tests.front.test_threads import is_archived, opened, sets_threads
from tests.front.test_what_counts import trail

NO_SUCH_POD = f"🚫 {load_translations('en')('refusal-no-such-pod')}"
ONLY_MODERATORS = f"🚫 {load_translations('en')('refusal-only-moderators')}"


async def won(server: Server, winner: str, channel: simcord.ChannelHandle | None = None, **options: object) -> Table:
    """A game of Bo, Cy, Di and Eve in a thread of its own, which this one of them has won."""
    table = await opened(server, server.bo, channel, **options)
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, label="Join")
    await server.bo.click(table.board, label="Start")
    choices = await server.bo.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    for loser in sorted({"Bo", "Cy", "Di", "Eve"} - {winner}):
        await table.reports(server.bo, loser, winner)
    return table


async def two_threads(server: Server) -> tuple[Table, Table, Table]:
    """The channel, and two of its threads, whose games were played on one day and count."""
    await sets_threads(server, "thread")
    first = await won(server, "Di", title="Table red")
    second = await won(server, "Cy", title="Table blue")
    await let_count(server)
    return Table(server), first, second


def value_of(table: Table) -> str:
    """How the only game of a thread is named in its channel."""
    return f"{table.channel.id}/1"


def thread_of(table: Table) -> Channel:
    """The thread as Discord has it."""
    return table.server.env.backend.get_thread(table.channel.id)


async def values_for(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> list[str]:
    """The games that are offered to a member."""
    found = await who.autocomplete(channel, "override void", "pod", "")
    return [str(choice["value"]) for choice in found]


def moderated(server: Server, *who: simcord.MemberActor) -> simcord.ChannelHandle:
    """A channel that these members moderate, and no other."""
    may = discord.PermissionOverwrite(manage_messages=True)
    return server.guild.create_text_channel("den", overwrites=dict.fromkeys(who, may))


async def in_den(server: Server) -> tuple[Table, Table, Table]:
    """A channel that Fay moderates with a thread of it, and a thread of a channel she does not."""
    _, other, _ = await two_threads(server)
    den = moderated(server, server.fay)
    own = await won(server, "Bo", den, title="Table green")
    await let_count(server)
    return Table(server, den), own, other


async def test_a_channel_offers_its_own_games_and_those_of_its_threads_the_newest_first(server: Server) -> None:
    own = await Table(server).opened(server.fay)
    await end(server.ana, own.channel, "close")
    parent, first, second = await two_threads(server)
    found = {str(c["value"]): str(c["name"]) for c in await offered(parent, "void", "pod")}
    assert list(found) == [value_of(second), value_of(first), "1"]
    assert re.fullmatch(r"#1 · .* 00:00 · 🧵 Table blue · 🏆 Cy, .*", found[value_of(second)])
    assert re.fullmatch(r"#1 · .* 00:00 · 🧵 Table red · 🏆 Di, .*", found[value_of(first)])
    assert found["1"].endswith("Esclave · no result")
    assert [c["value"] for c in await offered(parent, "void", "pod", "RED")] == [value_of(first)]
    assert [c["value"] for c in await offered(first, "void", "pod")] == ["1"]


async def test_a_thread_s_game_is_decided_about_from_the_channel(server: Server) -> None:
    parent, first, second = await two_threads(server)
    records = server.guild.create_text_channel("records")
    await sets(server, "log_channel", records)
    before = second.embed.to_dict()
    dis = parent.keys["Di"] = first.keys["Di"]
    names = await offered(parent, "points", "player", "Di", pod=value_of(first))
    assert [c["value"] for c in names] == [dis]
    preview = await shown(parent, "points", pod=value_of(first), player="Di", points=7)
    where = f"<#{first.channel.id}>, game no. 1"
    assert preview.decided.startswith(f"{where}\n\n")
    assert preview.changes == ["**Di** 👑 master `+3` → `+7`"]
    assert (await preview.press("Apply")).startswith(f"{where}\n")
    assert "Di +7" in first.points
    assert WHY in await log(first)
    assert second.embed.to_dict() == before
    assert "**Di** · 8 pts" in await ranking(parent)
    trail = answer(await server.ana.slash(parent.channel, "audit")).embeds[0].description or ""
    posted = [m.content for m in records.history(viewer=server.ana) if WHY in m.content]
    named = f"<#{first.channel.id}> “Table red”, game no. 1"
    assert named in trail
    assert len(posted) == 1
    assert named in posted[0]


async def test_a_thread_s_report_is_put_right_from_the_channel_after_a_restart(server: Server) -> None:
    parent, first, second = await two_threads(server)
    assert is_archived(first)
    await server.restart()  # Discord tells of no thread that is archived
    assert await values_for(server.ana, parent.channel) == [value_of(second), value_of(first)]
    pod = value_of(first)
    bos = (await offered(parent, "responsible", "report", "Bo:", pod=pod))[0]["value"]
    players = await offered(parent, "responsible", "player", pod=pod, report=bos)
    assert "nobody" in [c["name"] for c in players]
    preview = await shown(parent, "responsible", report=bos, player="Nobody")
    assert "**Bo** serves Di `+1` → 💀 out `0`" in preview.changes
    await preview.press("Apply")
    assert "Bo 0" in first.points


async def test_another_report_is_made_in_the_place_of_a_thread_s(server: Server) -> None:
    parent, first, _ = await two_threads(server)
    parent.keys = first.keys
    preview = await taking_out(parent, "Bo:", pod=value_of(first))
    form = await preview.replaces()
    await form.pick("cause", "poison")
    await form.press("send")
    assert preview.decided.startswith(f"<#{first.channel.id}>, game no. 1")
    assert "Poison" in preview.decided
    await preview.press("Apply")
    assert len(await offered(parent, "undo", "report", "Bo:", pod=value_of(first))) == 1
    (put_right,) = await offered(first, "undo", "report", "Bo:", pod="1")
    assert "Poison" in str(put_right["name"])


async def test_a_preview_that_a_restart_took_says_so(server: Server) -> None:
    parent, first, _ = await two_threads(server)
    preview = await shown(parent, "void", pod=value_of(first))
    await server.restart()
    assert "This preview is closed" in await preview.press("Apply")


async def test_a_game_of_a_thread_that_is_gone_is_decided_about_if_its_channel_is_known(server: Server) -> None:
    parent, first, second = await two_threads(server)
    await server.restart()
    assert len(await values_for(server.ana, parent.channel)) == 2
    server.env.backend.delete_channel(first.channel.id)
    await server.env.settle()
    assert value_of(first) in await values_for(server.ana, parent.channel)
    preview = await shown(parent, "void", pod=value_of(first))
    assert "Nothing" not in await preview.press("Apply")
    assert "**Cy** · 3 pts" in await ranking(parent)
    await server.restart()
    found = await offered(parent, "void", "pod")
    assert [each["value"] for each in found] == [value_of(second), value_of(first)]
    assert "🧵 deleted channel" in str(found[1]["name"])


async def test_a_game_of_a_channel_that_was_deleted_is_decided_about_from_any_other(server: Server) -> None:
    gone = Table(server, server.guild.create_text_channel("gone"))
    await gone.started(server.bo, server.cy, server.di, server.eve, title="Last night")
    for loser in ("Bo", "Cy", "Eve"):
        await gone.reports(server.bo, loser, "Di")
    await let_count(server)
    parent = Table(server)
    before = await ranking(parent)
    assert "**Di**" in before
    value = value_of(gone)
    assert said(await override(parent, "void", {"pod": value})) == NO_SUCH_POD
    server.env.backend.delete_channel(gone.channel.id)
    await server.env.settle()
    (choice,) = await offered(parent, "void", "pod")
    assert choice["value"] == value
    assert "🧵 deleted channel · Last night · 🏆 Di" in str(choice["name"])
    assert said(await override(parent, "void", {"pod": f"{gone.channel.id}/99"})) == NO_SUCH_POD
    preview = await shown(parent, "void", pod=value)
    await preview.press("Apply")
    assert await ranking(parent) != before
    assert "voided the game" in (await trail(parent))[0]


async def test_who_moderates_one_thread_cannot_decide_about_another_s_game(server: Server) -> None:
    den, own, other = await in_den(server)
    fay, before = server.fay, await ranking(den)
    assert await values_for(fay, den.channel) == [value_of(own)]
    asked: list[tuple[str, dict[str, object]]] = [
        ("void", {"pod": value_of(other)}),
        ("undo", {"report": f"{value_of(other)}:0"}),
    ]
    for name, more in asked:
        assert said(await override(den, name, more, fay)) == NO_SUCH_POD
        assert said(await override(own, name, more, fay)) == NO_SUCH_POD
        away = await forging.command(fay, server.channel, f"override {name}", reason=WHY, **more)
        assert said(away) == ONLY_MODERATORS
    for option in ("report", "pod"):
        typed = await forging.typing(fay, den.channel, "override undo", option, "", pod=value_of(other))
        assert str(other.channel.id) not in str(typed.autocomplete_choices)
    assert await ranking(den) == before
    preview = Preview(den, fay, await override(den, "void", {"pod": value_of(own)}, fay))
    await preview.press("Apply")
    assert await ranking(den) != before


async def test_who_moderates_no_more_has_lost_the_decision(server: Server) -> None:
    den, own, _ = await in_den(server)
    before = await ranking(den)
    preview = Preview(den, server.fay, await override(den, "void", {"pod": value_of(own)}, server.fay))
    server.env.backend.get_channel(den.channel.id).overwrites.clear()
    assert await preview.press("Apply") == ONLY_MODERATORS
    assert await ranking(den) == before


async def test_a_private_thread_is_for_those_who_see_it(server: Server) -> None:
    den, own, _ = await in_den(server)
    weighed = await override(den, "void", {"pod": value_of(own)}, server.fay)
    preview = Preview(den, server.fay, weighed)
    thread_of(own).type = ChannelType.PRIVATE_THREAD
    server.env.backend.edit_channel(own.channel.id, {}, thread_metadata={"archived": False})
    await server.env.settle()
    assert await values_for(server.fay, den.channel) == []
    for label in ("Apply", "Cancel"):
        assert await preview.press(label) == NO_SUCH_POD
    assert said(await override(den, "void", {"pod": value_of(own)}, server.fay)) == NO_SUCH_POD


NO_THREADS = ["/1", "x/1", "1/", "1/1", f"{'9' * 30}/1", "1/1/1", "-1/1"]


async def test_a_thread_that_never_was_is_refused(server: Server, subtests: pytest.Subtests) -> None:
    parent, *_ = await two_threads(server)
    for pod in NO_THREADS:
        with subtests.test(pod):
            assert said(await override(parent, "void", {"pod": pod})) == NO_SUCH_POD
            assert await offered(parent, "undo", "report", pod=pod) == []
