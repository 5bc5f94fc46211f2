"""The plays of a duel: turns, dice, changes by a card's text, and the end (MJ-5 to MJ-16)."""

from collections.abc import Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from bot.joust import quadrants
from bot.joust.commands import (
    ChangeTable,
    InvokeCard,
    PlaceSingularity,
    RollAttack,
    RollWear,
    StartDuel,
    UseCard,
)
from bot.joust.duel import SEATS, Duel, Duelist, LaidCard
from bot.joust.events import (
    Add,
    AttackRolled,
    CardDrawn,
    CardInvoked,
    CardUsed,
    Discard,
    Draw,
    DuelOutcome,
    DuelResult,
    DuelStarted,
    DuelTurn,
    DuelTurnEnded,
    Flip,
    Hand,
    Move,
    OpenWear,
    QuadrantChange,
    Ready,
    Remove,
    Return,
    SingularityPlaced,
    TableChanged,
    WearRolled,
)
from bot.joust.facts import PLANS_TO_END, Card, Quadrant, check_card
from bot.joust.paying import choose_spending
from bot.rules.facts import Player
from bot.rules.refusals import Refusal


def find_duelist(duel: Duel, player: Player) -> Duelist:
    """Return a player's side of the table. Raises `Refusal` for anybody else."""
    if player not in duel.duelists:
        raise Refusal("not-in", "player", player=player, players=duel.players)
    return duel.duelists[player]


def find_card(duelist: Duelist, card: int) -> LaidCard:
    """Return the card with an id before a player. Raises `Refusal` if there is none."""
    for laid in duelist.cards:
        if laid.id == card:
            return laid
    raise Refusal("no-card", "card", player=duelist.player, card=card)


def make_outcome(duel: Duel, rules: tuple[str, ...], **changes: Any) -> DuelOutcome:
    """Return an outcome that keeps the open wear, unless its card leaves the table."""
    outcome = DuelOutcome(rules, **changes)
    waiting = duel.waiting
    if waiting is None or waiting.card in (*outcome.discarded, *outcome.returned):
        return outcome
    return replace(outcome, waiting=waiting)


MAX_IN_HAND = 7
"""The most cards in hand at the end of a turn (MJ-10)."""


def place_singularity(duel: Duel, command: PlaceSingularity) -> SingularityPlaced:
    """Draw a singularity and place or discard it (MJ-6, MJ-D10)."""
    turn = _draw(duel, "singularity")
    player = duel.active.player
    zone = command.zone
    if zone is None:
        outcome = make_outcome(duel, ("MJ-6",), turn=turn, wasted={player: 1})
    else:
        after = quadrants.add(duel.active.quadrant, command.family, zone)
        outcome = make_outcome(duel, ("MJ-6",), turn=turn, quadrants={player: after})
    return SingularityPlaced(player, command.family, outcome, zone)


def draw_card(duel: Duel) -> CardDrawn:
    """Draw a crucible card (MJ-7)."""
    turn = _draw(duel, "crucible")
    duelist = duel.active
    hands = {duelist.player: duelist.hand + 1}
    return CardDrawn(duelist.player, make_outcome(duel, ("MJ-7",), turn=turn, hands=hands))


def _draw(duel: Duel, kind: Draw) -> DuelTurn:
    """Return the turn after a draw. Raises `Refusal` for a second one of a kind (MJ-D9)."""
    assert duel.turn is not None
    if kind in duel.turn.drawn:
        raise Refusal("drawn-singularity" if kind == "singularity" else "drawn-crucible")
    return DuelTurn(duel.turn.active, duel.turn.number, (*duel.turn.drawn, kind))


def invoke_card(duel: Duel, command: InvokeCard) -> CardInvoked:
    """Pay for a card and lay it face up (MJ-8); a third plan ends the duel (MJ-16)."""
    card = command.card
    duelist = duel.active
    check_card(card, "card.")
    if duelist.hand < 1:
        raise Refusal("empty-hand", player=duelist.player)
    spent = choose_spending(duelist.quadrant, card.cost, command.pay)
    plan = card.kind == "plan"
    player = duelist.player
    result = judge_plans(duel, card)
    pay = quadrants.destroy if plan else quadrants.activate
    outcome = make_outcome(
        duel,
        (*_cite_invoking(card), *(() if result is None else _cite_end(result.draw))),
        hands={player: duelist.hand - 1},
        quadrants={player: pay(duelist.quadrant, spent)},
        wasted={player: len(spent)} if plan else {},
        result=result,
    )
    return CardInvoked(player, duel.invoked + 1, card, outcome, command.pay)


def _cite_invoking(card: Card) -> tuple[str, ...]:
    if not card.cost:
        return ("MJ-8",)
    return ("MJ-8", "MJ-12", "MJ-13") if card.kind == "plan" else ("MJ-8", "MJ-12")


def _cite_end(draw: bool) -> tuple[str, ...]:
    return ("MJ-16", "MJ-D1") if draw else ("MJ-16",)


def use_card(duel: Duel, command: UseCard) -> CardUsed:
    """Use the action of an invoked card (MJ-9, MJ-D12); if it has wear, that is open (MJ-15).

    Its formula makes singularities unstable, also a plan's (MJ-D8).
    """
    duelist = duel.active
    laid = find_card(duelist, command.card)
    card = laid.card
    player = duelist.player
    if card.action is None:
        raise Refusal("no-action", "card")
    if laid.used:
        raise Refusal("card-used", "card")
    spent = choose_spending(duelist.quadrant, card.formula, command.pay)
    outcome = make_outcome(
        duel,
        ("MJ-9", "MJ-12") if card.formula else ("MJ-9",),
        quadrants={player: quadrants.activate(duelist.quadrant, spent)},
        used=(laid.id,),
        waiting=None if card.wear is None else OpenWear(player, laid.id),
    )
    return CardUsed(player, laid.id, outcome, command.pay)


def end_turn(duel: Duel) -> DuelTurnEnded:
    """End the turn (MJ-10).

    Ephemeral cards are discarded, the hand shrinks to `MAX_IN_HAND`, and everything else is ready
    again.
    """
    duelist = duel.active
    turn = duel.turn
    assert turn is not None
    player = duelist.player
    outcome = make_outcome(
        duel,
        ("MJ-10",),
        hands={player: min(duelist.hand, MAX_IN_HAND)},
        quadrants={player: quadrants.settle(duelist.quadrant)},
        discarded=tuple(laid.id for laid in duelist.cards if laid.card.ephemeral),
        ready=tuple(laid.id for laid in duelist.cards if laid.used),
        turn=DuelTurn(duel.opponent_of(player), turn.number + 1),
    )
    return DuelTurnEnded(player, outcome)


OPENING_HAND = 5
"""The cards in hand at the start (MJ-5)."""

Rolls = Sequence[tuple[int, int]]


def start_duel(duel: Duel, command: StartDuel) -> DuelStarted:
    """Start the duel with the named player, or with the one who rolled higher (MJ-5, MJ-D5)."""
    if len(duel.players) != SEATS:
        raise Refusal("duel-players", "players", count=SEATS, have=len(duel.players))
    one, two = duel.players
    if (command.first is None) == (not command.rolls):
        raise Refusal("duel-first", "first")
    if command.first is not None and command.first not in duel.players:
        raise Refusal("first", "first", players=duel.players)
    first = command.first or (one, two)[find_winner(command.rolls)]
    _check_dice(duel, command.die)
    outcome = DuelOutcome(("MJ-5",))
    return DuelStarted((one, two), first, OPENING_HAND, outcome, command.rolls, command.die)


def find_winner(rolls: Rolls) -> int:
    """Return who rolled higher, 0 or 1. Raises `Refusal` unless all rolls but the last are ties."""
    for number, (one, two) in enumerate(rolls):
        if (one == two) == (number == len(rolls) - 1):
            raise Refusal("opening-rolls", f"rolls[{number}]")
    one, two = rolls[-1]
    return 0 if one > two else 1


def roll_wear(duel: Duel, command: RollWear) -> WearRolled:
    """Roll the open wear: the card stays if the die is not 1 and reaches the wear (MJ-15)."""
    waiting = duel.waiting
    if waiting is None:
        raise Refusal("no-wear")
    _check_dice(duel, command.die)
    laid = find_card(duel.duelists[waiting.by], waiting.card)
    total = command.roll + command.bonus
    kept = command.roll != 1 and total >= (laid.card.wear or 0)
    outcome = DuelOutcome(("MJ-15",), discarded=() if kept else (laid.id,))
    return WearRolled(
        waiting.by, laid.id, command.roll, command.bonus, total, kept, outcome, command.die
    )


def roll_attack(duel: Duel, command: RollAttack) -> AttackRolled:
    """Attack the other player; the higher total succeeds, a tie does not (MJ-14, MJ-D13)."""
    _check_dice(duel, command.die)
    by: Player = duel.active.player
    mine, theirs = (
        roll + bonus for roll, bonus in zip(command.rolls, command.bonuses, strict=True)
    )
    return AttackRolled(
        by,
        duel.opponent_of(by),
        command.rolls,
        command.bonuses,
        (mine, theirs),
        mine > theirs,
        make_outcome(duel, ("MJ-14",)),
        command.die,
    )


def _check_dice(duel: Duel, die: int | None) -> None:
    """Raise `Refusal` unless `die` is the number of the bot's next die."""
    if die is not None and die != duel.rolled + 1:
        raise Refusal("die-rolled", "die", number=duel.rolled + 1)


_CHANGE_RULES = ("MJ-11",)


def change_table(duel: Duel, command: ChangeTable) -> TableChanged:
    """Change the table by a card's text. Raises `Refusal` if the named thing is not there."""
    duelist = find_duelist(duel, command.player)
    outcome = _decide(duel, duelist, command)
    return TableChanged(command.player, command.because, command.change, outcome)


def _decide(duel: Duel, duelist: Duelist, command: ChangeTable) -> DuelOutcome:
    player = duelist.player
    change = command.change
    match change:
        case Add() | Move() | Flip():
            after = _change_quadrant(duelist, change)
            return make_outcome(duel, _CHANGE_RULES, quadrants={player: after})
        case Remove():
            after = _change_quadrant(duelist, change)
            return make_outcome(duel, _CHANGE_RULES, quadrants={player: after}, wasted={player: 1})
        case Discard():
            find_card(duelist, change.card)
            return make_outcome(duel, _CHANGE_RULES, discarded=(change.card,))
        case Return():
            find_card(duelist, change.card)
            hands = {player: duelist.hand + 1}
            return make_outcome(duel, _CHANGE_RULES, returned=(change.card,), hands=hands)
        case Ready():
            find_card(duelist, change.card)
            return make_outcome(duel, _CHANGE_RULES, ready=(change.card,))
        case Hand():
            if duelist.hand + change.by < 0:
                raise Refusal("hand-below", "by", player=player, count=duelist.hand)
            return make_outcome(duel, _CHANGE_RULES, hands={player: duelist.hand + change.by})
        case _:
            assert_never(change)


def _change_quadrant(duelist: Duelist, change: QuadrantChange) -> Quadrant:
    before = duelist.quadrant
    if isinstance(change, Add):
        return quadrants.add(before, change.family, change.zone)
    if not quadrants.has_singularity(before, change.singularity, change.zone):
        raise Refusal("no-singularity", "singularity", player=duelist.player, zone=change.zone)
    match change:
        case Remove():
            return quadrants.remove(before, change.singularity, change.zone)
        case Move():
            return quadrants.move(before, change.singularity, change.zone, change.to)
        case Flip():
            return quadrants.flip(before, change.singularity, change.zone)
        case _:
            assert_never(change)


_SEASON_POINTS = {"won": 3, "drawn": 1, "lost": 0}
"""The season points of a player by their result (MJ-D4)."""


def judge_plans(duel: Duel, card: Card) -> DuelResult | None:
    """Return the result if the active player's `card` is their third plan; else None.

    Only plans on the table count, for the three and for the points (MJ-D6).
    """
    if card.kind != "plan" or duel.active.plans + 1 < PLANS_TO_END:
        return None
    points = _count_points(duel)
    points[duel.active.player] += card.points or 0
    one, two = duel.players
    if points[one] == points[two]:
        return DuelResult(None, points, dict.fromkeys((one, two), _SEASON_POINTS["drawn"]), "MJ-D1")
    winner = one if points[one] > points[two] else two
    return DuelResult(winner, points, _count_season_points(duel, winner), "MJ-16")


def judge_concession(duel: Duel, player: Player) -> DuelResult:
    """Return the result if `player` gives up: they lose (MJ-D7)."""
    winner = duel.opponent_of(player)
    return DuelResult(winner, _count_points(duel), _count_season_points(duel, winner), "MJ-D7")


def _count_points(duel: Duel) -> dict[Player, int]:
    return {player: duelist.points for player, duelist in duel.duelists.items()}


def _count_season_points(duel: Duel, winner: Player) -> dict[Player, int]:
    return {
        player: _SEASON_POINTS["won" if player == winner else "lost"] for player in duel.players
    }
