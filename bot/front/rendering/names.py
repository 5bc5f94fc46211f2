"""The names of players in messages and pictures, told apart where they look alike."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from bot.front.rendering.escaping import clean_typed, escape, isolate
from bot.i18n import Catalogue
from bot.namesakes import fold_name, make_handle
from bot.pictures import glyphs
from bot.pictures.figures import make_figures
from bot.pictures.scene import Figure
from bot.rulebooks import Game
from bot.rules.events import Corrected, Joined, Overruled
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.pod import Pod
from bot.rules.story import find_left_out
from bot.storage.record.people import Person
from bot.words import Words

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


class Directory(Protocol):
    """Who knows people; they are told apart from everybody whom it finds beside them."""

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """The people with these ids, as far as they are known."""


async def name_players(
    people: Directory, text: Catalogue, players: Iterable[Player], *, safe: bool = True
) -> Words:
    """Return sentences with the names of `players`: safe in Markdown, or bare for labels.

    Those of them who are called alike are told apart.
    """
    called = await _tell_apart(people, text, players)

    def name(player: Player) -> str:
        found = called.get(player)
        if found is None:
            return text("forgotten-player")
        return found.write_safe() if safe else found.write()

    return Words(text, name, escape if safe else str)


async def _tell_apart(
    people: Directory, text: Catalogue, players: Iterable[Player]
) -> Mapping[Player, Called]:
    persons = (await people.find_people(players)).values()
    return tell_apart((*persons,), text("guest"))


async def call_players(
    people: Directory, text: Catalogue, players: Iterable[Player]
) -> Mapping[Player, Called]:
    """Return how each of `players` is called beside the others, also who was forgotten."""
    wanted = [*players]
    called = await _tell_apart(people, text, wanted)
    unknown = Called(text("forgotten-player"))
    return {player: called.get(player, unknown) for player in wanted}


async def draw_players(
    people: Directory, text: Catalogue, order: Sequence[Player], named: Iterable[Player] = ()
) -> Mapping[Player, Figure]:
    """Return how players are drawn, in this order, beside a text in which others are `named`.

    They are called as `name_players` calls them, as far as a picture can say it.
    """
    called = await call_players(people, text, [*order, *named])
    drawn = [called[player].find_drawn() for player in order]
    return dict(zip(order, make_figures(drawn), strict=True))


async def draw_game(people: Directory, text: Catalogue, game: Game) -> Mapping[Player, Figure]:
    """Return how people are drawn in every picture of a game."""
    judged = game.verdicts if isinstance(game, Pod) else ()
    beaten = [each for verdict in judged for each in (verdict.responsible, verdict.loser)]
    order = dict.fromkeys([*game.players, *(player for player in beaten if player)])
    return await draw_players(people, text, list(order), find_people(game))


def find_people(game: Game) -> list[Player]:
    """Return everybody whom a game's messages may name."""
    return _find_people_of_pod(game) if isinstance(game, Pod) else [*game.players, game.host]


def _find_people_of_pod(pod: Pod) -> list[Player]:
    decided = pod.overruled
    removed = [decided.player] if isinstance(decided, Overruled) and decided.player else []
    left_out = find_left_out(decided) if isinstance(decided, Corrected) else []
    joined = [event.player for event in left_out if isinstance(event, Joined)]
    claims = [each.claim for each in pod.unconfirmed]
    disputing = [claim.disputed for claim in claims if claim.disputed]
    choices = [verdict.choice for verdict in pod.verdicts if verdict.choice]
    chosen_by = [choice.chosen_by for choice in choices if choice.chosen_by]
    seated = [*pod.players, *find_actors(pod, pod.players), pod.host, *pod.kept]
    return [*seated, *pod.deciders, *chosen_by, *removed, *joined, *disputing]
