"""Decks: what is wrong with one, and what it is made of (MJ-4, MJ-16)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import fields, replace

from bot.joust.facts import FAMILIES, KINDS, PLANS_TO_END, Card, Family, Kind, Zone, check_card
from bot.rules.refusals import Refusal

FEWEST_CARDS = 20
MOST_COPIES = 3

Flaw = Literal["few-singularities", "few-crucible", "copies", "few-plans"]


class DeckSingularity(Struct, frozen=True, omit_defaults=True, gc=False):
    """Cards of the singularity deck; `zone` is where the card says that it goes (MJ-D10)."""

    family: Family
    zone: Zone | None = None
    count: int = 1
    text: str = ""


class DeckCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """Copies of one crucible card."""

    card: Card
    count: int = 1


class Deck(Struct, frozen=True, omit_defaults=True, gc=False):
    """Both decks of one player; no two entries of the crucible have the same name."""

    name: str
    singularities: tuple[DeckSingularity, ...]
    crucible: tuple[DeckCard, ...]


class Remark(Struct, frozen=True, gc=False):
    """What a deck lacks or has too many of, by which rule; `count` is how many it has."""

    code: Flaw
    rule: str
    count: int
    card: str | None = None


def merge_entries(entries: Iterable[DeckCard]) -> tuple[DeckCard, ...]:
    """One entry for each card, with all its copies.

    Raises `Refusal` for a card that cannot be, or that differs from another of its name.
    """
    found: dict[str, DeckCard] = {}
    for number, entry in enumerate(entries):
        at = f"crucible[{number}]."
        name = entry.card.name
        check_card(entry.card, at)
        known = found.get(name)
        if known is None:
            found[name] = entry
            continue
        for field in fields(Card):
            if getattr(known.card, field.name) != getattr(entry.card, field.name):
                raise Refusal("deck-differs", f"{at}{field.name}")
        found[name] = replace(known, count=known.count + entry.count)
    return tuple(found.values())


def find_problems(deck: Deck) -> list[Remark]:
    """Why a deck cannot be played (MJ-4): too small ones first, then copies by name."""
    singularities = count_singularities(deck)
    crucible = count_crucible(deck)
    found: list[Remark] = []
    if singularities < FEWEST_CARDS:
        found.append(Remark("few-singularities", "MJ-4", singularities))
    if crucible < FEWEST_CARDS:
        found.append(Remark("few-crucible", "MJ-4", crucible))
    many = [entry for entry in deck.crucible if entry.count > MOST_COPIES]
    for entry in sorted(many, key=lambda each: each.card.name):
        found.append(Remark("copies", "MJ-4", entry.count, entry.card.name))
    return found


def find_warnings(deck: Deck) -> list[Remark]:
    """What a player may have overlooked: without three plans one cannot end a duel (MJ-16)."""
    plans = count_kinds(deck)["plan"]
    return [Remark("few-plans", "MJ-16", plans)] if plans < PLANS_TO_END else []


def count_singularities(deck: Deck) -> int:
    """How many cards the singularity deck has."""
    return sum(entry.count for entry in deck.singularities)


def count_crucible(deck: Deck) -> int:
    """How many cards the crucible has."""
    return sum(entry.count for entry in deck.crucible)


def count_families(deck: Deck) -> Mapping[Family, int]:
    """How many singularities of each family there are."""
    counted: Counter[Family] = Counter()
    for entry in deck.singularities:
        counted[entry.family] += entry.count
    return {family: counted[family] for family in FAMILIES}


def count_kinds(deck: Deck) -> Mapping[Kind, int]:
    """How many crucible cards of each kind there are."""
    counted: Counter[Kind] = Counter()
    for entry in deck.crucible:
        counted[entry.card.kind] += entry.count
    return {kind: counted[kind] for kind in KINDS}
