"""`suzerain joust deck`: the problems of a deck, and the numbers of its cards (MJ-4)."""

import tomllib
from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import (
    InvalidValue,
    Name,
    convert_value,
    parse_json_without_duplicates,
)
from bot.i18n import Catalogue
from bot.joust.decks import (
    DeckCard,
    DeckRemark,
    DeckSingularity,
    JoustDeck,
    count_crucible_cards,
    count_crucible_cards_by_kind,
    count_singularities,
    count_singularities_by_family,
    find_deck_problems,
    find_deck_warnings,
    merge_deck_entries,
)
from bot.joust.table_types import Family, Zone
from bot.transcripts.joust.cards import CardEntry, Document, parse_crucible_card

MAX_DECK_BYTES = 64 * 1024
"""The most bytes of a deck file."""

Count = Annotated[int, Meta(ge=1, le=99)]


class _SingularityEntry(Struct, frozen=True, forbid_unknown_fields=True):
    family: Family
    zone: Zone | None = None
    count: Count = 1
    text: str = ""


class _CrucibleEntry(CardEntry, frozen=True, kw_only=True):
    count: Count = 1


class _DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    singularities: tuple[_SingularityEntry, ...]
    crucible: tuple[_CrucibleEntry, ...]


def parse_deck(content: bytes, file_name: str) -> JoustDeck:
    """Parse a Magicjoust deck file: TOML if its name ends in `.toml`, else JSON.

    Raises `InvalidValue`, or `Refusal` if cards do not fit together.
    """
    if len(content) > MAX_DECK_BYTES:
        raise InvalidValue("", f"too large; accepted: {MAX_DECK_BYTES:,} bytes at most")
    try:
        text = content.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise InvalidValue("", "not a text in UTF-8") from None
    raw = (
        _parse_toml(text)
        if file_name.lower().endswith(".toml")
        else parse_json_without_duplicates(text)
    )
    shape = convert_value(raw, _DeckFile)
    entries = [
        DeckCard(parse_crucible_card(entry, f"crucible[{at}]."), entry.count)
        for at, entry in enumerate(shape.crucible)
    ]
    singularities = (
        DeckSingularity(s.family, s.zone, s.count, s.text) for s in shape.singularities
    )
    return JoustDeck(shape.name, tuple(singularities), merge_deck_entries(entries))


def _parse_toml(text: str) -> object:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue("", f"not TOML ({error})") from None


def build_deck_document(deck: JoustDeck, catalogue: Catalogue) -> Document:
    """Build the JSON document of a deck: its problems, warnings and counts."""
    problems = find_deck_problems(deck)
    return {
        "name": deck.name,
        "valid": not problems,
        "problems": [_build_remark_document(each, catalogue) for each in problems],
        "warnings": [_build_remark_document(each, catalogue) for each in find_deck_warnings(deck)],
        "singularities": count_singularities(deck),
        "crucible": count_crucible_cards(deck),
        "families": count_singularities_by_family(deck),
        "kinds": count_crucible_cards_by_kind(deck),
    }


def _build_remark_document(remark: DeckRemark, catalogue: Catalogue) -> Document:
    card = {} if remark.card is None else {"card": remark.card}
    because = describe_deck_remark(remark, catalogue)
    return {"code": remark.code, "rule": remark.rule, "because": because, **card}


def describe_deck_remark(remark: DeckRemark, catalogue: Catalogue) -> str:
    """Return a problem or warning of a deck in a sentence."""
    return catalogue(f"deck-{remark.code}", count=remark.count, card=remark.card or "")
