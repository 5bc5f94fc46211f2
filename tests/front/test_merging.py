"""Two accounts of a server that are one person: `/override merge`."""

from typing import Any

import pytest
from msgspec.structs import replace
from simcord import InteractionResult, MemberActor

from bot.care.integrity import check_integrity_of_database
from bot.front.moderation import account_merging
from bot.storage.engine import schema
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.tables.merges import PATIENCE
from tests.front import forging
from tests.front.playing import Table, end, let_count, said
from tests.front.simulated import Server, answer, deliver_again, pass_quietly
from tests.front.test_keeping_apart import avoids
from tests.front.test_me import app_of, forgets
from tests.storage.store import rows


async def plays(server: Server, *seated: MemberActor, channel: str = "") -> Table:
    """The first of them wins, and the game counts."""
    at = server.guild.create_text_channel(channel) if channel else None
    table = await Table(server, at).started(*seated)
    winner, *losers = (each.user.global_name for each in seated)
    for loser in losers:
        await table.reports(seated[0], str(loser), str(winner))
    await let_count(server)
    return table


async def merges(
    server: Server, old: MemberActor, new: MemberActor, by: MemberActor | None = None
) -> InteractionResult:
    who = by or server.ana
    return await who.slash(server.channel, "override merge", **{"from": old, "to": new, "reason": "New phone"})


async def asks(server: Server, old: MemberActor, new: MemberActor) -> Any:
    """The message that asks both."""
    shown = await merges(server, old, new)
    asked = await server.ana.click(answer(shown), label="Ask both")
    return asked.followups[-1]


async def points(server: Server) -> dict[str, int]:
    """Everybody's points, of all time."""
    database = app_of(server).database
    names = {row[0]: row[2] for row in await rows(database, schema.people)}
    at = [each.name for each in schema.standings.c]
    found = [dict(zip(at, row, strict=True)) for row in await rows(database, schema.standings)]
    return {
        names.get(each["player"], "?"): each["points"]
        for each in found
        if (each["span"], each["variant"], each["table"]) == ("ever", "", "")
    }


async def check_database_integrity(server: Server) -> None:
    """What is kept ready is what a rebuild would make."""
    report = await app_of(server).database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert (report.strayed.count, report.damaged.count) == (0, 0)


async def both_agree(server: Server, old: MemberActor, new: MemberActor) -> str:
    asked = await asks(server, old, new)
    assert "Now the other account" in said(await new.click(asked, label="That’s me"))
    return said(await old.click(asked, label="That’s me"))


async def test_both_agree_and_everything_belongs_to_the_account_that_stays(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve, channel="one")
    await plays(server, server.gil, server.cy, server.di, server.eve, channel="two")
    before = await points(server)
    shown = await merges(server, server.bo, server.gil)
    assert shown.ephemeral
    assert "Bo: 3 → –" in said(shown)
    assert "Gil: 3 → 6" in said(shown)
    assert "Cy" not in said(shown)
    assert await points(server) == before
    assert "are one person here" in await both_agree(server, server.bo, server.gil)
    after = await points(server)
    assert after == {**{k: v for k, v in before.items() if k != "Bo"}, "Gil": 6}
    await check_database_integrity(server)
    await server.restart()
    trail = answer(await server.ana.slash(server.channel, "audit"))
    assert "made Bo and Gil one person: New phone" in str(trail.embeds[0].to_dict())


async def test_games_that_the_old_account_plays_later_belong_to_the_other_too(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve, channel="one")
    await both_agree(server, server.bo, server.gil)
    table = await plays(server, server.bo, server.cy, server.di, server.eve, channel="two")
    assert (await points(server))["Gil"] == 6
    lobby = await Table(server, table.channel).opened(server.gil)
    refused = said(await server.bo.click(lobby.board, custom_id=lobby.find_button("join")))
    assert "You sit here already as Gil" in refused
    await check_database_integrity(server)


async def test_a_merge_is_taken_back_as_one(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve, channel="one")
    await plays(server, server.gil, server.cy, server.di, server.eve, channel="two")
    await plays(server, server.fay, server.cy, server.di, server.eve, channel="three")
    before = await points(server)
    await both_agree(server, server.bo, server.gil)
    await both_agree(server, server.gil, server.fay)
    assert (await points(server))["Fay"] == 9
    await check_database_integrity(server)
    offered = await server.ana.autocomplete(server.channel, "override unclaim", "guest", "")
    values = {each["name"]: each["value"] for each in offered}
    for name, left in (("Gil · Fay", {"Gil": 6, "Fay": 3}), ("Bo · Gil", {"Bo": 3, "Gil": 3})):
        done = await server.ana.slash(server.channel, "override unclaim", guest=values[name], reason="Wrong")
        assert "two people again" in said(done)
        found = await points(server)
        assert {player: found[player] for player in left} == left
        await check_database_integrity(server)
    assert await points(server) == before


async def test_accounts_that_ever_sat_together_are_never_merged(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.gil, server.cy)
    await server.gil.click(table.board, custom_id=table.find_button("leave"))
    await end(server.bo, table.channel, "close")
    assert "they are two people" in said(await merges(server, server.gil, server.bo))
    assert "begin a new" not in said(await merges(server, server.gil, server.cy))
    assert await rows(app_of(server).database, schema.merges) == []


async def test_nobody_else_answers_and_one_no_ends_it(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    asked = await asks(server, server.bo, server.gil)
    assert "Only these two accounts" in said(await server.cy.click(asked, label="That’s me"))
    yes = asked.components[0]["components"][0]["custom_id"]
    assert "stay apart" in said(await server.bo.click(asked, label="No"))
    assert server.env.backend.get_message(server.channel.id, asked.id).components == []
    assert "settled already" in said(await forging.press(server.gil, server.channel, asked, yes))
    own = await merges(server, server.ana, server.gil)
    assert "One of these accounts is yours" in said(own)


async def test_an_administrator_decides_once_the_old_account_was_silent_for_a_week(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    asked = await asks(server, server.bo, server.gil)
    await server.gil.click(asked, label="That’s me")
    early = answer(await merges(server, server.bo, server.gil))
    labels = [each["label"] for row in early.components for each in row["components"]]
    assert labels == ["Ask both"]
    await pass_quietly(server, PATIENCE.total_seconds())
    late = answer(await merges(server, server.bo, server.gil))
    pressed = await server.ana.click(late, label="Merge")
    assert "are one person here" in said(pressed)
    deliver_again(server.env, pressed)
    await server.env.settle()
    assert (await points(server))["Gil"] == 3
    assert len(await rows(app_of(server).database, schema.audit)) == 2  # the proposal, and the merge


def dismiss(server: Server) -> MemberActor:
    """Take Ana's rights away; return Meg, who moderates from now on."""
    role = server.guild.roles["Moderators"]
    server.env.backend.remove_member_role(server.guild.id, server.ana.id, role.id)
    return server.guild.add_member(server.env.create_user("meg", global_name="Meg"), roles=[role])


async def trail(server: Server, who: MemberActor) -> str:
    return answer(await who.slash(server.channel, "audit")).embeds[0].description or ""


@pytest.mark.parametrize("gone", [False, True])
async def test_a_merge_is_not_carried_out_for_a_moderator_who_was_dismissed(server: Server, *, gone: bool) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    before = await points(server)
    asked = await asks(server, server.bo, server.gil)
    await server.gil.click(asked, label="That’s me")
    meg = dismiss(server)
    if gone:
        server.guild.remove_member(server.ana)
    assert "another one has to" in said(await server.bo.click(asked, label="That’s me"))
    assert await points(server) == before
    await meg.click(answer(await merges(server, server.bo, server.gil, meg)), label="Merge")
    assert (await points(server))["Gil"] == 3
    told = await trail(server, meg)
    assert "**Ana** · 🔗 proposed to make Bo and Gil one person: New phone" in told
    assert "**Meg** · 🔗 made Bo and Gil one person: New phone (proposed by Ana)" in told


async def test_a_merge_that_another_moderator_proposes_anew_is_theirs_and_answers_stay(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    await server.gil.click(await asks(server, server.bo, server.gil), label="That’s me")
    meg = dismiss(server)
    shown = answer(await merges(server, server.bo, server.gil, meg))
    anew = (await meg.click(shown, label="Ask both")).followups[-1]
    assert "are one person here" in said(await server.bo.click(anew, label="That’s me"))
    assert "**Bo** · 🔗 made Bo and Gil one person: New phone (proposed by Meg)" in await trail(server, meg)


async def test_a_proposed_merge_lapses_after_a_week(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    before = await points(server)
    asked = await asks(server, server.bo, server.gil)
    await server.bo.click(asked, label="That’s me")
    yes, no = list_buttons(server, asked)
    await pass_quietly(server, PATIENCE.total_seconds())
    assert list_buttons(server, asked) == [no]
    assert "more than a week ago" in said(await forging.press(server.gil, server.channel, asked, yes))
    assert await points(server) == before
    await pass_quietly(server, PATIENCE.total_seconds())
    assert list_buttons(server, asked) == []
    assert "Now the other account" in said(
        await server.gil.click(await asks(server, server.bo, server.gil), label="That’s me")
    )


def list_buttons(server: Server, asked: Any) -> list[str]:
    """The buttons of a message that asks both accounts."""
    message = server.env.backend.get_message(server.channel.id, asked.id)
    return [each["custom_id"] for row in message.components for each in row["components"]]


async def test_only_the_newest_message_asks_and_whatever_settles_the_merge_takes_its_buttons(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    former = await asks(server, server.bo, server.gil)
    newest = await asks(server, server.bo, server.gil)
    other = await asks(server, server.cy, server.fay)
    assert (list_buttons(server, former), len(list_buttons(server, newest))) == ([], 2)
    meg = dismiss(server)
    await server.bo.click(newest, label="That’s me")
    await server.gil.click(newest, label="That’s me")
    assert len(list_buttons(server, newest)) == 2
    await meg.click(answer(await merges(server, server.bo, server.gil, meg)), label="Merge")
    assert (list_buttons(server, newest), len(list_buttons(server, other))) == ([], 2)
    await forgets(server.fay, server)
    await pass_quietly(server, 120)
    assert list_buttons(server, other) == []
    assert [row for row in await rows(app_of(server).database, schema.publications) if row[0] == "merge"] == []


async def test_a_message_recorded_while_buttons_are_updated_is_left_to_the_next_update(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    read, recorded = PublishedMessageRepository.load_published_messages, list[PublishedMessage]()

    async def record_after_reading(
        self: PublishedMessageRepository, message_kind: str, guild_id: int | None = None
    ) -> list[PublishedMessage]:
        messages = await read(self, message_kind, guild_id)
        asked = [each for each in messages if each.surface == account_merging.SURFACE]
        if asked and not recorded:
            player = asked[0].key.partition(":")[0]
            for number, key in ((2**62, f"{player}:{2**62}"), (2**62 + 1, f"other:{2**62 + 1}")):
                recorded.append(replace(asked[0], key=key, message=number))
                await self.add_published_message(recorded[-1])
        return messages

    with monkeypatch.context() as patch:
        patch.setattr(PublishedMessageRepository, "load_published_messages", record_after_reading)
        asked = await asks(server, server.bo, server.gil)
    assert len(list_buttons(server, asked)) == 2
    repository = PublishedMessageRepository(app_of(server).database)
    stored = await repository.load_published_messages(account_merging.SURFACE)
    assert {each.key for each in recorded} < {each.key for each in stored}


async def test_nobody_carries_out_an_answered_merge_two_weeks_later(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    await server.gil.click(await asks(server, server.bo, server.gil), label="That’s me")
    await pass_quietly(server, PATIENCE.total_seconds())
    late = answer(await merges(server, server.bo, server.gil))
    await pass_quietly(server, PATIENCE.total_seconds())
    assert "more than a week ago" in said(await server.ana.click(late, label="Merge"))


async def test_a_season_that_is_over_changes_only_if_a_moderator_was_asked(server: Server) -> None:
    await server.ana.slash(server.channel, "season start")
    await plays(server, server.bo, server.cy, server.di, server.eve)
    await end(server.ana, server.channel, "season end")
    assert "a moderator has to decide" in await both_agree(server, server.bo, server.gil)
    assert "Bo" in await points(server)
    shown = answer(await merges(server, server.bo, server.gil))
    asked = await server.ana.click(shown, label="Merge")
    assert "Gil" not in await points(server)
    really = answer(asked).components[0]["components"][0]["custom_id"]
    await server.ana.click(answer(asked), custom_id=really)
    assert (await points(server))["Gil"] == 3
    await check_database_integrity(server)


async def test_whom_the_old_account_avoids_and_who_avoids_it_follow(server: Server) -> None:
    await avoids(server, server.bo, server.cy)
    await avoids(server, server.di, server.bo)
    await both_agree(server, server.bo, server.gil)
    table = await Table(server).opened(server.cy)
    button = table.find_button("join")
    assert "Someone you avoid" in said(await server.gil.click(table.board, custom_id=button))
    await end(server.cy, table.channel, "close")
    table = await Table(server).opened(server.gil)
    button = table.find_button("join")
    assert "Someone you avoid" in said(await server.di.click(table.board, custom_id=button))


async def test_whoever_is_forgotten_takes_the_merged_account_along(server: Server) -> None:
    await plays(server, server.bo, server.cy, server.di, server.eve)
    await both_agree(server, server.bo, server.gil)
    await forgets(server.gil, server)
    accounts = [row[1] for row in await rows(app_of(server).database, schema.people)]
    assert server.bo.id not in accounts
    assert server.gil.id not in accounts
    await check_database_integrity(server)


@pytest.fixture
async def guest(server: Server) -> None:
    """Bo has claimed Gus, a guest who has won a game, and is merged into Gil."""
    table = await Table(server).opened(server.cy, server.di, server.eve)
    await server.cy.slash(table.channel, "pod guest", name="Gus")
    await table.starts(server.cy)
    for loser in ("Di", "Eve", "Cy"):
        await table.reports(server.cy, loser, "Gus (guest)")
    await let_count(server)
    await server.bo.slash(server.channel, "me claim", name="Gus")
    desk = answer(await server.ana.slash(server.channel, "desk"))
    await server.ana.click(desk, label="Guest claims: 1")
    await server.ana.click(desk, label="1. That’s them")
    assert (await points(server))["Bo"] == 3
    await both_agree(server, server.bo, server.gil)
    assert (await points(server))["Gil"] == 3
    await check_database_integrity(server)


async def unclaims(server: Server, typed: str) -> None:
    """Ana takes back what the option offers for what she has typed."""
    offered = await server.ana.autocomplete(server.channel, "override unclaim", "guest", typed)
    (found,) = (each["value"] for each in offered)
    await server.ana.slash(server.channel, "override unclaim", guest=found, reason="Wrong")
    await check_database_integrity(server)


@pytest.mark.usefixtures("guest")
async def test_a_guest_of_the_old_account_follows_and_can_be_let_go_again(server: Server) -> None:
    await unclaims(server, "Gus")
    assert "Gil" not in await points(server)


@pytest.mark.usefixtures("guest")
async def test_a_guest_goes_back_to_the_old_account_when_the_merge_is_taken_back(server: Server) -> None:
    await unclaims(server, "Bo · Gil")
    found = await points(server)
    assert (found.get("Bo"), found.get("Gil")) == (3, None)


async def test_whoever_is_excluded_by_one_account_is_by_the_other(server: Server) -> None:
    await server.ana.slash(server.channel, "season start")
    await plays(server, server.bo, server.cy, server.di, server.eve, channel="one")
    await plays(server, server.gil, server.cy, server.di, server.eve, channel="two")
    await server.ana.slash(server.channel, "season exclude", player=server.bo, reason="Cheated")
    shown = answer(await server.eve.slash(server.channel, "leaderboard"))
    assert "Gil" in str(shown.embeds[0].to_dict())
    await both_agree(server, server.bo, server.gil)
    shown = answer(await server.eve.slash(server.channel, "leaderboard"))
    assert "Gil" not in str(shown.embeds[0].to_dict())
