"""Random actions of the people in a channel: they look at the board, act, and look again.

All of them are moderators, too. They also seat, remove and forget guests, avoid each other, give
their seats to a substitute, and make the substitute's two accounts one.
"""

import asyncio
import contextlib
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from tests.crash.promise import CONFIRMED, Log, Seat
from tests.loopback.objects import MEMBERS, Json, Member, list_parts
from tests.loopback.rest import Answer
from tests.loopback.server import Loopback

LOCALES = ("en-US", "fr", "ru")
PEOPLE = tuple(replace(member, locale=LOCALES[index % len(LOCALES)]) for index, member in enumerate(MEMBERS))
AT_THE_TABLE = 5
GUESTS = (Member(1_300_000_000_000_000_000 + number, f"Guest{number}") for number in count(1))
"""Each is at the table once."""

SPARES = (Member(1_350_000_000_000_000_000 + number, f"Spare{number}") for number in count(1))
"""Each belongs to one table; it takes over seats there, or is the other account of one who does."""

AVOIDING = PEOPLE[:2]
"""Those who avoid the next one."""

REFUSED = "🚫"
LOOK = 0.5
"""Seconds for which somebody who was refused looks whether the board changes."""

COMMANDERS = ("Kangee, Aerie Keeper", "Tymna the Weaver / Thrasios, Triton Hero", "A deck of birds")
"""What people type as their deck."""

CHATTER = 6
"""Messages that people write at once; a few times that and the board moves."""

LOBBY = {
    **{"join": 10, "present": 10, "start": 5, "leave": 0.5, "close": 0.3, "here": 1, "say": 1, "guest": 1},
    **{"avoid": 0.5, "deck": 2},
}
PLAYING = {
    "choose": 8,
    "pick": 8,
    "defeat": 12,
    "concede": 6,
    "turn": 2,
    "undo": 1,
    "here": 1,
    "say": 1,
    "win": 8,
    "draw": 3,
    "close": 0.1,
    "life": 2,
    "points": 0.5,
    "void": 0.1,
    "confirm": 2,
    "substitute": 6,
    "seat": 8,
    "grant": 2,
    "deck": 1,
}
OVER = {
    **{"open": 3, "rematch": 2, "undo": 0.5, "say": 0.5, "points": 0.3, "void": 0.2, "confirm": 1},
    **{"reopen": 0.3, "date": 2, "dispute": 0.3, "stands": 4, "takeback": 2},
    **{"grant": 2, "merge": 1},
}
"""How often people do what, when the board shows which state."""

SEEN_WHILE_PLAYING = {"report", "life", "checklist", "choose", "pick"}
"""Buttons and menus of boards of running games; not every such board has all of them."""

LEADS_TO = {"open": LOBBY, "rematch": LOBBY, "start": PLAYING, "win": OVER, "draw": OVER}
PRESSED = (
    *("choose", "pick", "here", "rematch", "confirm", "dispute", "stands", "takeback", "guest"),
    *("seat", "grant", "avoid", "present"),
)
"""What no command does."""
COMMANDS = {
    **{name: name for name in ("defeat", "undo", "concede", "life")},
    **{name: f"override {name}" for name in ("points", "void", "reopen", "date")},
}
FOLLOWED = re.compile(r"pod:\d+:(leaving|closing|drawing|winning:.*)|override:[^:]*:do|beside:[^:]*")
"""What is pressed below a question whether that is meant."""

Options = dict[str, str | int | bool | Member]
"""Of a command."""

SIMPLE: Options = {"variant": "elimination", "life": True}
"""What is agreed upon where an independent model tells how a game stands."""
UNTOLD = ("win", "draw", "reopen", "date", "dispute", "rematch")
"""What that model does not know."""


class Group:
    """The people of one channel."""

    def __init__(self, discord: Loopback, place: tuple[int, int], random: Random) -> None:
        self.place = place
        self._discord = discord
        self._random = random
        self._seated = random.sample(PEOPLE, AT_THE_TABLE)
        self._people = [*self._seated]  # who plays, with the substitute
        self._spare, self._other = next(SPARES), next(SPARES)
        self._substitute = self._spare
        self._merged = False
        discord.servers.members |= {each.id: each for each in (self._spare, self._other)}
        self._simple = random.random() < 0.5
        self._state: dict[str, float] | None = None  # what they know from the answers alone
        self._opened = 0
        self._here = False
        self.pause = 0.0  # seconds between two things that they do

    @property
    def channel(self) -> int:
        """Return the channel."""
        return self.place[1]

    async def play(self) -> None:
        """Play until the group leaves."""
        self._here, self._state = True, None
        while self._here:
            await self._discord.reached(self.place[0])
            with contextlib.suppress(ConnectionError):  # the bot is gone
                await self._act()
            await asyncio.sleep(self.pause)

    def leave(self) -> None:
        """Let the group leave after its present action."""
        self._here = False

    async def _act(self) -> None:
        board = self._board()
        offered = list_buttons(board)
        state = self._state or _state(offered)
        offers = {*offered, *(["guest", "avoid"] if "join" in offered else [])}
        offers |= {"here"} if "more" in offered else set()
        possible = {
            wish: weight
            for wish, weight in state.items()
            if (wish in offers or wish not in PRESSED)
            and not (self._simple and wish in UNTOLD)
            and not (self._merged and wish == "merge")
        }
        (wish,) = self._random.choices(list(possible), list(possible.values()))
        answer = await self._do(wish, self._random.choice(self._people), offered, board)
        if answer is None:
            return
        if answer.content.startswith(CONFIRMED):
            self._state = LEADS_TO.get(wish, self._state)
        if answer.content.startswith(REFUSED) or wish in ("undo", "close"):
            self._state = None
            await self._look(board)

    async def _look(self, board: Json) -> None:
        """Wait a moment until the newest message is another one than this."""
        with contextlib.suppress(TimeoutError):
            await self._discord.seen.until(lambda: self._board() != board, LOOK)

    async def _do(self, wish: str, by: Member, offered: dict[str, Json], board: Json) -> Answer | None:
        discord, place = self._discord, self.place
        if wish == "say":
            for _ in range(CHATTER):
                await discord.say("…", by, place)
            return None
        if wish == "guest":
            await self._entertain(offered["join"], board)
            return None
        if wish == "here":
            return await self.move_board()
        if wish == "avoid":
            return await self._avoid(by)
        if wish == "merge":
            return await self._merge(by)
        if wish == "deck":
            return await self._declare_deck(by, board)
        if wish in ("open", "rematch"):
            self._people, self._substitute = [*self._seated], self._spare
        if wish == "seat":
            by = self._substitute
        if wish == "substitute":
            return await self._ask_substitute(board)
        if wish in offered and (wish in PRESSED or self._random.random() < 0.5):
            return await self._press(offered[wish], by, board)
        if wish == "open":
            self._opened += 1
            agreed: Options = {"title": f"Pod {self._opened}"}
            agreed |= SIMPLE if self._simple else {"life": True}
            return await discord.command("pod open", by, place, **agreed)
        if wish in COMMANDS:
            answer = await discord.command(COMMANDS[wish], by, place, **self._fill(wish))
            return await self._follow(answer, by)
        return await self._press_behind(wish, by, board)

    async def _press_behind(self, wish: str, by: Member, board: Json) -> Answer | None:
        """Press a button of the pod that the board may keep behind its last one.

        Where no board is yet, wait for one and return None.
        """
        number = next(iter(_numbers(board)), None)
        if number is None:
            await self._look(board)
            return None
        act = {"win": "end", "turn": "turn:0"}.get(wish, wish)
        answer = await self._discord.press(board, f"pod:{number}:{act}", by, self.place)
        if wish == "win":
            menu = next((part for part in list_parts(answer.data) if part.get("options")), None)
            return answer if menu is None else await self._press(menu, by, answer.data)
        return await self._follow(answer, by)

    async def _ask_substitute(self, board: Json) -> Answer | None:
        """Offer the seat of somebody on the board to the substitute, who takes it."""
        number = next(iter(_numbers(board)), None)
        seated = [each for each in self._people if f"**{each.name}**" in str(board)]
        if number is None or not seated:
            await self._look(board)
            return None
        by = self._random.choice(seated)
        asked = await self._discord.press(board, f"pod:{number}:substitute", by, self.place)
        menu = next((part for part in list_parts(asked.data)), None)
        if menu is None:
            return asked
        to, place = self._substitute, self.place
        offered = await self._discord.pick(asked.data, menu["custom_id"], [to], by, place)
        seat = list_buttons(offered.data).get("seat")
        if seat is None:
            return offered
        taken = await self._press(seat, to, offered.data)
        if taken.content.startswith(CONFIRMED):
            self._people[self._people.index(by)], self._substitute = to, by
        return taken

    async def _avoid(self, by: Member) -> Answer:
        """Look whom somebody avoids, and let some avoid the next one."""
        shown = await self._discord.command("me avoid", by, self.place)
        ids = [each.id for each in PEOPLE]
        if by not in AVOIDING or shown.content.startswith(REFUSED):
            return shown
        other = PEOPLE[(ids.index(by.id) + 1) % len(PEOPLE)]
        return await self._discord.pick(shown.data, "me:avoid", [other], by, self.place)

    async def _declare_deck(self, by: Member, board: Json) -> Answer | None:
        """Say in the form of *My deck* which deck somebody plays. Where no board is yet, wait for one."""
        number = next(iter(_numbers(board)), None)
        if number is None:
            await self._look(board)
            return None
        await self._discord.press(board, f"pod:{number}:deck", by, self.place)
        fields = {"commanders": self._random.choice(COMMANDERS)}
        return await self._discord.submit(board, f"pod:{number}:decked", fields, by, self.place)

    async def _merge(self, by: Member) -> Answer:
        """Make the substitute and an account that never plays one, once both agree."""
        discord, place, pair = self._discord, self.place, (self._spare, self._other)
        given: Options = {"from": pair[0], "to": pair[1], "reason": "one of them was lost"}
        seen = await discord.command("override merge", by, place, **given)
        asking = next((part["custom_id"] for part in list_parts(seen.data)), None)
        if asking is None:
            return seen
        answer = await discord.press(seen.data, asking, by, place)
        calls, asked = discord.rest.follow_ups, answer.token
        with contextlib.suppress(TimeoutError):
            await discord.seen.until(lambda: asked in calls, LOOK)
        if (call := calls.get(asked)) is not None:
            [yes, _] = list_parts(call)
            for account in pair:
                answer = await discord.press(call, yes["custom_id"], account, place)
            self._merged = answer.content.startswith(CONFIRMED)
        return answer

    def _fill(self, wish: str) -> Options:
        """Return the options of a command."""
        loser, other = (person.name for person in self._random.sample(self._people, 2))
        reason = "it was not like that"
        options: dict[str, Options] = {
            "defeat": {"loser": loser, "controller": other},
            "life": {"amount": self._random.choice(("-3", "-1", "+2"))},
            "points": {"player": loser, "points": self._random.randrange(9), "reason": reason},
            "void": {"reason": reason},
            "reopen": {"reason": reason},
        }
        if wish == "date":
            return {"ended": f"{self._find_past():%Y-%m-%d %H:%M}", "reason": reason}
        return options.get(wish, {})

    def _find_past(self) -> datetime:
        """Return a moment in a posted week, if there is one, so that its post becomes outdated."""
        posted = [
            int(part["custom_id"].rpartition(":")[2])
            for message in self._discord.rest.messages.values()
            for part in list_parts(message)
            if part["custom_id"].startswith("post:week:")
        ]
        if not posted:
            now = datetime.now(UTC) + timedelta(seconds=self._discord.later)
            return now - timedelta(days=self._random.uniform(0, 10))
        due = datetime.fromordinal(self._random.choice(posted) * 7 + 1)  # that Monday
        return due - timedelta(days=self._random.uniform(1, 6))

    async def move_board(self) -> Answer | None:
        """Ask for the board at the end of the channel, by a button behind its last one.

        Return None if there is no such board.
        """
        board, by = self._board(), self._random.choice(self._people)
        more = list_buttons(board).get("more")
        if more is None:
            return None
        answer = await self._press(more, by, board)
        here = list_buttons(answer.data).get("here")
        return answer if here is None else await self._press(here, by, board)

    async def move_back(self) -> None:
        """Say that the last game ended in a past week, if the model knows of such things."""
        if not self._simple:
            by = self._random.choice(self._people)
            moved = self._fill("date")
            answer = await self._discord.command("override date", by, self.place, **moved)
            await self._follow(answer, by)

    async def _entertain(self, join: Json, board: Json) -> None:
        """Seat a guest, remove the guest again, or ask to forget the guest."""
        place, guest = self.place, next(GUESTS)
        self._discord.servers.members[guest.id] = guest  # who perhaps keeps the seat
        number = join["custom_id"].split(":")[1]
        for custom_id in (join["custom_id"], f"pod:{number}:leave"):
            await self._discord.press(board, custom_id, guest, place)
        answer = await self._discord.command("me forget", guest, place)
        for action in ("sure", "really"):
            await self._discord.press(answer.data, f"me:forget:{action}", guest, place)

    async def _press(self, button: Json, by: Member, on: Json) -> Answer:
        options = button.get("options")
        values = (self._random.choice(options)["value"],) if options else ()
        answer = await self._discord.press(on, button["custom_id"], by, self.place, values)
        return await self._follow(answer, by)

    async def _follow(self, answer: Answer, by: Member) -> Answer:
        """Confirm the action if the bot asks."""
        asked = (part["custom_id"] for part in list_parts(answer.data))
        yes = next((each for each in asked if FOLLOWED.fullmatch(each)), None)
        if yes is None:
            return answer
        return await self._discord.press(answer.data, yes, by, self.place)

    async def press_what_stands(self, seat: Seat, log: Log) -> tuple[str, Answer] | None:
        """Press a button of a board from before the bot was killed, as a player of the pod.

        Return the name of the button and the answer, or None if the pod has no such button.
        """
        pod, number = seat.pod, str(seat.number)
        boards = [each for each in self._messages() if number in _numbers(each)]
        offered = list_buttons(boards[0]) if boards else {}
        seated = {log.people[p].discord_id for p in pod.players if p in log.people}
        known = (*self._people, self._spare, self._other, *PEOPLE)  # no guest
        by = next((person for person in known if person.id in seated), None)
        wishes = ("choose", "pick", "turn", "leave" if by else "join", "rematch")
        wish = next((each for each in wishes if each in offered), None)
        if wish is None:
            return None
        self._state = None
        return f"{wish} {number}", await self._press(offered[wish], by or self._people[0], boards[0])

    def _messages(self) -> list[Json]:
        return self._discord.rest.messages.list_in(self.channel)

    def _board(self) -> Json:
        """Return the newest board of the channel."""
        return next(reversed(self._messages()), {})


def list_buttons(message: Json) -> dict[str, Json]:
    """Return the buttons and menus of a board by their action."""
    found = {name[2]: part for name, part in list_named(message) if name[0] == "pod"}
    return found | {name[3]: part for name, part in list_named(message) if name[0] == "claim"}


def _numbers(message: Json) -> set[str]:
    """Return the number of the pod that a message's buttons belong to."""
    return {name[1] for name, _ in list_named(message) if name[0] == "pod"}


def list_named(message: Json) -> list[tuple[list[str], Json]]:
    """Return the buttons and menus of a message, each with the parts of its custom id."""
    return [(part["custom_id"].split(":"), part) for part in list_parts(message)]


def _state(offered: dict[str, Json]) -> dict[str, float]:
    if {"join", "present", "start"} & offered.keys():
        return LOBBY
    return PLAYING if SEEN_WHILE_PLAYING.intersection(offered) else OVER
