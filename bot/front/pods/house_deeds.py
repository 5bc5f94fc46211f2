"""Deeds (achievements) that the server defined itself: claiming them, voting on them, and giving them."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.game_texts import deed_texts, story
from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import load_label_formatter_for_game, load_message_formatter_for_pod
from bot.front.interaction.game_commands import (
    build_game_command_request,
    execute_game_command,
    load_pod,
)
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.interaction.services import BotServices
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.rules.facts import Player
from bot.rules.house_deeds import (
    ClaimServerAchievement,
    CloseServerAchievementVote,
    GiveServerAchievement,
    ServerAchievement,
    WayToEarnDeed,
    list_achievement_candidates,
    list_achievement_voters,
    list_voted_achievements,
    require_achievement_vote_allowed,
)
from bot.rules.overrides import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS, Requester
from bot.service.game_requests import CommandResult, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.rights import has_pod_command_permission, require_command_permission, require_player_of_pod

DEEDS_PER_PAGE = 25
"""The most deeds in a menu: Discord's limit."""

REASON_FIELD = "reason"
"""The input of the modal in which the reason for a deed is typed."""

_OF_PLAYERS: tuple[WayToEarnDeed, ...] = ("claimed", "voted")
_OF_ORGANISERS: tuple[WayToEarnDeed, ...] = ("given",)


def _list_server_achievements(ctx: Context, *ways: WayToEarnDeed) -> list[ServerAchievement]:
    """Return the server's own achievements that players can earn in one of the `ways`, such as by vote.

    Raises `Refusal` without any.
    """
    found = [each for each in ctx.settings.house_deeds if each.way in ways]
    if not found:
        raise Refusal("no-deeds")
    return found


def _find_server_achievement(ctx: Context, achievement_id: str, *ways: WayToEarnDeed) -> ServerAchievement:
    """Return one of the server's own achievements by id. Raises `Refusal` if there is none."""
    found = next((each for each in ctx.settings.house_deeds if each.deed == achievement_id and each.way in ways), None)
    if found is None:
        raise Refusal("no-deeds")
    return found


async def remove_unavailable_achievement_actions(
    ctx: Context, live_game: LiveGame, user: Requester, achievement_actions: Sequence[str]
) -> list[str]:
    """Return the actions without those on achievements that the user can neither claim nor give."""
    ways = {each.way for each in ctx.settings.house_deeds}
    removed = set[str]()
    if ways.isdisjoint(_OF_PLAYERS):
        removed.add("deed")
    if "award" in achievement_actions and not (
        not ways.isdisjoint(_OF_ORGANISERS) and await _can_user_give_achievements(ctx, live_game, user)
    ):
        removed.add("award")
    return [action for action in achievement_actions if action not in removed]


def _render_achievement_menu(
    ctx: Context, achievements: Sequence[ServerAchievement], custom_id: str, page_number: int
) -> ui.View:
    """Return a menu of achievements, with buttons to other pages if there are too many."""
    last = (len(achievements) - 1) // DEEDS_PER_PAGE
    at = min(page_number, last)
    text = ctx.translations
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(text("deed-placeholder"), 150),
        options=[
            discord.SelectOption(
                label=clean_label_text(each.name, 100),
                description=clean_label_text(deed_texts.describe_achievement_condition(each, text), 100),
                emoji=deed_texts.WAY_ICONS[each.way],
                value=each.deed,
            )
            for each in achievements[at * DEEDS_PER_PAGE : (at + 1) * DEEDS_PER_PAGE]
        ],
        custom_id=f"{custom_id}:{_MENU_WORDS[custom_id.rpartition(':')[2]]}",
    )
    pages = components.build_page_buttons(f"{custom_id}:page", at, last) if last else []
    return components.build_view_without_callbacks([menu, *pages])


_MENU_WORDS: Mapping[str, str] = {"deed": "claim", "award": "pick"}
"""The last word in the custom ids of the menus of achievements."""


# Claims


async def open_server_achievement_menu(ctx: Context, pod: int) -> None:
    """Show the menu of the server's own achievements that the user can claim or vote on in a game."""
    require_player_of_pod((await load_pod(ctx, pod)).pod, await ctx.get_player_id_of_user())
    view = _render_achievement_menu(ctx, _list_server_achievements(ctx, *_OF_PLAYERS), f"pod:{pod}:deed", 0)
    await send_answer(ctx, ctx.translations("deed-ask"), view=view)


async def show_page_of_achievement_menu(ctx: Context, pod: int, page: int) -> None:
    """Show another page of the achievements that the user can claim or vote on."""
    require_player_of_pod((await load_pod(ctx, pod)).pod, await ctx.get_player_id_of_user())
    view = _render_achievement_menu(ctx, _list_server_achievements(ctx, *_OF_PLAYERS), f"pod:{pod}:deed", page)
    await answer_by_editing_message(ctx, content=ctx.translations("deed-ask"), view=view)


async def claim_selected_achievement(ctx: Context, pod: int, selection: str) -> None:
    """Claim the selected achievement for the user, or show a menu to vote on who gets it."""
    live = await load_pod(ctx, pod)
    require_player_of_pod(live.pod, await ctx.get_player_id_of_user())
    deed = _find_server_achievement(ctx, selection, *_OF_PLAYERS)
    if deed.way == "voted":
        await _show_menu_to_vote_on_achievement(ctx, live, deed)
        return

    done = await execute_game_command(
        ctx, lambda player, _: ClaimServerAchievement(player, deed.deed, deed.name, deed.times), pod
    )
    words = await load_message_formatter_for_pod(ctx, done.pod)
    back = components.build_pod_action_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = story.render_pod_event(done.recorded.event, words)
    await answer_by_editing_message(ctx, content=f"✅ {told}", view=components.build_view_without_callbacks([back]))


# Votes


async def _show_menu_to_vote_on_achievement(ctx: Context, live_game: LiveGame, achievement: ServerAchievement) -> None:
    """Show the user a menu of the players who can get an achievement by vote."""
    assert live_game.pod is not None
    me = await ctx.get_player_id_of_user()
    candidates = list_achievement_candidates(live_game.pod, me)
    if not candidates:
        raise Refusal("vote-yourself")
    require_achievement_vote_allowed(live_game.pod, me, candidates[0], achievement.deed)
    names = await load_label_formatter_for_game(ctx, live_game.pod)
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(ctx.translations("vote-placeholder"), 150),
        options=[
            discord.SelectOption(label=clean_label_text(names.name(player), 100), value=player)
            for player in candidates[:DEEDS_PER_PAGE]
        ],
        custom_id=f"pod:{live_game.number}:deed:{achievement.deed}:vote",
    )
    said = ctx.translations("vote-ask", deed=escape_markdown(achievement.name))
    await answer_by_editing_message(ctx, content=said, view=components.build_view_without_callbacks([menu]))


async def vote_for_achievement_winner(ctx: Context, pod: int, achievement_id: str, selection: str) -> None:
    """Store the user's secret vote on who gets an achievement.

    After the game, the last vote ends the voting.
    """
    me = await ctx.get_player_id_of_user()
    require_player_of_pod((await load_pod(ctx, pod)).pod, me)
    achievement = _find_server_achievement(ctx, achievement_id, "voted")
    place = ctx.channel_address
    live = await ctx.services.service.cast_ballot(place, pod, me, achievement_id, selection)
    assert live.pod is not None
    words = await load_message_formatter_for_pod(ctx, live.pod)
    cast = {"deed": escape_markdown(achievement.name), "player": words.name(selection)}
    ballots = (await ctx.services.service.load_achievement_ballots_of_pod(place, pod)).get(achievement_id, {})
    if live.pod.state != "finished" or not ballots.keys() >= {*list_achievement_voters(live.pod)}:
        await answer_by_editing_message(ctx, content=ctx.translations("vote-cast", **cast), view=None)
        return
    done = await _close_vote_on_achievement(ctx.services, place, pod, achievement)
    result = story.render_pod_event(done.recorded.event, words)
    await answer_by_editing_message(ctx, content=ctx.translations("vote-closed", **cast, result=result), view=None)


async def _close_vote_on_achievement(
    services: BotServices, channel_address: ChannelAddress, pod_number: int, achievement: ServerAchievement
) -> CommandResult:
    command = CloseServerAchievementVote(achievement.deed, achievement.name, None)  # the service adds the winner
    return await services.service.execute_command(
        GameCommandRequest(channel_address, None, lambda *_: command, pod=pod_number)
    )


async def close_achievement_votes_of_pod(
    services: BotServices, channel_address: ChannelAddress, pod_number: int
) -> None:
    """Close the votes on achievements in a finished pod.

    Players can then object to the results.
    """
    ballots = await services.service.load_achievement_ballots_of_pod(channel_address, pod_number)
    if not ballots:
        return
    live = await services.service.load_game_by_number(channel_address, pod_number)
    if live.pod is None or live.pod.state != "finished" or live.pod.disputed_report is not None:
        return
    settings = await services.guilds.load_server_settings(channel_address.guild)
    voted = list_voted_achievements(live.pod)
    for each in settings.house_deeds:
        if each.deed in ballots and each.deed not in voted:
            await _close_vote_on_achievement(services, channel_address, pod_number, each)


# Given by an organiser

_ANY_REASON = "-"
"""A reason that stands for any other where only rights matter."""


async def _add_game_night_organiser_rights(ctx: Context, live_game: LiveGame, user: Requester) -> Requester:
    """Return the user's rights, with those of an organiser if the user leads the pod's game night."""
    night = await ctx.services.service.load_game_night_of_pod(live_game)
    leads = (
        night is not None and night.plan is not None and night.plan.leaders.includes_member(user.player, user.role_ids)
    )
    return replace(user, organiser=leads)


async def _can_user_give_achievements(ctx: Context, live_game: LiveGame, user: Requester) -> bool:
    try:
        await _require_right_to_give_achievements(ctx, live_game, user)
    except Refusal:
        return False
    return True


async def _require_right_to_give_achievements(ctx: Context, live_game: LiveGame, user: Requester) -> Requester:
    """Return the user's rights. Raises `Refusal` unless the user may give achievements in this game."""
    if live_game.pod is None:
        raise Refusal("old-pod")
    any_command = GiveServerAchievement("", "", "", _ANY_REASON, 1)
    if not has_pod_command_permission(live_game.pod, any_command, user, None):
        user = await _add_game_night_organiser_rights(ctx, live_game, user)
    require_command_permission(live_game.pod, any_command, user, None)
    return user


async def open_achievement_award_menu(ctx: Context, pod: int) -> None:
    """Show an organiser the menu of the server's own achievements that they can give in a game."""
    await _require_right_to_give_achievements(ctx, await load_pod(ctx, pod), await load_user_with_rights(ctx))
    view = _render_achievement_menu(ctx, _list_server_achievements(ctx, *_OF_ORGANISERS), f"pod:{pod}:award", 0)
    await send_answer(ctx, ctx.translations("award-ask"), view=view)


async def show_achievement_award_page(ctx: Context, pod: int, page: int) -> None:
    """Show an organiser another page of the achievements that they can give."""
    await _require_right_to_give_achievements(ctx, await load_pod(ctx, pod), await load_user_with_rights(ctx))
    view = _render_achievement_menu(ctx, _list_server_achievements(ctx, *_OF_ORGANISERS), f"pod:{pod}:award", page)
    await answer_by_editing_message(ctx, content=ctx.translations("award-ask"), view=view)


async def ask_who_gets_selected_achievement(ctx: Context, pod: int, selection: str) -> None:
    live = await load_pod(ctx, pod)
    await _require_right_to_give_achievements(ctx, live, await load_user_with_rights(ctx))
    deed = _find_server_achievement(ctx, selection, *_OF_ORGANISERS)
    assert live.pod is not None
    names = await load_label_formatter_for_game(ctx, live.pod)
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(ctx.translations("vote-placeholder"), 150),
        options=[
            discord.SelectOption(label=clean_label_text(names.name(player), 100), value=player)
            for player in live.pod.players[:DEEDS_PER_PAGE]
        ],
        custom_id=f"pod:{live.number}:award:{deed.deed}:to",
    )
    said = ctx.translations("award-whom", deed=escape_markdown(deed.name))
    await answer_by_editing_message(ctx, content=said, view=components.build_view_without_callbacks([menu]))


async def ask_reason_to_award_selected_player(ctx: Context, pod: int, achievement_id: str, selection: str) -> None:
    """Ask an organiser in a modal why the selected player gets an achievement."""
    live = await load_pod(ctx, pod)
    await _require_right_to_give_achievements(ctx, live, await load_user_with_rights(ctx))
    achievement = _find_server_achievement(ctx, achievement_id, *_OF_ORGANISERS)
    modal = ui.Modal(
        title=clean_label_text(achievement.name, 45), custom_id=f"pod:{pod}:award:{achievement_id}:{selection}:given"
    )
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON)
    modal.add_item(ui.Label(text=ctx.translations("dispute-reason"), component=reason))
    await show_modal(ctx, modal)


async def give_achievement_with_reason(ctx: Context, pod: int, achievement_id: str, player: Player) -> None:
    """Give a player an achievement, with the organiser's reason from the form."""
    live = await load_pod(ctx, pod)
    user = await _require_right_to_give_achievements(ctx, live, await load_user_with_rights(ctx))
    achievement = _find_server_achievement(ctx, achievement_id, *_OF_ORGANISERS)
    reason = " ".join(ctx.modal_fields.get(REASON_FIELD, "").split())
    command = GiveServerAchievement(player, achievement_id, achievement.name, reason, achievement.times)
    request = build_game_command_request(ctx, lambda *_: command, pod)
    actor = replace(ctx.requesting_member, organiser=user.organiser)
    done = await ctx.services.service.execute_command(replace(request, actor=actor))
    words = await load_message_formatter_for_pod(ctx, done.pod)
    told = story.render_pod_event(done.recorded.event, words)
    await send_answer(ctx, f"✅ {told}")


_PLAYER_ACCESS = build_access_rule_for_board_button(PLAYERS)
_GIVER_ACCESS = build_access_rule_for_board_button(GiveServerAchievement)

ROUTES = (
    CustomIdRoute("pod:{pod:int}:deed", open_server_achievement_menu, _PLAYER_ACCESS),
    CustomIdRoute("pod:{pod:int}:deed:page:{page:int}", show_page_of_achievement_menu, _PLAYER_ACCESS),
    CustomIdRoute(
        "pod:{pod:int}:deed:claim",
        claim_selected_achievement,
        build_access_rule_for_board_button(ClaimServerAchievement),
        picked=str,
    ),
    CustomIdRoute("pod:{pod:int}:deed:{achievement_id}:vote", vote_for_achievement_winner, _PLAYER_ACCESS, picked=str),
    CustomIdRoute("pod:{pod:int}:award", open_achievement_award_menu, _GIVER_ACCESS),
    CustomIdRoute("pod:{pod:int}:award:page:{page:int}", show_achievement_award_page, _GIVER_ACCESS),
    CustomIdRoute("pod:{pod:int}:award:pick", ask_who_gets_selected_achievement, _GIVER_ACCESS, picked=str),
    CustomIdRoute(
        "pod:{pod:int}:award:{achievement_id}:to", ask_reason_to_award_selected_player, _GIVER_ACCESS, picked=str
    ),
    CustomIdRoute("pod:{pod:int}:award:{achievement_id}:{player}:given", give_achievement_with_reason, _GIVER_ACCESS),
)
