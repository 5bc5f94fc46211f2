"""Cards in the index: names in each language, colours, and who may be a commander."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from bot.cards.folding import normalise_card_name
from bot.i18n import DEFAULT, Locale
from bot.rules.facts import CARD_ID

FACE_ID_SEPARATOR = "/"
"""`<oracle id>/1` is the second face of a card; the first has the card's own id."""

CARD_ID_FORM = re.compile(CARD_ID, re.ASCII)
"""The form of a card's id, with or without a face."""

FACE_NAME_SEPARATOR = " // "
"""Stands between the names of a card's faces."""

COLOURS = "WUBRG"
"""All colours, in the order in which a colour identity is written."""


class CardNameAlias(Struct, frozen=True):
    """Another name of a card's face, such as "Godzilla, King of the Monsters"."""

    locale: Locale
    face: int
    name: str


class PrintedCardName(NamedTuple):
    """A name that stands on some printing of a card's face, in any language."""

    face: int
    name: str


class Card(Struct, frozen=True, omit_defaults=True):
    """A Magic card: its id, and its faces' names in each language.

    `bonds` are the abilities that let it share the command zone: see `bot.cards.commanders`.
    """

    id: str
    names: Mapping[Locale, tuple[str, ...]]
    """English is always there. Another language may lack a face, whose name is empty then."""
    colours: str = ""
    commander: bool = False
    """True if the card can be a deck's only commander."""
    bonds: tuple[str, ...] = ()
    aliases: tuple[CardNameAlias, ...] = ()
    """Other names that are printed on the card."""
    printed: tuple[PrintedCardName, ...] = ()
    """Names in further languages or on older printings: a card is found by them, and never shown with them."""

    def get_name(self, locale: Locale, face_number: int = 0) -> str:
        """Return a face's name in a language; in English if there is none."""
        for spoken in (locale, DEFAULT):
            faces = self.names.get(spoken, ())
            if face_number < len(faces) and faces[face_number]:
                return faces[face_number]
        return self.names[DEFAULT][0]

    def get_full_name(self, locale: Locale) -> str:
        """Return the names of all faces in a language, such as `Fire // Ice`."""
        faces = range(len(self.names[DEFAULT]))
        return FACE_NAME_SEPARATOR.join(self.get_name(locale, face) for face in faces)

    def has_face_name(self, face_name: str) -> bool:
        """Return True if one of the card's faces has this name in any language.

        Aliases do not count.
        """
        return any(face_name == name for _, _, name in self.list_face_names())

    def list_face_names(self) -> Iterator[tuple[Locale, int, str]]:
        """Yield the names of all faces, each with its language and the number of its face."""
        for locale, faces in self.names.items():
            for face, name in enumerate(faces):
                if name:
                    yield locale, face, name


class CardMatch(Struct, frozen=True):
    """A card found by name: the id of its face, and the matching name."""

    id: str
    text: str


def build_card_face_id(card_id: str, face_number: int) -> str:
    return f"{card_id}{FACE_ID_SEPARATOR}{face_number}" if face_number else card_id


def split_card_face_id(card_id: str) -> tuple[str, int]:
    """Return the card's id and the number of the face, from the id of a face."""
    oracle, _, face = card_id.partition(FACE_ID_SEPARATOR)
    return oracle, int(face) if face.isascii() and face.isdecimal() else 0


def build_card_statistics_key(card_id: str | None, card_text: str) -> str:
    """Return the key of a card in statistics: its id, or its normalised text if it has none."""
    return split_card_face_id(card_id)[0] if card_id else normalise_card_name(card_text)


def sort_colour_identity(colours: Iterator[str] | list[str] | str) -> str:
    """Return colours in Magic's usual order, WUBRG."""
    known = set(colours)
    return "".join(each for each in COLOURS if each in known)
