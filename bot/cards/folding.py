"""Folding of card names: all spellings of a name give the same key."""

import unicodedata

_APOSTROPHES = frozenset("'’ʼ`´‘")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


def normalise_card_name(card_name: str) -> str:
    """Return a key that is equal for all spellings of a card's name.

    Spellings differ in case, accents and punctuation. Apostrophes are removed, as people leave them out; other
    punctuation separates words. A text of punctuation alone is its own key, so that it stays different from others.
    """
    if card_name.isascii():
        plain = card_name.lower()
    else:
        apart = unicodedata.normalize("NFKD", card_name.casefold()).translate(_LIGATURES)
        plain = "".join(each for each in apart if not unicodedata.combining(each))
    kept = (each if each.isalnum() else "" if each in _APOSTROPHES else " " for each in plain)
    return " ".join("".join(kept).split()) or " ".join(card_name.split())


_ARTICLES = frozenset({"the", "a", "an", "le", "la", "les", "un", "une", "l"})


def remove_articles_and_spaces(card_name: str) -> str:
    """Return a card's name without articles and spaces, as a key for searches.

    People leave an article out, and join words that punctuation separates: "Eleventh Doctor", "Ratonhnhaketon".
    """
    words = normalise_card_name(card_name).split()
    return "".join(each for each in words if each not in _ARTICLES) or "".join(words)


def list_card_name_words(card_name: str) -> list[str]:
    """Return the words of a card's name in normalised form.

    The text after an apostrophe is a word too, as in « l’éclair », and so are hyphenated words.
    """
    words = normalise_card_name(card_name).split()
    for apostrophe in _APOSTROPHES:
        card_name = card_name.replace(apostrophe, "'")
    for part in card_name.split():
        _, parted, rest = part.partition("'")
        if parted and len(rest) >= _SHORTEST_WORD_AFTER_APOSTROPHE:
            words += normalise_card_name(rest).split()
        if "-" in part:
            words += normalise_card_name(part.replace("-", "")).split()
    return words


_SHORTEST_WORD_AFTER_APOSTROPHE = 3
