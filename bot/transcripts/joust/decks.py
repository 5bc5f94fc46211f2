"""`suzerain joust deck`: the problems of a deck, and the numbers of its cards (MJ-4)."""

import tomllib
from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import InvalidValue, Name, convert_value_to_type, parse_json_without_duplicates
from bot.i18n import MessageCatalogue
from bot.joust.decks import (
    JoustDeck,
    JoustDeckCard,
    JoustDeckRemark,
    JoustDeckSingularity,
    count_crucible_cards_by_kind,
    count_crucible_cards_of_deck,
    count_singularities_by_family,
    count_singularities_of_deck,
    find_joust_deck_problems,
    find_joust_deck_warnings,
    merge_equal_deck_entries,
)
from bot.joust.table_types import Family, Zone
from bot.transcripts.joust.cards import CrucibleCardEntry, Document, parse_crucible_card

MAX_DECK_BYTES = 64 * 1024
"""The most bytes of a deck file."""

Count = Annotated[int, Meta(ge=1, le=99)]


class _DeckFileSingularity(Struct, frozen=True, forbid_unknown_fields=True):
    family: Family
    zone: Zone | None = None
    count: Count = 1
    text: str = ""


class _DeckFileCrucibleCard(CrucibleCardEntry, frozen=True, kw_only=True):
    count: Count = 1


class _JoustDeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    singularities: tuple[_DeckFileSingularity, ...]
    crucible: tuple[_DeckFileCrucibleCard, ...]


def parse_joust_deck_file(file_content: bytes, file_name: str) -> JoustDeck:
    """Parse a Magicjoust deck file: TOML if its name ends in `.toml`, else JSON.

    Raises `InvalidValue`, or `Refusal` if cards do not fit together.
    """
    if len(file_content) > MAX_DECK_BYTES:
        raise InvalidValue("", f"too large; accepted: {MAX_DECK_BYTES:,} bytes at most")
    try:
        text = file_content.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise InvalidValue("", "not a text in UTF-8") from None
    raw = _parse_toml(text) if file_name.lower().endswith(".toml") else parse_json_without_duplicates(text)
    shape = convert_value_to_type(raw, _JoustDeckFile)
    entries = [
        JoustDeckCard(parse_crucible_card(entry, f"crucible[{at}]."), entry.count)
        for at, entry in enumerate(shape.crucible)
    ]
    singularities = (JoustDeckSingularity(s.family, s.zone, s.count, s.text) for s in shape.singularities)
    return JoustDeck(shape.name, tuple(singularities), merge_equal_deck_entries(entries))


def _parse_toml(text: str) -> object:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue("", f"not TOML ({error})") from None


def build_joust_deck_document(deck: JoustDeck, catalogue: MessageCatalogue) -> Document:
    """Build the JSON document of a Magicjoust deck: its problems, warnings and numbers of
    cards.
    """
    problems = find_joust_deck_problems(deck)
    return {
        "name": deck.name,
        "valid": not problems,
        "problems": [_build_deck_remark_document(each, catalogue) for each in problems],
        "warnings": [_build_deck_remark_document(each, catalogue) for each in find_joust_deck_warnings(deck)],
        "singularities": count_singularities_of_deck(deck),
        "crucible": count_crucible_cards_of_deck(deck),
        "families": count_singularities_by_family(deck),
        "kinds": count_crucible_cards_by_kind(deck),
    }


def _build_deck_remark_document(remark: JoustDeckRemark, catalogue: MessageCatalogue) -> Document:
    card = {} if remark.card is None else {"card": remark.card}
    because = describe_deck_remark(remark, catalogue)
    return {"code": remark.code, "rule": remark.rule, "because": because, **card}


def describe_deck_remark(deck_remark: JoustDeckRemark, catalogue: MessageCatalogue) -> str:
    """Return a problem or warning of a deck in a sentence."""
    return catalogue(f"deck-{deck_remark.code}", count=deck_remark.count, card=deck_remark.card or "")
