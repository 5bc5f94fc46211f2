"""Playing as people do: open a pod, sit down, start, report, read the board."""

import discord
import simcord
from simcord import InteractionResult, MemberActor

from bot.front.server.settings import SETTINGS
from tests.front import forging
from tests.front.simulated import Server, answer


class Table:
    """A pod in a channel of the server, and those who sit at it."""

    def __init__(self, server: Server, channel: simcord.ChannelHandle | None = None) -> None:
        self.server = server
        self.channel = channel or server.channel
        self.keys: dict[str, str] = {}  # what the bot calls each player, by display name

    # The lobby

    async def opened(self, host: MemberActor, *guests: MemberActor, **options: object) -> "Table":
        """The host opens a pod, and the guests press Join."""
        await host.slash(self.channel, "pod open", **options)
        for guest in guests:
            await guest.click(self.board, label="Join")
        return self

    async def started(self, host: MemberActor, *guests: MemberActor, **options: object) -> "Table":
        """The same, and the host starts."""
        await self.opened(host, *guests, **options)
        await host.click(self.board, label="Start")
        choices = await host.autocomplete(self.channel, "defeat", "loser", "")
        self.keys = {choice["name"]: choice["value"] for choice in choices}
        return self

    # The board

    @property
    def boards(self) -> list[discord.Message]:
        """Every board in the channel, oldest first: what the bot said to everybody."""
        seen = self.channel.history(viewer=self.server.gil)
        return [m for m in seen if m.embeds and m.author.bot and not m.flags.ephemeral]

    @property
    def board(self) -> discord.Message:
        """The newest board."""
        return self.boards[-1]

    @property
    def embed(self) -> discord.Embed:
        """What the newest board shows."""
        return self.board.embeds[0]

    @property
    def lines(self) -> list[str]:
        """The teams on the board, or the winners and points."""
        return [line for line in (self.embed.description or "").splitlines() if line]

    def field(self, name: str) -> str:
        """The value of the board's field whose name begins like this; empty if there is none."""
        fields = [f for f in self.embed.fields if (f.name or "").startswith(name)]
        return (fields[0].value or "") if fields else ""

    @property
    def buttons(self) -> list[str]:
        """The labels of the board's buttons."""
        return [
            item.label or ""
            for row in self.board.components
            if isinstance(row, discord.ActionRow)
            for item in row.children
            if isinstance(item, discord.Button)
        ]

    # Reports

    async def reports(
        self, who: MemberActor, loser: str, controller: str | None = None, **more: object
    ) -> InteractionResult:
        """`/defeat`, with players by their display names."""
        options = {"loser": self.keys[loser], **more}
        if controller is not None:
            options["controller"] = self.keys[controller]
        return await who.slash(self.channel, "defeat", **options)

    async def chooses(
        self, who: MemberActor, name: str | None, board: discord.Message | None = None
    ) -> InteractionResult:
        """Picks a player, or None to decline, in the menu on the board."""
        value = "-" if name is None else self.keys[name]
        (menu,) = self.menus
        return await who.select(board or self.board, [value], custom_id=menu.custom_id)

    @property
    def menus(self) -> list[discord.SelectMenu]:
        """The menus on the board."""
        return [
            item
            for row in self.board.components
            if isinstance(row, discord.ActionRow)
            for item in row.children
            if isinstance(item, discord.SelectMenu)
        ]


async def sets(server: Server, setting: str, *values: object) -> str:
    """Ana picks a group, a setting and its values in the wizard; returns what she reads then."""
    shown = answer(await server.ana.slash(server.channel, "setup server"))
    for picked in ([f"group:{SETTINGS[setting].group}"], [setting], list(values)):
        menu = shown.components[0]["components"][0]["custom_id"]
        await server.ana.select(shown, picked, custom_id=menu)
    return str(shown.embeds[0].description)


class Form:
    """A report form in the hands of one member."""

    def __init__(self, table: Table, who: MemberActor, opened: InteractionResult) -> None:
        self.table, self.who, self.opened = table, who, opened
        self.token = str(self.message.components[0]["components"][0]["custom_id"]).split(":")[1]

    @property
    def message(self) -> simcord.ResponseMessage:
        """The private message that the form is."""
        return answer(self.opened)

    @property
    def verdict(self) -> str:
        """What the form says would follow, or what is missing."""
        (embed,) = self.message.embeds
        return embed.fields[-1].value or ""

    async def pick(self, field: str, *names: str) -> InteractionResult:
        """Picks players by display name, or other options by value, in a menu of the form."""
        values = [self.table.keys.get(name, name) for name in names]
        return await self.who.select(self.message, values, custom_id=f"form:{self.token}:{field}")

    async def press(self, action: str) -> InteractionResult:
        """Presses a button of the form by its action, such as `send`."""
        shown = {item["custom_id"] for row in self.message.components for item in row["components"]}
        instead = f"instead:{self.token}:{action}"  # it replaces an old report
        custom_id = instead if instead in shown else f"form:{self.token}:{action}"
        return await self.who.click(self.message, custom_id=custom_id)

    async def card(self, card: str = "", amount: str = "") -> InteractionResult:
        """Fills the modal for card and amount."""
        modal = await self.press("card")
        return await self.who.submit_modal(modal, {"card": card, "amount": amount})


async def let_count(server: Server, minutes: float = 16) -> None:
    """Nobody disputes what is over, for as long as that can be done, and the chores go round."""
    await server.env.advance_time(minutes * 60)


async def form_of(table: Table, who: MemberActor) -> Form:
    """The form behind the board's button."""
    return Form(table, who, await who.click(table.board, label="Report a defeat"))


def said(result: InteractionResult) -> str:
    """The private answer's text; fails the test where others could see it."""
    message = answer(result)
    assert result.ephemeral, "the answer is for whoever asked alone"
    return message.content


async def forced(
    table: Table,
    who: MemberActor,
    shown: discord.Message | simcord.ResponseMessage,
    custom_id: str,
    *values: str,
) -> InteractionResult:
    """A press, or with `values` a pick, that their client should not offer, or no more."""
    return await forging.press(who, table.channel, shown, custom_id, *values)
