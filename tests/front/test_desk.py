"""`/desk`: what waits for moderators, decided right there."""

from typing import Any

from simcord import InteractionResult, MemberActor, ResponseMessage

from tests.front import forging
from tests.front.deciding import WHY, four, over
from tests.front.dueling import DuelTable
from tests.front.playing import Table, end, let_count, picks, said, sets
from tests.front.simulated import Server, answer, sweeping
from tests.front.test_history import private


class Desk:
    """The desk of a member, opened in a channel where nothing is played."""

    def __init__(self, server: Server, who: MemberActor, shown: ResponseMessage) -> None:
        self.server, self.who, self.shown = server, who, shown

    @staticmethod
    async def open(server: Server, who: MemberActor | None = None) -> "Desk":
        who, channel = who or server.ana, server.guild.create_text_channel("office")
        opened = await forging.command(who, channel, "desk")  # moderators by role do not see it
        assert opened.ephemeral
        return Desk(server, who, answer(opened))

    @property
    def text(self) -> str:
        return self.shown.embeds[0].description or ""

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """What can be pressed, by what it does: the end of its custom id."""
        parts = [part for row in self.shown.components for part in row["components"]]
        return {part["custom_id"].split(":", 4)[-1]: part for part in parts}

    def custom_id(self, action: str) -> str:
        """The custom id of the first button that does this."""
        found = [part for name, part in self.buttons.items() if name.split(":")[0] == action]
        return str(found[0]["custom_id"])

    async def press(self, action: str) -> InteractionResult:
        return await self.who.click(self.shown, custom_id=self.custom_id(action))

    async def decide(self, action: str, **fields: str) -> ResponseMessage:
        """Press, say why, and carry out what is shown."""
        modal = await self.press(action)
        weighed = answer(await self.who.submit_modal(modal, {"reason": WHY, **fields}))
        await self.who.click(weighed, label="Apply")
        return weighed


async def disputed(server: Server, table: Table | None = None) -> Table:
    """Eve's defeat, the last of a game, is disputed."""
    table = table or Table(server)
    await table.started(server.bo, server.cy, server.di, server.eve)
    for name in ("Cy", "Bo", "Eve"):
        await table.reports(server.people[name.lower()], name, "Di")
    asked = answer(await server.bo.click(table.board, label="Dispute"))
    await picks(server.bo, asked, "Eve")
    return table


async def test_a_dispute_is_settled_from_another_channel_and_not_twice(server: Server) -> None:
    table = await disputed(server)
    desk = await Desk.open(server)
    assert "✋ Bo disputes: Eve’s defeat" in desk.text
    assert f"{table.channel.id}/{table.board.id}" in desk.text
    stands = desk.custom_id("stands")
    refused = await forging.press(server.gil, table.channel, desk.shown, stands)
    assert said(refused).startswith("🚫 Only moderators can do that.")
    await server.restart()
    await desk.press("stands")
    assert "Eve’s defeat" in desk.shown.content
    assert "✋" not in desk.text
    assert "👀" in desk.text  # it was over within a minute
    assert "Disputed" not in str(table.embed.to_dict())
    late = await forging.press(server.ana, table.channel, desk.shown, stands)
    assert said(late).startswith("🚫")
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert "let stand what was disputed" in trail


async def test_one_of_several_games_is_picked_and_then_has_four_buttons_at_most(server: Server) -> None:
    tables = [
        await disputed(server, Table(server, server.guild.create_text_channel(name))) for name in ("north", "south")
    ]
    desk = await Desk.open(server)
    assert [*desk.buttons] == ["pick"]
    (menu,) = desk.buttons.values()
    assert len(menu["options"]) == 2
    for table in tables:
        picked = f"{table.channel.id}:1"
        await server.ana.select(desk.shown, [picked], custom_id="desk:0:pick")
        acts = [each for each in desk.buttons if each != "pick"]
        assert [each.split(":")[0] for each in acts] == [*("stands", "takeback", "responsible", "void")]
    await desk.press("stands")
    assert "Disputed" not in str(tables[1].embed.to_dict())
    assert "Eve’s defeat" in str(tables[0].embed.to_dict())


async def test_a_disputed_report_is_taken_back_from_the_desk(server: Server) -> None:
    table = await disputed(server)
    desk = await Desk.open(server)
    weighed = await desk.decide("takeback")
    assert "Undone" in weighed.content or "✅" in weighed.content
    assert "Eve" in str(table.lines)
    assert WHY in str(table.embed.to_dict())


async def test_an_unconfirmed_win_is_confirmed_then_worth_a_look_until_it_is_dismissed(server: Server) -> None:
    table = await four(server)
    await end(server.bo, table.channel, "win", winner=table.keys["Bo"])
    with sweeping(hours=1):
        await server.restart()
        await server.env.advance_time(25 * 3600)
    desk = await Desk.open(server)
    assert "Unconfirmed: " in desk.text
    await desk.press("confirm")
    assert "Won by an effect or a combo." in desk.text
    dismissing = desk.custom_id("dismiss")
    await desk.press("dismiss")
    assert desk.text == "Nothing is waiting for you."
    await server.restart()
    assert (await Desk.open(server)).text == "Nothing is waiting for you."
    again = await forging.press(server.ana, table.channel, desk.shown, dismissing)
    assert again.response is not None
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert trail.count("dismissed from the desk") == 1


async def test_a_game_that_is_worth_a_look_is_corrected_or_declared_void(server: Server) -> None:
    table = await over(server)  # within a minute
    await let_count(server)
    desk = await Desk.open(server)
    assert "Over within a minute of its start." in desk.text
    assert "Bo, Cy" in desk.text or "Cy" in desk.text
    menu = answer(await desk.press("correct"))
    options = menu.components[0]["components"][0]
    modal = await server.ana.select(menu, [options["options"][0]["value"]], custom_id=options["custom_id"])
    preview = answer(await server.ana.submit_modal(modal, {"reason": WHY}))
    assert preview.embeds[0].title == "⚖️ Preview: nothing is changed yet"
    await desk.decide("void")
    assert "void" in str(table.embed.to_dict())
    assert (await Desk.open(server)).text == "Nothing is waiting for you."


async def test_what_is_played_where_a_moderator_does_not_see_it_is_not_on_their_desk(server: Server) -> None:
    referees = server.guild.create_role("Referees")
    ref = server.guild.add_member(server.env.create_user("ref", global_name="Ref"), roles=[referees])
    await sets(server, "moderator_role", referees)
    room = private(server, "ana", "bo", "cy", "di", "eve", "gil")
    table = await disputed(server, Table(server, room))
    stands = (await Desk.open(server)).custom_id("stands")
    desk = await Desk.open(server, ref)
    assert desk.text == "Nothing is waiting for you."
    office = server.guild.create_text_channel("back-office")
    refused = await forging.press(ref, office, desk.shown, stands)
    assert said(refused).startswith("🚫 There is no such game")
    assert "Disputed" in str(table.embed.to_dict())


async def test_a_duel_is_on_the_desk_too(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    await server.bo.click(table.board, label="Dispute")
    desk = await Desk.open(server)
    assert "✋ Bo disputes: the end of the duel" in desk.text
    await desk.press("stands")
    assert "Over within a minute" in desk.text
    modal = await desk.press("takeback")
    await server.ana.submit_modal(modal, {"reason": WHY})
    assert table.lines[0] == "**Turn 1: Bo**"
    assert (await Desk.open(server)).text == "Nothing is waiting for you."
