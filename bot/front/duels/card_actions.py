"""Magicjoust cards: invoke them by menu, name or description, use their actions, and pay for both.

If the ways to pay spend different singularities, the player selects one (MJ-D11).
"""

from collections.abc import Mapping, Sequence

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.duels import duel_board
from bot.front.duels.duel_requests import (
    execute_duel_command_and_answer,
    execute_duel_command_and_edit_answer,
    load_duel_for_command,
    parse_optional_card_cost,
    parse_required_card_cost,
    parse_whole_number,
    render_last_duel_move_answer,
)
from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.formatters import load_message_formatter_for_duel
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_duel,
    load_numbered_or_current_game,
    wrap_command_in_factory,
)
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.player_options import Picked, filter_autocomplete_choices
from bot.front.interaction.routes import (
    AccessRule,
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_duel,
)
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.i18n import Translations
from bot.joust import quadrants
from bot.joust.cards import DuelCardPlayed, PlayDuelCard, UseActionOfDuelCard
from bot.joust.duel import Duel, list_duel_steps
from bot.joust.paying import (
    DuelCardPaymentChoices,
    TokenPayment,
    build_choices_for_payment,
    list_payments_with_distinct_tokens,
)
from bot.joust.table_types import DIRECTIONS, FAMILIES, KINDS, DuelCard, Formula, Kind
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


async def load_playable_duel_cards_by_name(ctx: Context, duel: Duel, player: Player) -> Mapping[str, DuelCard]:
    """Load the cards that a player can play by name: those in their deck, and those played earlier."""
    deck = await ctx.services.decks.load_joust_deck(player, ctx.channel_address.guild)
    known = {entry.card.name: entry.card for entry in deck.crucible} if deck is not None else {}
    steps = (step for step in list_duel_steps(duel) if isinstance(step, DuelCardPlayed))
    return {**known, **{step.card.name: step.card for step in steps if step.by == player}}


async def autocomplete_playable_duel_card(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the cards that the user can play by name in this channel's duel."""
    duel = (await load_numbered_or_current_game(ctx, 0, Duel)).duel
    if duel is None:
        return []
    known = await load_playable_duel_cards_by_name(ctx, duel, await ctx.get_player_id_of_user())
    return filter_autocomplete_choices([(name, name) for name in known], query)


# Invoking


@slash_command("joust-invoke", build_access_rule_for_current_duel(PlayDuelCard))
@translate_command_options(
    name="joust_name",
    card_kind="card_kind",
    cost="cost",
    points="plan_points",
    wear="wear",
    action="action",
    formula="formula",
    ephemeral="ephemeral",
)
@set_fixed_option_choices(card_kind=("card-kind", KINDS))
@set_option_suggestions(name=autocomplete_playable_duel_card)
async def play_duel_card_from_command_options(
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
    """Play a duel's card, known by name or described by the command's options."""
    live, duel, me = await load_duel_for_command(ctx, 0, PlayDuelCard)
    named = " ".join(name.split())
    known = (await load_playable_duel_cards_by_name(ctx, duel, me)).get(named)
    if card_kind is None and cost is None:
        if known is None:
            raise Refusal("unknown-card", typed=clean_label_text(named, MAX_NAME_LENGTH))
        await pay_and_play_duel_card(ctx, live.number, PlayDuelCard(known))
        return
    kind = _parse_duel_card_kind(card_kind.value if card_kind is not None else known.kind if known else "")
    card = DuelCard(
        named or "—",
        kind,
        parse_optional_card_cost(cost or "", ctx.translations),
        " ".join(action.split()) or None if action else None,
        parse_required_card_cost(formula, "formula", ctx.translations) if formula else (),
        wear,
        ephemeral,
        points,
    )
    await pay_and_play_duel_card(ctx, live.number, PlayDuelCard(card))


def _parse_duel_card_kind(kind_code: str) -> Kind:
    for kind in KINDS:
        if kind == kind_code:
            return kind
    raise Refusal("card-kind")


async def show_playable_duel_cards(ctx: Context, duel_number: int) -> None:
    """Show the cards that the user can play by name, and a button to describe another card."""
    live, duel, me = await load_duel_for_command(ctx, duel_number, PlayDuelCard)
    cards = [*(await load_playable_duel_cards_by_name(ctx, duel, me)).values()]
    said = ctx.translations("joust-invoke" if cards else "joust-invoke-unknown")
    await send_answer(ctx, said, view=_build_playable_duel_cards_view(ctx, live.number, cards, 0))


async def show_playable_duel_cards_page(ctx: Context, duel_number: int, page: int) -> None:
    """Show a page of the cards that the user can play by name in a duel."""
    live, duel, me = await load_duel_for_command(ctx, duel_number, PlayDuelCard)
    cards = [*(await load_playable_duel_cards_by_name(ctx, duel, me)).values()]
    view = _build_playable_duel_cards_view(ctx, live.number, cards, page)
    await answer_by_editing_message(ctx, content=ctx.translations("joust-invoke"), view=view)


def _build_playable_duel_cards_view(ctx: Context, duel_number: int, cards: Sequence[DuelCard], page: int) -> ui.View:
    """Return a page of the menu of playable cards, with buttons."""
    last = max(0, (len(cards) - 1) // CARDS_PER_PAGE)
    page = min(page, last)
    items: list[ui.Item[ui.View]] = []
    if cards:
        shown = cards[page * CARDS_PER_PAGE : (page + 1) * CARDS_PER_PAGE]
        chosen = [
            duel_board.build_select_option(card.name, card.name[:100], _describe_duel_card(card, ctx.translations))
            for card in shown
        ]
        placeholder = ctx.translations("joust-invoke-placeholder")
        items.append(duel_board.build_select_menu(f"joust:{duel_number}:card", placeholder, chosen))
    items.append(duel_board.build_duel_action_button(duel_number, "other", ctx.translations))
    if last:
        items += components.build_page_buttons(f"joust:{duel_number}:hand", page, last)
    return components.build_view_without_callbacks(items)


def _describe_duel_card(card: DuelCard, translations: Translations) -> str:
    """Describe a duel's card in one line: kind, cost, points and action."""
    parts = [translations(f"card-kind-{card.kind}"), _format_duel_card_cost(card.cost, translations)]
    if card.points is not None:
        parts.append(translations("joust-card-points", points=card.points))
    if card.action is not None:
        parts.append(card.action)
    return " · ".join(parts)


def _format_duel_card_cost(cost: Formula, translations: Translations) -> str:
    return " ".join(translations(f"step-{step}") for step in cost) or translations("joust-free")


async def play_selected_duel_card(ctx: Context, duel_number: int, selection: str) -> None:
    _, duel, me = await load_duel_for_command(ctx, duel_number, PlayDuelCard)
    card = (await load_playable_duel_cards_by_name(ctx, duel, me)).get(selection)
    if card is None:
        raise Refusal("unknown-card", typed=clean_label_text(selection, MAX_NAME_LENGTH))
    await pay_and_play_duel_card(ctx, duel_number, PlayDuelCard(card), replaces_private_message=True)


async def open_form_to_describe_duel_card(ctx: Context, duel_number: int) -> None:
    """Open the form in which the user describes a card to play."""
    await load_duel_for_command(ctx, duel_number, PlayDuelCard)
    text = ctx.translations
    modal = build_modal(
        f"joust:{duel_number}:described",
        text("joust-button-invoke"),
        [
            (
                text("joust-form-card"),
                "",
                build_modal_text_input(CARD_FIELD, MAX_NAME_LENGTH),
            ),
            (
                text("joust-form-cost"),
                text("joust-form-cost-about"),
                build_modal_text_input(COST_FIELD, MAX_FORMULA_LENGTH, is_required=False),
            ),
            (
                text("joust-form-points"),
                text("joust-form-points-about"),
                build_modal_text_input(POINTS_FIELD, 2, is_required=False),
            ),
            (
                text("joust-form-action"),
                text("joust-form-action-about"),
                build_modal_text_input(ACTION_FIELD, MAX_NAME_LENGTH, is_required=False),
            ),
        ],
    )
    kinds = [discord.SelectOption(label=text(f"card-kind-{kind}"), value=kind) for kind in KINDS]
    menu: ui.Select[ui.Modal] = ui.Select(custom_id=KIND_FIELD, options=kinds, required=True)
    modal.add_item(ui.Label(text=text("joust-form-kind"), component=menu))
    await show_modal(ctx, modal)


async def play_duel_card_from_form(ctx: Context, duel_number: int) -> None:
    fields = ctx.modal_fields
    name = _parse_duel_card_name(fields.get(CARD_FIELD, ""))
    action = " ".join(fields.get(ACTION_FIELD, "").split())
    points = fields.get(POINTS_FIELD, "").strip()
    if name is None or len(action) > MAX_NAME_LENGTH:
        raise Refusal("too-long", most=MAX_NAME_LENGTH)
    card = DuelCard(
        name,
        _parse_duel_card_kind(fields.get(KIND_FIELD, "")),
        parse_optional_card_cost(fields.get(COST_FIELD, ""), ctx.translations),
        action or None,
        points=parse_whole_number(points, 0, MAX_POINTS) if points else None,
    )
    await pay_and_play_duel_card(ctx, duel_number, PlayDuelCard(card))


def _parse_duel_card_name(user_input: str) -> str | None:
    """Parse a card's name; None if it is empty or too long."""
    name = " ".join(user_input.split())
    return name if 1 <= len(name) <= MAX_NAME_LENGTH else None


# Using


async def show_duel_card_action_menu(ctx: Context, duel_number: int) -> None:
    """Show a menu of cards on the table whose actions the user can use."""
    live, duel, _ = await load_duel_for_command(ctx, duel_number, UseActionOfDuelCard)
    ready = duel.cards_with_usable_action
    if not ready:
        raise Refusal("no-actions")
    chosen = [
        duel_board.build_select_option(
            f"{laid.id}. {laid.card.name}: {laid.card.action}",
            str(laid.id),
            _format_duel_card_cost(laid.card.formula, ctx.translations),
        )
        for laid in ready
    ]
    menu = duel_board.build_select_menu(f"joust:{live.number}:used", ctx.translations("joust-use-placeholder"), chosen)
    await send_answer(ctx, ctx.translations("joust-use"), view=components.build_view_without_callbacks([menu]))


async def use_selected_duel_card_action(ctx: Context, duel_number: int, selection: int) -> None:
    """Use the action of the card selected in a duel's menu."""
    await pay_and_play_duel_card(ctx, duel_number, UseActionOfDuelCard(selection), replaces_private_message=True)


MAX_OPTIONS = 25
"""The most options of a menu."""

PaidCommand = PlayDuelCard | UseActionOfDuelCard


class DuelCardPaymentDraft(InteractionDraft, frozen=True):
    """A duel's card that a player is paying for, with the payment choices so far."""

    number: int
    command: PaidCommand
    said: DuelCardPaymentChoices = DuelCardPaymentChoices()


async def pay_and_play_duel_card(
    ctx: Context, duel_number: int, command: PaidCommand, *, replaces_private_message: bool = False
) -> None:
    """Pay for and play a duel's card, or ask the player which of several payments to use.

    With `replaces_private_message` the answer replaces the private message.
    """
    live, duel, _ = await load_duel_for_command(ctx, duel_number, type(command))
    if (
        command.pay is None
        and duel.state == "running"
        and len(_list_duel_card_payments(duel, command, DuelCardPaymentChoices())) > 1
    ):
        draft = DuelCardPaymentDraft(ctx.channel_address, ctx.interaction.user.id, live.number, command)
        await _show_duel_card_payment_menu(
            ctx, ctx.services.drafts.add_draft(draft), draft, duel, replaces_private_message=replaces_private_message
        )
    elif replaces_private_message:
        await execute_duel_command_and_edit_answer(ctx, duel_number, command)
    else:
        await execute_duel_command_and_answer(ctx, duel_number, command)


async def pay_with_selected_duel_tokens(
    ctx: Context, draft_key: str, draft: DuelCardPaymentDraft, selection: DuelCardPaymentChoices
) -> None:
    """Pay for a duel's card with the selected tokens, or ask for the next payment choice."""
    drafts = ctx.services.drafts
    _, duel = await load_duel(ctx, draft.number)
    if len(_list_duel_card_payments(duel, draft.command, selection)) > 1:
        draft = DuelCardPaymentDraft(draft.place, draft.owner, draft.number, draft.command, selection)
        drafts.replace_draft(draft_key, draft)
        await _show_duel_card_payment_menu(ctx, draft_key, draft, duel, replaces_private_message=True)
        return
    ways = _list_duel_card_payments(duel, draft.command, selection)
    pay = build_choices_for_payment(ways[0], _find_duel_command_cost(duel, draft.command)) if ways else selection
    command = draft.command
    paid: PaidCommand = (
        PlayDuelCard(command.card, pay) if isinstance(command, PlayDuelCard) else UseActionOfDuelCard(command.card, pay)
    )
    with drafts.remove_draft_while_sending(draft_key, draft):
        done = await execute_game_command(ctx, wrap_command_in_factory(paid), draft.number)
    await answer_by_editing_message(ctx, content=await render_last_duel_move_answer(ctx, done), view=None)


async def _show_duel_card_payment_menu(
    ctx: Context, draft_key: str, payment_draft: DuelCardPaymentDraft, duel: Duel, *, replaces_private_message: bool
) -> None:
    """Show a menu of ways to pay for a card; if there are too many, ask for a first choice."""
    ways = _list_duel_card_payments(duel, payment_draft.command, payment_draft.said)
    if len(ways) <= MAX_OPTIONS:
        options = await _build_token_payment_options(ctx, payment_draft, duel, ways)
    else:
        options = _build_next_payment_choice_options(ctx, payment_draft.said)
    menu = duel_board.build_select_menu(f"spend:{draft_key}", ctx.translations("joust-pay-placeholder"), options)
    view = components.build_view_without_callbacks([menu])
    asked = ctx.translations("joust-pay-which")
    if replaces_private_message:
        await answer_by_editing_message(ctx, content=asked, view=view)
    else:
        await send_answer(ctx, asked, view=view)


async def _build_token_payment_options(
    ctx: Context, payment_draft: DuelCardPaymentDraft, duel: Duel, possible_payments: Sequence[TokenPayment]
) -> list[discord.SelectOption]:
    said = await load_message_formatter_for_duel(ctx, duel)
    formula = _find_duel_command_cost(duel, payment_draft.command)
    plan = isinstance(payment_draft.command, PlayDuelCard) and payment_draft.command.card.kind == "plan"
    settle = quadrants.remove_spent_duel_tokens if plan else quadrants.mark_tokens_as_used
    options = []
    for way in possible_payments:
        direction = ctx.translations(f"direction-{way.route.direction}")
        steps = (
            ctx.translations("pay-step", zone=zone, use=ctx.translations(f"step-{family}"))
            for zone, family in way.spent_tokens
        )
        label = ctx.translations("joust-pay-way", start=way.route.start, direction=direction, steps=", ".join(steps))
        after = settle(duel.active_duelist.quadrant, way.spent_tokens)
        left = ctx.translations("joust-pay-left", left=said.describe_token_zones(after))
        options.append(
            duel_board.build_select_option(
                label, _format_payment_menu_value(build_choices_for_payment(way, formula)), left
            )
        )
    return options


def _build_next_payment_choice_options(
    ctx: Context, payment_choices: DuelCardPaymentChoices
) -> list[discord.SelectOption]:
    """Return menu options for the next payment choice: zone, then direction, then colours."""
    if payment_choices.start is None:
        return [
            duel_board.build_select_option(
                ctx.translations("joust-pay-start", zone=zone),
                _format_payment_menu_value(DuelCardPaymentChoices(zone)),
            )
            for zone in range(1, 5)
        ]
    if payment_choices.direction is None:
        return [
            duel_board.build_select_option(
                ctx.translations(f"direction-{direction}"),
                _format_payment_menu_value(DuelCardPaymentChoices(payment_choices.start, direction)),
            )
            for direction in DIRECTIONS
        ]
    before = payment_choices.any or ()
    return [
        duel_board.build_select_option(
            ctx.translations("joust-pay-any", number=len(before) + 1, family=ctx.translations(f"step-{family}")),
            _format_payment_menu_value(
                DuelCardPaymentChoices(payment_choices.start, payment_choices.direction, (*before, family))
            ),
        )
        for family in FAMILIES
    ]


def _list_duel_card_payments(
    duel: Duel, command: PaidCommand, payment_choices: DuelCardPaymentChoices
) -> list[TokenPayment]:
    return list_payments_with_distinct_tokens(
        duel.active_duelist.quadrant, _find_duel_command_cost(duel, command), payment_choices
    )


def _find_duel_command_cost(duel: Duel, command: PaidCommand) -> Formula:
    """Return the cost of playing a card or using its action. Raises `Refusal` if the card is gone."""
    if isinstance(command, PlayDuelCard):
        return command.card.cost
    return duel.active_duelist.find_played_card(command.card).card.formula


def _format_payment_menu_value(payment_choices: DuelCardPaymentChoices) -> str:
    return f"{payment_choices.start or ''}:{payment_choices.direction or ''}:{','.join(payment_choices.any or ())}"


def _parse_payment_menu_value(menu_value: str) -> DuelCardPaymentChoices:
    start, direction, anys = [*menu_value.split(":"), "", ""][:3]
    families = tuple(f for each in anys.split(",") for f in FAMILIES if f == each)
    return DuelCardPaymentChoices(
        int(start) if start in ("1", "2", "3", "4") else None,
        next((each for each in DIRECTIONS if each == direction), None),
        families or None,
    )


_DUEL_PATTERN = "joust:{duel_number:int}"
ROUTES = (
    CustomIdRoute(
        f"{_DUEL_PATTERN}:invoke", show_playable_duel_cards, build_access_rule_for_board_button(PlayDuelCard)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:hand:{{page:int}}",
        show_playable_duel_cards_page,
        build_access_rule_for_board_button(PlayDuelCard),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:card", play_selected_duel_card, build_access_rule_for_board_button(PlayDuelCard), picked=str
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:other", open_form_to_describe_duel_card, build_access_rule_for_board_button(PlayDuelCard)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:described", play_duel_card_from_form, build_access_rule_for_board_button(PlayDuelCard)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:use", show_duel_card_action_menu, build_access_rule_for_board_button(UseActionOfDuelCard)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:used",
        use_selected_duel_card_action,
        build_access_rule_for_board_button(UseActionOfDuelCard),
        picked=parse_ascii_number,
    ),
    CustomIdRoute(
        "spend:{draft_key}",
        pay_with_selected_duel_tokens,
        AccessRule((FORM_OWNER, ACTIVE_DUELIST), elsewhere="form-other"),
        draft=DuelCardPaymentDraft,
        picked=_parse_payment_menu_value,
    ),
)
