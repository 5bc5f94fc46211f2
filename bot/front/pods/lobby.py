"""Open a pod, join or leave its lobby, and start it."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from discord.app_commands import Range
from msgspec.structs import replace

from bot import rights, seating
from bot.front.interaction.answering import answer_in_place, confirm, defer, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.pods import do, find_pod, make_ask
from bot.front.interaction.routes import Access, Route, on_board, on_server
from bot.front.interaction.wording import label_game, speak_of_pod, speak_to_asker
from bot.front.pods import deck_choice, threads
from bot.front.pods.agreement import Agreement, add_agreement_options, make_setup
from bot.front.pods.inviting import (
    MAX_MENTIONS_LENGTH,
    call_invited,
    invite_people,
    read_invited,
)
from bot.front.pods.opening import ALREADY_OPEN, join_rematch, open_game, open_here
from bot.front.pods.setup_draft import SetupDraft, make_view
from bot.front.pods.table_link import render_link
from bot.front.rendering import controls, series
from bot.front.rendering.escaping import escape
from bot.front.rendering.pod_board import list_agreed
from bot.front.rendering.table_view import SEPARATOR
from bot.links import MAX_LINK_LENGTH, read_link
from bot.projections.ratings import read_ratings
from bot.rulebooks import decide, is_over
from bot.rules.facts import Player
from bot.rules.guests import list_brought
from bot.rules.joining import Join
from bot.rules.lobby import ChangeVariant, Leave, Open, Start
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER, PLAYERS
from bot.rules.seats import balance_teams, find_most_players
from bot.rules.series import MAX_TARGET, TARGET, Series, make_next_round
from bot.rules.team_choice import BalanceTeams, ChooseTeam
from bot.service.live_game import LiveGame
from bot.service.requests import Ask
from bot.storage.record.people import Person
from bot.words import name_variant

# Opening a lobby


class OpeningDraft(SetupDraft, frozen=True):
    """A pod that is not open yet, to which perhaps only some people are `invited`.

    `link` is where they meet on the web.
    """

    invited: tuple[Person, ...] = ()
    link: str | None = None

    async def make_preview(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return what was agreed so far, with rows for the rest and the button that opens it."""
        text = ctx.text
        setup = self.setup
        variant = name_variant(setup.variant, text)
        title = escape(setup.title or text("board-title", variant=variant))
        said = (
            text("open-read"),
            text("plan-agreed", title=title, seats=find_most_players(setup)),
            f"-# {SEPARATOR.join(list_agreed(setup, text))}",
        )
        style = discord.ButtonStyle.primary
        label = text("open-button")
        button: ui.Button[ui.View] = ui.Button(
            label=label, style=style, custom_id=f"opening:{token}:open"
        )
        return {"content": "\n".join(said), "view": make_view(ctx, token, self, [button])}

    async def check(self, ctx: Context) -> None:
        """Raise `Refusal` if the pod cannot be opened like this."""
        me = await ctx.find_player()
        decide(None, self.make_command(me))

    def make_command(self, host: Player) -> Open:
        """Return the command that opens the pod, for those who are invited if there are any."""
        setup = invite_people(self.setup, host, self.invited) if self.invited else self.setup
        return Open(setup, host, (host,), link=self.link)


@command("open", on_server(Open, pace="costly"))
@options(invite="invite", link="table-link", change="change")
@add_agreement_options
async def open_pod(
    ctx: Context,
    invite: Range[str, 1, MAX_MENTIONS_LENGTH] | None = None,
    link: Range[str, 1, MAX_LINK_LENGTH] | None = None,
    change: bool = False,
    *,
    agreement: Agreement,
) -> None:
    """Open a lobby with the user in it, in the channel or in a thread as the server prefers.

    With `change` the user sees the setup first, with rows for what is rarely chosen.
    """
    setup = await make_setup(ctx, agreement)
    meeting = read_link(link or "")
    invited: list[Person] = []
    if invite is not None:
        # Members whom the bot does not know are fetched from Discord, which may take a while.
        if not await defer(ctx, ephemeral=True, thinking=True):
            return
        invited = await read_invited(ctx, invite)
    await _begin(ctx, setup, invited, meeting, change=change)


async def _begin(
    ctx: Context,
    setup: Setup,
    invited: Sequence[Person] = (),
    link: str | None = None,
    *,
    change: bool,
) -> None:
    """Open a pod, or with `change` show its setup first."""
    draft = OpeningDraft(
        ctx.place,
        ctx.interaction.user.id,
        setup,
        changing=True,
        invited=tuple(invited),
        link=link,
    )
    if not change:
        await _open_pod(ctx, draft)
        return
    await draft.check(ctx)
    token = ctx.services.drafts.begin(draft)
    await say(ctx, **await draft.make_preview(ctx, token))


async def open_draft(ctx: Context, token: str, draft: OpeningDraft) -> None:
    """Open the pod of a preview, once, however often the button is pressed."""
    with ctx.services.drafts.spend(token, draft):
        answer_in_place(ctx)
        await _open_pod(ctx, draft)


async def _open_pod(ctx: Context, draft: OpeningDraft) -> None:
    me = await ctx.find_player()
    invited = draft.invited
    await open_game(ctx, draft.make_command(me), "done-open", invited)
    if draft.link is not None and ctx.done:
        await say(ctx, f"{ctx.text('done-link')}\n{render_link(draft.link, ctx.text)}")
    if invited:
        await call_invited(ctx, invited)


@command("series", on_server(Open, pace="costly"))
@options(target="target", link="table-link", change="change")
@add_agreement_options
async def open_series(
    ctx: Context,
    target: Range[int, 1, MAX_TARGET] | None = None,
    link: Range[str, 1, MAX_LINK_LENGTH] | None = None,
    change: bool = False,
    *,
    agreement: Agreement,
) -> None:
    """Open a series; without options, show the channel's series if one goes on."""
    if not [*ctx.interaction.namespace] and await _show_series(ctx):
        return
    setup = await make_setup(ctx, agreement)
    setup = replace(setup, series=Series(target or TARGET))
    await _begin(ctx, setup, link=read_link(link or ""), change=change)


async def _show_series(ctx: Context) -> bool:
    """Show the standing of the channel's series; return False, unanswered, if there is none."""
    live = await ctx.services.service.find_current(ctx.place)
    shown = await series.read_series(ctx.services.database, live)
    if shown is None or not series.is_going_on(shown):
        return False
    winners = [player for each in shown.rounds for player in each.winners]
    words = await speak_to_asker(ctx, [*shown.players, *winners])
    embed = series.render_series(shown, words)
    if is_over(live.game):
        embed.set_footer(text=words.text("series-another"))
        view = controls.make_unstored_view([controls.make_button(live.number, "round", words)])
        await say(ctx, embed=embed, view=view)
    else:
        await say(ctx, embed=embed)
    return True


async def open_rematch(ctx: Context, pod: int) -> None:
    """Open a lobby with the same setup, and reserve a seat for everybody else who played.

    If another player has opened it already, the user joins that lobby instead. The user's own
    guests are seated; players bring theirs. Players who have left the server get no seat. After a
    round of a series the lobby is its next round, or the first round of a new series.
    """
    live = await ctx.services.service.find(ctx.place, pod)
    me = await ctx.find_player()
    if await join_rematch(ctx, live):
        return
    played = () if live.pod is None or me not in live.pod.players else live.pod.players
    others = [player for player in played if player != me]
    gone = await ctx.services.absences.look_for_gone(live, others)
    claimed = await ctx.services.guests.find_claimed(played)

    def make_command(me: Player, live: LiveGame) -> Open:
        over = live.pod
        rights.check_player(over, me)
        assert over is not None
        mine = tuple(each for each in list_brought(over, me) if each not in claimed)
        kept = tuple(p for p in over.players if p not in (me, *over.guests, *gone))
        setup = replace(
            over.setup,
            confirmation=ctx.settings.confirmation,
            dispute_minutes=ctx.settings.dispute_minutes,
            series=make_next_round(over.setup.series, live.number),
            played=None,
        )
        again = ((player, over.find_deck(player)) for player in over.players)
        decks = {player: deck for player, deck in again if deck is not None}
        brought = dict.fromkeys(mine, me)
        return Open(setup, me, (me, *mine), kept=kept, guests=brought, decks=decks)

    try:
        mine = () if live.pod is None else list_brought(live.pod, me)
        mine = tuple(each for each in mine if each not in claimed)
        await open_here(ctx, pod, make_command, "done-rematch", guests=mine)
    except Refusal as refusal:  # another player has opened it in the meantime
        if refusal.code not in ALREADY_OPEN or not await join_rematch(ctx, live):
            raise


# Joining and leaving


async def join(ctx: Context, pod: int) -> None:
    """Take a seat."""
    await sit_down(ctx, pod, lambda me, _: Join(me))


async def sit_down(ctx: Context, number: int, ask: Ask) -> None:
    """Carry out a command that joins a lobby, and add the user to its thread.

    Who sits down there, not from another channel, is offered to name their deck.
    """
    done = await do(ctx, ask, number)
    said = f"✅ {ctx.text('done-join')}"
    pod = None if ctx.at.elsewhere else done.live.pod
    if pod is not None and deck_choice.can_name(ctx, pod, await find_asker(ctx)):
        words = await label_game(ctx, pod)
        button = controls.make_button(done.live.number, "deck", words)
        await confirm(ctx, said, view=controls.make_unstored_view([button]))
    else:
        await confirm(ctx, said)
    await threads.add_user(ctx)


async def leave(ctx: Context, pod: int) -> None:
    """Leave the lobby; a host who leaves is told the new host."""
    done = await do(ctx, lambda me, _: Leave(me), pod)
    host = done.pod.host
    text = ctx.text
    said = f"✅ {text('done-leave')}"
    if not done.again and done.before.pod is not None and done.before.pod.host != host:
        words = await speak_of_pod(ctx, done.pod)
        said += f" {text('done-host', host=words.name(host))}"
    await confirm(ctx, said)


async def choose_side(ctx: Context, pod: int, picked: str) -> None:
    """Choose a team, or leave the choice to the draw."""
    team = None if picked == controls.DECLINED else int(picked)
    await _do_and_confirm(ctx, pod, lambda me, _: ChooseTeam(me, team), "done-side")


def _check_side(value: str) -> str | None:
    """Return a value picked in the menu of teams; None if the menu has no such value."""
    return value if value == controls.DECLINED or is_number(value) else None


async def balance(ctx: Context, pod: int) -> None:
    """Assign everybody to a team, by their ratings on this server."""
    lobby = (await find_pod(ctx, pod)).pod
    assert lobby is not None
    rated = await read_ratings(ctx.services.database, ctx.place.guild, lobby.players)
    sides = balance_teams(lobby.setup, lobby.players, rated)
    await _do_and_confirm(ctx, pod, make_ask(BalanceTeams(sides)), "done-balance")


async def change_variant(ctx: Context, pod: int, variant: str) -> None:
    """Let those who sit in the lobby play another variant, for which they are enough."""
    done = await do(ctx, make_ask(ChangeVariant(variant)), pod)
    words = await speak_of_pod(ctx, done.pod)
    said = words.text("done-variant", variant=words.name_variant(done.pod.setup.variant))
    await confirm(ctx, f"✅ {said}")


# Starting


async def start(ctx: Context, pod: int) -> None:
    """Start the game with a draw of seats and the first player."""
    await _do_and_confirm(ctx, pod, lambda _, live: seating.draw_pod(live.pod), "done-start")


async def _do_and_confirm(ctx: Context, number: int, ask: Ask, answer: str) -> None:
    await do(ctx, ask, number)
    await confirm(ctx, f"✅ {ctx.text(answer)}")


ROUTES = (
    Route(
        "opening:{token}:open",
        open_draft,
        Access((FORM_OWNER,), "costly", "form-other"),
        draft=OpeningDraft,
    ),
    Route("pod:{pod:int}:join", join, on_board(Join)),
    Route("pod:{pod:int}:leave", leave, on_board(Leave)),
    Route("pod:{pod:int}:side", choose_side, on_board(ChooseTeam), picked=_check_side),
    Route("pod:{pod:int}:balance", balance, on_board(BalanceTeams)),
    Route("pod:{pod:int}:instead:{variant}", change_variant, on_board(ChangeVariant)),
    Route("pod:{pod:int}:start", start, on_board(Start)),
    Route("pod:{pod:int}:rematch", open_rematch, on_board(PLAYERS, pace="costly")),
    Route("pod:{pod:int}:round", open_rematch, on_board(PLAYERS, pace="costly")),
)
