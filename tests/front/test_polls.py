"""Polls: people press when they can come, and the planner turns one of the times into a night."""

from pathlib import Path

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import LOCALES, Locale, load_translations
from tests.front import forging
from tests.front.playing import list_items, list_more, press_more, read_board, read_call, said
from tests.front.playing import switch_on as switch_on_module
from tests.front.simulated import Server, answer
from tests.front.test_keeping import forgetful
from tests.front.test_me import forgets
from tests.front.test_plan_mentions import pinged, sets
from tests.front.test_plans import Planned, pinged_people

pytestmark = pytest.mark.usefixtures("still")

FIRST, SECOND, THIRD = (1767229200 + hours * 3600 for hours in (0, 1, 2))
"""Three moments: at 1:00, 2:00 and 3:00; the tests begin at midnight."""

MOMENTS = "3:00\n1:00\n2:00"


class Poll(Planned):
    """A poll of Ana's in a channel, and the night that it becomes."""

    @property
    def message(self) -> discord.Message:
        return self.table.boards[-1]

    @property
    def signed_up(self) -> list[str]:
        return self.field("Signed up").replace(" ✅", "").split(", ")

    async def asked(self, moments: str = MOMENTS, **options: object) -> InteractionResult:
        """Ana types the moments; returns what she is shown."""
        await switch_on_module(self.server, "night")
        opened = await self.server.ana.slash(self.table.channel, "night ask", **options)
        return await self.server.ana.submit_modal(opened, {"moments": moments, "title": "League"})

    async def opened(self, *, moments: str = MOMENTS, **options: object) -> "Poll":
        shown = await self.asked(moments, **options)
        await self.server.ana.click(answer(shown), label="Ask")
        return self

    @property
    def board(self) -> discord.Message:
        return self.table.boards[-1]

    @property
    def closed_times(self) -> list[str | None]:
        """The numbers of the times whose buttons are grey."""
        return [each.label for each in list_items(self.board) if isinstance(each, discord.Button) and each.disabled]

    async def picks(self, who: MemberActor, *numbers: int) -> InteractionResult:
        pressed = [await who.click(self.board, label=f"{number}") for number in numbers]
        return pressed[-1]

    @property
    def lines(self) -> list[str]:
        """What the message says of each moment."""
        described = read_board(self.board).description or ""
        return [line[3:] for line in described.splitlines() if line.startswith("-# ")]

    async def chooses(self, who: MemberActor, number: int) -> InteractionResult:
        """Picks one of the moments in the menu behind the last button."""
        more = await who.click(self.board, label="⋯")
        return await who.select(answer(more), values=[f"{number - 1}"])

    async def turned(self, number: int) -> None:
        """Ana turns a moment into a night."""
        shown = await self.chooses(self.server.ana, number)
        await self.server.ana.click(answer(shown), label="Plan it")


@pytest.fixture
async def poll(server: Server) -> Poll:
    return await Poll(server).opened(variant="elimination")


# Asking


async def test_moments_are_shown_in_their_order_before_anybody_is_asked(server: Server) -> None:
    poll = Poll(server)
    shown = said(await poll.asked())
    assert [f"<t:{each}:F>" in shown for each in (FIRST, SECOND, THIRD)] == [True] * 3
    assert shown.index(f"{FIRST}") < shown.index(f"{SECOND}") < shown.index(f"{THIRD}")
    assert poll.table.boards == []


async def test_moment_that_cannot_be_read_is_quoted_and_the_rest_is_kept(server: Server) -> None:
    poll = Poll(server)
    shown = await poll.asked("1:00\nwhenever")
    assert "“whenever”" in said(shown)
    opened = await server.ana.click(answer(shown), label="Change")
    assert "whenever" in f"{opened.modal}"
    again = await server.ana.submit_modal(opened, {"moments": "1:00; 2:00"})
    assert f"<t:{SECOND}:F>" in said(again)


NO_POLLS = [
    ("1:00", "two to ten times"),
    ("1:00\n1:00", "two to ten times"),
    ("\n".join(f"in {hours} h" for hours in range(1, 12)), "two to ten times"),
    ("1:00\n2025-12-31 21:00", "“2025-12-31 21:00”"),
    ("1:00\nin 20 weeks", "“in 20 weeks”"),
]


async def test_moments_that_do_not_make_a_poll_are_refused_in_words(server: Server, subtests: pytest.Subtests) -> None:
    for typed, told in NO_POLLS:
        with subtests.test(typed):
            poll = Poll(server)
            assert told in said(await poll.asked(typed))
            assert poll.table.boards == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_moments_are_read_in_each_language(server: Server, locale: Locale) -> None:
    typed = {"en": "in 1 h\nin 2 h", "fr": "dans 1 h\ndans 2 h", "ru": "через 1 ч\nчерез 2 ч"}
    shown = said(await Poll(server).asked(typed[locale]))
    assert f"<t:{FIRST}:F>" in shown
    assert f"<t:{SECOND}:F>" in shown


async def test_ten_moments_have_a_button_each_and_there_is_room_for_the_last_one(server: Server) -> None:
    poll = await Poll(server).opened(moments="; ".join(f"in {hours} h" for hours in range(1, 11)))
    labels = [item.label for item in list_items(poll.board)]
    assert labels == [*(f"{number}" for number in range(1, 11)), "⋯"]


async def test_a_poll_mentions_the_role_once(server: Server) -> None:
    role = server.guild.create_role("Players")
    await sets(server, role.id)
    poll = await Poll(server).opened()
    assert "when can you come?" in read_call(poll.board)
    await poll.picks(server.bo, 1)
    assert pinged(server) == [str(role.id)]


# Answering


async def test_message_shows_for_each_moment_who_comes_and_the_pods_that_makes(poll: Poll) -> None:
    server = poll.server
    people = (server.bo, server.cy, server.di, server.eve, server.fay, server.gil, server.ana)
    for who in people:
        await poll.picks(who, 1)
    await poll.picks(server.bo, 3)
    await poll.picks(server.cy, 3)
    assert poll.lines == ["7 people · 2 pods: 3 + 4", "no one yet", "2 people · not enough for a pod"]


async def test_variant_for_four_makes_larger_pods(server: Server) -> None:
    poll = await Poll(server).opened(variant="esclave")
    for who in (server.bo, server.cy, server.di, server.eve, server.fay):
        await poll.picks(who, 2)
    assert poll.lines[1] == "5 people · 1 pod: 5"


async def test_second_press_takes_an_answer_back(poll: Poll) -> None:
    server = poll.server
    both = said(await poll.picks(server.bo, 1, 2))
    assert f"<t:{FIRST}:F>, <t:{SECOND}:F>" in both
    assert f"You can come: <t:{SECOND}:F>" in said(await poll.picks(server.bo, 1))
    assert "none of these times" in said(await poll.picks(server.bo, 2))
    assert poll.lines == ["no one yet"] * 3


async def test_names_stand_behind_the_last_button(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    await poll.picks(server.cy, 1)
    shown = said(await server.di.click(poll.board, label="⋯"))
    assert "Bo, Cy" in shown
    assert await list_more(server.di, poll.board) == []


async def test_moment_that_is_over_takes_no_answers(poll: Poll) -> None:
    server = poll.server
    assert poll.closed_times == []
    await poll.passes(61)
    assert poll.closed_times == ["1"]
    assert "in the past" in said(await forging.press(server.bo, server.channel, poll.board, "plan:1:pick:0"))
    assert "You can come" in said(await poll.picks(server.bo, 2))


async def test_moment_that_passed_while_the_bot_was_away_takes_no_answers(poll: Poll) -> None:
    await poll.server.crash(61 * 60)
    await poll.passes(1)
    assert poll.closed_times == ["1"]


async def test_poll_seats_nobody(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    found = answer(await server.di.slash(server.channel, "pod find"))
    assert "No one has a free seat" in f"{found.embeds[0].description}"
    for action in ("join", "leave", "come", "remind"):
        pressed = await forging.press(server.di, server.channel, poll.board, f"plan:1:{action}")
        assert "The time is not chosen yet" in said(pressed)


# Choosing


async def test_menu_offers_only_times_that_have_not_passed(poll: Poll) -> None:
    await poll.passes(90)
    more = answer(await poll.server.ana.click(poll.board, label="⋯"))
    (menu,) = [part for row in more.components for part in row["components"] if part.get("options")]
    assert [each["value"] for each in menu["options"]] == ["1", "2"]


async def test_chosen_moment_becomes_a_night_of_those_who_can_come(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.cy, 2)
    await poll.picks(server.bo, 2, 3)
    await poll.picks(server.di, 3)
    await poll.turned(2)
    (board,) = poll.table.boards
    assert f"<t:{SECOND}:F>" in poll.show(board)
    assert poll.signed_up == ["Cy", "Bo"]
    assert f"it will be <t:{SECOND}:F>" in read_call(board)
    assert pinged_people(server) == [server.cy.id, server.bo.id]
    await poll.presses(server.di, "Join")
    assert poll.signed_up == ["Cy", "Bo", "Di"]


async def test_night_of_a_poll_is_seated_with_a_sealed_draw(poll: Poll) -> None:
    server = poll.server
    for who in (server.ana, server.bo, server.cy):
        await poll.picks(who, 1)
    await poll.turned(1)
    assert "3 rounds" in poll.shown
    await poll.checks_in(server.ana, server.bo, server.cy)
    await poll.passes(30)
    shown = await server.ana.slash(server.channel, "night seat")
    await server.ana.click(answer(shown), label="Seat")
    await poll.passes(1)
    assert [thread.name for thread in server.channel.threads] == ["Round 1, pod 1"]


async def test_rounds_of_the_night_can_be_changed_before_it_is_announced(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    shown = await poll.chooses(server.ana, 1)
    assert "3 rounds" in said(shown)
    await server.ana.click(answer(shown), label="Change")
    opened = await server.ana.click(answer(shown), label="Rounds and pods")
    typed = {"title": "League", "sizes": "3-4", "rounds": "5", "minutes": "75"}
    await server.ana.submit_modal(opened, typed)
    await server.ana.click(answer(shown), label="Plan it")
    assert "5 rounds" in poll.shown
    assert poll.signed_up == ["Bo"]


async def test_only_the_planner_or_a_moderator_chooses(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    custom_id = "plan:1:choose"
    refused = await forging.press(server.bo, server.channel, poll.board, custom_id, "0")
    assert "Only Ana, who made this plan" in said(refused)
    assert poll.lines[0] == "1 person · not enough for a pod"


async def test_chosen_twice_there_is_one_plan_and_answers_are_over(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1, 2)
    first = await poll.chooses(server.ana, 1)
    second = await poll.chooses(server.ana, 2)
    await server.ana.click(answer(first), label="Plan it")
    late = await server.ana.click(answer(second), label="Plan it")
    assert f"The time is chosen: <t:{FIRST}:F>" in said(late)
    pressed = await forging.press(server.cy, server.channel, poll.board, "plan:1:pick:1")
    assert f"The time is chosen: <t:{FIRST}:F>" in said(pressed)
    assert poll.signed_up == ["Bo"]


async def test_cancelled_poll_tells_those_who_answered(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    asked = await press_more(server.ana, poll.board, "Cancel poll")
    assert "One person has answered" in said(asked)
    await server.ana.click(answer(asked), label="Yes, cancel it")
    assert "This poll was cancelled" in poll.show(poll.board)
    assert "the poll about the next evening is cancelled" in read_call(poll.board)
    assert pinged_people(server) == [server.bo.id]
    assert list_items(poll.board) == []


async def test_poll_lapses_after_its_last_moment_and_calls_nobody(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    await poll.passes(170)
    assert "Press the number" in poll.show(poll.board)
    await poll.passes(20)
    assert "no time was chosen" in poll.show(poll.board)
    assert pinged_people(server) == []


@pytest.mark.parametrize("away", [0.0, 600.0])
async def test_kill_while_they_are_told_of_the_moment_neither_loses_nor_doubles_it(
    server: Server, away: float, tmp_path: Path
) -> None:
    poll = await Poll(server).opened()
    await poll.picks(server.bo, 2)
    with forgetful(tmp_path / "games.db"):
        await poll.turned(2)
        assert pinged_people(server) == [server.bo.id]
        await server.crash(away)
    await poll.passes(2)
    (board,) = poll.table.boards
    assert server.bo.mention in read_call(board)


# Privacy


async def test_whoever_answered_is_forgotten_once_they_took_that_back(poll: Poll) -> None:
    server = poll.server
    await poll.picks(server.bo, 1)
    refused = await server.bo.slash(server.channel, "me forget")
    assert "still in a game or a plan" in said(refused)
    await poll.picks(server.bo, 1)
    result = await forgets(server.bo, server)
    assert answer(result).content == "✅ I no longer know who you are."
    assert poll.lines == ["no one yet"] * 3


@pytest.mark.parametrize("locale", LOCALES)
async def test_poll_speaks_the_language_of_its_server(server: Server, locale: Locale) -> None:
    await server.ana.slash(server.channel, "setup language", language=locale)
    text = load_translations(locale)
    await switch_on_module(server, "night")
    opened = await server.ana.slash(server.channel, "night ask")
    shown = await server.ana.submit_modal(opened, {"moments": MOMENTS})
    await server.ana.click(answer(shown), label="Ask")
    assert text("poll-asking") in Poll(server).show(Poll(server).board)
