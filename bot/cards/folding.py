"""Folding of card names: two spellings of a name fold to one text."""

import unicodedata

_APOSTROPHES = frozenset("'’ʼ`´‘")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


def fold_card_name(text: str) -> str:
    """Return a key that is equal for all spellings of a name: case, accents and punctuation.

    Apostrophes vanish, as people leave them out; other signs part words. A text of signs alone
    folds to itself, so that it stays different from others.
    """
    if text.isascii():
        plain = text.lower()
    else:
        apart = unicodedata.normalize("NFKD", text.casefold()).translate(_LIGATURES)
        plain = "".join(each for each in apart if not unicodedata.combining(each))
    kept = (each if each.isalnum() else "" if each in _APOSTROPHES else " " for each in plain)
    return " ".join("".join(kept).split()) or " ".join(text.split())


_ARTICLES = frozenset({"the", "a", "an", "le", "la", "les", "un", "une", "l"})


def loosen_card_name(text: str) -> str:
    """Return a key that is equal for names that differ in articles and in spaces alone.

    People leave an article out, and write together what a sign parts: "Eleventh Doctor",
    "Ratonhnhaketon".
    """
    words = fold_card_name(text).split()
    return "".join(each for each in words if each not in _ARTICLES) or "".join(words)


def list_words(name: str) -> list[str]:
    """Return the folded words of a name.

    What follows an apostrophe is one, too, as in « l’éclair », and what a hyphen joins.
    """
    words = fold_card_name(name).split()
    for apostrophe in _APOSTROPHES:
        name = name.replace(apostrophe, "'")
    for part in name.split():
        _, parted, rest = part.partition("'")
        if parted and len(rest) >= _SHORTEST_WORD_AFTER_APOSTROPHE:
            words += fold_card_name(rest).split()
        if "-" in part:
            words += fold_card_name(part.replace("-", "")).split()
    return words


_SHORTEST_WORD_AFTER_APOSTROPHE = 3
