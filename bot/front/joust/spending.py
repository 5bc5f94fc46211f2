"""Which singularities are spent, where several ways to pay spend different ones (MJ-D11)."""

from collections.abc import Sequence

import discord

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.pods import do, find_duel, make_ask
from bot.front.interaction.routes import Access, Route
from bot.front.interaction.wording import speak_of_duel
from bot.front.joust.acting import act, act_in_place, find_own_duel, render_last
from bot.front.rendering import controls, duel_controls
from bot.joust import quadrants
from bot.joust.commands import InvokeCard, UseCard
from bot.joust.duel import Duel
from bot.joust.events import Payment
from bot.joust.facts import DIRECTIONS, FAMILIES, Formula
from bot.joust.lookups import find_card
from bot.joust.paying import Way
from bot.joust.payments import describe_way, list_spendings
from bot.rights import OF_THE_FORM, OF_THE_TURN

MOST = 25
"""Options of a menu."""

Paid = InvokeCard | UseCard


class PaymentDraft(Draft, frozen=True):
    """A card that is about to be paid for in duel `number`, and what was said of how."""

    number: int
    command: Paid
    said: Payment = Payment()


async def play_card(ctx: Context, number: int, command: Paid, *, in_place: bool = False) -> None:
    """Play a card; where it matters which singularities are spent, ask that first.

    `in_place`: what is said takes the place of the private message whose menu was used.
    """
    live, duel, _ = await find_own_duel(ctx, number, type(command))
    if command.pay is None and _is_open(duel) and len(_list_ways(duel, command, Payment())) > 1:
        draft = PaymentDraft(ctx.place, ctx.interaction.user.id, live.number, command)
        await _ask(ctx, ctx.services.drafts.begin(draft), draft, duel, in_place=in_place)
    elif in_place:
        await act_in_place(ctx, number, command)
    else:
        await act(ctx, number, command)


def _is_open(duel: Duel) -> bool:
    return duel.state == "running"


async def pick_payment(ctx: Context, token: str, draft: PaymentDraft, picked: Payment) -> None:
    """Pay as was picked, or ask for what is not said yet."""
    drafts = ctx.services.drafts
    said = picked
    _, duel = await find_duel(ctx, draft.number)
    if len(_list_ways(duel, draft.command, said)) > 1:
        draft = PaymentDraft(draft.place, draft.owner, draft.number, draft.command, said)
        drafts.keep(token, draft)
        await _ask(ctx, token, draft, duel, in_place=True)
        return
    ways = _list_ways(duel, draft.command, said)
    pay = describe_way(ways[0], _find_formula(duel, draft.command)) if ways else said
    command = draft.command
    paid: Paid = (
        InvokeCard(command.card, pay)
        if isinstance(command, InvokeCard)
        else UseCard(command.card, pay)
    )
    with drafts.spend(token, draft):
        done = await do(ctx, make_ask(paid), draft.number)
    await edit(ctx, content=await render_last(ctx, done), view=None)


async def _ask(
    ctx: Context, token: str, draft: PaymentDraft, duel: Duel, *, in_place: bool
) -> None:
    """Show a line for each set of singularities; of too many, ask one thing after the other."""
    ways = _list_ways(duel, draft.command, draft.said)
    if len(ways) <= MOST:
        options = await _make_options(ctx, draft, duel, ways)
    else:
        options = _narrow(ctx, draft.said)
    menu = duel_controls.make_menu(f"spend:{token}", ctx.text("joust-pay-placeholder"), options)
    view, asked = controls.make_unstored_view([menu]), ctx.text("joust-pay-which")
    if in_place:
        await edit(ctx, content=asked, view=view)
    else:
        await say(ctx, asked, view=view)


async def _make_options(
    ctx: Context, draft: PaymentDraft, duel: Duel, ways: Sequence[Way]
) -> list[discord.SelectOption]:
    said, formula = await speak_of_duel(ctx, duel), _find_formula(duel, draft.command)
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
            duel_controls.make_option(label, _write_payment(describe_way(way, formula)), left)
        )
    return options


def _narrow(ctx: Context, said: Payment) -> list[discord.SelectOption]:
    """Options for the next thing that was not said: start, direction, the family of an *any*."""
    if said.start is None:
        return [
            duel_controls.make_option(
                ctx.text("joust-pay-start", zone=zone), _write_payment(Payment(zone))
            )
            for zone in range(1, 5)
        ]
    if said.direction is None:
        return [
            duel_controls.make_option(
                ctx.text(f"direction-{direction}"), _write_payment(Payment(said.start, direction))
            )
            for direction in DIRECTIONS
        ]
    before = said.any or ()
    return [
        duel_controls.make_option(
            ctx.text("joust-pay-any", number=len(before) + 1, family=ctx.text(f"step-{family}")),
            _write_payment(Payment(said.start, said.direction, (*before, family))),
        )
        for family in FAMILIES
    ]


def _list_ways(duel: Duel, command: Paid, said: Payment) -> list[Way]:
    return list_spendings(duel.active.quadrant, _find_formula(duel, command), said)


def _find_formula(duel: Duel, command: Paid) -> Formula:
    """What is to be paid. Raises `Refusal` if the card lies there no more."""
    if isinstance(command, InvokeCard):
        return command.card.cost
    return find_card(duel.active, command.card).card.formula


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


ROUTES = (
    Route(
        "spend:{token}",
        pick_payment,
        Access((OF_THE_FORM, OF_THE_TURN), elsewhere="form-other"),
        draft=PaymentDraft,
        picked=_read_payment,
    ),
)
