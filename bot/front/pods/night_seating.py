"""`/night seat`: a private preview of the next round, and the press that seats it."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import defer, edit, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command
from bot.front.interaction.drafts import Draft
from bot.front.interaction.routes import Access, Route, on_night
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods import night_acts
from bot.front.pods.night_acts import do_in_night, find_numbered, lead_night, read_now
from bot.front.pods.night_terms import check_openable, count_rooms
from bot.front.rendering import controls, night_board, plan_board
from bot.nights.night import Night
from bot.nights.seating import (
    Attendee,
    RoundFacts,
    find_present_ids,
    find_tag,
    hash_apart,
    rename_players,
)
from bot.nights.standings import compute_standings
from bot.pairing import Pair
from bot.pairing_worker.pairer import PairingFailed
from bot.planning.night_rounds import SeatRound, check_next_round, find_earlier_ids
from bot.planning.plan import Plan
from bot.rulebooks import decide
from bot.rules.facts import Player
from bot.rules.guests import weigh_guests
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.service.live_game import LiveGame, Place
from bot.service.night_pods import load_former, read_night
from bot.service.pod_states import find_brackets, list_playing, score_rounds
from bot.storage.record.avoidances import load_apart
from bot.words import Words


class SeatingDraft(Draft, frozen=True):
    """The next round of night `number` in a channel, as it was shown to the organiser.

    So many pairs of it met `tonight` and in `earlier` nights.
    """

    channel: int
    number: int
    seating: SeatRound
    tonight: int
    earlier: int

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired draft."""
        return Refusal("night-seating-gone")


@command("night-seat", on_night(SeatRound, pace="costly"))
async def seat(ctx: Context) -> None:
    """Show the organiser the pods of the next round; they seat it by a button."""
    live, plan, night = await lead_night(ctx)
    await _show_seating(ctx, live, plan, night)


async def seat_by_button(ctx: Context, number: int) -> None:
    """Show the organiser the pods of the next round of the night of this number."""
    live, plan, night = await find_numbered(ctx, number)
    rights.check(plan, SeatRound(0, (), (), 0), await find_asker(ctx), None)
    await _show_seating(ctx, live, plan, night)


async def _show_seating(ctx: Context, live: LiveGame, plan: Plan, night: Night) -> None:
    check_next_round(plan, night, ())
    check_openable(ctx, live.place.channel, night.terms)
    await defer(ctx, ephemeral=True, thinking=True)
    seating, facts = await _pair(ctx, live, plan, night)
    decide(plan, seating)
    draft = SeatingDraft(
        ctx.place,
        ctx.interaction.user.id,
        live.place.channel,
        live.number,
        seating,
        _count_repeated(facts.met, seating.pods),
        _count_repeated(facts.earlier, seating.pods),
    )
    token = ctx.services.drafts.begin(draft)
    words = await speak_to_asker(ctx, plan.coming)
    button = plan_board.make_button(f"night:{token}", "seat", ctx.text)
    rooms = count_rooms(ctx, night.terms)
    said = night_board.fit_message(_render(draft, night, plan.guests, words, rooms))
    await say(ctx, said, view=controls.make_unstored_view([button]))


def _count_repeated(met: Iterable[Iterable[Player]], pods: Iterable[Iterable[Player]]) -> int:
    """Return how many pairs who sit together in `pods` have `met` in earlier pods."""
    pairs = {frozenset(pair) for pod in met for pair in combinations(pod, 2)}
    return sum(frozenset(pair) in pairs for pod in pods for pair in combinations(pod, 2))


async def _pair(
    ctx: Context, live: LiveGame, plan: Plan, night: Night
) -> tuple[SeatRound, RoundFacts]:
    """Return the pods of the next round, and the facts by which they were found.

    Raises `Refusal`.
    """
    guild = live.place.guild
    states = await read_night(ctx.services.service, guild, night)
    check_next_round(plan, night, list_playing(states))
    coming = plan.coming
    await ctx.services.service.check_elsewhere(live, coming)
    owners = await ctx.services.service.load_owners(guild)
    lines = compute_standings(score_rounds(night, states), coming)
    scored = {each.player: each.points for each in lines}
    points = {player: scored.get(owners.get(player, player), 0) for player in coming}
    earlier = await load_former(ctx.services.service, live.place, night)
    renamed = find_present_ids(earlier, owners, coming, night.everybody) | find_earlier_ids(night)
    byes = night.count_byes()
    number = len(night.rounds) + 1
    tags = {player: find_tag(night.tags, player) for player in coming}
    apart: frozenset[Pair] | None = None
    if night.terms.mode == "fresh":
        apart = await load_apart(ctx.services.database, guild, coming)
    brackets = find_brackets(states)
    attendees = (Attendee(p, tags[p], points[p], byes.get(p, 0), brackets.get(p)) for p in coming)
    facts = RoundFacts(
        number,
        night.terms.sizes,
        night.terms.mode,
        tuple(attendees),
        tuple(night.list_meetings()),
        rename_players(earlier, renamed),
        apart or frozenset(),
    )
    seal = night.terms.seal
    secret = "" if seal is None else seal.own.secret
    try:
        pairing = await ctx.services.pairer.pair(facts, secret)
    except PairingFailed as failure:
        raise Refusal("night-pairing") from failure
    kept = None
    if apart is not None:
        kept = hash_apart(secret, number, [[tags[each] for each in pair] for pair in apart])
    seating = SeatRound(
        number,
        pairing.pods,
        pairing.out,
        read_now(),
        points,
        kept,
        brackets={player: brackets[player] for player in coming if player in brackets},
        earlier_ids=renamed,
    )
    return seating, facts


def _list_uncounted(seating: SeatRound, guests: Collection[Player]) -> list[int]:
    """Return the numbers of the pods that have too many guests to count in the standings."""
    return [
        number
        for number, pod in enumerate(seating.pods, 1)
        if weigh_guests(len(pod), len({*pod}.intersection(guests)))
    ]


def _render(
    draft: SeatingDraft, night: Night, guests: Collection[Player], words: Words, rooms: int
) -> Iterator[str]:
    """Yield the lines of a preview: sizes, repeats, who sits out, and the pods.

    Pods can be opened in so many `rooms` of the channels that the night names.
    """
    text = words.text
    seating = draft.seating
    yield text("night-seating", round=seating.round, rounds=night.terms.rounds)
    sizes = sorted({len(pod) for pod in seating.pods}, reverse=True)
    counts = [(size, sum(len(pod) == size for pod in seating.pods)) for size in sizes]
    yield text("night-sizes", sizes=" + ".join(f"{count} × {size}" for size, count in counts))
    yield text("night-repeats", tonight=draft.tonight, earlier=draft.earlier)
    if seating.out:
        yield text("night-out", players=words.join_names(seating.out))
    if night.terms.channels and rooms < len(seating.pods):
        yield f"⚠️ {text('night-few-channels', channels=rooms)}"
    if uncounted := _list_uncounted(seating, guests):
        yield text("night-uncounted", pods=", ".join(map(str, uncounted)))
    for number, pod in enumerate(seating.pods, 1):
        yield f"**{number}.** {words.join_names(pod)}"


async def seat_shown(ctx: Context, token: str, draft: SeatingDraft) -> None:
    """Seat the round that was shown, unless somebody came or left since."""
    place = Place(draft.place.guild, draft.channel)
    live, _, night = await find_numbered(ctx, draft.number, place)
    with ctx.services.drafts.spend(token, draft):
        check_openable(ctx, place.channel, night.terms)
        seating = replace(draft.seating, now=read_now())
        done = await do_in_night(ctx, live, lambda *_: seating)
    ctx.services.plans.wake()
    said = ctx.text("night-done-seat", round=seating.round, pods=len(seating.pods))
    view = controls.make_unstored_view([night_acts.make_undo(ctx, done)])
    await edit(ctx, content=f"✅ {said}", view=view)


COMMANDS = (seat,)

ROUTES = (
    Route("plan:{number:int}:seat", seat_by_button, on_night(SeatRound, pace="costly")),
    Route(
        "night:{token}:seat",
        seat_shown,
        Access((FORM_OWNER,), "costly", "form-other"),
        draft=SeatingDraft,
    ),
)
