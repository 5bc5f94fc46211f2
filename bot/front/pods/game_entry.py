"""`/pod record`: entering a game that was played without the bot, by a form or a transcript.

The game belongs to the channel in which it is entered. The rules judge it as if it were played now. It counts once
every player, or a moderator, has confirmed it.
"""

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from math import inf
from typing import Any, ClassVar, Literal, Self, get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_choice
from bot.front.game_texts import story, table_view
from bot.front.game_texts.setup_texts import describe_pod_settings
from bot.front.interaction.answers import (
    answer_by_editing_message,
    defer_answer,
    list_missing_permissions_for_board,
    send_answer,
)
from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_or_create_person_of_discord_user, load_user_with_rights
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.interaction.inputs import download_attachment
from bot.front.interaction.player_options import Picked
from bot.front.interaction.routes import AccessRule, CustomIdRoute, Handler, build_access_rule_for_server
from bot.front.interaction.time_options import (
    KEPT,
    autocomplete_times_within_storage_period,
    run_command_with_parsed_time,
)
from bot.front.pods.entry_transcript import (
    MAX_FILE_BYTES,
    list_account_ids_mentioned_in_transcript,
    parse_commands_from_transcript,
)
from bot.front.pods.game_options import PodCommandOptions, autocomplete_variant_names, build_pod_setup_from_options
from bot.front.pods.guests import find_or_create_guests_by_name
from bot.front.pods.invitations import MAX_MENTIONS_LENGTH, fetch_members_mentioned_in_text
from bot.front.pods.setup_draft import GameSetupDraft, build_buttons_below_setup_preview
from bot.front.ui import components, embeds, player_names
from bot.front.ui.embeds import SEPARATOR
from bot.front.ui.escaping import clean_label_text
from bot.i18n import format_signed_number
from bot.projections.limits import MAX_UNCONFIRMED_ENTRIES, UNCONFIRMED_ENTRIES, OpenGamesLimit
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.deck_naming import DeclareDeck
from bot.rules.entering import (
    PastGameRecorded,
    RecordPastGame,
    build_commands_that_start_game,
    build_pod_from_commands,
    build_setup_of_past_game,
    create_past_game_event,
    require_guests_brought_by_players,
)
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import EventHistory, Pod, PodCommand
from bot.rules.records import PendingPlayerChoice, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats, find_card_whose_owner_matters
from bot.rules.rights import FORM_OWNER
from bot.rules.seats import find_minimum_player_count, list_teams_from_seats
from bot.rules.story import list_events_still_in_effect
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.rules.tables import TABLES
from bot.rules.teams import list_players_in_game
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.service import rights
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.errors import PersonIdConflictError
from bot.storage.record.people import Person
from bot.storage.tables.guests import ClaimedGuestCommandLimit, list_guest_ids
from bot.time.moments import MAX_TYPED_LENGTH

# The draft

End = Literal["concede", "win-effect", "win-combo", "draw", "close"]
"""Steps other than a defeat: a player leaves, wins by an effect or a combo, or nobody wins."""

CAUSES: tuple[Cause, ...] = get_args(Cause)
ENDS: tuple[End, ...] = get_args(End)


class PastGameEventForm(Struct, frozen=True):
    """The form fields of the next event of a past game, such as a defeat; the user may still change them.

    `by` controlled the card that did it, and `owner` owned that card.
    """

    what: Cause | End = "life"
    who: Player | None = None
    by: Player | None = None
    owner: Player | None = None


class PastGameDraft(InteractionDraft, frozen=True):
    """A past game in a user's form that is not submitted yet.

    The first of `commands` opens the game. Some of the `people` who played may be new to the bot. With `is_read` the
    game comes from a transcript.
    """

    people: tuple[Person, ...] = ()
    commands: tuple[PodCommand, ...] = ()
    next: PastGameEventForm = PastGameEventForm()
    is_read: bool = False

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the error to raise when a user presses a button of a past game's form that has expired."""
        return Refusal("entry-gone")

    @property
    def setup(self) -> PodSetup:
        """The setup of the past game: variant, table and options."""
        opened = self.commands[0]
        assert isinstance(opened, OpenLobby)
        return opened.setup

    @property
    def played_time_in_milliseconds(self) -> int:
        """The time when the past game was played, in milliseconds since 1970."""
        assert self.setup.played is not None
        return self.setup.played

    def replay_past_game(self) -> tuple[Pod, EventHistory]:
        """Replay the events entered so far, and return the pod and the events. Raises `Refusal`."""
        pod, events = build_pod_from_commands(self.commands)
        assert pod is not None  # the first command opens it
        return pod, list_events_still_in_effect(events)

    def with_added_command(self, pod: Pod, pod_command: PodCommand) -> "PastGameDraft":
        """Return a copy of the draft with one more command, such as a report of a defeat.

        `pod` is the game so far. Raises `Refusal` if the rules refuse the command.
        """
        create_past_game_event(pod, pod_command)
        return replace(self, commands=(*self.commands, pod_command), next=PastGameEventForm())

    def without_last_event(self) -> "PastGameDraft":
        """Return a copy of the draft without the last event.

        The opening and the start stay.
        """
        return replace(self, commands=self.commands[:-1]) if self.has_events else self

    @property
    def has_events(self) -> bool:
        """True if the draft has an event besides the start of the game."""
        return not isinstance(self.commands[-1], OpenLobby | StartGame)

    @property
    def can_still_change_setup(self) -> bool:
        """True if the setup of the past game can still be changed.

        The setup is fixed once an event was added after the start, and if the game comes from a transcript.
        """
        return not self.has_events and not self.is_read


def build_past_game_command(event_input: PastGameEventForm) -> PodCommand:
    """Return the command for the next event in the form. Raises `Refusal` if a player is missing."""
    match event_input.what:
        case "draw":
            return ReportDrawnGame()
        case "close":
            return ClosePod()
        case _ if event_input.who is None:
            raise Refusal("entry-who")
        case "concede":
            return ConcedeGame(event_input.who)
        case "win-effect":
            return ReportWin(event_input.who, "effect")
        case "win-combo":
            return ReportWin(event_input.who, "combo")
        case cause:
            owner = None if event_input.owner == event_input.by else event_input.owner
            sources = () if event_input.by is None else (DefeatSource(event_input.by, owner=owner),)
            return ReportDefeats((DefeatReport(event_input.who, cause, sources),))


def list_possible_owners_of_card(pod: Pod, event_input: PastGameEventForm) -> tuple[Player, ...]:
    """Return the possible owners of the card behind a defeat, if the owner affects the verdict.

    Its controller is the first. Nobody if the owner decides nothing, or if the rules refuse the defeat.
    """
    try:
        command = build_past_game_command(replace(event_input, owner=None))
        found = find_card_whose_owner_matters(pod, command.reports) if isinstance(command, ReportDefeats) else None
    except Refusal:
        return ()
    return () if found is None else found.owners


# The command


MAX_GUESTS_LENGTH = 400
"""Characters of the option with all guests' names: enough for a full table."""

_FORM_ACCESS = AccessRule((FORM_OWNER,), elsewhere="form-other")

_ENTRIES_LIMIT = OpenGamesLimit(UNCONFIRMED_ENTRIES, MAX_UNCONFIRMED_ENTRIES, inf)


@slash_command("record", build_access_rule_for_server(rate_limit_class="costly"))
@set_option_suggestions(when=autocomplete_times_within_storage_period, variant=autocomplete_variant_names)
@set_fixed_option_choices(table=("table", list(TABLES)))
@translate_command_options(
    when="played", players="seats", variant="variant", table="table", guests="entry-guests", file="transcript"
)
async def open_past_game_form(
    ctx: Context,
    when: Range[str, 1, MAX_TYPED_LENGTH],
    players: Range[str, 1, MAX_MENTIONS_LENGTH],
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    guests: Range[str, 1, MAX_GUESTS_LENGTH] | None = None,
    file: discord.Attachment | None = None,
) -> None:
    """Open the form to enter a past game, by hand or from a transcript."""
    # Members whom the bot does not know are fetched from Discord, which may take a while.
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    me = await ctx.get_player_id_of_user()
    await _ENTRIES_LIMIT.require_player_below_limit(ctx.services.database, ctx.channel_address.guild, me)
    members = await fetch_members_mentioned_in_text(ctx, players, MAX_PLAYERS)
    agreed = PodCommandOptions(variant=variant, table=table)

    async def open_past_game_form_for_date(confirmed_ctx: Context, played_time: datetime) -> None:
        await _send_past_game_form(confirmed_ctx, played_time, members, guests or "", agreed, file)

    await run_command_with_parsed_time(ctx, when, KEPT, open_past_game_form_for_date)


async def _send_past_game_form(
    ctx: Context,
    played_time: datetime,
    members: Sequence[discord.Member],
    guest_names: str,
    pod_options: PodCommandOptions,
    transcript: discord.Attachment | None,
) -> None:
    named = await _load_people_of_members(ctx, members)
    guests = await find_or_create_guests_by_name(ctx, guest_names)
    people = _list_unique_people(named, guests)
    agreed_on = await build_pod_setup_from_options(ctx, pod_options)
    setup = build_setup_of_past_game(agreed_on, datetime_to_milliseconds(played_time), len(people))
    if transcript is None and len(people) < (fewest := find_minimum_player_count(setup)):
        raise Refusal("entry-few", fewest=fewest)
    begun = await _build_commands_that_start_past_game(ctx, setup, people)
    if missing := list_missing_permissions_for_board(ctx):
        raise Refusal("permissions", missing=missing)
    if transcript is not None:
        if not await defer_answer(ctx, ephemeral=True, thinking=True):
            return
        content = await download_attachment(transcript, MAX_FILE_BYTES)
        people, begun = await _parse_past_game_transcript(ctx, content, begun[0], members, guest_names)
        _validate_options_against_transcript(pod_options, setup, begun[0])
    require_guests_brought_by_players(begun)
    draft = PastGameDraft(
        ctx.channel_address, ctx.interaction.user.id, tuple(people), begun, is_read=transcript is not None
    )
    draft_key = ctx.services.drafts.add_draft(draft)
    embed, view = await _render_past_game_form(ctx, draft_key, draft)
    await send_answer(ctx, embed=embed, view=view)


def _validate_options_against_transcript(
    pod_options: PodCommandOptions, setup: PodSetup, lobby_opening_command: PodCommand
) -> None:
    assert isinstance(lobby_opening_command, OpenLobby)
    told = lobby_opening_command.setup
    is_other_variant = pod_options.variant is not None and told.variant != setup.variant
    if is_other_variant or (pod_options.table is not None and told.table != setup.table):
        raise Refusal("entry-differs", variant=told.variant, table=told.table)


async def _build_commands_that_start_past_game(
    ctx: Context, setup: PodSetup, people: Sequence[Person]
) -> tuple[PodCommand, ...]:
    """Return the commands that open and start a past game with these people. Raises `Refusal`."""
    asker = await load_user_with_rights(ctx)
    players = tuple(person.id for person in people)
    begun = build_commands_that_start_game(setup, asker.player, players, list_guest_ids(people))
    rights.require_command_permission(None, RecordPastGame(begun), asker, None)
    return begun


# The setup, behind *Change*


class PastGameSetupDraft(GameSetupDraft, frozen=True, kw_only=True):
    """The variant and options of a past game, while the user changes them."""

    people: tuple[Person, ...]

    menus: ClassVar[Sequence[str]] = ("base", "scoring")
    option_menus: ClassVar[Sequence[str]] = ()
    has_form: ClassVar[bool] = False

    async def build_preview_message(self, ctx: Context, draft_key: str) -> dict[str, Any]:
        """Return the message with the past game's setup, and menus to change it."""
        agreed = SEPARATOR.join(describe_pod_settings(self.setup, ctx.translations))
        button: ui.Button[ui.View] = ui.Button(
            label=ctx.translations("entry-settled"),
            style=discord.ButtonStyle.primary,
            custom_id=f"entry:{draft_key}:settled",
        )
        view = build_buttons_below_setup_preview(ctx, draft_key, self, [button])
        return {"content": f"{ctx.translations('entry-setup')}\n-# {agreed}", "embed": None, "view": view}

    async def require_valid_setup(self, ctx: Context) -> None:
        """Raise `Refusal` if the rules allow no past game with this setup."""
        build_pod_from_commands(await _build_commands_that_start_past_game(ctx, self.setup, self.people))

    def list_on_off_options(self, ctx: Context) -> dict[str, bool]:
        """Return the one on/off option that a past game has: whether losers choose whom they serve."""
        chosen = super().list_on_off_options(ctx)
        return {name: is_on for name, is_on in chosen.items() if name == "choose_master"}

    def with_on_off_options(self, ctx: Context, enabled_options: Collection[str]) -> Self:
        return replace(self, setup=replace(self.setup, choose_master="choose_master" in enabled_options))


async def _show_past_game_setup_menus(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    """Show menus to change a past game's setup, in place of its form.

    Raises `Refusal` once an event was added after the start.
    """
    if not draft.can_still_change_setup:
        raise Refusal("unknown-button")
    setting = PastGameSetupDraft(draft.place, draft.owner, draft.setup, changing=True, people=draft.people)
    ctx.services.drafts.replace_draft(draft_key, setting)
    await answer_by_editing_message(ctx, **await setting.build_preview_message(ctx, draft_key))


async def _return_to_past_game_form(ctx: Context, draft_key: str, draft: PastGameSetupDraft) -> None:
    begun = await _build_commands_that_start_past_game(ctx, draft.setup, draft.people)
    await _store_and_show_past_game_form(ctx, draft_key, PastGameDraft(draft.place, draft.owner, draft.people, begun))


async def _parse_past_game_transcript(
    ctx: Context,
    transcript: bytes,
    lobby_opening_command: PodCommand,
    members: Sequence[discord.Member],
    guest_names: str,
) -> tuple[list[Person], tuple[PodCommand, ...]]:
    """Return the players in an attached transcript, and the commands that replay its game."""
    guests = await find_or_create_guests_by_name(ctx, guest_names, transcript)
    mentioned = await _fetch_members_mentioned_in_transcript(ctx, transcript, members)
    named = await _load_people_of_members(ctx, [*members, *mentioned])
    people = _list_unique_people(named, guests)
    return people, parse_commands_from_transcript(transcript, lobby_opening_command, people, guests, ctx.translations)


async def _fetch_members_mentioned_in_transcript(
    ctx: Context, content: bytes, members: Sequence[discord.Member]
) -> list[discord.Member]:
    """Fetch the members whom a transcript mentions, except those named in the command's options."""
    guild = ctx.interaction.guild
    named = {member.id for member in members}
    assert guild is not None
    found: list[discord.Member] = []
    for account in list_account_ids_mentioned_in_transcript(content):
        if account not in named:
            with contextlib.suppress(discord.HTTPException):  # not a member: skip the mention
                found.append(await guild.fetch_member(account))
    return found


async def _load_people_of_members(ctx: Context, members: Sequence[discord.Member]) -> list[Person]:
    if any(member.bot for member in members):
        raise Refusal("entry-bot")
    return [await load_or_create_person_of_discord_user(ctx, member) for member in members]


def _list_unique_people(members: Sequence[Person], guests_by_name: Mapping[str, Person]) -> list[Person]:
    return [*members, *{each.id: each for each in guests_by_name.values()}.values()]


# The buttons and menus


async def _change_past_game_event_field(ctx: Context, draft_key: str, field: str, draft: PastGameDraft) -> None:
    value = next(iter(ctx.menu_values), None)
    await _store_and_show_past_game_form(
        ctx, draft_key, replace(draft, next=_set_event_input_field(draft.next, field, value))
    )


def _set_event_input_field(
    event_input: PastGameEventForm, field_name: str, selected_value: str | None
) -> PastGameEventForm:
    match field_name:
        case "what":
            known = next((what for what in (*CAUSES, *ENDS) if what == selected_value), event_input.what)
            return replace(event_input, what=known)
        case "who":
            return replace(event_input, who=selected_value, owner=None)
        case "owner":
            return replace(event_input, owner=selected_value)
        case _:
            return replace(event_input, by=selected_value, owner=None)


async def _add_player_choice_to_past_game(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    """Add a player's choice to a past game, such as whom a loser serves."""
    pod, _ = draft.replay_past_game()
    value = next(iter(ctx.menu_values), components.DECLINE_OPTION_VALUE)
    by = "" if pod.pending_player_choice is None else pod.pending_player_choice.by
    chosen = None if value == components.DECLINE_OPTION_VALUE else value
    chose = draft.with_added_command(pod, AnswerPendingPlayerChoice(by, chosen))
    rights.require_command_permission(None, RecordPastGame(chose.commands), await load_user_with_rights(ctx), None)
    await _store_and_show_past_game_form(ctx, draft_key, chose)


async def _add_event_to_past_game(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    pod, _ = draft.replay_past_game()
    await _store_and_show_past_game_form(
        ctx, draft_key, draft.with_added_command(pod, build_past_game_command(draft.next))
    )


def _build_past_game_form_handler(change_draft: Callable[[PastGameDraft], PastGameDraft]) -> Handler:
    async def change_past_game_and_show_form(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
        await _store_and_show_past_game_form(ctx, draft_key, change_draft(draft))

    return change_past_game_and_show_form


async def _open_past_game_deck_modal(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    pod, _ = draft.replay_past_game()
    me = await ctx.get_player_id_of_user()
    whose = sorted(pod.players, key=lambda player: player != me)
    await deck_choice.send_deck_declaration_modal(ctx, f"entry:{draft_key}:decked", pod, whose)


async def _add_deck_to_past_game(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    pod, _ = draft.replay_past_game()
    deck = await deck_choice.parse_deck_declaration_modal(ctx, await ctx.get_player_id_of_user(), pod)
    player = ctx.modal_fields.get(deck_choice.WHOSE_FIELD, "")
    await _store_and_show_past_game_form(ctx, draft_key, draft.with_added_command(pod, DeclareDeck(player, deck)))


async def _cancel_past_game_form(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    ctx.services.drafts.remove_draft(draft_key)
    await answer_by_editing_message(ctx, content=ctx.translations("entry-cancelled"), embed=None, view=None)


async def _submit_past_game_form(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    """Record the past game of the completed form.

    The channel's current game is not affected.
    """
    drafts = ctx.services.drafts
    try:
        with drafts.remove_draft_while_sending(draft_key, draft):
            if missing := list_missing_permissions_for_board(ctx):
                raise Refusal("permissions", missing=missing)
            entered = RecordPastGame(draft.commands)
            # A guest may have been claimed since.
            guests = ClaimedGuestCommandLimit(tuple(list_guest_ids(draft.people)))
            asked = build_game_command_request(ctx, lambda *_: entered, command_limits=(guests, _ENTRIES_LIMIT))
            request = replace(asked, named=(*asked.named, *draft.people))
            done = await ctx.services.service.execute_command(request)
    except PersonIdConflictError:  # another command has registered one of the guests
        drafts.remove_draft(draft_key)
        raise Refusal("entry-gone") from None
    locked = isinstance(done.recorded.event, PastGameRecorded) and done.recorded.event.locked
    key = "done-entered-locked" if locked else "done-entered"
    actors = list_members_acting_for_players(done.pod, done.pod.players)
    others = [player for player in actors if player != done.recorded.by]
    words = await _load_past_game_formatter(ctx, done.pod)
    said = words.text(key, players=words.join_player_names(others))
    await answer_by_editing_message(ctx, content=f"✅ {said}", embed=None, view=None)


async def _is_past_game_in_closed_season(ctx: Context, draft: PastGameDraft) -> bool:
    at = datetime_from_milliseconds(draft.played_time_in_milliseconds)
    return bool(await ctx.services.service.load_ended_seasons_at_time(ctx.channel_address.guild, at))


# The message


async def _store_and_show_past_game_form(ctx: Context, draft_key: str, draft: PastGameDraft) -> None:
    embed, view = await _render_past_game_form(ctx, draft_key, draft)
    await answer_by_editing_message(ctx, content=None, embed=embed, view=view)


async def _render_past_game_form(
    ctx: Context, draft_key: str, past_game_draft: PastGameDraft
) -> tuple[discord.Embed, ui.View]:
    pod, told = past_game_draft.replay_past_game()
    ctx.services.drafts.replace_draft(draft_key, past_game_draft)
    words = await _load_past_game_formatter(ctx, pod)
    follows, ready = _render_next_event_preview(past_game_draft, pod, words)
    locked = await _is_past_game_in_closed_season(ctx, past_game_draft)
    embed = render_past_game_embed(past_game_draft, pod, told, words, follows, is_season_closed=locked)
    labels = await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, pod.players, escapes_markdown=False
    )
    names_decks = deck_choice.MODULE in ctx.settings.modules
    view = build_past_game_form_view(
        draft_key, past_game_draft, pod, labels, can_add_event=ready, with_deck_button=names_decks
    )
    return embed, view


async def _load_past_game_formatter(ctx: Context, pod: Pod) -> PodMessageFormatter:
    return await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, [*pod.players, pod.host]
    )


def _render_next_event_preview(
    past_game_draft: PastGameDraft, pod: Pod, formatter: PodMessageFormatter
) -> tuple[str, bool]:
    """Return a preview of the form's next event or, after the game's end, of the players' points.

    Also return whether the event can be added.
    """
    if pod.result is not None:
        return render_points_by_player(pod, formatter), True
    if pod.pending_player_choice is not None and pod.state == "waiting":
        return formatter.render_choice_question(pod.pending_player_choice), False
    try:
        event = create_past_game_event(pod, build_past_game_command(past_game_draft.next))
    except Refusal as refusal:
        return formatter.render_refusal(refusal), False
    if past_game_draft.next.owner is None and list_possible_owners_of_card(pod, past_game_draft.next):
        controller = formatter.name(past_game_draft.next.by or "")
        question = formatter.text("form-whose-card", controller=controller, source=formatter.text("unnamed-source"))
        return question, False
    return story.render_pod_event(event, formatter), True


# Rendering


def render_past_game_embed(
    draft: PastGameDraft,
    pod: Pod,
    event_history: EventHistory,
    formatter: PodMessageFormatter,
    next_event_verdict_text: str,
    *,
    is_season_closed: bool,
) -> discord.Embed:
    """Return the embed of a past game's form, with the events so far and a preview of the next event.

    If the game's season is closed, the embed says that a moderator has to confirm the game.
    """
    text = formatter.text
    played = discord.utils.format_dt(datetime_from_milliseconds(draft.played_time_in_milliseconds), "f")
    lines = [text("entry-about", date=played, channel=f"<#{draft.place.channel}>")]
    if is_season_closed:
        lines.append(text("entry-locked"))
    sides = list_teams_from_seats(pod.setup, pod.players) or [pod.players]
    seats = " · ".join(formatter.join_player_names(side) for side in sides)
    lines.append(text("entry-seats", players=seats))
    lines += story.render_past_game_events(event_history, pod.decks, formatter)
    embed = discord.Embed(title=text("entry-title"), description="\n".join(lines))
    embed.colour = discord.Colour(embeds.COLOURS[pod.state])
    if guests := table_view.render_guests_with_inviters(pod, formatter):
        embed.add_field(name=text("guests-title"), value="\n".join(guests), inline=False)
    embed.add_field(name=text(_get_text_key_of_verdict_heading(pod)), value=next_event_verdict_text, inline=False)
    return embed


def _get_text_key_of_verdict_heading(pod: Pod) -> str:
    if pod.result is not None:
        return "entry-over"
    return "board-waiting" if pod.state == "waiting" else "form-verdict"


def render_points_by_player(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Return a line with each player's points in a finished game."""
    assert pod.result is not None
    points = pod.result.points.items()
    return "\n".join(
        formatter.text("entry-points", player=formatter.name(player), points=format_signed_number(value))
        for player, value in points
    )


def build_past_game_form_view(
    draft_key: str,
    past_game_draft: PastGameDraft,
    pod: Pod,
    formatter: PodMessageFormatter,
    *,
    can_add_event: bool,
    with_deck_button: bool,
) -> ui.View:
    items: list[ui.Item[ui.View]] = []
    if pod.pending_player_choice is not None and pod.state == "waiting":
        items.append(_build_player_choice_menu(draft_key, pod.pending_player_choice, formatter))
    elif pod.result is None:
        items += _build_past_game_event_menus(draft_key, past_game_draft, pod, formatter)
    buttons = _build_past_game_form_buttons(
        draft_key, past_game_draft, pod, formatter, can_add_event=can_add_event, with_deck_button=with_deck_button
    )
    return components.build_view_without_callbacks([*items, *buttons])


def _build_player_choice_menu(
    draft_key: str, open_choice: PendingPlayerChoice, formatter: PodMessageFormatter
) -> ui.Select[ui.View]:
    options = components.build_player_select_options(open_choice.options, formatter)
    if open_choice.may_decline:
        label = formatter.text("choice-decline")
        options.append(discord.SelectOption(label=label, value=components.DECLINE_OPTION_VALUE))
    asked = formatter.text("choice-placeholder", by=formatter.name(open_choice.by))
    return ui.Select(placeholder=clean_label_text(asked, 150), options=options, custom_id=f"entry:{draft_key}:choose")


def _build_past_game_event_menus(
    draft_key: str, past_game_draft: PastGameDraft, pod: Pod, formatter: PodMessageFormatter
) -> list[ui.Item[ui.View]]:
    step = past_game_draft.next
    text = formatter.text
    closes = pod.setup.variant_rules.ending_condition == "closed"
    ends = [end for end in ENDS if end != "close" or closes]
    happened: list[tuple[str, str]] = [(cause, text(f"cause-{cause}")) for cause in CAUSES]
    happened += [(end, text(f"entry-what-{end}")) for end in ends]
    options = [
        discord.SelectOption(label=clean_label_text(label, 100), value=what, default=what == step.what)
        for what, label in happened
    ]
    menus = [_build_menu_for_past_game_field(draft_key, "what", options, formatter)]
    playing = list_players_in_game(pod.current_game.standings) or list(pod.players)
    if step.what not in ("draw", "close"):
        menus.append(_build_past_game_player_menu(draft_key, "who", playing, step.who, formatter))
    if step.what in CAUSES:
        menus.append(_build_past_game_player_menu(draft_key, "by", playing, step.by, formatter))
    if owners := list_possible_owners_of_card(pod, step):
        menus.append(_build_past_game_player_menu(draft_key, "owner", owners, step.owner, formatter))
    return menus


def _build_past_game_player_menu(
    draft_key: str,
    field_name: str,
    players: Sequence[Player],
    selected_player: Player | None,
    formatter: PodMessageFormatter,
) -> ui.Item[ui.View]:
    options = components.build_player_select_options(players, formatter, [selected_player])
    return _build_menu_for_past_game_field(
        draft_key, field_name, options, formatter, minimum_selections=0 if field_name == "by" else 1
    )


def _build_menu_for_past_game_field(
    draft_key: str,
    field_name: str,
    menu_options: list[discord.SelectOption],
    formatter: PodMessageFormatter,
    minimum_selections: int = 1,
) -> ui.Item[ui.View]:
    return ui.Select(
        custom_id=f"entry:{draft_key}:{field_name}",
        placeholder=clean_label_text(formatter.text(f"entry-pick-{field_name}"), 150),
        options=menu_options,
        min_values=minimum_selections,
        max_values=1,
    )


def _build_past_game_form_buttons(
    draft_key: str,
    past_game_draft: PastGameDraft,
    pod: Pod,
    formatter: PodMessageFormatter,
    *,
    can_add_event: bool,
    with_deck_button: bool,
) -> list[ui.Item[ui.View]]:
    success = discord.ButtonStyle.success
    secondary = discord.ButtonStyle.secondary
    buttons: list[tuple[str, discord.ButtonStyle, bool]] = []
    if pod.result is not None:
        buttons.append(("send", success, True))
    elif pod.state == "running":
        buttons.append(("add", discord.ButtonStyle.primary, can_add_event))
    if past_game_draft.can_still_change_setup:
        buttons.append(("change", secondary, True))
    else:
        buttons.append(("back", secondary, past_game_draft.has_events))
    if with_deck_button:
        buttons.append(("deck", secondary, True))
    buttons.append(("cancel", discord.ButtonStyle.danger, True))
    return [
        ui.Button(
            custom_id=f"entry:{draft_key}:{action}",
            label=formatter.text(f"entry-{action}"),
            style=style,
            disabled=not able,
            row=4,
        )
        for action, style, able in buttons
    ]


def _build_past_game_form_route(action: str, handler: Handler, route_name: str = "") -> CustomIdRoute:
    return CustomIdRoute(f"entry:{{draft_key}}:{action}", handler, _FORM_ACCESS, route_name, draft=PastGameDraft)


ROUTES = (
    _build_past_game_form_route("{field:what|who|by|owner}", _change_past_game_event_field, "entry:menu"),
    _build_past_game_form_route("choose", _add_player_choice_to_past_game),
    _build_past_game_form_route("add", _add_event_to_past_game),
    _build_past_game_form_route("deck", _open_past_game_deck_modal),
    _build_past_game_form_route("decked", _add_deck_to_past_game),
    _build_past_game_form_route("change", _show_past_game_setup_menus),
    CustomIdRoute("entry:{draft_key}:settled", _return_to_past_game_form, _FORM_ACCESS, draft=PastGameSetupDraft),
    _build_past_game_form_route("back", _build_past_game_form_handler(PastGameDraft.without_last_event)),
    _build_past_game_form_route("cancel", _cancel_past_game_form),
    _build_past_game_form_route("send", _submit_past_game_form),
)
