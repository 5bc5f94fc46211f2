"""What a message shows works as long as it shows it, whatever else happens in the channel.

People press at random what the messages of a channel show, and what the bot answers to that in private. In between they
open, end and reopen games of every kind by commands, plan pods and nights, ask when people can come, look at the
moderation queue and have themselves forgotten; results begin to count, and the bot restarts. The channel lists free
seats and shows results. Whatever is shown works for somebody, and whatever is shown to somebody alone works for them.
"""

import os
import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.results import to_discord_message

from bot.front.interaction.modules import MODULES
from bot.rules.variants import VARIANTS
from tests.front import forging
from tests.front.playing import let_count, said, sets, switch_on
from tests.front.simulated import Server, answer, pass_quietly, still_time, sweeping
from tests.front.test_plans import WHEN
from tests.front.test_seat_lists import sets as list_seats

FIRST = int(os.environ.get("SUZERAIN_SEED", "0")) * 100
EVENINGS = 2
STEPS = 40

PASSED = "That time is in the past. Choose a later one."

Part = dict[str, Any]

REMATCH = (":rematch", ":round")
"""The buttons that a board shows only once its game is over."""


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores twice an hour."""
    with sweeping(minutes=30), still_time():
        yield


def list_parts(components: Any) -> list[Part]:
    """The buttons and menus that can be pressed in a message."""
    found = list[Part]()
    for each in components:
        found += list_parts(each.get("components", ()))
        if "accessory" in each:
            found += list_parts([each["accessory"]])
        if "custom_id" in each and not each.get("disabled"):
            found.append(each)
    return found


def is_refused(result: InteractionResult) -> bool:
    return result.modal is None and result.response is not None and answer(result).content.startswith("🚫")


class Crowd:
    """The people of a channel, who press at random whatever is shown to them."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.channel = server.channel
        self.random = random.Random(seed)
        self.story: list[str] = []
        games = (self.opens, self.plays, self.takes_back, self.concedes, self.waits)
        self.acts = (*games, self.plans, self.merges, self.asks, self.looks, self.forgets)

    @property
    def shown(self) -> list[tuple[discord.Message, Part]]:
        """Whatever the messages of the channel show that can be pressed."""
        env = self.server.env
        sent = [each for each in env.backend.messages.get(self.channel.id, {}).values() if not each.is_ephemeral]
        return [(to_discord_message(env, each), part) for each in sent for part in list_parts(each.components)]

    @property
    def newcomers(self) -> Iterator[MemberActor]:
        """Somebody who joins the server now, for the seats of a plan that everybody else has signed up for."""
        yield self.server.guild.add_member(self.server.env.create_user("hal", global_name="Hal"))

    async def press_something(self) -> None:
        """Somebody presses a part of a message in the channel; where they may not, the others try."""
        if not self.shown:
            return None
        message, part = self.random.choice(self.shown)
        refusals = set[str]()
        for who in chain(self.random.sample(self.server.everybody, len(self.server.everybody)), self.newcomers):
            result = await self.press(who, message, part)
            if not is_refused(result):
                return await self.press_answer(who, result)
            refusals.add(said(result))
        if not self.is_refused_for_now(part, refusals):
            pytest.fail("\n".join([*self.story, f"nobody can press {part['custom_id']}:", *refusals]))

    def is_refused_for_now(self, part: Part, refusals: set[str]) -> bool:
        """Whether this is one of the three things that messages keep on showing, refused in words that say why.

        A finished board keeps *Rematch* for the time after the open game, to whose board the refusal links. Until the
        next chores, which come twice an hour here, a poll keeps the buttons of times that have passed. So does a
        proposal to merge an account that was forgotten, unless somebody presses.
        """
        pressed, said = part["custom_id"], "\n".join(refusals)
        if pressed.endswith(REMATCH):
            named = re.findall(r"\[Another game\]\(\S*/(\d+)\) is open here", said)
            board = [each["custom_id"] for message, each in self.shown if f"{message.id}" in named]
            return bool(board) and not any(each.endswith(REMATCH) for each in board)
        if pressed.startswith("merge:"):
            return "That is settled already." in said and part not in [each for _, each in self.shown]
        return ":pick:" in pressed and {*refusals} == {f"🚫 {PASSED}"}

    async def press_answer(self, who: MemberActor, result: InteractionResult) -> None:
        """The same person presses a part of the private answer, which shows what they may do."""
        if result.response is None or not result.ephemeral:
            return
        if parts := list_parts(answer(result).components):
            part = self.random.choice(parts)
            again = await self.press(who, answer(result), part)
            works = not is_refused(again) or self.is_refused_for_now(part, {said(again)})
            assert works, "\n".join([*self.story, said(again)])

    async def press(self, who: MemberActor, shown: Any, part: Part) -> InteractionResult:
        """Press a button, or pick one of the options of a menu."""
        values = [self.random.choice(part["options"])["value"]] if part.get("options") else []
        pressed = await forging.press(who, self.channel, shown, part["custom_id"], *values)
        refused = " refused" if is_refused(pressed) else ""
        self.story.append(f"{who.user.global_name}: {part['custom_id']} {' '.join(values)}{refused}")
        return pressed

    # What they do by commands; much of it is refused

    async def types(self, who: MemberActor, command: str, **options: object) -> InteractionResult:
        result = await who.slash(self.channel, command, **options)
        self.story.append(f"{who.user.global_name}: /{command}{' refused' if is_refused(result) else ''}")
        return result

    async def opens(self, who: MemberActor) -> None:
        """Open a pod or a duel, which two others join, and begin it."""
        kind = self.random.choice(["pod", "joust"])
        options = {"dice": "bot"} if kind == "joust" else {"variant": self.random.choice([*VARIANTS])}
        opened = await self.types(who, f"{kind} open", **options)
        if is_refused(opened):
            return
        others = [each for each in self.server.everybody if each is not who]
        begun = [*self.random.sample(others, 3 if kind == "pod" else 1), who]
        for each in begun:
            joins = [(on, part) for on, part in self.shown if part["custom_id"].endswith(":join")]
            games = [(on, part["custom_id"]) for on, part in joins if not part["custom_id"].startswith("plan")]
            if games:
                on, custom_id = games[-1]
                act = "start" if each is who else "join"
                await forging.press(each, self.channel, on, custom_id.replace("join", act))

    async def plays(self, who: MemberActor) -> None:
        """Report a defeat, perhaps the last one."""
        choices = await who.autocomplete(self.channel, "defeat", "loser", "")
        if len(choices) > 1:
            loser, winner = (each["value"] for each in self.random.sample(choices, 2))
            await self.types(who, "defeat", loser=loser, controller=winner, cause="life")

    async def takes_back(self, who: MemberActor) -> None:
        """Undo something, as a player or as a moderator; Ana also reopens games."""
        kind = self.random.choice(["undo", "joust undo", "joust undo", "override reopen"])
        if kind == "override reopen":
            await self.press_answer(self.server.ana, await self.types(self.server.ana, kind, reason="A slip."))
        else:
            await self.types(who, kind, **({"reason": "A slip."} if kind == "joust undo" else {}))

    async def concedes(self, who: MemberActor) -> None:
        conceded = await self.types(who, self.random.choice(["concede", "joust concede"]))
        await self.press_answer(who, conceded)

    async def plans(self, who: MemberActor) -> None:
        """Plan a pod or a night, or seat a night's round."""
        kind = self.random.choice(["pod plan", "night open", "night seat"])
        agreed: dict[str, dict[str, object]] = {
            "pod plan": {"when": WHEN},
            "night open": {"when": WHEN, "rounds": 2, "minutes": 60},
        }
        await self.press_first(who, await self.types(who, kind, **agreed.get(kind, {})))

    async def asks(self, who: MemberActor) -> None:
        """Ask in a poll when people can come to a night."""
        form = await self.types(who, "night ask")
        if form.modal is not None:
            await self.press_first(who, await who.submit_modal(form, {"moments": "3:00\n1:00", "title": "League"}))

    async def looks(self, who: MemberActor) -> None:
        """Look at the moderation queue, or for a free seat."""
        kind = self.random.choice(["desk", "find"])
        await self.press_answer(who, await forging.command(who, self.channel, kind))

    async def forgets(self, who: MemberActor) -> None:
        """Have everything forgotten that is known of them; most think better of it."""
        asked = await self.types(who, "me forget")
        for sure in ("me:forget:sure", "me:forget:really"):
            if self.random.random() < 0.7:
                for part in list_parts(answer(asked).components):
                    if part["custom_id"] == sure:
                        assert not is_refused(await self.press(who, answer(asked), part)), "\n".join(self.story)

    async def press_first(self, who: MemberActor, shown: InteractionResult) -> None:
        """Press the button that carries out what an answer shows."""
        if not is_refused(shown) and (parts := list_parts(answer(shown).components)):
            pressed = await self.press(who, answer(shown), parts[0])
            assert not is_refused(pressed), "\n".join([*self.story, said(pressed)])

    async def merges(self, who: MemberActor) -> None:
        old, new = self.random.sample(self.server.everybody, 2)
        shown = await self.types(self.server.ana, "override merge", **{"from": old, "to": new, "reason": "A new phone"})
        await self.press_answer(self.server.ana, shown)

    async def waits(self, who: MemberActor) -> None:
        """Nobody does anything, until a result counts or what was planned begins; or the bot restarts."""
        kind = self.random.choice(["quarter", "half", "restart"])
        if kind == "quarter":
            self.story.append("a quarter of an hour passes")
            await let_count(self.server)
        elif kind == "half":
            self.story.append("half an hour passes")
            await pass_quietly(self.server, 31 * 60)
        else:
            self.story.append("the bot restarts")
            await self.server.restart()


@pytest.mark.parametrize("seed", range(FIRST, FIRST + EVENINGS))
async def test_whatever_is_shown_works_for_somebody(server: Server, seed: int) -> None:
    await switch_on(server, *MODULES)
    await list_seats(server, server.channel)
    await sets(server, "results_channel", server.channel)
    crowd = Crowd(server, seed)
    for _ in range(STEPS):
        if crowd.random.random() < 0.4:
            await crowd.random.choice(crowd.acts)(crowd.random.choice(server.everybody))
        else:
            await crowd.press_something()
