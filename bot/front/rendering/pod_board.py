"""The lobby and the board of a pod, rendered from its state."""

from collections.abc import Iterator
from datetime import datetime

import discord

from bot.front.rendering import (
    checklist,
    confirmation,
    draws,
    story,
    substitutes,
    table_view,
    variant_text,
)
from bot.front.rendering.embeds import COLOURS, DISPUTED_COLOUR, SHOWN_SEAL_LENGTH
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import Catalogue
from bot.rules.events import Corrected, Overruled, Verdict
from bot.rules.pod import Pod
from bot.rules.seats import find_fewest_players, find_most_players, find_sizes, format_sizes
from bot.rules.tables import DEFAULT_TABLE, TABLES
from bot.rules.variants import SUBGAMES, list_scorings
from bot.seating import make_commitment
from bot.storage.engine.moments import to_moment
from bot.words import Words, name_variant


def render_pod(
    pod: Pod, words: Words, counts: datetime | None = None, since: datetime | None = None
) -> discord.Embed:
    """Render the lobby or the board of a pod.

    `counts` is when a finished game counts automatically; `since` is when the turn began.
    """
    in_lobby = pod.state == "lobby" or not pod.standings
    embed = _render_lobby(pod, words) if in_lobby else _render_board(pod, words, counts, since)
    embed.colour = discord.Colour(DISPUTED_COLOUR if pod.disputed else COLOURS[pod.state])
    embed.title = render_title(pod, words)
    embed.set_footer(text=_render_agreed(pod, words.text))
    draws.add_seal(embed, pod, words.text)
    table_view.add_guests(embed, pod, words)
    substitutes.add_substitutes(embed, pod, words)
    lines = [] if pod.overruled is None else _render_decided(pod, pod.overruled, words)
    if playing := [player for player in pod.deciders if player in pod.players]:
        lines.append(words.text("decided-by-player", players=words.join_names(playing)))
    if lines:
        title = "board-decided" if pod.overruled is None else "board-corrected"
        embed.add_field(name=words.text(title), value="\n".join(lines), inline=False)
    return embed


def _render_decided(pod: Pod, decided: Overruled | Corrected, words: Words) -> list[str]:
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


def _render_agreed(pod: Pod, text: Catalogue) -> str:
    """Return what was agreed: variant, format, table, and what differs from the defaults."""
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
    have = len(pod.players)
    most = find_most_players(pod.setup)
    seated = table_view.render_lobby(pod, words)
    about = [_render_about(pod, text)]
    if pod.setup.table != DEFAULT_TABLE:
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
        lines.append(f"-# {text('lobby-draw')} `{make_commitment(pod.secret)[:SHOWN_SEAL_LENGTH]}`")
    embed.add_field(name=text("lobby-host"), value="\n".join(lines), inline=False)
    draws.add_words(embed, pod, text)
    return embed


def _render_about(pod: Pod, text: Catalogue) -> str:
    """Return the description of the variant; of a house variant, its differences."""
    house = pod.setup.house
    if house is None:
        return text(f"variant-{pod.setup.variant}-about")
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
    lines = [*_render_headline(pod, words), *table_view.render_board(pod, words)]
    embed = discord.Embed(description="\n".join(lines))
    if pod.disputed is not None:
        confirmation.add_dispute(embed, pod, pod.disputed, words)
        return embed
    if pod.result is None:
        for name, value in _render_now(pod, words, since):
            embed.add_field(name=name, value=value, inline=False)
    if reminders := table_view.render_reminders(pod, words):
        value = "\n".join(reminders)
        embed.add_field(name=words.text("board-reminders"), value=value, inline=False)
    if latest := checklist.find_latest(pod):
        rules = ", ".join(dict.fromkeys(_render_rule(verdict, words) for verdict in latest))
        fates = [story.render_fate(verdict, words) for verdict in latest]
        value = "\n".join([*fates, *checklist.render_hint(pod, latest, words)])
        embed.add_field(name=words.text("board-latest", rule=rules), value=value, inline=False)
    if pod.open_reports:
        confirmation.add_unconfirmed(embed, pod, words, counts)
    return embed


def _render_rule(verdict: Verdict, words: Words) -> str:
    return words.text("board-overridden", rule=verdict.rule) if verdict.ruled else verdict.rule


def _render_headline(pod: Pod, words: Words) -> list[str]:
    """Return the winners, once the game is over."""
    played = pod.setup.played
    entered = [] if played is None else [_render_played(pod.ended or played, words)]
    return (
        entered
        if pod.result is None
        else [*entered, story.render_end(pod.result, words, pod.standings), ""]
    )


def _render_played(at: int, words: Words) -> str:
    """Return when an entered game was played."""
    return words.text("board-entered", date=discord.utils.format_dt(to_moment(at), "f"))


def _render_now(pod: Pod, words: Words, since: datetime | None) -> Iterator[tuple[str, str]]:
    """Yield titles and texts on what the pod waits for, and whose turn it is."""
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
    if playing and (attacks := table_view.render_attacks(pod, words)):
        yield text("board-attack"), "\n".join(attacks)


def _render_turn(pod: Pod, words: Words, since: datetime | None) -> tuple[str, str]:
    """Return a title and a text on the turn: its players, its beginning, and who follows."""
    text = words.text
    lines = [table_view.render_seats(pod, words)]
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
    """Render an explanation of the variant for newcomers."""
    variant = pod.setup.variant
    house = pod.setup.house
    said = text(f"how-{variant}") if house is None else variant_text.describe_in_full(house, text)
    return discord.Embed(
        title=escape(name_variant(variant, text)),
        description=said,
        colour=COLOURS["lobby"],
    )
