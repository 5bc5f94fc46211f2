"""The state of a duel, and the base classes of its commands and events.

```
(nothing) ─ opened ─► lobby ─ started ─► running ◄────► waiting
                        │                   └──────┬──────┘
                        │      third plan, conceded┼─────────► finished
                        └──────────────── closed ──┴─────────► closed
```

Each command and event stands in the module of its subject, which imports this one. An event copies what was decided
into the duel and decides nothing. Each step keeps the duel before it, so that it can be undone. An undo does not forget
which of the bot's dice have been seen.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.joust.table_types import EMPTY, Die, DuelCard, Quadrant
from bot.rules.commands_and_events import Command, Event
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS_OR_MODERATORS, NEEDS_OPPONENT, CommandRight, Requester

SEATS = 2
"""Players of a duel."""

DiceOwner = Literal["bot", "own"]
Draw = Literal["singularity", "crucible"]
DuelState = Literal["lobby", "running", "waiting", "finished", "closed"]

Proposed = Literal["undo", "close"]
"""The proposals of a player to the other: to undo a step, or to close the duel."""


class DuelSetup(Struct, frozen=True, omit_defaults=True, gc=False):
    """The settings of a duel: who rolls the dice, the title, and the time for objections.

    For `dispute_minutes` after the end the players can dispute the result, or agree to undo it. None means that the
    result counts at once.
    """

    dice: DiceOwner = "bot"
    title: str | None = None
    dispute_minutes: int | None = None


class DuelTurn(Struct, frozen=True, omit_defaults=True, gc=False):
    """A turn of a duel: its player, its number, and the kinds of cards drawn so far."""

    active: Player
    number: int = 1
    drawn: tuple[Draw, ...] = ()


class PendingRollToKeepCard(Struct, frozen=True, gc=False):
    """A pending die roll, which decides if a used card stays on the table."""

    by: Player
    card: int


class DuelResult(Struct, frozen=True, omit_defaults=True, gc=False):
    """The result of a duel: winner (None for a draw), points, and the rule that decided."""

    winner: Player | None
    plan_points: dict[Player, int]
    season_points: dict[Player, int]
    rule: str

    @property
    def is_draw(self) -> bool:
        return self.winner is None


class DuelStateChanges(Struct, frozen=True, omit_defaults=True, gc=False):
    """The changes of a duel by one step, such as playing a card.

    `quadrants` and `hands` are the new ones of the players whose changed; `wasted` is the number of their singularities
    that were discarded. `used`, `ready`, `discarded` and `returned` are the ids of cards. `waiting` is the used card
    for which a die must be rolled afterwards. A `turn` of None means that the turn does not change.
    """

    rules: tuple[str, ...] = ()
    quadrants: dict[Player, Quadrant] = {}
    hands: dict[Player, int] = {}
    wasted: dict[Player, int] = {}
    used: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()
    turn: DuelTurn | None = None
    waiting: PendingRollToKeepCard | None = None
    result: DuelResult | None = None


class PlayedDuelCard(Struct, frozen=True, gc=False):
    """A card on the table. `id` is its number in the duel."""

    id: int
    card: DuelCard
    used: bool = False


class Duelist(Struct, frozen=True, gc=False):
    """A player of a duel with their side of the table: hand size, tokens and cards.

    `discarded` are the names of the crucible cards that left the table, in order; `wasted` is the number of
    singularities that did.
    """

    player: Player
    hand: int
    quadrant: Quadrant = EMPTY
    cards: tuple[PlayedDuelCard, ...] = ()
    discarded: tuple[str, ...] = ()
    wasted: int = 0

    @property
    def plan_card_count(self) -> int:
        """The number of the player's plan cards on the table. Three end the duel."""
        return sum(laid.card.kind == "plan" for laid in self.cards)

    @property
    def plan_points(self) -> int:
        """The sum of the points on the player's plan cards."""
        return sum(laid.card.points or 0 for laid in self.cards)

    def find_played_card(self, card_id: int) -> PlayedDuelCard:
        """Return the player's card of this id on the table. Raises `Refusal` without one."""
        for laid in self.cards:
            if laid.id == card_id:
                return laid
        raise_refusal("no-card", "card", player=self.player, card=card_id)


class DuelDiceSecret(Struct, frozen=True, gc=False):
    """A secret from which the bot computes its dice in a duel, and the number of the first die of this secret."""

    secret: str
    die: int = 1


class DuelProposal(Struct, frozen=True, gc=False):
    """A player's pending proposal to the opponent: to undo a step, or to close the duel."""

    by: Player
    what: Proposed


class Duel(Struct, frozen=True):
    """The state of a duel of Magicjoust, a card game for two.

    `duelists` are in the order of joining, empty before the start. `last` is the last step and `before` the duel
    without it; `before` is None if nothing can be undone. `proposal` is an open proposal since the last step. `work` is
    the winner's presentation. A `settled` result counts. Only a moderator can uphold a `locked` result. `disputed` is
    the player who disputes the end now, `disputers` all who have disputed one. `disputable` means that the duel was
    closed after it had begun, so that its players can dispute the closing. `invoked` counts the cards, for their
    ids. `rolled` counts the bot's dice without undone steps, `shown` those that have ever been seen.
    """

    setup: DuelSetup
    host: Player
    players: tuple[Player, ...]
    duelists: Mapping[Player, Duelist] = {}
    turn: DuelTurn | None = None
    waiting: PendingRollToKeepCard | None = None
    result: DuelResult | None = None
    closed: bool = False
    invoked: int = 0
    rolled: int = 0
    shown: int = 0
    seals: tuple[DuelDiceSecret, ...] = ()
    step: int = 0
    proposal: DuelProposal | None = None
    work: str | None = None
    settled: bool = False
    locked: bool = False
    disputed: Player | None = None
    disputers: tuple[Player, ...] = ()
    disputable: bool = False
    last: "DuelStepEvent | None" = None
    before: "Duel | None" = None

    @property
    def state(self) -> DuelState:
        """The stage: lobby, running, waiting for a die roll, finished or closed."""
        if self.closed:
            return "closed"
        if self.result is not None:
            return "finished"
        if not self.duelists:
            return "lobby"
        return "running" if self.waiting is None else "waiting"

    @property
    def accepts_new_players(self) -> bool:
        """True if people can take a seat, because the duel is in its lobby."""
        return self.state == "lobby"

    def has_pressed_join_button(self, player: Player) -> bool:
        """Return True if a player has joined. In a duel, all players take their seats themselves."""
        return player in self.players

    @property
    def is_over(self) -> bool:
        """True if the duel was closed or has a result."""
        return self.closed or self.result is not None

    @property
    def final_result(self) -> DuelResult | None:
        """The duel's result if it is final; otherwise None."""
        return self.result if self.settled or self.setup.dispute_minutes is None else None

    @property
    def is_result_unconfirmed(self) -> bool:
        """True if the duel is over but its result, or its closing, is not final."""
        if self.closed:
            return self.disputable and not self.settled
        return self.result is not None and self.final_result is None

    @property
    def is_result_blocked(self) -> bool:
        """True if the result is disputed, left to moderators, or subject to a proposal to undo it."""
        if not self.is_result_unconfirmed:
            return False
        return self.disputed is not None or self.locked or self.proposal is not None

    @property
    def active_duelist(self) -> Duelist:
        """The player whose turn it is."""
        assert self.turn is not None
        return self.duelists[self.turn.active]

    @property
    def cards_with_usable_action(self) -> tuple[PlayedDuelCard, ...]:
        """The cards whose action the active player can use now."""
        cards = self.active_duelist.cards if self.turn is not None else ()
        return tuple(each for each in cards if each.card.action is not None and not each.used)

    def require_game_unfinished(self) -> None:
        """Raise `Refusal` if the duel is over."""
        if self.is_over:
            raise_refusal("duel-closed" if self.closed else "duel-finished")

    def require_next_die_number(self, die_number: int | None) -> None:
        """Raise `Refusal` if `die_number` is given and is not the number of the bot's next die."""
        if die_number is not None and die_number != self.rolled + 1:
            raise_refusal("die-rolled", "die", number=self.rolled + 1)

    def find_opponent(self, player: Player) -> Player:
        one, two = self.players
        return two if player == one else one

    def find_duelist_of_player(self, player: Player) -> Duelist:
        """Return a player's side of the table. Raises `Refusal` if the person is no player of the duel."""
        if player not in self.duelists:
            raise_refusal("not-in", "player", player=player, players=self.players)
        return self.duelists[player]

    def build_duel_state_changes(self, rule_ids: tuple[str, ...], **changes: Any) -> DuelStateChanges:
        """Return the changes that one step makes to a duel; `rule_ids` are the rules of the step.

        A die roll that a player still has to make stays pending, unless the step removes the used card.
        """
        outcome = DuelStateChanges(rule_ids, **changes)
        waiting = self.waiting
        if waiting is None or waiting.card in (*outcome.discarded, *outcome.returned):
            return outcome
        return replace(outcome, waiting=waiting)


class ImpossibleDuelEventError(Exception):
    """The error that a stored event cannot follow the earlier events of its duel."""


# Events


class DuelEvent(Event, frozen=True):
    """The base class of events in a duel.

    An event keeps the facts of its command beside what was decided about them. Its tag differs from those of all other
    games' events, so that one log can hold them.
    """

    @abstractmethod
    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel after the event.

        Raises `ImpossibleDuelEventError` if the event cannot follow.
        """

    @property
    def restarts_objection_period(self) -> bool:
        """True if the event gives players the full time for objections again."""
        return True

    @property
    def confirms_duel_result(self) -> bool:
        """True if the event confirms the duel's result or withdraws an objection to it."""
        return False


class NonGameplayDuelEvent(DuelEvent, frozen=True):
    """The base class of duel events that are no moves of the game and cannot be undone."""

    is_aside = True

    @property
    def restarts_objection_period(self) -> bool:
        return False


class DuelStepEvent(DuelEvent, frozen=True):
    """The base class of events that are steps of the play, which players see and can undo.

    Many steps have the fields `outcome` and `die`; the properties here are those of the others.
    """

    do: ClassVar[str]
    """The transcript's name of the step's command."""

    both_undo: ClassVar[bool] = False
    """True if both players have to agree to undo the step."""

    @property
    def outcome(self) -> DuelStateChanges:
        return DuelStateChanges()

    @property
    def die(self) -> int | None:
        """The number of the first die that the bot rolled for the step; None if the bot rolled none."""
        return None

    @property
    def rolled_dice(self) -> tuple[tuple[Die, ...], ...]:
        """The dice rolled for this event, in order. Dice rolled together form one tuple."""
        return ()

    @property
    def dice_rolled_by_bot(self) -> tuple[Die, ...]:
        return () if self.die is None else tuple(die for throw in self.rolled_dice for die in throw)

    def apply(self, duel: Duel, /) -> Duel:
        return self.record_as_last_step(duel, apply_state_changes_to_duel(duel, self.outcome))

    def record_as_last_step(self, previous_duel: Duel, current_duel: Duel) -> Duel:
        """Return `current_duel` with this event recorded as its last step.

        An undo restores `previous_duel`.
        """
        rolled = previous_duel.rolled + len(self.dice_rolled_by_bot)
        return replace(
            current_duel,
            step=previous_duel.step + 1,
            rolled=rolled,
            shown=max(previous_duel.shown, rolled),
            proposal=None,
            last=self,
            before=previous_duel,
        )


def apply_state_changes_to_duel(duel: Duel, state_changes: DuelStateChanges) -> Duel:
    """Return the duel after the changes of a step, without recording the step."""
    duelists = {each.player: _apply_state_changes_to_duelist(each, state_changes) for each in duel.duelists.values()}
    return replace(
        duel,
        duelists=duelists,
        turn=state_changes.turn or duel.turn,
        waiting=state_changes.waiting,
        result=state_changes.result,
    )


def _apply_state_changes_to_duelist(duelist: Duelist, state_changes: DuelStateChanges) -> Duelist:
    player = duelist.player
    gone = (*state_changes.discarded, *state_changes.returned)
    names = (laid.card.name for laid in duelist.cards if laid.id in state_changes.discarded)
    return Duelist(
        player,
        state_changes.hands.get(player, duelist.hand),
        state_changes.quadrants.get(player, duelist.quadrant),
        tuple(_apply_state_changes_to_card(laid, state_changes) for laid in duelist.cards if laid.id not in gone),
        (*duelist.discarded, *names),
        duelist.wasted + state_changes.wasted.get(player, 0),
    )


def _apply_state_changes_to_card(played_card: PlayedDuelCard, state_changes: DuelStateChanges) -> PlayedDuelCard:
    if played_card.id in state_changes.used:
        return replace(played_card, used=True)
    return replace(played_card, used=False) if played_card.id in state_changes.ready else played_card


def replay_duel_events(events: Iterable[Event]) -> Duel | None:
    """Return the duel after these events; None without events. Raises `ImpossibleDuelEventError`."""
    duel: Duel | None = None
    for event in events:
        duel = apply_duel_event(duel, event)
    return duel


def apply_duel_event(duel: Duel | None, event: Event) -> Duel:
    """Return the duel after an event. Raises `ImpossibleDuelEventError`."""
    if duel is None and not (isinstance(event, DuelEvent) and event.opens):
        raise ImpossibleDuelEventError(f"{type(event).__name__} before the duel was opened")
    after: Duel = event.apply(duel)
    return after


def list_duel_steps(duel: Duel) -> list[DuelStepEvent]:
    """Return the steps of a duel that were not undone, oldest first."""
    return list(_iterate_duel_steps_backwards(duel))[::-1]


def _iterate_duel_steps_backwards(duel: Duel) -> Iterator[DuelStepEvent]:
    at: Duel | None = duel
    while at is not None and at.last is not None:
        yield at.last
        at = at.before


# Commands

Moment = Literal["always", "lobby", "open", "playing", "turn"]
"""The part of a duel in which a command is accepted.

- `lobby`: before the start;
- `open`: before the end;
- `playing`: between the start and the end;
- `turn`: the same, but not while a card's wear is open.
"""


class DuelCommand(Command, frozen=True):
    """The base class of commands that change a duel.

    In a command that rolls dice, `die` is the number of its first die: the bot's dice are numbered over the duel, from
    1. None means that the players rolled their own dice.
    """

    moment: ClassVar[Moment] = "always"

    proposal: ClassVar[Proposed | None] = None
    """The proposal that the command carries out, which may need both players."""

    @abstractmethod
    def create_event(self, duel: Duel, /) -> DuelEvent:
        """Return the event that the command causes. Raises `Refusal` if the rules forbid the command."""

    def find_required_right(self, duel: Duel, requester: Requester, last_step_author: Player | None) -> CommandRight:
        """Return the access right that a user needs for the command.

        `last_step_author` is the player who took the last step.
        """
        if self.proposal is None or not needs_agreement_of_both_players(duel, self.proposal):
            return self.right
        return NEEDS_OPPONENT if requester.player in duel.players else DUELISTS_OR_MODERATORS

    def require_duel_state_allows_command(self, duel: Duel) -> None:
        """Raise `Refusal` if the command is not possible at the duel's present stage."""
        if self.moment == "always":
            return
        if self.moment in ("playing", "turn") and duel.state == "lobby":
            raise_refusal("duel-lobby")
        duel.require_game_unfinished()
        if self.moment == "lobby" and duel.state != "lobby":
            raise_refusal("duel-started")
        if self.moment == "turn" and duel.waiting is not None:
            raise_refusal("duel-waiting", by=duel.waiting.by)


def create_event_of_duel_command(duel: Duel | None, command: Command) -> Event:
    """Return the event that a command causes in a duel. Raises `Refusal` if the rules forbid the command."""
    if duel is None and not command.opens:
        raise_refusal("no-duel")
    if duel is not None and isinstance(command, DuelCommand):
        command.require_duel_state_allows_command(duel)
    return command.create_event(duel)


def needs_agreement_of_both_players(duel: Duel, proposal: Proposed) -> bool:
    """Return True if a proposal to undo or close needs the agreement of both players.

    Undoing takes both if the last step rolled dice, so that nobody fishes for better ones, or if it ended the duel.
    Closing takes both once the duel has begun, because the loser would close it.
    """
    if proposal == "close":
        return duel.state != "lobby"
    return duel.result is not None or (duel.last is not None and duel.last.both_undo)


def has_opponent_made_proposal(duel: Duel, proposal: Proposed, player: Player) -> bool:
    """Return True if the opponent has already made the same proposal, which the player may then carry out."""
    asked = duel.proposal
    return asked is not None and asked.what == proposal and player in duel.players and asked.by != player
