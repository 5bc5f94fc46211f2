"""How people are called so that everybody knows who is meant, on a board and in its pictures."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.front.rendering.escaping import clean_typed, escape, isolate
from bot.namesakes import fold_name, make_handle
from bot.pictures import glyphs
from bot.rules.facts import Player
from bot.storage.record.people import Person

MOST = 32
"""Characters of a name, Discord's limit."""


class Called(NamedTuple):
    """A name, and the user name beside it where the name alone would not do; one may be empty."""

    name: str
    added: str = ""

    def write(self) -> str:
        """Return it for a label, where Discord reads no Markdown."""
        return self._join(isolate(self.name), self.added)

    def write_safe(self) -> str:
        """Return it for a text, without Markdown, mentions or links."""
        return self._join(escape(self.name, MOST) if self.name else "", escape(self.added, MOST))

    def find_drawn(self) -> "Called":
        """Return what a picture has of it: the user name in place of a name without letters."""
        drawn = glyphs.clean(self.name)
        return Called(drawn, self.added) if glyphs.is_readable(self.name) else Called(self.added)

    def _join(self, name: str, added: str) -> str:
        if not self.added:
            return name
        return f"{name} ({added})" if name else added


@lru_cache(2_048)  # tables, as many as stay in memory
def tell_apart(persons: tuple[Person, ...], guest: str) -> Mapping[Player, Called]:
    """Return how each of them is called where all of them may be named.

    Who is called like another one has the user name added, and so has whose name is in a script
    that pictures cannot show. A name that shows nothing gives way to it. Who has no account has
    the word `guest` added, so that nobody takes them for a member.
    """
    names = {each.id: clean_typed(each.name, MOST) for each in persons}
    keys = {
        player: {fold_name(name), fold_name(glyphs.clean(name))} for player, name in names.items()
    }
    shared = Counter(key for each in keys.values() for key in each)
    alike = {
        player
        for player, name in names.items()
        if not glyphs.is_readable(name) or any(shared[key] > 1 for key in keys[player])
    } | {each.id for each in persons if each.is_guest}
    users = {
        each.id: guest
        if each.is_guest
        else clean_typed(make_handle(each.username, each.discord_id), MOST)
        for each in persons
    }
    while True:  # a name may be what another one becomes
        taken = {fold_name(Called(names[each], users[each]).write()) for each in alike}
        more = {each for each in names if fold_name(names[each]) in taken} - alike
        if not more:
            break
        alike |= more
    return {
        player: Called(name if fold_name(name) else "", users[player] if player in alike else "")
        for player, name in names.items()
    }
