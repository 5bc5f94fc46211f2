"""Cards as the index knows them: names in each language, colours, and who may lead a deck."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from bot.cards.folding import fold_card_name
from bot.i18n import DEFAULT, Locale
from bot.rules.facts import CARD_ID

FACE_SEPARATOR = "/"
"""`<oracle id>/1` is the second face of a card; the first has the card's own id."""

CARD_ID_FORM = re.compile(CARD_ID, re.ASCII)
"""The form of a card's id, with or without a face."""

FACES_SEPARATOR = " // "
"""Stands between the names of a card's faces."""

COLOURS = "WUBRG"
"""All colours, in the order in which a colour identity is written."""


class Alias(Struct, frozen=True):
    """A name that a face of a card also has in a language: "Godzilla, King of the Monsters"."""

    locale: Locale
    face: int
    name: str


class Card(Struct, frozen=True, omit_defaults=True):
    """A card: its oracle id, and the names of its faces in each language.

    `bonds` say with whom it can lead a deck: see `bot.cards.commanders`.
    """

    id: str
    names: Mapping[Locale, tuple[str, ...]]
    """English is always there. Another language may lack a face, whose name is empty then."""
    colours: str = ""
    commander: bool = False
    """True if the card can be a deck's only commander."""
    bonds: tuple[str, ...] = ()
    aliases: tuple[Alias, ...] = ()
    """Other names that are printed on the card."""

    def name(self, locale: Locale, face: int = 0) -> str:
        """Return the name of a face in a language, or else the English one."""
        for spoken in (locale, DEFAULT):
            faces = self.names.get(spoken, ())
            if face < len(faces) and faces[face]:
                return faces[face]
        return self.names[DEFAULT][0]

    def full_name(self, locale: Locale) -> str:
        """Return the names of all faces in a language, as `Fire // Ice`."""
        faces = range(len(self.names[DEFAULT]))
        return FACES_SEPARATOR.join(self.name(locale, face) for face in faces)

    def has_face(self, text: str) -> bool:
        """Return whether a text is the name of a face in some language, and no alias."""
        return any(text == name for _, _, name in self.list_faces())

    def list_faces(self) -> Iterator[tuple[Locale, int, str]]:
        """Yield every name: its language, its face, and the name."""
        for locale, faces in self.names.items():
            for face, name in enumerate(faces):
                if name:
                    yield locale, face, name


class CardMatch(Struct, frozen=True):
    """A card that was found by a name: the id of the face, and the name that was found."""

    id: str
    text: str


def face_id(id: str, face: int) -> str:
    """Return the id of a card's face."""
    return f"{id}{FACE_SEPARATOR}{face}" if face else id


def split_id(id: str) -> tuple[str, int]:
    """Return the oracle id and the face of an id."""
    oracle, _, face = id.partition(FACE_SEPARATOR)
    return oracle, int(face) if face.isascii() and face.isdecimal() else 0


def card_key(id: str | None, text: str) -> str:
    """Return the key under which statistics count a card: by its oracle id, else by its text."""
    return split_id(id)[0] if id else fold_card_name(text)


def sort_colours(colours: Iterator[str] | list[str] | str) -> str:
    """Return a colour identity in the usual order."""
    known = set(colours)
    return "".join(each for each in COLOURS if each in known)
