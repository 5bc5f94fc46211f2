"""The commands `suzerain replay`, `judge`, `joust`, `pair` and `verify`, which answer from one file."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.console.terminal import (
    EXIT_FOUND_PROBLEM,
    CommandLineParser,
    Commands,
    exit_with_error,
    exit_with_file_error,
    print_json,
    print_lines,
    read_limited_file_bytes,
    read_text_file,
)


def add_transcript_replay_command(subparsers: Commands) -> None:
    """Add the command `suzerain replay`, which plays a written game again by the rules."""
    replay = subparsers.add_parser("replay", help="play a transcript and print where the game stands")
    _add_input_file_arguments(replay, "a transcript: JSON Lines")
    replay.set_defaults(run=_run_transcript_replay_command)


def add_joust_command(subparsers: Commands) -> None:
    """Add the command `suzerain joust` with its subcommands for Magicjoust files."""
    joust = subparsers.add_parser("joust", help="Magicjoust: how a formula is paid; a deck")
    kinds = joust.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandLineParser)
    pay = kinds.add_parser("pay", help="say how a formula can be paid, how best, or what lacks")
    _add_input_file_arguments(pay, "a quadrant and a formula: a JSON object")
    pay.set_defaults(run=_run_joust_payment_command)
    deck = kinds.add_parser("deck", help="check a deck")
    _add_input_file_arguments(deck, "a deck: TOML if it ends in .toml, else JSON")
    deck.set_defaults(run=_run_joust_deck_command)


def add_pairing_command(subparsers: Commands) -> None:
    """Add the command `suzerain pair`, which divides the players of a round into pods."""
    pair = subparsers.add_parser("pair", help="make pods from a crowd: who plays whom, who sits out")
    _add_input_file_arguments(pair, "the players of a round: a JSON object")
    pair.set_defaults(run=_run_pairing_command)


def add_judge_command(subparsers: Commands) -> None:
    """Add the command `suzerain judge`, which answers a question about the rules."""
    judge = subparsers.add_parser(
        "judge", help="answer one question: who is responsible, what becomes of damage, what may be"
    )
    _add_input_file_arguments(judge, "one question: a JSON object")
    judge.set_defaults(run=_run_judge_command)


def add_proof_verification_command(subparsers: Commands) -> None:
    """Add the command `suzerain verify`, which recomputes a published random draw.

    The draw is that of a pod's seats, of a game night's pods, or the dice of a duel.
    """
    verify = subparsers.add_parser(
        "verify", help="draw a pod's seats and first player, or a night's pods, again; or roll a duel's dice"
    )
    verify.add_argument("file", metavar="FILE", type=Path, help="what the button Check the draw shows: JSON")
    verify.add_argument("--json", action="store_true", help="print one JSON document; not of an older draw or dice")
    verify.set_defaults(run=_run_proof_verification_command)


def _add_input_file_arguments(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=help_text)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _run_transcript_replay_command(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_translations
    from bot.transcripts import games
    from bot.transcripts.replaying import TranscriptError

    lines = read_text_file(arguments.file).split("\n")
    try:
        replayed = games.replay_game_transcript(lines, load_translations(DEFAULT))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(replayed.document)
    else:
        print_lines(replayed.summary)
    return 0


def _run_judge_command(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_translations
    from bot.transcripts.judge_questions import answer_rules_question_file
    from bot.transcripts.replaying import TranscriptError

    try:
        ruling = answer_rules_question_file(read_text_file(arguments.file), load_translations(DEFAULT))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(ruling.document)
    else:
        print_lines(ruling.tell())
    return 0


def _run_pairing_command(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_translations
    from bot.transcripts.pairing_questions import build_pairing_json, describe_round_pairing, pair_players_from_file
    from bot.transcripts.replaying import TranscriptError

    try:
        pairing = pair_players_from_file(read_text_file(arguments.file))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(build_pairing_json(pairing))
    else:
        print_lines(describe_round_pairing(pairing, load_translations(DEFAULT)))
    return 0


def _run_joust_payment_command(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_translations
    from bot.transcripts.joust.payments import build_payment_options_json, find_payment_options_for_file
    from bot.transcripts.joust.telling import describe_payment_options
    from bot.transcripts.replaying import TranscriptError, convert_errors_to_transcript_errors

    text = load_translations(DEFAULT)
    try:
        with convert_errors_to_transcript_errors(0, text):
            bill = find_payment_options_for_file(read_text_file(arguments.file))
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    if arguments.json:
        print_json(build_payment_options_json(bill))
    else:
        print_lines(describe_payment_options(bill, text))
    return 0


def _run_joust_deck_command(arguments: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_translations
    from bot.transcripts.joust.decks import MAX_DECK_BYTES, build_joust_deck_json, parse_joust_deck_file
    from bot.transcripts.joust.telling import describe_joust_deck
    from bot.transcripts.replaying import TranscriptError, convert_errors_to_transcript_errors

    text = load_translations(DEFAULT)
    try:
        with convert_errors_to_transcript_errors(0, text):
            deck = parse_joust_deck_file(read_limited_file_bytes(arguments.file, MAX_DECK_BYTES), arguments.file.name)
    except TranscriptError as mistake:
        exit_with_file_error(arguments.file, mistake)
    document = build_joust_deck_json(deck, text)
    if arguments.json:
        print_json(document)
    else:
        print_lines(describe_joust_deck(deck, text))
    return 0 if document["valid"] else EXIT_FOUND_PROBLEM


def _run_proof_verification_command(arguments: argparse.Namespace) -> int:
    from bot.basics.typed_values import InvalidValueError, parse_json

    try:
        raw = parse_json(read_text_file(arguments.file))
        sound = _choose_proof_verifier(raw, as_json=arguments.json)(raw)
    except InvalidValueError as error:
        exit_with_error(f"{arguments.file}: {error}")
    return 0 if sound else EXIT_FOUND_PROBLEM


def _choose_proof_verifier(decoded_proof: object, *, as_json: bool) -> Callable[[object], bool]:
    """Return the function that verifies this kind of proof and prints the result.

    The recipe named in the proof decides, or else its fields. Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import InvalidValueError

    named = decoded_proof if isinstance(decoded_proof, dict) else {}
    if "night" in named:
        return _verify_and_print_game_night_pairings_as_json if as_json else _verify_and_print_game_night_pairings
    if "recipe" in named:
        return _verify_and_print_random_seating_as_json if as_json else _verify_and_print_random_seating
    if as_json:
        raise InvalidValueError("recipe", "missing; --json takes draws of recipe 2 and nights")
    return _verify_and_print_duel_dice if "game" in named else _verify_and_print_old_seating_proof


def _verify_and_print_random_seating(decoded_proof: object) -> bool:
    """Recompute and print a random seating; return True if it matches the announced one.

    Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import convert_value_to_type
    from bot.draws import proofs

    checks = list(
        proofs.verify_random_seating_fairness_proof(
            convert_value_to_type(decoded_proof, proofs.RandomSeatingFairnessProof)
        )
    )
    well = [_print_and_compare_values(each.what, each.found, each.announced) for each in checks]
    print_lines("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _verify_and_print_random_seating_as_json(decoded_proof: object) -> bool:
    """Recompute a random seating and print it as JSON; return True if it matches the announced one.

    Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import convert_value_to_type
    from bot.draws import proofs

    proof = convert_value_to_type(decoded_proof, proofs.RandomSeatingFairnessProof)
    checks = list(proofs.verify_random_seating_fairness_proof(proof))
    drawn = proofs.recompute_random_seating(proof)
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


def _verify_and_print_game_night_pairings(decoded_proof: object) -> bool:
    """Recompute and print the pairings of a game night; return True if they match the announced ones.

    Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import convert_value_to_type
    from bot.draws import night_proofs

    proof = convert_value_to_type(decoded_proof, night_proofs.PairingFairnessProof)
    checks = list(night_proofs.verify_pairing_fairness_proof(proof))
    well = [_print_and_compare_values(each.what, each.found, each.announced) for each in checks]
    numbers = range(1, len(proof.rounds) + 1)
    left = [f"{number}" for number in numbers if not night_proofs.does_proof_reveal_round_pairing(proof, number)]
    if left:
        print_lines(f"Not drawn again, as the file leaves out what decided the pods: {', '.join(left)}.")
    if not all(well):
        print_lines("The night is NOT what was announced.")
    else:
        print_lines("The night is sound." if not left else "Nothing in the file contradicts the night.")
    return all(well)


def _verify_and_print_game_night_pairings_as_json(decoded_proof: object) -> bool:
    """Recompute a game night's pairings and print them as JSON; return True if they match.

    Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import convert_value_to_type
    from bot.draws import night_proofs

    proof = convert_value_to_type(decoded_proof, night_proofs.PairingFairnessProof)
    checks = list(night_proofs.verify_pairing_fairness_proof(proof))
    rounds = [
        [each and {"pods": each.pods, "out": each.out} for each in draws]
        for draws in night_proofs.recompute_all_pod_pairings(proof)
    ]
    sound = all(each.is_valid for each in checks)
    print_json(
        {
            "sound": sound,
            "whole": all(each is not None for draws in rounds for each in draws),
            "commitment": checks[0].found[0],
            "rounds": [first if not again else {**(first or {}), "again": again} for first, *again in rounds],
            "wrong": [each.what for each in checks if not each.is_valid],
        }
    )
    return sound


def _verify_and_print_old_seating_proof(decoded_proof: object) -> bool:
    """Recompute and print a random seating from a proof in the old format; return True if it matches.

    Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import convert_value_to_type
    from bot.draws import seating

    proof = convert_value_to_type(decoded_proof, seating.OldRandomSeatingFairnessProof)
    drawn = seating.recompute_seats_from_old_format_proof(proof)
    well = [
        _print_and_compare_values("commitment", (seating.hash_random_draw_secret(proof.secret),), (proof.commitment,)),
        _print_and_compare_values("seats", drawn.seats, proof.seats),
        _print_and_compare_values("first", (drawn.first,), None if proof.first is None else (proof.first,)),
    ]
    print_lines("The draw is sound." if all(well) else "The draw is NOT what was announced.")
    return all(well)


def _verify_and_print_duel_dice(decoded_proof: object) -> bool:
    """Recompute and print the dice of a Magicjoust duel; return True if they match.

    Raises `InvalidValueError`.
    """
    from bot.basics.typed_values import convert_value_to_type
    from bot.draws import dice, seating

    proof = convert_value_to_type(decoded_proof, dice.DuelDiceFairnessProof)
    rolled = dice.recompute_duel_dice(proof)
    well = [
        _print_and_compare_values("commitment", (seating.hash_random_draw_secret(each.secret),), (each.commitment,))
        for each in proof.secrets
    ]
    well.append(_print_and_compare_values("dice", [f"{die}" for die in rolled], [f"{die}" for die in proof.dice]))
    print_lines("The dice are sound." if all(well) else "The dice are NOT what was announced.")
    return all(well)


def _print_and_compare_values(
    value_name: str, recomputed_values: Sequence[str], announced_values: Sequence[str] | None
) -> bool:
    """Print recomputed values, and return True if they equal the announced ones.

    `announced_values` is None if nothing was announced.
    """
    print_lines(f"{value_name}: {_join_quoted_names(recomputed_values)}")
    if announced_values is None or announced_values == recomputed_values:
        return True
    print_lines(f"  but announced: {_join_quoted_names(announced_values)}")
    return False


def _join_quoted_names(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))
