"""Magicjoust cards: invoke them by menu, name or description, use their actions, and pay for both.

If the ways to pay spend different singularities, the player selects one (MJ-D11).
"""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.duels import duel_board
from bot.front.duels.duel_requests import (
    execute_and_edit_message,
    execute_duel_command,
    parse_cost_input,
    parse_formula_input,
    parse_whole_number,
    render_last_step,
    require_duel_for_command,
)
from bot.front.interaction.answers import edit_private_message, send_answer, show_modal
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.formatters import load_duel_formatter
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_duel,
)
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.player_options import Picked, build_matching_choices
from bot.front.interaction.routes import Access, Route, board_access, duel_access
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.front.ui.modals import build_modal, build_text_input
from bot.i18n import Catalogue
from bot.joust import quadrants
from bot.joust.cards import CardInvoked, InvokeCard, UseCardAction
from bot.joust.duel import Duel, TableCard, list_duel_steps
from bot.joust.paying import (
    PaymentChoices,
    PaymentWay,
    extract_payment_choices,
    list_possible_spendings,
)
from bot.joust.table_types import DIRECTIONS, FAMILIES, KINDS, CrucibleCard, Formula, Kind
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import ACTIVE_DUELIST, FORM_OWNER

MAX_NAME_LENGTH = 100
MAX_FORMULA_LENGTH = 80
MAX_POINTS = 99
MAX_WEAR = 6
CARDS_PER_PAGE = 24
"""Cards in a menu."""

CARD_FIELD = "card"
KIND_FIELD = "kind"
COST_FIELD = "cost"
POINTS_FIELD = "points"
ACTION_FIELD = "action"


# The cards that somebody can name


async def load_invocable_cards(
    ctx: Context, duel: Duel, player: Player
) -> Mapping[str, CrucibleCard]:
    """Return the cards that a player can invoke by name: of their deck, or invoked in the duel
    before.
    """
    deck = await ctx.services.decks.load_deck(player, ctx.channel_address.guild)
    known = {entry.card.name: entry.card for entry in deck.crucible} if deck is not None else {}
    steps = (step for step in list_duel_steps(duel) if isinstance(step, CardInvoked))
    return {**known, **{step.card.name: step.card for step in steps if step.by == player}}


async def complete_card_name(ctx: Context, query: str) -> list[Choice[str]]:
    """Return the choices of cards that the user can invoke by name and that contain `query`."""
    duel = (await ctx.services.service.load_current_game(ctx.channel_address)).duel
    if duel is None:
        return []
    known = await load_invocable_cards(ctx, duel, await ctx.find_requester_player())
    return build_matching_choices([(name, name) for name in known], query)


# Invoking


@slash_command("joust-invoke", duel_access(InvokeCard))
@describe_options(
    name="joust_name",
    card_kind="card_kind",
    cost="cost",
    points="plan_points",
    wear="wear",
    action="action",
    formula="formula",
    ephemeral="ephemeral",
)
@fixed_choices(card_kind=("card-kind", KINDS))
@autocomplete_options(name=complete_card_name)
async def invoke_card(
    ctx: Context,
    name: Picked,
    card_kind: Choice[str] | None = None,
    cost: Range[str, 0, MAX_FORMULA_LENGTH] | None = None,
    points: Range[int, 0, MAX_POINTS] | None = None,
    wear: Range[int, 1, MAX_WEAR] | None = None,
    action: Range[str, 1, MAX_NAME_LENGTH] | None = None,
    formula: Range[str, 1, MAX_FORMULA_LENGTH] | None = None,
    ephemeral: bool = False,
) -> None:
    """Invoke a card by its name, or by its description in the options."""
    _, duel, me = await require_duel_for_command(ctx, 0, InvokeCard)
    named = " ".join(name.split())
    known = (await load_invocable_cards(ctx, duel, me)).get(named)
    if card_kind is None and cost is None:
        if known is None:
            raise Refusal("unknown-card", typed=clean_label(named, MAX_NAME_LENGTH))
        await play_card(ctx, 0, InvokeCard(known))
        return
    kind = _parse_card_kind(
        card_kind.value if card_kind is not None else known.kind if known else ""
    )
    card = CrucibleCard(
        named or "—",
        kind,
        parse_cost_input(cost or "", ctx.catalogue),
        " ".join(action.split()) or None if action else None,
        parse_formula_input(formula, "formula", ctx.catalogue) if formula else (),
        wear,
        ephemeral,
        points,
    )
    await play_card(ctx, 0, InvokeCard(card))


def _parse_card_kind(code: str) -> Kind:
    """Return a kind of card by its code. Raises `Refusal` for an unknown code."""
    for kind in KINDS:
        if kind == code:
            return kind
    raise Refusal("card-kind")


async def show_invocable_cards(ctx: Context, number: int) -> None:
    """Show the cards that the user can invoke by name, and a button to describe another."""
    live, duel, me = await require_duel_for_command(ctx, number, InvokeCard)
    cards = [*(await load_invocable_cards(ctx, duel, me)).values()]
    said = ctx.catalogue("joust-invoke" if cards else "joust-invoke-unknown")
    await send_answer(ctx, said, view=_build_invocable_cards_view(ctx, live.number, cards, 0))


async def show_invocable_cards_page(ctx: Context, number: int, page: int) -> None:
    """Show another page of the cards that the user can invoke by name."""
    live, duel, me = await require_duel_for_command(ctx, number, InvokeCard)
    cards = [*(await load_invocable_cards(ctx, duel, me)).values()]
    view = _build_invocable_cards_view(ctx, live.number, cards, page)
    await edit_private_message(ctx, content=ctx.catalogue("joust-invoke"), view=view)


def _build_invocable_cards_view(
    ctx: Context, duel_number: int, cards: Sequence[CrucibleCard], page: int
) -> ui.View:
    """Return a page of the menu of cards to invoke, with the buttons below it."""
    last = max(0, (len(cards) - 1) // CARDS_PER_PAGE)
    page = min(page, last)
    items: list[ui.Item[ui.View]] = []
    if cards:
        shown = cards[page * CARDS_PER_PAGE : (page + 1) * CARDS_PER_PAGE]
        chosen = [
            duel_board.build_select_option(
                card.name, card.name[:100], _describe_card(card, ctx.catalogue)
            )
            for card in shown
        ]
        placeholder = ctx.catalogue("joust-invoke-placeholder")
        items.append(duel_board.build_select_menu(f"joust:{duel_number}:card", placeholder, chosen))
    items.append(duel_board.build_duel_button(duel_number, "other", ctx.catalogue))
    if last:
        items += components.build_page_buttons(f"joust:{duel_number}:hand", page, last)
    return components.build_stateless_view(items)


def _describe_card(card: CrucibleCard, catalogue: Catalogue) -> str:
    """Return a card's kind, cost, points and action in a line."""
    parts = [catalogue(f"card-kind-{card.kind}"), _format_cost(card.cost, catalogue)]
    if card.points is not None:
        parts.append(catalogue("joust-card-points", points=card.points))
    if card.action is not None:
        parts.append(card.action)
    return " · ".join(parts)


def _format_cost(cost: Formula, catalogue: Catalogue) -> str:
    return " ".join(catalogue(f"step-{step}") for step in cost) or catalogue("joust-free")


async def invoke_selected_card(ctx: Context, number: int, selection: str) -> None:
    """Invoke the card that the user selected in the menu."""
    _, duel, me = await require_duel_for_command(ctx, number, InvokeCard)
    card = (await load_invocable_cards(ctx, duel, me)).get(selection)
    if card is None:
        raise Refusal("unknown-card", typed=clean_label(selection, MAX_NAME_LENGTH))
    await play_card(ctx, number, InvokeCard(card), in_place=True)


async def open_card_description_form(ctx: Context, number: int) -> None:
    """Open the form in which the user describes a card to invoke."""
    await require_duel_for_command(ctx, number, InvokeCard)
    text = ctx.catalogue
    modal = build_modal(
        f"joust:{number}:described",
        text("joust-button-invoke"),
        [
            (
                text("joust-form-card"),
                text("joust-form-card-about"),
                build_text_input(CARD_FIELD, MAX_NAME_LENGTH),
            ),
            (
                text("joust-form-cost"),
                text("joust-form-cost-about"),
                build_text_input(COST_FIELD, MAX_FORMULA_LENGTH, is_required=False),
            ),
            (
                text("joust-form-points"),
                text("joust-form-points-about"),
                build_text_input(POINTS_FIELD, 2, is_required=False),
            ),
            (
                text("joust-form-action"),
                text("joust-form-action-about"),
                build_text_input(ACTION_FIELD, MAX_NAME_LENGTH, is_required=False),
            ),
        ],
    )
    kinds = [discord.SelectOption(label=text(f"card-kind-{kind}"), value=kind) for kind in KINDS]
    menu: ui.Select[ui.Modal] = ui.Select(custom_id=KIND_FIELD, options=kinds, required=True)
    modal.add_item(ui.Label(text=text("joust-form-kind"), component=menu))
    await show_modal(ctx, modal)


async def handle_card_description_form(ctx: Context, number: int) -> None:
    """Invoke the card that the submitted form describes."""
    fields = ctx.modal_fields
    name = _parse_card_name(fields.get(CARD_FIELD, ""))
    action = " ".join(fields.get(ACTION_FIELD, "").split())
    points = fields.get(POINTS_FIELD, "").strip()
    if name is None or len(action) > MAX_NAME_LENGTH:
        raise Refusal("too-long", most=MAX_NAME_LENGTH)
    card = CrucibleCard(
        name,
        _parse_card_kind(fields.get(KIND_FIELD, "")),
        parse_cost_input(fields.get(COST_FIELD, ""), ctx.catalogue),
        action or None,
        points=parse_whole_number(points, 0, MAX_POINTS) if points else None,
    )
    await play_card(ctx, number, InvokeCard(card))


def _parse_card_name(user_input: str) -> str | None:
    """Return a card's name on one line; None if the input is empty or too long."""
    name = " ".join(user_input.split())
    return name if 1 <= len(name) <= MAX_NAME_LENGTH else None


# Using


async def show_card_actions(ctx: Context, number: int) -> None:
    """Show the menu of cards on the table whose action can be used."""
    live, duel, _ = await require_duel_for_command(ctx, number, UseCardAction)
    ready = _list_usable_cards(duel)
    if not ready:
        raise Refusal("no-actions")
    chosen = [
        duel_board.build_select_option(
            f"{laid.id}. {laid.card.name}: {laid.card.action}",
            str(laid.id),
            _format_cost(laid.card.formula, ctx.catalogue),
        )
        for laid in ready
    ]
    menu = duel_board.build_select_menu(
        f"joust:{live.number}:used", ctx.catalogue("joust-use-placeholder"), chosen
    )
    await send_answer(ctx, ctx.catalogue("joust-use"), view=components.build_stateless_view([menu]))


def _list_usable_cards(duel: Duel) -> list[TableCard]:
    laid: Iterable[TableCard] = duel.active_duelist.cards if duel.turn is not None else ()
    return [each for each in laid if each.card.action is not None and not each.used]


async def use_selected_card(ctx: Context, number: int, selection: int) -> None:
    """Use the action of the card that the user selected in the menu."""
    await play_card(ctx, number, UseCardAction(selection), in_place=True)


MAX_OPTIONS = 25
"""The most options of a menu."""

PaidCommand = InvokeCard | UseCardAction


class PaymentDraft(Draft, frozen=True):
    """A card that a player is about to pay for in a duel, with their choices so far."""

    number: int
    command: PaidCommand
    said: PaymentChoices = PaymentChoices()


async def play_card(
    ctx: Context, duel_number: int, command: PaidCommand, *, in_place: bool = False
) -> None:
    """Play a card; first ask which singularities to spend if there are several ways.

    With `in_place` the answer replaces the private message.
    """
    live, duel, _ = await require_duel_for_command(ctx, duel_number, type(command))
    if (
        command.pay is None
        and _is_duel_running(duel)
        and len(_list_payment_ways(duel, command, PaymentChoices())) > 1
    ):
        draft = PaymentDraft(ctx.channel_address, ctx.interaction.user.id, live.number, command)
        await _show_payment_menu(
            ctx, ctx.services.drafts.add(draft), draft, duel, in_place=in_place
        )
    elif in_place:
        await execute_and_edit_message(ctx, duel_number, command)
    else:
        await execute_duel_command(ctx, duel_number, command)


def _is_duel_running(duel: Duel) -> bool:
    return duel.state == "running"


async def handle_payment_choice(
    ctx: Context, token: str, draft: PaymentDraft, selection: PaymentChoices
) -> None:
    """Pay for a card by the selected choices, or ask for the next choice."""
    drafts = ctx.services.drafts
    _, duel = await load_channel_duel(ctx, draft.number)
    if len(_list_payment_ways(duel, draft.command, selection)) > 1:
        draft = PaymentDraft(draft.place, draft.owner, draft.number, draft.command, selection)
        drafts.replace(token, draft)
        await _show_payment_menu(ctx, token, draft, duel, in_place=True)
        return
    ways = _list_payment_ways(duel, draft.command, selection)
    pay = (
        extract_payment_choices(ways[0], _find_formula_to_pay(duel, draft.command))
        if ways
        else selection
    )
    command = draft.command
    paid: PaidCommand = (
        InvokeCard(command.card, pay)
        if isinstance(command, InvokeCard)
        else UseCardAction(command.card, pay)
    )
    with drafts.remove_while_sending(token, draft):
        done = await execute_command(ctx, build_command_factory(paid), draft.number)
    await edit_private_message(ctx, content=await render_last_step(ctx, done), view=None)


async def _show_payment_menu(
    ctx: Context, token: str, draft: PaymentDraft, duel: Duel, *, in_place: bool
) -> None:
    """Show an option for each set of singularities; if there are too many, ask choice by
    choice.
    """
    ways = _list_payment_ways(duel, draft.command, draft.said)
    if len(ways) <= MAX_OPTIONS:
        options = await _build_payment_options(ctx, draft, duel, ways)
    else:
        options = _build_partial_payment_options(ctx, draft.said)
    menu = duel_board.build_select_menu(
        f"spend:{token}", ctx.catalogue("joust-pay-placeholder"), options
    )
    view = components.build_stateless_view([menu])
    asked = ctx.catalogue("joust-pay-which")
    if in_place:
        await edit_private_message(ctx, content=asked, view=view)
    else:
        await send_answer(ctx, asked, view=view)


async def _build_payment_options(
    ctx: Context, draft: PaymentDraft, duel: Duel, payment_ways: Sequence[PaymentWay]
) -> list[discord.SelectOption]:
    said = await load_duel_formatter(ctx, duel)
    formula = _find_formula_to_pay(duel, draft.command)
    plan = isinstance(draft.command, InvokeCard) and draft.command.card.kind == "plan"
    settle = quadrants.destroy_singularities if plan else quadrants.activate_singularities
    options = []
    for way in payment_ways:
        direction = ctx.catalogue(f"direction-{way.route.direction}")
        steps = (
            ctx.catalogue("pay-step", zone=zone, use=ctx.catalogue(f"step-{family}"))
            for zone, family in way.spent_singularities
        )
        label = ctx.catalogue(
            "joust-pay-way", start=way.route.start, direction=direction, steps=", ".join(steps)
        )
        after = settle(duel.active_duelist.quadrant, way.spent_singularities)
        left = ctx.catalogue("joust-pay-left", left=said.describe_quadrant(after))
        options.append(
            duel_board.build_select_option(
                label, _format_payment_id(extract_payment_choices(way, formula)), left
            )
        )
    return options


def _build_partial_payment_options(
    ctx: Context, payment: PaymentChoices
) -> list[discord.SelectOption]:
    """Return options for the next open choice: start, direction, the family of an *any* step."""
    if payment.start is None:
        return [
            duel_board.build_select_option(
                ctx.catalogue("joust-pay-start", zone=zone),
                _format_payment_id(PaymentChoices(zone)),
            )
            for zone in range(1, 5)
        ]
    if payment.direction is None:
        return [
            duel_board.build_select_option(
                ctx.catalogue(f"direction-{direction}"),
                _format_payment_id(PaymentChoices(payment.start, direction)),
            )
            for direction in DIRECTIONS
        ]
    before = payment.any or ()
    return [
        duel_board.build_select_option(
            ctx.catalogue(
                "joust-pay-any", number=len(before) + 1, family=ctx.catalogue(f"step-{family}")
            ),
            _format_payment_id(PaymentChoices(payment.start, payment.direction, (*before, family))),
        )
        for family in FAMILIES
    ]


def _list_payment_ways(
    duel: Duel, command: PaidCommand, payment: PaymentChoices
) -> list[PaymentWay]:
    return list_possible_spendings(
        duel.active_duelist.quadrant, _find_formula_to_pay(duel, command), payment
    )


def _find_formula_to_pay(duel: Duel, command: PaidCommand) -> Formula:
    """Return the formula to pay for a card. Raises `Refusal` if the card is not on the table
    any more.
    """
    if isinstance(command, InvokeCard):
        return command.card.cost
    return duel.active_duelist.find_card(command.card).card.formula


def _format_payment_id(payment: PaymentChoices) -> str:
    return f"{payment.start or ''}:{payment.direction or ''}:{','.join(payment.any or ())}"


def _parse_payment_id(payment_id: str) -> PaymentChoices:
    start, direction, anys = [*payment_id.split(":"), "", ""][:3]
    families = tuple(f for each in anys.split(",") for f in FAMILIES if f == each)
    return PaymentChoices(
        int(start) if start in ("1", "2", "3", "4") else None,
        next((each for each in DIRECTIONS if each == direction), None),
        families or None,
    )


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:invoke", show_invocable_cards, board_access(InvokeCard)),
    Route(
        f"{_DUEL_PATTERN}:hand:{{page:int}}", show_invocable_cards_page, board_access(InvokeCard)
    ),
    Route(f"{_DUEL_PATTERN}:card", invoke_selected_card, board_access(InvokeCard), picked=str),
    Route(f"{_DUEL_PATTERN}:other", open_card_description_form, board_access(InvokeCard)),
    Route(f"{_DUEL_PATTERN}:described", handle_card_description_form, board_access(InvokeCard)),
    Route(f"{_DUEL_PATTERN}:use", show_card_actions, board_access(UseCardAction)),
    Route(
        f"{_DUEL_PATTERN}:used", use_selected_card, board_access(UseCardAction), picked=parse_number
    ),
    Route(
        "spend:{token}",
        handle_payment_choice,
        Access((FORM_OWNER, ACTIVE_DUELIST), elsewhere="form-other"),
        draft=PaymentDraft,
        picked=_parse_payment_id,
    ),
)
