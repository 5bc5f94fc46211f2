"""Players as options: autocompletion, and the player that an option's value means."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from discord.app_commands import Choice, Range

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter
from bot.front.interaction.game_commands import load_channel_game
from bot.front.interaction.inputs import is_discord_id
from bot.front.ui.escaping import clean_label, escape_markdown, fold_user_input, truncate
from bot.rulebooks import Game
from bot.rules.facts import CardId, Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import list_players_in_game
from bot.storage.record.people import AccountNames


class SelectedUser(NamedTuple):
    """A user who was selected in a user select menu, with their names on the server."""

    id: int
    names: AccountNames
    bot: bool


def list_selected_users(ctx: Context) -> list[SelectedUser]:
    """Return the users selected in a user select menu, as Discord describes them."""
    resolved = _get_mapping(ctx.interaction.data, "resolved")
    users, members = (_get_mapping(resolved, key) for key in ("users", "members"))
    found = [(account, _get_mapping(users, account)) for account in dict.fromkeys(ctx.menu_values)]
    return [
        SelectedUser(
            int(account),
            AccountNames(
                str(user.get("global_name") or user["username"]),
                str(user["username"]),
                str(_get_mapping(members, account).get("nick") or ""),
            ),
            bool(user.get("bot")),
        )
        for account, user in found
        if is_discord_id(account) and user.get("username")
    ]


def _get_mapping(payload: object, key: str) -> Mapping[str, Any]:
    """Return the object under a key of a Discord payload; empty if there is none."""
    found = payload.get(key) if isinstance(payload, Mapping) else None
    return found if isinstance(found, Mapping) else {}


MAX_CHOICES = 25
"""The most choices that Discord shows."""

Picked = Range[str, 1, 100]
"""An option with autocompletion: the value of a choice, or other text that the user typed."""


async def complete_player_names(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of players still in the channel's game whose names match a
    query.
    """
    pod = (await ctx.services.service.load_current_game(ctx.channel_address)).pod
    if pod is None:
        return []
    return build_player_choices(
        list_players_in_game(pod.current_game.standings),
        await load_label_formatter(ctx, pod),
        query,
    )


def list_removable_players(game: Game) -> tuple[Player, ...]:
    """Return the players still in a game; in a lobby, the players with a seat."""
    if isinstance(game, Pod) and game.state != "lobby":
        return tuple(list_players_in_game(game.current_game.standings))
    return list_seated_players(game)


def list_seated_players(game: Game) -> tuple[Player, ...]:
    """Return the players of a game, and in a lobby also those with a reserved seat."""
    return (*game.players, *game.kept) if isinstance(game, Pod) else game.players


def build_player_choices(
    players: Iterable[Player], formatter: MessageFormatter, query: str
) -> list[Choice[str]]:
    """Return autocomplete choices of the players whose names contain a query.

    The formatter writes names without Markdown.
    """
    return build_matching_choices([(formatter.name(player), player) for player in players], query)


def build_matching_choices(options: Iterable[tuple[str, str]], query: str) -> list[Choice[str]]:
    """Return autocomplete choices of (label, value) pairs whose labels contain a query."""
    labelled = [(clean_label(label, 100), value) for label, value in options]
    wanted = fold_user_input(query)
    return [Choice(name=n, value=v) for n, v in labelled if wanted in fold_user_input(n)][
        :MAX_CHOICES
    ]


async def resolve_player_option(ctx: Context, user_input: str, game: Game | None = None) -> Player:
    """Return the player that a command's option names.

    The value is a player's key from autocompletion, a name or a mention. The player is in the
    channel's game, or in the one given. Raises `Refusal`.
    """
    if game is None:
        game = (await load_channel_game(ctx)).game
        assert game is not None
    seated = list_seated_players(game)
    if user_input in seated:
        return user_input
    people = await ctx.server_people.list_people(seated)
    mentioned = {each.mention: player for player, each in people.items() if each.mention}
    if user_input.strip() in mentioned:  # Discord turns a typed @name into a mention
        return mentioned[user_input.strip()]
    words = await load_label_formatter(ctx, game)
    wanted = fold_user_input(user_input).removeprefix("@")
    ways: Sequence[Callable[[Player], str]] = (
        words.name,
        lambda player: people[player].display_name if player in people else "",
        lambda player: people[player].username if player in people else "",
    )
    matches = ([each for each in seated if fold_user_input(way(each)) == wanted] for way in ways)
    named = next(filter(None, matches), [])
    if len(named) != 1:
        raise Refusal("who", typed=escape_markdown(user_input), players=seated)
    return named[0]


# Cards


MAX_LABEL_LENGTH = 100
"""Characters of a choice's label; longer names are cut there, and only there."""


class CardInput(NamedTuple):
    """A card's name as a user entered it, and the card's id if the card index knows it."""

    text: str | None = None
    id: CardId | None = None


async def complete_card_names(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of card names that match a query, with the cards' ids as
    values.
    """
    found = await ctx.services.cards.complete_card_name(query, ctx.catalogue.locale)
    return [Choice(name=truncate(match.text, MAX_LABEL_LENGTH), value=match.id) for match in found]


def parse_card_input(ctx: Context, user_input: str | None) -> CardInput:
    """Parse a card that a user chose or typed.

    The name is put on one line. An empty input gives a `CardInput` without text.
    """
    line = " ".join((user_input or "").split())
    if not line:
        return CardInput()
    reading = ctx.services.cards.resolve_card(line, ctx.catalogue.locale)
    return CardInput(reading.text, reading.id)
