"""Rights on pods, duels and plans; `bot/front/gateway/admission.py` has all other rights.

Each command says in its class which right it needs; this module asks whether somebody has it.
"""

from collections.abc import Collection, Mapping
from typing import assert_never

from bot.joust.duel import Duel, DuelCommand, Proposed, has_agreed
from bot.planning.plan import Plan
from bot.rulebooks import Game, GameCommand
from bot.rules.acts import Command
from bot.rules.choosing import Choose
from bot.rules.decide import decide
from bot.rules.deck_naming import NameDeck
from bot.rules.entering import MAX_ENTERED_COMMANDS, Enter, find_named
from bot.rules.facts import Commander, Deck, Player
from bot.rules.guests import find_actors
from bot.rules.pod import Pod, PodCommand, evolve
from bot.rules.refusals import Refusal
from bot.rules.rights import (
    DUELISTS,
    IN_CHARGE,
    PLAYERS,
    REPORT_MAKER,
    Asker,
    Right,
    Role,
)
from bot.rules.winning import Draw


def allows(right: Right, roles: Collection[Role]) -> bool:
    """Return whether somebody with these roles has a right."""
    return not right.roles or not right.roles.isdisjoint(roles)


def check(game: Game | None, command: GameCommand, asker: Asker, maker: Player | None) -> None:
    """Raise `Refusal` unless `asker` may ask `command`; `maker` made the last report."""
    match game:
        case Pod():
            _check_in_pod(game, command, asker, maker)
        case Duel():
            _check_in_duel(game, command, asker, maker)
        case Plan():
            _check_in_plan(game, command, asker)
        case None:
            _check_entry(command, asker)
        case _:
            assert_never(game)


def needs_moderator(
    game: Game | None, command: GameCommand, asker: Asker, maker: Player | None
) -> bool:
    """Return whether `asker`, who may ask `command`, may do so only as a moderator."""
    if not asker.moderator:
        return False
    # A draw that an organiser calls is a report as those of players; what they close is decided.
    organiser = asker.organiser and isinstance(command, Draw)
    try:
        check(game, command, Asker(asker.player, organiser=organiser), maker)
    except Refusal:
        return True
    return False


def _check_entry(command: GameCommand, asker: Asker) -> None:
    """Raise `Refusal` unless a game is entered by a player of it, or by a moderator."""
    if isinstance(command, Enter):
        plays = asker.player in find_named(command)
        _check_roles(command.right, {"player": plays, "moderator": asker.moderator})
        _check_entered_choices(command, asker)


def _check_entered_choices(command: Enter, asker: Asker) -> None:
    """Raise `Refusal` if somebody enters that another player chose in their favour."""
    commands = command.commands[:MAX_ENTERED_COMMANDS]
    if not any(isinstance(each, Choose) for each in commands):
        return
    pod: Pod | None = None
    for each in commands:
        if isinstance(each, Choose) and pod is not None and each.is_partial(pod, asker):
            raise Refusal("choice-own-entered", by=each.by, player=each.player or "")
        pod = evolve(pod, decide(pod, each))


def _check_in_pod(pod: Pod, command: Command, asker: Asker, maker: Player | None) -> None:
    if not isinstance(command, PodCommand):
        _check_shared(pod, command, asker, maker)
        return
    if may(pod, command, asker, maker):
        command.check_fairness(pod, asker)
        return
    right = command.find_right(pod, asker)
    if asker.moderator and "moderator" in right.roles and (bar := _find_bar(pod, asker)):
        raise bar
    if right is REPORT_MAKER and maker is None:  # the bot itself took the last step
        right = IN_CHARGE
    raise command.make_rights_refusal(pod, right, maker)


def _check_shared(pod: Pod, command: Command, asker: Asker, maker: Player | None) -> None:
    """Raise `Refusal` unless `asker` may ask a command that games share."""
    right = command.right
    if allows(right, _list_roles(pod, asker)):
        return
    if asker.moderator and "moderator" in right.roles and (bar := _find_bar(pod, asker)):
        raise bar
    raise Refusal(right.refusal, by=pod.host, player=maker or pod.host, players=())


def _check_in_duel(duel: Duel, command: GameCommand, asker: Asker, maker: Player | None) -> None:
    right = command.right
    what: Proposed | None = None
    if isinstance(command, DuelCommand):
        right, what = command.find_right(duel, asker, maker), command.proposal
    bar = _find_bar(duel, asker) if asker.moderator else None
    if bar is None:
        _check_right(duel, right, asker, what)
        return
    try:
        _check_right(duel, right, Asker(asker.player), what)
    except Refusal:
        if "moderator" in right.roles:
            raise bar from None
        raise


def _check_in_plan(plan: Plan, command: GameCommand, asker: Asker) -> None:
    has: dict[Role, bool] = {
        "player": asker.player in plan.players,
        "host": asker.player == plan.host,
        "moderator": asker.moderator,
    }
    _check_roles(command.right, has, by=plan.host)


def _check_roles(
    right: Right, has: Mapping[Role, bool], **about: Player | tuple[Player, ...]
) -> None:
    if not allows(right, [role for role, true in has.items() if true]):
        raise Refusal(right.refusal, **about)


def check_kind(duel: Duel, kind: type[DuelCommand], asker: Asker) -> None:
    """Raise `Refusal` unless `asker` may ask this kind of command, given the other's agreement."""
    _check_right(duel, kind.right, asker, None)


def check_member(game: Game, player: Player) -> None:
    """Raise `Refusal` unless `player` plays in a duel."""
    if player not in game.players:
        raise Refusal(DUELISTS.refusal)


def _check_right(duel: Duel, right: Right, asker: Asker, what: Proposed | None) -> None:
    playing = duel.turn is not None and not duel.is_over
    has: dict[Role, bool] = {
        "player": asker.player in duel.players,
        "host": asker.player == duel.host,
        # Before the start and after the end, the rules refuse with words of their own.
        "active": not playing or duel.active.player == asker.player,
        "confirmer": asker.player == duel.disputed,
        "agreed": what is not None and has_agreed(duel, what, asker.player),
        "moderator": asker.moderator,
    }
    by = duel.active.player if playing else duel.host
    _check_roles(right, has, by=by, players=duel.players)


def may(pod: Pod, command: PodCommand, asker: Asker, maker: Player | None) -> bool:
    """Return whether `asker` may ask `command` of `pod`."""
    has = _list_roles(pod, asker) | command.find_roles(pod, asker.player, maker)
    return allows(command.find_right(pod, asker), has)


def _list_roles(pod: Pod, asker: Asker) -> frozenset[Role]:
    """Return the roles of a person in a pod, whatever they ask."""
    has: dict[Role, bool] = {
        "player": asker.player in pod.players,
        "host": asker.player == pod.host,
        "organiser": asker.organiser,
        "moderator": may_moderate(pod, asker),
    }
    return frozenset(role for role, true in has.items() if true)


_ANY_DECK = Deck((Commander("-"),))
"""A deck that stands for any other where only rights matter."""


def list_deck_owners(pod: Pod, asker: Asker) -> tuple[Player, ...]:
    """Return the players whose decks `asker` may name: first themself, then their guests."""
    if pod.closed:
        return ()
    me = asker.player
    order = sorted(pod.players, key=lambda player: (player != me, pod.guests.get(player) != me))
    return tuple(each for each in order if may(pod, NameDeck(each, _ANY_DECK), asker, None))


def find_deck_owners(pod: Pod, asker: Asker) -> tuple[Player, ...]:
    """Return the players whose decks `asker` may name. Raises `Refusal` if there are none."""
    if found := list_deck_owners(pod, asker):
        return found
    check(pod, NameDeck(asker.player, _ANY_DECK), asker, None)
    raise Refusal("closed")


def may_moderate(game: Game, asker: Asker) -> bool:
    """Return whether `asker` moderates the channel and may decide about `game` now."""
    return asker.moderator and _find_bar(game, asker) is None


def check_bar(game: Game | None, asker: Asker) -> None:
    """Raise `Refusal` for a moderator who must leave a decision about a game to another."""
    if game is not None and (bar := _find_bar(game, asker)):
        raise bar


def _find_bar(game: Game, asker: Asker) -> Refusal | None:
    """Return the refusal of a moderator who must leave the decision to another; None if none."""
    if isinstance(game, Plan):
        return None
    begun = bool(game.duelists if isinstance(game, Duel) else game.standings)
    acting = find_actors(game, game.players) if isinstance(game, Pod) else game.players
    if asker.neutral and begun and asker.player in acting:
        return Refusal("other-moderator")
    if isinstance(game, Duel):
        return None
    pod = game
    claims = [each.claim for each in pod.open_reports]
    if any(claim.disputed and claim.decided == asker.player for claim in claims):
        return Refusal("decided-already")
    return None


def check_player(pod: Pod | None, player: Player) -> None:
    """Raise `Refusal` unless there is a pod and `player` is in it."""
    if pod is None or player not in pod.players:
        raise Refusal(PLAYERS.refusal)
