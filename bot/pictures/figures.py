"""The people in a picture: their names, and initials that are unique in the picture."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.basics.similar_names import build_lookalike_name_key
from bot.pictures.glyphs import is_combining_mark, remove_undrawable_characters
from bot.pictures.scene import PlayerInPicture


def build_players_in_picture(names_with_suffixes: Sequence[tuple[str, str]]) -> list[PlayerInPicture]:
    """Return names, initials, colours and shapes for the people in a picture, in seat order.

    The same people in the same order get the same initials and look in every picture.
    """
    named = [
        remove_undrawable_characters(name) or f"#{number}" for number, (name, _) in enumerate(names_with_suffixes, 1)
    ]
    initials = compute_unique_initials(named)
    return [
        PlayerInPicture(name, remove_undrawable_characters(added), letters, look)
        for look, (name, (_, added), letters) in enumerate(zip(named, names_with_suffixes, initials, strict=True))
    ]


def compute_unique_initials(player_names: Sequence[str]) -> list[str]:
    """Return initials for each name, such as `A`, `AB` or `A2`, all different."""
    firsts = [next(_iterate_possible_initials(name)) for name in player_names]
    alike = Counter(map(build_lookalike_name_key, player_names))
    taken = Counter(map(build_lookalike_name_key, firsts))
    found = list[str]()
    for name, first in zip(player_names, firsts, strict=True):
        letters = first
        if taken[build_lookalike_name_key(first)] > 1:
            numbered = (f"{first}{number}" for number in range(1, len(player_names) + 1))
            shorter = () if alike[build_lookalike_name_key(name)] > 1 else _iterate_possible_initials(name)
            letters = next(each for each in (*shorter, *numbered) if not taken[build_lookalike_name_key(each)])
            taken[build_lookalike_name_key(letters)] += 1
        found.append(letters)
    return found


def _iterate_possible_initials(name: str) -> Iterator[str]:
    """Yield possible initials of a name: one letter, those of two words, then two letters of a word."""
    words = [letters for word in name.split() if (letters := _split_word_into_letters(word))]
    first = words[0][0].upper()
    yield first
    if len(words) > 1:
        yield first + words[1][0].upper()
    for letter in words[0][1:]:
        yield first + letter.casefold()


def _split_word_into_letters(word: str) -> list[str]:
    """Return a word's letters and digits; if it has none, all its characters.

    Letters keep their accents.
    """
    found = list[str]()
    for character in word:
        if is_combining_mark(character) and found:
            found[-1] += character
        else:
            found.append(character)
    return [each for each in found if each[0].isalnum()] or found
