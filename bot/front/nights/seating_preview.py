"""`/night seat`: a private preview of the next round's pods, and the button that seats it."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.answers import defer_answer, edit_private_message, send_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.drafts import Draft
from bot.front.interaction.formatters import load_private_formatter
from bot.front.interaction.routes import Access, Route, night_access
from bot.front.nights import night_board, organiser_actions, plan_buttons
from bot.front.nights.organiser_actions import (
    execute_night_command,
    get_current_milliseconds,
    load_night_as_organiser,
    load_night_by_number,
)
from bot.front.nights.terms_input import count_usable_channels, require_channel_for_pods
from bot.front.ui import components
from bot.nights.night import Night
from bot.nights.pairing import Pair
from bot.nights.seating import (
    NightAttendee,
    NightRoundFacts,
    find_player_tag,
    hash_avoiding_pairs,
    map_former_player_ids,
    replace_player_ids,
)
from bot.nights.standings import compute_night_standings
from bot.planning.night_rounds import SeatRound, map_earlier_player_ids, require_next_round_possible
from bot.planning.plan import Plan
from bot.rulebooks import decide_command
from bot.rules.facts import Player
from bot.rules.guests import find_guest_limit_reason
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_night_pods, load_pods_of_earlier_nights
from bot.service.pod_states import compute_round_scores, find_deck_brackets, list_unfinished_pods
from bot.storage.record.avoidances import load_avoiding_pairs
from bot.workers.pairing.pairer import PairingFailed


class RoundSeatingDraft(Draft, frozen=True):
    """The pods of a night's next round, as previewed to the organiser.

    `tonight` and `earlier` count the pairs in a pod who already met in this night and in
    earlier nights.
    """

    channel: int
    number: int
    seating: SeatRound
    tonight: int
    earlier: int

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a seating that no longer waits to be announced."""
        return Refusal("night-seating-gone")


@slash_command("night-seat", night_access(SeatRound, rate_class="costly"))
async def preview_next_round(ctx: Context) -> None:
    """Show the organiser the pods of the night's next round, which they seat by a button."""
    live, plan, night = await load_night_as_organiser(ctx)
    await _show_round_preview(ctx, live, plan, night)


async def handle_preview_round_button(ctx: Context, number: int) -> None:
    """Show the organiser the pods of the next round of a night, by the night's number."""
    live, plan, night = await load_night_by_number(ctx, number)
    rights.require_permission(plan, SeatRound(0, (), (), 0), await load_requester(ctx), None)
    await _show_round_preview(ctx, live, plan, night)


async def _show_round_preview(ctx: Context, live_game: LiveGame, plan: Plan, night: Night) -> None:
    require_next_round_possible(plan, night, ())
    require_channel_for_pods(ctx, live_game.place.channel, night.terms)
    await defer_answer(ctx, ephemeral=True, thinking=True)
    seating, facts = await _compute_next_round(ctx, live_game, plan, night)
    decide_command(plan, seating)
    draft = RoundSeatingDraft(
        ctx.channel_address,
        ctx.interaction.user.id,
        live_game.place.channel,
        live_game.number,
        seating,
        _count_repeated_pairs(facts.met, seating.pods),
        _count_repeated_pairs(facts.earlier, seating.pods),
    )
    token = ctx.services.drafts.add(draft)
    words = await load_private_formatter(ctx, plan.ready_players)
    button = plan_buttons.build_plan_button(f"night:{token}", "seat", ctx.catalogue)
    rooms = count_usable_channels(ctx, night.terms)
    said = night_board.fit_private_message(
        _render_round_preview(draft, night, plan.guests, words, rooms)
    )
    await send_answer(ctx, said, view=components.build_stateless_view([button]))


def _count_repeated_pairs(
    earlier_pods: Iterable[Iterable[Player]], pods: Iterable[Iterable[Player]]
) -> int:
    """Return how many pairs of players in the same pod already met in an earlier pod."""
    pairs = {frozenset(pair) for pod in earlier_pods for pair in combinations(pod, 2)}
    return sum(frozenset(pair) in pairs for pod in pods for pair in combinations(pod, 2))


async def _compute_next_round(
    ctx: Context, live_game: LiveGame, plan: Plan, night: Night
) -> tuple[SeatRound, NightRoundFacts]:
    """Compute the pods of the night's next round.

    Return them with the facts they are based on. Raises `Refusal`.
    """
    guild = live_game.place.guild
    states = await load_night_pods(ctx.services.service, guild, night)
    require_next_round_possible(plan, night, list_unfinished_pods(states))
    coming = plan.ready_players
    await ctx.services.service.require_players_are_free(live_game, coming)
    owners = await ctx.services.service.load_result_owners(guild)
    lines = compute_night_standings(compute_round_scores(night, states), coming)
    scored = {each.player: each.points for each in lines}
    points = {player: scored.get(owners.get(player, player), 0) for player in coming}
    earlier = await load_pods_of_earlier_nights(ctx.services.service, live_game.place, night)
    renamed = map_former_player_ids(
        earlier, owners, coming, night.all_players
    ) | map_earlier_player_ids(night)
    byes = night.count_byes()
    number = len(night.rounds) + 1
    tags = {player: find_player_tag(night.tags, player) for player in coming}
    apart: frozenset[Pair] | None = None
    if night.terms.mode == "fresh":
        apart = await load_avoiding_pairs(ctx.services.database, guild, coming)
    brackets = find_deck_brackets(states)
    attendees = (
        NightAttendee(p, tags[p], points[p], byes.get(p, 0), brackets.get(p)) for p in coming
    )
    facts = NightRoundFacts(
        number,
        night.terms.pod_sizes,
        night.terms.mode,
        tuple(attendees),
        tuple(night.list_players_by_pod()),
        replace_player_ids(earlier, renamed),
        apart or frozenset(),
    )
    seal = night.terms.seal
    secret = "" if seal is None else seal.own.secret
    try:
        pairing = await ctx.services.pairer.pair_round(facts, secret)
    except PairingFailed as failure:
        raise Refusal("night-pairing") from failure
    kept = None
    if apart is not None:
        kept = hash_avoiding_pairs(
            secret, number, [[tags[each] for each in pair] for pair in apart]
        )
    seating = SeatRound(
        number,
        pairing.pods,
        pairing.out,
        get_current_milliseconds(),
        points,
        kept,
        brackets={player: brackets[player] for player in coming if player in brackets},
        earlier_ids=renamed,
    )
    return seating, facts


def _list_uncounted_pods(seating: SeatRound, guests: Collection[Player]) -> list[int]:
    """Return the numbers of the pods that have too many guests to count in the standings."""
    return [
        number
        for number, pod in enumerate(seating.pods, 1)
        if find_guest_limit_reason(len(pod), len({*pod}.intersection(guests)))
    ]


def _render_round_preview(
    draft: RoundSeatingDraft,
    night: Night,
    guests: Collection[Player],
    formatter: MessageFormatter,
    usable_channel_count: int,
) -> Iterator[str]:
    """Yield the lines of a round's preview: sizes, repeated pairs, who sits out, and the pods."""
    text = formatter.text
    seating = draft.seating
    yield text("night-seating", round=seating.round, rounds=night.terms.rounds)
    sizes = sorted({len(pod) for pod in seating.pods}, reverse=True)
    counts = [(size, sum(len(pod) == size for pod in seating.pods)) for size in sizes]
    yield text("night-sizes", sizes=" + ".join(f"{count} × {size}" for size, count in counts))
    yield text("night-repeats", tonight=draft.tonight, earlier=draft.earlier)
    if seating.out:
        yield text("night-out", players=formatter.join_player_names(seating.out))
    if night.terms.channels and usable_channel_count < len(seating.pods):
        yield f"⚠️ {text('night-few-channels', channels=usable_channel_count)}"
    if uncounted := _list_uncounted_pods(seating, guests):
        yield text("night-uncounted", pods=", ".join(map(str, uncounted)))
    for number, pod in enumerate(seating.pods, 1):
        yield f"**{number}.** {formatter.join_player_names(pod)}"


async def seat_previewed_round(ctx: Context, token: str, draft: RoundSeatingDraft) -> None:
    """Seat the previewed round, unless a player came or left since."""
    place = ChannelAddress(draft.place.guild, draft.channel)
    live, _, night = await load_night_by_number(ctx, draft.number, place)
    with ctx.services.drafts.remove_while_sending(token, draft):
        require_channel_for_pods(ctx, place.channel, night.terms)
        seating = replace(draft.seating, now=get_current_milliseconds())
        done = await execute_night_command(ctx, live, lambda *_: seating)
    ctx.services.plans.schedule_check()
    said = ctx.catalogue("night-done-seat", round=seating.round, pods=len(seating.pods))
    view = components.build_stateless_view([organiser_actions.build_night_undo_button(ctx, done)])
    await edit_private_message(ctx, content=f"✅ {said}", view=view)


COMMANDS = (preview_next_round,)

ROUTES = (
    Route(
        "plan:{number:int}:seat",
        handle_preview_round_button,
        night_access(SeatRound, rate_class="costly"),
    ),
    Route(
        "night:{token}:seat",
        seat_previewed_round,
        Access((FORM_OWNER,), "costly", "form-other"),
        draft=RoundSeatingDraft,
    ),
)
