"""Duels as transcripts, whose lines are parsed as commands, and as documents of `replay --json`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.basics.typed_values import InvalidValueError, Name, convert_value_to_type
from bot.i18n import Translations
from bot.joust.cards import PlayDuelCard, UseActionOfDuelCard
from bot.joust.changes import (
    AddDuelTokenEffect,
    ApplyDuelCardEffect,
    ChangeHandSizeEffect,
    DiscardDuelCardEffect,
    FlipDuelTokenEffect,
    MoveDuelTokenEffect,
    ReadyDuelCardEffect,
    RemoveDuelTokenEffect,
    ReturnDuelCardEffect,
    TableChange,
)
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import (
    Duel,
    DuelCommand,
    Duelist,
    DuelResult,
    DuelSetup,
    DuelStepEvent,
    PendingRollToKeepCard,
    PlayedDuelCard,
    apply_duel_event,
    create_event_of_duel_command,
    list_duel_steps,
)
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.paying import DuelCardPaymentChoices
from bot.joust.proposals import CloseDuel, UndoDuelStep
from bot.joust.rolls import DieRolledToKeepDuelCard, DuelAttackRolled, RollDuelAttack, RollToKeepDuelCard
from bot.joust.table_types import Bonus, Die, Direction, Family, Singularity, Zone
from bot.joust.turns import DrawDuelCard, EndDuelTurn, PlaceDuelToken
from bot.transcripts.joust.cards import Document, JoustCardFileEntry, build_joust_card_json, parse_joust_card
from bot.transcripts.replaying import Line, parse_command_name_of_line, parse_transcript_line, replay_transcript_lines


class _DuelTranscriptLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a duel's transcript: JSON that names a command."""

    do: str


class _DuelOpeningTranscriptLine(_DuelTranscriptLine, frozen=True):
    game: Literal["magicjoust"]
    players: tuple[Name, Name]
    first: Name | UnsetType = UNSET
    rolls: tuple[tuple[Die, Die], ...] | UnsetType = UNSET


class _PlaceDuelTokenTranscriptLine(_DuelTranscriptLine, frozen=True):
    family: Family
    zone: Zone | None = None


class _CardPaymentTranscriptEntry(Struct, frozen=True, forbid_unknown_fields=True):
    start: Zone | UnsetType = UNSET
    direction: Direction | UnsetType = UNSET
    any: tuple[Family, ...] | UnsetType = UNSET


class _PlayDuelCardTranscriptLine(_DuelTranscriptLine, frozen=True):
    card: JoustCardFileEntry
    pay: _CardPaymentTranscriptEntry | UnsetType = UNSET


class _UseCardTranscriptLine(_DuelTranscriptLine, frozen=True):
    card: int
    pay: _CardPaymentTranscriptEntry | UnsetType = UNSET


class _RollDieToKeepCardTranscriptLine(_DuelTranscriptLine, frozen=True):
    roll: Die
    bonus: Bonus = 0


class _DuelAttackTranscriptLine(_DuelTranscriptLine, frozen=True):
    rolls: tuple[Die, Die]
    bonuses: tuple[Bonus, Bonus] = (0, 0)


class _ConcedeTranscriptLine(_DuelTranscriptLine, frozen=True):
    player: Name


class _ChangeDuelTableTranscriptLine(_DuelTranscriptLine, frozen=True):
    player: Name
    because: Name
    what: str


class _AddTokenTranscriptLine(_ChangeDuelTableTranscriptLine, frozen=True):
    family: Family
    zone: Zone


class _ChangeDuelTokenTranscriptLine(_ChangeDuelTableTranscriptLine, frozen=True):
    singularity: Singularity
    zone: Zone


class _MoveTokenTranscriptLine(_ChangeDuelTokenTranscriptLine, frozen=True):
    to: Zone


class _ChangeDuelCardTranscriptLine(_ChangeDuelTableTranscriptLine, frozen=True):
    card: int


class _ChangeHandTranscriptLine(_ChangeDuelTableTranscriptLine, frozen=True):
    by: Annotated[int, Meta(ge=-20, le=20)]


_Changing = tuple[type[_ChangeDuelTableTranscriptLine], Callable[[Any], TableChange]]

_CHANGES: Mapping[str, _Changing] = {
    "add": (_AddTokenTranscriptLine, lambda line: AddDuelTokenEffect(line.family, line.zone)),
    "remove": (_ChangeDuelTokenTranscriptLine, lambda line: RemoveDuelTokenEffect(line.singularity, line.zone)),
    "move": (_MoveTokenTranscriptLine, lambda line: MoveDuelTokenEffect(line.singularity, line.zone, line.to)),
    "flip": (_ChangeDuelTokenTranscriptLine, lambda line: FlipDuelTokenEffect(line.singularity, line.zone)),
    "discard": (_ChangeDuelCardTranscriptLine, lambda line: DiscardDuelCardEffect(line.card)),
    "return": (_ChangeDuelCardTranscriptLine, lambda line: ReturnDuelCardEffect(line.card)),
    "ready": (_ChangeDuelCardTranscriptLine, lambda line: ReadyDuelCardEffect(line.card)),
    "hand": (_ChangeHandTranscriptLine, lambda line: ChangeHandSizeEffect(line.by)),
}

_Reader = tuple[type[Struct], Callable[[Any], DuelCommand]]

_COMMANDS: Mapping[str, _Reader] = {
    "singularity": (_PlaceDuelTokenTranscriptLine, lambda line: PlaceDuelToken(line.family, line.zone)),
    "crucible": (_DuelTranscriptLine, lambda _: DrawDuelCard()),
    "invoke": (
        _PlayDuelCardTranscriptLine,
        lambda line: PlayDuelCard(parse_joust_card(line.card, "card."), _parse_payment_choices(line.pay)),
    ),
    "use": (
        _UseCardTranscriptLine,
        lambda line: UseActionOfDuelCard(line.card, _parse_payment_choices(line.pay)),
    ),
    "wear": (_RollDieToKeepCardTranscriptLine, lambda line: RollToKeepDuelCard(line.roll, line.bonus)),
    "attack": (_DuelAttackTranscriptLine, lambda line: RollDuelAttack(line.rolls, line.bonuses)),
    "end": (_DuelTranscriptLine, lambda _: EndDuelTurn()),
    "concede": (_ConcedeTranscriptLine, lambda line: ConcedeDuel(line.player)),
    "undo": (_DuelTranscriptLine, lambda _: UndoDuelStep()),
    "close": (_DuelTranscriptLine, lambda _: CloseDuel()),
}


def replay_duel_transcript(lines: Iterable[str], translations: Translations) -> Duel:
    """Return the duel of a transcript. Raises `TranscriptError` at the first wrong line."""
    return replay_transcript_lines(lines, translations, apply_transcript_line_to_duel)


def apply_transcript_line_to_duel(line: str, duel: Duel | None) -> Duel:
    """Return the duel after one more line of a transcript. Raises `InvalidValueError` or `Refusal` for a wrong line."""
    command, *others = parse_commands_of_duel_line(parse_transcript_line(line), duel)
    duel = apply_duel_event(duel, create_event_of_duel_command(duel, command))
    for other in others:
        duel = apply_duel_event(duel, create_event_of_duel_command(duel, other))
    return duel


def parse_commands_of_duel_line(json_line: Line, duel: Duel | None) -> list[DuelCommand]:
    """Parse the commands of a line of a duel's transcript. Raises `InvalidValueError` or `Refusal` for a wrong line."""
    accepted = (*_COMMANDS, "change") if duel is not None else ("open",)
    do = json_line.get("do")
    if do == "open":
        return _parse_opening_commands_of_duel(convert_value_to_type(json_line, _DuelOpeningTranscriptLine))
    if parse_command_name_of_line(json_line, accepted) == "change":
        return [_parse_command_to_change_duel_table(json_line)]
    shape, command = _COMMANDS[parse_command_name_of_line(json_line, accepted)]
    return [command(convert_value_to_type(json_line, shape))]


def _parse_opening_commands_of_duel(transcript_line: _DuelOpeningTranscriptLine) -> list[DuelCommand]:
    """Return the commands that open and start a duel whose players roll their own dice."""
    if (transcript_line.first is UNSET) == (transcript_line.rolls is UNSET):
        raise InvalidValueError("first", "not clear; accepted: either first or rolls, and one of them")
    first = None if isinstance(transcript_line.first, UnsetType) else transcript_line.first
    rolls = () if isinstance(transcript_line.rolls, UnsetType) else transcript_line.rolls
    return [OpenDuel(DuelSetup("own"), transcript_line.players[0], transcript_line.players), StartDuel(first, rolls)]


def _parse_command_to_change_duel_table(json_line: Line) -> ApplyDuelCardEffect:
    what = json_line.get("what")
    if not isinstance(what, str) or what not in _CHANGES:
        raise InvalidValueError("what", f"{what!r} is no change; accepted: {', '.join(_CHANGES)}")
    shape, change = _CHANGES[what]
    known = convert_value_to_type(json_line, shape)
    if isinstance(known, _ChangeHandTranscriptLine) and known.by == 0:
        raise InvalidValueError("by", "nothing; accepted: -20 to 20, but not 0")
    return ApplyDuelCardEffect(known.player, known.because, change(known))


def _parse_payment_choices(
    payment_entry: _CardPaymentTranscriptEntry | UnsetType,
) -> DuelCardPaymentChoices | None:
    if isinstance(payment_entry, UnsetType):
        return None
    said = {name: getattr(payment_entry, name) for name in _CardPaymentTranscriptEntry.__struct_fields__}
    return DuelCardPaymentChoices(**{name: value for name, value in said.items() if value is not UNSET})


def build_duel_json(duel: Duel) -> Document:
    """Return a duel that has begun as JSON."""
    turn = duel.turn
    steps = list_duel_steps(duel)
    assert turn is not None
    drawn = {kind: kind in turn.drawn for kind in ("singularity", "crucible")}
    return {
        "game": "magicjoust",
        "state": duel.state,
        "waiting_for": _build_pending_die_roll_json(duel.waiting) if duel.state == "waiting" else None,
        "turn": {"active": turn.active, "number": turn.number, "drawn": drawn},
        "players": [_build_duelist_json(duelist) for duelist in duel.duelists.values()],
        "attacks": [_build_attack_step_json(step) for step in steps if isinstance(step, DuelAttackRolled)],
        "log": [_build_duel_step_json(step) for step in steps],
        "result": _build_duel_result_json(duel.result),
    }


def _build_pending_die_roll_json(pending_die_roll: PendingRollToKeepCard | None) -> Document | None:
    if pending_die_roll is None:
        return None
    return {"kind": "wear", "by": pending_die_roll.by, "card": pending_die_roll.card}


def _build_duelist_json(duelist: Duelist) -> Document:
    return {
        "player": duelist.player,
        "quadrant": duelist.quadrant,
        "hand": duelist.hand,
        "cards": [_build_played_card_json(laid) for laid in duelist.cards],
        "discarded": duelist.discarded,
        "singularities_discarded": duelist.wasted,
        "plans": duelist.plan_card_count,
        "points": duelist.plan_points,
    }


def _build_played_card_json(played_card: PlayedDuelCard) -> Document:
    return {"id": played_card.id, **build_joust_card_json(played_card.card), "used": played_card.used}


def _build_attack_step_json(attack_step: DuelAttackRolled) -> Document:
    return {
        "by": attack_step.by,
        "against": attack_step.against,
        "totals": attack_step.totals,
        "success": attack_step.success,
    }


def _build_duel_step_json(duel_step: DuelStepEvent) -> Document:
    line: Document = {"do": duel_step.do, "rules": duel_step.outcome.rules}
    if isinstance(duel_step, DuelAttackRolled):
        line["success"] = duel_step.success
    if isinstance(duel_step, DieRolledToKeepDuelCard):
        line |= {"card": duel_step.card, "total": duel_step.total, "kept": duel_step.kept}
    return line


def _build_duel_result_json(duel_result: DuelResult | None) -> Document | None:
    if duel_result is None:
        return None
    return {
        "winner": duel_result.winner,
        "draw": duel_result.is_draw,
        "plan_points": duel_result.plan_points,
        "season_points": duel_result.season_points,
        "rule": duel_result.rule,
    }
