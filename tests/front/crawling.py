"""Opens all that can be opened at a table: every button, menu and modal that is offered, once.

Whoever plays or moderates presses what is under the board and under every private answer, and sends
each modal with the longest texts that it takes. What ends or changes most comes last.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from bot.front.gateway.features import ROUTER
from tests.front.forging import BUTTON, INPUT, MENU, Json
from tests.front.playing import Table, find_chosen

USER_MENU, RADIO, BOX = 5, 21, 23  # kinds of components
TEXT = "Ж" * 4_000

LAST = ("form:back", "form:remove", "form:send", "form:cancel", "pod:reported", "pod:turn", "pod:choose", "pod:pick")
"""What is pressed when nothing else is left, in this order."""

NEVER = re.compile(
    r"pod:(join|leave|start|side|balance|kick|remove|leaving|undo|clos\w*|win\w*|draw\w*|rematch|round)"
    r"|pod:(extra|restart|subgame)|undo\w*|redo|override:(do|really|leave|cancel)|really"
    r"|instead:(send|cancel)|claim:(stands|confirm|dispute)|desk:(stands|dismiss)|joust.*|spend"
    r"|me:.*|setup:.*|house:.*"
)
"""What would end a game or a form, or is no part of one: tests press it by name."""


class Crawler:
    """Who presses what at one table, and what they pressed."""

    def __init__(self, table: Table, who: Sequence[MemberActor]) -> None:
        self.table = table
        self.pressed: set[str] = set()
        self._who = who
        self._answers: list[tuple[MemberActor, InteractionResult]] = []

    def look(self, who: MemberActor, result: InteractionResult) -> None:
        """Go on from an answer to somebody."""
        assert result.acknowledged
        self._answers.append((who, result))

    async def crawl(self) -> None:
        """Press all that is offered and was not pressed yet."""
        while (found := self._find_next()) is not None:
            name, who, shown, component = found
            self.pressed.add(name)
            result = await self._press(who, shown, component)
            self.look(who, result)
            if result.modal is not None:
                sent = await self._send(who, result)
                self.pressed.add(find_name(result.modal["custom_id"]))
                self.look(who, sent)

    async def _press(self, who: MemberActor, shown: Any, component: Json) -> InteractionResult:
        custom_id = component["custom_id"]
        if component["type"] == BUTTON:
            return await who.click(shown, custom_id=custom_id)
        if component["type"] == USER_MENU:
            return await who.select(shown, [who], custom_id=custom_id)
        values = [option["value"] for option in component.get("options", ())]
        most = component.get("max_values") or 1
        return await who.select(shown, values[-most:], custom_id=custom_id)

    async def _send(self, who: MemberActor, opened: InteractionResult) -> InteractionResult:
        modal = opened.modal
        assert modal is not None
        fields = [label["component"] for label in modal["components"]]
        values = {field["custom_id"]: _fill(field) for field in fields}
        return await who.submit_modal(opened, {k: v for k, v in values.items() if v is not None})

    def _find_next(self) -> tuple[str, MemberActor, Any, Json] | None:
        offered = {
            name: (name, who, shown, component)
            for name, who, shown, component in self._list_offered()
            if name not in self.pressed and not NEVER.fullmatch(name)
        }
        last = {name: at for at, name in enumerate(LAST)}
        return min(offered.values(), key=lambda each: last.get(each[0], -1), default=None)

    def _list_offered(self) -> Iterator[tuple[str, MemberActor, Any, Json]]:
        for who, result in self._answers:
            if result.response is not None:
                for component in walk(result.response.components):
                    yield find_name(component["custom_id"]), who, result.response, component
        for shown, component in list_public(self.table):
            for who in self._who:
                yield find_name(component["custom_id"]), who, shown, component


def list_public(table: Table) -> list[tuple[discord.Message, Json]]:
    """What can be pressed where everybody sees it, the newest message first."""
    backend, channel = table.server.env.backend, table.channel.id
    return [
        (shown, component)
        for shown in reversed(table.boards)
        for component in walk(backend.get_message(channel, shown.id).components)
    ]


def walk(components: Any) -> Iterator[Json]:
    """Buttons and menus that can be pressed, however deep."""
    match components:
        case list():
            for each in components:
                yield from walk(each)
        case dict():
            if "custom_id" in components and not components.get("disabled"):
                yield components
            for each in components.values():
                yield from walk(each)


@cache
def find_name(custom_id: str) -> str:
    """What a custom id is called: by its route, and what tells routes of one name apart."""
    match = ROUTER.find_route(custom_id)
    assert match is not None, f"nobody answers {custom_id}"
    called = match.route.metrics_name
    if "field" in match.values:
        return f"{called}:{match.values['field']}"
    return f"life:{match.route.handler.__name__}" if called == "life" else called


def _fill(field: Mapping[str, Any]) -> object:
    """The longest that a field takes, and of a menu the last option."""
    if field["type"] == INPUT:
        return TEXT[: field.get("max_length") or 4_000]
    if field["type"] == MENU:
        return [field["options"][-1]["value"]]
    return True if field["type"] == BOX else find_chosen(field)
