"""Life, poison and commander damage: `/life`, and the panel behind the board's button.

A change is an event but no step of the game. It is undone by the opposite change, once, and never undoes a report.
"""

from typing import get_args

from discord.app_commands import Choice, Range

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import counters
from bot.front.interaction.answers import answer_by_editing_message, report_command_success, send_answer, show_modal
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game, load_message_formatter_for_pod
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.player_options import Picked, autocomplete_names_of_remaining_players, parse_player_option
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_pod,
)
from bot.front.reports.form import open_defeat_report_form
from bot.front.reports.report_draft import DefeatFormInput, DefeatSourceInput
from bot.front.ui import components
from bot.rules.facts import Player
from bot.rules.player_totals import DamagingCommander, LifeOrDamageCounterKey
from bot.rules.pod import Pod
from bot.rules.records import CountKind
from bot.rules.refusals import Refusal
from bot.rules.teams import list_players_in_game
from bot.rules.totals import (
    HIGHEST_TOTAL,
    LARGEST_CHANGE,
    ChangeLifeOrDamage,
    LifeOrDamageChanged,
    SetLifeOrDamage,
    find_lethal_counters,
)
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame

KINDS: tuple[CountKind, ...] = get_args(CountKind)

WHICH = ("first", "second")
"""Which of two partners dealt commander damage."""


@slash_command("life", build_access_rule_for_current_pod(ChangeLifeOrDamage))
@translate_command_options(player="counted", amount="amount", kind="kind", by="by", which="which")
@set_fixed_option_choices(kind=("kind", KINDS), which=("which", WHICH))
@set_option_suggestions(player=autocomplete_names_of_remaining_players, by=autocomplete_names_of_remaining_players)
async def change_life_or_show_panel(
    ctx: Context,
    amount: Range[str, 1, counters.MAX_AMOUNT_LENGTH] | None = None,
    player: Picked | None = None,
    kind: Choice[str] | None = None,
    by: Picked | None = None,
    which: Choice[str] | None = None,
) -> None:
    """Change a player's life, poison or commander damage; without an amount, show a panel of buttons."""
    whose = None if player is None else await parse_player_option(ctx, player)
    source = None if by is None else await parse_player_option(ctx, by)
    if amount is None:
        await show_life_and_damage_panel(ctx, 0, whose)
        return
    of = get_selected_option_value(CountKind, kind, KINDS[0])
    at = 1 if which is None else 1 + WHICH.index(which.value)
    entered = _parse_life_change_or_totals(amount)
    done = await execute_game_command(
        ctx, lambda me, _: _build_life_or_damage_command(whose or me, of, entered, source, at)
    )
    words = await load_message_formatter_for_pod(ctx, done.pod)
    labels = await load_label_formatter_for_game(ctx, done.pod)
    number = done.live.number
    event = _get_life_or_damage_change_event(done)
    mine = {change.player for change in event.changes}
    made = event.changes[0]
    items = [counters.build_button_to_undo_life_change(number, done.pod, made, words.text)]
    if _is_amount_without_sign(amount):
        dealer = counters.find_damaging_commander(made)
        items.append(
            counters.build_button_to_set_player_counter(number, made.player, of, made.amount, dealer, words.text)
        )
    items += counters.build_buttons_to_report_losses(number, done.pod, labels, mine)
    changed = _render_life_change_with_hint(done.pod, event, amount, words)
    await report_command_success(ctx, changed, view=components.build_view_without_callbacks(items))


async def show_life_and_damage_panel(ctx: Context, pod: int, player: Player | None = None) -> None:
    """Show the user a private panel with a player's life, poison and commander damage.

    Without a player, the panel shows the user's own totals.
    """
    live = await load_pod(ctx, pod)
    counted = _require_pod_with_life_totals(live)
    me = await ctx.get_player_id_of_user()
    if me not in counted.players:
        raise Refusal("only-players")
    playing = list_players_in_game(counted.current_game.standings)
    whose = player or (me if me in playing else playing[0])
    words = await load_message_formatter_for_pod(ctx, counted)
    labels = await load_label_formatter_for_game(ctx, counted)
    view = counters.build_life_and_damage_view(live.number, counted, whose, labels, None, None)
    await send_answer(ctx, embed=counters.render_life_and_damage_embed(counted, whose, words), view=view)


# The panel's menus, buttons and modal


async def show_life_and_damage_of_selected_player(ctx: Context, pod: int, selection: Player) -> None:
    """Show the life, poison and damage of the player who was selected in the panel."""
    await _update_life_and_damage_panel(ctx, pod, selection, None)


async def show_damage_of_selected_commander(ctx: Context, pod: int, player: Player, selection: str) -> None:
    """Show how much damage the selected commander has dealt to a player."""
    await _update_life_and_damage_panel(ctx, pod, player, counters.parse_commander_from_custom_id(selection))


async def open_life_change_form(ctx: Context, pod: int, player: Player) -> None:
    counted = _require_pod_with_life_totals(await load_pod(ctx, pod))
    labels = await load_label_formatter_for_game(ctx, counted)
    modal = counters.build_life_amount_modal(pod, player, labels.name(player), labels.text)
    await show_modal(ctx, modal)


async def change_life_by_amount_in_modal(ctx: Context, pod: int, player: Player) -> None:
    """Change a player's life by the amount in the modal, or set the life to the total there."""
    [typed, *_] = [*ctx.modal_fields.values()] or [""]
    command = _build_life_or_damage_command(player, "life", _parse_life_change_or_totals(typed))
    await _change_life_or_damage_and_update_panel(ctx, pod, player, wrap_command_in_factory(command), typed)


async def change_life_or_damage_total(
    ctx: Context, pod: int, player: Player, total_kind: CountKind, amount: str, commander: str
) -> None:
    """Change a player's life, poison or commander damage as the pressed button says.

    `commander` dealt the damage.
    """
    dealer = counters.parse_commander_from_custom_id(commander)
    command = _build_life_or_damage_command(
        player, total_kind, _parse_life_change_or_totals(amount), *(dealer or (None,))
    )
    await _change_life_or_damage_and_update_panel(ctx, pod, player, wrap_command_in_factory(command))


async def undo_last_life_or_damage_change(
    ctx: Context, pod: int, player: Player, total_kind: CountKind, change_number: int, commander: str
) -> None:
    """Undo the last change of a player's life, poison or commander damage.

    Nothing is undone if a later change followed.
    """
    dealer = counters.parse_commander_from_custom_id(commander)
    key = LifeOrDamageCounterKey(total_kind, player, *(dealer or (None,)))

    def build_life_change_undo_command(player: Player, live_game: LiveGame) -> SetLifeOrDamage:
        counts = _require_pod_with_life_totals(live_game).counts
        last = counts.last.get(key)
        if last is None or last.number != change_number:
            raise Refusal("count-late")
        change = last.change
        before = counts.compute_life_or_damage(*key) - change.amount
        return SetLifeOrDamage(change.player, total_kind, (before,), change.by, change.which)

    await _change_life_or_damage_and_update_panel(ctx, pod, player, build_life_change_undo_command)


async def open_prefilled_defeat_form(ctx: Context, pod: int, player: Player, cause: str) -> None:
    """Open the defeat form, filled in with a player who has no life left, or too much poison or damage."""
    live = await load_pod(ctx, pod)
    losses = find_lethal_counters(_require_pod_with_life_totals(live))
    found = next((each for each in losses if (each.player, each.cause) == (player, cause)), None)
    if found is None:
        raise Refusal("not-losing")
    part = DefeatSourceInput(found.by, amount=found.amount)
    await open_defeat_report_form(ctx, live, DefeatFormInput(player, found.cause, (part,)))


def _require_pod_with_life_totals(live_game: LiveGame) -> Pod:
    """Return the game's pod. Raises `Refusal` if the players' life totals cannot be changed now."""
    pod = live_game.pod
    assert pod is not None
    if not pod.setup.counting:
        raise Refusal("no-counting")
    if pod.state not in ("running", "waiting"):
        raise Refusal(pod.state)
    return pod


def _parse_life_change_or_totals(amount_text: str) -> int | tuple[int, ...]:
    """Parse a change such as `+3` or new totals such as `=25` or `=12+3`.

    A number without a sign is a change, as it always was. New totals are those of several members of a team. Raises
    `Refusal`.
    """
    plain = "".join(amount_text.replace("−", "-").replace("–", "-").split())
    if plain.startswith("="):
        return tuple(_parse_whole_number(total) for total in plain[1:].split("+"))
    return _parse_whole_number(plain.removeprefix("+") if plain[1:2].isdigit() else plain)


def _parse_whole_number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > len(str(HIGHEST_TOTAL)):
        raise Refusal("count-amount", most=LARGEST_CHANGE)
    return int(text)


def _is_amount_without_sign(amount_text: str) -> bool:
    return amount_text.strip()[:1].isdigit()


def _build_life_or_damage_command(
    player: Player,
    counter_kind: CountKind,
    change_or_totals: int | tuple[int, ...],
    commander_owner: Player | None = None,
    commander_number: int = 1,
) -> ChangeLifeOrDamage | SetLifeOrDamage:
    if isinstance(change_or_totals, int):
        return ChangeLifeOrDamage(player, counter_kind, change_or_totals, commander_owner, commander_number)
    return SetLifeOrDamage(player, counter_kind, change_or_totals, commander_owner, commander_number)


def _render_life_change_with_hint(
    pod: Pod, event: LifeOrDamageChanged, amount_text: str, formatter: PodMessageFormatter
) -> str:
    """Return a text about a changed life total or damage, with hints for the user."""
    made = event.changes[0]
    lines = [counters.render_life_or_damage_change(pod, event, formatter)]
    if made.kind != "poison":
        lines += counters.render_players_sharing_life(pod, made.player, formatter)
    if _is_amount_without_sign(amount_text):
        lines.append(f"-# {formatter.text('life-unsigned', amount=made.amount)}")
    return "\n".join(lines)


async def _change_life_or_damage_and_update_panel(
    ctx: Context, pod_number: int, player: Player, command_factory: CommandFactory, amount_text: str = ""
) -> None:
    done = await execute_game_command(ctx, command_factory, pod_number)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    labels = await load_label_formatter_for_game(ctx, done.pod)
    made = _get_life_or_damage_change_event(done).changes[0]
    by = counters.find_damaging_commander(made)
    lead = counters.render_life_or_damage_change(done.pod, _get_life_or_damage_change_event(done), words)
    if _is_amount_without_sign(amount_text):
        lead += f"\n-# {words.text('life-unsigned', amount=made.amount)}"
    embed = counters.render_life_and_damage_embed(done.pod, player, words, lead)
    view = counters.build_life_and_damage_view(done.live.number, done.pod, player, labels, made, by)
    await answer_by_editing_message(ctx, content=None, embed=embed, view=view)


def _get_life_or_damage_change_event(command_result: CommandResult) -> LifeOrDamageChanged:
    assert isinstance(command_result.recorded.event, LifeOrDamageChanged)
    return command_result.recorded.event


async def _update_life_and_damage_panel(
    ctx: Context, pod_number: int, player: Player, damaging_commander: DamagingCommander | None
) -> None:
    live = await load_pod(ctx, pod_number)
    pod = _require_pod_with_life_totals(live)
    if player not in list_players_in_game(pod.current_game.standings) or (
        damaging_commander and damaging_commander.by not in pod.players
    ):
        raise Refusal("count-late")
    words = await load_message_formatter_for_pod(ctx, pod)
    labels = await load_label_formatter_for_game(ctx, pod)
    view = counters.build_life_and_damage_view(live.number, pod, player, labels, None, damaging_commander)
    await answer_by_editing_message(ctx, embed=counters.render_life_and_damage_embed(pod, player, words), view=view)


_PANEL_ACCESS = build_access_rule_for_current_pod(ChangeLifeOrDamage)
_LIFE_PATTERN = "life:{pod:int}:{player}"
_KIND_PATTERN = "|".join(KINDS)
ROUTES = (
    CustomIdRoute(
        "pod:{pod:int}:life", show_life_and_damage_panel, build_access_rule_for_board_button(ChangeLifeOrDamage)
    ),
    CustomIdRoute("life:{pod:int}:show", show_life_and_damage_of_selected_player, _PANEL_ACCESS, "life", picked=str),
    CustomIdRoute(f"{_LIFE_PATTERN}:from", show_damage_of_selected_commander, _PANEL_ACCESS, "life", picked=str),
    CustomIdRoute(f"{_LIFE_PATTERN}:type", open_life_change_form, _PANEL_ACCESS, "life"),
    CustomIdRoute(f"{_LIFE_PATTERN}:typed", change_life_by_amount_in_modal, _PANEL_ACCESS, "life"),
    CustomIdRoute(f"{_LIFE_PATTERN}:lost:{{cause}}", open_prefilled_defeat_form, _PANEL_ACCESS, "life"),
    CustomIdRoute(
        f"{_LIFE_PATTERN}:back:{{total_kind:{_KIND_PATTERN}}}:{{change_number:int}}:{{commander}}",
        undo_last_life_or_damage_change,
        _PANEL_ACCESS,
        "life",
    ),
    CustomIdRoute(
        f"{_LIFE_PATTERN}:{{total_kind:{_KIND_PATTERN}}}:{{amount}}:{{commander}}",
        change_life_or_damage_total,
        _PANEL_ACCESS,
        "life",
    ),
)
