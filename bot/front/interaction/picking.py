"""Players and cards as options: offered while the user types, and read from the value."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from discord.app_commands import Choice, Range

from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_id
from bot.front.interaction.pods import find_game
from bot.front.interaction.wording import label_game
from bot.front.rendering.escaping import clean_label, cut, escape, fold_typed
from bot.rulebooks import Game
from bot.rules.facts import CardId, Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import find_in_game
from bot.storage.record.people import Names
from bot.words import Words


class PickedUser(NamedTuple):
    """An account that was picked in a menu, with its names on the server."""

    id: int
    names: Names
    bot: bool


def list_picked_users(ctx: Context) -> list[PickedUser]:
    """Return the accounts that were picked in a menu of users, as Discord describes them."""
    resolved = _read_map(ctx.interaction.data, "resolved")
    users, members = (_read_map(resolved, key) for key in ("users", "members"))
    found = [(account, _read_map(users, account)) for account in dict.fromkeys(ctx.values)]
    return [
        PickedUser(
            int(account),
            Names(
                str(user.get("global_name") or user["username"]),
                str(user["username"]),
                str(_read_map(members, account).get("nick") or ""),
            ),
            bool(user.get("bot")),
        )
        for account, user in found
        if is_id(account) and user.get("username")
    ]


def _read_map(sent: object, key: str) -> Mapping[str, Any]:
    """Return an object that Discord sent under a key; empty if there is none."""
    found = sent.get(key) if isinstance(sent, Mapping) else None
    return found if isinstance(found, Mapping) else {}


MAX_CHOICES = 25
"""The most choices that Discord shows."""

Picked = Range[str, 1, 100]
"""An option with autocompletion: the value of a choice, or other text that the user typed."""


async def offer_players(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the players still in the channel's game whose names contain the typed text."""
    pod = (await ctx.services.service.find_current(ctx.place)).pod
    if pod is None:
        return []
    return match_players(find_in_game(pod.game.standings), await label_game(ctx, pod), typed)


def list_removable(game: Game) -> tuple[Player, ...]:
    """Return the players still in a game, or in its lobby those with a seat."""
    if isinstance(game, Pod) and game.state != "lobby":
        return tuple(find_in_game(game.game.standings))
    return list_seated(game)


def list_seated(game: Game) -> tuple[Player, ...]:
    """Return the players of a game, and the ones with a reserved seat in its lobby."""
    return (*game.players, *game.kept) if isinstance(game, Pod) else game.players


def match_players(players: Iterable[Player], words: Words, typed: str) -> list[Choice[str]]:
    """Return choices of players whose names, written by bare `words`, contain the typed text."""
    return match_options([(words.name(player), player) for player in players], typed)


def match_options(options: Iterable[tuple[str, str]], typed: str) -> list[Choice[str]]:
    """Return choices from pairs of label and value whose labels contain the typed text."""
    labelled = [(clean_label(label, 100), value) for label, value in options]
    wanted = fold_typed(typed)
    return [Choice(name=n, value=v) for n, v in labelled if wanted in fold_typed(n)][:MAX_CHOICES]


async def find_player(ctx: Context, typed: str, pod: Game | None = None) -> Player:
    """Return the player of an option: picked from the choices, typed by name, or mentioned.

    The player is in the channel's game, or in the one given. Raises `Refusal`.
    """
    if pod is None:
        pod = (await find_game(ctx)).game
        assert pod is not None
    seated = list_seated(pod)
    if typed in seated:
        return typed
    people = await ctx.people.find_people(seated)
    mentioned = {each.mention: player for player, each in people.items() if each.mention}
    if typed.strip() in mentioned:  # Discord turns a typed @name into a mention
        return mentioned[typed.strip()]
    words = await label_game(ctx, pod)
    wanted = fold_typed(typed).removeprefix("@")
    ways: Sequence[Callable[[Player], str]] = (
        words.name,
        lambda player: people[player].name if player in people else "",
        lambda player: people[player].username if player in people else "",
    )
    matches = ([each for each in seated if fold_typed(way(each)) == wanted] for way in ways)
    named = next(filter(None, matches), [])
    if len(named) != 1:
        raise Refusal("who", typed=escape(typed), players=seated)
    return named[0]


# Cards


MAX_LABEL_LENGTH = 100
"""Characters of a choice's label; longer names are cut there, and only there."""


class NamedCard(NamedTuple):
    """A card as a user named it, and its id if the index knows the card."""

    text: str | None = None
    id: CardId | None = None


async def offer_cards(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the names of cards; the value of a choice is the card's id."""
    found = await ctx.services.cards.complete(typed, ctx.text.locale)
    return [Choice(name=cut(match.text, MAX_LABEL_LENGTH), value=match.id) for match in found]


def read_card(ctx: Context, typed: str | None) -> NamedCard:
    """Return the card that a user chose or typed, on one line; nothing if they named none."""
    line = " ".join((typed or "").split())
    if not line:
        return NamedCard()
    reading = ctx.services.cards.read(line, ctx.text.locale)
    return NamedCard(reading.text, reading.id)
