"""Opening of any game, in the channel or in a thread of its own, and joining of a rematch."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from bot.front.interaction.answers import list_missing_permissions_for_board, report_command_success
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.game_commands import (
    build_game_command_request,
    execute_game_command,
    wrap_command_in_factory,
)
from bot.front.pods import pod_threads
from bot.front.pods.idle_games import open_game_with_retry_at_limit, require_open_games_below_limit
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel
from bot.projections.limits import OPEN_GAMES, OpenGamesLimit
from bot.rulebooks import Game, create_event_of_game_command
from bot.rules.facts import Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandFactory
from bot.service.live_game import LiveGame
from bot.storage.record.people import Person
from bot.storage.tables.guests import ClaimedGuestCommandLimit


async def open_lobby_in_channel_or_thread(
    ctx: Context,
    opening_command: pod_threads.OpeningCommand,
    answer_text_key: str,
    people_to_save: Sequence[Person] = (),
) -> None:
    """Open a lobby for the user, in a new thread if the server prefers threads.

    `people_to_save` are people in the command who may be new to the bot.
    """
    if not pod_threads.should_open_pod_in_thread(ctx):
        await open_lobby_in_channel(
            ctx, 0, wrap_command_in_factory(opening_command), answer_text_key, people_to_save=people_to_save
        )
        return
    await require_open_games_below_limit(ctx, _build_open_games_limit(ctx))
    if not await pod_threads.open_game_in_thread(ctx, opening_command, (_build_open_games_limit(ctx),), people_to_save):
        remark = pod_threads.render_thread_permission_warning(ctx) or ctx.translations("threads-refused")
        await open_lobby_in_channel(
            ctx, 0, wrap_command_in_factory(opening_command), answer_text_key, remark, people_to_save=people_to_save
        )


async def require_lobby_can_be_opened(ctx: Context, opening_command: OpenLobby) -> None:
    """Raise `Refusal` if the user cannot open a lobby here; call this before showing the form."""
    await require_open_games_below_limit(ctx, _build_open_games_limit(ctx))
    if not pod_threads.can_pod_be_opened_in_thread(ctx):
        _require_permissions_to_post_board(ctx)
        live = await ctx.services.service.load_current_game(ctx.channel_address)
        if not live.is_over:
            create_event_of_game_command(live.game, opening_command)
    create_event_of_game_command(None, opening_command)


def _require_permissions_to_post_board(ctx: Context) -> None:
    """Raise `Refusal` if the bot may not post a game's board in this channel."""
    if missing := list_missing_permissions_for_board(ctx):
        raise Refusal("permissions", missing=missing)


async def open_lobby_in_channel(
    ctx: Context,
    game_number_on_button: int,
    command_factory: CommandFactory,
    answer_text_key: str,
    warning_text: str = "",
    guests: Sequence[Player] = (),
    people_to_save: Sequence[Person] = (),
) -> None:
    """Open a game's lobby in this channel, without a thread.

    `game_number_on_button` is the game whose button was pressed, 0 if none. `guests` are seated at once.
    `people_to_save` are people in the command who may be new to the bot. Raises `Refusal`, also if another game is
    open, such as an earlier one whose end was undone: boards of finished games keep *Rematch* for the time after it,
    and the refusal links to it.
    """
    _require_permissions_to_post_board(ctx)
    if game_number_on_button:
        current = await ctx.services.service.load_current_game(ctx.channel_address)
        if current.game is not None and current.number != game_number_on_button and not current.is_over:
            raise Refusal("rematch-waits", board=await _build_link_to_board(ctx, current))
    limit = _build_open_games_limit(ctx)
    request = build_game_command_request(
        ctx, command_factory, game_number_on_button, command_limits=(limit, ClaimedGuestCommandLimit(tuple(guests)))
    )
    request = replace(request, named=(*request.named, *people_to_save))
    opened = await open_game_with_retry_at_limit(ctx, limit, partial(ctx.services.service.execute_command, request))
    late = await pod_threads.wait_for_board_or_render_delay_note(ctx, opened.live)
    key = _TEXTS_WITHOUT_BOARD.get(answer_text_key, answer_text_key) if late else answer_text_key
    if opened.live.pod is not None and not opened.live.pod.kept:
        key = _TEXTS_WITHOUT_KEPT_SEATS.get(key, key)
    warning = f"\n⚠️ {warning_text}" if warning_text else ""
    await report_command_success(ctx, f"✅ {ctx.translations(key)}{warning}{late}")


async def _build_link_to_board(ctx: Context, live_game: LiveGame) -> str:
    """Return the link to a game's board; without a board, to the game's channel."""
    place = live_game.place
    channel = ctx.interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
    board = await ctx.services.boards.load_pod_board(place.channel, live_game.number)
    linked = channel if board is None or board.message is None else channel.get_partial_message(board.message)
    address: str = linked.jump_url
    return address


_TEXTS_WITHOUT_BOARD = {"done-open": "done-opened", "joust-done-open": "joust-done-opened"}
"""The answers that send people to the board, each with what is said while there is none."""

_TEXTS_WITHOUT_KEPT_SEATS = {"done-rematch": "done-rematch-seated"}
"""The answers that speak of kept seats, each with what is said if everybody sits already."""


def _build_open_games_limit(ctx: Context) -> OpenGamesLimit:
    limits = ctx.services.throttle.limits
    return OpenGamesLimit(OPEN_GAMES, limits.opened, limits.open)


# Rematches: the first player to press opens the lobby, the same press by others joins it


ALREADY_OPEN = ("already-open", "duel-open", "pod-here", "duel-here", "rematch-waits")
"""The codes of the refusals when the channel plays another game already."""


async def join_rematch_opened_by_other_player(ctx: Context, previous_game: LiveGame) -> bool:
    """Join the lobby of a rematch that another player has opened already.

    Return False, without an answer, if there is no such lobby. Raises `Refusal`.
    """
    me = await ctx.get_player_id_of_user()
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    game = live.game
    if game is None or previous_game.game is None or not _is_joinable_rematch_of_game(live, previous_game, me):
        return False
    if me in game.players:
        await report_command_success(ctx, f"ℹ️ {ctx.translations('done-rematch-there')}")
        return True
    await execute_game_command(
        ctx, wrap_command_in_factory(JoinDuel(me) if isinstance(game, Duel) else JoinPod(me)), live.number
    )
    words = await load_message_formatter_in_user_language(ctx, [game.host])
    await report_command_success(ctx, f"✅ {words.text('done-rematch-joined', host=words.name(game.host))}")
    return True


def _is_joinable_rematch_of_game(live_game: LiveGame, previous_game: LiveGame, player: Player) -> bool:
    game = live_game.game
    before = previous_game.game
    if game is None or before is None or live_game.number <= previous_game.number or game.state != "lobby":
        return False
    return type(game) is type(before) and game.host in before.players and _is_player_in_rematch(game, before, player)


def _is_player_in_rematch(game: Game, previous_game: Game, player: Player) -> bool:
    if isinstance(game, Pod):
        return player in (*game.players, *game.kept)
    return player in previous_game.players
