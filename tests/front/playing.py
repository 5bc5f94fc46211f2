"""Playing as people do: open a pod, sit down, start, report, read the board."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import discord
import simcord
from simcord import InteractionResult, MemberActor
from simcord.results import to_discord_message

from bot.front.game_texts.table_view import AFTER_TEAM_NAME, BEFORE_SERVANTS, BEFORE_TURN, BETWEEN_TEAMS, HOST_MARK
from bot.front.server.settings import FIRST_GROUP, SETTINGS
from bot.front.ui.embeds import SEPARATOR
from bot.front.ui.message_layout import SMALL_PRINT, collect_component_texts
from bot.i18n import LOCALES, load_translations
from bot.rules.tables import POD_OPTIONS
from tests.front import forging
from tests.front.simulated import Server, answer, pass_quietly

BUTTON = 2  # Discord's type of it
TURN_MARKS = {load_translations(each)(f"board-{when}") for each in LOCALES for when in ("now", "next")}
"""What stands after a team whose turn it is, or is next."""

LAYOUT = discord.MessageFlags(components_v2=True).value
"""The flag of a message that is all components."""


async def switch_on(server: Server, *modules: str, guild: simcord.GuildHandle | None = None) -> None:
    """Have modules switched on here, or on another server, as by the operator."""
    running: Any = server.bot.app
    services, where = running.client.services, (guild or server.guild).id
    await server.env.settle()  # a server that has just been made is not known before
    await services.guilds.enable_bot_modules(where, modules)
    await services.modules.update_server_commands(where)


def list_items(message: discord.Message) -> list[Any]:
    """What can be pressed or chosen on a message, in its order."""

    def walk(parts: Sequence[Any]) -> Iterator[Any]:
        for part in parts:
            if isinstance(part, discord.ActionRow):
                yield from part.children
            else:
                yield from walk(getattr(part, "children", ()))

    return list(walk(message.components))


def read_call(board: discord.Message) -> str:
    """What stands above a board, to call somebody; of an old board, its own text."""
    first, *_ = board.components
    return first.content if isinstance(first, discord.TextDisplay) else board.content


def read_board(board: discord.Message) -> discord.Embed:
    """What a board says, in parts as an embed has them, which every post is.

    The title is its heading, the footer the grey line at its end.
    """
    if board.embeds:
        return board.embeds[0]
    (container,) = [each for each in board.components if isinstance(each, discord.Container)]
    head, *parts = collect_component_texts([container])
    title, *small = head.removeprefix("### ").split("\n")
    footer = parts.pop().removeprefix(SMALL_PRINT) if parts and parts[-1].startswith(SMALL_PRINT) else None
    about = parts.pop(0) if parts else ""
    embed = discord.Embed(title=title, description=about, colour=container.accent_colour)
    embed.description = "\n".join([*small, embed.description or ""])
    embed.set_footer(text=footer)
    for part in parts:
        name, _, value = part.removeprefix("**").partition("**\n")
        embed.add_field(name=name, value=value, inline=False)
    return set_small_print_apart(embed)


def set_small_print_apart(embed: discord.Embed) -> discord.Embed:
    """The same embed, with the small print below its title as its author."""
    lines = (embed.description or "").strip("\n").split("\n")
    small = [*takewhile(lambda line: line.startswith(SMALL_PRINT), lines)]
    embed.description = "\n".join(lines[len(small) :])
    embed.set_author(name="\n".join(each.removeprefix(SMALL_PRINT) for each in small) or "-")
    return embed


def split_team(line: str) -> list[str]:
    """A team's line as a line for each of its players, deeper where they serve who serves."""
    line = line.partition(BEFORE_TURN)[0]
    if line.startswith("💀 "):
        return [_put_after_points("💀 ", each) for each in line[2:].split(SEPARATOR)]
    team, found, players = line.partition(AFTER_TEAM_NAME)
    if found:
        return [team, *(_put_after_points("", each) for each in players.split(SEPARATOR))]
    leader, found, serving = line.partition(BEFORE_SERVANTS)
    parts = re.split(r"( · | ›+ )", f"{SEPARATOR}{serving}" if found else "")[1:]
    below = [
        _put_after_points("\u2003" * between.count("›") + "┗ ", each)
        for between, each in zip(parts[::2], parts[1::2], strict=True)
    ]
    return [leader, *below]


def _put_after_points(mark: str, name: str) -> str:
    points, found, rest = name.rpartition("` ")
    return f"{points}{found}{mark}{rest}"


class Table:
    """A pod in a channel of the server, and those who sit at it."""

    def __init__(self, server: Server, channel: simcord.ChannelHandle | None = None) -> None:
        self.server = server
        self.channel = channel or server.channel
        self.keys: dict[str, str] = {}  # what the bot calls each player, by display name

    # The lobby

    async def opened(self, host: MemberActor, *guests: MemberActor, **options: object) -> "Table":
        """The host opens a pod, perhaps with what is behind *Change*; the guests press Join."""
        await opens(host, self.channel, "pod open", **options)
        for guest in guests:
            await guest.click(self.board, custom_id=self.find_button("join"))
        return self

    async def started(self, host: MemberActor, *guests: MemberActor, **options: object) -> "Table":
        """The same, and the host starts."""
        await self.opened(host, *guests, **options)
        return await self.starts(host)

    async def starts(self, host: MemberActor) -> "Table":
        """The host starts what was opened."""
        await forced(self, host, self.board, self.find_button("join").replace("join", "start"))
        choices = await host.autocomplete(self.channel, "defeat", "loser", "")
        self.keys = {choice["name"]: choice["value"] for choice in choices}
        return self

    # The board

    def find_button(self, action: str) -> str:
        """The custom id of what does this on the newest board, whatever language it speaks."""
        shown = str([part.to_dict() for part in self.board.components])
        ids: list[str] = re.findall(r"'custom_id': '([^']*)'", shown)
        return next(each for each in ids if action in each.split(":"))

    @property
    def boards(self) -> list[discord.Message]:
        """Every board in the channel, oldest first: what the bot said to everybody."""
        return [*self._find_boards()][::-1]

    @property
    def board(self) -> discord.Message:
        """The newest board."""
        return next(self._find_boards())

    def _find_boards(self) -> Iterator[discord.Message]:
        """The newest first; whatever else was said, to make messages of it takes long."""
        env = self.server.env
        sent = env.backend.messages.get(self.channel.id, {}).values()
        for each in sorted(sent, key=lambda message: message.id, reverse=True):
            shows = each.embeds or each.flags & LAYOUT
            if shows and not each.is_ephemeral:
                message = to_discord_message(env, each)
                if message.author.bot:
                    yield message

    @property
    def embed(self) -> discord.Embed:
        """What the newest board shows."""
        return read_board(self.board)

    @property
    def call(self) -> str:
        """What stands above the newest board, to call somebody."""
        return read_call(self.board)

    @property
    def small_print(self) -> str:
        """What stands below the heading of the newest board."""
        return self.embed.author.name or ""

    @property
    def news(self) -> str:
        """The heading of the newest board, and what stands below it."""
        return f"{self.embed.title}\n{self.small_print}"

    @property
    def verdict(self) -> str:
        """The news of the newest board, if it is that somebody lost, with the rule; else empty."""
        return self.news if re.search(r"\b[A-Z]{3}-D?\d", self.small_print) else ""

    @property
    def teams(self) -> list[str]:
        """The lines of the board's list."""
        return [line for line in (self.embed.description or "").splitlines() if line]

    @property
    def lines(self) -> list[str]:
        """The teams on the board, each player on a line of their own; the winners once it is over.

        Then all points share a line.
        """
        if (self.embed.title or "").startswith(("🏆", "🤝")):
            return [self.embed.title or "", *self.teams]
        parts = [part for line in self.teams for part in line.split(BETWEEN_TEAMS)]
        return [each for part in parts for each in split_team(part)]

    @property
    def points(self) -> list[str]:
        """Everybody with their points, after the game."""
        return self.teams[0].replace("**", "").split(SEPARATOR)

    @property
    def seats(self) -> str:
        """Who sits in the lobby, a line each with the number of the seat."""
        if shown := self._find_field("Seats"):
            return shown
        said = self.teams[0] if self.teams and self.teams[0][0].isdigit() else ""
        each = (re.sub(r"^(\d+) (.*?)( 👑)?$", r"\1. \2", seat) for seat in said.split(SEPARATOR))
        return "\n".join(each) if said else ""

    @property
    def kept(self) -> str:
        """For whom seats of the lobby are kept, as its board names them."""
        return next((line.partition(": ")[2] for line in self.teams if line.startswith("🪑 Seats kept")), "")

    @property
    def readiness(self) -> str:
        """Who hosts the lobby, and what it says below the seats."""
        if shown := self._find_field("Host"):
            return shown
        seated = [*self.seats.splitlines()]
        host = re.findall(rf"\d (.*?) {HOST_MARK}", self.teams[0]) if seated else []
        return "\n".join([*host, *(self.teams[1:] if seated else self.teams)])

    @property
    def turn(self) -> tuple[str, list[str]]:
        """Which turn the board says it is, and the leaders of teams from there on."""
        turn = re.split(" · |, <", self.embed.footer.text or "")[0]
        return turn, [name for line in self.lines for name in re.findall(r"\*\*(.*?)\*\*", line)]

    @property
    def active(self) -> list[str]:
        """Whose turn the board says it is."""
        return self._find_marked("▶️")

    @property
    def upcoming(self) -> list[str]:
        """Whose turn the board says is next."""
        return self._find_marked("⏭️")

    def _find_marked(self, emoji: str) -> list[str]:
        found = list[str]()
        for part in "\n".join(self.teams).replace(BETWEEN_TEAMS, "\n").splitlines():
            team, _, mark = part.partition(f"{BEFORE_TURN}{emoji} ")
            leader = re.findall(r"\*\*(.*?)\*\*", team)[:1]
            found += mark.split(", ") if mark and mark not in TURN_MARKS else leader if mark else []
        return found

    def field(self, name: str) -> str:
        """The value of the board's field whose name begins like this; empty if there is none."""
        if name == "Seats":
            return self.seats
        asked = self.news if self.news.startswith(("⏳", "✋")) else ""
        return self._find_field(name) or (asked if asked.startswith(name[0]) else "")

    def _find_field(self, name: str) -> str:
        fields = [f for f in self.embed.fields if (f.name or "").startswith(name)]
        return (fields[0].value or "") if fields else ""

    @property
    def buttons(self) -> list[str]:
        """The labels of the board's buttons."""
        return [item.label or "" for item in list_items(self.board) if item.type.value == BUTTON]

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
        """Picks a player, or None to decline, in the menu or with the buttons on the board."""
        value = "-" if name is None else self.keys[name]
        if not self.menus:
            picked = f"{self.find_button('pick').rpartition(':')[0]}:{value}"
            return await who.click(board or self.board, custom_id=picked)
        (menu,) = self.menus
        return await who.select(board or self.board, [value], custom_id=menu.custom_id)

    @property
    def offered(self) -> list[str]:
        """The labels of what can be chosen on the board, in a menu or with a button each."""
        picks = [item.label or "" for item in list_items(self.board) if ":pick:" in (item.custom_id or "")]
        return picks + [option.label for menu in self.menus for option in menu.options]

    @property
    def menus(self) -> list[discord.SelectMenu]:
        """The menus on the board."""
        return [item for item in list_items(self.board) if isinstance(item, discord.SelectMenu)]


def mention(*members: MemberActor) -> str:
    """The mentions of these members, as an option has them."""
    return " ".join(each.mention for each in members)


SWITCHES = ("choose_master", "turns", "event", "mention")
"""What is switched on or off behind *Change*, and has no option."""

MENUS = ("scoring", "teams")
"""What has a menu behind *Change*, and no option."""

LIFE = "starting_life"
"""What is typed behind *Change*, and has no option."""


async def opens(who: MemberActor, channel: simcord.ChannelHandle, command: str, **options: object) -> InteractionResult:
    """Types a command that opens or plans a pod; sets behind *Change* what has no option."""
    rare = {name: options.pop(name) for name in [*options] if name in (*SWITCHES, *MENUS, *POD_OPTIONS, LIFE)}
    if command == "pod plan":
        shown = await who.slash(channel, command, **options)
        if rare:
            shown = await who.click(answer(shown), custom_id=find_row(shown, "change"))
            shown = await changes(who, shown, rare)
        return await who.click(answer(shown), custom_id=find_row(shown, "make"))
    if not rare:
        return await who.slash(channel, command, **options)
    shown = await changes(who, await who.slash(channel, command, change=True, **options), rare)
    return await who.click(answer(shown), custom_id=find_row(shown, "open"))


async def changes(who: MemberActor, shown: InteractionResult, rare: Mapping[str, object]) -> InteractionResult:
    """Sets menus, switches, options of the table and the starting life in the rows of a private preview."""
    for name in {*MENUS} & {*rare}:
        shown = await who.select(answer(shown), [str(rare[name])], custom_id=find_row(shown, name))
    if flipped := {name: on for name, on in rare.items() if name in SWITCHES}:
        menu = find_row(shown, "switch")
        states = {each["value"]: each.get("default") for each in find_part(shown, menu)["options"]}
        on = [name for name, state in {**states, **flipped}.items() if state]
        shown = await who.select(answer(shown), on, custom_id=menu)
    if LIFE in rare:
        form = await who.click(answer(shown), custom_id=find_row(shown, "write"))
        fields = [label["component"] for label in (form.modal or {})["components"]]
        typed = {field["custom_id"]: field.get("value") or "" for field in fields}
        shown = await who.submit_modal(form, {**typed, "life": str(rare[LIFE])})
    if chosen := [name for name in POD_OPTIONS if name in rare]:
        shown = await who.click(answer(shown), custom_id=find_row(shown, "options"))
        for name in chosen:
            shown = await who.select(answer(shown), [str(rare[name])], custom_id=find_row(shown, name))
        shown = await who.click(answer(shown), custom_id=find_row(shown, "back"))
    return shown


def find_row(shown: InteractionResult, name: str) -> str:
    """The custom id of a menu or button of a private preview, which ends with this word."""
    parts = [part for row in answer(shown).components for part in row["components"]]
    ids: list[str] = [part["custom_id"] for part in parts]
    return next(custom_id for custom_id in ids if custom_id.endswith(f":{name}"))


def find_part(shown: InteractionResult, custom_id: str) -> dict[str, Any]:
    """What Discord was sent of a menu or button of a private preview."""
    parts = [part for row in answer(shown).components for part in row["components"]]
    return next(dict(part) for part in parts if part["custom_id"] == custom_id)


async def picks(who: MemberActor, shown: simcord.ResponseMessage, label: str) -> InteractionResult:
    """Picks one of a few, each of which has a button; the first whose label begins like this."""
    parts = [part for row in shown.components for part in row["components"]]
    custom_id = next(part["custom_id"] for part in parts if part["label"].startswith(label))
    return await who.click(shown, custom_id=custom_id)


def list_steps(setting: str) -> list[str]:
    """What is picked from the wizard's first page to the page of a setting."""
    group = SETTINGS[setting].group
    return [setting] if group == FIRST_GROUP else [f"group:{group}", setting]


async def sets(server: Server, setting: str, *values: object) -> str:
    """Ana picks a group, a setting and its values in the wizard; returns what she reads then."""
    shown = answer(await server.ana.slash(server.channel, "setup server"))
    picks: list[list[object]] = [[step] for step in list_steps(setting)]
    for picked in (*picks, list(values)):
        menu = shown.components[0]["components"][0]["custom_id"]
        await server.ana.select(shown, picked, custom_id=menu)
    return str(shown.embeds[0].description)


async def press_more(who: MemberActor, board: discord.Message, label: str) -> InteractionResult:
    """Presses what has no room on a board, behind its last button."""
    return await who.click(answer(await who.click(board, label="⋯")), label=label)


async def list_more(who: MemberActor, board: discord.Message) -> list[str]:
    """The labels behind a board's last button."""
    rows = answer(await who.click(board, label="⋯")).components
    return [item["label"] for row in rows for item in row["components"]]


async def read_details(table: Table) -> discord.Embed:
    """What stands behind the board's last button, beside what is wanted of whoever presses it."""
    (details,) = answer(await table.server.gil.click(table.board, label="⋯")).embeds
    return details


async def find_detail(table: Table, name: str) -> str:
    """The value of the field of the details whose name begins like this; empty without one."""
    fields = (await read_details(table)).fields
    return next((each.value or "" for each in fields if (each.name or "").startswith(name)), "")


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

    @property
    def owners(self) -> list[str]:
        """The players whom the form offers where it asks whose card it is."""
        items = [item for row in self.message.components for item in row["components"]]
        menus = [item["options"] for item in items if item["custom_id"].endswith(":whose")]
        buttons = [item["label"] for item in items if ":owns:" in item["custom_id"]]
        return buttons + [option["label"] for options in menus for option in options]

    async def own(self, name: str) -> InteractionResult:
        """Says whose card it is."""
        return await self.who.click(self.message, custom_id=f"form:{self.token}:owns:{self.table.keys[name]}")

    async def card(self, card: str = "", amount: str = "") -> InteractionResult:
        """Fills the modal for card and amount."""
        modal = await self.press("card")
        return await self.who.submit_modal(modal, {"card": card, "amount": amount})


async def let_count(server: Server, minutes: float = 16) -> None:
    """Nobody disputes what is over, for as long as that can be done, and the chores go round.

    They do so for the last time, and once before: what they find in between is the same.
    """
    await pass_quietly(server, minutes * 60)


async def modal_of(table: Table, who: MemberActor) -> InteractionResult:
    """The modal behind the board's button, whatever that is called."""
    board = table.server.env.backend.get_message(table.channel.id, table.board.id)
    [custom_id] = set(re.findall(r'"(pod:\d+:report)"', json.dumps(board.components)))
    return await who.click(table.board, custom_id=custom_id)


async def filled(
    table: Table, who: MemberActor, modal: InteractionResult, **fields: str | bool | None
) -> InteractionResult:
    """Sends a modal for a defeat, with players by their display names; the rest is as it was."""
    values: dict[str, object] = {}
    for label in (modal.modal or {})["components"]:
        field = label["component"]
        name = field["custom_id"]
        value = fields.get(name, find_chosen(field))
        value = table.keys.get(str(value), value)
        if value is not None:
            values[name] = [value] if field["type"] == forging.MENU else value
    return await who.submit_modal(modal, values)


def find_chosen(field: Mapping[str, Any]) -> str | bool | None:
    """What a field of a modal says before anybody touches it."""
    if "options" in field:
        return next((each["value"] for each in field["options"] if each.get("default")), None)
    return field.get("value") or field.get("default")


ACTS = frozenset({"join", "leave", "start", "turn", "log", "close", "draw"})
"""What `does` takes for an act of the pod, not for a command."""


async def acts(who: MemberActor, channel: simcord.ChannelHandle, action: str, *values: str) -> InteractionResult:
    """An act on the channel's pod, from `/pod status`: a press, or with `values` a pick.

    Whether it is offered there, or behind a button, is another question. Without a pod, what
    `/pod status` says.
    """
    status = await who.slash(channel, "pod status")
    parts = [part for row in answer(status).components for part in row["components"]]
    ids = [part["custom_id"] for part in parts if part["custom_id"].startswith("pod:")]
    if not ids:
        return status
    asked = ":".join([*ids[0].split(":")[:2], action])
    usual = f"{asked}:1" if action == "turn" else asked
    custom_id = next((each for each in ids if f"{each}:".startswith(f"{asked}:")), usual)
    return await forging.press(who, channel, answer(status), custom_id, *values)


async def does(who: MemberActor, channel: simcord.ChannelHandle, name: str, *values: str) -> InteractionResult:
    """A command without options, or an act of the pod: see `acts`."""
    if name in ACTS:
        return await acts(who, channel, name, *values)
    return await who.slash(channel, name)


async def end(
    who: MemberActor, channel: simcord.ChannelHandle, how: str, winner: str = "", means: str = ""
) -> InteractionResult:
    """A `win`, a `draw`, `close` or a command, and yes, that is meant; what the bot says then."""
    if how == "win":
        asked = await acts(who, channel, f"win:{means or 'effect'}", winner)
    else:
        asked = await does(who, channel, how)
    parts = [part for row in answer(asked).components for part in row["components"]]
    if not parts:
        return asked
    done = await who.click(answer(asked), custom_id=parts[0]["custom_id"])
    return done if done.ephemeral else asked  # the question has become the answer


async def find_key(table: Table, who: MemberActor, name: str) -> str:
    """What the bot calls a player, from the menu of whom to remove."""
    asked = answer(await acts(who, table.channel, "removal"))
    (menu,) = [part for row in asked.components for part in row["components"]]
    found: dict[str, str] = {each["label"]: each["value"] for each in menu["options"]}
    return next(key for label, key in found.items() if name in label)


async def add_word(table: Table, who: MemberActor, word: str) -> InteractionResult:
    """A word for the draw, in the modal behind the board's last button."""
    custom_id = f"{table.find_button('more').rpartition(':')[0]}:word:typed"
    return await forging.submit(who, table.channel, table.board, custom_id, {"word": word})


async def set_link(table: Table, who: MemberActor, link: str) -> InteractionResult:
    """A link to the table, in the modal behind the board's last button."""
    custom_id = f"{table.find_button('more').rpartition(':')[0]}:linked"
    return await forging.submit(who, table.channel, table.board, custom_id, {"link": link})


async def form_of(table: Table, who: MemberActor) -> Form:
    """The form behind the board's button, for somebody who has more to say.

    Its loser is somebody: who asks, if they are a master.
    """
    modal = await modal_of(table, who)
    loser = (modal.modal or {})["components"][0]["component"]
    chosen = find_chosen(loser) or loser["options"][0]["value"]
    return Form(table, who, await filled(table, who, modal, loser=chosen, more=True))


def said(result: InteractionResult) -> str:
    """The private answer's text; fails the test where others could see it."""
    message = answer(result)
    assert result.ephemeral, "the answer is for whoever asked alone"
    return message.content


async def forced(
    table: Table, who: MemberActor, shown: discord.Message | simcord.ResponseMessage, custom_id: str, *values: str
) -> InteractionResult:
    """A press, or with `values` a pick, that their client should not offer, or no more."""
    return await forging.press(who, table.channel, shown, custom_id, *values)
