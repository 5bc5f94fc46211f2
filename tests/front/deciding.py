"""Deciding as moderators do: what `/override` shows before it counts, and what comes of it."""

from collections.abc import Sequence
from typing import Any

import simcord
from simcord import InteractionResult, MemberActor

from tests.front.playing import Form, Table, acts, let_count
from tests.front.simulated import Server, answer

WHY = "we mixed them up"
REPLACE = "Replace the report"
CORRECTED = "⚖️ Corrected by a moderator"


async def four(server: Server, **options: object) -> Table:
    """Bo hosts for Bo, Cy, Di and Eve; Ana moderates and looks on with Fay and Gil."""
    return await Table(server).started(server.bo, server.cy, server.di, server.eve, **options)


async def over(server: Server) -> Table:
    """Di won with Cy and Bo; Eve was beaten last."""
    table = await four(server)
    for name in ("Cy", "Bo", "Eve"):
        await table.reports(server.people[name.lower()], name, "Di")
    return table


async def counted(server: Server) -> Table:
    """The same, and nobody disputed it."""
    table = await over(server)
    await let_count(server)
    return table


class Preview:
    """A decision of a member, as it is shown before it counts."""

    def __init__(self, table: Table, who: MemberActor, shown: InteractionResult) -> None:
        self.table, self.who, self.shown = table, who, shown

    @property
    def message(self) -> simcord.ResponseMessage:
        assert self.shown.ephemeral
        return answer(self.shown)

    def field(self, name: str) -> list[str]:
        """The lines of the field whose name begins like this."""
        fields = [f for f in self.message.embeds[0].fields if (f.name or "").startswith(name)]
        return (fields[0].value or "").splitlines() if fields else []

    @property
    def changes(self) -> list[str]:
        return self.field("What changes")

    @property
    def decided(self) -> str:
        return self.message.embeds[0].description or ""

    @property
    def buttons(self) -> dict[str, bool]:
        """Whether each button can be pressed."""
        return {str(c["label"]): not c.get("disabled") for c in self._components if c["type"] == 2}

    @property
    def _components(self) -> list[dict[str, Any]]:
        return [c for row in self.message.components for c in row["components"]]

    def custom_id(self, action: str) -> str:
        ids = [str(c["custom_id"]) for c in self._components]
        return next(id for id in ids if id.endswith(f":{action}"))

    async def press(self, label: str) -> str:
        """What the bot says then: the preview becomes it, or a message of its own."""
        result = await self.who.click(self.message, label=label)
        return answer(result).content

    async def replaces(self, label: str = "") -> "Form":
        """Opens the form for other facts: for the report it is about, or for a later one."""
        if not label:
            return Form(self.table, self.who, await self.who.click(self.message, label=REPLACE))
        menu = next(c for c in self._components if str(c["custom_id"]).endswith(":instead"))
        value = next(o["value"] for o in menu["options"] if o["label"].startswith(label))
        picked = await self.who.select(self.message, [value], custom_id=str(menu["custom_id"]))
        return Form(self.table, self.who, picked)

    async def choose(self, name: str) -> InteractionResult:
        token = self.custom_id("cancel").split(":")[1]
        picked = f"override:{token}:pick:{self.table.keys[name]}"
        return await self.who.click(self.message, custom_id=picked)


async def override(
    table: Table, what: str, options: dict[str, object], who: MemberActor | None = None
) -> InteractionResult:
    """`/override what`, with players by their display names."""
    who = who or table.server.ana
    named = {key: table.keys.get(value, value) if isinstance(value, str) else value for key, value in options.items()}
    return await who.slash(table.channel, f"override {what}", **{"reason": WHY, **named})


async def shown(table: Table, what: str, **options: object) -> Preview:
    return Preview(table, table.server.ana, await override(table, what, options))


async def done(table: Table, what: str, **options: object) -> str:
    """The same, and it is done; what the bot says then."""
    preview = await shown(table, what, **options)
    return await preview.press("Apply")


async def offered(
    table: Table, what: str, option: str, typed: str = "", **filled: object
) -> Sequence[dict[str, object]]:
    ana = table.server.ana
    return await ana.autocomplete(table.channel, f"override {what}", option, typed, **filled)


async def report(table: Table, what: str, typed: str) -> str:
    """The newest report that is offered for what was typed."""
    return str((await offered(table, what, "report", typed))[0]["value"])


async def ranking(table: Table) -> str:
    result = answer(await table.server.gil.slash(table.channel, "leaderboard"))
    return result.embeds[0].description or ""


async def log(table: Table) -> str:
    """The whole story, page by page."""
    shown = answer(await acts(table.server.gil, table.channel, "log"))
    told = [shown.embeds[0].description or ""]
    while shown.components and not (forth := shown.components[0]["components"][1])["disabled"]:
        await table.server.gil.click(shown, custom_id=forth["custom_id"])
        told.append(shown.embeds[0].description or "")
    return "\n".join(told)
