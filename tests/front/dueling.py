"""Dueling as people do: open a duel, sit down, start, place, draw, invoke, read the board."""

import re

from simcord import InteractionResult, MemberActor

from tests.front import forging
from tests.front.playing import Table, list_items, switch_on
from tests.front.simulated import answer


class DuelTable(Table):
    """A duel in a channel of the server, and the two who play it."""

    async def opened(self, host: MemberActor, *guests: MemberActor, **options: object) -> "DuelTable":
        """The host opens a duel, and the guest presses Join."""
        await switch_on(self.server, "joust")
        await host.slash(self.channel, "joust open", **options)
        for guest in guests:
            await guest.click(self.board, custom_id=self.find_button("join"))
        return self

    async def started(self, host: MemberActor, *guests: MemberActor, **options: object) -> "DuelTable":
        """A duel that the host opened, with their own dice unless something else is said."""
        await self.opened(host, *guests, **{"dice": "own", **options})
        if options.get("dice") == "bot":
            await host.click(self.board, custom_id=self.find_button("start"))
            return self
        asked = await host.click(self.board, custom_id=self.find_button("start"))
        shown = answer(asked)
        [row] = shown.components
        [menu] = row["components"]
        self.keys = {option["label"]: option["value"] for option in menu["options"]}
        first = menu["options"][0]["value"]
        await host.select(shown, [first], custom_id=menu["custom_id"])
        return self

    @property
    def number(self) -> int:
        """The number of the duel, as its buttons carry it."""
        found = re.search(r"joust:(\d+):", str([each.to_dict() for each in list_items(self.board)]))
        assert found is not None
        return int(found[1])

    async def describe(self, who: MemberActor, name: str, kind: str = "thing", **more: object) -> InteractionResult:
        """`/joust invoke`, with all that there is to say of a card."""
        return await who.slash(self.channel, "joust invoke", name=name, kind=kind, **more)

    async def press(self, who: MemberActor, action: str, *values: str) -> InteractionResult:
        """A press on the board, or with `values` a pick in a menu of that action."""
        custom_id = f"joust:{self.number}:{action}"
        return await forging.press(who, self.channel, self.board, custom_id, *values)

    async def fill(self, who: MemberActor, action: str, **texts: str) -> InteractionResult:
        """A modal of that action is sent."""
        custom_id = f"joust:{self.number}:{action}"
        return await forging.submit(who, self.channel, self.board, custom_id, texts)
