"""Players as options: autocompletion, and the player that an option's value means."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from discord.app_commands import Choice, Range

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game
from bot.front.interaction.game_commands import load_numbered_or_current_game
from bot.front.interaction.inputs import is_discord_id
from bot.front.ui.escaping import (
    clean_label_text,
    escape_markdown,
    normalise_user_input_for_comparison,
    truncate_with_ellipsis,
)
from bot.rulebooks import Game
from bot.rules.facts import CardId, Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import list_players_in_game
from bot.storage.record.people import AccountNames


class UserSelectedInMenu(NamedTuple):
    """A user selected in a menu, with their names on the server."""

    id: int
    names: AccountNames
    bot: bool


def list_users_selected_in_menu(ctx: Context) -> list[UserSelectedInMenu]:
    """Return the users selected in a menu, with the names that Discord sent."""
    resolved = _get_object_from_payload(ctx.interaction.data, "resolved")
    users, members = (_get_object_from_payload(resolved, key) for key in ("users", "members"))
    found = [(account, _get_object_from_payload(users, account)) for account in dict.fromkeys(ctx.menu_values)]
    return [
        UserSelectedInMenu(
            int(account),
            AccountNames(
                str(user.get("global_name") or user["username"]),
                str(user["username"]),
                str(_get_object_from_payload(members, account).get("nick") or ""),
            ),
            bool(user.get("bot")),
        )
        for account, user in found
        if is_discord_id(account) and user.get("username")
    ]


def _get_object_from_payload(payload: object, field_name: str) -> Mapping[str, Any]:
    """Return the object at a key of raw Discord data; an empty object if there is none."""
    found = payload.get(field_name) if isinstance(payload, Mapping) else None
    return found if isinstance(found, Mapping) else {}


MAX_CHOICES = 25
"""The most choices that Discord shows."""

Picked = Range[str, 1, 100]
"""An option with autocompletion: the value of a choice, or other text that the user typed."""


async def autocomplete_names_of_remaining_players(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the players of the user's game who are not eliminated."""
    pod = (await load_numbered_or_current_game(ctx)).pod
    if pod is None:
        return []
    return build_player_choices(
        list_players_in_game(pod.current_game.standings), await load_label_formatter_for_game(ctx, pod), query
    )


def list_remaining_players(game: Game) -> tuple[Player, ...]:
    """Return the players still in a game, or those seated in a lobby."""
    if isinstance(game, Pod) and game.state != "lobby":
        return tuple(list_players_in_game(game.current_game.standings))
    return list_all_players_of_game(game)


def list_all_players_of_game(game: Game) -> tuple[Player, ...]:
    """Return all players of a game, including eliminated ones and people with a reserved seat."""
    return (*game.players, *game.kept) if isinstance(game, Pod) else game.players


def build_player_choices(
    players: Iterable[Player], formatter: PodMessageFormatter, typed_query: str
) -> list[Choice[str]]:
    """Return autocomplete choices of the players whose names contain the query.

    The formatter writes names without Markdown.
    """
    return filter_autocomplete_choices([(formatter.name(player), player) for player in players], typed_query)


def filter_autocomplete_choices(options: Iterable[tuple[str, str]], query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the (label, value) pairs whose labels contain the query."""
    labelled = [(clean_label_text(label, 100), value) for label, value in options]
    wanted = normalise_user_input_for_comparison(query)
    return [Choice(name=n, value=v) for n, v in labelled if wanted in normalise_user_input_for_comparison(n)][
        :MAX_CHOICES
    ]


async def parse_player_option(ctx: Context, user_input: str, game: Game | None = None) -> Player:
    """Parse the player in a slash command's option: a suggestion, a name or a mention.

    The value is a player's key from autocompletion, a name or a mention. The player is in the channel's game, or in the
    one given. Raises `Refusal`.
    """
    if game is None:
        game = (await load_numbered_or_current_game(ctx)).game
        assert game is not None
    seated = list_all_players_of_game(game)
    if user_input in seated:
        return user_input
    people = await ctx.people_with_server_nicknames.load_people_by_id(seated)
    mentioned = {each.discord_mention: player for player, each in people.items() if each.discord_mention}
    if user_input.strip() in mentioned:  # Discord turns a typed @name into a mention
        return mentioned[user_input.strip()]
    words = await load_label_formatter_for_game(ctx, game)
    wanted = normalise_user_input_for_comparison(user_input).removeprefix("@")
    ways: Sequence[Callable[[Player], str]] = (
        words.name,
        lambda player: people[player].display_name if player in people else "",
        lambda player: people[player].username if player in people else "",
    )
    matches = ([each for each in seated if normalise_user_input_for_comparison(way(each)) == wanted] for way in ways)
    named = next(filter(None, matches), [])
    if len(named) != 1:
        raise Refusal("who", typed=escape_markdown(user_input), players=seated)
    return named[0]


# Cards


MAX_LABEL_LENGTH = 100
"""Characters of a choice's label; longer names are cut there, and only there."""


class CardInput(NamedTuple):
    """A card that a user entered: the typed text, and the card's id if the bot knows the card."""

    text: str | None = None
    id: CardId | None = None


async def autocomplete_card_names(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest card names that match the query.

    The values are the cards' ids.
    """
    found = await ctx.services.cards.suggest_card_names(query, ctx.translations.locale)
    return [Choice(name=truncate_with_ellipsis(match.text, MAX_LABEL_LENGTH), value=match.id) for match in found]


def parse_card_input(ctx: Context, user_input: str | None) -> CardInput:
    """Parse a selected or typed card; the id is set only for known cards.

    The name is put on one line. An empty input gives a `CardInput` without text.
    """
    line = " ".join((user_input or "").split())
    if not line:
        return CardInput()
    reading = ctx.services.cards.resolve_card(line, ctx.translations.locale)
    return CardInput(reading.text, reading.id)
