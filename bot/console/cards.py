"""`suzerain cards update` and `load`: this machine's index of card names."""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Never

from bot.console.settings import read_settings, take_config
from bot.console.terminal import EXIT_INTERRUPTED, Commands, Parser, fail, say

if TYPE_CHECKING:
    from bot.cards.index_file import About


def add_cards(commands: Commands) -> None:
    """Add `cards` with its own commands."""
    cards = commands.add_parser("cards", help="the index of card names that people type")
    own = cards.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    update = own.add_parser(
        "update", help="download the index from Scryfall, if it has a newer one"
    )
    take_config(update)
    update.set_defaults(run=_update)

    load = own.add_parser("load", help="make the index of a file: Scryfall's, or MTGJSON's")
    load.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="a bulk file of Scryfall's, or AtomicCards of MTGJSON's; also as gz, bz2 or xz",
    )
    load.add_argument(
        "--fewer", action="store_true", help="replace an index that has more than twice the cards"
    )
    take_config(load)
    load.set_defaults(run=_load)


def _load(parsed: argparse.Namespace) -> int:
    settings = read_settings(parsed)
    from bot.card_updates.loading import TooFewCards, find_fewest, load_file, read_former
    from bot.card_updates.places import find_index_file
    from bot.card_updates.sources import BrokenFile
    from bot.cards.index_file import About
    from bot.care.progress import show_bar

    index = find_index_file(settings)
    least = 1 if parsed.fewer else find_fewest(read_former(index))
    try:
        with show_bar("Reading") as progress:
            about = load_file(parsed.file, index, About("file"), progress, least=least)
    except TooFewCards as error:
        fail(f"{parsed.file}: {error}; --fewer loads it nevertheless. {_UNCHANGED}")
    except BrokenFile as error:
        fail(f"{parsed.file}: {error}; accepted: a file of Scryfall's or MTGJSON's. {_UNCHANGED}")
    except OSError as error:
        fail(f"{error.filename or index}: {error.strerror or error}. {_UNCHANGED}")
    except KeyboardInterrupt:
        _stop()
    return _report(index, about)


def _update(parsed: argparse.Namespace) -> int:
    settings = read_settings(parsed)
    from bot.card_updates.places import find_index_file
    from bot.card_updates.scryfall import API, DownloadFailed
    from bot.card_updates.sources import BrokenFile
    from bot.card_updates.updating import TooEarly, update
    from bot.care.progress import show_bar

    index = find_index_file(settings)
    updating = update(
        index,
        time.time(),
        other_languages=settings.cards.other_languages,
        stage=show_bar,
        api=API,
    )
    try:
        about = asyncio.run(updating)
    except TooEarly as early:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(early.at))
        say(f"Scryfall was asked not long ago; it can be asked again from {when} on. {_UNCHANGED}")
        return 0
    except (DownloadFailed, BrokenFile) as error:
        fail(f"suzerain cards update: {error}. {_UNCHANGED}")
    except OSError as error:
        fail(f"{error.filename or index}: {error.strerror or error}. {_UNCHANGED}")
    except KeyboardInterrupt:
        _stop()
    if about is None:
        say("Scryfall has nothing newer.")
        return 0
    return _report(index, about)


_UNCHANGED = "The index is as it was."


def _stop() -> Never:
    print(f"\nInterrupted. {_UNCHANGED}", file=sys.stderr)
    sys.exit(EXIT_INTERRUPTED)


def _report(index: Path, about: "About") -> int:
    say(f"{index}: {about}.")
    return 0
