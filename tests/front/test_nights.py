"""Nights: announced and signed up for as plans, seated round by round, their pods in threads."""

import discord
import pytest
from simcord import MemberActor

from tests.front.playing import Table, read_board, said, switch_on
from tests.front.simulated import Server, answer, pass_quietly

pytestmark = pytest.mark.usefixtures("still")

MINUTE = 60.0
WHEN = "<t:1767229200:F>"


class Evening:
    """A night of Ana's in a channel, and the people who come to it."""

    def __init__(self, server: Server, people: list[MemberActor]) -> None:
        self.server = server
        self.people = people
        self.table = Table(server)

    @property
    def message(self) -> discord.Message:
        """The newest board of the night."""
        return [each for each in self.table.boards if (read_board(each).title or "")[:1] == "🌙"][
            -1
        ]

    @property
    def shown(self) -> str:
        embed = read_board(self.message)
        parts = [embed.description or "", *(f"{f.name}\n{f.value}" for f in embed.fields)]
        return "\n".join(parts)

    async def opens(self, **options: object) -> None:
        asked = await self.server.ana.slash(
            self.server.channel,
            "night open",
            **{"when": WHEN, "rounds": 3, "minutes": 60} | options,
        )
        await self.server.ana.click(answer(asked), label="Plan it")

    async def comes(self, *people: MemberActor) -> None:
        for each in people:
            await each.click(self.message, label="Join")

    async def passes(self, minutes: float) -> None:
        await pass_quietly(self.server, minutes * MINUTE)

    async def does(self, who: MemberActor, act: str, **options: object) -> str:
        return said(await who.slash(self.server.channel, f"night {act}", **options))

    async def seats(self) -> str:
        asked = await self.server.ana.slash(self.server.channel, "night seat")
        shown = said(asked)
        await self.server.ana.click(answer(asked), label="Seat")
        return shown


@pytest.fixture
async def evening(server: Server) -> Evening:
    people = [
        *server.everybody,
        *(
            server.guild.add_member(server.env.create_user(name, global_name=name.capitalize()))
            for name in ("hal", "ida", "jo", "kim", "lou")
        ),
    ]
    await switch_on(server, "night")
    return Evening(server, people)


async def test_twelve_people_play_a_round_in_threads(evening: Evening) -> None:
    await evening.opens()
    await evening.comes(*evening.people[1:])
    await evening.passes(31)
    for each in evening.people:
        await each.click(evening.message, label="I’m here")
    await evening.passes(31)
    assert "The night has begun" in evening.shown
    shown = await evening.seats()
    print(shown)
    print(evening.shown)
    assert "3 × 4" in shown
