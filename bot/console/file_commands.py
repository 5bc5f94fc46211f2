"""`suzerain replay`, `judge`, `joust`, `pair` and `verify`: commands that answer from one file."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.console.terminal import (
    EXIT_FOUND_PROBLEM,
    Commands,
    Parser,
    fail,
    fail_at,
    print_json,
    read_bytes,
    read_text,
    say,
)


def add_replay(commands: Commands) -> None:
    """Add `replay`, which plays the transcript of any game."""
    replay = commands.add_parser("replay", help="play a transcript and print where the game stands")
    _take_file(replay, "a transcript: JSON Lines")
    replay.set_defaults(run=_replay)


def add_joust(commands: Commands) -> None:
    """Add `joust`, with a command for each kind of Magicjoust file."""
    joust = commands.add_parser("joust", help="Magicjoust: how a formula is paid; a deck")
    kinds = joust.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    pay = kinds.add_parser("pay", help="say how a formula can be paid, how best, or what lacks")
    _take_file(pay, "a quadrant and a formula: a JSON object")
    pay.set_defaults(run=_pay)
    deck = kinds.add_parser("deck", help="check a deck")
    _take_file(deck, "a deck: TOML if it ends in .toml, else JSON")
    deck.set_defaults(run=_check_deck)


def add_pair(commands: Commands) -> None:
    """Add `pair`, which makes the pods of a round."""
    pair = commands.add_parser("pair", help="make pods from a crowd: who plays whom, who sits out")
    _take_file(pair, "the players of a round: a JSON object")
    pair.set_defaults(run=_pair)


def add_judge(commands: Commands) -> None:
    """Add `judge`, which answers one question."""
    judge = commands.add_parser(
        "judge", help="answer one question: who is responsible, what becomes of damage, what may be"
    )
    _take_file(judge, "one question: a JSON object")
    judge.set_defaults(run=_judge)


def add_verify(commands: Commands) -> None:
    """Add `verify`, which repeats the draw of a pod, the pods of a night, or the dice of a duel."""
    verify = commands.add_parser(
        "verify",
        help="draw a pod's seats and first player, or a night's pods, again; or roll a duel's dice",
    )
    verify.add_argument(
        "file", metavar="FILE", type=Path, help="what the button Check the draw shows: JSON"
    )
    verify.add_argument(
        "--json", action="store_true", help="print one JSON document; not of an older draw or dice"
    )
    verify.set_defaults(run=_verify)


def _take_file(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=what)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _replay(parsed: argparse.Namespace) -> int:
    from bot import games
    from bot.i18n import DEFAULT, load_catalogue
    from bot.replaying import Mistake

    lines = read_text(parsed.file).split("\n")
    try:
        replayed = games.replay(lines, load_catalogue(DEFAULT))
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    if parsed.json:
        print_json(replayed.document)
    else:
        say(replayed.summary)
    return 0


def _judge(parsed: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.judge_files import judge
    from bot.replaying import Mistake

    try:
        ruling = judge(read_text(parsed.file), load_catalogue(DEFAULT))
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    if parsed.json:
        print_json(ruling.document)
    else:
        say(ruling.tell())
    return 0


def _pair(parsed: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.pairing_files import answer_pairing, explain_pairing, write_pairing
    from bot.replaying import Mistake

    try:
        pairing = answer_pairing(read_text(parsed.file))
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    if parsed.json:
        print_json(write_pairing(pairing))
    else:
        say(explain_pairing(pairing, load_catalogue(DEFAULT)))
    return 0


def _pay(parsed: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.joust_files.payments import read_bill, write_bill
    from bot.joust_files.telling import explain_bill
    from bot.replaying import Mistake, find_mistakes

    text = load_catalogue(DEFAULT)
    try:
        with find_mistakes(0, text):
            bill = read_bill(read_text(parsed.file))
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    if parsed.json:
        print_json(write_bill(bill))
    else:
        say(explain_bill(bill, text))
    return 0


def _check_deck(parsed: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.joust_files.decks import MAX_DECK_BYTES, read_deck, write_deck
    from bot.joust_files.telling import explain_deck
    from bot.replaying import Mistake, find_mistakes

    text = load_catalogue(DEFAULT)
    try:
        with find_mistakes(0, text):
            deck = read_deck(read_bytes(parsed.file, MAX_DECK_BYTES), parsed.file.name)
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    document = write_deck(deck, text)
    if parsed.json:
        print_json(document)
    else:
        say(explain_deck(deck, text))
    return 0 if document["valid"] else EXIT_FOUND_PROBLEM


def _verify(parsed: argparse.Namespace) -> int:
    from bot.reading import Unreadable, read_json

    try:
        raw = read_json(read_text(parsed.file))
        sound = _find_check(raw, as_json=parsed.json)(raw)
    except Unreadable as error:
        fail(f"{parsed.file}: {error}")
    return 0 if sound else EXIT_FOUND_PROBLEM


def _find_check(raw: object, *, as_json: bool) -> Callable[[object], bool]:
    """Return the check for a file: by the recipe that it names, or else by its fields.

    Raises `Unreadable`.
    """
    from bot.reading import Unreadable

    named = raw if isinstance(raw, dict) else {}
    if "night" in named:
        return _print_night if as_json else _verify_night
    if "recipe" in named:
        return _print_check if as_json else _verify_sealed_draw
    if as_json:
        raise Unreadable("recipe", "missing; --json takes draws of recipe 2 and nights")
    return _verify_dice if "game" in named else _verify_draw


def _verify_sealed_draw(raw: object) -> bool:
    """Print a sealed draw; return whether it gives the announced seats. Raises `Unreadable`."""
    from bot import draw_proofs
    from bot.reading import read

    checks = list(draw_proofs.check_draw(read(raw, draw_proofs.DrawProof)))
    well = [_compare(each.what, each.found, each.announced) for each in checks]
    say("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _print_check(raw: object) -> bool:
    """Print a sealed draw and its checks as JSON; return whether all hold. Raises `Unreadable`."""
    from bot import draw_proofs
    from bot.reading import read

    proof = read(raw, draw_proofs.DrawProof)
    checks = list(draw_proofs.check_draw(proof))
    drawn = draw_proofs.repeat_sealed_draw(proof)
    sound = all(each.holds for each in checks)
    print_json(
        {
            "sound": sound,
            "commitment": checks[0].found[0],
            "key": drawn.key,
            "seats": list(drawn.seats),
            "first": drawn.first,
            "choices": [each.found[0] for each in checks if each.what.startswith("choice ")],
            "wrong": [each.what for each in checks if not each.holds],
        }
    )
    return sound


def _verify_night(raw: object) -> bool:
    """Print a night's pods, drawn again; return whether they are the announced ones.

    Raises `Unreadable`.
    """
    from bot import night_proofs
    from bot.reading import read

    proof = read(raw, night_proofs.NightProof)
    checks = list(night_proofs.check_night(proof))
    well = [_compare(each.what, each.found, each.announced) for each in checks]
    numbers = range(1, len(proof.rounds) + 1)
    left = [f"{number}" for number in numbers if not night_proofs.can_repeat(proof, number)]
    if left:
        say(f"Not drawn again, as the file leaves out what decided the pods: {', '.join(left)}.")
    if not all(well):
        say("The night is NOT what was announced.")
    else:
        say("The night is sound." if not left else "Nothing in the file contradicts the night.")
    return all(well)


def _print_night(raw: object) -> bool:
    """Print a night and its checks as JSON; return whether all hold. Raises `Unreadable`."""
    from bot import night_proofs
    from bot.reading import read

    proof = read(raw, night_proofs.NightProof)
    checks = list(night_proofs.check_night(proof))
    rounds = night_proofs.repeat_rounds(proof)
    sound = all(each.holds for each in checks)
    print_json(
        {
            "sound": sound,
            "whole": all(each is not None for each in rounds),
            "commitment": checks[0].found[0],
            "rounds": [each and {"pods": each.pods, "out": each.out} for each in rounds],
            "wrong": [each.what for each in checks if not each.holds],
        }
    )
    return sound


def _verify_draw(raw: object) -> bool:
    """Print a draw of the old recipe; return whether it is what was announced.

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
    """Print a duel's dice; return whether they match the announced ones. Raises `Unreadable`."""
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
    """Print the repeated values; return whether they match, and print the announced ones if not.

    `announced` is None if nothing was announced.
    """
    say(f"{what}: {_quote(found)}")
    if announced is None or announced == found:
        return True
    say(f"  but announced: {_quote(announced)}")
    return False


def _quote(names: Sequence[str]) -> str:
    """Join names in quotes, with control characters escaped for the terminal."""
    return ", ".join(map(repr, names))
