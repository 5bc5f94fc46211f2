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
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.storage.record.people import Person
from bot.words import Words

MAX_NAME_LENGTH = 32
"""The most characters of a name, Discord's limit."""


class DisplayName(NamedTuple):
    """A name, and a user name beside it if the name alone is ambiguous; either may be empty."""

    name: str
    added: str = ""

    def write(self) -> str:
        """Return the name for a label, where Discord reads no Markdown."""
        name = isolate(self.name)
        return f"{name} ({self.added})" if name and self.added else name or self.added

    def write_safe(self) -> str:
        """Return the name for a text, without Markdown, mentions or links."""
        name = escape(self.name, MAX_NAME_LENGTH) if self.name else ""
        added = escape(self.added, MAX_NAME_LENGTH) if self.added else ""
        return f"{name} ({added})" if name and added else name or added

    def find_drawn(self) -> "DisplayName":
        """Return the name for a picture: the user name if the name has no drawable letters."""
        drawn = glyphs.clean(self.name)
        return (
            DisplayName(drawn, self.added)
            if glyphs.is_readable(self.name)
            else DisplayName(self.added)
        )


@lru_cache(2_048)  # as many tables as stay in memory
def tell_apart(persons: tuple[Person, ...], guest: str) -> Mapping[Player, DisplayName]:
    """Return the names of persons who may appear in one message.

    The user name is added to names that look alike, and to names in a script that pictures cannot
    draw; it replaces a name that shows nothing. The word `guest` is added to people without an
    account, so that nobody takes them for a member.
    """
    names = {each.id: clean_typed(each.name, MAX_NAME_LENGTH) for each in persons}
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
        else clean_typed(make_handle(each.username, each.discord_id), MAX_NAME_LENGTH)
        for each in persons
    }
    while True:  # a name with its addition may look like another name
        taken = {fold_name(DisplayName(names[each], users[each]).write()) for each in alike}
        more = {each for each in names if fold_name(names[each]) in taken} - alike
        if not more:
            break
        alike |= more
    return {
        player: DisplayName(
            name if fold_name(name) else "", users[player] if player in alike else ""
        )
        for player, name in names.items()
    }


class Directory(Protocol):
    """A source of people, which also tells namesakes apart."""

    async def find_people(self, ids: Iterable[Player]) -> dict[Player, Person]:
        """Return the known people among these ids."""


async def name_players(
    people: Directory, text: Catalogue, players: Iterable[Player], *, safe: bool = True
) -> Words:
    """Return words with the names of `players`: safe in Markdown, or bare for labels.

    Players with similar names are told apart.
    """
    persons = (*(await people.find_people(players)).values(),)
    return _make_words(_write_names(persons, text("guest"), safe), text, safe)


async def name_board_players(
    people: Directory, text: Catalogue, players: Iterable[Player]
) -> tuple[Words, Words]:
    """Return the words for the text of a board, with safe names, and those for its labels."""
    persons = (*(await people.find_people(players)).values(),)
    guest = text("guest")
    safe, bare = _write_names(persons, guest, True), _write_names(persons, guest, False)
    return _make_words(safe, text, True), _make_words(bare, text, False)


def _make_words(written: Mapping[Player, str], text: Catalogue, safe: bool) -> Words:
    def name(player: Player) -> str:
        found = written.get(player)
        return text("forgotten-player") if found is None else found

    return Words(text, name, escape if safe else str)


@lru_cache(4_096)  # twice as many as tables whose names are told apart
def _write_names(persons: tuple[Person, ...], guest: str, safe: bool) -> Mapping[Player, str]:
    """Return the names of persons as they stand in a message, `safe` in Markdown or bare."""
    called = tell_apart(persons, guest)
    return {
        player: found.write_safe() if safe else found.write() for player, found in called.items()
    }


async def load_display_names(
    people: Directory, text: Catalogue, players: Iterable[Player]
) -> Mapping[Player, DisplayName]:
    """Return the names of `players`, told apart from each other, forgotten players included."""
    wanted = [*players]
    called = tell_apart((*(await people.find_people(wanted)).values(),), text("guest"))
    unknown = DisplayName(text("forgotten-player"))
    return {player: called.get(player, unknown) for player in wanted}


async def load_figures(
    people: Directory, text: Catalogue, order: Sequence[Player], named: Iterable[Player] = ()
) -> Mapping[Player, Figure]:
    """Return the figures of players in this order, told apart from others who are `named`.

    Figures have the names of `name_players`, as far as a picture can draw them.
    """
    called = await load_display_names(people, text, [*order, *named])
    drawn = [called[player].find_drawn() for player in order]
    return dict(zip(order, make_figures(drawn), strict=True))


async def load_game_figures(
    people: Directory, text: Catalogue, game: Game
) -> Mapping[Player, Figure]:
    """Return the figures of everybody in the pictures of a game."""
    judged = game.verdicts if isinstance(game, Pod) else ()
    beaten = [each for verdict in judged for each in (verdict.responsible, verdict.loser)]
    order = dict.fromkeys([*game.players, *(player for player in beaten if player)])
    return await load_figures(people, text, list(order), find_people(game))


def find_people(game: Game) -> list[Player]:
    """Return everybody whom a game's messages may name."""
    if isinstance(game, Pod):
        return [*PodFacts(game).people]
    if isinstance(game, Plan) and game.night is not None:
        return [*game.players, game.host, *game.night.everybody, *game.guests.values()]
    return [*game.players, game.host]
