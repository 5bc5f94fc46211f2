"""The lobby and the board of a pod, rendered from its state."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

from bot.front.rendering import (
    checklist,
    confirmation,
    decks,
    deeds,
    draws,
    headlines,
    series,
    story,
    substitutes,
    table_view,
    variant_text,
)
from bot.front.rendering.embeds import COLOURS, DISPUTED_COLOUR, SHOWN_SEAL_LENGTH
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.series import SeriesView
from bot.front.rendering.table_view import SEPARATOR
from bot.i18n import Catalogue
from bot.rules.closing import Closed
from bot.rules.news import News
from bot.rules.overrule import Overruled
from bot.rules.pod import Decision, Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import Setup
from bot.rules.reporting import Defeated
from bot.rules.seats import find_fewest_players, find_most_players, find_sizes, format_sizes
from bot.rules.story import Corrected
from bot.rules.tables import DEFAULT_TABLE, TABLES
from bot.rules.variants import SUBGAMES, list_scorings
from bot.seating import make_commitment
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_moment
from bot.storage.servers.guilds import DecksShown
from bot.words import Words, name_variant


class BoardDetails(NamedTuple):
    """The content of a board beside the state of the pod: its news, moments, and series.

    `counts` is when a finished game counts automatically; `since` is when the turn began;
    `lasted` is how long the game took. `hides_decks` hides all decks until the start.
    """

    news: News | None = None
    counts: datetime | None = None
    since: datetime | None = None
    lasted: timedelta | None = None
    series: SeriesView | None = None
    hides_decks: bool = False


def find_details(
    live: LiveGame, stands: SeriesView | None, decks_shown: DecksShown = "always"
) -> BoardDetails:
    """Return the details for the board of a live pod that is a round of the series `stands`."""
    began = live.dates.began
    ended = live.ended
    lasted = None if began is None or ended is None or ended < began else ended - began
    return BoardDetails(
        live.news, live.counts_at, live.turned, lasted, stands, decks_shown != "always"
    )


def render_pod(facts: PodFacts, words: Words, details: BoardDetails) -> discord.Embed:
    """Render the lobby or the board of a pod."""
    pod = facts.pod
    embed = (_render_board if pod.standings else _render_lobby)(facts, words, details)
    embed.colour = discord.Colour(DISPUTED_COLOUR if facts.disputed else COLOURS[facts.state])
    if facts.changes_seats:
        substitutes.add_substitutes(embed, facts, words)
    lines = [] if pod.overruled is None else _render_decided(pod, pod.overruled, words)
    if playing := [player for player in pod.deciders if player in pod.players]:
        lines.append(words.text("decided-by-player", players=words.join_names(playing)))
    if lines:
        title = "board-decided" if pod.overruled is None else "board-corrected"
        embed.add_field(name=words.text(title), value="\n".join(lines), inline=False)
    return embed


def _render_decided(pod: Pod, decided: Decision, words: Words) -> list[str]:
    """Return a moderator's decision with its reason, and each rule that it overrode."""
    lines = [story.render_override(decided, words)] if isinstance(decided, Overruled) else []
    lines += [
        words.text("board-overrode", loser=words.name(verdict.loser), rule=verdict.rule)
        for verdict in pod.verdicts
        if verdict.ruled
    ]
    if isinstance(decided, Corrected):
        lines += story.render_left_out(decided, words)
    return [*lines, story.render_reason(decided, words)]


def render_title(pod: Pod, words: Words) -> str:
    """Return the title of a pod, or the name of its variant."""
    if pod.setup.title:
        return escape(pod.setup.title)
    return words.text("board-title", variant=words.name_variant(pod.setup.variant))


def list_agreed(setup: Setup, text: Catalogue) -> list[str]:
    """Return what was agreed: variant, format, table, and what differs from the defaults."""
    parts = [clean_label(name_variant(setup.variant, text)), text(f"base-{setup.base}")]
    if setup.table != DEFAULT_TABLE:
        parts.append(text(f"table-{setup.table}"))
    if setup.house is None and setup.scoring != list_scorings(setup.variant)[0]:
        parts.append(text(f"scoring-{setup.scoring}"))
    if setup.choose_master:
        parts.append(text("option-choose-master"))
    if setup.counting:
        parts.append(text("option-counting", life=setup.life or 0))
    if setup.bracket is not None:
        parts.append(text("deck-in-bracket", bracket=setup.bracket))
    if setup.confirmation != "off":
        parts.append(text(f"confirmation-{setup.confirmation}"))
    return parts


# The lobby


def _render_lobby(facts: PodFacts, words: Words, details: BoardDetails) -> discord.Embed:
    pod = facts.pod
    text = words.text
    about = render_about(pod, text).splitlines()
    if pod.setup.table != DEFAULT_TABLE:
        about += text(f"table-{pod.setup.table}-about").splitlines()
    lines = [f"-# {line}" for line in about]
    lines.append(table_view.render_lobby(pod, words) or text("lobby-empty"))
    if pod.host not in pod.players:
        lines.append(text.label(text("lobby-host"), words.name(pod.host)))
    if not details.hides_decks:
        lines += filter(None, (decks.render_played(pod, words), decks.render_misfits(pod, words)))
    lines += _render_readiness(pod, words)
    if pod.setup.invited:
        lines.append(text("lobby-invited", players=words.join_names(pod.setup.invited)))
    if pod.kept:
        lines.append(text("lobby-kept", players=words.join_names(pod.kept)))
    lines += table_view.render_excess(pod, text)
    played = _list_series(words, details.series)
    agreed = [*list_agreed(pod.setup, text), *played, *_list_seals(pod, text)]
    embed = discord.Embed(title=render_title(pod, words), description="\n".join(lines))
    embed.set_footer(text=SEPARATOR.join(agreed))
    draws.add_words(embed, pod, text)
    return embed


def _list_seals(pod: Pod, text: Catalogue) -> list[str]:
    """Return the beginning of the commitment to the draw, to be compared after the start."""
    if pod.draw is not None:
        return [f"🎲 {draws.render_mark(pod.draw.seal, text)}"]
    if pod.secret is not None and not pod.closed:
        return [f"{text('lobby-draw')} `{make_commitment(pod.secret)[:SHOWN_SEAL_LENGTH]}`"]
    return []


def render_about(pod: Pod, text: Catalogue) -> str:
    """Return the description of the variant; of a house variant, its differences."""
    house = pod.setup.house
    if house is None:
        about = text(f"variant-{pod.setup.variant}-about")
        if pod.setup.scoring == list_scorings(pod.setup.variant)[0]:
            return about
        return f"{about}\n{variant_text.render_scoring(pod.setup.points, text)}"
    return "\n".join(variant_text.describe_differences(house, text))


def _render_readiness(pod: Pod, words: Words) -> list[str]:
    """Return what is missing to start, and a remark on an unusual size (TAB-D2)."""
    text = words.text
    have = len(pod.players)
    fewest = find_fewest_players(pod.setup)
    most = find_most_players(pod.setup)
    if pod.closed:
        return [text("board-closed")]
    if have < fewest:
        return [text("lobby-missing", missing=fewest - have, most=most)]
    sizes = find_sizes(pod.setup)
    if have not in sizes:
        return [text("lobby-sizes", sizes=format_sizes(sizes))]
    host = words.name(pod.host)
    full = text("lobby-full", host=host)
    lines = [full if have >= most else text("lobby-ready", host=host, free=most - have)]
    low, high = TABLES[pod.setup.table].usual
    if not low <= have <= high:
        lines.append(text("lobby-remark", low=max(low, fewest), high=high))
    return lines


# The board


def _render_board(facts: PodFacts, words: Words, details: BoardDetails) -> discord.Embed:
    pod = facts.pod
    small = [f"-# {line}" for line in _render_small_print(facts, words, details.news)]
    if pod.result is None:
        table = _render_table(facts, words)
    else:
        table = [table_view.render_points(pod, words), *deeds.render_deeds(pod, words)]
        table += filter(None, [decks.render_played(pod, words)])
        table += [
            *series.render_won(details.series, words),
            *table_view.render_excess(pod, words.text),
        ]
    embed = discord.Embed(
        title=_render_heading(facts, words, details.news), description="\n".join([*small, *table])
    )
    embed.set_footer(text=SEPARATOR.join(_list_facts(pod, words, details)))
    if facts.disputed is not None:
        confirmation.add_dispute(embed, pod, facts.disputed, words)
    elif facts.open_reports:
        final = details.counts if pod.closed else None
        confirmation.add_unconfirmed(embed, facts, words, final)
    return embed


def _render_heading(facts: PodFacts, words: Words, news: News | None) -> str:
    """Return what matters most: the end, a dispute, an open choice, the news, or the title."""
    text = words.text
    pod = facts.pod
    if facts.disputed is not None:
        what = story.render_claimed(facts.disputed.event, words)
        return text("dispute-title", what=what)
    if pod.result is not None:
        return story.render_end(pod.result, words, pod.standings)
    if pod.closed:
        return text("board-closed").rstrip(".")
    if facts.question is not None:
        return f"⏳ {words.render_question(facts.question).rstrip('.')}"
    return render_title(pod, words) if news is None else headlines.render_headline(news, words)


def _render_small_print(facts: PodFacts, words: Words, news: News | None) -> Iterator[str]:
    """Yield the lines below the heading: how the game was won, or what the news came of."""
    pod = facts.pod
    played = pod.setup.played
    if played is not None:
        date = discord.utils.format_dt(to_moment(pod.ended or played), "f")
        yield words.text("board-entered", date=date)
    if news is None or isinstance(news.event, Closed):
        return
    parts = headlines.render_small_print(news, words)
    if facts.state != "running" or facts.disputed is not None:
        told = headlines.render_headline(news, words)
        if not told and isinstance(news.event, Defeated):
            told = story.label_step(news.event, words)
        parts.insert(0, told)
    else:
        parts += checklist.render_hint(facts, news.verdicts, words)
    if said := SEPARATOR.join(part for part in parts if part):
        yield said


def _render_table(facts: PodFacts, words: Words) -> list[str]:
    """Return the lines of the teams; in a subgame, first of how it begins."""
    text = words.text
    pod = facts.pod
    lines = table_view.render_board(facts, words)
    if pod.subgame_card is not None and not pod.closed:
        lines.insert(0, text(f"checklist-{SUBGAMES[pod.subgame_card]}"))
        lines.insert(0, f"**{text(f'board-subgame-{pod.subgame_card}')}**")
    if pod.turn is not None and pod.setup.turns and not pod.turn.active and not pod.closed:
        lines.append(text("board-turn-nobody"))
    return lines


def _list_facts(pod: Pod, words: Words, details: BoardDetails) -> Iterator[str]:
    """Yield the parts of the grey line: turn, agreement, round and draw; after the game its end."""
    text = words.text
    if pod.result is not None:
        yield from _list_ending(pod, words, details)
        return
    if pod.turn is not None and pod.setup.turns and not pod.closed:
        turn = text("board-turn", number=pod.turn.number)
        since = "" if details.since is None else f", {discord.utils.format_dt(details.since, 'R')}"
        yield turn + since
    yield clean_label(name_variant(pod.setup.variant, text))
    yield text(f"base-{pod.setup.base}")
    if pod.setup.bracket is not None:
        yield text("deck-in-bracket", bracket=pod.setup.bracket)
    if pod.setup.table != DEFAULT_TABLE:
        yield text(f"table-{pod.setup.table}")
    yield from _list_series(words, details.series)
    if pod.draw is not None:
        yield text("board-draw-number", number=str(pod.draw.seal.number))


def _list_series(words: Words, stands: SeriesView | None) -> Iterator[str]:
    """Yield the round of a series, and who has most points so far."""
    if stands is None:
        return
    yield words.text("board-round", round=stands.standing.round, target=stands.target)
    if stands.players:
        first = stands.players[0]
        points = words.text("series-points", points=stands.standing.points[first])
        yield f"{words.name(first)} {points}"


def _list_ending(pod: Pod, words: Words, details: BoardDetails) -> Iterator[str]:
    """Yield the number of defeats, the duration, when the game counts, and who leads a series."""
    text = words.text
    defeats = text("board-defeats", count=len(pod.verdicts))
    if details.lasted is not None and pod.setup.played is None:
        hours, minutes = divmod(max(1, details.lasted // timedelta(minutes=1)), 60)
        time = text("board-lasted", hours=hours, minutes=f"{minutes:02}" if hours else minutes)
        yield text("board-defeats-in", defeats=defeats, time=time)
    elif pod.verdicts:
        yield defeats
    if details.counts is not None:
        yield text("board-counts", due=discord.utils.format_dt(details.counts, "R"))
    likely = None if details.series is None else details.series.likely
    points = {} if likely is None else likely.points
    first = max(points, key=lambda player: (points[player], player), default=None)
    if details.series is not None and likely is not None and first is not None and points[first]:
        yield text(
            "board-series",
            round=likely.round,
            player=words.name(first),
            points=points[first],
            target=details.series.target,
        )
    if pod.draw is not None:
        yield text("board-draw-number", number=str(pod.draw.seal.number))


# Private answers


def render_details(
    pod: Pod, words: Words, stands: SeriesView | None, *, hides_decks: bool = False
) -> discord.Embed:
    """Render what a board has no room for: agreement, decks, guests, series, and the draw.

    `hides_decks` hides all decks until the start.
    """
    text = words.text
    embed = discord.Embed(title=render_title(pod, words), colour=COLOURS[pod.state])
    embed.description = SEPARATOR.join(list_agreed(pod.setup, text))
    played = [decks.render_played(pod, words), decks.render_misfits(pod, words)]
    hidden = hides_decks and pod.state == "lobby"
    fields = [
        ("decks-title", [] if hidden else [each for each in played if each]),
        ("board-attack", table_view.render_attacks(pod, words)),
        ("board-reminders", table_view.render_reminders(pod, words) if pod.standings else []),
        ("guests-title", table_view.render_guests(pod, words)),
    ]
    for title, lines in fields:
        if lines:
            embed.add_field(name=text(title), value="\n".join(lines), inline=False)
    series.add_series(embed, stands, words)
    draws.add_seal(embed, pod, text)
    return embed


def render_variant(pod: Pod, text: Catalogue) -> discord.Embed:
    """Render an explanation of the variant for newcomers."""
    variant = pod.setup.variant
    house = pod.setup.house
    said = text(f"how-{variant}") if house is None else variant_text.describe_in_full(house, text)
    return discord.Embed(
        title=escape(name_variant(variant, text)),
        description=said,
        colour=COLOURS["lobby"],
    )
