"""Rolls of dice in a turn: the wear of a used card, and attacks (MJ-14, MJ-15)."""

from bot.joust.duel import Duel, DuelCommand, DuelStateChanges, DuelStepEvent
from bot.joust.table_types import Bonus, Die
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST


class RollToKeepDuelCard(DuelCommand, frozen=True):
    """The command to roll the die that decides if a used card stays on the table."""

    right = ACTIVE_DUELIST
    moment = "playing"

    roll: Die
    bonus: Bonus = 0
    die: int | None = None

    def create_event(self, duel: Duel, /) -> "DieRolledToKeepDuelCard":
        """Return the `DieRolledToKeepDuelCard` event.

        The card stays if the die shows its wear number or more, and not 1. Raises `Refusal` if no wear is pending.
        """
        waiting = duel.waiting
        if waiting is None:
            raise_refusal("no-wear")
        duel.require_next_die_number(self.die)
        laid = duel.duelists[waiting.by].find_played_card(waiting.card)
        total = self.roll + self.bonus
        kept = self.roll != 1 and total >= (laid.card.wear or 0)
        outcome = DuelStateChanges(("MJ-15",), discarded=() if kept else (laid.id,))
        return DieRolledToKeepDuelCard(waiting.by, laid.id, self.roll, self.bonus, total, kept, outcome, self.die)


class DieRolledToKeepDuelCard(DuelStepEvent, frozen=True, tag="duel-wear"):
    """The event that a die roll decided if a used card stays on the table."""

    do = "wear"
    both_undo = True

    by: Player
    card: int
    roll: Die
    bonus: Bonus
    total: int
    kept: bool
    outcome: DuelStateChanges
    die: int | None = None

    @property
    def rolled_dice(self) -> tuple[tuple[Die, ...], ...]:
        return ((self.roll,),)


class RollDuelAttack(DuelCommand, frozen=True):
    """The command to attack the opponent with a die roll. The attacker's die comes first."""

    right = ACTIVE_DUELIST
    moment = "playing"

    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)
    die: int | None = None

    def create_event(self, duel: Duel, /) -> "DuelAttackRolled":
        """Return the `DuelAttackRolled` event.

        The attack succeeds if the attacker's die plus bonus is higher than the defender's. A tie is a failure (MJ-D13).
        """
        duel.require_next_die_number(self.die)
        by: Player = duel.active_duelist.player
        mine, theirs = (roll + bonus for roll, bonus in zip(self.rolls, self.bonuses, strict=True))
        return DuelAttackRolled(
            by,
            duel.find_opponent(by),
            self.rolls,
            self.bonuses,
            (mine, theirs),
            mine > theirs,
            duel.build_duel_state_changes(("MJ-14",)),
            self.die,
        )


class DuelAttackRolled(DuelStepEvent, frozen=True, tag="duel-attack"):
    """The event that a player attacked the opponent with a die roll.

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
    outcome: DuelStateChanges
    die: int | None = None

    @property
    def rolled_dice(self) -> tuple[tuple[Die, ...], ...]:
        return (self.rolls,)

    def build_event_sentence(self) -> TranslatableSentence:
        """Return the sentence about an attack, with each player's total of die and bonus."""
        key = "joust-did-attack-won" if self.success else "joust-did-attack-lost"
        mine, theirs = self.totals
        players = {"player": self.by, "opponent": self.against}
        return TranslatableSentence(key, players, {"mine": mine, "theirs": theirs})
