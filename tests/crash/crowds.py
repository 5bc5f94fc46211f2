"""Random actions of the people of a night: they come, are seated, play, and lead it."""

import asyncio
import contextlib
import re
from random import Random
from time import time

from tests.crash.players import PEOPLE, Group, list_buttons, list_named
from tests.loopback.objects import Json, Member, list_parts
from tests.loopback.rest import Answer
from tests.loopback.server import Loopback

SOON = (20, 40, 90)
"""Seconds until a night that is announced."""

MINUTES = (1, 1, 50)
"""Minutes of a round."""

WISHES = {"join": 1, "come": 8, "leave": 0.3, "play": 10, "seat": 10, "lead": 1}
"""The relative frequency of each act; the last three only once people can be there."""

LEADING = {"pause": 2, "unact": 2, "close": 0.4, "unfinished": 3}
"""The relative frequency of each act behind the last button of a night's board."""

MAKE = re.compile(r"plan:[^:]+:make")
SEAT = re.compile(r"night:[^:]+:seat")


PATIENCE = 5.0
"""Seconds for the pods of a round, which are found in a process beside the bot."""


class Crowd(Group):
    """All people of a server, in a channel for nights."""

    def __init__(self, discord: Loopback, place: tuple[int, int], random: Random) -> None:
        super().__init__(discord, place, random)
        self._people = list(PEOPLE)

    async def _act(self) -> None:
        by = self._random.choice(self._people)
        board = self._find_night()
        if board is None:
            await self._open(by)
            return
        actions = _find_actions(board)
        checking = "remind" not in actions  # or the night has begun
        possible = {
            wish: weight
            for wish, weight in WISHES.items()
            if wish in actions or (wish not in ("join", "come", "leave") and checking)
        }
        (wish,) = self._random.choices(list(possible), list(possible.values()))
        if wish in ("join", "come"):
            await self._come(board, wish)
        elif wish == "play":
            await self._play(by)
        elif wish == "seat":
            await self._seat(by)
        elif wish == "lead":
            await self._lead(board, by)
        else:
            await self._discord.press(board, actions[wish], by, self.place)

    async def _open(self, by: Member) -> None:
        """Announce a night, come to it, and seat its first round."""
        seconds = self._random.choice(SOON)
        asked = await self._discord.command(
            "night open",
            by,
            self.place,
            when=f"<t:{int(time() + self._discord.later) + seconds}:F>",
            rounds=self._random.choice((2, 3)),
            minutes=self._random.choice(MINUTES),
            variant="necromancer",
        )
        for custom_id in filter(MAKE.fullmatch, _list_ids(asked.data)):
            await self._discord.press(asked.data, custom_id, by, self.place)
        with contextlib.suppress(TimeoutError):
            await self._discord.seen.until(lambda: self._find_night() is not None, PATIENCE)
        if (board := self._find_night()) is not None:
            await self._come(board, "come")
            await self._seat(by)

    async def seat_anew(self) -> None:
        """End the night that is being played, and seat the first round of another one."""
        board = self._find_night()
        if board is not None and (more := _find_actions(board).get("more")) is not None:
            by = self._random.choice(self._people)  # all of them moderate the channel
            shown = await self._discord.press(board, more, by, self.place)
            offered = {name[2]: ":".join(name) for name, _ in list_named(shown.data)}
            if (close := offered.get("close")) is not None:
                asked = await self._discord.press(shown.data, close, by, self.place)
                for custom_id in (each for each in _list_ids(asked.data) if each.endswith(":closing")):
                    await self._discord.press(asked.data, custom_id, by, self.place)
            with contextlib.suppress(TimeoutError):
                await self._discord.seen.until(lambda: self._find_night() is None, PATIENCE)
        await self._open(self._random.choice(self._people))

    def _find_night(self) -> Json | None:
        """Return the newest board of a night that is not over."""
        return next((each for each in reversed(self._messages()) if _find_actions(each)), None)

    async def _come(self, board: Json, wish: str) -> None:
        """Let most people sign up, and check in if they can."""
        people = self._random.sample(self._people, self._random.choice((3, 6, 7, 7)))
        actions = _find_actions(board)
        for action in ("join", wish):
            if action in actions:
                presses = (self._discord.press(board, actions[action], each, self.place) for each in people)
                await asyncio.gather(*presses)

    async def _seat(self, by: Member) -> None:
        """Look at the next round, and seat it."""
        asked = await self._discord.command("night seat", by, self.place)
        shown = await self._read_later(asked)
        for custom_id in filter(SEAT.fullmatch, _list_ids(shown)):
            await self._discord.press(shown, custom_id, by, self.place)

    async def _read_later(self, asked: Answer) -> Json:
        """Return the message that an answer becomes once the bot has thought."""
        edits = self._discord.rest.edits
        with contextlib.suppress(TimeoutError):
            await self._discord.seen.until(lambda: asked.token in edits, PATIENCE)
        return edits.get(asked.token, asked.data)

    async def _lead(self, board: Json, by: Member) -> None:
        """Do something as the organiser, behind the last button of the board."""
        more = _find_actions(board).get("more")
        if more is None:
            return
        shown = await self._discord.press(board, more, by, self.place)
        offered = {name[2]: ":".join(name) for name, _ in list_named(shown.data)}
        possible = {wish: weight for wish, weight in LEADING.items() if wish in offered}
        if not possible:
            return
        (wish,) = self._random.choices(list(possible), list(possible.values()))
        answer = await self._discord.press(shown.data, offered[wish], by, self.place)
        if wish == "unfinished":
            await self._stop(answer, by)

    async def _stop(self, shown: Answer, by: Member) -> None:
        """Call a draw in one of the unfinished pods."""
        menu = next((part for part in list_parts(shown.data) if part.get("options")), None)
        if menu is None:
            return
        value = self._random.choice(menu["options"])["value"]
        asked = await self._discord.press(shown.data, menu["custom_id"], by, self.place, (value,))
        for custom_id in _list_ids(asked.data):
            await self._discord.press(asked.data, custom_id, by, self.place)

    async def _play(self, by: Member) -> None:
        """Start a pod, or end it by a draw."""
        threads = [thread for thread, home in self._discord.servers.threads.items() if home == self.channel]
        if not threads:
            await asyncio.sleep(0)
            return
        thread = self._random.choice(threads[-3:])
        place = (self.place[0], thread)
        boards = self._discord.rest.messages.list_in(thread)
        offered = list_buttons(boards[-1]) if boards else {}
        if "present" in offered:
            custom_id = offered["present"]["custom_id"]
            presses = (self._discord.press(boards[-1], custom_id, each, place) for each in self._people)
            await asyncio.gather(*presses)
        elif "start" in offered:
            await self._discord.press(boards[-1], offered["start"]["custom_id"], by, place)
        elif "report" in offered:
            number = offered["report"]["custom_id"].split(":")[1]
            await self._discord.press(boards[-1], f"pod:{number}:drawing", by, place)


def _find_actions(message: Json) -> dict[str, str]:
    """Return the buttons of a night's board by their action."""
    return {name[2]: ":".join(name) for name, _ in list_named(message) if name[0] == "plan"}


def _list_ids(message: Json) -> list[str]:
    return [part["custom_id"] for part in list_parts(message)]
