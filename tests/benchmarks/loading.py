"""Loading card data: the most memory that `cards load` takes, also for files that are bombs."""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from uuid import UUID

from tests.benchmarks.figures import Figure, Size
from tests.card_updates.data import many, printing

MAX_MEGABYTES = 150
NAMES = ("name", "printed_name")

_PROGRAM = """
import re, sys
from pathlib import Path
from bot.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def load_cards(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure the memory of loading cards, and files that are made to take all of it."""
    if not Path("/proc/self/status").exists():
        return
    yield _measure(folder, f"{size.cards:,} cards", _make_cards(size.cards))
    for name, content in islice(_make_bombs(size.cards), size.bombs):
        yield _measure(folder, name, content)


def _measure(folder: Path, name: str, content: bytes) -> Figure:
    file = folder / "cards.json"
    file.write_bytes(content)
    config = folder / "config.toml"
    config.write_text(f"[cards]\nfile = '{folder / 'loaded.sqlite3'}'\n")
    arguments = ["cards", "load", f"{file}", "--config", f"{config}", "--fewer"]
    command = [sys.executable, "-c", _PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    megabytes = int(done.stdout.splitlines()[-1]) / 1_024
    return Figure(f"cards load: {name}", megabytes, "MB", MAX_MEGABYTES, "at most")


def _make_cards(count: int, length: int = 0) -> bytes:
    """Return a file of so many cards in three languages, with names of at least `length`."""
    records = []
    for each in many(count):
        named = {name: each[name].ljust(length, "x") for name in NAMES if name in each}
        records.append(json.dumps({**each, **named, "flavor_text": ""}))
    return f"[{','.join(records)}]".encode()


def _make_printings(count: int, languages: tuple[str, ...], length: int) -> bytes:
    """Return a file of so many cards, each with a printing in each of these languages, with names of one length."""
    records = [json.dumps(printing(f"{UUID(int=n + 1)}", f"Card {n}")) for n in range(count)]
    for language in languages:
        names = (f"{language} {number} ".ljust(length, "ж") for number in range(count))
        records += [
            json.dumps(
                printing(f"{UUID(int=n + 1)}", f"Card {n}", lang=language, printed_name=name), ensure_ascii=False
            )
            for n, name in enumerate(names)
        ]
    return f"[{','.join(records)}]".encode()


def _make_bombs(cards: int) -> Iterator[tuple[str, bytes]]:
    """Yield files that a reader without bounds would not survive where so many cards fit into memory."""
    many, most = 100 * cards, 10_000 * cards
    yield "open brackets", b"[" * many
    yield "open brackets in gzip", gzip.compress(b"[" * most, 1)
    yield "brackets between strings", b'["]",' * many
    yield "a string in gzip", gzip.compress(b'["' + b"x" * most, 1)
    yield "escaped signs in gzip", gzip.compress(b'["' + b"\\\\" * (most // 2), 1)
    yield "a number", b"[" + b"9" * (10 * many)
    yield "spaces in gzip", gzip.compress(b"[" + b" " * most, 1)
    keys = b"".join(b',"a%d":0' % each for each in range(many // 3))
    yield "a record", b'[{"a":0' + keys
    yield "too many cards", _make_cards(2 * cards)
    yield "long names", _make_cards(cards, 190)
    yield "names in four further languages", _make_printings(cards, ("de", "es", "ja", "ko"), 75)
    faces = b'{"name": "A"},' * (many // 2)
    yield "faces of one card", b'{"data": {"A": [' + faces
