"""The board of a night: who is present, the round and its clock, the pods, and the standings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.embeds import SEPARATOR, SHOWN_COMMITMENT_LENGTH
from bot.front.ui.escaping import escape_markdown
from bot.i18n import MessageCatalogue
from bot.nights.night import GameNight, GameNightRound
from bot.nights.standings import GameNightStandingsLine, compute_game_night_standings
from bot.nights.terms import GameNightTerms, compute_hash_that_fixes_random_pairings
from bot.planning.night_swaps import list_swaps_with_rounds
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.seats import format_player_counts
from bot.service.pod_states import GameNightPodState, compute_game_night_round_scores

NightPodStates = Sequence[Sequence[GameNightPodState]]
"""The states of a night's pods, round by round."""

LONGEST_FIELD = 1_000
"""Characters of a list on the board; what has no room is counted."""

LONGEST_MESSAGE = 1_900
"""Characters of a private message about the pods; lines that have no room are left out."""

LONGEST_LINE = 400
"""Characters of the names in a line of the standings; those that have no room stand in the next."""

SHOWN_LINES = 16
"""Lines of the standings on the board."""


def render_game_night_title_and_terms(
    pod_setup: PodSetup, night_terms: GameNightTerms, catalogue: MessageCatalogue
) -> Iterator[str]:
    """Yield the title of a game night, its number of rounds, and its pod sizes."""
    title = escape_markdown(pod_setup.title) if pod_setup.title else catalogue("plan-title", kind="night")
    yield f"**{title}**"
    yield from render_rounds_and_seating_of_game_night(night_terms, catalogue)


def render_rounds_and_seating_of_game_night(night_terms: GameNightTerms, catalogue: MessageCatalogue) -> Iterator[str]:
    """Yield a game night's number of rounds, how players are assigned to pods, and the pod sizes."""
    mode = catalogue(f"mode-{night_terms.mode}")
    yield catalogue("night-terms", rounds=night_terms.rounds, minutes=night_terms.minutes, mode=mode)
    sizes = catalogue.join_names_with_and(format_player_counts(night_terms.allowed).split(", "))
    yield f"-# {catalogue('night-pod-sizes', sizes=sizes)}"
    if night_terms.channels:
        channels = " ".join(f"<#{each}>" for each in night_terms.channels)
        yield f"-# {catalogue('night-in-channels', channels=channels)}"


def add_game_night_fields(
    embed: discord.Embed,
    plan: PlannedGame,
    night: GameNight,
    pod_states: NightPodStates,
    formatter: PodMessageFormatter,
) -> None:
    """Add to an embed the pods, standings and players of a game night."""
    text = formatter.text
    if night.rounds:
        current = night.rounds[-1]
        pods = [_render_game_night_pod_line(at, each, formatter) for at, each in enumerate(pod_states[-1], 1)]
        title = text("night-round", round=len(night.rounds), rounds=night.terms.rounds)
        embed.add_field(name=title, value=_join_lines_up_to_limit(pods, text), inline=False)
        if current.out:
            embed.add_field(name=text("night-outs"), value=_join_player_names_up_to_limit(current.out, formatter))
        lines = compute_game_night_standings(compute_game_night_round_scores(night, pod_states))
        if lines:
            value = _join_lines_up_to_limit([*_render_game_night_standings_lines(lines[:SHOWN_LINES], formatter)], text)
            embed.add_field(name=text("night-standings"), value=value, inline=False)
        _add_players_not_in_round_field(embed, plan, current, formatter)
        if changes := [*_render_changes_by_hand(night, formatter)]:
            value = _join_lines_up_to_limit(changes[::-1], text)
            embed.add_field(name=text("night-by-hand"), value=value, inline=False)
        return
    shown = plan.checked_in_players_with_seat if plan.has_game_night_begun else plan.players_with_seat
    here = text("night-here" if plan.has_game_night_begun else "night-signed-up", count=len(shown))
    names = [_render_name_with_check_in(plan, player, formatter) for player in shown]
    embed.add_field(name=here, value=_join_with_commas_up_to_limit(names, text) or text("lobby-empty"), inline=False)


def _add_players_not_in_round_field(
    embed: discord.Embed, plan: PlannedGame, current_round: GameNightRound, formatter: PodMessageFormatter
) -> None:
    """Add a field with players who are present and play in no pod of the round."""
    known = {*current_round.seated_players, *current_round.out}
    new = [player for player in plan.checked_in_players_with_seat if player not in known]
    if new:
        title = formatter.text("night-newcomers")
        embed.add_field(name=title, value=_join_player_names_up_to_limit(new, formatter), inline=False)


def _render_changes_by_hand(night: GameNight, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield a line for each time that the organiser drew a round again or swapped two players, round by round.

    Swaps that older versions of the bot recorded do not say who made them, so they have no line.
    """
    repeated = [
        (
            each.round,
            "night-drawn-again",
            {"by": formatter.name(each.by), "reason": escape_markdown(each.reason)},
        )
        for each in night.repeated_draws
    ]
    swapped = [
        (
            round_number,
            "night-swapped",
            {"by": formatter.name(swap.by), "one": formatter.name(swap.one), "other": formatter.name(swap.other)},
        )
        for round_number, swap in list_swaps_with_rounds(night)
        if swap.by is not None
    ]
    for round_number, key, values in sorted([*repeated, *swapped], key=lambda each: each[0]):
        yield formatter.text(key, round=round_number, **values)


def render_all_details_of_game_night(
    plan: PlannedGame, night: GameNight, pod_states: NightPodStates, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield every pod, rank and player of a game night as lines, for a reply that leaves nothing out."""
    text = formatter.text
    if night.rounds:
        title = text("night-round", round=len(night.rounds), rounds=night.terms.rounds)
        yield f"**{title}**"
        yield from (_render_game_night_pod_line(at, each, formatter) for at, each in enumerate(pod_states[-1], 1))
        yield f"**{text('night-standings')}**"
        yield from _render_game_night_standings_lines(
            compute_game_night_standings(compute_game_night_round_scores(night, pod_states)), formatter
        )
        if changes := [*_render_changes_by_hand(night, formatter)]:
            yield f"**{text('night-by-hand')}**"
            yield from changes
    shown = plan.checked_in_players_with_seat if plan.has_game_night_begun else plan.players
    title = text("night-here" if plan.has_game_night_begun else "night-signed-up", count=len(shown))
    yield f"**{title}**"
    yield from (f"{at}. {_render_name_with_check_in(plan, player, formatter)}" for at, player in enumerate(shown, 1))
    if plan.has_game_night_begun and plan.players_on_waiting_list:
        yield f"**{text('plan-waiting')}**"
        yield from (f"{at}. {formatter.name(each)}" for at, each in enumerate(plan.players_on_waiting_list, 1))
    for by in dict.fromkeys(plan.guests[each] for each in shown if each in plan.guests):
        brought = [each for each in shown if plan.guests.get(each) == by]
        guests = formatter.join_player_names(brought)
        yield f"-# {text('guests-of', by=formatter.name(by), guests=guests, count=len(brought))}"


def render_game_night_organiser_line(plan: PlannedGame, night: GameNight, formatter: PodMessageFormatter) -> str:
    """Return a line with the organiser of a game night, and the player count or final date."""
    text = formatter.text
    parts = [f"{text('plan-host')} {formatter.name(plan.host)}"]
    if night.closed is not None:
        parts.append(f"<t:{plan.at // 1000}:f>")
    elif night.rounds:
        parts.append(text("night-here", count=len(plan.checked_in_players_with_seat)))
    return f"-# {SEPARATOR.join(parts)}"


def render_game_night_progress(night: GameNight, catalogue: MessageCatalogue) -> Iterator[str]:
    """Yield lines on the state of a game night: its round, the round's end, pods to open."""
    yield _render_state_of_game_night_round(night, catalogue)
    yield from (f"-# {each}" for each in render_unopened_pods_notice(night, catalogue))


def render_unopened_pods_notice(night: GameNight, catalogue: MessageCatalogue) -> Iterator[str]:
    """Yield a notice on pods of a game night that have no lobby yet, if there are any."""
    if night.unopened_pods:
        yield catalogue("night-owed-in-channels" if night.terms.channels else "night-owed")


def _render_state_of_game_night_round(night: GameNight, catalogue: MessageCatalogue) -> str:
    current = night.current_round
    if night.closed is not None:
        return catalogue("night-lapsed" if night.closed.lapsed else "night-closed")
    if current is None:
        return catalogue("night-first")
    if night.paused is not None:
        return catalogue("night-paused")
    ends = f"<t:{current.ends // 1000}:R>"
    if current.called:
        return catalogue("night-time-over")
    is_last = len(night.rounds) == night.terms.rounds
    return catalogue("night-ends-last" if is_last else "night-ends", when=ends)


def render_hash_of_game_night_pairings(night: GameNight, catalogue: MessageCatalogue) -> Iterator[str]:
    """Yield a line with the published hash by which anybody can later check a night's random pairings."""
    seal = night.terms.seal
    if seal is not None:
        shown = compute_hash_that_fixes_random_pairings(seal)[:SHOWN_COMMITMENT_LENGTH]
        yield f"-# {catalogue('night-draw')} `{shown}`"


def _render_name_with_check_in(plan: PlannedGame, player: Player, formatter: PodMessageFormatter) -> str:
    here = " ✅" if not plan.has_game_night_begun and player in plan.present else ""
    return f"{formatter.name(player)}{here}"


def _render_game_night_pod_line(pod_number: int, pod_state: GameNightPodState, formatter: PodMessageFormatter) -> str:
    """Return a pod's state, link and players on one line, winners first and bold."""
    pod = None if pod_state.live is None else pod_state.live.pod
    winners = () if pod is None or pod.result is None else pod.result.winners
    others = [player for player in pod_state.pod.players if player not in winners]
    names = [f"**{formatter.join_player_names(winners)}**"] if winners else []
    names += [formatter.join_player_names(others)] if others else []
    link = f"<#{pod_state.pod.channel}>" if pod_state.pod.is_opened else ""
    parts = [f"**{pod_number}.**", _render_game_night_pod_symbol(pod_state), link, ", ".join(names)]
    return " ".join(part for part in parts if part)


def _render_game_night_pod_symbol(pod_state: GameNightPodState) -> str:
    """Return an emoji for the state of a pod: not open, lobby, playing, won or drawn."""
    if not pod_state.pod.is_opened:
        return "⏳"
    pod = None if pod_state.live is None else pod_state.live.pod
    if pod is None:
        return ""
    if pod.result is None:
        looks = {"lobby": "🪑", "closed": "🚪"}
        return looks.get(pod.state, "⚔️")
    unsettled = "" if pod_state.points_and_winners is not None and pod_state.points_and_winners.settled else "❔"
    return f"{'🏆' if pod.result.winners else '🤝'}{unsettled}"


def _render_game_night_standings_lines(
    standings: Iterable[GameNightStandingsLine], formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield the standings of a game night as lines; players with equal points share a line.

    Ranks are bold so that Discord does not renumber the lines, as it does a list.
    """
    for points, equal in groupby(standings, key=lambda each: each.points):
        group = [*equal]
        all_open = all(each.unsettled for each in group)
        mark = "\N{NO-BREAK SPACE}❔" if all_open else ""
        names, length, last = list[str](), 0, 0
        for each in group:
            unsettled = "\N{NO-BREAK SPACE}❔" if each.unsettled and not all_open else ""
            name = f"{formatter.name(each.player)}{unsettled}"
            if names and length + len(name) > LONGEST_LINE:
                yield f"{', '.join(names)} · **{points}**{mark}"
                names, length, last = [], 0, 0
            names.append(name if each.place == last else f"**{each.place}.** {name}")
            length += len(names[-1]) + len(", ")
            last = each.place
        yield f"{', '.join(names)} · **{points}**{mark}"


def cut_lines_to_message_length(lines: Iterable[str]) -> str:
    """Join lines into one message; leave out lines beyond Discord's length limit."""
    said = "\n".join(lines)
    if len(said) <= LONGEST_MESSAGE:
        return said
    kept = said[:LONGEST_MESSAGE].rsplit("\n", 1)[0]
    return f"{kept}\n…"


def _join_player_names_up_to_limit(players: Iterable[Player], formatter: PodMessageFormatter) -> str:
    return _join_with_commas_up_to_limit([formatter.name(player) for player in players], formatter.text)


def _join_with_commas_up_to_limit(parts: Sequence[str], catalogue: MessageCatalogue) -> str:
    return _join_texts_up_to_embed_field_limit(parts, ", ", catalogue)


def _join_lines_up_to_limit(lines: Sequence[str], catalogue: MessageCatalogue) -> str:
    return _join_texts_up_to_embed_field_limit(lines, "\n", catalogue)


def _join_texts_up_to_embed_field_limit(parts: Sequence[str], separator: str, catalogue: MessageCatalogue) -> str:
    kept: list[str] = []
    length = 0
    for part in parts:
        length += len(part) + len(separator)
        if length > LONGEST_FIELD - 40:
            kept.append(catalogue("night-more", count=len(parts) - len(kept)))
            break
        kept.append(part)
    return separator.join(kept)
