"""`suzerain verify`: what the bot drew or rolled, again."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.console.terminal import WRONG, Commands, fail, print_json, read_text, say


def add_verify(commands: Commands) -> None:
    """Add `verify`, for the draw of a pod and the dice of a duel."""
    verify = commands.add_parser(
        "verify", help="draw a pod's seats and first player again, or roll a duel's dice"
    )
    verify.add_argument(
        "file", metavar="FILE", type=Path, help="what the button Check the draw shows: JSON"
    )
    verify.add_argument(
        "--json", action="store_true", help="print one JSON document; not of an older draw or dice"
    )
    verify.set_defaults(run=_verify)


def _verify(parsed: argparse.Namespace) -> int:
    from bot.reading import Unreadable, read_json

    try:
        raw = read_json(read_text(parsed.file))
        sound = _find_kind(raw, as_json=parsed.json)(raw)
    except Unreadable as error:
        fail(f"{parsed.file}: {error}")
    return 0 if sound else WRONG


def _find_kind(raw: object, *, as_json: bool) -> Callable[[object], bool]:
    """What checks a file: by the recipe that it names, or is written for. Raises `Unreadable`."""
    from bot.reading import Unreadable

    named = raw if isinstance(raw, dict) else {}
    if "recipe" in named:
        return _print_check if as_json else _verify_sealed_draw
    if as_json:
        raise Unreadable("recipe", "missing; --json takes draws of recipe 2 alone")
    return _verify_dice if "game" in named else _verify_draw


def _verify_sealed_draw(raw: object) -> bool:
    """Print a draw that is bound to a seal, and whether it is sound. Raises `Unreadable`."""
    from bot import draw_proofs
    from bot.reading import read

    checks = list(draw_proofs.check_draw(read(raw, draw_proofs.DrawProof)))
    well = [_compare(each.what, each.found, each.announced) for each in checks]
    say("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _print_check(raw: object) -> bool:
    """Print a draw that is bound to a seal as one JSON document. Raises `Unreadable`."""
    from bot import draw_proofs
    from bot.reading import read

    proof = read(raw, draw_proofs.DrawProof)
    checks, drawn = list(draw_proofs.check_draw(proof)), draw_proofs.repeat_sealed_draw(proof)
    sound = all(each.holds for each in checks)
    print_json(
        {
            "sound": sound,
            "commitment": checks[0].found[0],
            "key": drawn.key,
            "seats": list(drawn.seats),
            "first": drawn.first,
            "wrong": [each.what for each in checks if not each.holds],
        }
    )
    return sound


def _verify_draw(raw: object) -> bool:
    """Print the draw of a pod by the old recipe, and whether it is what was announced.

    Raises `Unreadable`.
    """
    from bot import seating
    from bot.reading import read

    proof = read(raw, seating.Proof)
    drawn = seating.repeat_draw(proof)
    well = [
        _compare("commitment", (seating.make_commitment(proof.secret),), (proof.commitment,)),
        _compare("seats", drawn.seats, proof.seats),
        _compare("first", (drawn.first,), None if proof.first is None else (proof.first,)),
    ]
    say("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _verify_dice(raw: object) -> bool:
    """Print the dice of a duel, and whether they are what was rolled. Raises `Unreadable`."""
    from bot import dice, seating
    from bot.reading import read

    proof = read(raw, dice.DiceProof)
    rolled = dice.repeat_dice(proof)
    well = [
        _compare("commitment", (seating.make_commitment(each.secret),), (each.commitment,))
        for each in proof.secrets
    ]
    well.append(_compare("dice", [f"{die}" for die in rolled], [f"{die}" for die in proof.dice]))
    say("The dice are sound." if all(well) else "The dice are NOT what was announced.")
    return all(well)


def _compare(what: str, found: Sequence[str], announced: Sequence[str] | None) -> bool:
    """Print what is right, and what was announced if that is something else."""
    say(f"{what}: {_quote(found)}")
    if announced is None or announced == found:
        return True
    say(f"  but announced: {_quote(announced)}")
    return False


def _quote(names: Sequence[str]) -> str:
    """Names between quotes: one that moves the cursor of a terminal does not get to."""
    return ", ".join(map(repr, names))
