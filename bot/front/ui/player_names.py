"""The names of players in messages and pictures; similar names are distinguished."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from bot.basics.similar_names import fold_lookalike_name, format_account_handle
from bot.formatters.duels import DuelFormatter
from bot.formatters.messages import MessageFormatter
from bot.front.ui.escaping import clean_user_input, escape_markdown, isolate_right_to_left
from bot.i18n import Catalogue
from bot.pictures import glyphs
from bot.pictures.figures import build_player_figures
from bot.pictures.scene import PlayerFigure
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.storage.record.people import Person

MAX_NAME_LENGTH = 32
"""The most characters of a name, Discord's limit."""


class DisplayName(NamedTuple):
    """A player's name, and a user name beside it if the name alone is ambiguous; either may be
    empty.
    """

    name: str
    added: str = ""

    def format_plain(self) -> str:
        """Return the name for a label, where Discord reads no Markdown."""
        name = isolate_right_to_left(self.name)
        return f"{name} ({self.added})" if name and self.added else name or self.added

    def format_escaped(self) -> str:
        """Return the name for a message text, without Markdown, mentions or links."""
        name = escape_markdown(self.name, MAX_NAME_LENGTH) if self.name else ""
        added = escape_markdown(self.added, MAX_NAME_LENGTH) if self.added else ""
        return f"{name} ({added})" if name and added else name or added

    def with_drawable_letters(self) -> "DisplayName":
        """Return the name for a picture: the user name if the name has no drawable letters."""
        drawn = glyphs.remove_undrawable_characters(self.name)
        return (
            DisplayName(drawn, self.added)
            if glyphs.is_drawable(self.name)
            else DisplayName(self.added)
        )


@lru_cache(2_048)  # as many tables as stay in memory
def distinguish_names(
    persons: tuple[Person, ...], guest_label: str
) -> Mapping[Player, DisplayName]:
    """Return the display names of people who may appear in one message, without two that look
    alike.

    The user name is added to names that look alike, and to names in a script that pictures
    cannot draw; it replaces a name that shows nothing. `guest_label` is added to people without
    an account, so that nobody takes them for a member.
    """
    names = {each.id: clean_user_input(each.display_name, MAX_NAME_LENGTH) for each in persons}
    keys = {
        player: {
            fold_lookalike_name(name),
            fold_lookalike_name(glyphs.remove_undrawable_characters(name)),
        }
        for player, name in names.items()
    }
    shared = Counter(key for each in keys.values() for key in each)
    alike = {
        player
        for player, name in names.items()
        if not glyphs.is_drawable(name) or any(shared[key] > 1 for key in keys[player])
    } | {each.id for each in persons if each.is_guest}
    users = {
        each.id: guest_label
        if each.is_guest
        else clean_user_input(
            format_account_handle(each.username, each.discord_id), MAX_NAME_LENGTH
        )
        for each in persons
    }
    while True:  # a name with its addition may look like another name
        taken = {
            fold_lookalike_name(DisplayName(names[each], users[each]).format_plain())
            for each in alike
        }
        more = {each for each in names if fold_lookalike_name(names[each]) in taken} - alike
        if not more:
            break
        alike |= more
    return {
        player: DisplayName(
            name if fold_lookalike_name(name) else "", users[player] if player in alike else ""
        )
        for player, name in names.items()
    }


class PeopleDirectory(Protocol):
    """A source of the people behind players' ids."""

    async def list_people(self, player_ids: Iterable[Player]) -> dict[Player, Person]:
        """Return the known people among these player ids."""


async def load_name_formatter(
    people: PeopleDirectory,
    catalogue: Catalogue,
    players: Iterable[Player],
    *,
    with_escaping: bool = True,
) -> MessageFormatter:
    """Load players' names, and return a message formatter that distinguishes similar names.

    Names are escaped for Markdown, or plain for labels without `with_escaping`.
    """
    persons = (*(await people.list_people(players)).values(),)
    return _build_formatter(
        _format_names(persons, catalogue("guest"), with_escaping), catalogue, with_escaping
    )


async def load_board_formatters(
    people: PeopleDirectory, catalogue: Catalogue, players: Iterable[Player]
) -> tuple[MessageFormatter, MessageFormatter]:
    """Load players' names, and return a formatter for a board's text and one for its labels."""
    persons = (*(await people.list_people(players)).values(),)
    guest = catalogue("guest")
    safe, bare = _format_names(persons, guest, True), _format_names(persons, guest, False)
    return _build_formatter(safe, catalogue, True), _build_formatter(bare, catalogue, False)


def _build_formatter(
    names: Mapping[Player, str], catalogue: Catalogue, with_escaping: bool
) -> MessageFormatter:
    def name_player(player: Player) -> str:
        found = names.get(player)
        return catalogue("forgotten-player") if found is None else found

    return MessageFormatter(catalogue, name_player, escape_markdown if with_escaping else str)


@lru_cache(4_096)  # twice as many as tables whose names are told apart
def _format_names(
    persons: tuple[Person, ...], guest_label: str, with_escaping: bool
) -> Mapping[Player, str]:
    """Return the names of people as they stand in a message."""
    called = distinguish_names(persons, guest_label)
    return {
        player: found.format_escaped() if with_escaping else found.format_plain()
        for player, found in called.items()
    }


async def load_display_names(
    people: PeopleDirectory, catalogue: Catalogue, players: Iterable[Player]
) -> Mapping[Player, DisplayName]:
    """Return the display names of players, distinguished from each other, forgotten players
    included.
    """
    wanted = [*players]
    called = distinguish_names((*(await people.list_people(wanted)).values(),), catalogue("guest"))
    unknown = DisplayName(catalogue("forgotten-player"))
    return {player: called.get(player, unknown) for player in wanted}


async def load_player_figures(
    people: PeopleDirectory,
    catalogue: Catalogue,
    players: Sequence[Player],
    other_players: Iterable[Player] = (),
) -> Mapping[Player, PlayerFigure]:
    """Return the figures of players for a picture, distinguished from `other_players`.

    Figures have the names of `load_name_formatter`, as far as a picture can draw them.
    """
    called = await load_display_names(people, catalogue, [*players, *other_players])
    drawn = [called[player].with_drawable_letters() for player in players]
    return dict(zip(players, build_player_figures(drawn), strict=True))


async def load_game_figures(
    people: PeopleDirectory, catalogue: Catalogue, game: Game
) -> Mapping[Player, PlayerFigure]:
    """Return the figures of everybody in the pictures of a game."""
    judged = game.verdicts if isinstance(game, Pod) else ()
    beaten = [each for verdict in judged for each in (verdict.responsible, verdict.loser)]
    order = dict.fromkeys([*game.players, *(player for player in beaten if player)])
    return await load_player_figures(people, catalogue, list(order), list_people_of_game(game))


def list_people_of_game(game: Game) -> list[Player]:
    """Return everybody whom a game's messages may name."""
    if isinstance(game, Pod):
        return [*PodFacts(game).mentioned_people]
    if isinstance(game, Plan) and game.night is not None:
        return [*game.players, game.host, *game.night.all_players, *game.guests.values()]
    return [*game.players, game.host]


def build_duel_formatter(formatter: MessageFormatter) -> DuelFormatter:
    """Return a formatter for texts about a duel that names players as `formatter` does."""
    return DuelFormatter(formatter.text, formatter.name, escape_markdown)
