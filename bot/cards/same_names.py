"""Names of decks and commanders that a server's moderators declared to be one."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.cards.folding import fold_card_name
from bot.rules.facts import MAX_COMMANDERS, Commander, Deck

MAX_SAME_NAMES = 50
"""The most names that a server can declare to be another one."""


class SameName(Struct, frozen=True):
    """A text that people wrote, and the name of the commander or of the pair that it means."""

    text: str
    name: str


SameNames = tuple[SameName, ...]


def rename_commanders(deck: Deck, same: Mapping[str, str]) -> Deck:
    """Return a deck whose commanders have the names that `same` gives their folded texts.

    A commander that is a known card stays. A name with a plus stands for several commanders.
    """
    found: list[Commander] = []
    for each in deck.commanders:
        name = None if each.id is not None else same.get(fold_card_name(each.text))
        parts = [] if name is None else [" ".join(part.split()) for part in name.split("+")]
        found += [Commander(part) for part in parts if part] or [each]
    commanders = tuple(found)
    if commanders == deck.commanders or len(commanders) > MAX_COMMANDERS:
        return deck
    return Deck(commanders, deck.bracket, deck.name, deck.colours, deck.key)


def map_names(same: Sequence[SameName]) -> dict[str, str]:
    """Return the name that each folded text has after all declarations; circles end."""
    direct = {fold_card_name(each.text): each.name for each in same}
    return {text: _follow(text, direct) for text in direct}


def _follow(text: str, direct: Mapping[str, str]) -> str:
    seen = {text}
    name = direct[text]
    while (fold := fold_card_name(name)) in direct and fold not in seen:
        seen.add(fold)
        name = direct[fold]
    return name
