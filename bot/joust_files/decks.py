"""`suzerain joust deck`: the problems of a deck, and the numbers of its cards (MJ-4)."""

import tomllib
from typing import Annotated

from msgspec import Meta, Struct

from bot.i18n import Catalogue
from bot.joust.decks import (
    Deck,
    DeckCard,
    DeckSingularity,
    Remark,
    count_crucible,
    count_families,
    count_kinds,
    count_singularities,
    find_problems,
    find_warnings,
    merge_entries,
)
from bot.joust.facts import Family, Zone
from bot.joust_files.cards import CardShape, Document, read_card
from bot.reading import Name, Unreadable, read, read_unambiguous_json

MAX_DECK_BYTES = 64 * 1024
"""The most bytes of a deck file."""

Count = Annotated[int, Meta(ge=1, le=99)]


class _Singularity(Struct, frozen=True, forbid_unknown_fields=True):
    family: Family
    zone: Zone | None = None
    count: Count = 1
    text: str = ""


class _Entry(CardShape, frozen=True, kw_only=True):
    count: Count = 1


class _Deck(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    singularities: tuple[_Singularity, ...]
    crucible: tuple[_Entry, ...]


def read_deck(content: bytes, file: str) -> Deck:
    """Return the deck in a file: TOML if its name ends in `.toml`, else JSON.

    Raises `Unreadable`, or `Refusal` if cards do not fit together.
    """
    if len(content) > MAX_DECK_BYTES:
        raise Unreadable("", f"too large; accepted: {MAX_DECK_BYTES:,} bytes at most")
    try:
        text = content.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise Unreadable("", "not a text in UTF-8") from None
    raw = _read_toml(text) if file.lower().endswith(".toml") else read_unambiguous_json(text)
    shape = read(raw, _Deck)
    entries = [
        DeckCard(read_card(entry, f"crucible[{at}]."), entry.count)
        for at, entry in enumerate(shape.crucible)
    ]
    singularities = (
        DeckSingularity(s.family, s.zone, s.count, s.text) for s in shape.singularities
    )
    return Deck(shape.name, tuple(singularities), merge_entries(entries))


def _read_toml(text: str) -> object:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("", f"not TOML ({error})") from None


def write_deck(deck: Deck, text: Catalogue) -> Document:
    """Return the document of a deck that `--json` prints."""
    problems = find_problems(deck)
    return {
        "name": deck.name,
        "valid": not problems,
        "problems": [_write_remark(each, text) for each in problems],
        "warnings": [_write_remark(each, text) for each in find_warnings(deck)],
        "singularities": count_singularities(deck),
        "crucible": count_crucible(deck),
        "families": count_families(deck),
        "kinds": count_kinds(deck),
    }


def _write_remark(remark: Remark, text: Catalogue) -> Document:
    card = {} if remark.card is None else {"card": remark.card}
    because = explain_remark(remark, text)
    return {"code": remark.code, "rule": remark.rule, "because": because, **card}


def explain_remark(remark: Remark, text: Catalogue) -> str:
    """Return a problem or warning of a deck in a sentence."""
    return text(f"deck-{remark.code}", count=remark.count, card=remark.card or "")
