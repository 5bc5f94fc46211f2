"""The names of players in messages and pictures; similar names are distinguished."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from bot.basics.similar_names import build_lookalike_name_key, format_discord_user_name
from bot.formatters.duels import DuelSentenceFormatter
from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.escaping import clean_user_input, escape_markdown, isolate_right_to_left_text
from bot.i18n import Translations
from bot.nights.night import GameNight
from bot.pictures import glyphs
from bot.pictures.figures import build_players_in_picture
from bot.pictures.scene import PlayerInPicture
from bot.planning.night_swaps import list_player_swaps_by_round
from bot.planning.plan import PlannedGame
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.storage.record.people import Person

MAX_NAME_LENGTH = 32
"""The most characters of a name, Discord's limit."""


class DisplayName(NamedTuple):
    """A player's display name, with the user name if others have a similar display name."""

    name: str
    added: str = ""

    def format_without_markdown(self) -> str:
        """Return the name for a button or menu, where Discord does not parse Markdown."""
        name = isolate_right_to_left_text(self.name)
        return f"{name} ({self.added})" if name and self.added else name or self.added

    def format_for_message(self) -> str:
        """Return the name for a message, with Markdown, mentions and links escaped."""
        name = escape_markdown(self.name, MAX_NAME_LENGTH) if self.name else ""
        added = escape_markdown(self.added, MAX_NAME_LENGTH) if self.added else ""
        return f"{name} ({added})" if name and added else name or added

    def format_for_picture(self) -> "DisplayName":
        """Return the name for a picture: the user name if the display name cannot be drawn."""
        drawn = glyphs.remove_undrawable_characters(self.name)
        return DisplayName(drawn, self.added) if glyphs.can_fonts_draw_text(self.name) else DisplayName(self.added)


@lru_cache(2_048)  # as many tables as stay in memory
def build_distinct_display_names(persons: tuple[Person, ...], guest_label: str) -> Mapping[Player, DisplayName]:
    """Return display names of people, with user names added to names that look alike."""
    names = {each.id: clean_user_input(each.display_name, MAX_NAME_LENGTH) for each in persons}
    keys = {
        player: {
            build_lookalike_name_key(name),
            build_lookalike_name_key(glyphs.remove_undrawable_characters(name)),
        }
        for player, name in names.items()
    }
    shared = Counter(key for each in keys.values() for key in each)
    alike = {
        player
        for player, name in names.items()
        if not glyphs.can_fonts_draw_text(name) or any(shared[key] > 1 for key in keys[player])
    } | {each.id for each in persons if each.is_guest}
    users = {
        each.id: guest_label
        if each.is_guest
        else clean_user_input(format_discord_user_name(each.username, each.discord_id), MAX_NAME_LENGTH)
        for each in persons
    }
    while True:  # a name with its addition may look like another name
        taken = {
            build_lookalike_name_key(DisplayName(names[each], users[each]).format_without_markdown()) for each in alike
        }
        more = {each for each in names if build_lookalike_name_key(names[each]) in taken} - alike
        if not more:
            break
        alike |= more
    return {
        player: DisplayName(name if build_lookalike_name_key(name) else "", users[player] if player in alike else "")
        for player, name in names.items()
    }


class PeopleDirectory(Protocol):
    """The protocol of a source of people by player ids, such as database rows."""

    async def load_people_by_id(self, player_ids: Iterable[Player]) -> dict[Player, Person]:
        """Load the known people with these player ids."""


async def load_formatter_with_player_names(
    people: PeopleDirectory, translations: Translations, players: Iterable[Player], *, escapes_markdown: bool = True
) -> PodMessageFormatter:
    """Load the names of players, and return a formatter that makes similar names distinct."""
    persons = (*(await people.load_people_by_id(players)).values(),)
    return _build_formatter_with_names(persons, translations, escapes_markdown)


async def load_message_and_label_formatters(
    people: PeopleDirectory, translations: Translations, players: Iterable[Player]
) -> tuple[PodMessageFormatter, PodMessageFormatter]:
    """Load the names of players; return a formatter for messages, and one for labels without Markdown."""
    persons = (*(await people.load_people_by_id(players)).values(),)
    return _build_formatter_with_names(persons, translations, True), _build_formatter_with_names(
        persons, translations, False
    )


class _PlayerNamesWithDefault(dict[Player, str]):
    """The names of players for a message, with one label for all players without a name."""

    def __init__(self, name_by_player: Mapping[Player, str], forgotten_label: str) -> None:
        super().__init__(name_by_player)
        self._forgotten_label = forgotten_label

    def __missing__(self, player: Player) -> str:
        return self._forgotten_label


@lru_cache(4_096)  # twice as many as tables whose names are told apart
def _build_formatter_with_names(
    people: tuple[Person, ...], translations: Translations, escapes_markdown: bool
) -> PodMessageFormatter:
    """Return a formatter with people's names, and with user names added to names that look alike."""
    called = build_distinct_display_names(people, translations("guest"))
    names = {
        player: found.format_for_message() if escapes_markdown else found.format_without_markdown()
        for player, found in called.items()
    }
    name_of = _PlayerNamesWithDefault(names, translations("forgotten-player")).__getitem__
    return PodMessageFormatter(translations, name_of, escape_markdown if escapes_markdown else str)


async def load_distinct_display_names(
    people: PeopleDirectory, translations: Translations, players: Iterable[Player]
) -> Mapping[Player, DisplayName]:
    """Load distinct display names of players, with a label for deleted players."""
    wanted = [*players]
    called = build_distinct_display_names((*(await people.load_people_by_id(wanted)).values(),), translations("guest"))
    unknown = DisplayName(translations("forgotten-player"))
    return {player: called.get(player, unknown) for player in wanted}


async def load_players_shown_in_picture(
    people: PeopleDirectory,
    translations: Translations,
    players: Sequence[Player],
    players_outside_picture: Iterable[Player] = (),
) -> Mapping[Player, PlayerInPicture]:
    """Load the names, initials and colours of players for a picture.

    Their names are also distinguished from those of `players_outside_picture`.
    """
    called = await load_distinct_display_names(people, translations, [*players, *players_outside_picture])
    drawn = [called[player].format_for_picture() for player in players]
    return dict(zip(players, build_players_in_picture(drawn), strict=True))


async def load_game_players_for_picture(
    people: PeopleDirectory, translations: Translations, game: Game
) -> Mapping[Player, PlayerInPicture]:
    """Load the names, initials and colours of a game's players for a picture."""
    judged = game.verdicts if isinstance(game, Pod) else ()
    beaten = [each for verdict in judged for each in (verdict.responsible, verdict.loser)]
    order = dict.fromkeys([*game.players, *(player for player in beaten if player)])
    return await load_players_shown_in_picture(people, translations, list(order), list_players_named_in_game(game))


def list_players_named_in_game(game: Game) -> list[Player]:
    """Return all players whom messages about a game may name."""
    if isinstance(game, Pod):
        return [*PodPropertyCache(game).all_mentioned_players]
    if isinstance(game, PlannedGame) and game.night is not None:
        return [
            *game.players,
            game.host,
            *game.night.all_players,
            *game.guests.values(),
            *game.leaders.players,
            *_list_organisers_who_changed_game_night(game.night),
        ]
    return [*game.players, game.host]


def _list_organisers_who_changed_game_night(night: GameNight) -> list[Player]:
    """Return the people who changed a game night as organisers, such as by swapping players."""
    others = [*(swap.by for _, swap in list_player_swaps_by_round(night)), *(each.by for each in night.taken_points)]
    return [player for player in (*(each.by for each in night.repeated_draws), *others) if player is not None]


def build_duel_formatter_from_pod_formatter(pod_formatter: PodMessageFormatter) -> DuelSentenceFormatter:
    """Return a formatter for duels with the player names of a formatter for pods."""
    return DuelSentenceFormatter(pod_formatter.text, pod_formatter.name, escape_markdown)
