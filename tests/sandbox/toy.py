"""A small bot with one of each component that Suzerain uses, to test the sandbox."""

from __future__ import annotations

import re
from typing import Any, cast

import discord
from discord import app_commands, ui


class Join(ui.DynamicItem[ui.Button[Any]], template=r"toy:join"):
    """A button that works after a restart."""

    def __init__(self) -> None:
        button: ui.Button[Any] = ui.Button(label="Join", style=discord.ButtonStyle.success, custom_id="toy:join")
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Join:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        toy = cast("Toy", interaction.client)
        if interaction.user.id in toy.seated:
            await interaction.response.send_message("You sit already.", ephemeral=True)
            return
        toy.seated.append(interaction.user.id)
        await interaction.response.edit_message(embed=toy.board())


class Form(ui.Modal):
    """A form with a line of text, a member and a choice."""

    def __init__(self) -> None:
        super().__init__(title="Details", custom_id="toy:form", timeout=None)
        self.card: ui.TextInput[Form] = ui.TextInput(custom_id="card")
        self.who: ui.UserSelect[Form] = ui.UserSelect(custom_id="who", required=True)
        options = [discord.SelectOption(label=cause) for cause in ("Life", "Poison")]
        self.cause: ui.Select[Form] = ui.Select(custom_id="cause", options=options)
        for text, component in (("Card", self.card), ("By", self.who), ("Cause", self.cause)):
            self.add_item(ui.Label(text=text, component=cast("ui.Item[Any]", component)))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        told = f"{self.cause.values[0]} by {self.who.values[0].display_name}: {self.card.value}"
        await interaction.response.send_message(told)


class Details(ui.View):
    """A button that opens the form, and a choice."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Details…", custom_id="toy:details")
    async def details(self, interaction: discord.Interaction[Any], _: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @ui.select(
        custom_id="toy:master",
        placeholder="Serve whom?",
        options=[discord.SelectOption(label="Ana"), discord.SelectOption(label="Cy")],
    )
    async def master(self, interaction: discord.Interaction[Any], select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"You serve {select.values[0]}.", ephemeral=True)


class Toy(discord.AutoShardedClient):
    """Commands of each kind, over the widgets above."""

    def __init__(self) -> None:
        quiet = discord.AllowedMentions.none()
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=quiet)
        self.tree = app_commands.CommandTree(self)
        self.seated: list[int] = []
        self.interactions: list[int] = []
        _add_commands(self)

    def board(self) -> discord.Embed:
        names = "\n".join(f"<@{user_id}>" for user_id in self.seated)
        return discord.Embed(title="Lobby", description=names or "Nobody yet")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.interactions.append(interaction.id)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Join)
        self.add_view(Details())
        await self.tree.sync()


def _add_commands(toy: Toy) -> None:
    toys = app_commands.Group(name="toy", description="One of each")
    toy.tree.add_command(toys)

    @toys.command(name="open", description="Open a lobby")
    async def open_(interaction: discord.Interaction[Any], seats: int, title: str = "") -> None:
        view = ui.View(timeout=None)
        view.add_item(Join())
        content = f"{title} seats {seats}"
        await interaction.response.send_message(content, embed=toy.board(), view=view)

    @toys.command(name="fell", description="Report")
    async def fell(interaction: discord.Interaction[Any], loser: str, by: discord.Member, how: str) -> None:
        await interaction.response.send_message(f"{loser} by {by.display_name}, {how}")

    @fell.autocomplete("loser")
    async def losers(_: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        names = [name for name in ("Ana", "Bo") if typed.lower() in name.lower()]
        return [app_commands.Choice(name=name, value=name) for name in names]

    @toys.command(name="details", description="A form")
    async def details(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Tell me more.", view=Details())

    @toys.command(name="talk", description="A thread and a direct message")
    async def talk(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Talking.")
        message = await interaction.original_response()
        thread = await message.create_thread(name="aside")
        await thread.send("In the thread.")
        await interaction.user.send("In private.")

    @toys.command(name="tongue", description="Which language?")
    async def tongue(interaction: discord.Interaction[Any]) -> None:
        heard = f"{interaction.locale} in {interaction.guild_locale}"
        await interaction.response.send_message(heard, ephemeral=True)

    @toys.command(name="later", description="In a while")
    async def later(interaction: discord.Interaction[Any]) -> None:
        view = Fading()
        await interaction.response.send_message("Waiting.", view=view)
        view.message = await interaction.original_response()

    @toys.command(name="silent", description="No answer")
    async def silent(_: discord.Interaction[Any]) -> None:
        pass

    @toys.command(name="break", description="An error")
    async def break_(_: discord.Interaction[Any]) -> None:
        raise RuntimeError("broken on purpose")


class Fading(ui.View):
    """A view that edits its message when it times out."""

    def __init__(self) -> None:
        super().__init__(timeout=0.6)
        self.message: discord.InteractionMessage | None = None
        self.add_item(ui.Button(label="Wait", custom_id="toy:wait"))

    async def on_timeout(self) -> None:
        assert self.message is not None
        await self.message.edit(content="Too late.", view=None)
