"""Making the index of a file: Scryfall's bulk files and MTGJSON's AtomicCards."""

import bz2
import gzip
import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path

import pytest

from bot.card_updates.card_files import InvalidCardFileError
from bot.card_updates.index_builder import build_card_index_from_file
from bot.cards.card import CardMatch
from bot.cards.commanders import can_be_commanders_together
from bot.cards.index import CardIndex
from bot.cards.index_file import CardIndexDescription, load_card_index_description
from bot.cards.sample import write_sample_card_index
from tests.card_updates.data import BOLT, DELVER, KRENKO, PIR, TOOTHY, many, mtgjson, scryfall
from tests.commandline import run_suzerain
from tests.effort import NAME
from tests.loopback.program import Ended

Pack = Callable[[bytes], bytes]


def load(folder: Path, content: bytes) -> CardIndex:
    """Return the index of a file's content."""
    source = folder / "data"
    source.write_bytes(content)
    build_card_index_from_file(source, folder / "cards.sqlite3", CardIndexDescription("file"))
    return CardIndex(folder / "cards.sqlite3")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("data", [scryfall(), mtgjson()], ids=["scryfall", "mtgjson"])
def test_a_file_of_either_source_becomes_the_same_index(tmp_path: Path, data: object, pack: Pack) -> None:
    index = load(tmp_path, pack(json.dumps(data).encode()))
    bolt = index.find_card(BOLT)
    delver = index.find_card(DELVER)
    krenko = index.find_card(KRENKO)
    pir = index.find_card(PIR)
    toothy = index.find_card(TOOTHY)
    assert bolt is not None
    assert bolt.names == {"en": ("Lightning Bolt",), "fr": ("Foudre",), "ru": ("Удар Молнии",)}
    assert (bolt.colours, bolt.commander) == ("R", False)
    assert delver is not None
    assert delver.names == {
        "en": ("Delver of Secrets", "Insectile Aberration"),
        "fr": ("Sondeur des secrets", "Aberration insectile"),
    }
    assert delver.colours == "U"
    assert index.find_card_by_name("Blitzschlag") == CardMatch(BOLT, "Lightning Bolt")
    assert krenko is not None
    assert krenko.commander
    assert pir is not None
    assert toothy is not None
    assert can_be_commanders_together(pir, toothy)
    assert not can_be_commanders_together(pir, krenko)
    index.close()


def test_name_of_an_older_printing_is_known(tmp_path: Path) -> None:
    index = load(tmp_path, json.dumps(scryfall()).encode())
    assert index.find_card_by_name("vieille foudre", "fr") == CardMatch(BOLT, "Lightning Bolt")
    index.close()


def test_tokens_are_no_cards(tmp_path: Path) -> None:
    index = load(tmp_path, json.dumps(scryfall()).encode())
    assert index.find_card_by_name("Goblin") is None
    index.close()


def cut(content: bytes) -> bytes:
    return content[: len(content) * 2 // 3]


def rename(content: bytes) -> bytes:
    return content.replace(b'"color_identity"', b'"colours"')


BROKEN = {
    "empty": b"",
    "text": b"these are no cards",
    "no cards": b"[]",
    "tokens alone": json.dumps(scryfall()[-1:]).encode(),
    "another object": b'{"object": "error", "status": 404}',
    "cut": cut(json.dumps(scryfall()).encode()),
    "cut in gzip": cut(gzip.compress(json.dumps(scryfall()).encode())),
    "cut in bz2": cut(bz2.compress(json.dumps(scryfall()).encode())),
    "cut in xz": cut(lzma.compress(json.dumps(scryfall()).encode())),
    "damaged gzip": gzip.compress(json.dumps(scryfall()).encode())[:40] + b"\xff" * 400,
    "other fields": rename(json.dumps(scryfall()).encode()),
    "numbers": b"[1, 2, 3]",
    "half a letter": json.dumps(scryfall()).encode().replace(b"Lightning", b"Light\xd0"),
    "MTGJSON cut": cut(json.dumps(mtgjson()).encode()),
    "MTGJSON of another form": b'{"meta": {}, "data": {"A": {"name": "A"}}}',
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_changes_nothing(tmp_path: Path, content: bytes) -> None:
    before = write_sample_card_index(tmp_path / "cards.sqlite3").read_bytes()
    with pytest.raises(InvalidCardFileError):
        load(tmp_path, content)
    assert (tmp_path / "cards.sqlite3").read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cards.sqlite3", "data"]


def pack_bomb(content: bytes, times: int) -> bytes:
    return gzip.compress(content * times)


BOMBS = {
    "brackets": b"[" * 3_000_000,
    "brackets with strings between them": b'["]",' * 300_000,
    "objects": b'[{"a":' * 100_000,
    "string": b'["' + b"x" * 3_000_000,
    "string in gzip": pack_bomb(b'["' + b"x" * 3_000_000, 20),
    "escapes": b'["' + b"\\\\" * 1_000_000,
    "number": b"[" + b"9" * 3_000_000,
    "spaces in gzip": b"[" + b" " * 3_000_000,
    "record": b'[{"a0":0' + b"".join(b',"a%d":0' % each for each in range(300_000)),
    "faces": b'{"data": {"A": [' + b'{"name": "A"},' * 100_000,
}


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS.keys())
def test_file_beyond_the_bounds_is_refused(tmp_path: Path, content: bytes) -> None:
    before = write_sample_card_index(tmp_path / "cards.sqlite3").read_bytes()
    with pytest.raises(InvalidCardFileError, match="no file of card data does"):
        load(tmp_path, content)
    assert (tmp_path / "cards.sqlite3").read_bytes() == before


def test_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    index = load(tmp_path, b"\xef\xbb\xbf" + json.dumps(scryfall()).encode())
    assert index.find_card_by_name("Lightning Bolt") is not None
    index.close()


def test_file_with_fewer_cards_than_half_needs_a_word(tmp_path: Path) -> None:
    write_sample_card_index(tmp_path / "cards.sqlite3")
    (tmp_path / "data.json").write_text(json.dumps(scryfall()))
    before = (tmp_path / "cards.sqlite3").read_bytes()
    outcome = cards(tmp_path, "load", str(tmp_path / "data.json"))
    assert outcome.status == 2
    assert "it holds 5 cards, and there were at least " in outcome.err
    assert "--fewer loads it nevertheless. The index is as it was." in outcome.err
    assert (tmp_path / "cards.sqlite3").read_bytes() == before
    assert cards(tmp_path, "load", str(tmp_path / "data.json"), "--fewer").status == 0


def test_names_that_some_printings_have_instead_are_found(tmp_path: Path) -> None:
    records = scryfall()
    bolt = next(each for each in records if each["name"] == "Lightning Bolt")
    renamed = {**bolt, "flavor_name": "Godzilla, Bolt of the Deep", "lang": "en"}
    printed = {**bolt, "printed_name": "Bolt of the Omenpaths", "lang": "en"}
    index = load(tmp_path, json.dumps([*records, renamed, printed]).encode())
    for name in ("Godzilla, Bolt of the Deep", "Bolt of the Omenpaths"):
        match = index.find_card_by_name(name)
        assert match is not None
        assert match.id == BOLT
        assert index.get_card_name(match.id, "en", "") == "Lightning Bolt"
    english = [each for each in scryfall() if each["lang"] == "en"]
    index.close()
    again = load(tmp_path, json.dumps(english).encode())
    assert again.find_card_by_name("Bolt of the Omenpaths") is not None
    again.close()


def test_single_records_of_another_form_are_skipped(tmp_path: Path) -> None:
    records: list[object] = [*many(20), {"object": "card", "name": "A card of a new kind"}]
    index = load(tmp_path, json.dumps(records).encode())
    assert index.find_card_by_name("Card 7") is not None
    index.close()


def test_a_file_in_english_keeps_the_names_in_other_languages(tmp_path: Path) -> None:
    load(tmp_path, json.dumps(scryfall()).encode()).close()
    english = [each for each in scryfall() if each["lang"] == "en"]
    index = load(tmp_path, json.dumps(english).encode())
    assert index.get_card_name(BOLT, "fr", "") == "Foudre"
    about = load_card_index_description(tmp_path / "cards.sqlite3")
    assert about is not None
    assert about.languages == ("en", "fr", "ru")
    index.close()


def config(folder: Path) -> Path:
    """Return a settings file whose index is in the folder."""
    path = folder / "config.toml"
    path.write_text(f"[cards]\nfile = '{folder / 'cards.sqlite3'}'\n")
    return path


def cards(folder: Path, *arguments: str) -> Ended:
    return run_suzerain(folder, "cards", *arguments, "--config", str(config(folder)))


def test_the_command_loads_a_file_and_says_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text(json.dumps(scryfall()))
    outcome = cards(tmp_path, "load", str(tmp_path / "data.json"))
    assert outcome.status == 0
    assert outcome.out == f"{tmp_path / 'cards.sqlite3'}: 5 cards, 10 names (en, fr, ru).\n"


def test_the_command_names_a_broken_file_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_bytes(BROKEN["cut"])
    outcome = cards(tmp_path, "load", str(tmp_path / "data.json"))
    assert outcome.status == 2
    assert outcome.err.startswith(f"{tmp_path / 'data.json'}: it is cut off or damaged")
    assert outcome.err.endswith("The index is as it was.\n")
    assert outcome.err.count("\n") == 1


def test_the_command_names_a_file_that_is_missing(tmp_path: Path) -> None:
    outcome = cards(tmp_path, "load", str(tmp_path / "missing.json"))
    assert outcome.status == 2
    assert "missing.json: No such file" in outcome.err


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
def test_a_large_file_is_read_in_little_memory(tmp_path: Path) -> None:
    source = tmp_path / "data.json"
    count, text, most = (35_000, 1_000, 150_000_000) if NAME == "nightly" else (8_000, 3_000, 100_000_000)
    with source.open("w") as file:
        for before, record in zip(chain("[", repeat(",")), many(count, text), strict=False):
            file.write(f"{before}\n{json.dumps(record)}")
        file.write("\n]")
    program = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from bot.cli import main\n"
        "main(sys.argv[1:])\n"
        "status = Path('/proc/self/status').read_text()\n"
        "print(re.search(r'VmHWM:\\s*(\\d+)', status)[1])\n"
    )
    arguments = ["cards", "load", f"{source}", "--config", f"{config(tmp_path)}"]
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    said, kibibytes = done.stdout.splitlines()
    assert f"{count:,} cards, {3 * count:,} names" in said
    assert int(kibibytes) * 1024 < most
