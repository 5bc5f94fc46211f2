"""The rules for commanders, as of November 2026: which cards can lead a deck, alone or together.

They read a card's type line, keywords and text. They advise only: groups have house rules, so any name is accepted as a
commander's.
"""

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date

from msgspec import Struct

from bot.cards.card import Card
from bot.cards.folding import normalise_card_name

PARTNER = "partner"
FRIENDS_FOREVER = "friends forever"
CHOOSES_BACKGROUND = "choose a background"
BACKGROUND = "background"
DOCTORS_COMPANION = "doctors companion"
DOCTOR = "doctor"
COMPANION = "companion"
PARTNER_WITH = "with"
"""`with:<one>+<other>`: two cards that name each other."""

_COUNTERPARTS = {
    CHOOSES_BACKGROUND: BACKGROUND,
    BACKGROUND: CHOOSES_BACKGROUND,
    DOCTORS_COMPANION: DOCTOR,
    DOCTOR: DOCTORS_COMPANION,
}
"""Bonds whose other side is another bond; all others join two cards that both have them."""


class CommanderCardFacts(Struct, frozen=True):
    """The facts about a card that decide if it can be a commander: name, types, keywords and text."""

    name: str
    type_line: str
    keywords: Collection[str] = ()
    text: str = ""
    has_power: bool = False


class CommanderRule(Struct, frozen=True):
    """A rule by which a card can be a deck's only commander, with the date since which it is valid."""

    since: date
    matches: Callable[[CommanderCardFacts], bool]


def _has_all_card_types(oracle_card: CommanderCardFacts, *types: str) -> bool:
    words = oracle_card.type_line.replace("—", " ").split()
    return all(each in words for each in types)


COMMANDER_RULES = (
    CommanderRule(date(2011, 6, 17), lambda card: _has_all_card_types(card, "Legendary", "Creature")),
    CommanderRule(date(2014, 11, 7), lambda card: "can be your commander" in card.text),
    CommanderRule(  # a creature wherever a deck is built
        date(2021, 6, 18),
        lambda card: (
            _has_all_card_types(card, "Legendary")
            and "isn't on the battlefield, it's a 1/1" in card.text.replace("’", "'")
        ),
    ),
    CommanderRule(
        date(2025, 8, 1),
        lambda card: (
            card.has_power
            and (
                _has_all_card_types(card, "Legendary", "Vehicle")
                or _has_all_card_types(card, "Legendary", "Spacecraft")
            )
        ),
    ),
)
"""Reasons why a card can be the only commander; one is enough."""


def can_be_sole_commander(oracle_card: CommanderCardFacts) -> bool:
    return any(rule.matches(oracle_card) for rule in COMMANDER_RULES)


def find_partner_abilities(oracle_card: CommanderCardFacts) -> tuple[str, ...]:
    """Return a card's abilities, such as partner, that allow a second commander."""
    return tuple(sorted(set(_list_partner_abilities(oracle_card))))


_PARTNER_LINE = re.compile(r"^Partner(?:\s*—\s*(?P<group>[^(\n]+)| with (?P<name>[^(\n]+))?", re.M)


def _list_partner_abilities(oracle_card: CommanderCardFacts) -> Iterator[str]:
    keywords = {each.casefold() for each in oracle_card.keywords}
    text = oracle_card.text.replace("’", "'")
    for line in _PARTNER_LINE.finditer(text):
        if group := line["group"]:
            yield f"{PARTNER}:{normalise_card_name(group)}"
        elif name := line["name"]:
            pair = sorted(map(normalise_card_name, (oracle_card.name, name)))
            yield f"{PARTNER_WITH}:{'+'.join(pair)}"
        elif "partner" in keywords:
            yield PARTNER
    for bond in (FRIENDS_FOREVER, CHOOSES_BACKGROUND, COMPANION):
        if bond in keywords:
            yield bond
    if "doctor's companion" in keywords:
        yield DOCTORS_COMPANION
    if _has_all_card_types(oracle_card, "Legendary", "Background"):
        yield BACKGROUND
    subtypes = oracle_card.type_line.partition("—")[2].split()
    if _has_all_card_types(oracle_card, "Legendary", "Creature") and subtypes == ["Time", "Lord", "Doctor"]:
        yield DOCTOR


def can_be_commanders_together(first_card: Card, second_card: Card) -> bool:
    """Return True if two cards can be the commanders of one deck."""
    if first_card.id == second_card.id:
        return False
    return any(bond != COMPANION and _COUNTERPARTS.get(bond, bond) in second_card.bonds for bond in first_card.bonds)


def can_be_companion(card: Card) -> bool:
    """Return True if a card can be a companion, beside a deck's commanders."""
    return COMPANION in card.bonds
