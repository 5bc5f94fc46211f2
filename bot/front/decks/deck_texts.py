"""Texts about decks: commanders, colours, brackets, and how often each wins."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.decks.deck_names import name_commanders, name_deck, render_colour_symbols
from bot.front.ui.embeds import COLOURS, SEPARATOR
from bot.front.ui.escaping import clean_label
from bot.i18n import Catalogue
from bot.projections.deck_tables import (
    DeckGroup,
    DeckLeaderboardLine,
    DeckRecord,
    DeckRivalry,
    SeatRecord,
)
from bot.projections.rates import FEWEST_GAMES
from bot.rules.facts import Deck
from bot.rules.pod import Pod

MAX_OPTION_LENGTH = 100
"""Characters of an option of a menu, Discord's limit."""


def describe_deck(deck: Deck, formatter: MessageFormatter) -> str:
    """Return a deck on one line: its name, commanders, colours and bracket."""
    parts = [name_deck(deck, formatter)]
    if deck.colours is not None:
        parts.append(render_colour_symbols(deck.colours))
    if deck.bracket is not None:
        parts.append(formatter.text("deck-in-bracket", bracket=deck.bracket))
    return SEPARATOR.join(parts)


def build_deck_label(deck: Deck, formatter: MessageFormatter) -> str:
    """Return the label of a deck for an option of a menu; `formatter` adds no Markdown."""
    return clean_label(describe_deck(deck, formatter), MAX_OPTION_LENGTH)


# At the table


def render_played_decks(pod: Pod, formatter: MessageFormatter) -> str:
    """Return who plays which commanders; an empty string if no deck is known."""
    named = ((player, pod.find_deck(player)) for player in pod.players)
    said = [
        f"{formatter.name(player)} – {name_commanders(deck, formatter)}"
        for player, deck in named
        if deck is not None
    ]
    return f"🃏 {SEPARATOR.join(said)}" if said else ""


def render_bracket_mismatches(pod: Pod, formatter: MessageFormatter) -> str:
    """Return a remark on decks outside the table's agreed bracket; an empty string if there are
    none.
    """
    agreed = pod.setup.bracket
    named = ((player, pod.find_deck(player)) for player in pod.players)
    others = [
        f"{formatter.name(player)} ({deck.bracket})"
        for player, deck in named
        if agreed is not None and deck is not None and deck.bracket not in (None, agreed)
    ]
    if not others:
        return ""
    return formatter.text("deck-misfits", bracket=agreed or 0, players=", ".join(others))


# Statistics


def render_win_rate(record: DeckRecord, catalogue: Catalogue) -> str:
    """Return the games and the win rate of a deck with its interval; wins as thrall stand
    apart.
    """
    rate = record.master_win_rate
    if rate.share is None:
        said = catalogue("deck-few-games", games=rate.games, won=rate.won)
    else:
        said = catalogue(
            "deck-rate",
            share=round(100 * rate.share),
            low=round(100 * rate.confidence_interval.low),
            high=round(100 * rate.confidence_interval.high),
            games=rate.games,
        )
    if record.won_as_thrall:
        said += f" · {catalogue('deck-thrall', won=record.won_as_thrall)}"
    return said


def render_deck_ranking(
    lines: Sequence[DeckLeaderboardLine],
    first_rank: int,
    deck_group: DeckGroup,
    formatter: MessageFormatter,
) -> Iterator[str]:
    """Yield the lines of a leaderboard of decks, commanders or colours, from rank `first_rank`."""
    for rank, line in enumerate(lines, first_rank):
        yield (
            f"{rank}. {_name_deck_line(line, deck_group, formatter)}\n-# "
            f"{render_win_rate(line.record, formatter.text)}"
        )


def _name_deck_line(
    line: DeckLeaderboardLine, deck_group: DeckGroup, formatter: MessageFormatter
) -> str:
    match deck_group:
        case "decks":
            return (
                f"{name_deck(line.deck, formatter)} – {formatter.join_player_names(line.players)}"
            )
        case "commanders":
            return name_commanders(line.deck, formatter)
        case "colours":
            return render_colour_symbols(line.deck.colours or ())
        case _:
            assert_never(deck_group)


def render_seat_win_rates(
    seat_records: Iterable[SeatRecord], catalogue: Catalogue
) -> Iterator[str]:
    """Yield the sizes of tables, and below each how often its seats have won."""
    size = 0
    for each in seat_records:
        if each.seats != size:
            size = each.seats
            yield f"**{catalogue('deck-table-of', seats=size)}**"
        yield f"{each.seat}. {render_win_rate(each.record, catalogue)}"


def render_commander_rivalries(
    pairs: Iterable[DeckRivalry], formatter: MessageFormatter
) -> Iterator[str]:
    """Yield pairs of commanders with how often each defeated the other."""
    for pair in pairs:
        yield formatter.text(
            "rivals-pair",
            one=name_commanders(pair.one, formatter),
            other=name_commanders(pair.other, formatter),
            by_one=pair.by_one,
            by_other=pair.by_other,
        )


def build_deck_statistics_embed(
    title: str, about: str, lines: Iterable[str], catalogue: Catalogue
) -> discord.Embed:
    """Return the embed of statistics of decks, which says how to read a win rate."""
    embed = discord.Embed(title=title, colour=COLOURS["finished"])
    embed.description = "\n".join([f"-# {about}", *lines])
    embed.set_footer(text=catalogue("deck-legend", games=FEWEST_GAMES))
    return embed
