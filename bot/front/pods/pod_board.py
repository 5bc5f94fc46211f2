"""The lobby and the board of a pod, rendered from its state."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

from bot.draws.seating import hash_random_draw_secret
from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.decks import deck_texts
from bot.front.draws import draw_texts
from bot.front.game_texts import (
    checklist,
    deed_texts,
    headlines,
    series_texts,
    setup_texts,
    story,
    table_view,
    variant_texts,
)
from bot.front.game_texts.series_texts import GameSeriesSummary
from bot.front.reports import report_replies
from bot.front.substitutes import substitute_texts
from bot.front.ui.embeds import COLOURS, DISPUTED_COLOUR, SEPARATOR, SHOWN_COMMITMENT_LENGTH
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.rules.closing import PodClosed
from bot.rules.house_deeds import ServerAchievement, list_voted_achievements
from bot.rules.news import LatestEventDetails
from bot.rules.next_turn import list_players_whose_turn_it_is
from bot.rules.overrides import GameOverriddenByModerator
from bot.rules.pod import ModeratorDecision, Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.records import PodSetup
from bot.rules.reporting import DefeatsReported
from bot.rules.seats import (
    find_maximum_player_count,
    find_minimum_player_count,
    format_player_counts,
    list_playable_player_counts,
)
from bot.rules.story import GameReportsCorrected
from bot.rules.table_options import is_range_of_influence_too_wide
from bot.rules.tables import DEFAULT_TABLE, NOTHING_AGREED, TABLES
from bot.rules.variants import SUBGAMES, list_scorings_of_variant
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.servers.server_settings import DecksShown

MAX_NAMED_VOTES = 2
"""The most deeds that a board names because their votes are open."""


class PodBoardDetails(NamedTuple):
    """The details on a pod's board besides the game, such as the last event and the series.

    The field `counts` is when a finished game counts automatically; `since` is when the turn began; `lasted` is how
    long the game took. `hides_decks` hides all decks until the start. `votes` are the deeds on which the players can
    vote.
    """

    news: LatestEventDetails | None = None
    counts: datetime | None = None
    since: datetime | None = None
    lasted: timedelta | None = None
    series: GameSeriesSummary | None = None
    hides_decks: bool = False
    votes: Sequence[str] = ()


def build_pod_board_details(
    live_game: LiveGame,
    series_summary: GameSeriesSummary | None,
    are_decks_shown: DecksShown = "always",
    server_achievements: Iterable[ServerAchievement] = (),
) -> PodBoardDetails:
    """Return the details on a pod's board besides the game, such as the last event and the series."""
    began = live_game.dates.began
    ended = live_game.end_time
    lasted = None if began is None or ended is None or ended < began else ended - began
    return PodBoardDetails(
        live_game.news,
        live_game.time_when_result_becomes_final,
        live_game.turned,
        lasted,
        series_summary,
        are_decks_shown != "always",
        [] if live_game.pod is None else _list_achievements_open_to_vote(live_game.pod, server_achievements),
    )


def _list_achievements_open_to_vote(pod: Pod, server_achievements: Iterable[ServerAchievement]) -> list[str]:
    """Return the names of a server's achievements on which a pod's players can still vote."""
    deeds = [each for each in server_achievements if each.way == "voted"]
    if not deeds or pod.state != "finished" or pod.final_result is not None:
        return []
    closed = list_voted_achievements(pod)
    return [each.name for each in deeds if each.deed not in closed]


def render_pod_embed(
    pod_facts: PodPropertyCache, formatter: PodMessageFormatter, board_details: PodBoardDetails
) -> discord.Embed:
    """Return an embed about a pod, with its lobby before the start and its teams afterwards."""
    pod = pod_facts.pod
    embed = (_render_running_pod_embed if pod.standings else _render_pod_lobby_embed)(
        pod_facts, formatter, board_details
    )
    embed.colour = discord.Colour(DISPUTED_COLOUR if pod_facts.disputed_report else COLOURS[pod_facts.state])
    if pod_facts.has_seat_changes:
        substitute_texts.add_seat_substitutions_field(embed, pod_facts, formatter)
    lines = [] if pod.overruled is None else _render_moderator_decision_lines(pod, pod.overruled, formatter)
    if playing := [player for player in pod.deciders if player in pod.players]:
        lines.append(formatter.text("decided-by-player", players=formatter.join_player_names(playing)))
    if lines:
        title = "board-decided" if pod.overruled is None else "board-corrected"
        embed.add_field(name=formatter.text(title), value="\n".join(lines), inline=False)
    return embed


def _render_moderator_decision_lines(
    pod: Pod, decision: ModeratorDecision, formatter: PodMessageFormatter
) -> list[str]:
    """Return lines about a moderator's decision, with its reason and the overridden rules."""
    lines = (
        [story.render_moderator_override(decision, formatter)]
        if isinstance(decision, GameOverriddenByModerator)
        else []
    )
    lines += [
        formatter.text("board-overrode", loser=formatter.name(verdict.loser), rule=verdict.rule)
        for verdict in pod.verdicts
        if verdict.ruled
    ]
    if isinstance(decision, GameReportsCorrected):
        lines += story.render_reports_removed_by_correction(decision, formatter)
    return [*lines, story.render_moderator_reason(decision, formatter)]


def render_pod_title(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Return the title of a pod, or the name of its variant."""
    if pod.setup.title:
        return escape_markdown(pod.setup.title)
    return formatter.text("board-title", variant=formatter.format_variant_name(pod.setup.variant))


# The lobby


def _render_pod_lobby_embed(
    pod_facts: PodPropertyCache, formatter: PodMessageFormatter, board_details: PodBoardDetails
) -> discord.Embed:
    pod = pod_facts.pod
    text = formatter.text
    about = render_description_of_pod_variant(pod, text).splitlines()
    if pod.setup.table != DEFAULT_TABLE:
        about += text(f"table-{pod.setup.table}-about").splitlines()
    if board_details.news is not None:
        about += story.render_pod_event(board_details.news.event, formatter).splitlines()
    lines = [f"-# {line}" for line in about]
    lines.append(table_view.render_players_in_lobby(pod, formatter) or text("lobby-empty"))
    if pod.host not in pod.players:
        lines.append(text.format_label_and_value(text("lobby-host"), formatter.name(pod.host)))
    if not board_details.hides_decks:
        lines += filter(
            None,
            (
                deck_texts.render_decks_played_in_pod(pod, formatter),
                deck_texts.render_deck_bracket_warning(pod, formatter),
            ),
        )
    lines += _render_missing_player_count(pod, formatter)
    if pod.setup.invited and not pod.is_game_night_lobby:
        lines.append(text("lobby-invited", players=formatter.join_player_names(pod.setup.invited)))
    if pod.kept:
        lines.append(text("lobby-kept", players=formatter.join_player_names(pod.kept)))
    lines += table_view.render_guest_limit_warning(pod, text)
    played = _iterate_series_footer_parts(formatter, board_details.series)
    agreed = [
        *setup_texts.describe_pod_settings(pod.setup, text),
        *played,
        *_render_short_hash_of_random_seating(pod, text),
    ]
    embed = discord.Embed(title=render_pod_title(pod, formatter), description="\n".join(lines))
    embed.set_footer(text=SEPARATOR.join(agreed))
    draw_texts.add_seed_texts_field(embed, pod, text)
    return embed


def _render_short_hash_of_random_seating(pod: Pod, translations: Translations) -> list[str]:
    """Return the start of the published hash that fixes the random seating; empty without a hash."""
    if pod.draw is not None:
        return [f"🎲 {draw_texts.render_random_seating_number_and_hash(pod.draw.seal, translations)}"]
    if pod.secret is not None and not pod.closed:
        return [f"{translations('lobby-draw')} `{hash_random_draw_secret(pod.secret)[:SHOWN_COMMITMENT_LENGTH]}`"]
    return []


def render_description_of_pod_variant(pod: Pod, translations: Translations) -> str:
    """Return a text that describes the special rules of a pod's variant."""
    house = pod.setup.house
    if house is None:
        about = translations(f"variant-{pod.setup.variant}-about")
        if pod.setup.scoring == list_scorings_of_variant(pod.setup.variant)[0]:
            return about
        return f"{about}\n{variant_texts.render_scoring_points(pod.setup.scoring_points, translations)}"
    return "\n".join(variant_texts.describe_custom_variant_differences(house, translations))


def _render_missing_player_count(pod: Pod, formatter: PodMessageFormatter) -> list[str]:
    """Return a text about the players that a lobby still needs, or about an unusual player count."""
    text = formatter.text
    have = len(pod.players)
    fewest = find_minimum_player_count(pod.setup)
    most = find_maximum_player_count(pod.setup)
    if pod.closed:
        return [text("board-closed")]
    if pod.is_game_night_lobby and (pod.kept or pod.awaits_bench):
        return []
    if have < fewest:
        lines = [text("lobby-missing", missing=fewest - have, most=most)]
        if is_range_of_influence_too_wide(pod.setup, have):
            lines.append(text("lobby-range", range=pod.setup.influence_range or 0, fewest=fewest))
        return lines
    sizes = list_playable_player_counts(pod.setup)
    if have not in sizes:
        return [text("lobby-sizes", sizes=format_player_counts(sizes))]
    host = formatter.name(pod.host)
    full = text("lobby-full", host=host)
    lines = [full if have >= most else text("lobby-ready", host=host, free=most - have)]
    if pod.is_game_night_lobby:
        lines = [text("lobby-all-here")]
    low, high = TABLES[pod.setup.table].usual
    if not low <= have <= high:
        lines.append(text("lobby-remark", low=max(low, fewest), high=high))
    return lines


# The board


def _render_running_pod_embed(
    pod_facts: PodPropertyCache, formatter: PodMessageFormatter, board_details: PodBoardDetails
) -> discord.Embed:
    pod = pod_facts.pod
    small = [f"-# {line}" for line in _iterate_board_subtitle_lines(pod_facts, formatter, board_details.news)]
    if pod.result is None:
        table = _render_pod_team_lines(pod_facts, formatter)
    else:
        table = [
            table_view.render_final_pod_points(pod, formatter),
            *deed_texts.render_achievements_in_game(pod, formatter),
        ]
        table += filter(None, [deck_texts.render_decks_played_in_pod(pod, formatter)])
        table += [
            *series_texts.render_series_winners(board_details.series, formatter),
            *table_view.render_guest_limit_warning(pod, formatter.text),
        ]
    embed = discord.Embed(
        title=_render_pod_board_title(pod_facts, formatter, board_details.news), description="\n".join([*small, *table])
    )
    embed.set_footer(text=SEPARATOR.join(_iterate_board_footer_parts(pod, formatter, board_details)))
    if pod_facts.disputed_report is not None:
        report_replies.add_disputed_report_fields(embed, pod, pod_facts.disputed_report, formatter)
    elif pod_facts.reports_open_to_dispute:
        final = board_details.counts if pod.closed else None
        report_replies.add_unconfirmed_reports_field(embed, pod_facts, formatter, final)
    return embed


def _render_pod_board_title(
    pod_facts: PodPropertyCache, formatter: PodMessageFormatter, latest_event_details: LatestEventDetails | None
) -> str:
    """Return the title of a pod's board, such as the result or the last event."""
    text = formatter.text
    pod = pod_facts.pod
    if pod_facts.disputed_report is not None:
        what = story.render_report_to_confirm(pod_facts.disputed_report.event, formatter)
        return text("dispute-title", what=what)
    if pod.result is not None:
        return story.render_winners(pod.result, formatter, pod.standings)
    if pod.closed:
        return text("board-closed").rstrip(".")
    if pod_facts.pending_player_choice is not None:
        return f"⏳ {formatter.render_choice_question(pod_facts.pending_player_choice).rstrip('.')}"
    return (
        render_pod_title(pod, formatter)
        if latest_event_details is None
        else headlines.render_board_headline(latest_event_details, formatter)
    )


def _iterate_board_subtitle_lines(
    pod_facts: PodPropertyCache, formatter: PodMessageFormatter, latest_event_details: LatestEventDetails | None
) -> Iterator[str]:
    """Yield the small lines below a board's title, such as how the game was won."""
    pod = pod_facts.pod
    played = pod.setup.played
    if played is not None:
        date = discord.utils.format_dt(datetime_from_milliseconds(pod.ended or played), "f")
        yield formatter.text("board-entered", date=date)
    if latest_event_details is None or isinstance(latest_event_details.event, PodClosed):
        return
    parts = headlines.render_headline_details(latest_event_details, formatter)
    if pod_facts.state != "running" or pod_facts.disputed_report is not None:
        told = headlines.render_board_headline(latest_event_details, formatter)
        if not told and isinstance(latest_event_details.event, DefeatsReported):
            told = story.render_event_as_menu_option(latest_event_details.event, formatter)
        parts.insert(0, told)
    else:
        parts += checklist.render_next_steps_button_hint(pod_facts, latest_event_details, formatter)
    if said := SEPARATOR.join(part for part in parts if part):
        yield said


def _render_pod_team_lines(pod_facts: PodPropertyCache, formatter: PodMessageFormatter) -> list[str]:
    """Return a line for each team of a pod; in a subgame, also a line about how the subgame began."""
    text = formatter.text
    pod = pod_facts.pod
    lines = table_view.render_team_lines(pod_facts, formatter)
    if pod.subgame_card is not None and not pod.closed:
        lines.insert(0, text(f"checklist-{SUBGAMES[pod.subgame_card]}"))
        lines.insert(0, f"**{text(f'board-subgame-{pod.subgame_card}')}**")
    if pod.turn is not None and pod.setup.turns and not list_players_whose_turn_it_is(pod) and not pod_facts.is_over:
        lines.append(text("board-turn-nobody"))
    return lines


def _iterate_board_footer_parts(
    pod: Pod, formatter: PodMessageFormatter, board_details: PodBoardDetails
) -> Iterator[str]:
    """Yield the parts of a board's footer, such as the turn and the settings."""
    text = formatter.text
    if pod.result is not None:
        yield from _iterate_footer_parts_of_finished_game(pod, formatter, board_details)
        return
    if pod.turn is not None and pod.setup.turns and not pod.closed:
        turn = text("board-turn", number=pod.turn.number)
        since = "" if board_details.since is None else f", {discord.utils.format_dt(board_details.since, 'R')}"
        yield turn + since
        if any(standing.phased and standing.status != "out" for standing in pod.standings.values()):
            yield text("board-phased")
    yield clean_label_text(format_variant_name(pod.setup.variant, text))
    yield text(f"base-{pod.setup.base}")
    if pod.setup.bracket is not None:
        yield text("deck-in-bracket", bracket=pod.setup.bracket)
    if pod.setup.table != DEFAULT_TABLE:
        yield text(f"table-{pod.setup.table}")
    if pod.setup.options != NOTHING_AGREED:
        yield from setup_texts.describe_unusual_pod_options(pod.setup, text)
    yield from _iterate_series_footer_parts(formatter, board_details.series)
    if pod.draw is not None:
        yield text("board-draw-number", number=str(pod.draw.seal.number))


def _iterate_series_footer_parts(
    formatter: PodMessageFormatter, series_summary: GameSeriesSummary | None
) -> Iterator[str]:
    """Yield footer parts about a series of games, such as the round and the leading player."""
    if series_summary is None:
        return
    yield formatter.text("board-round", round=series_summary.standing.round, target=series_summary.target)
    if series_summary.players_ranked_by_points:
        first = series_summary.players_ranked_by_points[0]
        points = formatter.text("series-points", points=series_summary.standing.points[first])
        yield f"{formatter.name(first)} {points}"


def _iterate_footer_parts_of_finished_game(
    pod: Pod, formatter: PodMessageFormatter, board_details: PodBoardDetails
) -> Iterator[str]:
    """Yield the footer parts of a finished game, such as its duration."""
    text = formatter.text
    defeats = text("board-defeats", count=len(pod.verdicts))
    if board_details.lasted is not None and pod.setup.played is None:
        hours, minutes = divmod(max(1, board_details.lasted // timedelta(minutes=1)), 60)
        time = text("board-lasted", hours=hours, minutes=f"{minutes:02}" if hours else minutes)
        yield text("board-defeats-in", defeats=defeats, time=time)
    elif pod.verdicts:
        yield defeats
    if board_details.counts is not None:
        yield text("board-counts", due=discord.utils.format_dt(board_details.counts, "R"))
    if board_details.votes:
        named = [escape_markdown(name) for name in board_details.votes[:MAX_NAMED_VOTES]]
        more = len(board_details.votes) - len(named)
        yield text("board-votes", deeds=", ".join([*named, *(["…"] if more else [])]))
    likely = None if board_details.series is None else board_details.series.likely
    points = {} if likely is None else likely.points
    first = max(points, key=lambda player: (points[player], player), default=None)
    if board_details.series is not None and likely is not None and first is not None and points[first]:
        yield text(
            "board-series",
            round=likely.round,
            player=formatter.name(first),
            points=points[first],
            target=board_details.series.target,
        )
    if pod.draw is not None:
        yield text("board-draw-number", number=str(pod.draw.seal.number))


# Private answers


def render_pod_details_embed(
    pod: Pod,
    formatter: PodMessageFormatter,
    series_summary: GameSeriesSummary | None,
    *,
    are_decks_hidden: bool = False,
) -> discord.Embed:
    """Return an embed with all details of a pod, such as settings, decks and guests."""
    text = formatter.text
    embed = discord.Embed(title=render_pod_title(pod, formatter), colour=COLOURS[pod.state])
    embed.description = SEPARATOR.join(setup_texts.describe_pod_settings(pod.setup, text))
    is_board_naming_decks = pod.state in ("running", "waiting") and len(pod.players) <= table_view.MAX_NAMED_DECKS
    played = [
        "" if is_board_naming_decks else deck_texts.render_decks_played_in_pod(pod, formatter),
        deck_texts.render_deck_bracket_warning(pod, formatter),
    ]
    hidden = are_decks_hidden and pod.state == "lobby"
    fields = [
        ("decks-title", [] if hidden else [each for each in played if each]),
        ("board-attack", table_view.render_possible_attacks(pod, formatter)),
        ("board-reminders", table_view.render_rule_reminders(pod, formatter) if pod.standings else []),
        ("guests-title", table_view.render_guests_with_inviters(pod, formatter)),
    ]
    for title, lines in fields:
        if lines:
            embed.add_field(name=text(title), value="\n".join(lines), inline=False)
    series_texts.add_series_score_field(embed, series_summary, formatter, explains_series=pod.state == "lobby")
    return embed


def render_variant_and_table_embed(pod_setup: PodSetup, translations: Translations) -> discord.Embed:
    """Return an embed that briefly explains a pod's variant and table to newcomers."""
    variant = pod_setup.variant
    house = pod_setup.house
    said = (
        translations(f"how-{variant}") if house is None else variant_texts.summarise_variant_rules(house, translations)
    )
    return discord.Embed(
        title=escape_markdown(format_variant_name(variant, translations)),
        description="\n".join([said, *table_view.explain_table_format(pod_setup, translations)]),
        colour=COLOURS["lobby"],
    )
