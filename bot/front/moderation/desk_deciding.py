"""What is pressed on a moderator's desk: each press decides about one game, wherever it is played.

A press carries the page, the game and the version of the report that it is about. Whoever presses
has to see and to moderate the game's channel, now; what was settled meanwhile is refused.
"""

import discord
from discord import ui
from msgspec.structs import replace

from bot import seating
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.picking import MOST
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Route, on_past_pod
from bot.front.interaction.wording import label_game, speak_of_duel
from bot.front.joust.ending import say_undone
from bot.front.moderation import decision
from bot.front.moderation.confirming import check_pod, render_answer
from bot.front.moderation.desk import make_desk_id, show_page
from bot.front.moderation.preview import Case, begin_decision, make_case, show
from bot.front.moderation.settling import (
    REASON,
    ask_about_report,
    ask_who,
    ask_why,
    weigh_responsible,
    weigh_taking_back,
)
from bot.front.moderation.targets import check_reach
from bot.front.rendering import controls, story
from bot.front.rendering.escaping import clean_label
from bot.front.server import audit_trail
from bot.joust.commands import UndoStep, UpholdDuel
from bot.rights import MODERATORS
from bot.rulebooks import GameCommand
from bot.rules.commands import Confirm, Overrule
from bot.rules.confirmation import find_unconfirmed, make_confirmation
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.story import find_reports
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Ask, Done
from bot.storage.record.audit import AuditEntry
from bot.storage.tables.dismissals import DISMISSED

# At once


async def confirm_report(ctx: Context, page: int, channel: int, number: int, version: int) -> None:
    """Let what is reported count: what is disputed stands."""

    def ask(me: Player, live: LiveGame) -> GameCommand:
        pod = check_pod(live)
        found = find_unconfirmed(pod, version)
        if found is None:
            raise Refusal("dispute-settled")
        if found.claim.disputed:
            return Confirm((version,), me)
        return make_confirmation(pod, version, me, moderates=True)

    done = await _do(ctx, channel, number, ask)
    stands = getattr(done.event, "stands", False)
    said = await render_answer(ctx, done, "done-stands" if stands else "done-confirm")
    await audit_trail.post_decision(ctx, done)
    await show_page(ctx, page, said)


async def uphold_duel(ctx: Context, page: int, channel: int, number: int) -> None:
    """Let the end of a duel stand that somebody objects to."""

    def ask(me: Player, live: LiveGame) -> GameCommand:
        if live.duel is None or not live.duel.is_contested:
            raise Refusal("dispute-settled")
        return UpholdDuel(me)

    done = await _do(ctx, channel, number, ask)
    said = await speak_of_duel(ctx, done.duel)
    await audit_trail.post_decision(ctx, done)
    await show_page(ctx, page, said.text("done-stands", what=said.text("joust-end")))


async def dismiss(ctx: Context, page: int, channel: int, number: int) -> None:
    """Take a game off the desk for good."""
    place = Place(ctx.place.guild, channel)
    await check_reach(ctx, place, number)
    by, now = await ctx.find_person(), discord.utils.utcnow()
    details = {"channel": channel, "number": number}
    entry = AuditEntry(ctx.interaction.id, place.guild, now, by.id, DISMISSED, details)
    if await ctx.services.dismissals.dismiss(entry, by, channel, number):
        await audit_trail.post(ctx, entry)
    await show_page(ctx, page, f"✅ {ctx.text('done-dismiss')}")


async def bring_board(ctx: Context, page: int, channel: int, number: int) -> None:
    """Bring the board of a game to the end of its channel."""
    live = await _find(ctx, channel, number)
    ctx.services.keeper.mark(live, moves=True)
    await show_page(ctx, page, ctx.text("done-unsettled", channel=f"<#{channel}>"))


async def _do(ctx: Context, channel: int, number: int, ask: Ask) -> Done:
    place = Place(ctx.place.guild, channel)
    await check_reach(ctx, place, number)
    request = make_request(ctx, ask, number, earlier=True)
    return await ctx.services.service.do(replace(request, place=place))


# After a reason, which a modal asks for


async def ask_why_undone(ctx: Context, page: int, channel: int, number: int, version: int) -> None:
    """Ask why a report is to be taken back."""
    case, report = await _read_report(ctx, channel, number, version)
    custom_id = make_desk_id(page, case.live, f"undone:{version}")
    await ask_about_report(ctx, case, report, custom_id)


async def weigh_undoing(ctx: Context, page: int, channel: int, number: int, version: int) -> None:
    """Show what would come of it if a report never was."""
    await weigh_taking_back(ctx, *await _read_report(ctx, channel, number, version))


async def ask_who_is_responsible(
    ctx: Context, page: int, channel: int, number: int, version: int
) -> None:
    """Ask who is responsible, and why."""
    case, report = await _read_report(ctx, channel, number, version)
    await ask_who(ctx, case, report, make_desk_id(page, case.live, f"ruled:{version}"))


async def weigh_ruling(ctx: Context, page: int, channel: int, number: int, version: int) -> None:
    """Show what would come of it if somebody else, or nobody, was responsible."""
    await weigh_responsible(ctx, *await _read_report(ctx, channel, number, version))


async def ask_why_void(ctx: Context, page: int, channel: int, number: int) -> None:
    """Ask why a game is to be void."""
    case = await _read_case(ctx, channel, number)
    custom_id, title = make_desk_id(page, case.live, "voided"), ctx.text("button-void")
    await ask_why(ctx, custom_id, title, await _label_game(ctx, case))


async def weigh_voiding(ctx: Context, page: int, channel: int, number: int) -> None:
    """Show what would come of it if a game was void."""
    case = await _read_case(ctx, channel, number)
    weighed = begin_decision(ctx, case, ctx.fields.get(REASON, ""))
    await show(ctx, case, weighed.with_overrule(Overrule("void", weighed.reason)))


async def ask_why_reopened(ctx: Context, page: int, channel: int, number: int) -> None:
    """Ask why the end of a duel is to be taken back."""
    live = await _find(ctx, channel, number)
    if live.duel is None or live.duel.result is None:
        raise Refusal("dispute-settled")
    title, about = ctx.text("button-takeback"), ctx.text("joust-end")
    await ask_why(ctx, make_desk_id(page, live, "reopened"), title, about)


async def reopen_duel(ctx: Context, page: int, channel: int, number: int) -> None:
    """Take the end of a duel back, so that it goes on."""
    reason = " ".join(ctx.fields.get(REASON, "").split())
    if not reason:
        raise Refusal("reason", most=LONGEST_REASON)

    def ask(_: Player, live: LiveGame) -> GameCommand:
        if live.duel is None or live.duel.result is None:
            raise Refusal("dispute-settled")
        return UndoStep(seating.make_secret(), reason)

    done = await _do(ctx, channel, number, ask)
    await say_undone(ctx, done)
    await audit_trail.post_decision(ctx, done)


# Any report of a game that is over


async def list_reports(ctx: Context, page: int, channel: int, number: int) -> None:
    """Offer the reports of a game, the newest first."""
    case = await _read_case(ctx, channel, number)
    words = await label_game(ctx, check_pod(case.live))
    steps = list(reversed([*enumerate(find_reports(case.story), 1)]))[:MOST]
    if not steps:
        raise Refusal("no-report", "step")
    options = [
        discord.SelectOption(
            label=clean_label(f"{at}. {story.label_step(case.story[step], words)}", 100),
            value=str(step),
        )
        for at, step in steps
    ]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.text("desk-which"), 150),
        options=options,
        custom_id=make_desk_id(page, case.live, "which"),
    )
    await say(ctx, ctx.text("desk-which"), view=controls.make_unstored_view([menu]))


async def ask_why_corrected(
    ctx: Context, page: int, channel: int, number: int, picked: int
) -> None:
    """Ask why the report that was picked is to be put right."""
    case = await _read_case(ctx, channel, number)
    step = picked
    decision.check_step(case.story, step)
    words = await label_game(ctx, check_pod(case.live))
    custom_id = make_desk_id(page, case.live, f"corrected:{step}")
    about = story.label_step(case.story[step], words)
    await ask_why(ctx, custom_id, ctx.text("button-correct"), about)


async def weigh_correcting(ctx: Context, page: int, channel: int, number: int, step: int) -> None:
    """Show what would come of it if a report never was; another one can be made instead."""
    case = await _read_case(ctx, channel, number)
    weighed = begin_decision(ctx, case, ctx.fields.get(REASON, ""))
    await show(ctx, case, decision.take_out(weighed, step))


# Finding the game


async def _find(ctx: Context, channel: int, number: int) -> LiveGame:
    place = Place(ctx.place.guild, channel)
    await check_reach(ctx, place, number)
    return await ctx.services.service.find(place, number)


async def _read_case(ctx: Context, channel: int, number: int) -> Case:
    """Return the pod with its story. Raises `Refusal` if it is another game."""
    place = Place(ctx.place.guild, channel)
    await check_reach(ctx, place, number)
    case = make_case(await ctx.services.service.read(place, number))
    check_pod(case.live)
    return case


async def _read_report(
    ctx: Context, channel: int, number: int, version: int
) -> tuple[Case, Unconfirmed]:
    """Return the pod of a report that is to be confirmed. Raises `Refusal` once it is settled."""
    case = await _read_case(ctx, channel, number)
    found = find_unconfirmed(check_pod(case.live), version)
    if found is None:
        raise Refusal("dispute-settled")
    return case, found


async def _label_game(ctx: Context, case: Case) -> str:
    words = await label_game(ctx, pod := check_pod(case.live))
    return pod.setup.title or words.name_variant(pod.setup.variant)


_GAME = "desk:{page:int}:{channel:id}:{number:int}"
_AT_ONCE, _COSTLY = on_past_pod(MODERATORS), on_past_pod(MODERATORS, pace="costly")
ROUTES = (
    Route(f"{_GAME}:confirm:{{version:int}}", confirm_report, _AT_ONCE),
    Route(f"{_GAME}:stands:{{version:int}}", confirm_report, _AT_ONCE),
    Route(f"{_GAME}:takeback:{{version:int}}", ask_why_undone, _AT_ONCE),
    Route(f"{_GAME}:undone:{{version:int}}", weigh_undoing, _COSTLY),
    Route(f"{_GAME}:responsible:{{version:int}}", ask_who_is_responsible, _AT_ONCE),
    Route(f"{_GAME}:ruled:{{version:int}}", weigh_ruling, _COSTLY),
    Route(f"{_GAME}:stands", uphold_duel, _AT_ONCE, "desk:upheld"),
    Route(f"{_GAME}:takeback", ask_why_reopened, _AT_ONCE, "desk:reopen"),
    Route(f"{_GAME}:reopened", reopen_duel, _COSTLY),
    Route(f"{_GAME}:void", ask_why_void, _AT_ONCE),
    Route(f"{_GAME}:voided", weigh_voiding, _COSTLY),
    Route(f"{_GAME}:correct", list_reports, _COSTLY),
    Route(f"{_GAME}:which", ask_why_corrected, _AT_ONCE, picked=parse_number),
    Route(f"{_GAME}:corrected:{{step:int}}", weigh_correcting, _COSTLY),
    Route(f"{_GAME}:dismiss", dismiss, _AT_ONCE),
    Route(f"{_GAME}:here", bring_board, _COSTLY),
)
