"""Aliases of commanders: names of decks and commanders that a server's moderators declared to be one."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from bot.cards.folding import normalise_card_name
from bot.rules.facts import MAX_COMMANDERS, Commander, Deck

MAX_SAME_NAMES = 50
"""The most names that a server can declare to be another one."""


DECK_PREFIX = "deck:"
"""Stands before the key of a registered deck, in place of a name."""


class CommanderAlias(Struct, frozen=True, omit_defaults=True):
    """A server's other spelling for a commander, or for a pair of commanders.

    With `DECK_PREFIX` it says that two registered decks are one. The `reason` is the moderator's.
    """

    text: str
    name: str
    reason: str = ""


SameNames = tuple[CommanderAlias, ...]


def replace_commander_aliases(deck: Deck, names_by_alias: Mapping[str, str]) -> Deck:
    """Return a deck with the real names of commanders in place of other names (aliases).

    `names_by_alias` has normalised aliases as keys. A commander that is a known card stays. A name with a plus stands
    for several commanders, and so does the alias of a whole deck, in any order.
    """
    for ordered in permutations(deck.commanders) if len(deck.commanders) > 1 else ():
        whole = names_by_alias.get(normalise_card_name(" + ".join(each.text for each in ordered)))
        if whole is not None:
            return replace(deck, commanders=_parse_commander_names(whole) or deck.commanders, colours=None)
    found: list[Commander] = []
    for each in deck.commanders:
        name = None if each.id is not None else names_by_alias.get(normalise_card_name(each.text))
        found += _parse_commander_names(name or "") or [each]
    commanders = tuple(found)
    if commanders == deck.commanders or len(commanders) > MAX_COMMANDERS:
        return deck
    return Deck(commanders, deck.bracket, deck.name, deck.colours, deck.key)


def _parse_commander_names(joined_names: str) -> tuple[Commander, ...]:
    return tuple(Commander(" ".join(part.split())) for part in joined_names.split("+") if part.strip())[:MAX_COMMANDERS]


def resolve_deck_aliases(aliases: Sequence[CommanderAlias]) -> dict[str, str]:
    """Map each deck that moderators merged into another one to the key of that deck."""
    keys = {
        each.text.removeprefix(DECK_PREFIX): each.name.removeprefix(DECK_PREFIX)
        for each in aliases
        if each.text.startswith(DECK_PREFIX) and each.name.startswith(DECK_PREFIX)
    }
    found = {}
    for key in keys:
        chain = [key]
        while chain[-1] in keys and keys[chain[-1]] not in chain:
            chain.append(keys[chain[-1]])
        # Of a loop every key counts as the smallest, so that the decks are one all the same.
        found[key] = min(chain) if chain[-1] in keys else chain[-1]
    return found


def resolve_commander_aliases(aliases: Sequence[CommanderAlias]) -> dict[str, str]:
    """Map each alias to the commander that it finally means.

    An alias may mean another alias. A loop of aliases is cut.
    """
    direct = {normalise_card_name(each.text): each.name for each in aliases if not each.text.startswith(DECK_PREFIX)}
    return {text: _find_commander_name_of_alias(text, direct) for text in direct}


def _find_commander_name_of_alias(normalised_name: str, names_by_alias: Mapping[str, str]) -> str:
    seen = {normalised_name}
    name = names_by_alias[normalised_name]
    while (fold := normalise_card_name(name)) in names_by_alias and fold not in seen:
        seen.add(fold)
        name = names_by_alias[fold]
    return name
