"""Whether two people avoid each other changes no answer and no message until a round is drawn."""

import re
from collections import Counter
from itertools import permutations
from random import Random

import pytest
from simcord import InteractionResult, MemberActor

from tests.effort import NAME, SEED
from tests.front.playing import list_more, press_more
from tests.front.simulated import answer
from tests.front.test_keeping_apart import avoids, seen
from tests.front.test_nights import BEGINS, Evening, evening

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")

DAY = 86_400

PREVIEWS = 2_000 if NAME == "nightly" else 8
"""Of the same round, half of them while somebody avoids somebody."""


def simplify(text: str) -> str:
    """Leave out of a text what differs in every night: ids, moments, and the numbers of plans and previews."""
    return re.sub(r"[0-9a-f]{6,}|\d{5,}|(?<=plan:)\d+|(?<=night:)[\w-]{8,}", "#", text)


async def watch_night(evening: Evening, name: str, begins: int = BEGINS) -> list[str]:
    """Play a night up to its draw in a channel of its own; return every answer, and then every message."""
    night = Evening(evening.server, evening.server.guild.create_text_channel(name))
    night.people = evening.people[:7]
    told: list[str] = []

    def keep(result: InteractionResult) -> None:
        shown = answer(result)
        told.append(f"{shown.content} {[each.to_dict() for each in shown.embeds]} {shown.components}")

    async def shows(who: MemberActor) -> None:
        keep(await who.click(night.message, label="⋯"))
        told.append(str(await list_more(who, night.message)))
        keep(await press_more(who, night.message, "Everybody"))

    before = len(seen(evening.server))
    await night.opens(variant="esclave", when=f"<t:{begins}:F>")
    for each in night.people:
        keep(await each.click(night.message, label="Join"))  # the host has signed up: refused
    keep(await night.host.slash(night.channel, "night seat"))  # too early
    await shows(night.people[0])
    await night.passes(31)
    for each in night.people:
        keep(await each.click(night.message, label="I’m here"))
    await night.passes(31)
    keep(await night.people[3].slash(night.channel, "night seat"))  # no organiser
    for _ in range(2):
        keep(await night.host.slash(night.channel, "night seat"))
    keep(await night.people[2].click(night.message, label="I’m leaving"))
    keep(await night.host.slash(night.channel, "night seat"))
    keep(await night.people[2].click(night.message, label="Join"))
    keep(await night.host.slash(night.channel, "night seat"))
    for each in night.people[:2]:
        keep(await each.slash(night.channel, "me forget"))
    await shows(night.people[1])
    told.append(await night.does("close"))
    await night.passes(1)
    return [simplify(each.replace(name, "")) for each in (*told, *seen(evening.server)[before:])]


async def test_answers_and_messages_are_the_same_whoever_avoids_whom(evening: Evening) -> None:
    plain = await watch_night(evening, "channel-one")
    for who in evening.people[:7]:
        await avoids(evening.server, who, *(each for each in evening.people[:7] if each is not who))
    await evening.passes(DAY / 60 - 63)  # as long before its night as the first one
    assert await watch_night(evening, "channel-two", BEGINS + DAY) == plain


async def test_previews_are_distributed_alike_with_and_without_an_avoidance(evening: Evening) -> None:
    await evening.gathers(9)
    chance = Random(SEED)
    pairs = [*permutations(evening.people[:9], 2)]
    shown: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for number in range(PREVIEWS):
        who, whom = chance.choice(pairs)
        avoiding = number % 2 == 0
        menu = answer(await who.slash(evening.channel, "me avoid"))
        await avoids(evening.server, who, *([whom] if avoiding else []), on=menu)
        shown[avoiding][await evening.does("seat")] += 1
        await avoids(evening.server, who, on=menu)
        await evening.server.env.advance_time(20)
    assert shown[True] == shown[False]
    assert len(shown[True]) == 1
