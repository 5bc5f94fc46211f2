"""Opening a pod, joining and leaving its lobby, and starting the game."""

import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord.app_commands import Range
from msgspec.structs import replace

from bot.basics.links import MAX_LINK_LENGTH, parse_web_link
from bot.draws import seating
from bot.front.decks import deck_choice
from bot.front.game_texts import series_texts
from bot.front.interaction.answers import (
    defer_answer,
    replace_button_message_with_next_answer,
    report_command_success,
    send_answer,
)
from bot.front.interaction.command_declarations import slash_command, translate_command_options
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_for_pod,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import (
    build_game_command_request,
    execute_game_command,
    load_numbered_or_current_game,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.routes import (
    AccessRule,
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_server,
)
from bot.front.pods import pod_threads
from bot.front.pods.game_opening import (
    ALREADY_OPEN,
    join_rematch_opened_by_other_player,
    open_lobby_in_channel,
    open_lobby_in_channel_or_thread,
    require_lobby_can_be_opened,
)
from bot.front.pods.game_options import PodCommandOptions, add_pod_options_to_command, build_pod_setup_from_options
from bot.front.pods.invitations import (
    MAX_MENTIONS_LENGTH,
    fetch_invited_people,
    ping_invited_people,
    restrict_seats_to_invited_people,
)
from bot.front.pods.setup_draft import GameSetupDraft, build_setup_preview_message
from bot.front.pods.table_link import render_meeting_link_line
from bot.front.ui import components
from bot.projections.ratings import load_player_ratings
from bot.rulebooks import create_event_of_game_command, is_game_over
from bot.rules.facts import Player
from bot.rules.guests import list_guests_of_member
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import ChangeVariant, LeaveLobby, OpenLobby, StartGame, list_players_kept_for_rematch
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER, PLAYERS
from bot.rules.seats import assign_balanced_teams, find_minimum_player_count
from bot.rules.series import MAX_TARGET, TARGET, GameSeriesSettings, build_next_series_round
from bot.rules.table_options import is_range_of_influence_too_wide
from bot.rules.team_choice import BalanceTeams, ChooseTeam
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person

log = logging.getLogger(__name__)

# Opening a lobby


class NewPodDraft(GameSetupDraft, frozen=True):
    """A new pod that its host previews and has not opened yet.

    `link` is the link to a meeting on the web.
    """

    invited: tuple[Person, ...] = ()
    link: str | None = None

    async def build_preview_message(self, ctx: Context, draft_key: str) -> dict[str, Any]:
        """Return the message that previews the pod, with menus and a button that opens it."""
        text = ctx.translations
        return build_setup_preview_message(
            ctx, draft_key, self, introduction=text("open-read"), button_label=text("open-button"), action="open"
        )

    async def require_valid_setup(self, ctx: Context) -> None:
        """Raise `Refusal` if the rules do not allow a pod with this setup."""
        me = await ctx.get_player_id_of_user()
        create_event_of_game_command(None, self.build_command_to_open_lobby(me))

    def build_command_to_open_lobby(self, host: Player) -> OpenLobby:
        """Return the command that opens the lobby, limited to invited people if there are any."""
        setup = restrict_seats_to_invited_people(self.setup, host, self.invited) if self.invited else self.setup
        return OpenLobby(setup, host, (host,), link=self.link)


@slash_command("open", build_access_rule_for_server(OpenLobby, rate_limit_class="costly"))
@translate_command_options(invite="invite", link="table-link", change="change")
@add_pod_options_to_command
async def open_pod(
    ctx: Context,
    invite: Range[str, 1, MAX_MENTIONS_LENGTH] | None = None,
    link: Range[str, 1, MAX_LINK_LENGTH] | None = None,
    change: bool = False,
    *,
    agreement: PodCommandOptions,
) -> None:
    """Open the lobby of a pod for the user, in the channel or in a new thread.

    With `change` the user sees the setup first, with menus for rarely chosen terms.
    """
    setup = await build_pod_setup_from_options(ctx, agreement)
    meeting = parse_web_link(link or "")
    invited: list[Person] = []
    if invite is not None:
        # Members whom the bot does not know are fetched from Discord, which may take a while.
        if not await defer_answer(ctx, ephemeral=True, thinking=True):
            return
        invited = await fetch_invited_people(ctx, invite)
    await _open_or_preview_pod(ctx, setup, invited, meeting, with_preview=change)


async def _open_or_preview_pod(
    ctx: Context,
    pod_setup: PodSetup,
    invited_people: Sequence[Person] = (),
    meeting_link: str | None = None,
    *,
    with_preview: bool,
) -> None:
    """Open a pod's lobby, or show the host a preview of the pod first."""
    draft = NewPodDraft(
        ctx.channel_address,
        ctx.interaction.user.id,
        pod_setup,
        changing=True,
        invited=tuple(invited_people),
        link=meeting_link,
    )
    if not with_preview:
        await _open_pod_and_ping_invited_people(ctx, draft)
        return
    await require_lobby_can_be_opened(ctx, draft.build_command_to_open_lobby(await ctx.get_player_id_of_user()))
    draft_key = ctx.services.drafts.add_draft(draft)
    await send_answer(ctx, **await draft.build_preview_message(ctx, draft_key))


async def open_previewed_pod(ctx: Context, draft_key: str, draft: NewPodDraft) -> None:
    """Open the previewed pod once, however often the button is pressed."""
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        replace_button_message_with_next_answer(ctx)
        await _open_pod_and_ping_invited_people(ctx, draft)


async def _open_pod_and_ping_invited_people(ctx: Context, pod_draft: NewPodDraft) -> None:
    me = await ctx.get_player_id_of_user()
    invited = pod_draft.invited
    await open_lobby_in_channel_or_thread(ctx, pod_draft.build_command_to_open_lobby(me), "done-open", invited)
    if pod_draft.link is not None and ctx.command_results:
        await send_answer(
            ctx, f"{ctx.translations('done-link')}\n{render_meeting_link_line(pod_draft.link, ctx.translations)}"
        )
    if invited:
        await ping_invited_people(ctx, invited)


@slash_command("series", build_access_rule_for_server(OpenLobby, rate_limit_class="costly"))
@translate_command_options(target="target", link="table-link", change="change")
@add_pod_options_to_command
async def open_game_series_or_show_its_score(
    ctx: Context,
    target: Range[int, 1, MAX_TARGET] | None = None,
    link: Range[str, 1, MAX_LINK_LENGTH] | None = None,
    change: bool = False,
    *,
    agreement: PodCommandOptions,
) -> None:
    """Open a series of games. Without options, show the score of the channel's series instead."""
    if not [*ctx.interaction.namespace] and await _show_score_of_running_series(ctx):
        return
    setup = await build_pod_setup_from_options(ctx, agreement)
    setup = replace(setup, series=GameSeriesSettings(target or TARGET))
    await _open_or_preview_pod(ctx, setup, meeting_link=parse_web_link(link or ""), with_preview=change)


async def _show_score_of_running_series(ctx: Context) -> bool:
    """Show the score of the channel's series of games; return False if no series is running."""
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    shown = await series_texts.load_series_summary_of_pod(ctx.services.database, live)
    if shown is None or not series_texts.is_series_in_progress(shown):
        return False
    winners = [player for each in shown.rounds for player in each.winners]
    words = await load_message_formatter_in_user_language(ctx, [*shown.players_ranked_by_points, *winners])
    embed = series_texts.render_series_score_embed(shown, words)
    if is_game_over(live.game):
        embed.set_footer(text=words.text("series-another"))
        view = components.build_view_without_callbacks(
            [components.build_pod_action_button(live.number, "round", words)]
        )
        await send_answer(ctx, embed=embed, view=view)
    else:
        await send_answer(ctx, embed=embed)
    return True


async def open_rematch(ctx: Context, pod: int) -> None:
    """Open a lobby with the setup and the players of a past game.

    Soon after the end they sit at once; later the seats are kept until they press. If another player has opened a
    rematch already, the user joins that lobby instead. The user's own guests are seated; players bring theirs. Players
    who have left the server get no seat. After a round of a series the lobby is its next round, or the first round of a
    new series. The rematch of a night's pod is no pod of the night.
    """
    live = await load_numbered_or_current_game(ctx, pod)
    me = await ctx.get_player_id_of_user()
    if await join_rematch_opened_by_other_player(ctx, live):
        return
    played = () if live.pod is None or me not in live.pod.players else live.pod.players
    others = [player for player in played if player != me]
    gone = await ctx.services.absences.fetch_players_who_left(live, others)
    claimed = await ctx.services.guests.map_claimed_guests_to_members(played)
    now = datetime_to_milliseconds(discord.utils.utcnow())
    is_of_night = await ctx.services.service.load_game_night_of_pod(live) is not None

    def build_rematch_command(host: Player, previous_game: LiveGame) -> OpenLobby:
        over = previous_game.pod
        rights.require_player_of_pod(over, host)
        assert over is not None
        mine = tuple(each for each in list_guests_of_member(over, host) if each not in claimed)
        others = tuple(p for p in over.players if p not in (host, *over.guests, *gone))
        ended = previous_game.end_time or previous_game.touched
        stands = (
            list_players_kept_for_rematch(over, previous_game.authors, datetime_to_milliseconds(ended), now)
            if ended
            else ()
        )
        carried = tuple(player for player in others if player in stands)
        kept = tuple(player for player in others if player not in stands)
        setup = replace(
            over.setup,
            confirmation=ctx.settings.confirmation,
            dispute_minutes=ctx.settings.dispute_time_minutes,
            series=build_next_series_round(over.setup.series, previous_game.number),
            played=None,
        )
        if is_of_night:  # the rematch is a game beside the night
            setup = replace(setup, title=None, size=None, invited=())
        again = ((player, over.find_declared_deck_of_player(player)) for player in over.players)
        decks = {player: deck for player, deck in again if deck is not None}
        brought = dict.fromkeys(mine, host)
        players = (host, *mine, *carried)
        return OpenLobby(setup, host, players, kept=kept, guests=brought, decks=decks, carried=carried)

    try:
        mine = () if live.pod is None else list_guests_of_member(live.pod, me)
        mine = tuple(each for each in mine if each not in claimed)
        await open_lobby_in_channel(ctx, pod, build_rematch_command, "done-rematch", guests=mine)
    except Refusal as refusal:  # another player has opened it in the meantime
        if refusal.code not in ALREADY_OPEN or not await join_rematch_opened_by_other_player(ctx, live):
            raise


# Joining and leaving


async def join_lobby(ctx: Context, pod: int) -> None:
    await join_lobby_and_thread(ctx, pod, lambda me, _: JoinPod(me))


async def join_lobby_and_thread(ctx: Context, game_number: int, command_factory: CommandFactory) -> None:
    """Let the user join a lobby by a command, and add the user to the lobby's thread.

    A user who joins from the lobby's own channel gets a button to declare their deck.
    """
    await _confirm_lobby_join_to_user(ctx, await execute_game_command(ctx, command_factory, game_number))
    await pod_threads.add_user_to_pod_thread(ctx)


async def _confirm_lobby_join_to_user(ctx: Context, command_result: CommandResult) -> None:
    said = f"✅ {ctx.translations('done-join')}"
    pod = None if ctx.location.elsewhere else command_result.live.pod
    if pod is not None and deck_choice.can_requester_declare_decks(ctx, pod, await load_user_with_rights(ctx)):
        words = await load_label_formatter_for_game(ctx, pod)
        button = components.build_pod_action_button(command_result.live.number, "deck", words)
        await report_command_success(ctx, said, view=components.build_view_without_callbacks([button]))
    else:
        await report_command_success(ctx, said)


async def take_lobby_seats_reserved_for_user(ctx: Context, pod: int) -> None:
    """Take the lobby seats that are reserved for the user and the user's guests.

    The mention that called the user has added them to a thread already. A request for each of two hundred people of a
    night would keep back the boards of its pods.
    """

    def find_guest_with_reserved_seat(member: Player, live_game: LiveGame) -> Player | None:
        lobby = live_game.pod
        kept = () if lobby is None else lobby.kept
        return next((each for each in kept if lobby is not None and lobby.guests.get(each) == member), None)

    def build_command_to_take_seat(member: Player, live_game: LiveGame) -> JoinPod | BringGuestToPod:
        guest = find_guest_with_reserved_seat(member, live_game)
        is_own = guest is None or (live_game.pod is not None and member in live_game.pod.kept)
        return JoinPod(member) if is_own or guest is None else BringGuestToPod(guest, member)

    done = await execute_game_command(ctx, build_command_to_take_seat, pod)
    me = await ctx.get_player_id_of_user()
    while find_guest_with_reserved_seat(me, done.live) is not None:
        request = build_game_command_request(ctx, build_command_to_take_seat, pod)
        try:  # not by this interaction's id, by which the user's own seat was taken
            done = await ctx.services.service.execute_command(replace(request, interaction=None))
        except Refusal as refusal:  # the guest's seat went to somebody else in the meantime
            log.debug("a guest of the user stays without a seat: %s", refusal.code)
            break
    await _confirm_lobby_join_to_user(ctx, done)


async def leave_lobby(ctx: Context, pod: int) -> None:
    """Take the user out of the lobby. If the user was the host, another player becomes the host."""
    done = await execute_game_command(ctx, lambda me, _: LeaveLobby(me), pod)
    host = done.pod.host
    text = ctx.translations
    said = f"✅ {text('done-leave')}"
    if not done.again and done.before.pod is not None and done.before.pod.host != host:
        words = await load_message_formatter_for_pod(ctx, done.pod)
        said += f" {text('done-host', host=words.name(host))}"
    setup = done.pod.setup
    if is_range_of_influence_too_wide(setup, len(done.pod.players)):
        said += f" {text('lobby-range', range=setup.influence_range or 0, fewest=find_minimum_player_count(setup))}"
    await report_command_success(ctx, said)


async def join_selected_team(ctx: Context, pod: int, selection: str) -> None:
    """Choose the selected team in the lobby, or get one at random."""
    team = None if selection == components.DECLINE_OPTION_VALUE else int(selection)
    await _execute_lobby_command_and_confirm(ctx, pod, lambda me, _: ChooseTeam(me, team), "done-side")


def _parse_team_selection(menu_value: str) -> str | None:
    return menu_value if menu_value == components.DECLINE_OPTION_VALUE or is_ascii_number(menu_value) else None


async def balance_lobby_teams(ctx: Context, pod: int) -> None:
    """Divide the players in the lobby into teams by their ratings on this server."""
    lobby = (await load_pod(ctx, pod)).pod
    assert lobby is not None
    rated = await load_player_ratings(ctx.services.database, ctx.channel_address.guild, lobby.players)
    sides = assign_balanced_teams(lobby.setup, lobby.players, rated)
    await _execute_lobby_command_and_confirm(ctx, pod, wrap_command_in_factory(BalanceTeams(sides)), "done-balance")


async def change_lobby_variant(ctx: Context, pod: int, variant: str) -> None:
    """Change the lobby's variant to another one for the present number of players."""
    done = await execute_game_command(ctx, wrap_command_in_factory(ChangeVariant(variant)), pod)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    said = words.text("done-variant", variant=words.format_variant_name(done.pod.setup.variant))
    await report_command_success(ctx, f"✅ {said}")


# Starting


async def start_game(ctx: Context, pod: int) -> None:
    """Start the game, with random seats and a random first player."""
    await _execute_lobby_command_and_confirm(
        ctx, pod, lambda _, live: seating.draw_seats_of_pod(live.pod), "done-start"
    )


async def _execute_lobby_command_and_confirm(
    ctx: Context, pod_number: int, command_factory: CommandFactory, answer_text_key: str
) -> None:
    await execute_game_command(ctx, command_factory, pod_number)
    await report_command_success(ctx, f"✅ {ctx.translations(answer_text_key)}")


ROUTES = (
    CustomIdRoute(
        "opening:{draft_key}:open",
        open_previewed_pod,
        AccessRule((FORM_OWNER,), "costly", "form-other"),
        draft=NewPodDraft,
    ),
    CustomIdRoute("pod:{pod:int}:join", join_lobby, build_access_rule_for_board_button(JoinPod)),
    CustomIdRoute("pod:{pod:int}:leave", leave_lobby, build_access_rule_for_board_button(LeaveLobby)),
    CustomIdRoute(
        "pod:{pod:int}:side",
        join_selected_team,
        build_access_rule_for_board_button(ChooseTeam),
        picked=_parse_team_selection,
    ),
    CustomIdRoute("pod:{pod:int}:balance", balance_lobby_teams, build_access_rule_for_board_button(BalanceTeams)),
    CustomIdRoute(
        "pod:{pod:int}:instead:{variant}", change_lobby_variant, build_access_rule_for_board_button(ChangeVariant)
    ),
    CustomIdRoute("pod:{pod:int}:start", start_game, build_access_rule_for_board_button(StartGame)),
    CustomIdRoute(
        "pod:{pod:int}:rematch", open_rematch, build_access_rule_for_board_button(PLAYERS, rate_limit_class="costly")
    ),
    CustomIdRoute(
        "pod:{pod:int}:round", open_rematch, build_access_rule_for_board_button(PLAYERS, rate_limit_class="costly")
    ),
)
