"""`suzerain replay`, `joust` and `pair`: games and what belongs to them, from files."""

import argparse
from pathlib import Path

from bot.console.terminal import (
    WRONG,
    Commands,
    Parser,
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
    """Add `joust`, with a command for each kind of file of Magicjoust."""
    joust = commands.add_parser("joust", help="Magicjoust: how a formula is paid; a deck")
    kinds = joust.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    pay = kinds.add_parser("pay", help="say how a formula can be paid, how best, or what lacks")
    _take_file(pay, "a quadrant and a formula: a JSON object")
    pay.set_defaults(run=_pay)
    deck = kinds.add_parser("deck", help="check a deck")
    _take_file(deck, "a deck: TOML if it ends in .toml, else JSON")
    deck.set_defaults(run=_check_deck)


def add_pair(commands: Commands) -> None:
    """Add `pair`, which pairs a round of a night."""
    pair = commands.add_parser("pair", help="make pods from a crowd: who plays whom, who sits out")
    _take_file(pair, "the players of a round: a JSON object")
    pair.set_defaults(run=_pair)


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
    from bot.joust_files.decks import LARGEST, read_deck, write_deck
    from bot.joust_files.telling import explain_deck
    from bot.replaying import Mistake, find_mistakes

    text = load_catalogue(DEFAULT)
    try:
        with find_mistakes(0, text):
            deck = read_deck(read_bytes(parsed.file, LARGEST), parsed.file.name)
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    document = write_deck(deck, text)
    if parsed.json:
        print_json(document)
    else:
        say(explain_deck(deck, text))
    return 0 if document["valid"] else WRONG
