"""Magicjoust decks: their entries, their counts, and the problems of a deck (MJ-4, MJ-16)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import fields, replace

from bot.joust.table_types import FAMILIES, KINDS, PLANS_TO_END, DuelCard, Family, Kind, Zone, validate_duel_card
from bot.rules.refusals import Refusal

MIN_CARDS = 20
MAX_COPIES = 3

Flaw = Literal["few-singularities", "few-crucible", "copies", "few-plans"]


class DuelDeckToken(Struct, frozen=True, omit_defaults=True, gc=False):
    """Equal tokens in a Magicjoust deck: colour, zone and count."""

    family: Family
    zone: Zone | None = None
    count: int = 1
    text: str = ""


class DuelDeckCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """One or more equal cards in a deck for Magicjoust, other than tokens."""

    card: DuelCard
    count: int = 1


class DuelDeck(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's two decks for Magicjoust (a card game for two): tokens, and all other cards.

    No two entries of the crucible have the same name.
    """

    name: str
    singularities: tuple[DuelDeckToken, ...]
    crucible: tuple[DuelDeckCard, ...]


class DuelDeckProblem(Struct, frozen=True, gc=False):
    """A problem or warning about a deck: the rule behind it, and the number of cards concerned."""

    code: Flaw
    rule: str
    count: int
    card: str | None = None


def merge_equal_deck_entries(deck_entries: Iterable[DuelDeckCard]) -> tuple[DuelDeckCard, ...]:
    """Return one entry for each card, with the number of all its copies.

    Raises `Refusal` for an impossible card, or for a card that differs from another of its name.
    """
    found: dict[str, DuelDeckCard] = {}
    for number, entry in enumerate(deck_entries):
        at = f"crucible[{number}]."
        name = entry.card.name
        validate_duel_card(entry.card, at)
        known = found.get(name)
        if known is None:
            found[name] = entry
            continue
        for field in fields(DuelCard):
            if getattr(known.card, field.name) != getattr(entry.card, field.name):
                raise Refusal("deck-differs", f"{at}{field.name}")
        found[name] = replace(known, count=known.count + entry.count)
    return tuple(found.values())


def find_duel_deck_problems(deck: DuelDeck) -> list[DuelDeckProblem]:
    """Return why a deck cannot be played: too few cards, or too many copies of one."""
    singularities = count_tokens_in_duel_deck(deck)
    crucible = count_non_token_cards(deck)
    found: list[DuelDeckProblem] = []
    if singularities < MIN_CARDS:
        found.append(DuelDeckProblem("few-singularities", "MJ-4", singularities))
    if crucible < MIN_CARDS:
        found.append(DuelDeckProblem("few-crucible", "MJ-4", crucible))
    many = [entry for entry in deck.crucible if entry.count > MAX_COPIES]
    for entry in sorted(many, key=lambda each: each.card.name):
        found.append(DuelDeckProblem("copies", "MJ-4", entry.count, entry.card.name))
    return found


def find_duel_deck_warnings(deck: DuelDeck) -> list[DuelDeckProblem]:
    """Return warnings about a deck, such as too few plan cards to win."""
    plans = count_non_token_cards_by_kind(deck)["plan"]
    return [DuelDeckProblem("few-plans", "MJ-16", plans)] if plans < PLANS_TO_END else []


def count_tokens_in_duel_deck(deck: DuelDeck) -> int:
    return sum(entry.count for entry in deck.singularities)


def count_non_token_cards(deck: DuelDeck) -> int:
    """Count the cards of a deck, other than tokens."""
    return sum(entry.count for entry in deck.crucible)


def count_tokens_by_colour(deck: DuelDeck) -> Mapping[Family, int]:
    counted: Counter[Family] = Counter()
    for entry in deck.singularities:
        counted[entry.family] += entry.count
    return {family: counted[family] for family in FAMILIES}


def count_non_token_cards_by_kind(deck: DuelDeck) -> Mapping[Kind, int]:
    """Count the cards of each kind in a deck, other than tokens."""
    counted: Counter[Kind] = Counter()
    for entry in deck.crucible:
        counted[entry.card.kind] += entry.count
    return {kind: counted[kind] for kind in KINDS}
