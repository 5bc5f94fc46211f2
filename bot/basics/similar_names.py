"""Names that look alike, and the names of guests."""

import re
import unicodedata
from collections.abc import Callable

from bot.basics.character_table import CharacterTable
from bot.rules.facts import REDACTION_CHARACTER
from bot.rules.refusals import raise_refusal

MAX_NAME_LENGTH = 32
"""Most characters of a name, as Discord allows for members."""

_SHAPELESS_CHARACTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols without a shape
_UNSEEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn")
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)

# Cyrillic and Greek capitals that look like Latin ones.
_LOOKALIKES = str.maketrans("АВЕЅІЈКМНОРСТУХ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABESIJKMHOPCTYX" + "ABEZHIKMNOPTYX")


def build_lookalike_name_key(name: str) -> str:
    """Return a key that is equal for names that look alike; empty for invisible names.

    Case, width and invisible characters do not matter, nor does the alphabet of letters that look alike in Latin,
    Cyrillic and Greek.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.upper().split())
    shown = unicodedata.normalize("NFKC", name).translate(_VISIBLE_CHARACTERS)
    return " ".join(shown.casefold().upper().translate(_LOOKALIKES).split())


def split_user_input_list(user_input: str, is_known_entry: Callable[[str], bool], separators: str = ",") -> list[str]:
    """Split a list that a user typed into its entries, without empty ones.

    `separators` is a regular expression without groups. A separator may be part of an entry: of the texts up to each of
    the following separators, the longest that `is_known_entry` knows counts, or else the shortest.
    """
    parts = re.split(f"({separators})", user_input)
    found: list[str] = []
    while parts:
        ends = range(len(parts) | 1, 0, -2)  # texts stand at even places, separators between them
        texts = (("".join(parts[:end]).strip(), end) for end in ends)
        known = (each for each in texts if each[0] and is_known_entry(each[0]))
        text, end = next(known, (parts[0].strip(), 1))
        found += [text] if text else []
        del parts[: end + 1]
    return found


def parse_guest_name(user_input: str) -> str:
    """Return a guest's name from user input, on one line and without invisible characters.

    Raises `Refusal` if the name shows nothing, looks redacted, or is longer than a member's name.
    """
    kept = "".join(each for each in user_input if _is_visible_character(each) or each.isspace())
    name = " ".join(unicodedata.normalize("NFC", kept).split())
    if not build_lookalike_name_key(name) or name.startswith(REDACTION_CHARACTER) or len(name) > MAX_NAME_LENGTH:
        raise_refusal("guest-name", "name", most=MAX_NAME_LENGTH, sign=REDACTION_CHARACTER)
    return name


def _is_visible_character(character: str) -> bool:
    return not (
        character in _SHAPELESS_CHARACTERS
        or ord(character) in _VARIATION_SELECTORS
        or (unicodedata.category(character) in _UNSEEN_CATEGORIES and not character.isspace())
    )


_VISIBLE_CHARACTERS = CharacterTable(lambda character: character if _is_visible_character(character) else "")


def format_discord_user_name(username: str, discord_id: int) -> str:
    """Return the user name by which a Discord account differs from all others.

    An account whose user name is unknown gets the last digits of its id.
    """
    return username or f"#{discord_id % 10_000:04}"
