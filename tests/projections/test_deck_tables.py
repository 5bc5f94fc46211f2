"""Statistics of decks: every card counts once, however it was written."""

from math import isclose
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import delete, insert

from bot.cards.commander_aliases import CommanderAlias, resolve_commander_aliases, resolve_deck_aliases
from bot.cards.index import CardIndex, disable_card_name_translation, enable_card_name_translation
from bot.cards.sample import write_sample_card_index
from bot.projections.career import EVER
from bot.projections.deck_tables import (
    DeckGamesAndWins,
    DeckLeaderboardLine,
    DeckStatisticsFilter,
    load_commander_rivalries,
    load_deck_leaderboard,
    load_wins_and_rivalries_of_deck,
    load_wins_by_deck_of_player,
    load_wins_by_seat,
)
from bot.projections.project import PROJECTIONS, rebuild_derived_tables
from bot.projections.rates import FEWEST_GAMES, WinRate
from bot.rules.concession import ConcedeGame
from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Commander, Deck
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.winning import ReportWin
from bot.storage.engine.database import Database
from bot.storage.engine.schema import guilds, strikes
from bot.storage.record.redaction import REDACTED
from bot.storage.servers.server_settings import ServerSettings
from tests.storage.store import GUILD, Channel, execute, killed, rows

KRENKO_ID = "1c0d6b3f-0e2a-4d3c-9d6f-5a1b2c3d4e5f"
KRENKO = Deck((Commander("Krenko, Mob Boss", KRENKO_ID),), bracket=3, colours=("R",), key="k1")
TYPED = Deck((Commander("krenko,  mob boss"),))
PARTNERS = Deck((Commander("Tymna"), Commander("Thrasios")), bracket=4, colours=("W", "B"))
TURNED = Deck((Commander("Thrasios"), Commander("Tymna")), bracket=4)
SEATS = ("ana", "bo", "cy", "di")
WHOLE = DeckStatisticsFilter(*EVER)


async def play(channel: Channel, winner: str = "ana", **decks: Deck) -> None:
    """A game in which these decks are named, and then won by an effect."""
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(*(DeclareDeck(player, deck) for player, deck in decks.items()))
    await channel.do(ReportWin(winner, "effect"))


def count(lines: list[DeckLeaderboardLine]) -> list[tuple[tuple[str, ...], int, int]]:
    """What lines say: their commanders, the games and the wins."""
    return [(tuple(card.text for card in line.deck.commanders), line.record.games, line.record.won) for line in lines]


async def test_one_commander_counts_once_however_it_was_written(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=TYPED, bo=PARTNERS)
    await play(channel, "bo", ana=KRENKO, bo=TURNED)
    found = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert sorted(count(found)) == [(("Krenko, Mob Boss",), 2, 1), (("Thrasios", "Tymna"), 2, 1)]


async def test_index_makes_one_commander_of_all_its_spellings(database: Database, tmp_path: Path) -> None:
    channel = Channel(database)
    spelt = [("Delver of Secrets",), ("Insectile Aberration",), ("delver of secrets",)]
    pairs = ["Tymna the Weaver // Thrasios, Triton Hero", "Thrasios, Triton Hero & Tymna the Weaver"]
    decks = [Deck(tuple(map(Commander, names))) for names in (*spelt, *((p,) for p in pairs))]
    for deck in decks:
        await play(channel, ana=deck)
    apart = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert len(apart) > 2
    index = CardIndex(write_sample_card_index(tmp_path / "cards.sqlite3"))
    enable_card_name_translation(index)
    try:
        found = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
        colours = await load_deck_leaderboard(database, GUILD, WHOLE, "colours")
    finally:
        disable_card_name_translation(index)
        index.close()
    assert sorted(line.record.games for line in found) == [2, 3]
    assert {line.deck.colours for line in colours} == {("U",), ("W", "U", "B", "G")}


async def test_names_that_moderators_declared_to_be_one_count_once(database: Database) -> None:
    channel = Channel(database)
    for names in (("Birds",), ("Kangee",), ("T & T",), ("Thrasios", "Tymna"), ("birdies",)):
        await play(channel, ana=Deck(tuple(map(Commander, names))))
    before = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert len(before) == 5
    same = (
        *(CommanderAlias("birds", "Kangee"), CommanderAlias("Birdies", "BIRDS")),
        *(CommanderAlias("T & T", "Tymna + Thrasios"), CommanderAlias("Kangee", "birdies")),
    )
    written = msgspec.json.encode(ServerSettings(same_names=same[:3])).decode()
    await execute(database, insert(guilds).values(guild=GUILD, settings=written))
    found = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert sorted((line.record.games, line.deck.commanders[0].text) for line in found) == [
        *((2, "Thrasios"), (3, "Kangee"))
    ]
    assert resolve_commander_aliases(same)["birds"] in {"Kangee", "BIRDS", "birdies"}  # a circle ends
    await execute(database, delete(guilds))
    assert await load_deck_leaderboard(database, GUILD, WHOLE, "commanders") == before


async def test_registered_decks_that_are_one_count_once(database: Database) -> None:
    channel = Channel(database)
    others = [replace(KRENKO, key=key) for key in ("k2", "k3")]
    await play(channel, ana=KRENKO, bo=others[0], cy=others[1], di=PARTNERS)
    await play(channel, "bo", bo=others[0], di=Deck((Commander("Thras"), Commander("Tymna W"))))
    same = (
        *(CommanderAlias("deck:k2", "deck:k1", "renamed"), CommanderAlias("deck:k3", "deck:k2")),
        CommanderAlias("Tymna W + Thras", "Tymna + Thrasios"),
    )
    assert len(await load_deck_leaderboard(database, GUILD, WHOLE, "decks")) == 3
    written = msgspec.json.encode(ServerSettings(same_names=same)).decode()
    await execute(database, insert(guilds).values(guild=GUILD, settings=written))
    [line] = await load_deck_leaderboard(database, GUILD, WHOLE, "decks")
    assert (line.record.games, line.record.won, line.players) == (4, 2, ("ana", "bo", "cy"))
    lines = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert sorted((line.record.games, len(line.deck.commanders)) for line in lines) == [(2, 2), (4, 1)]
    loop = (CommanderAlias("deck:a", "deck:b"), CommanderAlias("deck:b", "deck:a"), CommanderAlias("deck:c", "deck:a"))
    assert resolve_deck_aliases(loop) == {"a": "a", "b": "a", "c": "a"}


async def test_decks_count_by_their_key_and_colours_by_their_identity(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=KRENKO, bo=PARTNERS)
    await play(channel, ana=KRENKO, bo=TYPED)
    decks = await load_deck_leaderboard(database, GUILD, WHOLE, "decks")
    assert [(line.deck, line.record) for line in decks] == [(KRENKO, DeckGamesAndWins(2, 2))]
    colours = await load_deck_leaderboard(database, GUILD, WHOLE, "colours")
    assert {line.deck.colours: line.record for line in colours} == {
        ("R",): DeckGamesAndWins(2, 2),
        ("W", "B"): DeckGamesAndWins(1),
    }


async def test_a_bracket_and_a_variant_filter_the_games(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=KRENKO, bo=PARTNERS)
    fourth = await load_deck_leaderboard(database, GUILD, DeckStatisticsFilter(*EVER, bracket=4), "commanders")
    assert count(fourth) == [(("Tymna", "Thrasios"), 1, 0)]
    other = DeckStatisticsFilter(*EVER, variant="respawn")
    assert await load_deck_leaderboard(database, GUILD, other, "commanders") == []


async def test_a_thrall_who_wins_is_counted_apart_from_masters(database: Database) -> None:
    channel = Channel(database)
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(DeclareDeck("bo", KRENKO), DeclareDeck("ana", PARTNERS))
    await channel.do(*(killed(loser, "ana") for loser in ("bo", "cy", "di")))
    found = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert {line.deck.commanders[0].text: line.record for line in found} == {
        "Krenko, Mob Boss": DeckGamesAndWins(1, 0, 1),
        "Tymna": DeckGamesAndWins(1, 1, 0),
    }


async def test_a_deck_that_is_corrected_after_the_end_changes_the_statistics(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=KRENKO)
    await channel.do(DeclareDeck("ana", PARTNERS))
    assert count(await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")) == [(("Tymna", "Thrasios"), 1, 1)]
    await channel.do(OverrideGameAsModerator("void", "nobody agreed"))
    assert await load_deck_leaderboard(database, GUILD, WHOLE, "commanders") == []


async def test_lines_with_enough_games_come_first_by_how_surely_they_win(database: Database) -> None:
    channel = Channel(database)
    for game in range(FEWEST_GAMES):
        await play(channel, "cy" if game % 2 else "bo", ana=TYPED, bo=PARTNERS)
    await play(channel, "di", di=Deck((Commander("Once"),)))
    found = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert [names for names, _, _ in count(found)] == [("Tymna", "Thrasios"), ("krenko,  mob boss",), ("Once",)]
    assert [line.record.master_win_rate.share_of_won_games for line in found] == [0.5, 0.0, None]


async def test_seats_are_counted_by_the_size_of_the_table(database: Database) -> None:
    channel = Channel(database)
    await play(channel, "bo")
    await play(channel, "bo")
    await channel.do(OpenLobby(PodSetup(), "ana", (*SEATS, "eve")), StartGame((*SEATS, "eve"), "ana"))
    await channel.do(ReportWin("eve", "effect"))
    found = {(each.seats, each.seat): each.record for each in await load_wins_by_seat(database, GUILD, WHOLE)}
    assert found[4, 2] == DeckGamesAndWins(2, 2)
    assert found[4, 1] == DeckGamesAndWins(2, 0)
    assert found[5, 5] == DeckGamesAndWins(1, 1)


async def test_rivalries_of_commanders_keep_the_deck_of_each_defeat(database: Database) -> None:
    channel = Channel(database)
    setup = PodSetup(variant="respawn", scoring="respawn")
    await channel.do(OpenLobby(setup, "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(DeclareDeck("ana", KRENKO), DeclareDeck("bo", PARTNERS), killed("bo", "ana"))
    await channel.do(DeclareDeck("bo", Deck((Commander("Atraxa"),))), killed("bo", "ana"))
    await channel.do(killed("ana", "bo"), killed("ana", "bo"), OverrideGameAsModerator("end", "late", "ana"))
    found = await load_commander_rivalries(database, GUILD, WHOLE)
    assert [
        (pair.one.commanders[0].text, pair.other.commanders[0].text, pair.by_one, pair.by_other) for pair in found
    ] == [("Atraxa", "Krenko, Mob Boss", 2, 1), ("Krenko, Mob Boss", "Tymna", 1, 0)]
    line, rivals = await load_wins_and_rivalries_of_deck(database, GUILD, WHOLE, TURNED)
    assert (line.record.games, [pair.by_one for pair in rivals]) == (0, [1])


async def test_own_lines_are_those_that_a_player_has_played(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=KRENKO, bo=PARTNERS)
    await play(channel, ana=TYPED, bo=KRENKO)
    mine = await load_wins_by_deck_of_player(database, GUILD, WHOLE, "ana")
    assert sorted(count(mine)) == [(("Krenko, Mob Boss",), 1, 1), (("krenko,  mob boss",), 1, 1)]


async def test_a_struck_commander_is_hidden_and_counts_as_before(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=TYPED, bo=PARTNERS)
    await execute(database, insert(strikes).values(guild=GUILD, id=1, text="Krenko, mob boss"))
    found = await load_deck_leaderboard(database, GUILD, WHOLE, "commanders")
    assert sorted(count(found)) == [(("Tymna", "Thrasios"), 1, 0), ((REDACTED,), 1, 1)]


async def test_a_rebuild_gives_the_same_statistics(database: Database) -> None:
    channel = Channel(database)
    await play(channel, ana=TYPED, bo=PARTNERS)
    await play(channel, "bo", ana=KRENKO, bo=TURNED)
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"), DeclareDeck("cy", KRENKO))
    await channel.do(*(ConcedeGame(player) for player in SEATS[1:]))
    before = [await rows(database, table) for table in PROJECTIONS]
    await rebuild_derived_tables(database)
    assert [await rows(database, table) for table in PROJECTIONS] == before


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 20, 0.0, 0.1611), (10, 20, 0.2993, 0.7007), (95, 100, 0.8883, 0.9785)],
)
def test_a_rate_has_its_wilson_interval(won: int, games: int, low: float, high: float) -> None:
    found = WinRate(won, games).confidence_interval
    assert isclose(found.low, low, abs_tol=5e-4)
    assert isclose(found.high, high, abs_tol=5e-4)


def test_below_twenty_games_a_rate_is_no_number() -> None:
    assert WinRate(19, FEWEST_GAMES - 1).share_of_won_games is None
    assert WinRate(5, FEWEST_GAMES).share_of_won_games == 0.25
