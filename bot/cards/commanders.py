"""The rules for commanders, as of November 2026: which cards can lead a deck, alone or together.

The table reads a card's type line, keywords and text. It advises only: groups have house rules, so
any name is accepted as a commander's.
"""

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date

from msgspec import Struct

from bot.cards.card import Card
from bot.cards.folding import fold_card_name

PARTNER = "partner"
FRIENDS_FOREVER = "friends forever"
CHOOSES_BACKGROUND = "choose a background"
BACKGROUND = "background"
DOCTORS_COMPANION = "doctors companion"
DOCTOR = "doctor"
COMPANION = "companion"
WITH = "with"
"""`with:<one>+<other>`: two cards that name each other."""

_COUNTERPARTS = {
    CHOOSES_BACKGROUND: BACKGROUND,
    BACKGROUND: CHOOSES_BACKGROUND,
    DOCTORS_COMPANION: DOCTOR,
    DOCTOR: DOCTORS_COMPANION,
}
"""Bonds whose other side is another bond; all others join two cards that both have them."""


class Oracle(Struct, frozen=True):
    """The data of a card that the table reads, as a source of card data has it."""

    name: str
    type_line: str
    keywords: Collection[str] = ()
    text: str = ""
    has_power: bool = False


class LeaderRule(Struct, frozen=True):
    """A reason why a card can be the only commander, and the day since when."""

    since: date
    matches: Callable[[Oracle], bool]


def _has_types(oracle: Oracle, *types: str) -> bool:
    words = oracle.type_line.replace("—", " ").split()
    return all(each in words for each in types)


LEADER_RULES = (
    LeaderRule(date(2011, 6, 17), lambda card: _has_types(card, "Legendary", "Creature")),
    LeaderRule(date(2014, 11, 7), lambda card: "can be your commander" in card.text),
    LeaderRule(  # a creature wherever a deck is built
        date(2021, 6, 18),
        lambda card: (
            _has_types(card, "Legendary")
            and "isn't on the battlefield, it's a 1/1" in card.text.replace("’", "'")
        ),
    ),
    LeaderRule(
        date(2025, 8, 1),
        lambda card: (
            card.has_power
            and (
                _has_types(card, "Legendary", "Vehicle")
                or _has_types(card, "Legendary", "Spacecraft")
            )
        ),
    ),
)
"""Reasons why a card can be the only commander; one is enough."""


def can_lead(oracle: Oracle) -> bool:
    """Return whether a card can be a deck's only commander."""
    return any(rule.matches(oracle) for rule in LEADER_RULES)


def find_bonds(oracle: Oracle) -> tuple[str, ...]:
    """Return the bonds by which a card can lead a deck beside another."""
    return tuple(sorted(set(_list_bonds(oracle))))


_PARTNER_LINE = re.compile(r"^Partner(?:\s*—\s*(?P<group>[^(\n]+)| with (?P<name>[^(\n]+))?", re.M)


def _list_bonds(oracle: Oracle) -> Iterator[str]:
    keywords = {each.casefold() for each in oracle.keywords}
    text = oracle.text.replace("’", "'")
    for line in _PARTNER_LINE.finditer(text):
        if group := line["group"]:
            yield f"{PARTNER}:{fold_card_name(group)}"
        elif name := line["name"]:
            pair = sorted(map(fold_card_name, (oracle.name, name)))
            yield f"{WITH}:{'+'.join(pair)}"
        elif "partner" in keywords:
            yield PARTNER
    for bond in (FRIENDS_FOREVER, CHOOSES_BACKGROUND, COMPANION):
        if bond in keywords:
            yield bond
    if "doctor's companion" in keywords:
        yield DOCTORS_COMPANION
    if _has_types(oracle, "Legendary", "Background"):
        yield BACKGROUND
    subtypes = oracle.type_line.partition("—")[2].split()
    if _has_types(oracle, "Legendary", "Creature") and subtypes == ["Time", "Lord", "Doctor"]:
        yield DOCTOR


def can_pair(one: Card, other: Card) -> bool:
    """Return whether two cards can lead a deck together."""
    if one.id == other.id:
        return False
    return any(
        bond != COMPANION and _COUNTERPARTS.get(bond, bond) in other.bonds for bond in one.bonds
    )


def is_companion(card: Card) -> bool:
    """Return whether a card can be a companion, beside the commanders."""
    return COMPANION in card.bonds
