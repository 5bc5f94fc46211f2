"""Duels as transcripts, whose lines are read as commands, and as documents of `replay --json`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.i18n import Catalogue
from bot.joust.cards import InvokeCard, UseCard
from bot.joust.changes import (
    Add,
    ChangeTable,
    Discard,
    Flip,
    Hand,
    Move,
    Ready,
    Remove,
    Return,
    TableChange,
)
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import (
    Duel,
    DuelCommand,
    Duelist,
    DuelResult,
    DuelSetup,
    DuelStep,
    LaidCard,
    OpenWear,
    decide,
    evolve,
    list_steps,
)
from bot.joust.facts import Bonus, Die, Direction, Family, Singularity, Zone
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.paying import Payment
from bot.joust.proposals import CloseDuel, UndoStep
from bot.joust.rolls import AttackRolled, RollAttack, RollWear, WearRolled
from bot.joust.turns import (
    DrawCard,
    EndTurn,
    PlaceSingularity,
)
from bot.joust_files.cards import CardShape, Document, read_card, write_card
from bot.reading import Name, Unreadable, read
from bot.replaying import Line, read_do, read_line, replay_lines


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    do: str


class _Open(_Line, frozen=True):
    game: Literal["magicjoust"]
    players: tuple[Name, Name]
    first: Name | UnsetType = UNSET
    rolls: tuple[tuple[Die, Die], ...] | UnsetType = UNSET


class _Singularity(_Line, frozen=True):
    family: Family
    zone: Zone | None = None


class _Pay(Struct, frozen=True, forbid_unknown_fields=True):
    start: Zone | UnsetType = UNSET
    direction: Direction | UnsetType = UNSET
    any: tuple[Family, ...] | UnsetType = UNSET


class _Invoke(_Line, frozen=True):
    card: CardShape
    pay: _Pay | UnsetType = UNSET


class _Use(_Line, frozen=True):
    card: int
    pay: _Pay | UnsetType = UNSET


class _Wear(_Line, frozen=True):
    roll: Die
    bonus: Bonus = 0


class _Attack(_Line, frozen=True):
    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)


class _Concede(_Line, frozen=True):
    player: Name


class _Change(_Line, frozen=True):
    player: Name
    because: Name
    what: str


class _Add(_Change, frozen=True):
    family: Family
    zone: Zone


class _SingularityChange(_Change, frozen=True):
    singularity: Singularity
    zone: Zone


class _Move(_SingularityChange, frozen=True):
    to: Zone


class _CardChange(_Change, frozen=True):
    card: int


class _Hand(_Change, frozen=True):
    by: Annotated[int, Meta(ge=-20, le=20)]


_Changing = tuple[type[_Change], Callable[[Any], TableChange]]

_CHANGES: Mapping[str, _Changing] = {
    "add": (_Add, lambda line: Add(line.family, line.zone)),
    "remove": (_SingularityChange, lambda line: Remove(line.singularity, line.zone)),
    "move": (_Move, lambda line: Move(line.singularity, line.zone, line.to)),
    "flip": (_SingularityChange, lambda line: Flip(line.singularity, line.zone)),
    "discard": (_CardChange, lambda line: Discard(line.card)),
    "return": (_CardChange, lambda line: Return(line.card)),
    "ready": (_CardChange, lambda line: Ready(line.card)),
    "hand": (_Hand, lambda line: Hand(line.by)),
}

_Reader = tuple[type[Struct], Callable[[Any], DuelCommand]]

_COMMANDS: Mapping[str, _Reader] = {
    "singularity": (_Singularity, lambda line: PlaceSingularity(line.family, line.zone)),
    "crucible": (_Line, lambda _: DrawCard()),
    "invoke": (
        _Invoke,
        lambda line: InvokeCard(read_card(line.card, "card."), _read_payment(line.pay)),
    ),
    "use": (_Use, lambda line: UseCard(line.card, _read_payment(line.pay))),
    "wear": (_Wear, lambda line: RollWear(line.roll, line.bonus)),
    "attack": (_Attack, lambda line: RollAttack(line.rolls, line.bonuses)),
    "end": (_Line, lambda _: EndTurn()),
    "concede": (_Concede, lambda line: ConcedeDuel(line.player)),
    "undo": (_Line, lambda _: UndoStep()),
    "close": (_Line, lambda _: CloseDuel()),
}


def replay(lines: Iterable[str], text: Catalogue) -> Duel:
    """Return the duel after a transcript. Raises `Mistake` for its first wrong line."""
    return replay_lines(lines, text, play_line)


def play_line(line: str, duel: Duel | None) -> Duel:
    """Return the duel after a line of its transcript. Raises `Unreadable` or `Refusal`."""
    command, *others = read_commands(read_line(line), duel)
    duel = evolve(duel, decide(duel, command))
    for other in others:
        duel = evolve(duel, decide(duel, other))
    return duel


def read_commands(line: Line, duel: Duel | None) -> list[DuelCommand]:
    """Return the commands of a line. Raises `Unreadable`, or `Refusal` for a wrong formula."""
    accepted = (*_COMMANDS, "change") if duel is not None else ("open",)
    do = line.get("do")
    if do == "open":
        return _read_opening(read(line, _Open))
    if read_do(line, accepted) == "change":
        return [_make_change(line)]
    shape, command = _COMMANDS[read_do(line, accepted)]
    return [command(read(line, shape))]


def _read_opening(line: _Open) -> list[DuelCommand]:
    """Return the commands that open a lobby and start the duel; players roll their own dice."""
    if (line.first is UNSET) == (line.rolls is UNSET):
        raise Unreadable("first", "not clear; accepted: either first or rolls, and one of them")
    first = None if isinstance(line.first, UnsetType) else line.first
    rolls = () if isinstance(line.rolls, UnsetType) else line.rolls
    return [
        OpenDuel(DuelSetup("own"), line.players[0], line.players),
        StartDuel(first, rolls),
    ]


def _make_change(line: Line) -> ChangeTable:
    what = line.get("what")
    if not isinstance(what, str) or what not in _CHANGES:
        raise Unreadable("what", f"{what!r} is no change; accepted: {', '.join(_CHANGES)}")
    shape, change = _CHANGES[what]
    known = read(line, shape)
    if isinstance(known, _Hand) and known.by == 0:
        raise Unreadable("by", "nothing; accepted: -20 to 20, but not 0")
    return ChangeTable(known.player, known.because, change(known))


def _read_payment(pay: _Pay | UnsetType) -> Payment | None:
    """Return the choices of a payment; None if the line has none."""
    if isinstance(pay, UnsetType):
        return None
    said = {name: getattr(pay, name) for name in _Pay.__struct_fields__}
    return Payment(**{name: value for name, value in said.items() if value is not UNSET})


def write_duel(duel: Duel) -> Document:
    """Return the document of a duel that has begun."""
    turn = duel.turn
    steps = list_steps(duel)
    assert turn is not None
    drawn = {kind: kind in turn.drawn for kind in ("singularity", "crucible")}
    return {
        "game": "magicjoust",
        "state": duel.state,
        "waiting_for": _write_wear(duel.waiting) if duel.state == "waiting" else None,
        "turn": {"active": turn.active, "number": turn.number, "drawn": drawn},
        "players": [_write_duelist(duelist) for duelist in duel.duelists.values()],
        "attacks": [_write_attack(step) for step in steps if isinstance(step, AttackRolled)],
        "log": [_write_step(step) for step in steps],
        "result": _write_result(duel.result),
    }


def _write_wear(waiting: OpenWear | None) -> Document | None:
    if waiting is None:
        return None
    return {"kind": "wear", "by": waiting.by, "card": waiting.card}


def _write_duelist(duelist: Duelist) -> Document:
    return {
        "player": duelist.player,
        "quadrant": duelist.quadrant,
        "hand": duelist.hand,
        "cards": [_write_laid(laid) for laid in duelist.cards],
        "discarded": duelist.discarded,
        "singularities_discarded": duelist.wasted,
        "plans": duelist.plans,
        "points": duelist.points,
    }


def _write_laid(laid: LaidCard) -> Document:
    return {"id": laid.id, **write_card(laid.card), "used": laid.used}


def _write_attack(step: AttackRolled) -> Document:
    return {
        "by": step.by,
        "against": step.against,
        "totals": step.totals,
        "success": step.success,
    }


def _write_step(step: DuelStep) -> Document:
    line: Document = {"do": step.do, "rules": step.outcome.rules}
    if isinstance(step, AttackRolled):
        line["success"] = step.success
    if isinstance(step, WearRolled):
        line |= {"card": step.card, "total": step.total, "kept": step.kept}
    return line


def _write_result(result: DuelResult | None) -> Document | None:
    if result is None:
        return None
    return {
        "winner": result.winner,
        "draw": result.draw,
        "plan_points": result.plan_points,
        "season_points": result.season_points,
        "rule": result.rule,
    }
