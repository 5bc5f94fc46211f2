"""Aliases of commanders: names of decks and commanders that a server's moderators declared to be one."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.cards.folding import normalise_card_name
from bot.rules.facts import MAX_COMMANDERS, Commander, Deck

MAX_SAME_NAMES = 50
"""The most names that a server can declare to be another one."""


class CommanderAlias(Struct, frozen=True):
    """A server's rule that a text which players write stands for a certain commander or pair of commanders."""

    text: str
    name: str


SameNames = tuple[CommanderAlias, ...]


def replace_commander_aliases(deck: Deck, names_by_alias: Mapping[str, str]) -> Deck:
    """Return a deck in which aliases of commanders are replaced by the names that they stand for.

    `names_by_alias` has normalised aliases as keys. A commander that is a known card stays. A name with a plus stands
    for several commanders.
    """
    found: list[Commander] = []
    for each in deck.commanders:
        name = None if each.id is not None else names_by_alias.get(normalise_card_name(each.text))
        parts = [] if name is None else [" ".join(part.split()) for part in name.split("+")]
        found += [Commander(part) for part in parts if part] or [each]
    commanders = tuple(found)
    if commanders == deck.commanders or len(commanders) > MAX_COMMANDERS:
        return deck
    return Deck(commanders, deck.bracket, deck.name, deck.colours, deck.key)


def resolve_commander_alias_chains(aliases: Sequence[CommanderAlias]) -> dict[str, str]:
    """Return the final name for each normalised alias, through aliases of aliases; a loop of aliases is cut."""
    direct = {normalise_card_name(each.text): each.name for each in aliases}
    return {text: _follow_chain_of_commander_aliases(text, direct) for text in direct}


def _follow_chain_of_commander_aliases(text: str, names_by_alias: Mapping[str, str]) -> str:
    seen = {text}
    name = names_by_alias[text]
    while (fold := normalise_card_name(name)) in names_by_alias and fold not in seen:
        seen.add(fold)
        name = names_by_alias[fold]
    return name
