"""`suzerain joust deck`: the problems of a deck, and the numbers of its cards (MJ-4)."""

import tomllib
from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import InvalidValueError, Name, convert_value_to_type, parse_json_without_duplicate_keys
from bot.i18n import Translations
from bot.joust.decks import (
    DuelDeck,
    DuelDeckCard,
    DuelDeckProblem,
    DuelDeckToken,
    count_non_token_cards,
    count_non_token_cards_by_kind,
    count_tokens_by_colour,
    count_tokens_in_duel_deck,
    find_duel_deck_problems,
    find_duel_deck_warnings,
    merge_equal_deck_entries,
)
from bot.joust.table_types import Family, Zone
from bot.transcripts.joust.cards import Document, JoustCardFileEntry, parse_joust_card

MAX_DECK_BYTES = 64 * 1024
"""The most bytes of a deck file."""

Count = Annotated[int, Meta(ge=1, le=99)]


class _TokenInDeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    family: Family
    zone: Zone | None = None
    count: Count = 1
    text: str = ""


class _JoustCardInDeckFile(JoustCardFileEntry, frozen=True, kw_only=True):
    count: Count = 1


class _JoustDeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    singularities: tuple[_TokenInDeckFile, ...]
    crucible: tuple[_JoustCardInDeckFile, ...]


def parse_joust_deck_file(file_content: bytes, file_name: str) -> DuelDeck:
    """Return the deck in a file: TOML if the name ends in `.toml`, otherwise JSON.

    Raises `InvalidValueError`, or `Refusal` if cards do not fit together.
    """
    if len(file_content) > MAX_DECK_BYTES:
        raise InvalidValueError("", f"too large; accepted: {MAX_DECK_BYTES:,} bytes at most")
    try:
        text = file_content.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise InvalidValueError("", "not a text in UTF-8") from None
    raw = _parse_toml(text) if file_name.lower().endswith(".toml") else parse_json_without_duplicate_keys(text)
    shape = convert_value_to_type(raw, _JoustDeckFile)
    entries = [
        DuelDeckCard(parse_joust_card(entry, f"crucible[{at}]."), entry.count)
        for at, entry in enumerate(shape.crucible)
    ]
    singularities = (DuelDeckToken(s.family, s.zone, s.count, s.text) for s in shape.singularities)
    return DuelDeck(shape.name, tuple(singularities), merge_equal_deck_entries(entries))


def _parse_toml(text: str) -> object:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValueError("", f"not TOML ({error})") from None


def build_joust_deck_json(deck: DuelDeck, translations: Translations) -> Document:
    """Return a deck as JSON: problems, warnings and numbers of cards."""
    problems = find_duel_deck_problems(deck)
    return {
        "name": deck.name,
        "valid": not problems,
        "problems": [_build_deck_problem_json(each, translations) for each in problems],
        "warnings": [_build_deck_problem_json(each, translations) for each in find_duel_deck_warnings(deck)],
        "singularities": count_tokens_in_duel_deck(deck),
        "crucible": count_non_token_cards(deck),
        "families": count_tokens_by_colour(deck),
        "kinds": count_non_token_cards_by_kind(deck),
    }


def _build_deck_problem_json(deck_problem: DuelDeckProblem, translations: Translations) -> Document:
    card = {} if deck_problem.card is None else {"card": deck_problem.card}
    because = describe_joust_deck_problem(deck_problem, translations)
    return {"code": deck_problem.code, "rule": deck_problem.rule, "because": because, **card}


def describe_joust_deck_problem(deck_problem: DuelDeckProblem, translations: Translations) -> str:
    """Return a sentence about a problem of a deck."""
    return translations(f"deck-{deck_problem.code}", count=deck_problem.count, card=deck_problem.card or "")
