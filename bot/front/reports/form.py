"""The report form: a private message with menus; it shows the verdict before the report counts."""

from collections.abc import Callable, Iterable, Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import read_card
from bot.front.interaction.pods import find_pod, make_request
from bot.front.interaction.routes import Access, Handler, Route
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.rendering import story
from bot.front.rendering.confirmation import render_done
from bot.front.reports import form_view
from bot.front.reports.near_miss import make_answer_view
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, ReportDraft
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodCommand
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat, Defeated
from bot.rules.rights import FORM_OWNER
from bot.service.live_game import LiveGame
from bot.service.requests import Moved
from bot.words import Words


async def open_form_on(ctx: Context, live: LiveGame, entry: DefeatEntry) -> None:
    """Open the form for a pod that was just loaded, filled in with `entry`.

    Raises `Refusal` if the user has nothing to report there.
    """
    await check_reporting(ctx, live)
    await keep_in_form(ctx, live, entry)


async def keep_in_form(
    ctx: Context, live: LiveGame, entry: DefeatEntry, *, moved: bool = False
) -> None:
    """Open the form with the facts so far, even if they cannot be reported at the moment.

    `moved` means that the game has changed since the user saw it.
    """
    embed, view = await _begin_form(ctx, live, (entry,), moved)
    await say(ctx, embed=embed, view=view)


async def change_to_form(ctx: Context, number: int, entries: Iterable[DefeatEntry]) -> None:
    """Replace the private message whose button was pressed by a new form."""
    live = await find_pod(ctx, number)
    await check_reporting(ctx, live)
    embed, view = await _begin_form(ctx, live, tuple(entries))
    await edit(ctx, content=None, embed=embed, view=view)


async def check_reporting(ctx: Context, live: LiveGame) -> tuple[Pod, Player]:
    """Return the pod and the user's key.

    Raises `Refusal` if the user has nothing to report there.
    """
    pod = live.pod
    me = await ctx.find_player()
    assert pod is not None
    rights.check_player(pod, me)
    if pod.state != "running":
        raise Refusal(pod.state, by=pod.question.by if pod.question else "")
    return pod, me


async def change_to_draft(ctx: Context, draft: ReportDraft) -> None:
    """Replace the private message whose button was pressed by the form of a draft."""
    token = ctx.services.drafts.begin(draft)
    embed, view = await _render_form(ctx, token, draft)
    await edit(ctx, content=None, embed=embed, view=view)


async def _begin_form(
    ctx: Context, live: LiveGame, entries: tuple[DefeatEntry, ...], moved: bool = False
) -> tuple[discord.Embed, ui.View]:
    assert live.pod is not None
    draft = ReportDraft(ctx.place, ctx.interaction.user.id, live.number, entries)
    token = ctx.services.drafts.begin(draft)
    return await _render_on(ctx, token, replace(draft, seen=live.played), live.pod, moved)


# Buttons, menus and the modal


async def _type_card(ctx: Context, token: str, draft: ReportDraft) -> None:
    modal = form_view.make_card_modal(ctx.text, token, draft.part)
    await show_modal(ctx, modal)


async def _cancel_report(ctx: Context, token: str, draft: ReportDraft) -> None:
    ctx.services.drafts.drop(token)
    await edit(ctx, content=ctx.text("form-cancelled"), embed=None, view=None)


def _make_handler(change: Callable[[ReportDraft], ReportDraft]) -> Handler:
    async def press(ctx: Context, token: str, draft: ReportDraft) -> None:
        await _show_form(ctx, token, change(draft))

    return press


async def _pick_values(ctx: Context, token: str, field: str, draft: ReportDraft) -> None:
    """Store the values picked in a menu of the form."""
    await _show_form(ctx, token, _change_draft(draft, field, ctx.values))


async def _fill_card(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Store card and amount from the modal."""
    fields = ctx.fields
    card = fields.get(form_view.CARD_FIELD, "")
    amount = fields.get(form_view.AMOUNT_FIELD, "").strip()
    if len(card) > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    named = read_card(ctx, card)
    part = replace(draft.part, object=named.text, card=named.id)
    if amount and not _is_amount(amount):
        await _show_form(ctx, token, draft.with_part(part))  # keeps the card
        raise Refusal("form-amount")
    part = replace(part, amount=int(amount) if amount else None)
    await _show_form(ctx, token, draft.with_part(part))


def _is_amount(typed: str) -> bool:
    return len(typed) <= form_view.MAX_AMOUNT_LENGTH and is_number(typed) and int(typed) >= 1


def _change_draft(draft: ReportDraft, field: str, values: Sequence[str]) -> ReportDraft:
    value = values[0] if values else None
    entry = draft.entry
    part = draft.part
    match field:
        case "loser":
            return draft.with_entry(replace(entry, loser=value))
        case "cause":
            cause = next((cause for cause in form_view.CAUSES if cause == value), entry.cause)
            return draft.with_entry(replace(entry, cause=cause))
        case "controller":
            return draft.with_part(replace(part, controller=value))
        case "owner":
            return draft.with_part(replace(part, owner=value))
        case "controlled":
            return draft.with_entry(replace(entry, controlled_by=value))
        case _:
            flags = {flag: flag in values for flag in ("voluntary", "forced_draw", "ended")}
            draft = draft.with_part(replace(part, **flags))
            return draft.with_entry(replace(draft.entry, kindslaver="kindslaver" in values))


async def _send_report(ctx: Context, token: str, draft: ReportDraft) -> None:
    """Send the form's report, unless the pod has changed since the form showed its verdict."""

    def make_command(_: Player, __: LiveGame) -> PodCommand:
        return Defeat(draft.make_reports())

    with ctx.services.drafts.spend(token, draft):
        sent = make_request(ctx, make_command, draft.number, seen=draft.seen)
        done = await ctx.services.service.do_unless_moved(sent)
    if isinstance(done, Moved):
        await _show_form(ctx, token, draft, moved=True)
    else:
        words = await speak_of_pod(ctx, done.pod)
        view = await make_answer_view(ctx, done, words)
        await edit(ctx, content=render_done(done, words), embed=None, view=view)


# The message


async def _show_form(ctx: Context, token: str, draft: ReportDraft, *, moved: bool = False) -> None:
    embed, view = await _render_form(ctx, token, draft, moved)
    await edit(ctx, embed=embed, view=view)


async def _render_form(
    ctx: Context, token: str, draft: ReportDraft, moved: bool = False
) -> tuple[discord.Embed, ui.View]:
    if draft.instead is not None:
        return await _render_on(ctx, token, draft, draft.instead.pod)
    live = await find_pod(ctx, draft.number)
    assert live.pod is not None
    return await _render_on(ctx, token, replace(draft, seen=live.played), live.pod, moved)


async def _render_on(
    ctx: Context, token: str, draft: ReportDraft, pod: Pod, moved: bool = False
) -> tuple[discord.Embed, ui.View]:
    ctx.services.drafts.keep(token, draft)
    words = await speak_of_pod(ctx, pod)
    verdict, ready = _render_verdict(draft, pod, words)
    about = form_view.render_reminder(draft, pod, words) + verdict
    embed = form_view.render_form(draft, words, about, moved)
    labels = await label_game(ctx, pod)
    return embed, form_view.make_form_view(
        token, draft, form_view.find_reportable(pod), labels, ready
    )


def _render_verdict(draft: ReportDraft, pod: Pod, words: Words) -> tuple[str, bool]:
    """Return the text about the verdict, and whether the report can be sent."""
    try:
        event = decide(pod, Defeat(draft.make_reports()))
    except Refusal as refusal:
        return words.render_refusal(refusal), False
    assert isinstance(event, Defeated)
    return story.render_outcome(event.outcome, words), True


_FORM_ACCESS = Access((FORM_OWNER,), elsewhere="form-other")


def _make_route(
    action: str, handler: Handler, *, access: Access = _FORM_ACCESS, name: str = ""
) -> Route:
    return Route(f"form:{{token}}:{action}", handler, access, name, draft=ReportDraft)


ROUTES = (
    _make_route("card", _type_card),
    _make_route("filled", _fill_card),
    _make_route(f"{{field:{'|'.join(form_view.FIELDS)}}}", _pick_values, name="form:menu"),
    _make_route("details", _make_handler(lambda draft: replace(draft, details=True))),
    _make_route("back", _make_handler(lambda draft: replace(draft, details=False))),
    _make_route("source", _make_handler(ReportDraft.add_part)),
    _make_route("another", _make_handler(ReportDraft.add_entry)),
    _make_route("next", _make_handler(ReportDraft.turn_to_next)),
    _make_route("remove", _make_handler(ReportDraft.without_part)),
    _make_route("cancel", _cancel_report),
    _make_route(
        "send",
        _send_report,
        access=Access((FORM_OWNER, Defeat.right), elsewhere="form-other"),
    ),
)
