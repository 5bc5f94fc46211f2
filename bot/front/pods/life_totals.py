"""Life, poison and commander damage: `/life`, and the panel behind the board's button.

A change is an event but no step of the game. It is undone by the opposite change, once, and never
undoes a report.
"""

from typing import get_args

from discord.app_commands import Choice, Range

from bot.front.game_texts import counters
from bot.front.interaction.answers import (
    edit_private_message,
    send_answer,
    send_confirmation,
    show_modal,
)
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter, load_pod_formatter
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_pod,
)
from bot.front.interaction.player_options import (
    Picked,
    complete_player_names,
    resolve_player_option,
)
from bot.front.interaction.routes import Route, board_access, pod_access
from bot.front.reports.form import open_report_form
from bot.front.reports.report_draft import DefeatEntry, ObjectEntry
from bot.front.ui import components
from bot.rules.facts import Player
from bot.rules.player_totals import CommanderKey, TotalKey
from bot.rules.pod import Pod
from bot.rules.records import CountKind
from bot.rules.refusals import Refusal
from bot.rules.teams import list_players_in_game
from bot.rules.totals import LARGEST_CHANGE, ChangeTotals, TotalsChanged, find_lethal_totals
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame

KINDS: tuple[CountKind, ...] = get_args(CountKind)

WHICH = ("first", "second")
"""Which of two partners dealt commander damage."""


@slash_command("life", pod_access(ChangeTotals))
@describe_options(player="counted", amount="amount", kind="kind", by="by", which="which")
@fixed_choices(kind=("kind", KINDS), which=("which", WHICH))
@autocomplete_options(player=complete_player_names, by=complete_player_names)
async def change_total_or_show_panel(
    ctx: Context,
    amount: Range[int, -LARGEST_CHANGE, LARGEST_CHANGE] | None = None,
    player: Picked | None = None,
    kind: Choice[str] | None = None,
    by: Picked | None = None,
    which: Choice[str] | None = None,
) -> None:
    """Change a player's life, poison or commander damage; without an amount, show the panel."""
    whose = None if player is None else await resolve_player_option(ctx, player)
    source = None if by is None else await resolve_player_option(ctx, by)
    if amount is None:
        await show_totals_panel(ctx, 0, whose)
        return
    of = resolve_choice(CountKind, kind, KINDS[0])
    at = 1 if which is None else 1 + WHICH.index(which.value)
    done = await execute_command(
        ctx, lambda me, _: ChangeTotals(whose or me, of, amount, source, at)
    )
    words = await load_pod_formatter(ctx, done.pod)
    labels = await load_label_formatter(ctx, done.pod)
    number = done.live.number
    event = _get_totals_event(done)
    mine = {change.player for change in event.changes}
    items = [
        counters.build_revert_button(number, done.pod, event.changes[0], words.text),
        *counters.build_loss_buttons(number, done.pod, labels, mine),
    ]
    changed = counters.render_counter_change(done.pod, event, words)
    await send_confirmation(ctx, changed, view=components.build_stateless_view(items))


async def show_totals_panel(ctx: Context, pod: int, player: Player | None = None) -> None:
    """Show the user the panel with a player's life, poison and commander damage.

    Without a player, the panel shows the user's own totals.
    """
    live = await load_channel_pod(ctx, pod)
    counted = _require_countable_pod(live)
    me = await ctx.find_requester_player()
    if me not in counted.players:
        raise Refusal("only-players")
    playing = list_players_in_game(counted.current_game.standings)
    whose = player or (me if me in playing else playing[0])
    words = await load_pod_formatter(ctx, counted)
    labels = await load_label_formatter(ctx, counted)
    view = counters.build_counter_panel_view(live.number, counted, whose, labels, None, None)
    await send_answer(ctx, embed=counters.render_counter_panel(counted, whose, words), view=view)


# The panel's menus, buttons and modal


async def show_totals_of_selected_player(ctx: Context, pod: int, selection: Player) -> None:
    """Show the totals of the player selected in the panel's menu."""
    await _update_totals_panel(ctx, pod, selection, None)


async def show_damage_of_selected_commander(
    ctx: Context, pod: int, player: Player, selection: str
) -> None:
    """Show the damage that the selected commander has dealt to a player."""
    await _update_totals_panel(ctx, pod, player, counters.parse_commander_id(selection))


async def open_life_amount_form(ctx: Context, pod: int, player: Player) -> None:
    """Open the modal for an amount by which a player's life changes."""
    counted = _require_countable_pod(await load_channel_pod(ctx, pod))
    labels = await load_label_formatter(ctx, counted)
    modal = counters.build_amount_modal(pod, player, labels.name(player), labels.text)
    await show_modal(ctx, modal)


async def change_life_by_form_amount(ctx: Context, pod: int, player: Player) -> None:
    """Change a player's life by the amount typed in the modal."""
    [typed, *_] = [*ctx.modal_fields.values()] or [""]
    await _change_total_and_update_panel(
        ctx, pod, player, build_command_factory(ChangeTotals(player, "life", _parse_amount(typed)))
    )


async def change_player_total(
    ctx: Context, pod: int, player: Player, kind: CountKind, amount: str, by: str
) -> None:
    """Change a player's life, poison or commander damage; `by` is the commander that dealt
    damage.
    """
    dealer = counters.parse_commander_id(by)
    count = ChangeTotals(player, kind, _parse_amount(amount), *(dealer or (None,)))
    await _change_total_and_update_panel(ctx, pod, player, build_command_factory(count))


async def reverse_total_change(
    ctx: Context, pod: int, player: Player, kind: CountKind, made: int, by: str
) -> None:
    """Reverse a player's change number `made`, if that is still the last change of the total."""
    dealer = counters.parse_commander_id(by)
    key = TotalKey(kind, player, *(dealer or (None,)))

    def build_reverse_command(_: Player, live_game: LiveGame) -> ChangeTotals:
        last = _require_countable_pod(live_game).counts.last.get(key)
        if last is None or last.number != made:
            raise Refusal("count-late")
        change = last.change
        return ChangeTotals(change.player, kind, -change.amount, change.by, change.which)

    await _change_total_and_update_panel(ctx, pod, player, build_reverse_command)


async def open_report_form_for_deadly_total(
    ctx: Context, pod: int, player: Player, cause: str
) -> None:
    """Open the report form, filled in with the defeat that a player's totals show."""
    live = await load_channel_pod(ctx, pod)
    losses = find_lethal_totals(_require_countable_pod(live))
    found = next((each for each in losses if (each.player, each.cause) == (player, cause)), None)
    if found is None:
        raise Refusal("not-losing")
    part = ObjectEntry(found.by, amount=found.amount)
    await open_report_form(ctx, live, DefeatEntry(player, found.cause, (part,)))


def _require_countable_pod(live_game: LiveGame) -> Pod:
    """Return the pod if its totals can be changed now. Raises `Refusal` otherwise."""
    pod = live_game.pod
    assert pod is not None
    if not pod.setup.counting:
        raise Refusal("no-counting")
    if pod.state not in ("running", "waiting"):
        raise Refusal(pod.state)
    return pod


def _parse_amount(amount_text: str) -> int:
    """Parse a number with an optional sign; dashes count as minus. Raises `Refusal`."""
    digits = amount_text.replace("−", "-").replace("–", "-").replace(" ", "")
    unsigned = digits[1:] if digits[:1] in ("-", "+") else digits
    if not (unsigned.isascii() and unsigned.isdecimal()) or len(unsigned) > 5:
        raise Refusal("count-amount", most=LARGEST_CHANGE)
    return int(digits)


async def _change_total_and_update_panel(
    ctx: Context, pod_number: int, player: Player, command_factory: CommandFactory
) -> None:
    done = await execute_command(ctx, command_factory, pod_number)
    words = await load_pod_formatter(ctx, done.pod)
    labels = await load_label_formatter(ctx, done.pod)
    made = _get_totals_event(done).changes[0]
    by = counters.find_damage_dealer(made)
    lead = counters.render_counter_change(done.pod, _get_totals_event(done), words)
    embed = counters.render_counter_panel(done.pod, player, words, lead)
    view = counters.build_counter_panel_view(done.live.number, done.pod, player, labels, made, by)
    await edit_private_message(ctx, content=None, embed=embed, view=view)


def _get_totals_event(command_result: CommandResult) -> TotalsChanged:
    assert isinstance(command_result.recorded.event, TotalsChanged)
    return command_result.recorded.event


async def _update_totals_panel(
    ctx: Context, pod_number: int, player: Player, dealer: CommanderKey | None
) -> None:
    live = await load_channel_pod(ctx, pod_number)
    pod = _require_countable_pod(live)
    if player not in list_players_in_game(pod.current_game.standings) or (
        dealer and dealer.by not in pod.players
    ):
        raise Refusal("count-late")
    words = await load_pod_formatter(ctx, pod)
    labels = await load_label_formatter(ctx, pod)
    view = counters.build_counter_panel_view(live.number, pod, player, labels, None, dealer)
    await edit_private_message(
        ctx, embed=counters.render_counter_panel(pod, player, words), view=view
    )


_PANEL_ACCESS = pod_access(ChangeTotals)
_LIFE_PATTERN = "life:{pod:int}:{player}"
_KIND_PATTERN = "|".join(KINDS)
ROUTES = (
    Route("pod:{pod:int}:life", show_totals_panel, board_access(ChangeTotals)),
    Route("life:{pod:int}:show", show_totals_of_selected_player, _PANEL_ACCESS, "life", picked=str),
    Route(
        f"{_LIFE_PATTERN}:from",
        show_damage_of_selected_commander,
        _PANEL_ACCESS,
        "life",
        picked=str,
    ),
    Route(f"{_LIFE_PATTERN}:type", open_life_amount_form, _PANEL_ACCESS, "life"),
    Route(f"{_LIFE_PATTERN}:typed", change_life_by_form_amount, _PANEL_ACCESS, "life"),
    Route(
        f"{_LIFE_PATTERN}:lost:{{cause}}", open_report_form_for_deadly_total, _PANEL_ACCESS, "life"
    ),
    Route(
        f"{_LIFE_PATTERN}:back:{{kind:{_KIND_PATTERN}}}:{{made:int}}:{{by}}",
        reverse_total_change,
        _PANEL_ACCESS,
        "life",
    ),
    Route(
        f"{_LIFE_PATTERN}:{{kind:{_KIND_PATTERN}}}:{{amount}}:{{by}}",
        change_player_total,
        _PANEL_ACCESS,
        "life",
    ),
)
