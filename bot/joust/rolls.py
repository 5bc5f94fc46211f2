"""Rolls of dice in a turn: the wear of a used card, and attacks (MJ-14, MJ-15)."""

from bot.joust.duel import Duel, DuelCommand, DuelOutcome, DuelStep
from bot.joust.table_types import Bonus, Die
from bot.rules.commands_and_events import Sentence
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST


class RollCardWear(DuelCommand, frozen=True):
    """The command to roll whether the used card wears out (MJ-15)."""

    right = ACTIVE_DUELIST
    moment = "playing"

    roll: Die
    bonus: Bonus = 0
    die: int | None = None

    def create_event(self, duel: Duel, /) -> "CardWearRolled":
        """Keep the card if the die is not 1 and reaches its wear; else discard it.

        Raises `Refusal` if no wear is pending.
        """
        waiting = duel.waiting
        if waiting is None:
            raise_refusal("no-wear")
        duel.require_next_die(self.die)
        laid = duel.duelists[waiting.by].find_card(waiting.card)
        total = self.roll + self.bonus
        kept = self.roll != 1 and total >= (laid.card.wear or 0)
        outcome = DuelOutcome(("MJ-15",), discarded=() if kept else (laid.id,))
        return CardWearRolled(
            waiting.by, laid.id, self.roll, self.bonus, total, kept, outcome, self.die
        )


class CardWearRolled(DuelStep, frozen=True, tag="duel-wear"):
    """The event that the wear of a used card was rolled; the card is kept or discarded (MJ-15)."""

    do = "wear"
    both_undo = True

    by: Player
    card: int
    roll: Die
    bonus: Bonus
    total: int
    kept: bool
    outcome: DuelOutcome
    die: int | None = None

    @property
    def dice_throws(self) -> tuple[tuple[Die, ...], ...]:
        """The die rolled for the card's wear."""
        return ((self.roll,),)


class RollAttack(DuelCommand, frozen=True):
    """The command to attack the other player (MJ-14); the attacker's die and bonus come first."""

    right = ACTIVE_DUELIST
    moment = "playing"

    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)
    die: int | None = None

    def create_event(self, duel: Duel, /) -> "AttackRolled":
        """Compare both players' totals; the attack succeeds if the attacker's is higher.

        A tie is a failure (MJ-D13).
        """
        duel.require_next_die(self.die)
        by: Player = duel.active_duelist.player
        mine, theirs = (roll + bonus for roll, bonus in zip(self.rolls, self.bonuses, strict=True))
        return AttackRolled(
            by,
            duel.find_opponent(by),
            self.rolls,
            self.bonuses,
            (mine, theirs),
            mine > theirs,
            duel.build_outcome(("MJ-14",)),
            self.die,
        )


class AttackRolled(DuelStep, frozen=True, tag="duel-attack"):
    """The event that a player attacked the other (MJ-14).

    Dice, bonuses and totals are the attacker's first.
    """

    do = "attack"
    both_undo = True

    by: Player
    against: Player
    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus]
    totals: tuple[int, int]
    success: bool
    outcome: DuelOutcome
    die: int | None = None

    @property
    def dice_throws(self) -> tuple[tuple[Die, ...], ...]:
        """The dice of both players."""
        return (self.rolls,)

    def describe(self) -> Sentence:
        """Return the sentence about the attack and both totals."""
        key = "joust-did-attack-won" if self.success else "joust-did-attack-lost"
        mine, theirs = self.totals
        players = {"player": self.by, "opponent": self.against}
        return Sentence(key, players, {"mine": mine, "theirs": theirs})
