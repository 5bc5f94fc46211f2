"""`/night seat`: a private preview of the next round's pod sizes, and the button that draws and seats it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from bot.front.interaction.answers import answer_by_editing_message, defer_answer, send_answer, show_modal
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.routes import AccessRule, CustomIdRoute, build_access_rule_for_current_game_night
from bot.front.nights import organiser_actions, plan_buttons
from bot.front.nights.night_board import format_round_title, render_points_by_pod_size
from bot.front.nights.organiser_actions import (
    execute_game_night_command,
    get_current_milliseconds,
    load_game_night_by_plan_number,
    load_game_night_led_by_user,
)
from bot.front.nights.terms_input import count_channels_for_new_pods, require_place_for_game_night_pods
from bot.front.ui import components
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.i18n import Translations
from bot.nights.night import GameNight
from bot.nights.pairing import Pair, divide_players_into_pod_sizes
from bot.nights.seating import (
    GameNightAttendee,
    RoundPairingInput,
    choose_pairs_to_keep_apart,
    compute_random_pairing_value,
    compute_strength_from_rating,
    find_pseudonym_of_player,
    hash_player_pairs_kept_apart,
    map_former_to_present_player_ids,
    replace_player_ids_in_pods,
)
from bot.nights.standings import compute_game_night_standings
from bot.nights.top_cut import CUT_POD_SIZE, count_top_cut_pods
from bot.planning.night_redraws import map_earlier_to_current_player_ids
from bot.planning.night_rounds import (
    SeatGameNightRound,
    list_players_for_next_round,
    require_enough_players_for_round,
    require_next_round_possible,
)
from bot.planning.plan import PlannedGame
from bot.projections.ratings import NEWCOMER_POINTS, load_player_ratings
from bot.rules.facts import Player
from bot.rules.guests import explain_if_too_many_guests
from bot.rules.overrides import LONGEST_REASON, require_moderator_reason
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_all_pod_states_of_game_night, load_players_of_earlier_game_nights
from bot.service.night_standings import find_top_cut_places_and_winners
from bot.service.pod_states import (
    GameNightPodState,
    compute_game_night_round_scores,
    find_latest_brackets_of_players,
    list_numbers_of_unfinished_pods,
)
from bot.storage.record.avoidances import load_avoided_pairs_of_players
from bot.workers.pairing.pairer import RoundPairingError

REASON_FIELD = "reason"


class NextGameNightRoundPreview(InteractionDraft, frozen=True):
    """The preview of a game night's next round: its number, and the players who are present.

    Who sits with whom is drawn when the round is seated: a preview can be repeated, so it must not depend on secrets.
    """

    channel: int
    number: int
    round: int
    players: tuple[Player, ...]

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the refusal for a press on a round's preview that no longer exists."""
        return Refusal("night-seating-gone")


@slash_command("night-seat", build_access_rule_for_current_game_night(SeatGameNightRound, rate_limit_class="costly"))
async def preview_next_game_night_round(ctx: Context) -> None:
    """Show the organiser the pod sizes of the game night's next round.

    A button draws who sits where, and seats the round.
    """
    live, plan, night = await load_game_night_led_by_user(ctx)
    await _show_round_preview(ctx, live, plan, night)


async def preview_game_night_round_by_number(ctx: Context, number: int) -> None:
    """Show the organiser a preview of the next round of game night number `number`."""
    live, plan, night = await load_game_night_by_plan_number(ctx, number)
    rights.require_command_permission(plan, SeatGameNightRound(0, (), (), 0), await load_user_with_rights(ctx), None)
    await _show_round_preview(ctx, live, plan, night)


async def _show_round_preview(ctx: Context, live_game: LiveGame, plan: PlannedGame, night: GameNight) -> None:
    require_next_round_possible(plan, night, ())
    require_place_for_game_night_pods(ctx, live_game.place.channel, night.terms)
    await defer_answer(ctx, ephemeral=True, thinking=True)
    states = await _load_pods_before_next_round(ctx, live_game, plan, night)
    elsewhere = await ctx.services.service.load_players_present_in_other_nights(live_game)
    players = list_players_for_next_round(plan, elsewhere)
    sizes = divide_players_into_pod_sizes(len(players), night.terms.pod_sizes)
    round_number = len(night.rounds) + 1
    if cut := night.find_top_cut_size_of_round(round_number):
        sizes = (CUT_POD_SIZE,) * count_top_cut_pods(cut, len(players))
    require_enough_players_for_round(night, round_number, len(sizes), len(players))
    draft = NextGameNightRoundPreview(
        ctx.channel_address,
        ctx.interaction.user.id,
        live_game.place.channel,
        live_game.number,
        len(night.rounds) + 1,
        players,
    )
    draft_key = ctx.services.drafts.add_draft(draft)
    button = plan_buttons.build_planned_game_action_button(f"night:{draft_key}", "seat", ctx.translations)
    if night.has_round_ever_been_paired(draft.round):
        button.custom_id = f"night:{draft_key}:again"
    rooms = count_channels_for_new_pods(ctx, night.terms)
    lines = [
        *_render_preview_of_next_round(plan.setup, night, sizes, len(players) - sum(sizes), ctx.translations, rooms)
    ]
    if cut:
        lines += await _render_top_cut_players(ctx, night, states, players, sum(sizes))
    lines += await render_unseated_players(ctx, elsewhere)
    await send_answer(ctx, "\n".join(lines), view=components.build_view_without_callbacks([button]))


async def _load_pods_before_next_round(
    ctx: Context, live_game: LiveGame, plan: PlannedGame, night: GameNight
) -> list[list[GameNightPodState]]:
    """Load the states of a game night's pods. Raises `Refusal` unless the next round can begin."""
    states = await load_all_pod_states_of_game_night(ctx.services.service, live_game.place.guild, night)
    require_next_round_possible(plan, night, list_numbers_of_unfinished_pods(states))
    return states


def _count_repeated_pairs(earlier_pods: Iterable[Iterable[Player]], planned_pods: Iterable[Iterable[Player]]) -> int:
    """Return how many pairs of players in these pods already met in an earlier pod."""
    pairs = {frozenset(pair) for pod in earlier_pods for pair in combinations(pod, 2)}
    return sum(frozenset(pair) in pairs for pod in planned_pods for pair in combinations(pod, 2))


async def _render_top_cut_players(
    ctx: Context,
    night: GameNight,
    pod_states: Sequence[Sequence[GameNightPodState]],
    players: Sequence[Player],
    top_cut_size: int,
) -> list[str]:
    """Return lines on the players who reach the top cut, and on ties for the last place."""
    places, through = find_top_cut_places_and_winners(night, pod_states, players)
    keys = {player: (player not in through, places[player]) for player in players}
    ordered = sorted(players, key=keys.__getitem__)
    last = keys[ordered[top_cut_size - 1]]
    tied = [player for player in ordered if keys[player] == last]
    seated = [player for player in ordered if keys[player] <= last]
    words = await load_message_formatter_in_user_language(ctx, sorted(players))
    if len(seated) == top_cut_size:
        return [ctx.translations("night-cut-in", players=words.join_player_names(seated))]
    sure = [player for player in seated if player not in tied]
    lines = [ctx.translations("night-cut-in", players=words.join_player_names(sure))] if sure else []
    left = top_cut_size - len(sure)
    return [*lines, ctx.translations("night-cut-tied", players=words.join_player_names(tied), count=left)]


async def render_unseated_players(ctx: Context, players: Collection[Player]) -> list[str]:
    """Return a line for the organiser with the players who get no seat in a round; empty if all have seats."""
    if not players:
        return []
    words = await load_message_formatter_in_user_language(ctx, sorted(players))
    return [ctx.translations("night-left-out", players=words.join_player_names(sorted(players)))]


async def compute_pods_of_next_round(
    ctx: Context,
    live_game: LiveGame,
    night: GameNight,
    pod_states: Sequence[Sequence[GameNightPodState]],
    present_players: tuple[Player, ...],
    top_cut_size: int,
) -> tuple[SeatGameNightRound, RoundPairingInput]:
    """Form the pods of a game night's next round at random from the players in `present_players`.

    In the final rounds, only the best `top_cut_size` players are seated. Return the pods and their underlying facts.

    Raises `Refusal`.
    """
    guild = live_game.place.guild
    owners = await ctx.services.service.load_result_owners_of_merged_players(guild)
    lines = compute_game_night_standings(compute_game_night_round_scores(night, pod_states), present_players)
    scored = {each.player: each.points for each in lines}
    points = {player: scored.get(owners.get(player, player), 0) for player in present_players}
    earlier = await load_players_of_earlier_game_nights(ctx.services.service, live_game.place, night)
    renamed = map_former_to_present_player_ids(
        earlier, owners, present_players, night.all_players
    ) | map_earlier_to_current_player_ids(night)
    byes = night.count_byes_by_player()
    smaller = night.count_smaller_pods_by_player()
    number = len(night.rounds) + 1
    places, through = (
        find_top_cut_places_and_winners(night, pod_states, present_players)
        if top_cut_size
        else ({}, frozenset[Player]())
    )
    tags = {player: find_pseudonym_of_player(night.tags, player) for player in present_players}
    apart: frozenset[Pair] | None = None
    if night.terms.mode == "fresh" and not top_cut_size:
        avoidances = await load_avoided_pairs_of_players(ctx.services.database, guild, present_players)
        apart = None if avoidances is None else choose_pairs_to_keep_apart(avoidances, present_players)
    strengths: dict[Player, int] = {}
    if apart is not None and night.terms.keeps_strength:
        # Whether somebody of the round avoids anybody must not change what is recorded.
        ratings = await load_player_ratings(ctx.services.database, guild, [owners.get(p, p) for p in present_players])
        strengths = {
            p: compute_strength_from_rating(ratings.get(owners.get(p, p), NEWCOMER_POINTS)) for p in present_players
        }
    brackets = find_latest_brackets_of_players(pod_states)
    attendees = (
        GameNightAttendee(
            p,
            tags[p],
            points[p],
            byes.get(p, 0),
            brackets.get(p),
            smaller[p],
            places.get(p, 0),
            p in through,
            strengths.get(p, 0),
        )
        for p in present_players
    )
    facts = RoundPairingInput(
        number,
        night.terms.pod_sizes,
        night.terms.mode,
        tuple(attendees),
        tuple(night.list_players_by_pod()),
        replace_player_ids_in_pods(earlier, renamed),
        apart or frozenset(),
        night.terms.shares_smaller_pods,
        top_cut_size,
        keeps_strength=night.terms.keeps_strength,
    )
    seal = night.terms.seal
    secret = "" if seal is None else seal.own.secret
    try:
        pairing = await ctx.services.pairer.pair_round(facts, secret)
    except RoundPairingError as failure:
        raise Refusal("night-pairing") from failure
    kept = None
    if apart is not None:
        kept = hash_player_pairs_kept_apart(secret, number, [[tags[each] for each in pair] for pair in apart])
    pods, out = pairing.pods, pairing.out
    if top_cut_size:  # the best first: whoever is next in line gets the seat of somebody who is missing

        def compute_pairing_sort_key(player: Player) -> tuple[bool, int, bytes]:
            lot = compute_random_pairing_value(secret, number, tags[player])
            return player not in through, places[player], lot

        pods = tuple(sorted(pods, key=lambda pod: min(map(compute_pairing_sort_key, pod))))
        out = tuple(sorted(out, key=compute_pairing_sort_key))
    seating = SeatGameNightRound(
        number,
        pods,
        out,
        get_current_milliseconds(),
        points,
        kept,
        brackets={player: brackets[player] for player in present_players if player in brackets},
        earlier_ids=renamed,
        places=places,
        through=tuple(sorted(through)),
        strengths=strengths,
    )
    return seating, facts


def _list_pods_with_too_many_guests(seating: SeatGameNightRound, guests: Collection[Player]) -> list[int]:
    return [
        number
        for number, pod in enumerate(seating.pods, 1)
        if explain_if_too_many_guests(len(pod), len({*pod}.intersection(guests)))
    ]


def _render_preview_of_next_round(
    pod_setup: PodSetup,
    game_night: GameNight,
    pod_sizes: Sequence[int],
    sit_out_count: int,
    translations: Translations,
    usable_channel_count: int,
) -> Iterator[str]:
    """Yield the lines of a round's preview, with the pod sizes and the number of players without a seat."""
    number = len(game_night.rounds) + 1
    if cut := game_night.find_top_cut_size_of_round(number):
        title = format_round_title(game_night, number, translations, pod_count=len(pod_sizes))
        yield translations("night-cut-seating", round=title)
    else:
        yield translations("night-seating", round=number, rounds=game_night.terms.rounds)
    sizes = sorted({*pod_sizes}, reverse=True)
    yield translations("night-sizes", sizes=" + ".join(f"{pod_sizes.count(size)} × {size}" for size in sizes))
    yield from render_points_by_pod_size(pod_setup, pod_sizes, translations)
    if sit_out_count and not cut:
        yield translations("night-out", count=sit_out_count)
    if game_night.terms.channels and usable_channel_count < len(pod_sizes):
        yield f"⚠️ {translations('night-few-channels', channels=usable_channel_count)}"
    yield f"-# {translations('night-cut-about' if cut else 'night-drawn-when-seated')}"


def _render_seating_confirmation(
    game_night: GameNight,
    seating: SeatGameNightRound,
    pairing_input: RoundPairingInput,
    guests: Collection[Player],
    translations: Translations,
) -> Iterator[str]:
    """Yield the lines that confirm a round's seating, with warnings about repeated pairs and guests."""
    if game_night.is_top_cut_round(seating.round):
        title = format_round_title(game_night, seating.round, translations, pod_count=len(seating.pods))
        yield f"✅ {translations('night-cut-seated', round=title, pods=len(seating.pods))}"
    else:
        yield f"✅ {translations('night-done-seat', round=seating.round, pods=len(seating.pods))}"
    tonight = _count_repeated_pairs(pairing_input.met, seating.pods)
    earlier = _count_repeated_pairs(pairing_input.earlier, seating.pods)
    yield translations("night-repeats", tonight=tonight, earlier=earlier)
    if uncounted := _list_pods_with_too_many_guests(seating, guests):
        yield translations("night-uncounted", pods=", ".join(map(str, uncounted)))


async def ask_reason_for_new_seating(ctx: Context, draft_key: str, draft: NextGameNightRoundPreview) -> None:
    """Ask the organiser in a modal for the reason to seat an undone round again."""
    reason = build_modal_text_input(REASON_FIELD, LONGEST_REASON)
    title = ctx.translations("night-again-title", round=draft.round)
    field = (ctx.translations("dispute-reason"), ctx.translations("night-again-about"), reason)
    await show_modal(ctx, build_modal(f"night:{draft_key}:seat", title, [field]))


async def seat_players_of_previewed_round(ctx: Context, draft_key: str, draft: NextGameNightRoundPreview) -> None:
    """Seat the players of the previewed round at random, unless players came or left since the preview.

    If the round was seated before and undone, the answer of the modal has the reason.
    """
    place = ChannelAddress(draft.place.guild, draft.channel)
    live, plan, night = await load_game_night_by_plan_number(ctx, draft.number, place)
    user = await load_user_with_rights(ctx)
    rights.require_command_permission(plan, SeatGameNightRound(0, (), (), 0), user, None)
    reason = " ".join(ctx.modal_fields.get(REASON_FIELD, "").split()) or None
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        require_next_round_possible(plan, night, ())
        require_place_for_game_night_pods(ctx, place.channel, night.terms)
        elsewhere = await ctx.services.service.load_players_present_in_other_nights(live)
        coming = list_players_for_next_round(plan, elsewhere)
        if (draft.round, draft.players) != (len(night.rounds) + 1, coming):
            raise Refusal("night-changed")
        if night.has_round_ever_been_paired(draft.round):
            require_moderator_reason(reason or "")
        await defer_answer(ctx)
        states = await _load_pods_before_next_round(ctx, live, plan, night)
        cut = night.find_top_cut_size_of_round(draft.round)
        seating, facts = await compute_pods_of_next_round(ctx, live, night, states, coming, cut)
        done = await execute_game_night_command(
            ctx, live, lambda me, _: replace(seating, by=me, reason=reason, now=get_current_milliseconds())
        )
    ctx.services.plans.check_due_tasks_soon()
    view = components.build_view_without_callbacks([organiser_actions.build_button_to_undo_organiser_action(ctx, done)])
    lines = [*_render_seating_confirmation(night, seating, facts, plan.guests, ctx.translations)]
    lines += await render_unseated_players(ctx, elsewhere)
    await answer_by_editing_message(ctx, content="\n".join(lines), view=view)


COMMANDS = (preview_next_game_night_round,)

ROUTES = (
    CustomIdRoute(
        "plan:{number:int}:seat",
        preview_game_night_round_by_number,
        build_access_rule_for_current_game_night(SeatGameNightRound, rate_limit_class="costly"),
    ),
    CustomIdRoute(
        "night:{draft_key}:again",
        ask_reason_for_new_seating,
        AccessRule((FORM_OWNER,), "playing", "form-other"),
        draft=NextGameNightRoundPreview,
    ),
    CustomIdRoute(
        "night:{draft_key}:seat",
        seat_players_of_previewed_round,
        AccessRule((FORM_OWNER,), "costly", "form-other"),
        draft=NextGameNightRoundPreview,
    ),
)
