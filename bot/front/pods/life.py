"""Life, poison and commander damage: `/life`, and the panel behind the board's button.

A change is an event but no step of the game: it is undone by the opposite change, once, and never
undoes a report.
"""

from typing import get_args

from discord.app_commands import Choice, Range

from bot.front.interaction.answering import confirm, edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import Picked, find_player, offer_players
from bot.front.interaction.pods import do, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.rendering import controls, counters
from bot.front.reports.form import open_form_on
from bot.front.reports.report_draft import DefeatEntry, Part
from bot.rules.counting import Dealer, Key
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.records import CountKind
from bot.rules.refusals import Refusal
from bot.rules.teams import find_in_game
from bot.rules.totals import LARGEST_CHANGE, Count, Counted, find_deadly_totals
from bot.service.live_game import LiveGame
from bot.service.requests import Ask, Done

KINDS: tuple[CountKind, ...] = get_args(CountKind)

WHICH = ("first", "second")
"""Which of two partners dealt commander damage."""


@command("life", on_pod(Count))
@options(player="counted", amount="amount", kind="kind", by="by", which="which")
@offer(kind=("kind", KINDS), which=("which", WHICH))
@complete(player=offer_players, by=offer_players)
async def change_life(
    ctx: Context,
    amount: Range[int, -LARGEST_CHANGE, LARGEST_CHANGE] | None = None,
    player: Picked | None = None,
    kind: Choice[str] | None = None,
    by: Picked | None = None,
    which: Choice[str] | None = None,
) -> None:
    """Change a total, or show the panel if no amount is given."""
    whose = None if player is None else await find_player(ctx, player)
    source = None if by is None else await find_player(ctx, by)
    if amount is None:
        await show_panel(ctx, 0, whose)
        return
    of = read_choice(CountKind, kind, KINDS[0])
    at = 1 if which is None else 1 + WHICH.index(which.value)
    done = await do(ctx, lambda me, _: Count(whose or me, of, amount, source, at))
    words = await speak_of_pod(ctx, done.pod)
    labels = await label_game(ctx, done.pod)
    number = done.live.number
    event = _find_event(done)
    mine = {change.player for change in event.changes}
    items = [
        counters.make_back_button(number, done.pod, event.changes[0], words.text),
        *counters.make_loss_buttons(number, done.pod, labels, mine),
    ]
    changed = counters.render_change(done.pod, event, words)
    await confirm(ctx, changed, view=controls.make_unstored_view(items))


async def show_panel(ctx: Context, pod: int, player: Player | None = None) -> None:
    """Show the panel to the user, with the totals of `player` or their own."""
    live = await find_pod(ctx, pod)
    counted = _check_counting(live)
    me = await ctx.find_player()
    if me not in counted.players:
        raise Refusal("only-players")
    playing = find_in_game(counted.game.standings)
    whose = player or (me if me in playing else playing[0])
    words = await speak_of_pod(ctx, counted)
    labels = await label_game(ctx, counted)
    view = counters.make_panel_view(live.number, counted, whose, labels, None, None)
    await say(ctx, embed=counters.render_panel(counted, whose, words), view=view)


# The panel's menus, buttons and modal


async def pick_player(ctx: Context, pod: int, picked: Player) -> None:
    """Show the totals of the player who was picked."""
    await _show_totals(ctx, pod, picked, None)


async def pick_commander(ctx: Context, pod: int, player: Player, picked: str) -> None:
    """Show the damage that the picked commander has dealt to `player`."""
    await _show_totals(ctx, pod, player, counters.read_dealer(picked))


async def ask_for_amount(ctx: Context, pod: int, player: Player) -> None:
    """Open the modal for another amount of life."""
    counted = _check_counting(await find_pod(ctx, pod))
    labels = await label_game(ctx, counted)
    modal = counters.make_amount_modal(pod, player, labels.name(player), labels.text)
    await show_modal(ctx, modal)


async def fill_amount(ctx: Context, pod: int, player: Player) -> None:
    """Change a player's life by the amount that was typed."""
    [typed, *_] = [*ctx.fields.values()] or [""]
    await _apply_change(ctx, pod, player, make_ask(Count(player, "life", _read_amount(typed))))


async def change_total(
    ctx: Context, pod: int, player: Player, kind: CountKind, amount: str, by: str
) -> None:
    """Change a player's total; `by` says whose commander dealt the damage, and which."""
    dealer = counters.read_dealer(by)
    count = Count(player, kind, _read_amount(amount), *(dealer or (None,)))
    await _apply_change(ctx, pod, player, make_ask(count))


async def take_back(
    ctx: Context, pod: int, player: Player, kind: CountKind, made: int, by: str
) -> None:
    """Reverse change number `made`, if it is still the last change of its total."""
    dealer = counters.read_dealer(by)
    key = Key(kind, player, *(dealer or (None,)))

    def make_command(_: Player, live: LiveGame) -> Count:
        last = _check_counting(live).counts.last.get(key)
        if last is None or last.number != made:
            raise Refusal("count-late")
        change = last.change
        return Count(change.player, kind, -change.amount, change.by, change.which)

    await _apply_change(ctx, pod, player, make_command)


async def report_loss(ctx: Context, pod: int, player: Player, cause: str) -> None:
    """Open the report form, filled in with the defeat that a player's totals show."""
    live = await find_pod(ctx, pod)
    losses = find_deadly_totals(_check_counting(live))
    found = next((each for each in losses if (each.player, each.cause) == (player, cause)), None)
    if found is None:
        raise Refusal("not-losing")
    part = Part(found.by, amount=found.amount)
    await open_form_on(ctx, live, DefeatEntry(player, found.cause, (part,)))


def _check_counting(live: LiveGame) -> Pod:
    """Return the pod if its totals can be changed now. Raises `Refusal` otherwise."""
    pod = live.pod
    assert pod is not None
    if not pod.setup.counting:
        raise Refusal("no-counting")
    if pod.state not in ("running", "waiting"):
        raise Refusal(pod.state)
    return pod


def _read_amount(written: str) -> int:
    """Return a typed number with an optional sign; dashes count as minus. Raises `Refusal`."""
    digits = written.replace("−", "-").replace("–", "-").replace(" ", "")
    unsigned = digits[1:] if digits[:1] in ("-", "+") else digits
    if not (unsigned.isascii() and unsigned.isdecimal()) or len(unsigned) > 5:
        raise Refusal("count-amount", most=LARGEST_CHANGE)
    return int(digits)


async def _apply_change(ctx: Context, number: int, player: Player, ask: Ask) -> None:
    done = await do(ctx, ask, number)
    words = await speak_of_pod(ctx, done.pod)
    labels = await label_game(ctx, done.pod)
    made = _find_event(done).changes[0]
    by = counters.find_dealer(made)
    lead = counters.render_change(done.pod, _find_event(done), words)
    embed = counters.render_panel(done.pod, player, words, lead)
    view = counters.make_panel_view(done.live.number, done.pod, player, labels, made, by)
    await edit(ctx, content=None, embed=embed, view=view)


def _find_event(done: Done) -> Counted:
    assert isinstance(done.recorded.event, Counted)
    return done.recorded.event


async def _show_totals(ctx: Context, number: int, player: Player, by: Dealer | None) -> None:
    live = await find_pod(ctx, number)
    pod = _check_counting(live)
    if player not in find_in_game(pod.game.standings) or (by and by.by not in pod.players):
        raise Refusal("count-late")
    words = await speak_of_pod(ctx, pod)
    labels = await label_game(ctx, pod)
    view = counters.make_panel_view(live.number, pod, player, labels, None, by)
    await edit(ctx, embed=counters.render_panel(pod, player, words), view=view)


_PANEL_ACCESS = on_pod(Count)
_LIFE_PATTERN = "life:{pod:int}:{player}"
_KIND_PATTERN = "|".join(KINDS)
ROUTES = (
    Route("pod:{pod:int}:life", show_panel, on_board(Count)),
    Route("life:{pod:int}:show", pick_player, _PANEL_ACCESS, "life", picked=str),
    Route(f"{_LIFE_PATTERN}:from", pick_commander, _PANEL_ACCESS, "life", picked=str),
    Route(f"{_LIFE_PATTERN}:type", ask_for_amount, _PANEL_ACCESS, "life"),
    Route(f"{_LIFE_PATTERN}:typed", fill_amount, _PANEL_ACCESS, "life"),
    Route(f"{_LIFE_PATTERN}:lost:{{cause}}", report_loss, _PANEL_ACCESS, "life"),
    Route(
        f"{_LIFE_PATTERN}:back:{{kind:{_KIND_PATTERN}}}:{{made:int}}:{{by}}",
        take_back,
        _PANEL_ACCESS,
        "life",
    ),
    Route(
        f"{_LIFE_PATTERN}:{{kind:{_KIND_PATTERN}}}:{{amount}}:{{by}}",
        change_total,
        _PANEL_ACCESS,
        "life",
    ),
)
