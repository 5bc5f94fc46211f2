"""`/pod record`: enter a game that was played without the bot, by a form or a transcript.

The game belongs to the channel in which it is entered. The rules judge it as if it were played now.
It counts once every player, or a moderator, has confirmed it.
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

from bot import rights
from bot.front.interaction.answering import defer, edit, find_missing_here, say
from bot.front.interaction.context import Context, find_asker, identify
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import fetch_file
from bot.front.interaction.picking import Picked
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Access, Handler, Route, on_server
from bot.front.pods import deck_choice
from bot.front.pods.agreement import Agreement, make_setup, offer_variants
from bot.front.pods.entry_file import MAX_FILE_BYTES, find_mentioned, read_entry
from bot.front.pods.guests import identify_guests
from bot.front.pods.inviting import MAX_MENTIONS_LENGTH, read_members
from bot.front.pods.moments import KEPT, offer_kept, settle_moment
from bot.front.pods.setup_draft import SetupDraft, make_view
from bot.front.rendering import controls, embeds, names, story, table_view
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.pod_board import list_agreed
from bot.front.rendering.table_view import SEPARATOR
from bot.i18n import write_signed
from bot.projections.limits import MAX_UNCONFIRMED_ENTRIES, UNCONFIRMED_ENTRIES, CountLimit
from bot.rules.choosing import Choose
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.deck_naming import NameDeck
from bot.rules.entering import (
    Enter,
    Entered,
    check_bringers,
    decide_recorded,
    make_beginning,
    play_commands,
    settle_setup,
)
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.guests import find_actors
from bot.rules.lobby import Open, Start
from bot.rules.pod import Pod, PodCommand, Story
from bot.rules.records import Question, Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.rights import FORM_OWNER
from bot.rules.seats import find_fewest_players, find_teams
from bot.rules.story import tell_story
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.rules.tables import TABLES
from bot.rules.teams import find_in_game
from bot.rules.winning import Draw, Win
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.record.errors import PersonTaken
from bot.storage.record.people import Person
from bot.storage.tables.guests import Unclaimed, list_guests
from bot.when import MAX_TYPED_LENGTH
from bot.words import Words

# The draft

End = Literal["concede", "win-effect", "win-combo", "draw", "close"]
"""Steps other than a defeat: a player leaves, wins by an effect or a combo, or nobody wins."""

CAUSES: tuple[Cause, ...] = get_args(Cause)
ENDS: tuple[End, ...] = get_args(End)


class NextStep(Struct, frozen=True):
    """The next step as far as it is filled in: what happened, to `who`, caused `by` whom."""

    what: Cause | End = "life"
    who: Player | None = None
    by: Player | None = None


class EntryDraft(Draft, frozen=True):
    """A game that a user is entering.

    The first of `commands` opens it. Some of the `people` who played may be new to the bot. With
    `is_read` it comes from a transcript.
    """

    people: tuple[Person, ...] = ()
    commands: tuple[PodCommand, ...] = ()
    next: NextStep = NextStep()
    is_read: bool = False

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired form."""
        return Refusal("entry-gone")

    @property
    def setup(self) -> Setup:
        """The agreement of the players: variant, table and options."""
        opened = self.commands[0]
        assert isinstance(opened, Open)
        return opened.setup

    @property
    def played(self) -> int:
        """When the game was played, in milliseconds since 1970."""
        assert self.setup.played is not None
        return self.setup.played

    def play(self) -> tuple[Pod, Story]:
        """Return the game after all commands, and its story. Raises `Refusal`."""
        pod, events = play_commands(self.commands)
        assert pod is not None  # the first command opens it
        return pod, tell_story(events)

    def add(self, pod: Pod, command: PodCommand) -> "EntryDraft":
        """Return the draft with one more command; `pod` is the game so far.

        Raises `Refusal` if the rules refuse the command.
        """
        decide_recorded(pod, command)
        return replace(self, commands=(*self.commands, command), next=NextStep())

    def without_last(self) -> "EntryDraft":
        """Return the draft without its last step; opening and start stay."""
        return replace(self, commands=self.commands[:-1]) if self.has_steps else self

    @property
    def has_steps(self) -> bool:
        """True if there is a step after the start."""
        return not isinstance(self.commands[-1], Open | Start)

    @property
    def can_change(self) -> bool:
        """True if the setup can be changed: nothing has happened, and no transcript says it."""
        return not self.has_steps and not self.is_read


def make_step(step: NextStep) -> PodCommand:
    """Return the command of a step. Raises `Refusal` if a required player is missing."""
    match step.what:
        case "draw":
            return Draw()
        case "close":
            return Close()
        case _ if step.who is None:
            raise Refusal("entry-who")
        case "concede":
            return Concede(step.who)
        case "win-effect":
            return Win(step.who, "effect")
        case "win-combo":
            return Win(step.who, "combo")
        case cause:
            sources = () if step.by is None else (Source(step.by),)
            return Defeat((Report(step.who, cause, sources),))


# The command


MAX_GUESTS_LENGTH = 400
"""Characters of the option with all guests' names: enough for a full table."""

_FORM_ACCESS = Access((FORM_OWNER,), elsewhere="form-other")


@command("record", on_server(pace="costly"))
@complete(when=offer_kept, variant=offer_variants)
@offer(table=("table", list(TABLES)))
@options(
    when="played",
    players="seats",
    variant="variant",
    table="table",
    guests="entry-guests",
    file="transcript",
)
async def record_game(
    ctx: Context,
    when: Range[str, 1, MAX_TYPED_LENGTH],
    players: Range[str, 1, MAX_MENTIONS_LENGTH],
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    guests: Range[str, 1, MAX_GUESTS_LENGTH] | None = None,
    file: discord.Attachment | None = None,
) -> None:
    """Open the form for a game of these players, or for the game in an attached transcript."""
    # Members whom the bot does not know are fetched from Discord, which may take a while.
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    members = await read_members(ctx, players, MAX_PLAYERS)
    agreed = Agreement(variant=variant, table=table)

    async def open_form(asked: Context, played: datetime) -> None:
        await _open_form(asked, played, members, guests or "", agreed, file)

    await settle_moment(ctx, when, KEPT, open_form)


async def _open_form(
    ctx: Context,
    played: datetime,
    members: Sequence[discord.Member],
    typed: str,
    agreed: Agreement,
    file: discord.Attachment | None,
) -> None:
    named = await _identify_all(ctx, members)
    guests = await identify_guests(ctx, typed)
    people = _join_guests(named, guests)
    agreed_on = await make_setup(ctx, agreed)
    setup = settle_setup(agreed_on, to_milliseconds(played), len(people))
    if file is None and len(people) < (fewest := find_fewest_players(setup)):
        raise Refusal("entry-few", fewest=fewest)
    begun = await _begin(ctx, setup, people)
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    if file is not None:
        if not await defer(ctx, ephemeral=True, thinking=True):
            return
        content = await fetch_file(file, MAX_FILE_BYTES)
        people, begun = await _read_file(ctx, content, begun[0], members, typed)
        _check_options(agreed, setup, begun[0])
    check_bringers(begun)
    draft = EntryDraft(
        ctx.place, ctx.interaction.user.id, tuple(people), begun, is_read=file is not None
    )
    token = ctx.services.drafts.begin(draft)
    embed, view = await _render(ctx, token, draft)
    await say(ctx, embed=embed, view=view)


def _check_options(agreed: Agreement, setup: Setup, opened: PodCommand) -> None:
    """Raise `Refusal` if the options of the command say something else than the transcript."""
    assert isinstance(opened, Open)
    told = opened.setup
    is_other_variant = agreed.variant is not None and told.variant != setup.variant
    if is_other_variant or (agreed.table is not None and told.table != setup.table):
        raise Refusal("entry-differs", variant=told.variant, table=told.table)


async def _begin(ctx: Context, setup: Setup, people: Sequence[Person]) -> tuple[PodCommand, ...]:
    """Return the commands that begin a game of these people. Raises `Refusal`."""
    asker = await find_asker(ctx)
    players = tuple(person.id for person in people)
    begun = make_beginning(setup, asker.player, players, list_guests(people))
    rights.check(None, Enter(begun), asker, None)
    return begun


# The setup, behind *Change*


class RecordDraft(SetupDraft, frozen=True, kw_only=True):
    """The setup of a game whose form waits until the setup is changed."""

    people: tuple[Person, ...]

    menus: ClassVar[Sequence[str]] = ("base", "scoring")
    has_form: ClassVar[bool] = False

    async def make_preview(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return what was agreed, with rows, and the button that leads back to the form."""
        agreed = SEPARATOR.join(list_agreed(self.setup, ctx.text))
        button: ui.Button[ui.View] = ui.Button(
            label=ctx.text("entry-settled"),
            style=discord.ButtonStyle.primary,
            custom_id=f"entry:{token}:settled",
        )
        view = make_view(ctx, token, self, [button])
        return {"content": f"{ctx.text('entry-setup')}\n-# {agreed}", "embed": None, "view": view}

    async def check(self, ctx: Context) -> None:
        """Raise `Refusal` if the game cannot have been played like this."""
        play_commands(await _begin(ctx, self.setup, self.people))

    def list_switches(self, ctx: Context) -> dict[str, bool]:
        """Return whether losers could choose a master; nothing else matters after a game."""
        chosen = super().list_switches(ctx)
        return {name: is_on for name, is_on in chosen.items() if name == "choose_master"}

    def switch(self, ctx: Context, on: Collection[str]) -> Self:
        """Return the draft with the switches in `on` switched on, and all others off."""
        return replace(self, setup=replace(self.setup, choose_master="choose_master" in on))


async def _change_setup(ctx: Context, token: str, draft: EntryDraft) -> None:
    """Show the rows of the setup in place of the form. Raises `Refusal` once a step was added."""
    if not draft.can_change:
        raise Refusal("unknown-button")
    setting = RecordDraft(draft.place, draft.owner, draft.setup, changing=True, people=draft.people)
    ctx.services.drafts.keep(token, setting)
    await edit(ctx, **await setting.make_preview(ctx, token))


async def _settle(ctx: Context, token: str, draft: RecordDraft) -> None:
    """Show the form again, of a game with the changed setup."""
    begun = await _begin(ctx, draft.setup, draft.people)
    await _show(ctx, token, EntryDraft(draft.place, draft.owner, draft.people, begun))


async def _read_file(
    ctx: Context, content: bytes, opened: PodCommand, members: Sequence[discord.Member], typed: str
) -> tuple[list[Person], tuple[PodCommand, ...]]:
    """Return who plays in a transcript, and its commands."""
    guests = await identify_guests(ctx, typed, content)
    mentioned = await _find_mentioned(ctx, content, members)
    named = await _identify_all(ctx, [*members, *mentioned])
    people = _join_guests(named, guests)
    return people, read_entry(content, opened, people, guests, ctx.text)


async def _find_mentioned(
    ctx: Context, content: bytes, members: Sequence[discord.Member]
) -> list[discord.Member]:
    """Return the members whom the transcript mentions but the command's options do not name."""
    guild = ctx.interaction.guild
    named = {member.id for member in members}
    assert guild is not None
    found: list[discord.Member] = []
    for account in find_mentioned(content):
        if account not in named:
            with contextlib.suppress(discord.HTTPException):  # not a member: skip the mention
                found.append(await guild.fetch_member(account))
    return found


async def _identify_all(ctx: Context, members: Sequence[discord.Member]) -> list[Person]:
    if any(member.bot for member in members):
        raise Refusal("entry-bot")
    return [await identify(ctx, member) for member in members]


def _join_guests(named: Sequence[Person], guests: Mapping[str, Person]) -> list[Person]:
    """Return everybody who plays, each guest once however many names mean them."""
    return [*named, *{each.id: each for each in guests.values()}.values()]


# The buttons and menus


async def _pick(ctx: Context, token: str, field: str, draft: EntryDraft) -> None:
    """Store the value picked in a menu of the next step."""
    value = next(iter(ctx.values), None)
    await _show(ctx, token, replace(draft, next=_fill_in(draft.next, field, value)))


def _fill_in(step: NextStep, field: str, value: str | None) -> NextStep:
    match field:
        case "what":
            known = next((what for what in (*CAUSES, *ENDS) if what == value), step.what)
            return replace(step, what=known)
        case "who":
            return replace(step, who=value)
        case _:
            return replace(step, by=value)


async def _choose(ctx: Context, token: str, draft: EntryDraft) -> None:
    """Record the choice of a player to whom the rules leave one."""
    pod, _ = draft.play()
    value = next(iter(ctx.values), controls.DECLINED)
    by = "" if pod.question is None else pod.question.by
    chosen = None if value == controls.DECLINED else value
    chose = draft.add(pod, Choose(by, chosen))
    rights.check(None, Enter(chose.commands), await find_asker(ctx), None)
    await _show(ctx, token, chose)


async def _add(ctx: Context, token: str, draft: EntryDraft) -> None:
    """Add the next step to the game."""
    pod, _ = draft.play()
    await _show(ctx, token, draft.add(pod, make_step(draft.next)))


def _make_handler(change: Callable[[EntryDraft], EntryDraft]) -> Handler:
    async def press(ctx: Context, token: str, draft: EntryDraft) -> None:
        await _show(ctx, token, change(draft))

    return press


async def _ask_for_deck(ctx: Context, token: str, draft: EntryDraft) -> None:
    """Open the form in which the user says who played which deck."""
    pod, _ = draft.play()
    me = await ctx.find_player()
    whose = sorted(pod.players, key=lambda player: player != me)
    await deck_choice.show_deck_form(ctx, f"entry:{token}:decked", pod, whose)


async def _take_deck(ctx: Context, token: str, draft: EntryDraft) -> None:
    """Add the deck that was named to the game."""
    pod, _ = draft.play()
    deck = await deck_choice.read_deck_form(ctx, await ctx.find_player(), pod)
    player = ctx.fields.get(deck_choice.WHOSE_FIELD, "")
    await _show(ctx, token, draft.add(pod, NameDeck(player, deck)))


async def _cancel(ctx: Context, token: str, draft: EntryDraft) -> None:
    ctx.services.drafts.drop(token)
    await edit(ctx, content=ctx.text("entry-cancelled"), embed=None, view=None)


async def _send(ctx: Context, token: str, draft: EntryDraft) -> None:
    """Enter the game; the channel's current game is not affected."""
    drafts = ctx.services.drafts
    try:
        with drafts.spend(token, draft):
            if missing := find_missing_here(ctx):
                raise Refusal("permissions", missing=missing)
            entered = Enter(draft.commands)

            def make_command(_: Player, __: LiveGame) -> Enter:
                return entered

            # A guest may have been claimed since.
            guests = Unclaimed(tuple(list_guests(draft.people)))
            entries = CountLimit(UNCONFIRMED_ENTRIES, MAX_UNCONFIRMED_ENTRIES, inf)
            asked = make_request(ctx, make_command, limits=(guests, entries))
            request = replace(asked, named=(*asked.named, *draft.people))
            done = await ctx.services.service.do(request)
    except PersonTaken:  # another command has registered one of the guests
        drafts.drop(token)
        raise Refusal("entry-gone") from None
    locked = isinstance(done.recorded.event, Entered) and done.recorded.event.locked
    key = "done-entered-locked" if locked else "done-entered"
    actors = find_actors(done.pod, done.pod.players)
    others = [player for player in actors if player != done.recorded.by]
    words = await _load_words(ctx, done.pod)
    said = words.text(key, players=words.join_names(others))
    await edit(ctx, content=f"✅ {said}", embed=None, view=None)


async def _is_locked(ctx: Context, draft: EntryDraft) -> bool:
    """Return whether the game belongs to a season that is over."""
    at = to_moment(draft.played)
    return bool(await ctx.services.service.find_closed_seasons(ctx.place.guild, at))


# The message


async def _show(ctx: Context, token: str, draft: EntryDraft) -> None:
    embed, view = await _render(ctx, token, draft)
    await edit(ctx, content=None, embed=embed, view=view)


async def _render(ctx: Context, token: str, draft: EntryDraft) -> tuple[discord.Embed, ui.View]:
    pod, told = draft.play()
    ctx.services.drafts.keep(token, draft)
    words = await _load_words(ctx, pod)
    follows, ready = _render_verdict(draft, pod, words)
    locked = await _is_locked(ctx, draft)
    embed = render_entry(draft, pod, told, words, follows, locked=locked)
    labels = await names.name_players(ctx.people, ctx.text, pod.players, safe=False)
    names_decks = deck_choice.MODULE in ctx.settings.modules
    view = make_entry_view(token, draft, pod, labels, ready=ready, names_decks=names_decks)
    return embed, view


async def _load_words(ctx: Context, pod: Pod) -> Words:
    return await names.name_players(ctx.people, ctx.text, [*pod.players, pod.host])


def _render_verdict(draft: EntryDraft, pod: Pod, words: Words) -> tuple[str, bool]:
    """Return the text about the next step or the points, and whether the button works."""
    if pod.result is not None:
        return render_points(pod, words), True
    if pod.question is not None and pod.state == "waiting":
        return words.render_question(pod.question), False
    try:
        event = decide_recorded(pod, make_step(draft.next))
    except Refusal as refusal:
        return words.render_refusal(refusal), False
    return story.render_event(event, words), True


# Rendering


def render_entry(
    draft: EntryDraft, pod: Pod, told: Story, words: Words, follows: str, *, locked: bool
) -> discord.Embed:
    """Return the embed of the game so far, with `follows`: what the next step would lead to.

    If the game's season is `locked`, the embed says that a moderator has to confirm the game.
    """
    text = words.text
    played = discord.utils.format_dt(to_moment(draft.played), "f")
    lines = [text("entry-about", date=played, channel=f"<#{draft.place.channel}>")]
    if locked:
        lines.append(text("entry-locked"))
    sides = find_teams(pod.setup, pod.players) or [pod.players]
    seats = " · ".join(words.join_names(side) for side in sides)
    lines.append(text("entry-seats", players=seats))
    lines += story.list_entered(told, pod.decks, words)
    embed = discord.Embed(title=text("entry-title"), description="\n".join(lines))
    embed.colour = discord.Colour(embeds.COLOURS[pod.state])
    if guests := table_view.render_guests(pod, words):
        embed.add_field(name=text("guests-title"), value="\n".join(guests), inline=False)
    embed.add_field(name=text(_find_heading(pod)), value=follows, inline=False)
    return embed


def _find_heading(pod: Pod) -> str:
    if pod.result is not None:
        return "entry-over"
    return "board-waiting" if pod.state == "waiting" else "form-verdict"


def render_points(pod: Pod, words: Words) -> str:
    """Return each player's points in a finished game, a line each."""
    assert pod.result is not None
    points = pod.result.points.items()
    return "\n".join(
        words.text("entry-points", player=words.name(player), points=write_signed(value))
        for player, value in points
    )


def make_entry_view(
    token: str, draft: EntryDraft, pod: Pod, words: Words, *, ready: bool, names_decks: bool
) -> ui.View:
    """Return menus for the next step, and buttons; `ready` enables the one that adds the step.

    With `names_decks`, a button asks for decks.
    """
    items: list[ui.Item[ui.View]] = []
    if pod.question is not None and pod.state == "waiting":
        items.append(_make_choice_menu(token, pod.question, words))
    elif pod.result is None:
        items += _make_menus(token, draft, pod, words)
    buttons = _make_buttons(token, draft, pod, words, ready=ready, names_decks=names_decks)
    return controls.make_unstored_view([*items, *buttons])


def _make_choice_menu(token: str, question: Question, words: Words) -> ui.Select[ui.View]:
    options = controls.make_player_options(question.options, words)
    if question.may_decline:
        label = words.text("choice-decline")
        options.append(discord.SelectOption(label=label, value=controls.DECLINED))
    asked = words.text("choice-placeholder", by=words.name(question.by))
    return ui.Select(
        placeholder=clean_label(asked, 150), options=options, custom_id=f"entry:{token}:choose"
    )


def _make_menus(token: str, draft: EntryDraft, pod: Pod, words: Words) -> list[ui.Item[ui.View]]:
    step = draft.next
    text = words.text
    closes = pod.setup.answers.ends_when == "closed"
    ends = [end for end in ENDS if end != "close" or closes]
    happened: list[tuple[str, str]] = [(cause, text(f"cause-{cause}")) for cause in CAUSES]
    happened += [(end, text(f"entry-what-{end}")) for end in ends]
    options = [
        discord.SelectOption(label=clean_label(label, 100), value=what, default=what == step.what)
        for what, label in happened
    ]
    menus = [_make_menu(token, "what", options, words)]
    playing = find_in_game(pod.game.standings) or list(pod.players)
    if step.what not in ("draw", "close"):
        menus.append(_make_player_menu(token, "who", playing, step.who, words))
    if step.what in CAUSES:
        menus.append(_make_player_menu(token, "by", playing, step.by, words))
    return menus


def _make_player_menu(
    token: str, field: str, players: list[Player], chosen: Player | None, words: Words
) -> ui.Item[ui.View]:
    options = controls.make_player_options(players, words, [chosen])
    return _make_menu(token, field, options, words, least=0 if field == "by" else 1)


def _make_menu(
    token: str, field: str, options: list[discord.SelectOption], words: Words, least: int = 1
) -> ui.Item[ui.View]:
    return ui.Select(
        custom_id=f"entry:{token}:{field}",
        placeholder=clean_label(words.text(f"entry-pick-{field}"), 150),
        options=options,
        min_values=least,
        max_values=1,
    )


def _make_buttons(
    token: str, draft: EntryDraft, pod: Pod, words: Words, *, ready: bool, names_decks: bool
) -> list[ui.Item[ui.View]]:
    success = discord.ButtonStyle.success
    secondary = discord.ButtonStyle.secondary
    buttons: list[tuple[str, discord.ButtonStyle, bool]] = []
    if pod.result is not None:
        buttons.append(("send", success, True))
    elif pod.state == "running":
        buttons.append(("add", discord.ButtonStyle.primary, ready))
    if draft.can_change:
        buttons.append(("change", secondary, True))
    else:
        buttons.append(("back", secondary, draft.has_steps))
    if names_decks:
        buttons.append(("deck", secondary, True))
    buttons.append(("cancel", discord.ButtonStyle.danger, True))
    return [
        ui.Button(
            custom_id=f"entry:{token}:{action}",
            label=words.text(f"entry-{action}"),
            style=style,
            disabled=not able,
            row=4,
        )
        for action, style, able in buttons
    ]


def _make_route(action: str, handler: Handler, name: str = "") -> Route:
    return Route(f"entry:{{token}}:{action}", handler, _FORM_ACCESS, name, draft=EntryDraft)


ROUTES = (
    _make_route("{field:what|who|by}", _pick, "entry:menu"),
    _make_route("choose", _choose),
    _make_route("add", _add),
    _make_route("deck", _ask_for_deck),
    _make_route("decked", _take_deck),
    _make_route("change", _change_setup),
    Route("entry:{token}:settled", _settle, _FORM_ACCESS, draft=RecordDraft),
    _make_route("back", _make_handler(EntryDraft.without_last)),
    _make_route("cancel", _cancel),
    _make_route("send", _send),
)
