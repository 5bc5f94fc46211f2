"""Where a duel stands, as `replay --json` prints it."""

from typing import assert_never

from bot.joust.duel import Duel, Duelist, LaidCard, tell_steps
from bot.joust.events import (
    AttackRolled,
    CardDrawn,
    CardInvoked,
    CardUsed,
    DuelClosed,
    DuelConceded,
    DuelResult,
    DuelStarted,
    DuelStep,
    DuelTurnEnded,
    OpenWear,
    SingularityPlaced,
    TableChanged,
    WearRolled,
)
from bot.joust_files.cards import Document, write_card


def write_duel(duel: Duel) -> Document:
    """The document of a duel that has begun."""
    turn, steps = duel.turn, tell_steps(duel)
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
    if isinstance(step, DuelClosed):
        return {"do": "close", "rules": []}
    line: Document = {"do": name_step(step), "rules": step.outcome.rules}
    if isinstance(step, AttackRolled):
        line["success"] = step.success
    if isinstance(step, WearRolled):
        line |= {"card": step.card, "total": step.total, "kept": step.kept}
    return line


def name_step(step: DuelStep) -> str:
    """The command of a transcript of which a step came."""
    match step:
        case DuelStarted():
            return "open"
        case SingularityPlaced():
            return "singularity"
        case CardDrawn():
            return "crucible"
        case CardInvoked():
            return "invoke"
        case CardUsed():
            return "use"
        case WearRolled():
            return "wear"
        case AttackRolled():
            return "attack"
        case TableChanged():
            return "change"
        case DuelTurnEnded():
            return "end"
        case DuelConceded():
            return "concede"
        case DuelClosed():
            return "close"
        case _:
            assert_never(step)


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
