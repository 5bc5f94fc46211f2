"""What dice decide: who begins, wear and attacks (MJ-5, MJ-14, MJ-15)."""

from collections.abc import Sequence

from bot.joust.commands import RollAttack, RollWear, StartDuel
from bot.joust.duel import Duel
from bot.joust.events import AttackRolled, DuelOutcome, DuelStarted, WearRolled
from bot.joust.lookups import find_card, outcome_of
from bot.rules.facts import Player
from bot.rules.refusals import Refusal

OPENING_HAND = 5
"""Cards (MJ-5)."""

SEATS = 2

Rolls = Sequence[tuple[int, int]]


def start_duel(duel: Duel, command: StartDuel) -> DuelStarted:
    """The duel begins with whoever was named, or whoever rolled higher (MJ-5, MJ-D5)."""
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
    """Whose opening roll was higher: 0 or 1. Raises `Refusal` unless just the last one tells."""
    for number, (one, two) in enumerate(rolls):
        if (one == two) == (number == len(rolls) - 1):
            raise Refusal("opening-rolls", f"rolls[{number}]")
    one, two = rolls[-1]
    return 0 if one > two else 1


def roll_wear(duel: Duel, command: RollWear) -> WearRolled:
    """A used card stays if its die, with the bonus, reaches its wear and is no 1 (MJ-15)."""
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
    """The active player attacks the other, and succeeds with the higher total (MJ-14, MJ-D13)."""
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
        outcome_of(duel, ("MJ-14",)),
        command.die,
    )


def _check_dice(duel: Duel, die: int | None) -> None:
    """The bot's dice are rolled one after the other, and none twice."""
    if die is not None and die != duel.rolled + 1:
        raise Refusal("die-rolled", "die", number=duel.rolled + 1)
