"""Cards: invoke them by menu, name or description, use their actions, and pay for both.

If the ways to pay spend different singularities, the player picks one (MJ-D11).
"""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.picking import Picked, match_options
from bot.front.interaction.pods import do, find_duel, make_ask
from bot.front.interaction.routes import Access, Route, on_board, on_duel
from bot.front.interaction.wording import speak_of_duel
from bot.front.joust.acting import (
    act,
    act_in_place,
    find_own_duel,
    read_cost,
    read_formula,
    read_number,
    render_last,
)
from bot.front.rendering import controls, duel_board
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.modals import make_input, make_modal
from bot.i18n import Catalogue
from bot.joust import quadrants
from bot.joust.cards import CardInvoked, InvokeCard, UseCard
from bot.joust.duel import Duel, LaidCard, list_steps
from bot.joust.facts import DIRECTIONS, FAMILIES, KINDS, Card, Formula, Kind
from bot.joust.paying import Payment, Way, describe_way, list_spendings
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


async def list_known_cards(ctx: Context, duel: Duel, player: Player) -> Mapping[str, Card]:
    """Return the cards that a player can invoke by name: of their deck, or invoked in this duel."""
    deck = await ctx.services.decks.read(player, ctx.place.guild)
    known = {entry.card.name: entry.card for entry in deck.crucible} if deck is not None else {}
    steps = (step for step in list_steps(duel) if isinstance(step, CardInvoked))
    return {**known, **{step.card.name: step.card for step in steps if step.by == player}}


async def offer_cards(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the cards that the user can invoke by name and that contain `typed`."""
    duel = (await ctx.services.service.find_current(ctx.place)).duel
    if duel is None:
        return []
    known = await list_known_cards(ctx, duel, await ctx.find_player())
    return match_options([(name, name) for name in known], typed)


# Invoking


@command("joust-invoke", on_duel(InvokeCard))
@options(
    name="joust_name",
    card_kind="card_kind",
    cost="cost",
    points="plan_points",
    wear="wear",
    action="action",
    formula="formula",
    ephemeral="ephemeral",
)
@offer(card_kind=("card-kind", KINDS))
@complete(name=offer_cards)
async def invoke_named(
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
    _, duel, me = await find_own_duel(ctx, 0, InvokeCard)
    named = " ".join(name.split())
    known = (await list_known_cards(ctx, duel, me)).get(named)
    if card_kind is None and cost is None:
        if known is None:
            raise Refusal("unknown-card", typed=clean_label(named, MAX_NAME_LENGTH))
        await play_card(ctx, 0, InvokeCard(known))
        return
    kind = _find_kind(card_kind.value if card_kind is not None else known.kind if known else "")
    card = Card(
        named or "—",
        kind,
        read_cost(cost or "", ctx.text),
        " ".join(action.split()) or None if action else None,
        read_formula(formula, "formula", ctx.text) if formula else (),
        wear,
        ephemeral,
        points,
    )
    await play_card(ctx, 0, InvokeCard(card))


def _find_kind(value: str) -> Kind:
    """Return a kind by its code. Raises `Refusal` for an unknown one."""
    for kind in KINDS:
        if kind == value:
            return kind
    raise Refusal("card-kind")


async def show_hand(ctx: Context, number: int) -> None:
    """Show the cards that the user can invoke by name, and a button to describe another."""
    live, duel, me = await find_own_duel(ctx, number, InvokeCard)
    cards = [*(await list_known_cards(ctx, duel, me)).values()]
    said = ctx.text("joust-invoke" if cards else "joust-invoke-unknown")
    await say(ctx, said, view=_make_hand(ctx, live.number, cards, 0))


async def turn_hand(ctx: Context, number: int, page: int) -> None:
    """Show another page of the cards that the user can invoke by name."""
    live, duel, me = await find_own_duel(ctx, number, InvokeCard)
    cards = [*(await list_known_cards(ctx, duel, me)).values()]
    view = _make_hand(ctx, live.number, cards, page)
    await edit(ctx, content=ctx.text("joust-invoke"), view=view)


def _make_hand(ctx: Context, number: int, cards: Sequence[Card], page: int) -> ui.View:
    """Return a page of the menu of cards in duel `number`, with the buttons below it."""
    last = max(0, (len(cards) - 1) // CARDS_PER_PAGE)
    page = min(page, last)
    items: list[ui.Item[ui.View]] = []
    if cards:
        shown = cards[page * CARDS_PER_PAGE : (page + 1) * CARDS_PER_PAGE]
        chosen = [
            duel_board.make_option(card.name, card.name[:100], _describe_card(card, ctx.text))
            for card in shown
        ]
        placeholder = ctx.text("joust-invoke-placeholder")
        items.append(duel_board.make_menu(f"joust:{number}:card", placeholder, chosen))
    items.append(duel_board.make_button(number, "other", ctx.text))
    if last:
        items += controls.make_page_buttons(f"joust:{number}:hand", page, last)
    return controls.make_unstored_view(items)


def _describe_card(card: Card, text: Catalogue) -> str:
    """Return a card's kind, cost, points and action in a line."""
    parts = [text(f"card-kind-{card.kind}"), _write_cost(card.cost, text)]
    if card.points is not None:
        parts.append(text("joust-card-points", points=card.points))
    if card.action is not None:
        parts.append(card.action)
    return " · ".join(parts)


def _write_cost(cost: Formula, text: Catalogue) -> str:
    return " ".join(text(f"step-{step}") for step in cost) or text("joust-free")


async def invoke_picked(ctx: Context, number: int, picked: str) -> None:
    """Invoke the card that the user picked."""
    _, duel, me = await find_own_duel(ctx, number, InvokeCard)
    card = (await list_known_cards(ctx, duel, me)).get(picked)
    if card is None:
        raise Refusal("unknown-card", typed=clean_label(picked, MAX_NAME_LENGTH))
    await play_card(ctx, number, InvokeCard(card), in_place=True)


async def ask_for_card(ctx: Context, number: int) -> None:
    """Open the form that describes a card."""
    await find_own_duel(ctx, number, InvokeCard)
    text = ctx.text
    modal = make_modal(
        f"joust:{number}:described",
        text("joust-button-invoke"),
        [
            (
                text("joust-form-card"),
                text("joust-form-card-about"),
                make_input(CARD_FIELD, MAX_NAME_LENGTH),
            ),
            (
                text("joust-form-cost"),
                text("joust-form-cost-about"),
                make_input(COST_FIELD, MAX_FORMULA_LENGTH, required=False),
            ),
            (
                text("joust-form-points"),
                text("joust-form-points-about"),
                make_input(POINTS_FIELD, 2, required=False),
            ),
            (
                text("joust-form-action"),
                text("joust-form-action-about"),
                make_input(ACTION_FIELD, MAX_NAME_LENGTH, required=False),
            ),
        ],
    )
    kinds = [discord.SelectOption(label=text(f"card-kind-{kind}"), value=kind) for kind in KINDS]
    menu: ui.Select[ui.Modal] = ui.Select(custom_id=KIND_FIELD, options=kinds, required=True)
    modal.add_item(ui.Label(text=text("joust-form-kind"), component=menu))
    await show_modal(ctx, modal)


async def invoke_described(ctx: Context, number: int) -> None:
    """Invoke the card that the form describes."""
    fields = ctx.fields
    name = _read_name(fields.get(CARD_FIELD, ""))
    action = " ".join(fields.get(ACTION_FIELD, "").split())
    points = fields.get(POINTS_FIELD, "").strip()
    if name is None or len(action) > MAX_NAME_LENGTH:
        raise Refusal("too-long", most=MAX_NAME_LENGTH)
    card = Card(
        name,
        _find_kind(fields.get(KIND_FIELD, "")),
        read_cost(fields.get(COST_FIELD, ""), ctx.text),
        action or None,
        points=read_number(points, 0, MAX_POINTS) if points else None,
    )
    await play_card(ctx, number, InvokeCard(card))


def _read_name(typed: str) -> str | None:
    """Return a name on one line; None if it is empty or too long."""
    name = " ".join(typed.split())
    return name if 1 <= len(name) <= MAX_NAME_LENGTH else None


# Using


async def show_actions(ctx: Context, number: int) -> None:
    """Show the menu of cards on the table whose action can be used."""
    live, duel, _ = await find_own_duel(ctx, number, UseCard)
    ready = _list_ready(duel)
    if not ready:
        raise Refusal("no-actions")
    chosen = [
        duel_board.make_option(
            f"{laid.id}. {laid.card.name}: {laid.card.action}",
            str(laid.id),
            _write_cost(laid.card.formula, ctx.text),
        )
        for laid in ready
    ]
    menu = duel_board.make_menu(
        f"joust:{live.number}:used", ctx.text("joust-use-placeholder"), chosen
    )
    await say(ctx, ctx.text("joust-use"), view=controls.make_unstored_view([menu]))


def _list_ready(duel: Duel) -> list[LaidCard]:
    laid: Iterable[LaidCard] = duel.active.cards if duel.turn is not None else ()
    return [each for each in laid if each.card.action is not None and not each.used]


async def use_picked(ctx: Context, number: int, picked: int) -> None:
    """Use the action of the card that the user picked."""
    await play_card(ctx, number, UseCard(picked), in_place=True)


MAX_OPTIONS = 25
"""The most options of a menu."""

PaidCommand = InvokeCard | UseCard


class PaymentDraft(Draft, frozen=True):
    """A card that a player is about to pay for in duel `number`, with their choices so far."""

    number: int
    command: PaidCommand
    said: Payment = Payment()


async def play_card(
    ctx: Context, number: int, command: PaidCommand, *, in_place: bool = False
) -> None:
    """Play a card; first ask which singularities to spend if there are several sets.

    With `in_place` the answer replaces the private message.
    """
    live, duel, _ = await find_own_duel(ctx, number, type(command))
    if command.pay is None and _is_open(duel) and len(_list_ways(duel, command, Payment())) > 1:
        draft = PaymentDraft(ctx.place, ctx.interaction.user.id, live.number, command)
        await _ask_for_payment(
            ctx, ctx.services.drafts.begin(draft), draft, duel, in_place=in_place
        )
    elif in_place:
        await act_in_place(ctx, number, command)
    else:
        await act(ctx, number, command)


def _is_open(duel: Duel) -> bool:
    return duel.state == "running"


async def pick_payment(ctx: Context, token: str, draft: PaymentDraft, picked: Payment) -> None:
    """Pay by the picked choices, or ask for the next choice."""
    drafts = ctx.services.drafts
    _, duel = await find_duel(ctx, draft.number)
    if len(_list_ways(duel, draft.command, picked)) > 1:
        draft = PaymentDraft(draft.place, draft.owner, draft.number, draft.command, picked)
        drafts.keep(token, draft)
        await _ask_for_payment(ctx, token, draft, duel, in_place=True)
        return
    ways = _list_ways(duel, draft.command, picked)
    pay = describe_way(ways[0], _find_formula(duel, draft.command)) if ways else picked
    command = draft.command
    paid: PaidCommand = (
        InvokeCard(command.card, pay)
        if isinstance(command, InvokeCard)
        else UseCard(command.card, pay)
    )
    with drafts.spend(token, draft):
        done = await do(ctx, make_ask(paid), draft.number)
    await edit(ctx, content=await render_last(ctx, done), view=None)


async def _ask_for_payment(
    ctx: Context, token: str, draft: PaymentDraft, duel: Duel, *, in_place: bool
) -> None:
    """Show an option for each set of singularities; if there are too many, ask choice by choice."""
    ways = _list_ways(duel, draft.command, draft.said)
    if len(ways) <= MAX_OPTIONS:
        options = await _make_options(ctx, draft, duel, ways)
    else:
        options = _make_choices(ctx, draft.said)
    menu = duel_board.make_menu(f"spend:{token}", ctx.text("joust-pay-placeholder"), options)
    view = controls.make_unstored_view([menu])
    asked = ctx.text("joust-pay-which")
    if in_place:
        await edit(ctx, content=asked, view=view)
    else:
        await say(ctx, asked, view=view)


async def _make_options(
    ctx: Context, draft: PaymentDraft, duel: Duel, ways: Sequence[Way]
) -> list[discord.SelectOption]:
    said = await speak_of_duel(ctx, duel)
    formula = _find_formula(duel, draft.command)
    plan = isinstance(draft.command, InvokeCard) and draft.command.card.kind == "plan"
    settle = quadrants.destroy if plan else quadrants.activate
    options = []
    for way in ways:
        direction = ctx.text(f"direction-{way.route.direction}")
        steps = (
            ctx.text("pay-step", zone=zone, use=ctx.text(f"step-{family}"))
            for zone, family in way.spent
        )
        label = ctx.text(
            "joust-pay-way", start=way.route.start, direction=direction, steps=", ".join(steps)
        )
        after = settle(duel.active.quadrant, way.spent)
        left = ctx.text("joust-pay-left", left=said.say_quadrant(after))
        options.append(
            duel_board.make_option(label, _write_payment(describe_way(way, formula)), left)
        )
    return options


def _make_choices(ctx: Context, said: Payment) -> list[discord.SelectOption]:
    """Return options for the next open choice: start, direction, the family of an *any* step."""
    if said.start is None:
        return [
            duel_board.make_option(
                ctx.text("joust-pay-start", zone=zone), _write_payment(Payment(zone))
            )
            for zone in range(1, 5)
        ]
    if said.direction is None:
        return [
            duel_board.make_option(
                ctx.text(f"direction-{direction}"), _write_payment(Payment(said.start, direction))
            )
            for direction in DIRECTIONS
        ]
    before = said.any or ()
    return [
        duel_board.make_option(
            ctx.text("joust-pay-any", number=len(before) + 1, family=ctx.text(f"step-{family}")),
            _write_payment(Payment(said.start, said.direction, (*before, family))),
        )
        for family in FAMILIES
    ]


def _list_ways(duel: Duel, command: PaidCommand, said: Payment) -> list[Way]:
    return list_spendings(duel.active.quadrant, _find_formula(duel, command), said)


def _find_formula(duel: Duel, command: PaidCommand) -> Formula:
    """Return the formula to pay. Raises `Refusal` if the card is not on the table any more."""
    if isinstance(command, InvokeCard):
        return command.card.cost
    return duel.active.find_card(command.card).card.formula


def _write_payment(payment: Payment) -> str:
    return f"{payment.start or ''}:{payment.direction or ''}:{','.join(payment.any or ())}"


def _read_payment(written: str) -> Payment:
    start, direction, anys = [*written.split(":"), "", ""][:3]
    families = tuple(f for each in anys.split(",") for f in FAMILIES if f == each)
    return Payment(
        int(start) if start in ("1", "2", "3", "4") else None,
        next((each for each in DIRECTIONS if each == direction), None),
        families or None,
    )


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:invoke", show_hand, on_board(InvokeCard)),
    Route(f"{_DUEL_PATTERN}:hand:{{page:int}}", turn_hand, on_board(InvokeCard)),
    Route(f"{_DUEL_PATTERN}:card", invoke_picked, on_board(InvokeCard), picked=str),
    Route(f"{_DUEL_PATTERN}:other", ask_for_card, on_board(InvokeCard)),
    Route(f"{_DUEL_PATTERN}:described", invoke_described, on_board(InvokeCard)),
    Route(f"{_DUEL_PATTERN}:use", show_actions, on_board(UseCard)),
    Route(f"{_DUEL_PATTERN}:used", use_picked, on_board(UseCard), picked=parse_number),
    Route(
        "spend:{token}",
        pick_payment,
        Access((FORM_OWNER, ACTIVE_DUELIST), elsewhere="form-other"),
        draft=PaymentDraft,
        picked=_read_payment,
    ),
)
