"""Life, poison and commander damage: `/life`, and the panel behind the board's button.

A change is an event like all others, but no step: what is taken back is asked of the totals, so
that each change is taken back once, and never a report.
"""

from collections.abc import Sequence
from typing import get_args

from bot.front.interaction.desk import Asked, desk_of
from bot.front.rendering import controls, counters, panel
from bot.front.reports import form
from bot.front.reports.draft import Entry, Part
from bot.front.reports.form import Forms
from bot.rules.commands import Count
from bot.rules.events import Counted, CountKind
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import in_game
from bot.rules.totals import MOST_AT_ONCE, losing
from bot.service import Ask, Done, Table

KINDS: tuple[CountKind, ...] = get_args(CountKind)


async def command(
    asked: Asked, player: Player | None, amount: int | None, kind: CountKind, by: Player | None
) -> None:
    """`/life`: changes a total, or shows the panel where no amount is given."""
    desk = desk_of(asked)
    if amount is None:
        await show(asked, 0, player)
        return
    done = await desk.do(asked, lambda me, _: Count(player or me, kind, amount, by))
    words = await desk.pod_words(asked, done.pod)
    bare = await desk.bare_words(asked, done.pod)
    number, event = done.table.number, _event(done)
    mine = {change.player for change in event.changes}
    items = [
        panel.back(number, done.pod, event.changes[0], words.text),
        *panel.losses(number, done.pod, bare, mine),
    ]
    await desk.confirm(
        asked, counters.changed(done.pod, event, words), view=controls.unstored(items)
    )


async def show(asked: Asked, number: int, player: Player | None = None) -> None:
    """The panel, for whoever asks: with their own totals, or with a player's."""
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    pod, me = _counting(table), await desk.asker(asked)
    if me not in pod.players:
        raise Refusal("only-players")
    playing = in_game(pod.game.standings)
    whose = player or (me if me in playing else playing[0])
    words = await desk.pod_words(asked, pod)
    bare = await desk.bare_words(asked, pod)
    view = panel.buttons(table.number, pod, whose, bare, None, None)
    await desk.say(asked, embed=panel.embed(pod, whose, words), view=view)


async def pressed(
    asked: Asked, forms: Forms, number: int, parts: Sequence[str], given: Sequence[str]
) -> None:
    """A menu, a button or the modal of the panel, or a button of the board.

    `parts` follow `life:<number>:` in the custom id: `show` menu of players; else a player's key,
    then `from` (menu of commanders), `type` (opens the modal), `typed`, `lost` and the cause,
    `back`, kind, number of the change and owner of the commander, or kind, amount and that owner.
    """
    match parts:
        case ["show"] if given:
            await _look(asked, number, given[0], None)
        case [player, "from"] if given:
            await _look(asked, number, player, given[0])
        case [player, "type"]:
            await _ask(asked, number, player)
        case [player, "typed"] if given:
            count = Count(player, "life", _amount(given[0]))
            await _change(asked, number, player, lambda *_: count)
        case [player, "lost", cause]:
            await _report(asked, forms, number, player, cause)
        case [player, "back", kind, made, by] if kind in KINDS and made.isdecimal():
            back = _taking_back(player, KINDS[KINDS.index(kind)], int(made), _player(by))
            await _change(asked, number, player, back)
        case [player, kind, amount, by] if kind in KINDS:
            count = Count(player, KINDS[KINDS.index(kind)], _amount(amount), _player(by))
            await _change(asked, number, player, lambda *_: count)
        case _:
            raise Refusal("unknown-button")


async def _report(asked: Asked, forms: Forms, number: int, player: Player, cause: str) -> None:
    """The report form, with what the totals know of a defeat; it is for people to send it."""
    table = await desk_of(asked).table(asked, number)
    pod = _counting(table)
    lost = (each for each in losing(pod) if (each.player, each.cause) == (player, cause))
    found = next(lost, None)
    if found is None:
        raise Refusal("not-losing")
    part = Part(found.by, amount=found.amount)
    await form.open_form(asked, forms, table.number, Entry(player, found.cause, (part,)))


def _counting(table: Table) -> Pod:
    pod = table.pod
    assert pod is not None
    if not pod.setup.counting:
        raise Refusal("no-counting")
    if pod.state not in ("running", "waiting"):
        raise Refusal(pod.state)
    return pod


def _player(value: str) -> Player | None:
    return None if value == panel.NOBODY else value


def _amount(written: str) -> int:
    """A number as people write it, with any minus. Raises `Refusal`."""
    digits = written.replace("−", "-").replace("–", "-").replace(" ", "")
    unsigned = digits[1:] if digits[:1] in ("-", "+") else digits
    if not (unsigned.isascii() and unsigned.isdecimal()) or len(unsigned) > 5:
        raise Refusal("count-amount", most=MOST_AT_ONCE)
    return int(digits)


def _taking_back(player: Player, kind: CountKind, made: int, by: Player | None) -> Ask:
    """Asks for the opposite of a change, by its number, while it is the last of its total."""

    def ask(_: Player, table: Table) -> Count:
        last = _counting(table).counts.last.get((kind, player, by))
        if last is None or last.number != made:
            raise Refusal("count-late")
        change = last.change
        return Count(change.player, kind, -change.amount, change.by)

    return ask


async def _change(asked: Asked, number: int, player: Player, ask: Ask) -> None:
    desk = desk_of(asked)
    done = await desk.do(asked, ask, number)
    words = await desk.pod_words(asked, done.pod)
    bare = await desk.bare_words(asked, done.pod)
    made = _event(done).changes[0]
    by = made.by if made.kind == "commander" else None
    lead = counters.changed(done.pod, _event(done), words)
    embed = panel.embed(done.pod, player, words, lead)
    view = panel.buttons(done.table.number, done.pod, player, bare, made, by)
    await desk.change(asked, content=None, embed=embed, view=view)


def _event(done: Done) -> Counted:
    assert isinstance(done.recorded.event, Counted)
    return done.recorded.event


async def _look(asked: Asked, number: int, player: Player, by: Player | None) -> None:
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    pod = _counting(table)
    if player not in in_game(pod.game.standings) or (by is not None and by not in pod.players):
        raise Refusal("count-late")
    words = await desk.pod_words(asked, pod)
    bare = await desk.bare_words(asked, pod)
    view = panel.buttons(table.number, pod, player, bare, None, by)
    await desk.change(asked, embed=panel.embed(pod, player, words), view=view)


async def _ask(asked: Asked, number: int, player: Player) -> None:
    desk = desk_of(asked)
    pod = _counting(await desk.table(asked, number))
    bare = await desk.bare_words(asked, pod)
    await asked.response.send_modal(panel.modal(number, player, bare.name(player), bare.text))
