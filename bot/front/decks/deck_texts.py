"""Texts about decks: commanders, colours, brackets, and how often each wins."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks.deck_names import (
    format_deck_commanders,
    format_deck_name_with_commanders,
    render_colour_symbols,
)
from bot.front.ui.embeds import COLOURS, SEPARATOR
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations
from bot.projections.deck_tables import (
    CommanderRivalry,
    DeckGamesAndWins,
    DeckGroup,
    DeckLeaderboardLine,
    SeatGamesAndWins,
)
from bot.projections.rates import FEWEST_GAMES
from bot.rules.facts import Deck
from bot.rules.pod import Pod

MAX_OPTION_LENGTH = 100
"""Characters of an option of a menu, Discord's limit."""


def describe_deck_in_one_line(deck: Deck, formatter: PodMessageFormatter) -> str:
    """Describe a deck in one line: name, commanders, colours and bracket."""
    parts = [format_deck_name_with_commanders(deck, formatter)]
    if deck.colours is not None:
        parts.append(render_colour_symbols(deck.colours))
    if deck.bracket is not None:
        parts.append(formatter.text("deck-in-bracket", bracket=deck.bracket))
    return SEPARATOR.join(parts)


def build_deck_option_label(deck: Deck, label_formatter: PodMessageFormatter) -> str:
    return clean_label_text(describe_deck_in_one_line(deck, label_formatter), MAX_OPTION_LENGTH)


# At the table


def render_decks_played_in_pod(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Render who plays which commanders in a pod; empty if no deck is known."""
    named = ((player, pod.find_declared_deck_of_player(player)) for player in pod.players)
    said = [
        f"{formatter.name(player)} – {format_deck_commanders(deck, formatter)}"
        for player, deck in named
        if deck is not None
    ]
    return f"🃏 {SEPARATOR.join(said)}" if said else ""


def render_deck_bracket_warning(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Return a warning about decks outside the pod's Commander bracket; empty if all fit."""
    agreed = pod.setup.bracket
    named = ((player, pod.find_declared_deck_of_player(player)) for player in pod.players)
    others = [
        f"{formatter.name(player)} ({deck.bracket})"
        for player, deck in named
        if agreed is not None and deck is not None and deck.bracket not in (None, agreed)
    ]
    if not others:
        return ""
    return formatter.text("deck-misfits", bracket=agreed or 0, players=", ".join(others))


# Statistics


def render_deck_win_rate(win_record: DeckGamesAndWins, translations: Translations) -> str:
    """Render a deck's number of games and its win rate with a confidence interval."""
    rate = win_record.master_win_rate
    if rate.share_of_won_games is None:
        said = translations("deck-few-games", games=rate.games, won=rate.won)
    else:
        said = translations(
            "deck-rate",
            share=round(100 * rate.share_of_won_games),
            low=round(100 * rate.confidence_interval.low),
            high=round(100 * rate.confidence_interval.high),
            games=rate.games,
        )
    if win_record.won_as_thrall:
        said += f" · {translations('deck-thrall', won=win_record.won_as_thrall)}"
    return said


def render_deck_ranking(
    ranked_decks: Sequence[DeckLeaderboardLine], first_rank: int, group_by: DeckGroup, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield the lines of a ranking of decks, commanders or colours, starting at `first_rank`."""
    for rank, line in enumerate(ranked_decks, first_rank):
        yield (
            f"{rank}. {_render_ranked_deck_name(line, group_by, formatter)}\n-# "
            f"{render_deck_win_rate(line.record, formatter.text)}"
        )


def _render_ranked_deck_name(
    ranked_deck: DeckLeaderboardLine, group_by: DeckGroup, formatter: PodMessageFormatter
) -> str:
    match group_by:
        case "decks":
            return (
                f"{format_deck_name_with_commanders(ranked_deck.deck, formatter)} – "
                f"{formatter.join_player_names(ranked_deck.players)}"
            )
        case "commanders":
            return format_deck_commanders(ranked_deck.deck, formatter)
        case "colours":
            return render_colour_symbols(ranked_deck.deck.colours or ())
        case _:
            assert_never(group_by)


def render_seat_win_rates(seat_records: Iterable[SeatGamesAndWins], translations: Translations) -> Iterator[str]:
    """Yield lines about how often each seat has won, for each number of players."""
    size = 0
    for each in seat_records:
        if each.seats != size:
            size = each.seats
            yield f"**{translations('deck-table-of', seats=size)}**"
        yield f"{each.seat}. {render_deck_win_rate(each.record, translations)}"


def render_commander_rivalries(rivalries: Iterable[CommanderRivalry], formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield lines about how often each commander has beaten another."""
    for pair in rivalries:
        yield formatter.text(
            "rivals-pair",
            one=format_deck_commanders(pair.one, formatter),
            other=format_deck_commanders(pair.other, formatter),
            by_one=pair.by_one,
            by_other=pair.by_other,
        )


def build_deck_statistics_embed(
    title: str,
    introduction: str,
    lines: Iterable[str],
    records: Iterable[DeckGamesAndWins],
    translations: Translations,
) -> discord.Embed:
    """Return an embed with statistics of decks, and a note on how to read the win rates of these records."""
    embed = discord.Embed(title=title, colour=COLOURS["finished"])
    embed.description = "\n".join([f"-# {introduction}", *lines])
    thralls = sum(record.won_as_thrall for record in records)
    embed.set_footer(text=translations("deck-legend", games=FEWEST_GAMES, thralls=thralls))
    return embed
