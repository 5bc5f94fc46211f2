"""Decks in words: commanders, colours, brackets, and how often each wins."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

import discord

from bot.front.rendering.deck_names import name_commanders, name_deck, render_colours
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.table_view import SEPARATOR
from bot.i18n import Catalogue
from bot.projections.deck_tables import DeckGroup, DeckLine, DeckRecord, DeckRivalry, SeatRecord
from bot.projections.rates import FEWEST_GAMES
from bot.rules.facts import Deck
from bot.rules.pod import Pod
from bot.words import Words

MAX_OPTION_LENGTH = 100
"""Characters of an option of a menu, Discord's limit."""


def describe_deck(deck: Deck, words: Words) -> str:
    """Return a deck on one line: its name, commanders, colours and bracket."""
    parts = [name_deck(deck, words)]
    if deck.colours is not None:
        parts.append(render_colours(deck.colours))
    if deck.bracket is not None:
        parts.append(words.text("deck-in-bracket", bracket=deck.bracket))
    return SEPARATOR.join(parts)


def label_deck(deck: Deck, words: Words) -> str:
    """Return a deck for an option of a menu; `words` are bare."""
    return clean_label(describe_deck(deck, words), MAX_OPTION_LENGTH)


# At the table


def render_played(pod: Pod, words: Words) -> str:
    """Return who plays which commanders; an empty string if nobody said so."""
    named = ((player, pod.find_deck(player)) for player in pod.players)
    said = [
        f"{words.name(player)} – {name_commanders(deck, words)}"
        for player, deck in named
        if deck is not None
    ]
    return f"🃏 {SEPARATOR.join(said)}" if said else ""


def render_misfits(pod: Pod, words: Words) -> str:
    """Remark on decks in another bracket than the table agreed on; empty if there are none."""
    agreed = pod.setup.bracket
    named = ((player, pod.find_deck(player)) for player in pod.players)
    others = [
        f"{words.name(player)} ({deck.bracket})"
        for player, deck in named
        if agreed is not None and deck is not None and deck.bracket not in (None, agreed)
    ]
    if not others:
        return ""
    return words.text("deck-misfits", bracket=agreed or 0, players=", ".join(others))


# Statistics


def render_record(record: DeckRecord, text: Catalogue) -> str:
    """Return games and the rate of wins with its interval; thralls' wins stand apart."""
    rate = record.rate
    if rate.share is None:
        said = text("deck-few-games", games=rate.games, won=rate.won)
    else:
        said = text(
            "deck-rate",
            share=round(100 * rate.share),
            low=round(100 * rate.interval.low),
            high=round(100 * rate.interval.high),
            games=rate.games,
        )
    if record.won_as_thrall:
        said += f" · {text('deck-thrall', won=record.won_as_thrall)}"
    return said


def render_table(
    lines: Sequence[DeckLine], first: int, by: DeckGroup, words: Words
) -> Iterator[str]:
    """Yield the lines of a leaderboard of decks, commanders or colours, from rank `first`."""
    for rank, line in enumerate(lines, first):
        yield f"{rank}. {_name_line(line, by, words)}\n-# {render_record(line.record, words.text)}"


def _name_line(line: DeckLine, by: DeckGroup, words: Words) -> str:
    match by:
        case "decks":
            return f"{name_deck(line.deck, words)} – {words.join_names(line.players)}"
        case "commanders":
            return name_commanders(line.deck, words)
        case "colours":
            return render_colours(line.deck.colours or ())
        case _:
            assert_never(by)


def render_seats(seats: Iterable[SeatRecord], text: Catalogue) -> Iterator[str]:
    """Yield the sizes of tables, and below each how often its seats have won."""
    size = 0
    for each in seats:
        if each.seats != size:
            size = each.seats
            yield f"**{text('deck-table-of', seats=size)}**"
        yield f"{each.seat}. {render_record(each.record, text)}"


def render_rivals(pairs: Iterable[DeckRivalry], words: Words) -> Iterator[str]:
    """Yield pairs of commanders with how often each defeated the other."""
    for pair in pairs:
        yield words.text(
            "rivals-pair",
            one=name_commanders(pair.one, words),
            other=name_commanders(pair.other, words),
            by_one=pair.by_one,
            by_other=pair.by_other,
        )


def make_table_embed(
    title: str, about: str, lines: Iterable[str], text: Catalogue
) -> discord.Embed:
    """Return the embed of statistics of decks, which says how to read a rate."""
    embed = discord.Embed(title=title, colour=COLOURS["finished"])
    embed.description = "\n".join([f"-# {about}", *lines])
    embed.set_footer(text=text("deck-legend", games=FEWEST_GAMES))
    return embed
