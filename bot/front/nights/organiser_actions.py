"""Actions of a game night's organiser, such as adding a player; each can be undone.

The night is the one of the channel, or of the channel to which the thread of a pod belongs.
"""

import logging
from collections.abc import Callable, Iterable

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.basics.similar_names import MAX_NAME_LENGTH, parse_guest_name
from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import report_command_success, send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import (
    Context,
    get_or_fetch_server_member,
    load_or_create_person_of_discord_user,
    load_user_with_rights,
)
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.interaction.player_options import Picked, build_player_choices, parse_player_option
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_current_game_night
from bot.front.nights import plan_buttons
from bot.front.pods.guests import autocomplete_guest_names
from bot.front.ui import components
from bot.nights.night import GameNight
from bot.planning.night_begin_and_end import UndoGameNightOrganiserAction
from bot.planning.night_clock import PauseOrResumeGameNightRoundTimer
from bot.planning.night_penalties import MOST_TAKEN_POINTS, PenaliseGameNightPlayer
from bot.planning.night_players import AddPlayerToGameNight, DropPlayerFromGameNight
from bot.planning.night_swaps import SwapPlayersBetweenPods
from bot.planning.plan import PlannedGame, PlannedGameCommand
from bot.projections.plans import load_open_planned_games
from bot.rules.facts import Player
from bot.rules.lobby import LeaveLobby
from bot.rules.overrides import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.service import rights
from bot.service.game_requests import CommandLimit, CommandResult, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person
from bot.storage.tables.guests import ClaimedGuestCommandLimit

log = logging.getLogger(__name__)


# The night of a channel


def list_addresses_of_channel_and_parent(ctx: Context) -> list[ChannelAddress]:
    """Return the addresses of the current channel and, in a thread, of the thread's channel."""
    channel = ctx.location.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    found = dict.fromkeys([ctx.channel_address.channel, *([] if parent is None else [parent])])
    return [ChannelAddress(ctx.channel_address.guild, each) for each in found]


async def load_open_game_nights(ctx: Context) -> list[LiveGame]:
    """Load the server's game nights that are planned or running, the next one first."""
    service = ctx.services.service
    rows = await load_open_planned_games(ctx.services.database, ctx.channel_address.guild)
    places = [(ChannelAddress(row.guild, row.channel), row) for row in rows]
    found = [await service.load_game_by_number(place, row.pod, row.version) for place, row in places]
    return [live for live in found if live.plan is not None and live.plan.night is not None]


async def load_game_night_of_channel(ctx: Context) -> tuple[LiveGame, PlannedGame, GameNight]:
    """Load the game night played in this channel, or the next one planned here.

    Of several, the user's own comes first. Raises `Refusal` if there is none.
    """
    places = list_addresses_of_channel_and_parent(ctx)
    me = await ctx.get_player_id_of_user()
    here = [
        (live, plan, plan.night)
        for live in await load_open_game_nights(ctx)
        if live.place in places and (plan := live.plan) is not None and plan.night is not None
    ]
    if not here:
        raise Refusal("no-night")
    return min(here, key=lambda found: (not found[1].has_game_night_begun, found[1].host != me))


async def load_game_night_led_by_user(ctx: Context) -> tuple[LiveGame, PlannedGame, GameNight]:
    """Load the channel's game night. Raises `Refusal` unless the user may lead it as organiser."""
    live, plan, night = await load_game_night_of_channel(ctx)
    rights.require_command_permission(plan, PauseOrResumeGameNightRoundTimer(0), await load_user_with_rights(ctx), None)
    return live, plan, night


async def execute_game_night_command(
    ctx: Context,
    live_game: LiveGame,
    command_factory: Callable[[Player, LiveGame], PlannedGameCommand],
    possibly_new_people: Iterable[Person] = (),
    command_limits: tuple[CommandLimit, ...] = (),
) -> CommandResult:
    """Execute a command on a game night for the user, unless a limit is reached. Raises `Refusal`.

    `possibly_new_people` are people in the command who may be new to the bot.
    """
    request = build_game_command_request(ctx, command_factory, live_game.number, command_limits=command_limits)
    possibly_new_people = (*request.named, *possibly_new_people)
    try:
        return await ctx.services.service.execute_command(
            replace(request, place=live_game.place, named=possibly_new_people)
        )
    except Refusal as refusal:
        raise Refusal("no-night") if refusal.code == "old-pod" else refusal from None


def get_current_milliseconds() -> int:
    """Return the current time in milliseconds since 1970."""
    return datetime_to_milliseconds(discord.utils.utcnow())


async def answer_with_undo_button(ctx: Context, command_result: CommandResult, answer_text: str) -> None:
    """Tell a game night's organiser that an action succeeded, with a button that undoes the action."""
    ctx.services.plans.check_due_tasks_soon()
    await report_command_success(
        ctx,
        f"✅ {answer_text}",
        view=components.build_view_without_callbacks([build_button_to_undo_organiser_action(ctx, command_result)]),
    )


def build_button_to_undo_organiser_action(
    ctx: Context, command_result: CommandResult
) -> discord.ui.Button[discord.ui.View]:
    """Build the button that undoes the last action of a game night's organiser."""
    night = command_result.plan.night
    assert night is not None
    place = f"night:{command_result.live.place.channel}:{command_result.live.number}"
    button = plan_buttons.build_planned_game_action_button(place, "undo", ctx.translations)
    button.custom_id = f"{place}:undo:{len(night.acts)}"
    return button


# Options


async def autocomplete_game_night_players(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of a game night's players whose names contain a query."""
    try:
        _, plan, _ = await load_game_night_of_channel(ctx)
    except Refusal:
        return []
    return build_player_choices(plan.players, await load_label_formatter_for_game(ctx, plan), query)


async def autocomplete_current_round_players(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the players in a game night's current round."""
    try:
        _, plan, night = await load_game_night_of_channel(ctx)
    except Refusal:
        return []
    seated = _copy_plan_with_players_of_current_round(plan, night)
    return build_player_choices(seated.players, await load_label_formatter_for_game(ctx, seated), query)


def _copy_plan_with_players_of_current_round(planned_game: PlannedGame, game_night: GameNight) -> PlannedGame:
    """Return a copy of the plan with only the players of the game night's current round.

    Players who left since are included.
    """
    current = game_night.current_round
    if current is None:
        return planned_game
    pods = (player for pod in current.pods for player in pod.players)
    return replace(planned_game, players=(*pods, *current.out))


# Who plays


@slash_command("night-drop", build_access_rule_for_current_game_night(DropPlayerFromGameNight))
@translate_command_options(player="dropped")
@set_option_suggestions(player=autocomplete_game_night_players)
async def drop_player_from_game_night(ctx: Context, player: Picked) -> None:
    """Remove a player from the coming rounds of a game night."""
    live, plan, _ = await load_game_night_led_by_user(ctx)
    whom = await parse_player_option(ctx, player, plan)
    done = await execute_game_night_command(ctx, live, lambda *_: DropPlayerFromGameNight(whom))
    await _vacate_seat_of_dropped_player(ctx, done.live, whom)
    words = await load_message_formatter_in_user_language(ctx, [whom])
    await answer_with_undo_button(ctx, done, ctx.translations("night-done-drop", player=words.name(whom)))


async def _vacate_seat_of_dropped_player(ctx: Context, live_game: LiveGame, player: Player) -> None:
    """Free the seat of a dropped player in a pod that has not begun.

    The seat is filled when the pod's check-in ends.
    """
    night = None if live_game.plan is None else live_game.plan.night
    pod = None if night is None else night.find_opened_pod_of_player(player)
    if pod is None:
        return
    me = await ctx.get_player_id_of_user()
    place = ChannelAddress(live_game.place.guild, pod.channel)
    leave = GameCommandRequest(place, None, lambda *_: LeaveLobby(player, (me,)), pod=pod.pod)
    try:
        await ctx.services.service.execute_command(leave)
    except Refusal as refusal:  # the pod has begun, or the player has left it
        log.debug("a dropped player keeps the seat in %s: %s", pod.channel, refusal.code)


@slash_command("night-add", build_access_rule_for_current_game_night(AddPlayerToGameNight))
@translate_command_options(member="added", guest="guest")
@set_option_suggestions(guest=autocomplete_guest_names)
async def add_player_to_game_night(
    ctx: Context, member: discord.User | None = None, guest: Range[str, 1, MAX_NAME_LENGTH] | None = None
) -> None:
    """Add a member or a guest to a game night from the next round on.

    The member brings the guest. Without a member, the organiser brings the guest.
    """
    live, _, _ = await load_game_night_led_by_user(ctx)
    found = None if member is None else await _load_person_unless_bot(ctx, member)
    if guest is not None:
        await _add_guest_to_game_night(
            ctx, live, guest, found or await load_or_create_person_of_discord_user(ctx, ctx.interaction.user)
        )
        return
    if found is None:
        raise Refusal("night-add-whom")
    done = await execute_game_night_command(ctx, live, lambda me, _: AddPlayerToGameNight(found.id, by=me), [found])
    words = await load_message_formatter_in_user_language(ctx, [found.id])
    key = "night-done-add-waits" if found.id in done.plan.players_on_waiting_list else "night-done-add"
    said = ctx.translations(key, player=words.name(found.id))
    await answer_with_undo_button(ctx, done, _add_seat_confirmation_note(said, done.plan, found.id, words))


async def _load_person_unless_bot(ctx: Context, member: discord.User) -> Person:
    found = await get_or_fetch_server_member(ctx, member.id)
    if found is None or found.bot:
        raise Refusal("seat-bot")
    return await load_or_create_person_of_discord_user(ctx, found)


async def _add_guest_to_game_night(ctx: Context, live_game: LiveGame, guest_name: str, bringer: Person) -> None:
    """Add a guest (a player without an account) whom the member `bringer` acts for.

    Raises `Refusal`.
    """
    guest = await ctx.people_with_server_nicknames.load_or_create_guest(parse_guest_name(guest_name))
    done = await execute_game_night_command(
        ctx,
        live_game,
        lambda organiser, _: AddPlayerToGameNight(guest.id, brought_by=bringer.id, by=organiser),
        [guest, bringer],
        (ClaimedGuestCommandLimit((guest.id,)),),
    )
    words = await load_message_formatter_in_user_language(ctx, [guest.id, bringer.id])
    names = {"guest": words.name(guest.id), "by": words.name(bringer.id)}
    said = ctx.translations("night-done-guest", **names)
    if guest.id in done.plan.players_on_waiting_list:
        said = ctx.translations("night-done-add-waits", player=names["guest"])
    await answer_with_undo_button(ctx, done, _add_seat_confirmation_note(said, done.plan, guest.id, words))


def _add_seat_confirmation_note(
    answer_text: str, planned_game: PlannedGame, player: Player, formatter: PodMessageFormatter
) -> str:
    """Return an answer about an added player, with a note on who must still accept the seat."""
    if planned_game.has_pressed_join_button(player):
        return answer_text
    acting = formatter.name(planned_game.find_member_acting_for_player(player))
    return f"{answer_text} {formatter.text('night-done-press', player=acting)}"


@slash_command("night-swap", build_access_rule_for_current_game_night(SwapPlayersBetweenPods))
@translate_command_options(one="swapped", other="swapped")
@set_option_suggestions(one=autocomplete_current_round_players, other=autocomplete_current_round_players)
async def swap_players_between_night_pods(ctx: Context, one: Picked, other: Picked) -> None:
    """Swap two players of a game night's current round between their pods."""
    live, plan, night = await load_game_night_led_by_user(ctx)
    seated = _copy_plan_with_players_of_current_round(plan, night)
    first = await parse_player_option(ctx, one, seated)
    second = await parse_player_option(ctx, other, seated)
    done = await execute_game_night_command(ctx, live, lambda me, _: SwapPlayersBetweenPods(first, second, me))
    words = await load_message_formatter_in_user_language(ctx, [first, second])
    names = {"one": words.name(first), "other": words.name(second)}
    await answer_with_undo_button(ctx, done, ctx.translations("night-done-swap", **names))


@slash_command("night-points", build_access_rule_for_current_game_night(PenaliseGameNightPlayer))
@translate_command_options(player="points-from", points="points-taken", reason="reason")
@set_option_suggestions(player=autocomplete_game_night_players)
async def deduct_points_in_game_night(
    ctx: Context, player: Picked, points: Range[int, 1, MOST_TAKEN_POINTS], reason: Range[str, 1, LONGEST_REASON]
) -> None:
    """Deduct points from a player in the standings of a game night, with a public reason."""
    live, plan, night = await load_game_night_led_by_user(ctx)
    whom = await parse_player_option(ctx, player, replace(plan, players=tuple(sorted(night.all_players))))
    said = " ".join(reason.split())
    done = await execute_game_night_command(ctx, live, lambda me, _: PenaliseGameNightPlayer(whom, points, said, me))
    words = await load_message_formatter_in_user_language(ctx, [whom])
    told = ctx.translations("night-done-points", player=words.name(whom), points=points)
    await answer_with_undo_button(ctx, done, told)


# The clock


@slash_command("night-pause", build_access_rule_for_current_game_night(PauseOrResumeGameNightRoundTimer))
async def toggle_night_round_timer(ctx: Context) -> None:
    """Pause the round timer of the channel's game night; resume the timer if it is paused."""
    live, _, night = await load_game_night_led_by_user(ctx)
    await _pause_or_resume_round_timer(ctx, live, is_paused=night.paused is None)


async def _pause_or_resume_round_timer(ctx: Context, live_game: LiveGame, *, is_paused: bool) -> None:
    now = get_current_milliseconds()
    done = await execute_game_night_command(ctx, live_game, lambda *_: PauseOrResumeGameNightRoundTimer(now, is_paused))
    await answer_with_undo_button(ctx, done, ctx.translations("night-done-pause" if is_paused else "night-done-resume"))


async def load_game_night_by_plan_number(
    ctx: Context, plan_number: int, channel_address: ChannelAddress | None = None
) -> tuple[LiveGame, PlannedGame, GameNight]:
    """Load a game night of a channel by its number, even a past one.

    Without an address, the channel is that of the interaction.
    """
    live = await ctx.services.service.load_game_by_number(channel_address or ctx.channel_address, plan_number)
    if live.plan is None or live.plan.night is None:
        raise Refusal("no-night")
    return live, live.plan, live.plan.night


async def load_game_night_of_channel_or_parent(
    ctx: Context, channel_id: int, plan_number: int
) -> tuple[LiveGame, PlannedGame, GameNight]:
    """Load a game night of the current channel or of the current thread's channel.

    Raises `Refusal` for other channels.
    """
    place = ChannelAddress(ctx.channel_address.guild, channel_id)
    if place not in list_addresses_of_channel_and_parent(ctx):
        raise Refusal("no-night")
    return await load_game_night_by_plan_number(ctx, plan_number, place)


async def pause_or_resume_game_night_round_timer(ctx: Context, number: int, stop: int) -> None:
    """Pause the round timer of a game night, or resume the timer if `stop` is 0."""
    live, _, _ = await load_game_night_by_plan_number(ctx, number)
    await _pause_or_resume_round_timer(ctx, live, is_paused=bool(stop))


async def undo_game_night_organiser_action(ctx: Context, number: int, act: int) -> None:
    """Undo the organiser's action number `act` in a game night if no other action followed."""
    live, _, _ = await load_game_night_by_plan_number(ctx, number)
    await _undo_game_night_organiser_action(ctx, live, act)


async def undo_organiser_action_in_channel(ctx: Context, channel: int, number: int, act: int) -> None:
    """Undo the organiser's action number `act` in a channel's game night if no other action followed."""
    live, _, _ = await load_game_night_of_channel_or_parent(ctx, channel, number)
    await _undo_game_night_organiser_action(ctx, live, act)


async def _undo_game_night_organiser_action(ctx: Context, live_game: LiveGame, action_number: int) -> None:
    now = get_current_milliseconds()
    await execute_game_night_command(ctx, live_game, lambda *_: UndoGameNightOrganiserAction(action_number, now=now))
    ctx.services.plans.check_due_tasks_soon()
    await send_answer(ctx, f"↩️ {ctx.translations('night-done-undo')}")


COMMANDS = (
    drop_player_from_game_night,
    add_player_to_game_night,
    swap_players_between_night_pods,
    toggle_night_round_timer,
    deduct_points_in_game_night,
)

ROUTES = (
    CustomIdRoute(
        "night:{channel:id}:{number:int}:undo:{act:int}",
        undo_organiser_action_in_channel,
        build_access_rule_for_current_game_night(UndoGameNightOrganiserAction),
    ),
    CustomIdRoute(
        "plan:{number:int}:unact:{act:int}",
        undo_game_night_organiser_action,
        build_access_rule_for_current_game_night(UndoGameNightOrganiserAction),
    ),
    CustomIdRoute(
        "plan:{number:int}:pause:{stop:int}",
        pause_or_resume_game_night_round_timer,
        build_access_rule_for_current_game_night(PauseOrResumeGameNightRoundTimer),
    ),
)
