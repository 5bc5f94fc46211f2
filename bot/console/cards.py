"""The commands `suzerain cards update` and `cards load`: this machine's index of card names."""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Never

from bot.console.settings import add_settings_file_option, load_settings
from bot.console.terminal import EXIT_INTERRUPTED, CommandLineParser, Commands, exit_with_error, print_lines

if TYPE_CHECKING:
    from bot.cards.index_file import CardIndexDescription


def add_card_index_commands_to_parser(subparsers: Commands) -> None:
    cards = subparsers.add_parser("cards", help="the index of card names that people type")
    own = cards.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandLineParser)

    update = own.add_parser("update", help="download the index from Scryfall, if it has a newer one")
    add_settings_file_option(update)
    update.set_defaults(run=_run_cards_update_command)

    load = own.add_parser("load", help="make the index of a file: Scryfall's, or MTGJSON's")
    load.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="a bulk file of Scryfall's, or AtomicCards of MTGJSON's; also as gz, bz2 or xz",
    )
    load.add_argument("--fewer", action="store_true", help="replace an index that has more than twice the cards")
    add_settings_file_option(load)
    load.set_defaults(run=_run_cards_load_command)


def _run_cards_load_command(arguments: argparse.Namespace) -> int:
    settings = load_settings(arguments)
    from bot.card_updates.card_files import InvalidCardFileError
    from bot.card_updates.index_builder import (
        TooFewCardsInFileError,
        build_card_index_from_file,
        compute_minimum_card_count,
        load_current_card_index_description,
    )
    from bot.card_updates.index_path import find_card_index_file
    from bot.cards.index_file import CardIndexDescription
    from bot.care.progress import show_progress_bar

    index = find_card_index_file(settings)
    least = 1 if arguments.fewer else compute_minimum_card_count(load_current_card_index_description(index))
    try:
        with show_progress_bar("Reading") as progress:
            about = build_card_index_from_file(
                arguments.file, index, CardIndexDescription("file"), progress, minimum_cards=least
            )
    except TooFewCardsInFileError as error:
        exit_with_error(f"{arguments.file}: {error}; --fewer loads it nevertheless. {_UNCHANGED}")
    except InvalidCardFileError as error:
        exit_with_error(f"{arguments.file}: {error}; accepted: a file of Scryfall's or MTGJSON's. {_UNCHANGED}")
    except OSError as error:
        exit_with_error(f"{error.filename or index}: {error.strerror or error}. {_UNCHANGED}")
    except KeyboardInterrupt:
        _exit_on_interrupt()
    return _print_card_index_description(index, about)


def _run_cards_update_command(arguments: argparse.Namespace) -> int:
    settings = load_settings(arguments)
    from bot.card_updates.card_files import InvalidCardFileError
    from bot.card_updates.index_path import find_card_index_file
    from bot.card_updates.scryfall import API, ScryfallDownloadError
    from bot.card_updates.updating import CardUpdateTooSoonError, update_card_index
    from bot.care.progress import show_progress_bar

    index = find_card_index_file(settings)
    updating = update_card_index(
        index,
        time.time(),
        with_other_languages=settings.cards.other_languages,
        show_stage_progress=show_progress_bar,
        api_url=API,
    )
    try:
        about = asyncio.run(updating)
    except CardUpdateTooSoonError as early:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(early.at))
        print_lines(f"Scryfall was asked not long ago; it can be asked again from {when} on. {_UNCHANGED}")
        return 0
    except (ScryfallDownloadError, InvalidCardFileError) as error:
        exit_with_error(f"suzerain cards update: {error}. {_UNCHANGED}")
    except OSError as error:
        exit_with_error(f"{error.filename or index}: {error.strerror or error}. {_UNCHANGED}")
    except KeyboardInterrupt:
        _exit_on_interrupt()
    if about is None:
        print_lines("Scryfall has nothing newer.")
        return 0
    return _print_card_index_description(index, about)


_UNCHANGED = "The index is as it was."


def _exit_on_interrupt() -> Never:
    print(f"\nInterrupted. {_UNCHANGED}", file=sys.stderr)
    sys.exit(EXIT_INTERRUPTED)


def _print_card_index_description(index_file: Path, index_description: "CardIndexDescription") -> int:
    print_lines(f"{index_file}: {index_description}.")
    return 0
