"""Random actions of people who plan games: signing up, checking in, repeating, calling off."""

import re
from itertools import count
from random import Random
from time import time

from tests.crash.players import Group, list_buttons, list_named
from tests.loopback.objects import Json, Member, list_parts
from tests.loopback.rest import Answer
from tests.loopback.server import Loopback

MOST_PLANS = 3
"""That are open in a channel before nobody makes another."""

SOON = (40, 400, 1_200, 2_400, 3_600)
"""Seconds until a game that is planned, and a few more, so that no two begin together."""

WISHES = {"join": 6, "come": 8, "remind": 10, "leave": 1, "more": 0.6}
"""How often people do what, where a plan offers it."""

CANCEL = re.compile(r"plan:\d+:cancel")
RETIME = re.compile(r"plan:(\d+):retime")
MOVE = re.compile(r"plan:[^:]+:move")

CANCELS = re.compile(r"plan:\d+:(cancelling|skipping|ending)")


class Planners(Group):
    """The people of a channel in which games are planned."""

    def __init__(self, discord: Loopback, place: tuple[int, int], random: Random) -> None:
        super().__init__(discord, place, random)
        self._later = count(1)

    async def _act(self) -> None:
        boards = self._messages()
        by = self._random.choice(self._people)
        lobby = next((each for each in boards if "join" in list_buttons(each)), None)
        plans = [each for each in boards if _find_actions(each)]
        if lobby is not None and self._random.random() < 0.5:
            await self._close(lobby, by)
        elif not plans or (len(plans) < MOST_PLANS and self._random.random() < 0.2):
            await self._plan(by)
        else:
            await self._take_part(self._random.choice(plans), by)

    async def _close(self, lobby: Json, by: Member) -> None:
        """Close a lobby, and confirm it."""
        join = list_buttons(lobby)["join"]["custom_id"]
        closes = join.replace("join", "close")
        await self._follow(await self._discord.press(lobby, closes, by, self.place), by)

    async def _plan(self, by: Member) -> None:
        """Plan a game, confirm it if the bot asks, and wait a moment for its message."""
        newest = self._board()
        seconds = self._random.choice(SOON) + next(self._later)
        options: dict[str, str | int | bool] = {
            "when": f"<t:{int(time() + self._discord.later) + seconds}:F>",
            "size": self._random.choice((4, 5)),
        }
        if self._random.random() < 0.5:
            options["every"] = self._random.choice("12")
        asked = await self._discord.command("pod plan", by, self.place, **options)
        for custom_id in _list_ids(asked.data):
            if custom_id.startswith("plan:"):
                if self._random.random() < 0.5:
                    switch = f"draft:{custom_id.split(':')[1]}:switch"
                    switched = ("turns", "event")
                    await self._discord.press(asked.data, switch, by, self.place, switched)
                await self._discord.press(asked.data, custom_id, by, self.place)
        await self._look(newest)

    async def _take_part(self, plan: Json, by: Member) -> Answer:
        """Press a button of a plan's message."""
        offered = _find_actions(plan)
        wishes = [each for each in offered if each in WISHES]
        (wish,) = self._random.choices(wishes, [WISHES[each] for each in wishes])
        answer = await self._discord.press(plan, offered[wish], by, self.place)
        return await self._change(answer, by) if wish == "more" else answer

    async def _change(self, more: Answer, by: Member) -> Answer:
        """Cancel a plan, or its series, or move it, if the bot offers that."""
        answer = more
        wanted = (CANCEL, CANCELS) if self._random.random() < 0.6 else (RETIME, MOVE)
        for pattern in wanted:
            offered = [each for each in _list_ids(answer.data) if pattern.fullmatch(each)]
            if not offered:
                return answer
            chosen = self._random.choice(offered)
            if retimed := RETIME.fullmatch(chosen):
                answer = await self._type_moment(more.data, int(retimed[1]), by)
            else:
                answer = await self._discord.press(answer.data, chosen, by, self.place)
        return answer

    async def _type_moment(self, on: Json, number: int, by: Member) -> Answer:
        """Send the modal in which the new moment of a plan is typed."""
        seconds = self._random.choice(SOON) + next(self._later)
        when = f"<t:{int(time() + self._discord.later) + seconds}:F>"
        fields = {"when": when}
        return await self._discord.submit(on, f"plan:{number}:retimed", fields, by, self.place)


def _find_actions(message: Json) -> dict[str, str]:
    """Return the buttons of a plan's message by their action."""
    return {name[2]: ":".join(name) for name, _ in list_named(message) if name[0] == "plan"}


def _list_ids(message: Json) -> list[str]:
    return [part["custom_id"] for part in list_parts(message)]
