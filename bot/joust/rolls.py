"""Rolls of dice in a turn: the wear of a used card, and attacks (MJ-14, MJ-15)."""

from bot.joust.duel import Duel, DuelCommand, DuelOutcome, DuelStep
from bot.joust.facts import Bonus, Die
from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import ACTIVE_DUELIST


class RollWear(DuelCommand, frozen=True):
    """Roll whether the used card wears out (MJ-15)."""

    right = ACTIVE_DUELIST
    moment = "playing"

    roll: Die
    bonus: Bonus = 0
    die: int | None = None

    def decide(self, duel: Duel, /) -> "WearRolled":
        """Keep the card if the die is not 1 and reaches its wear; else discard it.

        Raises `Refusal` if no wear is open.
        """
        waiting = duel.waiting
        if waiting is None:
            refuse("no-wear")
        duel.check_die(self.die)
        laid = duel.duelists[waiting.by].find_card(waiting.card)
        total = self.roll + self.bonus
        kept = self.roll != 1 and total >= (laid.card.wear or 0)
        outcome = DuelOutcome(("MJ-15",), discarded=() if kept else (laid.id,))
        return WearRolled(
            waiting.by, laid.id, self.roll, self.bonus, total, kept, outcome, self.die
        )


class WearRolled(DuelStep, frozen=True, tag="duel-wear"):
    """The wear of a used card was rolled; the card is `kept` or discarded (MJ-15)."""

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
    def throws(self) -> tuple[tuple[Die, ...], ...]:
        """The die of the wear."""
        return ((self.roll,),)


class RollAttack(DuelCommand, frozen=True):
    """Attack the other player (MJ-14); the attacker's die and bonus come first."""

    right = ACTIVE_DUELIST
    moment = "playing"

    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)
    die: int | None = None

    def decide(self, duel: Duel, /) -> "AttackRolled":
        """Compare the totals; the higher one succeeds, a tie does not (MJ-D13)."""
        duel.check_die(self.die)
        by: Player = duel.active.player
        mine, theirs = (roll + bonus for roll, bonus in zip(self.rolls, self.bonuses, strict=True))
        return AttackRolled(
            by,
            duel.opponent_of(by),
            self.rolls,
            self.bonuses,
            (mine, theirs),
            mine > theirs,
            duel.make_outcome(("MJ-14",)),
            self.die,
        )


class AttackRolled(DuelStep, frozen=True, tag="duel-attack"):
    """A player attacked the other (MJ-14); dice, bonuses and totals are the attacker's first."""

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
    def throws(self) -> tuple[tuple[Die, ...], ...]:
        """The dice of both players."""
        return (self.rolls,)

    def tell(self) -> Sentence:
        """Return the sentence about the attack and both totals."""
        key = "joust-did-attack-won" if self.success else "joust-did-attack-lost"
        mine, theirs = self.totals
        players = {"player": self.by, "opponent": self.against}
        return Sentence(key, players, {"mine": mine, "theirs": theirs})
