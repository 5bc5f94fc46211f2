"""What people do in one channel, by chance: they look at the board, ask, and look again."""

import contextlib
from dataclasses import replace
from random import Random

from tests.crash.promise import CONFIRMED, Log, Seat
from tests.loopback.objects import MEMBERS, Json, Member
from tests.loopback.rest import Answer
from tests.loopback.server import Loopback

LOCALES = ("en-US", "fr", "ru")
PEOPLE = tuple(
    replace(member, locale=LOCALES[index % len(LOCALES)]) for index, member in enumerate(MEMBERS)
)
AT_THE_TABLE = 5

REFUSED = "🚫"
LOOK = 1.5
"""Seconds for which somebody who was refused looks whether the board changes."""

CHATTER = 6
"""Messages that people write at once; a few times that and the board moves."""

LOBBY = {"join": 10, "start": 4, "leave": 1, "close": 0.5, "here": 1, "say": 1}
PLAYING = {
    "choose": 8,
    "pick": 8,
    "defeat": 6,
    "concede": 3,
    "turn": 4,
    "undo": 2,
    "here": 1,
    "say": 1,
    "win": 0.5,
    "draw": 0.3,
    "close": 0.3,
}
OVER = {"open": 3, "rematch": 2, "undo": 0.5, "say": 0.5}
"""How often people do what, when the board shows which state."""

LEADS_TO = {"open": LOBBY, "rematch": LOBBY, "start": PLAYING, "win": OVER, "draw": OVER}
PRESSED = ("choose", "pick", "here", "rematch")  # and no command does it
COMMANDS = {"defeat": "defeat", "undo": "undo", "concede": "concede"}


class Group:
    """The people of one channel."""

    def __init__(self, discord: Loopback, place: tuple[int, int], random: Random) -> None:
        self.place = place
        self._discord = discord
        self._random = random
        self._people = random.sample(PEOPLE, AT_THE_TABLE)
        self._state: dict[str, float] | None = None  # what they know from the answers alone
        self._opened = 0
        self._here = False

    @property
    def channel(self) -> int:
        """Where they are."""
        return self.place[1]

    async def play(self) -> None:
        """Goes on until they leave."""
        self._here, self._state = True, None
        while self._here:
            await self._discord.ready()
            with contextlib.suppress(ConnectionError):  # the bot is gone
                await self._act()

    def leave(self) -> None:
        """They leave after what they are doing."""
        self._here = False

    async def _act(self) -> None:
        board = self._board()
        offered = _buttons(board)
        state = self._state or _state(offered)
        possible = {wish: w for wish, w in state.items() if wish in offered or wish not in PRESSED}
        (wish,) = self._random.choices(list(possible), list(possible.values()))
        answer = await self._do(wish, self._random.choice(self._people), offered, board)
        if answer is None:
            return
        if answer.content.startswith(CONFIRMED):
            self._state = LEADS_TO.get(wish, self._state)
        if answer.content.startswith(REFUSED) or wish in ("undo", "close"):
            self._state = None
            with contextlib.suppress(TimeoutError):
                await self._discord.seen.until(lambda: self._board() is not board, LOOK)

    async def _do(
        self, wish: str, by: Member, offered: dict[str, Json], board: Json
    ) -> Answer | None:
        discord, place = self._discord, self.place
        if wish == "say":
            for _ in range(CHATTER):
                await discord.say("…", by, place)
            return None
        if wish in offered and (wish in PRESSED or self._random.random() < 0.5):
            return await self._press(offered[wish], by, board)
        if wish == "open":
            self._opened += 1
            return await discord.command("pod open", by, place, title=f"Pod {self._opened}")
        names = [person.name for person in self._random.sample(self._people, 2)]
        options = {
            "defeat": {"loser": names[0], "controller": names[1]},
            "win": {"player": names[0]},
        }
        name = COMMANDS.get(wish, f"pod {wish}")
        return await discord.command(name, by, place, **options.get(wish, {}))

    async def _press(self, button: Json, by: Member, on: Json) -> Answer:
        options = button.get("options")
        values = (self._random.choice(options)["value"],) if options else ()
        answer = await self._discord.press(on, button["custom_id"], by, self.place, values)
        asked_again = _buttons(answer.data).get("leaving")
        if asked_again is None:
            return answer
        return await self._discord.press(answer.data, asked_again["custom_id"], by, self.place)

    async def press_what_stands(self, seat: Seat, log: Log) -> Answer | None:
        """Somebody in the pod presses a button that stood there before the bot was killed.

        It must do something; None where the pod has no such button.
        """
        pod, number = seat.pod, str(seat.number)
        boards = [each for each in self._messages() if number in _numbers(each)]
        offered = _buttons(boards[0]) if boards else {}
        wishes = ("choose", "pick", "turn", "leave" if pod.players else "join", "rematch")
        wish = next((each for each in wishes if each in offered), None)
        if wish is None:
            return None
        seated = {log.people[p].discord_id for p in pod.players if p in log.people}
        by = next((person for person in PEOPLE if person.id in seated), self._people[0])
        self._state = None
        return await self._press(offered[wish], by, boards[0])

    def _messages(self) -> list[Json]:
        channel = str(self.place[1])
        messages = self._discord.rest.messages.values()
        return [message for message in messages if message["channel_id"] == channel]

    def _board(self) -> Json:
        """The newest board of the channel."""
        return next(reversed(self._messages()), {})


def _buttons(message: Json) -> dict[str, Json]:
    """The buttons and menus of a board, by what they do."""
    return {name[2]: part for name, part in _parts(message) if name[0] == "pod"}


def _numbers(message: Json) -> set[str]:
    """The number of the pod whose buttons a message has."""
    return {name[1] for name, _ in _parts(message) if name[0] == "pod"}


ROW = 1
"""Discord's type of what buttons stand in."""


def _parts(message: Json) -> list[tuple[list[str], Json]]:
    rows = [each for each in message.get("components", ()) if each["type"] == ROW]
    parts = [part for row in rows for part in row["components"]]
    return [(part["custom_id"].split(":"), part) for part in parts]


def _state(offered: dict[str, Json]) -> dict[str, float]:
    if "join" in offered:
        return LOBBY
    return PLAYING if "checklist" in offered else OVER
