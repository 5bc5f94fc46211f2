"""The board of a night: who is present, the round and its clock, the pods, and the standings."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import discord
from msgspec import Struct

from bot.basics.character_table import CharacterTable
from bot.formatters.messages import PodMessageFormatter
from bot.front.nights.standings_picture import list_scores_after_each_game_night_round
from bot.front.ui.embeds import SEPARATOR, SHOWN_COMMITMENT_LENGTH
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import compute_length_limit_per_text, truncate_markdown
from bot.i18n import Translations
from bot.nights.night import GameNight
from bot.nights.standings import GameNightStandingsLine
from bot.nights.terms import GameNightSettings, compute_pairing_commitment_hash
from bot.planning.night_swaps import list_player_swaps_by_round
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.seats import format_player_counts
from bot.service.night_standings import compute_standings_of_night
from bot.service.pod_states import GameNightPodState

NightPodStates = Sequence[Sequence[GameNightPodState]]
"""The states of a night's pods, round by round."""

LONGEST_FIELD = 1_000
"""Characters of a list on the board; what has no room is counted."""

LONGEST_MESSAGE = 1_900
"""Characters of a private message about the pods; lines that have no room are counted."""

BOARD_LINES = 21
"""Lines of a phone's screen for all lists of a night's board together, with their headings."""

PICTURE_LINES = 6
"""Lines of those that the picture of the standings takes."""

HEADING_LINES = 2
"""Lines that the heading of a list takes, with the gap above it."""

_LETTERS_PER_LINE = 32
"""Letters in a line of a phone."""

_CHANNEL_PATTERN = re.compile(r"<#\d+>")
_MARKUP_PATTERN = re.compile(r"\*\*|\\(?=\W)|[\u2066-\u2069]")
_LINK_SAMPLE = "# Round 1, pod 10 "


def render_game_night_title_and_settings(
    pod_setup: PodSetup, night_settings: GameNightSettings, translations: Translations
) -> Iterator[str]:
    """Yield the title of a game night, its number of rounds, and its pod sizes."""
    title = escape_markdown(pod_setup.title) if pod_setup.title else translations("plan-title", kind="night")
    yield f"**{title}**"
    yield from render_game_night_settings(pod_setup, night_settings, translations)


def render_game_night_settings(
    pod_setup: PodSetup, night_settings: GameNightSettings, translations: Translations
) -> Iterator[str]:
    """Yield lines with a game night's round count, its method of pairing, and its pod sizes."""
    mode = translations(f"mode-{night_settings.mode}")
    yield translations("night-terms", rounds=night_settings.rounds, minutes=night_settings.minutes, mode=mode)
    sizes = translations.join_names_with_and(format_player_counts(night_settings.allowed).split(", "))
    yield f"-# {translations('night-pod-sizes', sizes=sizes)}"
    yield from render_points_by_pod_size(pod_setup, night_settings.allowed, translations)
    if night_settings.cut:
        yield f"-# {translations('night-cut-terms', count=night_settings.cut)}"
    if night_settings.channels:
        channels = " ".join(f"<#{each}>" for each in night_settings.channels)
        yield f"-# {translations('night-in-channels', channels=channels)}"


def format_round_title(
    game_night: GameNight, round_number: int, translations: Translations, pod_count: int | None = None
) -> str:
    """Return the name of a round, such as `Round 2 of 3` or, in the top cut, `Final`.

    `pod_count` is that of a round that is not seated yet.
    """
    if not game_night.is_top_cut_round(round_number):
        return translations("night-round", round=round_number, rounds=game_night.terms.rounds)
    pods = len(game_night.rounds[round_number - 1].pods) if pod_count is None else pod_count
    return translations("night-cut-final" if pods == 1 else "night-cut-first")


def render_points_by_pod_size(
    pod_setup: PodSetup, pod_sizes: Iterable[int], translations: Translations
) -> Iterator[str]:
    """Yield a line with the maximum points in pods of each size, if these points differ."""
    most = {size: pod_setup.scoring_points.compute_maximum_winner_points(size) for size in sorted({*pod_sizes})}
    if len({*most.values()}) > 1:
        points = ", ".join(f"{size} → {each}" for size, each in most.items())
        yield f"-# {translations('night-pod-points', points=points)}"


def add_game_night_fields(
    embed: discord.Embed,
    planned_game: PlannedGame,
    game_night: GameNight,
    pod_states: NightPodStates,
    formatter: PodMessageFormatter,
) -> None:
    """Add embed fields with a game night's pods, standings and players, as far as they fit a phone."""
    text = formatter.text
    lists = [*_build_game_night_board_sections(planned_game, game_night, pod_states, formatter)]
    has_picture = bool(list_scores_after_each_game_night_round(game_night, pod_states))
    room = BOARD_LINES - (PICTURE_LINES if has_picture else 0)
    least = [2 if each.grows or not has_picture else 1 for each in lists]
    heights = [each.count_lines() for each in lists]
    wanted = [max(0, height - few) for each, height, few in zip(lists, heights, least, strict=True) if each.grows]
    taken = sum(min(height, few) + HEADING_LINES for height, few in zip(heights, least, strict=True))
    extra = compute_length_limit_per_text(wanted, max(0, room - taken))
    for each, few in zip(lists, least, strict=True):
        most_lines = few + (extra if each.grows else 0)
        shown = each.shorter if each.shorter is not None and each.count_lines() > most_lines else each
        embed.add_field(name=each.title, value=shown.render(most_lines, text), inline=False)


class _GameNightBoardSection(Struct, frozen=True):
    """A section of a game night's board: a title and entries, such as pods or players.

    A list that does not `grow` has two lines at most. If it is too high, the list `shorter` stands in its place.
    """

    title: str
    entries: Sequence[tuple[str, int]]
    separator: str = "\n"
    grows: bool = True
    shorter: "_GameNightBoardSection | None" = None

    def count_lines(self) -> int:
        """Return roughly how many lines the section takes on a phone."""
        return count_lines_on_phone(self.separator.join(entry for entry, _ in self.entries))

    def render(self, maximum_lines: int, translations: Translations) -> str:
        """Return the entries that fit, and the number of those left out."""
        kept = list[str]()
        left = sum(number for _, number in self.entries)
        for at, (entry, number) in enumerate(self.entries):
            is_last = at == len(self.entries) - 1
            more = [] if is_last else [translations("night-more", count=left - number)]
            tried = self.separator.join([*kept, entry, *more])
            if len(tried) > LONGEST_FIELD or count_lines_on_phone(tried) > maximum_lines:
                break
            kept.append(entry)
            left -= number
        if not kept and self.entries:  # one entry alone is too long
            entry, number = self.entries[0]
            kept.append(truncate_markdown(entry, max(1, maximum_lines - 1) * _LETTERS_PER_LINE))
            left -= number
        return self.separator.join([*kept, *([translations("night-more", count=left)] if left else [])])


def count_lines_on_phone(message_text: str) -> int:
    """Return roughly how many lines a text takes on a phone.

    Links to channels count as long as those to pods.
    """
    plain = _MARKUP_PATTERN.sub("", _CHANNEL_PATTERN.sub(_LINK_SAMPLE, message_text))
    return sum(max(1, -(-_measure_line_width_in_letters(line) // _LETTERS_PER_LINE)) for line in plain.split("\n"))


def _measure_line_width_in_letters(line: str) -> int:
    """Return the width of a line in letters, with wide (East Asian) characters counted twice."""
    return len(line) if line.isascii() else len(line.translate(_WIDE_CHARACTERS_TWICE))


_WIDE_CHARACTERS_TWICE = CharacterTable(
    lambda character: character * 2 if unicodedata.east_asian_width(character) in "WF" else character
)


def _build_game_night_board_sections(
    planned_game: PlannedGame, night: GameNight, pod_states: NightPodStates, formatter: PodMessageFormatter
) -> Iterator[_GameNightBoardSection]:
    """Yield the sections of a game night's board, such as the current pods and the standings."""
    text = formatter.text
    if night.rounds:
        current = night.rounds[-1]
        yield _build_pods_section(night, pod_states[-1], formatter)
        if current.out and night.closed is None and not night.is_in_top_cut:
            yield _build_players_section(text("night-outs"), current.out, formatter, may_exceed_two_lines=False)
        lines = compute_standings_of_night(night, pod_states)
        if lines:
            yield _GameNightBoardSection(text("night-standings"), [*_render_grouped_standings_lines(lines, formatter)])
        known = {*current.seated_players, *current.out}
        new = [player for player in planned_game.checked_in_players_with_seat if player not in known]
        if new and night.closed is None and len(night.rounds) < night.terms.rounds:
            yield _build_players_section(text("night-newcomers"), new, formatter, may_exceed_two_lines=False)
        if changes := [*render_organiser_changes(night, formatter)]:
            yield _GameNightBoardSection(text("night-by-hand"), [(each, 1) for each in reversed(changes)])
    else:
        shown = (
            planned_game.checked_in_players_with_seat
            if planned_game.has_game_night_begun
            else planned_game.players_with_seat
        )
        here = text("night-here" if planned_game.has_game_night_begun else "night-signed-up", count=len(shown))
        names = [_render_name_with_check_in_mark(planned_game, player, formatter) for player in shown] or [
            text("lobby-empty")
        ]
        yield _GameNightBoardSection(here, [(name, 1) for name in names], ", ")
    if planned_game.players_on_waiting_list and planned_game.is_open:
        yield _build_players_section(
            text("plan-waiting"), planned_game.players_on_waiting_list, formatter, may_exceed_two_lines=False
        )


def _build_players_section(
    title: str, players: Iterable[Player], formatter: PodMessageFormatter, *, may_exceed_two_lines: bool
) -> _GameNightBoardSection:
    return _GameNightBoardSection(
        title, [(formatter.name(player), 1) for player in players], ", ", may_exceed_two_lines
    )


def _build_pods_section(
    game_night: GameNight, pod_states: Sequence[GameNightPodState], formatter: PodMessageFormatter
) -> _GameNightBoardSection:
    """Return the board's section with the pods of the current round, and a shorter version of the section.

    The shorter section counts the players of each pod without naming them.
    """
    title = format_round_title(game_night, len(game_night.rounds), formatter.text)
    whole = [(_render_game_night_pod_line(at, each, formatter), 1) for at, each in enumerate(pod_states, 1)]
    counted = Counter(render_game_night_pod_symbol(each) for each in pod_states)
    summary = SEPARATOR.join(f"{symbol} {number}" for symbol, number in counted.items() if symbol)
    # Pods that go on come first: those that are over are read in the results.
    listed = sorted(enumerate(pod_states, 1), key=lambda each: not each[1].is_still_playing)
    links = [(_render_pod_number_and_link(at, each), 1) for at, each in listed]
    return _GameNightBoardSection(title, whole, shorter=_GameNightBoardSection(title, [(f"{summary}", 0), *links]))


def render_names_that_fit(players: Iterable[Player], maximum_lines: int, formatter: PodMessageFormatter) -> str:
    """Return comma-separated names that fit a few lines of a phone, and the number of the others."""
    return _build_players_section("", players, formatter, may_exceed_two_lines=False).render(
        maximum_lines, formatter.text
    )


def render_organiser_changes(
    night: GameNight, formatter: PodMessageFormatter, *, only_round_number: int | None = None
) -> Iterator[str]:
    """Yield a line for each organiser's change to a game night, such as a swap of players.

    With `only_round_number`, the lines are of that round alone.

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
        for round_number, swap in list_player_swaps_by_round(night)
        if swap.by is not None
    ]
    taken: list[tuple[int, str, Mapping[str, str | int]]] = [
        (
            each.round,
            "night-points-taken",
            {
                "by": formatter.name(each.by),
                "player": formatter.name(each.player),
                "points": each.points,
                "reason": escape_markdown(each.reason),
            },
        )
        for each in night.taken_points
        if each.by is not None
    ]
    changes: list[tuple[int, str, Mapping[str, str | int]]] = [*repeated, *swapped, *taken]
    for round_number, key, values in sorted(changes, key=lambda each: each[0]):
        if only_round_number in (None, round_number):
            yield formatter.text(key, round=round_number, **values)


def render_game_night_organiser_line(plan: PlannedGame, night: GameNight, formatter: PodMessageFormatter) -> str:
    """Return a line with a game night's organiser and its player count or final date."""
    text = formatter.text
    parts = [f"{text('plan-host')} {formatter.name(plan.host)}"]
    leaders = [*map(formatter.name, night.terms.leaders), *(f"<@&{each}>" for each in night.terms.leader_roles)]
    if leaders:
        parts.append(text("night-leaders", leaders=", ".join(leaders)))
    if night.closed is not None:
        parts.append(f"<t:{plan.at // 1000}:f>")
    elif night.rounds:
        parts.append(text("night-here", count=len(plan.checked_in_players_with_seat)))
    return f"-# {SEPARATOR.join(parts)}"


def render_game_night_progress(
    night: GameNight, pod_states: NightPodStates, translations: Translations
) -> Iterator[str]:
    """Yield lines on the state of a game night: its round, the round's end, pods to open."""
    yield _render_state_of_game_night_round(night, pod_states, translations)
    yield from (f"-# {each}" for each in render_unopened_pods_notice(night, translations))


def render_unopened_pods_notice(game_night: GameNight, translations: Translations) -> Iterator[str]:
    """Yield a notice on a game night's pods without a lobby; nothing if all pods have one."""
    if game_night.unopened_pods:
        yield translations("night-owed-in-channels" if game_night.terms.channels else "night-owed")


def _render_state_of_game_night_round(night: GameNight, pod_states: NightPodStates, translations: Translations) -> str:
    current = night.current_round
    if night.closed is not None:
        return translations("night-lapsed" if night.closed.lapsed else "night-closed")
    if current is None:
        return translations("night-first")
    is_last = len(night.rounds) == night.last_round_number
    if not any(each.is_still_playing for each in pod_states[-1]):
        is_cut_next = not is_last and night.is_top_cut_round(len(night.rounds) + 1)
        return translations("night-rounds-over" if is_last else "night-cut-next" if is_cut_next else "night-round-over")
    if night.paused is not None:
        return translations("night-paused")
    ends = f"<t:{current.ends // 1000}:R>"
    if current.called:
        return translations("night-time-over")
    return translations("night-ends-last" if is_last else "night-ends", when=ends)


def render_pairings_hash_line(night: GameNight, translations: Translations) -> Iterator[str]:
    """Yield a line with the published hash that lets anybody verify a game night's random pairings."""
    seal = night.terms.seal
    if seal is not None:
        shown = compute_pairing_commitment_hash(seal)[:SHOWN_COMMITMENT_LENGTH]
        yield f"-# {translations('night-draw')} `{shown}`"


def _render_name_with_check_in_mark(planned_game: PlannedGame, player: Player, formatter: PodMessageFormatter) -> str:
    here = " ✅" if not planned_game.has_game_night_begun and player in planned_game.present else ""
    return f"{formatter.name(player)}{here}"


def _render_game_night_pod_line(pod_number: int, pod_state: GameNightPodState, formatter: PodMessageFormatter) -> str:
    """Return a line with a pod's state, link and players, winners first and bold."""
    pod = None if pod_state.live is None else pod_state.live.pod
    winners = () if pod is None or pod.result is None else pod.result.winners
    others = [player for player in pod_state.pod.players if player not in winners]
    names = [f"**{formatter.join_player_names(winners)}**"] if winners else []
    names += [formatter.join_player_names(others)] if others else []
    return f"{_render_pod_number_and_link(pod_number, pod_state)} {', '.join(names)}"


def _render_pod_number_and_link(pod_number: int, pod_state: GameNightPodState) -> str:
    link = f"<#{pod_state.pod.channel}>" if pod_state.pod.is_opened else ""
    return " ".join(filter(None, [f"**{pod_number}.**", render_game_night_pod_symbol(pod_state), link]))


def render_game_night_pod_symbol(pod_state: GameNightPodState) -> str:
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


def _render_grouped_standings_lines(
    standings: Iterable[GameNightStandingsLine], formatter: PodMessageFormatter
) -> Iterator[tuple[str, int]]:
    """Yield lines of a game night's standings, with players of equal points on one line.

    Ranks are bold so that Discord does not renumber the lines, as it does a list.
    """
    for _, equal in groupby(standings, key=lambda each: (each.points, each.reached, each.won)):
        group = [*equal]
        points = group[0].points
        all_open = all(each.unsettled for each in group)
        mark = "\N{NO-BREAK SPACE}❔" if all_open else ""
        mark += "".join(f" · {each}" for each in render_top_cut_result(group[0], formatter.text))
        names, length, last = list[str](), 0, 0
        for each in group:
            unsettled = "\N{NO-BREAK SPACE}❔" if each.unsettled and not all_open else ""
            name = f"{formatter.name(each.player)}{unsettled}"
            if names and length + _measure_line_width_in_letters(name) > 2 * _LETTERS_PER_LINE:
                yield f"{', '.join(names)} · **{points}**{mark}", len(names)
                names, length, last = [], 0, 0
            names.append(name if each.place == last else f"**{each.place}.** {name}")
            length += _measure_line_width_in_letters(names[-1]) + len(", ")
            last = each.place
        yield f"{', '.join(names)} · **{points}**{mark}", len(names)


def render_top_cut_result(standings_line: GameNightStandingsLine, translations: Translations) -> Iterator[str]:
    """Yield the stage that a player reached in the top cut; nothing for other players."""
    if standings_line.reached is not None:
        key = f"night-cut-{'final' if standings_line.reached == 'final' else 'first'}"
        yield f"{'🥇' if standings_line.won and standings_line.reached == 'final' else '⚔️'} {translations(key)}"


def truncate_lines_to_message_length(lines: Iterable[str], translations: Translations) -> str:
    """Join lines into one message, with a count of the lines that do not fit."""
    shown = [*lines]
    kept = len(shown)
    while kept > 1 and sum(len(line) + 1 for line in shown[:kept]) > LONGEST_MESSAGE:
        kept -= 1
    left = len(shown) - kept
    return "\n".join([*shown[:kept], *([translations("night-more", count=left)] if left else [])])
