"""Names that read alike, whose owners need more than a name to be told apart."""

import unicodedata

from bot.rules.refusals import refuse

MOST_NAME = 32
"""Characters of a name, as many as Discord lets a member have."""

BLOT = "▒"
"""What stands in the place of a text that is struck out is made of it."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_SELECTORS = range(0xFE00, 0xFE10)

# Capitals of the Cyrillic and the Greek alphabet that look like Latin ones.
_LOOKALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABESIJKMHOPCTYX" + "ABEZHIKMNOPTYX",
)


def liken(name: str) -> str:
    """What is the same of two names that read alike; empty for one that shows nothing.

    Case does not matter, nor width, nor what cannot be seen, nor in which of three alphabets a
    letter is that looks alike in them.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.upper().split())
    shown = "".join(each for each in unicodedata.normalize("NFKC", name) if _is_seen(each))
    return " ".join(shown.casefold().upper().translate(_LOOKALIKES).split())


def read_guest_name(typed: str) -> str:
    """The name of a guest as it was typed, on one line, without what cannot be seen.

    Raises `Refusal` for one that shows nothing, looks struck out, or is longer than a member's.
    """
    kept = "".join(each for each in typed if _is_seen(each) or each.isspace())
    name = " ".join(unicodedata.normalize("NFC", kept).split())
    if not liken(name) or name.startswith(BLOT) or len(name) > MOST_NAME:
        refuse("guest-name", "name", most=MOST_NAME, sign=BLOT)
    return name


def _is_seen(character: str) -> bool:
    return not (
        character in _BLANK
        or ord(character) in _SELECTORS
        or (unicodedata.category(character) in _UNSEEN and not character.isspace())
    )


def make_handle(username: str, discord_id: int) -> str:
    """What tells somebody from all others: the user name, or the end of an account's number.

    The latter is for whom nobody has seen since user names are kept.
    """
    return username or f"#{discord_id % 10_000:04}"
