"""Texts that invite somebody to press a button: those whom they invite find the button, and it works."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import pytest
import simcord
from fluent.syntax import ast
from simcord import InteractionResult, MemberActor
from simcord.results import to_discord_message

from bot.front.duels import duel_board
from bot.front.nights import plan_buttons
from bot.front.ui.components import ANSWER_LOOKS, BUTTON_LOOKS, DECISION_LOOKS
from tests.effort import NAME
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, does, end, filled, forced, let_count, said, sets, switch_on
from tests.front.simulated import Server, answer, still_time, sweeping
from tests.front.test_merging import asks as ask_both_accounts
from tests.front.test_night_ends import begins, seats, wins
from tests.front.test_nights import Evening
from tests.front.test_plans import Planned
from tests.front.test_shown_works import Part, is_refused, list_parts
from tests.messages import list_variables_by_message_key, read_messages
from tests.test_wording import find_quoted

HOUR = 3600


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores twice an hour."""
    with sweeping(minutes=30), still_time():
        yield


class Invitation(NamedTuple):
    """A text that invites to press a button of a game: whom it invites, in every scene in which it is shown."""

    action: str
    who: str
    scenes: tuple[str, ...]


INVITATIONS: Mapping[str, Invitation] = {
    "board-pod": Invitation("start", "host", ("lobby",)),
    "clock-ask-lobby": Invitation("present", "player", ("rematch",)),
    "refusal-call-runs": Invitation("present", "player", ("rematch",)),
    "refusal-call-over": Invitation("join", "outsider", ("planned",)),
    "night-you-absent": Invitation("join", "outsider", ("planned",)),
    "night-pair-anew": Invitation("redraw", "moderator", ("night corrected",)),
    "refusal-night-redraw-begun": Invitation("redraw", "moderator", ("night corrected",)),
    "call-again": Invitation("present", "player", ("rematch",)),
    "board-planned": Invitation("join", "outsider", ("lobby",)),
    "lobby-kept": Invitation("present", "player", ("rematch",)),
    "board-kept": Invitation("present", "player", ("rematch",)),
    "night-done-press": Invitation("present", "player", ("rematch",)),
    "done-rematch": Invitation("present", "player", ("rematch",)),
    "done-rematch-seated": Invitation("leave", "player", ("rematch at once",)),
    "refusal-seats-unpressed": Invitation("present", "player", ("rematch",)),
    "refusal-seats-kept": Invitation("removal", "host", ("rematch",)),
    "refusal-lobby": Invitation("start", "host", ("lobby",)),
    "refusal-no-seat": Invitation("join", "outsider", ("lobby",)),
    "refusal-too-few": Invitation("join", "outsider", ("lobby",)),
    "refusal-draw-handed-on": Invitation("close", "host", ("lobby",)),
    "refusal-already-open": Invitation("close", "moderator", ("lobby", "running")),
    "refusal-many-opened": Invitation("close", "host", ("lobby", "running")),
    "event-draw-sealed": Invitation("fair", "outsider", ("lobby", "running", "finished")),
    "lobby-range": Invitation("change", "host", ("lobby",)),
    "refusal-lobby-setup-gone": Invitation("change", "host", ("lobby",)),
    "refusal-setup-late": Invitation("change", "host", ("lobby",)),
    "refusal-form-gone": Invitation("report", "player", ("running",)),
    "refusal-form-other": Invitation("report", "player", ("running",)),
    "more-steps": Invitation("checklist", "loser", ("running",)),
    "refusal-no-report": Invitation("log", "moderator", ("running", "finished")),
    "refusal-decision-late": Invitation("log", "moderator", ("running", "finished")),
    "refusal-kick-unreachable": Invitation("removal", "moderator", ("running",)),
    "refusal-kick-too-few": Invitation("removal", "moderator", ("running",)),
    "refusal-kick-uncalled": Invitation("removal", "player", ("running",)),
    "call-vote": Invitation("present", "called", ("called",)),
    "board-idle-about": Invitation("keep", "player", ("idle",)),
    "board-steps": Invitation("checklist", "loser", ("running",)),
    "seat-ask": Invitation("seat", "outsider", ("offered",)),
    "refusal-seat-not-offered": Invitation("substitute", "player", ("running",)),
    "concede-sure-rejoins": Invitation("join", "loser", ("respawn",)),
    "refusal-not-yours-to-confirm": Invitation("dispute", "player", ("claimed",)),
    "done-dispute": Invitation("stands", "loser", ("disputed",)),
    "claim-undone": Invitation("dispute", "player", ("undone",)),
    "claim-closed": Invitation("dispute", "player", ("undone",)),
    "claim-closed-idle": Invitation("dispute", "player", ("undone",)),
    "claim-final": Invitation("dispute", "player", ("finished",)),
    "deck-added": Invitation("deck", "player", ("lobby", "running")),
    "joust-missing": Invitation("join", "outsider", ("duel lobby",)),
    "joust-challenge": Invitation("join", "outsider", ("duel lobby",)),
    "joust-guide-singularity": Invitation("place", "host", ("duel",)),
    "joust-guide-crucible": Invitation("draw", "host", ("duel",)),
    "joust-guide-invoke": Invitation("invoke", "host", ("duel",)),
    "joust-guide-end": Invitation("how", "host", ("duel",)),
    "joust-proposal-undo": Invitation("agree", "host", ("duel undone",)),
    "joust-proposal-close": Invitation("agree", "host", ("duel closing",)),
    "joust-pending": Invitation("dispute", "host", ("duel over",)),
    "joust-done-dispute": Invitation("stands", "host", ("duel disputed",)),
    "refusal-dispute-own": Invitation("undo", "player", ("duel over",)),
    "plan-sign-up": Invitation("join", "outsider", ("planned",)),
    "plan-checking": Invitation("come", "moderator", ("checking",)),
    "plan-checked-in": Invitation("join", "outsider", ("checked in",)),
    "plan-done-remind": Invitation("remind", "moderator", ("planned",)),
    "refusal-plan-already": Invitation("leave", "moderator", ("planned",)),
    "refusal-plan-not-in": Invitation("join", "outsider", ("planned",)),
    "leaders-decks-none": Invitation("deck", "player", ("lobby", "running")),
    "night-drawn-when-seated": Invitation("seat", "host", ("night",)),
    "refusal-night-own-drop": Invitation("leave", "player", ("night",)),
    "merge-call": Invitation("yes", "loser", ("merge",)),
}

GENERAL = re.compile(r"(how|help|rule|refusal-former|joust-how|joust-invoke|sandbox)-")
"""Texts that explain buttons to a reader who need not be at a game, those that stand above their button
in the same answer, and those of the sandbox."""

BUTTONS: Mapping[str, str] = {
    **{f"button-{action}": action for action in (*BUTTON_LOOKS, *ANSWER_LOOKS, *DECISION_LOOKS, "seat", "kick")},
    **{f"joust-button-{action}": action for action in duel_board.BUTTON_LOOKS},
    **{f"plan-button-{action}": action for action in plan_buttons.BUTTON_LOOKS},
    "night-button-leave": "leave",
    "merge-yes": "yes",
}
"""The keys of the words of buttons, each with the action that its custom id names."""


def find_invitations() -> Iterator[tuple[str, str]]:
    """Yield the texts that quote a button, each with its action; of a blank, the action in the table."""
    for key, message in read_messages("en").items():
        for button, _ in find_quoted(message.value or ast.Pattern([])):
            if button in BUTTONS and not GENERAL.match(key):
                yield key, BUTTONS[button]
        if "button" in list_variables_by_message_key("en")[key] and not GENERAL.match(key):
            yield key, INVITATIONS[key].action if key in INVITATIONS else "?"


def test_every_text_that_quotes_a_button_of_a_game_says_whom_it_invites() -> None:
    assert {key: each.action for key, each in INVITATIONS.items()} == dict(find_invitations())


WHO: Mapping[str, str] = {
    "host": "bo",
    "player": "cy",
    "loser": "di",
    "called": "eve",
    "outsider": "gil",
    "moderator": "ana",
}


async def _lobby(server: Server) -> Table:
    return await Table(server).opened(server.bo, server.cy, server.di, server.eve)


async def _running(server: Server) -> Table:
    """Fay sits there, too, so that three masters are left."""
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, server.fay)
    await table.reports(server.di, "Di", "Bo")
    return table


async def _respawn(server: Server) -> Table:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, variant="respawn")
    await end(server.di, table.channel, "concede")
    return table


async def _called(server: Server) -> Table:
    table = await _running(server)
    await acts(server.bo, table.channel, "remove", table.keys["Eve"])
    return table


async def _idle(server: Server) -> Table:
    await sets(server, "idle", "6h")
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await server.env.advance_time(7 * HOUR)
    return table


async def _offered(server: Server) -> Table:
    table = await _running(server)
    await acts(server.bo, table.channel, "substitute:to", f"{server.gil.id}")
    return table


async def _claimed(server: Server) -> Table:
    await sets(server, "confirmation", "loser")
    table = await _running(server)
    await table.reports(server.bo, "Eve", "Bo")
    return table


async def _disputed(server: Server) -> Table:
    await sets(server, "confirmation", "loser")
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await table.reports(server.bo, "Di", "Bo")
    await server.di.click(table.board, custom_id=table.find_button("dispute"))
    return table


async def _finished(server: Server) -> Table:
    table = await _running(server)
    await end(server.bo, table.channel, "draw")
    return table


async def _undone(server: Server) -> Table:
    table = await _finished(server)
    await server.bo.slash(table.channel, "undo")
    return table


async def _duel_lobby(server: Server) -> Table:
    table: Table = await DuelTable(server).opened(server.bo)
    return table


async def _duel(server: Server) -> Table:
    table: Table = await DuelTable(server).started(server.bo, server.cy)
    return table


async def _duel_undone(server: Server) -> Table:
    """Cy asks to undo the dice of an attack."""
    duel = await DuelTable(server).started(server.bo, server.cy)
    await duel.fill(server.bo, "attacked", my_die="3", their_die="5")
    await server.cy.slash(duel.channel, "joust undo")
    table: Table = duel
    return table


async def _duel_closing(server: Server) -> Table:
    table = await _duel(server)
    await server.cy.slash(table.channel, "joust close")
    return table


async def _duel_over(server: Server) -> Table:
    table = await _duel(server)
    await server.cy.slash(table.channel, "joust concede")
    return table


async def _duel_disputed(server: Server) -> Table:
    table = await _duel_over(server)
    await server.bo.click(table.board, label="Dispute")
    return table


async def _planned(server: Server) -> Table:
    table: Table = (await Planned(server).made()).table
    return table


async def _checking(server: Server) -> Table:
    planned = await Planned(server).made()
    await planned.passes(31)
    table: Table = planned.table
    return table


async def _checked_in(server: Server) -> Table:
    planned = await Planned(server).made()
    await planned.checks_in(server.ana)
    table: Table = planned.table
    return table


async def _night(server: Server) -> Table:
    """Everybody is at Bo's night, and no round has been seated."""
    await switch_on(server, "night")
    return Table(server, (await Evening(server).gathers(people=7)).channel)


async def _night_corrected(server: Server) -> Table:
    """The winner of a pod of the first round has taken that back, and the second round is seated."""
    await switch_on(server, "night")
    evening = Evening(server)
    await begins(evening, people=7)
    first, second = evening.pods
    winner = await wins(evening, first)
    await wins(evening, second)
    await seats(evening)
    await does(winner, first.channel, "undo")
    return Table(server, evening.channel)


async def _merge(server: Server) -> Table:
    """Di and Eve are asked whether they are one person."""
    await ask_both_accounts(server, server.di, server.eve)
    return Table(server)


async def _rematch(server: Server) -> Table:
    table = await _finished(server)
    await let_count(server)
    await server.bo.click(table.board, custom_id=table.find_button("rematch"))
    return table


async def _rematch_at_once(server: Server) -> Table:
    table = await _finished(server)
    await server.bo.click(table.board, custom_id=table.find_button("rematch"))
    return table


SCENES: Mapping[str, Callable[[Server], Awaitable[Table]]] = {
    "lobby": _lobby,
    "running": _running,
    "respawn": _respawn,
    "called": _called,
    "idle": _idle,
    "offered": _offered,
    "claimed": _claimed,
    "disputed": _disputed,
    "finished": _finished,
    "undone": _undone,
    "rematch": _rematch,
    "rematch at once": _rematch_at_once,
    "duel lobby": _duel_lobby,
    "duel": _duel,
    "duel undone": _duel_undone,
    "duel closing": _duel_closing,
    "duel over": _duel_over,
    "duel disputed": _duel_disputed,
    "night": _night,
    "night corrected": _night_corrected,
    "merge": _merge,
    "planned": _planned,
    "checking": _checking,
    "checked in": _checked_in,
}


def list_custom_ids(parts: Collection[object]) -> list[str]:
    return re.findall(r"'custom_id': '([^']*)'", str(parts))


async def press_where_found(table: Table, who: MemberActor, action: str) -> InteractionResult | None:
    """Press the button where this person finds it: on a message of the channel, or behind the board's last button."""
    places = [*(table.server.env.backend.messages.get(table.channel.id, {}).values())]
    for message in reversed(places):
        for custom_id in list_custom_ids(message.components):
            if action in custom_id.split(":"):
                return await forced(table, who, to_discord_message(table.server.env, message), custom_id)
    more = answer(await who.click(table.board, label="⋯"))
    found = [each for each in list_custom_ids(more.components) if action in each.split(":")]
    return await who.click(more, custom_id=found[0]) if found else None


PLAYED = sorted({(each.action, each.who, scene) for each in INVITATIONS.values() for scene in each.scenes})


@pytest.mark.parametrize(("action", "who", "scene"), PLAYED, ids=[" ".join(each) for each in PLAYED])
async def test_those_who_are_invited_find_the_button_and_may_press_it(
    server: Server, action: str, who: str, scene: str
) -> None:
    if action == "deck":
        await switch_on(server, "deck")
    table = await SCENES[scene](server)
    pressed = await press_where_found(table, server.people[WHO[who]], action)
    assert pressed is not None, f"{who} finds no {action} in {scene}"
    assert pressed.modal is not None or not said(pressed).startswith("🚫"), said(pressed)


LAST_PRESSED = ("undo", "here", "keep", "present", "leave")
"""Actions that change the scene at the first press, so that the others are pressed before."""

WITHOUT_MORE = ("merge", "duel lobby")
"""Scenes whose message has no last button."""

VARIANTS = ("necromancer", "respawn", "elimination")

PRESSING = ("gil", "eve", "di", "cy", "bo", "ana") if NAME == "nightly" else ("gil", "di", "bo", "ana")
"""The people who press, fewest rights first; in the gate one of each kind."""


async def _defeated(server: Server, variant: str) -> Table:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, server.fay, variant=variant)
    await table.reports(server.di, "Di", "Bo")
    return table


def list_unpressed(more: simcord.ResponseMessage, pressed: Collection[str]) -> list[Part]:
    """Return the buttons behind the board's last one that nobody has pressed; those that change the scene come last."""
    unpressed = [each for each in list_parts(more.components) if each["custom_id"] not in pressed]
    return sorted(unpressed, key=lambda each: not {*each["custom_id"].split(":")}.isdisjoint(LAST_PRESSED))


@pytest.mark.parametrize("scene", [*(each for each in SCENES if each not in WITHOUT_MORE), *VARIANTS])
async def test_whatever_the_last_button_offers_to_somebody_works_for_them(server: Server, scene: str) -> None:
    await switch_on(server, "deck")
    table = await (_defeated(server, scene) if scene in VARIANTS else SCENES[scene](server))
    for name in PRESSING:
        who, pressed = server.people[name], set[str]()
        while unpressed := list_unpressed(more := answer(await who.click(table.board, label="⋯")), pressed):
            custom_id, options = unpressed[0]["custom_id"], unpressed[0].get("options", [])
            result = await forced(table, who, more, custom_id, *(each["value"] for each in options[:1]))
            assert not is_refused(result), f"{name} {custom_id}: {said(result)}"
            pressed.add(custom_id)


@pytest.mark.parametrize("minutes", [0, 16])
async def test_rematch_speaks_of_kept_seats_if_and_only_if_the_board_has_their_button(
    server: Server, minutes: int
) -> None:
    table = await _finished(server)
    await let_count(server, minutes)
    told = said(await server.bo.click(table.board, custom_id=table.find_button("rematch")))
    assert told.startswith("✅ Your pod is open.")
    assert ("I am here" in told) == bool(table.kept) == ("I am here" in table.buttons) == (minutes > 0)


def test_every_scene_is_that_of_an_invitation() -> None:
    assert SCENES.keys() == set(chain.from_iterable(each.scenes for each in INVITATIONS.values()))


FORMS: Mapping[str, Mapping[str, str]] = {
    "word": {"word": "luck"},
    "deck": {"commanders": "Tymna the Weaver", "reason": "A slip."},
    "link": {"link": "https://example.org/table"},
}
"""The forms of one step behind buttons of a pod, each with what people write there."""


@pytest.mark.parametrize("scene", ["lobby", "disputed", "undone", "rematch"])
async def test_form_that_opens_is_not_refused_when_it_is_sent(server: Server, scene: str) -> None:
    await switch_on(server, "deck")
    table = await SCENES[scene](server)
    number = table.find_button("more").split(":")[1]
    for action, typed in FORMS.items():
        for who in dict.fromkeys(WHO.values()):
            form = await forced(table, server.people[who], table.board, f"pod:{number}:{action}")
            if form.modal is not None:
                sent = said(await filled(table, server.people[who], form, **typed))
                assert not sent.startswith("🚫"), f"{who} {action}: {sent}"
