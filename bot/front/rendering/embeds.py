"""What a pod looks like: embeds from its state. They decide nothing and ask nobody."""

from collections.abc import Container, Iterator, Mapping
from datetime import datetime

import discord
from msgspec.json import decode, encode

from bot.front.rendering import (
    attack_map,
    checklist,
    disputes,
    draws,
    guests,
    story,
    team_lines,
    variant_text,
)
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import Catalogue
from bot.projections.standings import Page, StandingsLine
from bot.rules.events import Corrected, Overruled, Verdict
from bot.rules.facts import Player
from bot.rules.pod import Pod, State
from bot.rules.seats import find_fewest_players, find_most_players, find_sizes, format_sizes
from bot.rules.tables import TABLES, USUAL
from bot.rules.variants import SUBGAMES, list_scorings
from bot.seating import Proof, make_commitment
from bot.storage.engine.moments import to_moment
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.words import Words, name_variant

COLOURS: dict[State, int] = {
    "lobby": 0x5865F2,
    "running": 0x2D9C6F,
    "waiting": 0xE0A030,
    "finished": 0xD4AF37,
    "closed": 0x6D6F78,
}
DISPUTED = 0xD83C3E
SEAL = 16
"""Characters of a seal on a board; the whole of it is behind a button."""

MOST_DUELISTS = 5
"""Lines of a table of duels below one of pods."""


def render_pod(
    pod: Pod, words: Words, counts: datetime | None = None, since: datetime | None = None
) -> discord.Embed:
    """The lobby or the board of a pod.

    `counts` is when it counts by itself, once it is over; `since` is when the turn began.
    """
    in_lobby = pod.state == "lobby" or not pod.standings
    embed = _render_lobby(pod, words) if in_lobby else _render_board(pod, words, counts, since)
    embed.colour = discord.Colour(DISPUTED if pod.disputed else COLOURS[pod.state])
    embed.title = render_title(pod, words)
    embed.set_footer(text=_render_agreed(pod, words.text))
    draws.add_seal(embed, pod, words.text)
    guests.add_guests(embed, pod, words)
    lines = [] if pod.overruled is None else _render_decided(pod, pod.overruled, words)
    if playing := [player for player in pod.deciders if player in pod.players]:
        lines.append(words.text("decided-by-player", players=words.join_names(playing)))
    if lines:
        title = "board-decided" if pod.overruled is None else "board-corrected"
        embed.add_field(name=words.text(title), value="\n".join(lines), inline=False)
    return embed


def _render_decided(pod: Pod, decided: Overruled | Corrected, words: Words) -> list[str]:
    """What a moderator decided and why, and each rule that they overrode."""
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
    """What a pod is called: its title, or its variant."""
    if pod.setup.title:
        return escape(pod.setup.title)
    return words.text("board-title", variant=words.name_variant(pod.setup.variant))


def _render_agreed(pod: Pod, text: Catalogue) -> str:
    """What was agreed: variant, base format, table, and what differs from the usual."""
    setup = pod.setup
    parts = [
        clean_label(name_variant(setup.variant, text)),
        text(f"base-{setup.base}"),
        text(f"table-{setup.table}"),
    ]
    if setup.house is None and setup.scoring != list_scorings(setup.variant)[0]:
        parts.append(text(f"scoring-{setup.scoring}"))
    if setup.choose_master:
        parts.append(text("option-choose-master"))
    if setup.counting:
        parts.append(text("option-counting", life=setup.life or 0))
    if setup.confirmation != "off":
        parts.append(text(f"confirmation-{setup.confirmation}"))
    return " · ".join(parts)


def _render_lobby(pod: Pod, words: Words) -> discord.Embed:
    text = words.text
    have, most = len(pod.players), find_most_players(pod.setup)
    seated = team_lines.render_lobby(pod, words)
    about = [_render_about(pod, text)]
    if pod.setup.table != USUAL:
        about.append(text(f"table-{pod.setup.table}-about"))
    embed = discord.Embed(description="\n\n".join(about))
    if pod.kept:
        seated.append(text("lobby-kept", players=words.join_names(pod.kept)))
    embed.add_field(
        name=text("lobby-seats", have=have, most=most),
        value="\n".join(seated) or text("lobby-empty"),
        inline=False,
    )
    lines = [words.name(pod.host), *_render_readiness(pod, words)]
    if pod.secret is not None and not pod.closed:
        lines.append(f"-# {text('lobby-draw')} `{make_commitment(pod.secret)[:SEAL]}`")
    embed.add_field(name=text("lobby-host"), value="\n".join(lines), inline=False)
    draws.add_words(embed, pod, text)
    return embed


def _render_about(pod: Pod, text: Catalogue) -> str:
    """What the variant is about; of a server's own one, how it differs from one that is known."""
    house = pod.setup.house
    if house is None:
        return text(f"variant-{pod.setup.variant}-about")
    return "\n".join(variant_text.describe_differences(house, text))


def _render_readiness(pod: Pod, words: Words) -> list[str]:
    """What is missing to start, and a remark on a size that plays less well (TAB-D2)."""
    text = words.text
    have, fewest, most = (
        len(pod.players),
        find_fewest_players(pod.setup),
        find_most_players(pod.setup),
    )
    if pod.closed:
        return [text("board-closed")]
    if have < fewest:
        return [text("lobby-missing", missing=fewest - have)]
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


def _render_board(
    pod: Pod, words: Words, counts: datetime | None, since: datetime | None
) -> discord.Embed:
    lines = [*_render_headline(pod, words), *team_lines.render_board(pod, words)]
    embed = discord.Embed(description="\n".join(lines))
    if pod.disputed is not None:
        disputes.add_dispute(embed, pod, pod.disputed, words)
        return embed
    if pod.result is None:
        for name, value in _render_now(pod, words, since):
            embed.add_field(name=name, value=value, inline=False)
    if reminders := team_lines.render_reminders(pod, words):
        value = "\n".join(reminders)
        embed.add_field(name=words.text("board-reminders"), value=value, inline=False)
    if latest := checklist.find_latest(pod):
        rules = ", ".join(dict.fromkeys(_render_rule(verdict, words) for verdict in latest))
        fates = [story.render_fate(verdict, words) for verdict in latest]
        value = "\n".join([*fates, *checklist.render_hint(pod, latest, words)])
        embed.add_field(name=words.text("board-latest", rule=rules), value=value, inline=False)
    if pod.unconfirmed and not pod.closed:
        disputes.add_unconfirmed(embed, pod, words, counts)
    return embed


def _render_rule(verdict: Verdict, words: Words) -> str:
    return words.text("board-overridden", rule=verdict.rule) if verdict.ruled else verdict.rule


def _render_headline(pod: Pod, words: Words) -> list[str]:
    """Who won, once the game is over."""
    played = pod.setup.played
    entered = [] if played is None else [_render_played(pod.ended or played, words)]
    return entered if pod.result is None else [*entered, story.render_end(pod.result, words), ""]


def _render_played(at: int, words: Words) -> str:
    """When a game was played that was entered afterwards."""
    return words.text("board-entered", date=discord.utils.format_dt(to_moment(at), "f"))


def _render_now(pod: Pod, words: Words, since: datetime | None) -> Iterator[tuple[str, str]]:
    """What the pod waits for, and whose turn it is: a heading and what stands below it."""
    text = words.text
    if pod.closed:
        yield text("board-over"), text("board-closed")
        return
    if pod.question is not None:
        yield text("board-waiting"), words.render_question(pod.question)
    elif pod.subgame_card is not None:
        begins = text(f"checklist-{SUBGAMES[pod.subgame_card]}")
        yield text(f"board-subgame-{pod.subgame_card}"), begins
    yield _render_turn(pod, words, since)
    playing = pod.state == "running" and pod.subgame_card is None
    if playing and (attacks := attack_map.render_attacks(pod, words)):
        yield text("board-attack"), "\n".join(attacks)


def _render_turn(pod: Pod, words: Words, since: datetime | None) -> tuple[str, str]:
    """Whose turn it is, since when, and who follows: all seats, once in the game's whole text."""
    text, lines = words.text, [team_lines.render_seats(pod, words)]
    if pod.step == 0 and pod.secret is not None:
        lines.append(f"-# {text('board-drawn')}")
    if pod.turn is None or not pod.setup.turns:
        return text("board-seats"), "\n".join(lines)
    if not pod.turn.active:
        lines.insert(0, text("board-turn-nobody"))
    title = text("board-turn", number=pod.turn.number)
    if since is not None:
        title += f" · {discord.utils.format_dt(since, 'R')}"
    return title, "\n".join(lines)


# Private answers


def render_variant(pod: Pod, text: Catalogue) -> discord.Embed:
    """How the variant works, for a newcomer."""
    variant, house = pod.setup.variant, pod.setup.house
    said = text(f"how-{variant}") if house is None else variant_text.describe_in_full(house, text)
    return discord.Embed(
        title=escape(name_variant(variant, text)),
        description=said,
        colour=COLOURS["lobby"],
    )


def render_commitment(commitment: str, text: Catalogue) -> discord.Embed:
    """What a lobby's draw is bound to, to be copied before the start."""
    return _render_draw(text("fair-sealed"), f"```\n{commitment}\n```", text)


def render_proof(proof: Proof, text: Catalogue) -> discord.Embed:
    """All that it takes to check a draw, as the file that `suzerain verify` reads."""
    known = decode(encode(proof))  # without what is as it nearly always is
    lines = [f'  "{key}": {encode(value).decode()}' for key, value in known.items()]
    # A name's backticks would end the block, and who is meant is plain without them.
    file = "{\n" + ",\n".join(lines).replace("`", "'") + "\n}"
    return _render_draw(text("fair-proof"), f"```json\n{file}\n```", text)


def _render_draw(about: str, block: str, text: Catalogue) -> discord.Embed:
    title, description = text("fair-title"), f"{about}\n{block}"
    return discord.Embed(title=title, description=description, colour=COLOURS["lobby"])


MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def render_leaderboard(
    page: Page,
    words: Words,
    title: str,
    counted: str,
    *,
    ratings: Mapping[Player, int] | None = None,
    provisional: Container[Player] = (),
    empty: str = "",
    game: GameKind = POD,
) -> discord.Embed:
    """The best of a server at a game, and the caller's own line wherever they stand.

    `counted` says which games are, and `empty` what is said if there are none. The ratings of some
    are `provisional`.
    """
    text, rated = words.text, ratings or {}
    embed = discord.Embed(title=title, colour=COLOURS["finished"])
    lines = [_render_line(line, words, rated, game, provisional) for line in page.lines]
    lines = lines or [empty or text("leaderboard-empty")]
    embed.description = "\n".join([*([f"-# {counted}"] if counted else []), *lines])
    if not page.lines:
        return embed
    legend = [text("leaderboard-legend" if game == POD else "leaderboard-legend-duels")]
    if rated:
        legend.append(text("leaderboard-legend-rating"))
    if page.last:
        legend.append(text("leaderboard-page", page=page.number + 1, pages=page.last + 1))
    embed.set_footer(text=" · ".join(legend))
    own = page.own
    if own is not None and own.player not in {line.player for line in page.lines}:
        value = _render_line(own, words, rated, game, provisional)
        embed.add_field(name=text("leaderboard-own"), value=value, inline=False)
    return embed


def add_duels_table(embed: discord.Embed, page: Page, words: Words) -> None:
    """Add the best of the duels to an embed that is about pods."""
    lines = [_render_line(line, words, {}, JOUST) for line in page.lines[:MOST_DUELISTS]]
    value = "\n".join([f"-# {words.text('leaderboard-legend-duels')}", *lines])
    embed.add_field(name=words.text("duels-table"), value=value, inline=False)


def _render_line(
    line: StandingsLine,
    words: Words,
    ratings: Mapping[Player, int],
    game: GameKind,
    provisional: Container[Player] = (),
) -> str:
    """One line, short enough for a phone."""
    said = words.text(
        "leaderboard-line" if game == POD else "leaderboard-line-duels",
        rank=render_rank(line.rank),
        player=words.name(line.player),
        points=line.points,
        games=line.games,
        masters=line.won_as_master,
        servants=line.won_as_servant,
    )
    if line.excluded:
        said = f"{said} · {words.text('leaderboard-excluded')}"
    elif line.missing:
        said = f"{said} · {words.text('leaderboard-missing', games=line.missing)}"
    rating = ratings.get(line.player)
    if rating is None:
        return said
    shown = "leaderboard-provisional" if line.player in provisional else "leaderboard-rating"
    return f"{said} {words.text(shown, rating=rating)}"


def render_rank(rank: int | None) -> str:
    """A medal, or the number of a rank, or that there is none."""
    return "`–`" if rank is None else MEDALS.get(rank, f"`{rank}.`")
