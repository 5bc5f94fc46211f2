"""Magicjoust decks: their entries, their counts, and the problems of a deck (MJ-4, MJ-16)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import fields, replace

from bot.joust.table_types import (
    FAMILIES,
    KINDS,
    PLANS_TO_END,
    CrucibleCard,
    Family,
    Kind,
    Zone,
    validate_crucible_card,
)
from bot.rules.refusals import Refusal

MIN_CARDS = 20
MAX_COPIES = 3

Flaw = Literal["few-singularities", "few-crucible", "copies", "few-plans"]


class JoustDeckSingularity(Struct, frozen=True, omit_defaults=True, gc=False):
    """Equal singularity cards (singularities) of a deck; `zone` is the zone that the card names
    (MJ-D10).
    """

    family: Family
    zone: Zone | None = None
    count: int = 1
    text: str = ""


class JoustDeckCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """Copies of one crucible card (a card that is no resource) in a Magicjoust deck."""

    card: CrucibleCard
    count: int = 1


class JoustDeck(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's two Magicjoust decks: singularity cards (singularities) and crucible cards.

    No two entries of the crucible have the same name.
    """

    name: str
    singularities: tuple[JoustDeckSingularity, ...]
    crucible: tuple[JoustDeckCard, ...]


class JoustDeckRemark(Struct, frozen=True, gc=False):
    """A problem of a Magicjoust deck, or a warning, with its rule; `count` is the number in the
    deck.
    """

    code: Flaw
    rule: str
    count: int
    card: str | None = None


def merge_equal_deck_entries(entries: Iterable[JoustDeckCard]) -> tuple[JoustDeckCard, ...]:
    """Return one deck entry for each card, with the sum of its copies.

    Raises `Refusal` for an impossible card, or for a card that differs from another of its
    name.
    """
    found: dict[str, JoustDeckCard] = {}
    for number, entry in enumerate(entries):
        at = f"crucible[{number}]."
        name = entry.card.name
        validate_crucible_card(entry.card, at)
        known = found.get(name)
        if known is None:
            found[name] = entry
            continue
        for field in fields(CrucibleCard):
            if getattr(known.card, field.name) != getattr(entry.card, field.name):
                raise Refusal("deck-differs", f"{at}{field.name}")
        found[name] = replace(known, count=known.count + entry.count)
    return tuple(found.values())


def find_joust_deck_problems(deck: JoustDeck) -> list[JoustDeckRemark]:
    """Return why a Magicjoust deck cannot be played (MJ-4): too few cards first, then too many
    copies.
    """
    singularities = count_singularities_of_deck(deck)
    crucible = count_crucible_cards_of_deck(deck)
    found: list[JoustDeckRemark] = []
    if singularities < MIN_CARDS:
        found.append(JoustDeckRemark("few-singularities", "MJ-4", singularities))
    if crucible < MIN_CARDS:
        found.append(JoustDeckRemark("few-crucible", "MJ-4", crucible))
    many = [entry for entry in deck.crucible if entry.count > MAX_COPIES]
    for entry in sorted(many, key=lambda each: each.card.name):
        found.append(JoustDeckRemark("copies", "MJ-4", entry.count, entry.card.name))
    return found


def find_joust_deck_warnings(deck: JoustDeck) -> list[JoustDeckRemark]:
    """Return the warnings about a Magicjoust deck, such as fewer plans than end a duel (MJ-16)."""
    plans = count_crucible_cards_by_kind(deck)["plan"]
    return [JoustDeckRemark("few-plans", "MJ-16", plans)] if plans < PLANS_TO_END else []


def count_singularities_of_deck(deck: JoustDeck) -> int:
    """Return the number of singularity cards (singularities) in a deck."""
    return sum(entry.count for entry in deck.singularities)


def count_crucible_cards_of_deck(deck: JoustDeck) -> int:
    """Return the number of crucible cards in a deck."""
    return sum(entry.count for entry in deck.crucible)


def count_singularities_by_family(deck: JoustDeck) -> Mapping[Family, int]:
    """Return how many singularity cards (singularities) of each family a deck has."""
    counted: Counter[Family] = Counter()
    for entry in deck.singularities:
        counted[entry.family] += entry.count
    return {family: counted[family] for family in FAMILIES}


def count_crucible_cards_by_kind(deck: JoustDeck) -> Mapping[Kind, int]:
    """Return how many crucible cards (cards that are no resources) of each kind a deck has."""
    counted: Counter[Kind] = Counter()
    for entry in deck.crucible:
        counted[entry.card.kind] += entry.count
    return {kind: counted[kind] for kind in KINDS}
