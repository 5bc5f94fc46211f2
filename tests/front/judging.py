"""Answers of the judge, and what is pressed and typed below them."""

from collections.abc import Mapping

import discord
import simcord
from simcord import InteractionResult, MemberActor

from tests.front.simulated import answer

CLIENTS = {"en": "en-GB", "fr": "fr", "ru": "ru"}


def shown(result: InteractionResult) -> discord.Embed:
    (embed,) = answer(result).embeds
    return embed


def lines(result: InteractionResult) -> list[str]:
    return (shown(result).description or "").splitlines()


def labels(result: InteractionResult) -> list[str]:
    rows = answer(result).components
    return [str(item.get("label", "")) for row in rows for item in row["components"]]


def find_id(result: InteractionResult, ending: str) -> str:
    rows = answer(result).components
    ids = [str(item["custom_id"]) for row in rows for item in row["components"]]
    return next(each for each in ids if each.endswith(ending))


async def press(who: MemberActor, result: InteractionResult, ending: str) -> InteractionResult:
    return await who.click(answer(result), custom_id=find_id(result, ending))


async def ask(
    who: MemberActor,
    channel: simcord.ChannelHandle,
    question: str,
    *,
    player: str | None = None,
    card: str | None = None,
    **fields: str,
) -> InteractionResult:
    """Type `/judge`, and send the form that it opens, with these texts."""
    options = {"question": question, "player": player, "card": card}
    given = {name: value for name, value in options.items() if value is not None}
    return (await send(who, await who.slash(channel, "judge", **given), fields))[1]


async def fill(who: MemberActor, result: InteractionResult, **fields: str) -> tuple[dict[str, str], InteractionResult]:
    """Open the form, and send it with other texts; returns what it held."""
    return await send(who, await press(who, result, ":more"), fields)


async def send(
    who: MemberActor, opened: InteractionResult, fields: Mapping[str, str]
) -> tuple[dict[str, str], InteractionResult]:
    """Send a form that was opened, with other texts; returns what it held."""
    assert opened.modal is not None
    inputs = [row["component"] for row in opened.modal["components"]]
    held = {each["custom_id"]: _read(each) for each in inputs}
    menus = {each["custom_id"] for each in inputs if "options" in each}
    sent = {**held, **fields}
    given = {name: [value] if name in menus else value for name, value in sent.items()}
    return held, await who.submit_modal(opened, given)


def _read(component: dict[str, object]) -> str:
    options = component.get("options")
    if isinstance(options, list):
        return next(str(each["value"]) for each in options if each.get("default"))
    return str(component.get("value") or "")
