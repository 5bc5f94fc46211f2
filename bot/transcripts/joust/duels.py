"""Duels as transcripts, whose lines are parsed as commands, and as documents of `replay --json`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.basics.typed_values import InvalidValue, Name, convert_value
from bot.i18n import Catalogue
from bot.joust.cards import InvokeCard, UseCardAction
from bot.joust.changes import (
    AddSingularity,
    ChangeHandSize,
    ChangeTable,
    DiscardCard,
    FlipSingularity,
    MoveSingularity,
    ReadyCard,
    RemoveSingularity,
    ReturnCardToHand,
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
    PendingWear,
    TableCard,
    apply_duel_event,
    decide_duel_command,
    list_duel_steps,
)
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.paying import PaymentChoices
from bot.joust.proposals import CloseDuel, UndoDuelStep
from bot.joust.rolls import AttackRolled, CardWearRolled, RollAttack, RollCardWear
from bot.joust.table_types import Bonus, Die, Direction, Family, Singularity, Zone
from bot.joust.turns import (
    DrawCrucibleCard,
    EndDuelTurn,
    PlaceSingularity,
)
from bot.transcripts.joust.cards import (
    CardEntry,
    Document,
    build_crucible_card_document,
    parse_crucible_card,
)
from bot.transcripts.replaying import (
    Line,
    parse_command_name,
    parse_transcript_line,
    replay_transcript_lines,
)


class _TranscriptLine(Struct, frozen=True, forbid_unknown_fields=True):
    do: str


class _OpenLine(_TranscriptLine, frozen=True):
    game: Literal["magicjoust"]
    players: tuple[Name, Name]
    first: Name | UnsetType = UNSET
    rolls: tuple[tuple[Die, Die], ...] | UnsetType = UNSET


class _SingularityLine(_TranscriptLine, frozen=True):
    family: Family
    zone: Zone | None = None


class _PaymentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    start: Zone | UnsetType = UNSET
    direction: Direction | UnsetType = UNSET
    any: tuple[Family, ...] | UnsetType = UNSET


class _InvokeLine(_TranscriptLine, frozen=True):
    card: CardEntry
    pay: _PaymentEntry | UnsetType = UNSET


class _UseLine(_TranscriptLine, frozen=True):
    card: int
    pay: _PaymentEntry | UnsetType = UNSET


class _WearLine(_TranscriptLine, frozen=True):
    roll: Die
    bonus: Bonus = 0


class _AttackLine(_TranscriptLine, frozen=True):
    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)


class _ConcedeLine(_TranscriptLine, frozen=True):
    player: Name


class _ChangeLine(_TranscriptLine, frozen=True):
    player: Name
    because: Name
    what: str


class _AddLine(_ChangeLine, frozen=True):
    family: Family
    zone: Zone


class _SingularityChangeLine(_ChangeLine, frozen=True):
    singularity: Singularity
    zone: Zone


class _MoveLine(_SingularityChangeLine, frozen=True):
    to: Zone


class _CardChangeLine(_ChangeLine, frozen=True):
    card: int


class _HandLine(_ChangeLine, frozen=True):
    by: Annotated[int, Meta(ge=-20, le=20)]


_Changing = tuple[type[_ChangeLine], Callable[[Any], TableChange]]

_CHANGES: Mapping[str, _Changing] = {
    "add": (_AddLine, lambda line: AddSingularity(line.family, line.zone)),
    "remove": (_SingularityChangeLine, lambda line: RemoveSingularity(line.singularity, line.zone)),
    "move": (_MoveLine, lambda line: MoveSingularity(line.singularity, line.zone, line.to)),
    "flip": (_SingularityChangeLine, lambda line: FlipSingularity(line.singularity, line.zone)),
    "discard": (_CardChangeLine, lambda line: DiscardCard(line.card)),
    "return": (_CardChangeLine, lambda line: ReturnCardToHand(line.card)),
    "ready": (_CardChangeLine, lambda line: ReadyCard(line.card)),
    "hand": (_HandLine, lambda line: ChangeHandSize(line.by)),
}

_Reader = tuple[type[Struct], Callable[[Any], DuelCommand]]

_COMMANDS: Mapping[str, _Reader] = {
    "singularity": (_SingularityLine, lambda line: PlaceSingularity(line.family, line.zone)),
    "crucible": (_TranscriptLine, lambda _: DrawCrucibleCard()),
    "invoke": (
        _InvokeLine,
        lambda line: InvokeCard(
            parse_crucible_card(line.card, "card."), _parse_payment_choices(line.pay)
        ),
    ),
    "use": (_UseLine, lambda line: UseCardAction(line.card, _parse_payment_choices(line.pay))),
    "wear": (_WearLine, lambda line: RollCardWear(line.roll, line.bonus)),
    "attack": (_AttackLine, lambda line: RollAttack(line.rolls, line.bonuses)),
    "end": (_TranscriptLine, lambda _: EndDuelTurn()),
    "concede": (_ConcedeLine, lambda line: ConcedeDuel(line.player)),
    "undo": (_TranscriptLine, lambda _: UndoDuelStep()),
    "close": (_TranscriptLine, lambda _: CloseDuel()),
}


def replay_duel(lines: Iterable[str], catalogue: Catalogue) -> Duel:
    """Return the duel after its transcript. Raises `TranscriptError` at the first wrong line."""
    return replay_transcript_lines(lines, catalogue, play_duel_line)


def play_duel_line(line: str, duel: Duel | None) -> Duel:
    """Return the duel after a line of its transcript. Raises `InvalidValue` or `Refusal`."""
    command, *others = parse_duel_commands(parse_transcript_line(line), duel)
    duel = apply_duel_event(duel, decide_duel_command(duel, command))
    for other in others:
        duel = apply_duel_event(duel, decide_duel_command(duel, other))
    return duel


def parse_duel_commands(line_object: Line, duel: Duel | None) -> list[DuelCommand]:
    """Parse the commands of a transcript's line. Raises `InvalidValue` or `Refusal`."""
    accepted = (*_COMMANDS, "change") if duel is not None else ("open",)
    do = line_object.get("do")
    if do == "open":
        return _parse_opening_commands(convert_value(line_object, _OpenLine))
    if parse_command_name(line_object, accepted) == "change":
        return [_parse_change_command(line_object)]
    shape, command = _COMMANDS[parse_command_name(line_object, accepted)]
    return [command(convert_value(line_object, shape))]


def _parse_opening_commands(line: _OpenLine) -> list[DuelCommand]:
    """Return the commands that open a lobby and start the duel; players roll their own dice."""
    if (line.first is UNSET) == (line.rolls is UNSET):
        raise InvalidValue("first", "not clear; accepted: either first or rolls, and one of them")
    first = None if isinstance(line.first, UnsetType) else line.first
    rolls = () if isinstance(line.rolls, UnsetType) else line.rolls
    return [
        OpenDuel(DuelSetup("own"), line.players[0], line.players),
        StartDuel(first, rolls),
    ]


def _parse_change_command(line_object: Line) -> ChangeTable:
    what = line_object.get("what")
    if not isinstance(what, str) or what not in _CHANGES:
        raise InvalidValue("what", f"{what!r} is no change; accepted: {', '.join(_CHANGES)}")
    shape, change = _CHANGES[what]
    known = convert_value(line_object, shape)
    if isinstance(known, _HandLine) and known.by == 0:
        raise InvalidValue("by", "nothing; accepted: -20 to 20, but not 0")
    return ChangeTable(known.player, known.because, change(known))


def _parse_payment_choices(payment_entry: _PaymentEntry | UnsetType) -> PaymentChoices | None:
    """Return the payment choices of a line; None if the line has none."""
    if isinstance(payment_entry, UnsetType):
        return None
    said = {name: getattr(payment_entry, name) for name in _PaymentEntry.__struct_fields__}
    return PaymentChoices(**{name: value for name, value in said.items() if value is not UNSET})


def build_duel_document(duel: Duel) -> Document:
    """Build the JSON document of a duel that has begun."""
    turn = duel.turn
    steps = list_duel_steps(duel)
    assert turn is not None
    drawn = {kind: kind in turn.drawn for kind in ("singularity", "crucible")}
    return {
        "game": "magicjoust",
        "state": duel.state,
        "waiting_for": _build_wear_document(duel.waiting) if duel.state == "waiting" else None,
        "turn": {"active": turn.active, "number": turn.number, "drawn": drawn},
        "players": [_build_duelist_document(duelist) for duelist in duel.duelists.values()],
        "attacks": [
            _build_attack_document(step) for step in steps if isinstance(step, AttackRolled)
        ],
        "log": [_build_step_document(step) for step in steps],
        "result": _build_result_document(duel.result),
    }


def _build_wear_document(pending_wear: PendingWear | None) -> Document | None:
    if pending_wear is None:
        return None
    return {"kind": "wear", "by": pending_wear.by, "card": pending_wear.card}


def _build_duelist_document(duelist: Duelist) -> Document:
    return {
        "player": duelist.player,
        "quadrant": duelist.quadrant,
        "hand": duelist.hand,
        "cards": [_build_table_card_document(laid) for laid in duelist.cards],
        "discarded": duelist.discarded,
        "singularities_discarded": duelist.wasted,
        "plans": duelist.plan_count,
        "points": duelist.plan_points,
    }


def _build_table_card_document(table_card: TableCard) -> Document:
    return {
        "id": table_card.id,
        **build_crucible_card_document(table_card.card),
        "used": table_card.used,
    }


def _build_attack_document(step: AttackRolled) -> Document:
    return {
        "by": step.by,
        "against": step.against,
        "totals": step.totals,
        "success": step.success,
    }


def _build_step_document(step: DuelStep) -> Document:
    line: Document = {"do": step.do, "rules": step.outcome.rules}
    if isinstance(step, AttackRolled):
        line["success"] = step.success
    if isinstance(step, CardWearRolled):
        line |= {"card": step.card, "total": step.total, "kept": step.kept}
    return line


def _build_result_document(result: DuelResult | None) -> Document | None:
    if result is None:
        return None
    return {
        "winner": result.winner,
        "draw": result.draw,
        "plan_points": result.plan_points,
        "season_points": result.season_points,
        "rule": result.rule,
    }
