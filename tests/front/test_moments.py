"""Moments as options: what is offered is accepted, and what has several readings is asked for."""

import re

import pytest
from simcord import InteractionResult

from tests.front.playing import Table, mention, said
from tests.front.simulated import Server, answer

pytestmark = pytest.mark.usefixtures("still")

TYPED = (
    *("", "7", "fri", "fri 7", "1/2", "1/2 21:00", "in 1 min", "in 20 weeks", "2h", "midnight"),
    *("le 5", "tonight", "hier", "5.1.", "29 feb 20:00", "thu 2 jan 20:00", "8pm EST", "-2h"),
    *("in two hours", "8pm EST tomorrow", "midi et demi", "через два часа"),
)


def labels(asked: InteractionResult) -> list[str]:
    """The labels of the buttons that an answer has."""
    return [button["label"] for row in answer(asked).components for button in row["components"]]


async def test_a_bare_hour_is_asked_for_and_a_press_goes_on(server: Server) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="7")
    assert "Which moment do you mean?" in said(asked)
    assert labels(asked) == ["Thu, Jan 1, 2026, 19:00", "Thu, Jan 1, 2026, 07:00"]
    read = await server.ana.click(answer(asked), label="Thu, Jan 1, 2026, 07:00")
    assert "This plans a game for <t:1767250800:" in said(read)
    await server.ana.click(answer(read), label="Plan it")
    assert len(Table(server).boards) == 1


@pytest.mark.parametrize(
    ("locale", "first"), [("en-US", "Jan 2"), ("en-GB", "Feb 1"), ("fr", "1 févr."), ("ru", "1 февр.")]
)
async def test_the_order_of_day_and_month_is_the_reader_s_first(server: Server, locale: str, first: str) -> None:
    server.speaks(server.ana, locale)
    offered = await server.ana.autocomplete(server.channel, "pod plan", "when", "1/2 21:00")
    asked = labels(await server.ana.slash(server.channel, "pod plan", when="1/2 21:00"))
    assert len(offered) == len(asked) == 2
    assert first in offered[0]["name"]
    assert first in asked[0]


@pytest.mark.parametrize(("command", "option"), [("pod plan", "when"), ("pod record", "when")])
async def test_what_is_offered_is_never_refused(
    server: Server, command: str, option: str, subtests: pytest.Subtests
) -> None:
    seats = {"players": mention(server.ana, server.bo, server.cy)}
    more = {} if command == "pod plan" else {**seats, "variant": "elimination"}
    for typed in TYPED:
        with subtests.test(typed):
            offered = await server.ana.autocomplete(server.channel, command, option, typed)
            for choice in offered:
                asked = await server.ana.slash(server.channel, command, **{option: choice["value"]}, **more)
                assert "🚫" not in said(asked)
                stamp = re.fullmatch(r"<t:(\d+)>", choice["value"])
                assert stamp is not None
                shown = [each.to_dict() for each in answer(asked).embeds]
                assert stamp[1] in f"{answer(asked).content} {shown}"


@pytest.mark.parametrize(
    ("locale", "typed", "minutes"),
    [
        ("en-US", "in two hours", 120),
        ("en-US", "8pm EST tomorrow", 25 * 60),  # for New York it is still 31 December
        ("fr", "dans deux heures", 120),
        ("fr", "demain à midi et demi", 12 * 60 + 30 + 24 * 60),
        ("ru", "через два часа", 120),
    ],
)
async def test_words_are_the_same_moment_offered_or_typed(
    server: Server, locale: str, typed: str, minutes: int
) -> None:
    server.speaks(server.ana, locale)
    stamp = f"<t:{1767225600 + 60 * minutes}"
    offered = await server.ana.autocomplete(server.channel, "pod plan", "when", typed)
    assert [choice["value"] for choice in offered] == [f"{stamp}>"]
    assert stamp in said(await server.ana.slash(server.channel, "pod plan", when=typed))


async def test_a_weekday_that_is_not_the_date_s_is_refused_with_both(server: Server) -> None:
    typed = "fri 8 jan 21:00"
    refused = said(await server.ana.slash(server.channel, "pod plan", when=typed))
    assert "8 January is a Thursday, not a Friday" in refused
    server.speaks(server.ana, "fr")
    refused = said(await server.ana.slash(server.channel, "pod plan", when=typed))
    assert "Le 8 janvier est un jeudi, pas un vendredi" in refused
    server.speaks(server.ana, "ru")
    refused = said(await server.ana.slash(server.channel, "pod plan", when=typed))
    assert "8 января — четверг, а не пятница" in refused
