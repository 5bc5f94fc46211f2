"""The commands `suzerain replay`, `judge`, `joust`, `pair` and `verify`, which answer from one
file.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.console.terminal import (
    EXIT_FOUND_PROBLEM,
    CommandParser,
    Commands,
    exit_with_error,
    exit_with_file_error,
    print_json,
    print_lines,
    read_file_bytes,
    read_text_file,
)


def add_replay_command(commands: Commands) -> None:
    """Add the command `replay`, which replays the transcript of a game, to the command line."""
    replay = commands.add_parser("replay", help="play a transcript and print where the game stands")
    _add_file_arguments(replay, "a transcript: JSON Lines")
    replay.set_defaults(run=_run_replay)


def add_joust_command(commands: Commands) -> None:
    """Add the command `joust`, with a subcommand for each kind of Magicjoust file."""
    joust = commands.add_parser("joust", help="Magicjoust: how a formula is paid; a deck")
    kinds = joust.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandParser)
    pay = kinds.add_parser("pay", help="say how a formula can be paid, how best, or what lacks")
    _add_file_arguments(pay, "a quadrant and a formula: a JSON object")
    pay.set_defaults(run=_run_joust_pay)
    deck = kinds.add_parser("deck", help="check a deck")
    _add_file_arguments(deck, "a deck: TOML if it ends in .toml, else JSON")
    deck.set_defaults(run=_run_joust_deck)


def add_pair_command(commands: Commands) -> None:
    """Add the command `pair`, which pairs the players of a round into pods, to the command
    line.
    """
    pair = commands.add_parser("pair", help="make pods from a crowd: who plays whom, who sits out")
    _add_file_arguments(pair, "the players of a round: a JSON object")
    pair.set_defaults(run=_run_pair)


def add_judge_command(commands: Commands) -> None:
    """Add the command `judge`, which answers one rules question, to the command line."""
    judge = commands.add_parser(
        "judge", help="answer one question: who is responsible, what becomes of damage, what may be"
    )
    _add_file_arguments(judge, "one question: a JSON object")
    judge.set_defaults(run=_run_judge)


def add_verify_command(commands: Commands) -> None:
    """Add the command `verify`, which repeats the draw of a pod or night, or the dice of a
    duel.
    """
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
    verify.set_defaults(run=_run_verify)


def _add_file_arguments(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=help_text)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _run_replay(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.transcripts import games
    from bot.transcripts.replaying import TranscriptError

    lines = read_text_file(arguments.file).split("\n")
    try:
        replayed = games.replay_transcript(lines, load_catalogue(DEFAULT))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(replayed.document)
    else:
        print_lines(replayed.summary)
    return 0


def _run_judge(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.transcripts.judge_questions import answer_question_file
    from bot.transcripts.replaying import TranscriptError

    try:
        ruling = answer_question_file(read_text_file(arguments.file), load_catalogue(DEFAULT))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(ruling.document)
    else:
        print_lines(ruling.tell())
    return 0


def _run_pair(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.transcripts.pairing_questions import (
        build_pairing_document,
        describe_pairing,
        pair_players_of_file,
    )
    from bot.transcripts.replaying import TranscriptError

    try:
        pairing = pair_players_of_file(read_text_file(arguments.file))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(build_pairing_document(pairing))
    else:
        print_lines(describe_pairing(pairing, load_catalogue(DEFAULT)))
    return 0


def _run_joust_pay(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.transcripts.joust.payments import answer_payment_file, build_payment_document
    from bot.transcripts.joust.telling import describe_payment
    from bot.transcripts.replaying import TranscriptError, convert_to_transcript_errors

    text = load_catalogue(DEFAULT)
    try:
        with convert_to_transcript_errors(0, text):
            bill = answer_payment_file(read_text_file(arguments.file))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(build_payment_document(bill))
    else:
        print_lines(describe_payment(bill, text))
    return 0


def _run_joust_deck(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.transcripts.joust.decks import MAX_DECK_BYTES, build_deck_document, parse_deck
    from bot.transcripts.joust.telling import describe_deck
    from bot.transcripts.replaying import TranscriptError, convert_to_transcript_errors

    text = load_catalogue(DEFAULT)
    try:
        with convert_to_transcript_errors(0, text):
            deck = parse_deck(read_file_bytes(arguments.file, MAX_DECK_BYTES), arguments.file.name)
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    document = build_deck_document(deck, text)
    if arguments.json:
        print_json(document)
    else:
        print_lines(describe_deck(deck, text))
    return 0 if document["valid"] else EXIT_FOUND_PROBLEM


def _run_verify(arguments: argparse.Namespace) -> int:
    from bot.basics.typed_values import InvalidValue, parse_json

    try:
        raw = parse_json(read_text_file(arguments.file))
        sound = _find_proof_check(raw, as_json=arguments.json)(raw)
    except InvalidValue as error:
        exit_with_error(f"{arguments.file}: {error}")
    return 0 if sound else EXIT_FOUND_PROBLEM


def _find_proof_check(raw_proof: object, *, as_json: bool) -> Callable[[object], bool]:
    """Return the check for a proof: by the recipe in the proof, or else by its fields.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import InvalidValue

    named = raw_proof if isinstance(raw_proof, dict) else {}
    if "night" in named:
        return _print_night_draw_as_json if as_json else _verify_night_draw
    if "recipe" in named:
        return _print_committed_draw_as_json if as_json else _verify_committed_draw
    if as_json:
        raise InvalidValue("recipe", "missing; --json takes draws of recipe 2 and nights")
    return _verify_duel_dice if "game" in named else _verify_former_draw


def _verify_committed_draw(raw_proof: object) -> bool:
    """Print a repeated draw of a pod; return whether it gives the announced seats.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import convert_value
    from bot.draws import proofs

    checks = list(proofs.verify_draw_proof(convert_value(raw_proof, proofs.DrawProof)))
    well = [_print_comparison(each.what, each.found, each.announced) for each in checks]
    print_lines("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _print_committed_draw_as_json(raw_proof: object) -> bool:
    """Print a draw of a pod and its checks as JSON; return whether all checks pass.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import convert_value
    from bot.draws import proofs

    proof = convert_value(raw_proof, proofs.DrawProof)
    checks = list(proofs.verify_draw_proof(proof))
    drawn = proofs.recompute_draw(proof)
    sound = all(each.is_valid for each in checks)
    print_json(
        {
            "sound": sound,
            "commitment": checks[0].found[0],
            "key": drawn.key,
            "seats": list(drawn.seats),
            "first": drawn.first,
            "choices": [each.found[0] for each in checks if each.what.startswith("choice ")],
            "wrong": [each.what for each in checks if not each.is_valid],
        }
    )
    return sound


def _verify_night_draw(raw_proof: object) -> bool:
    """Print the repeated draw of a night's pods; return whether it gives the announced pods.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import convert_value
    from bot.draws import night_proofs

    proof = convert_value(raw_proof, night_proofs.NightProof)
    checks = list(night_proofs.verify_night_proof(proof))
    well = [_print_comparison(each.what, each.found, each.announced) for each in checks]
    numbers = range(1, len(proof.rounds) + 1)
    left = [
        f"{number}" for number in numbers if not night_proofs.can_recompute_round(proof, number)
    ]
    if left:
        print_lines(
            f"Not drawn again, as the file leaves out what decided the pods: {', '.join(left)}."
        )
    if not all(well):
        print_lines("The night is NOT what was announced.")
    else:
        print_lines(
            "The night is sound." if not left else "Nothing in the file contradicts the night."
        )
    return all(well)


def _print_night_draw_as_json(raw_proof: object) -> bool:
    """Print a night's rounds and their checks as JSON; return whether all checks pass.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import convert_value
    from bot.draws import night_proofs

    proof = convert_value(raw_proof, night_proofs.NightProof)
    checks = list(night_proofs.verify_night_proof(proof))
    rounds = night_proofs.recompute_rounds(proof)
    sound = all(each.is_valid for each in checks)
    print_json(
        {
            "sound": sound,
            "whole": all(each is not None for each in rounds),
            "commitment": checks[0].found[0],
            "rounds": [each and {"pods": each.pods, "out": each.out} for each in rounds],
            "wrong": [each.what for each in checks if not each.is_valid],
        }
    )
    return sound


def _verify_former_draw(raw_proof: object) -> bool:
    """Print a repeated draw of the former recipe; return whether it gives what was announced.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import convert_value
    from bot.draws import seating

    proof = convert_value(raw_proof, seating.OldDrawProof)
    drawn = seating.recompute_old_draw(proof)
    well = [
        _print_comparison("commitment", (seating.hash_secret(proof.secret),), (proof.commitment,)),
        _print_comparison("seats", drawn.seats, proof.seats),
        _print_comparison("first", (drawn.first,), None if proof.first is None else (proof.first,)),
    ]
    print_lines("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _verify_duel_dice(raw_proof: object) -> bool:
    """Print a duel's repeated dice; return whether they match the announced ones.

    Raises `InvalidValue`.
    """
    from bot.basics.typed_values import convert_value
    from bot.draws import dice, seating

    proof = convert_value(raw_proof, dice.DiceProof)
    rolled = dice.recompute_dice(proof)
    well = [
        _print_comparison("commitment", (seating.hash_secret(each.secret),), (each.commitment,))
        for each in proof.secrets
    ]
    well.append(
        _print_comparison("dice", [f"{die}" for die in rolled], [f"{die}" for die in proof.dice])
    )
    print_lines("The dice are sound." if all(well) else "The dice are NOT what was announced.")
    return all(well)


def _print_comparison(
    label: str, repeated_values: Sequence[str], announced_values: Sequence[str] | None
) -> bool:
    """Print repeated values; if the announced ones differ, print these and return False.

    `announced_values` is None if nothing was announced.
    """
    print_lines(f"{label}: {_join_quoted(repeated_values)}")
    if announced_values is None or announced_values == repeated_values:
        return True
    print_lines(f"  but announced: {_join_quoted(announced_values)}")
    return False


def _join_quoted(names: Sequence[str]) -> str:
    """Join names in quotes, with control characters escaped for the terminal."""
    return ", ".join(map(repr, names))
