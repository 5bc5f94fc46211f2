"""Options that the players of a pod agree on: which values a table has, and what follows from them (TAB-33, TAB-D6)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.draws import seating
from bot.formatters.messages import PodMessageFormatter
from bot.formatters.table_options import format_agreed_table_options
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules import table_options
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.lobby import GameStarted, LobbyOpened, OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import PodSetup, Turn
from bot.rules.refusals import Refusal
from bot.rules.seats import find_minimum_player_count, find_possible_first_players, list_playable_player_counts
from bot.rules.tables import (
    POD_OPTIONS,
    TABLES,
    OptionValue,
    PodOption,
    TableOptions,
    find_default_option_value,
    list_table_option_values,
)
from bot.rules.turns import rebuild_next_turn_after_undo

EVERY_VALUE: dict[PodOption, tuple[OptionValue, ...]] = {
    "range": ("none", *range(1, 13)),
    "attack": ("one", "several", "left", "right"),
    "deploy": (True, False),
    "turn_of": ("player", "team"),
}
GIANT = PodSetup("two-headed-giant", "elimination", scoring="elimination", options=TableOptions(turn_of="team"))


def agreed(table: str, variant: str = "elimination", /, **options: Any) -> PodSetup:
    return PodSetup(table, variant, scoring=variant, options=TableOptions(**options))


def lobby(setup: PodSetup, players: str) -> Pod:
    return apply_pod_event(None, create_pod_event(None, OpenLobby(setup, players[0], tuple(players))))


def started(setup: PodSetup, players: str, first: str = "") -> Pod:
    return after(lobby(setup, players), StartGame(tuple(players), first or players[0]))


def after(pod: Pod, *commands: PodCommand) -> Pod:
    for command in commands:
        pod = apply_pod_event(pod, create_pod_event(pod, command))
    return pod


def turn_of(pod: Pod) -> Turn:
    assert pod.turn is not None
    return pod.turn


def refuse(pod: Pod | None, command: PodCommand) -> Refusal:
    with pytest.raises(Refusal) as refused:
        create_pod_event(pod, command)
    return refused.value


def say(refusal: Refusal, locale: Locale = "en") -> str:
    return PodMessageFormatter(load_translations(locale), str).render_refusal(refusal)


# Values


@pytest.mark.parametrize("option", POD_OPTIONS)
@pytest.mark.parametrize("table", TABLES)
def test_a_lobby_opens_with_the_values_of_its_table_alone(table: str, option: PodOption) -> None:
    values = list_table_option_values(TABLES[table], option, TABLES[table].most)
    for value in EVERY_VALUE[option]:
        options = msgspec.convert({option: value}, TableOptions)
        opening = OpenLobby(replace(agreed(table), options=options), "ana")
        if value in values:
            assert create_pod_event(None, opening)
            continue
        refusal = refuse(None, opening)
        assert (refusal.code, refusal.field) == ("table-option" if values else "table-no-option", option)


@pytest.mark.parametrize("table", TABLES)
def test_the_usual_values_are_those_of_a_pod_that_agreed_on_none(table: str) -> None:
    usual = {option: find_default_option_value(TABLES[table], option) for option in POD_OPTIONS if option != "turn_of"}
    told = replace(agreed(table), options=msgspec.convert(usual, TableOptions))
    players = "abcdefghijklmnopqrstuvwxy"[: find_minimum_player_count(told)]
    first = find_possible_first_players(told, players)[0]
    one, other = started(told, players, first), started(agreed(table), players, first)
    for player in players:
        assert RangeOfInfluence(one).find_attackable_players(player) == RangeOfInfluence(other).find_attackable_players(
            player
        )
        assert RangeOfInfluence(one).find_players_in_range(player) == RangeOfInfluence(other).find_players_in_range(
            player
        )
    assert told.allows_deploying_creatures == other.setup.allows_deploying_creatures == (table == "emperor")
    assert table_options.list_nondefault_table_options(told) == {}


def test_a_value_has_a_name_in_menus() -> None:
    setup = agreed("teams")
    for option in POD_OPTIONS:
        values = list_table_option_values(TABLES["teams"], option, TABLES["teams"].most)
        names = [table_options.get_option_value_name(value) for value in values]
        assert [table_options.parse_option_value(setup, option, name) for name in names] == list(values)
    assert table_options.parse_option_value(setup, "attack", "left") is None


@pytest.mark.parametrize(
    ("locale", "line"),
    [("en", "range 1 · attack left"), ("fr", "portée 1 · attaque à gauche"), ("ru", "радиус 1 · атака налево")],
)
def test_what_is_not_usual_is_one_line(locale: Locale, line: str) -> None:
    unusual = table_options.list_nondefault_table_options(agreed("free-for-all", range=1, attack="left"))
    assert format_agreed_table_options(unusual, load_translations(locale)) == line
    assert table_options.list_nondefault_table_options(agreed("melee", range=2, attack="right")) == {"attack": "right"}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_refused_value_is_followed_by_those_that_the_table_has(locale: Locale) -> None:
    text = load_translations(locale)
    said = say(refuse(None, OpenLobby(agreed("emperor", attack="left"), "ana")), locale)
    assert text("option-value-attack-one") in said
    assert text("option-value-attack-several") in said
    said = say(refuse(None, OpenLobby(replace(agreed("free-for-all", range=3), size=4), "ana")), locale)
    assert said.count(text("option-value-range", seats=2)) == 1
    assert text("option-value-range", seats=3) not in said


# Numbers of players


def test_a_range_needs_twice_as_many_seats() -> None:
    setup = agreed("free-for-all", "esclave", range=3)
    assert list_playable_player_counts(setup) == (6, 7, 8, 9, 10)
    assert not table_options.is_range_of_influence_too_wide(setup, 6)
    assert table_options.is_range_of_influence_too_wide(setup, 5)
    assert not table_options.is_range_of_influence_too_wide(agreed("free-for-all"), 2)


def test_a_range_is_not_too_wide_where_the_table_or_the_variant_needs_as_many() -> None:
    assert not table_options.is_range_of_influence_too_wide(agreed("free-for-all", "esclave", range=2), 1)
    assert not table_options.is_range_of_influence_too_wide(agreed("free-for-all", "elimination", range=1), 1)
    assert table_options.is_range_of_influence_too_wide(agreed("free-for-all", "elimination", range=2), 1)


@pytest.mark.parametrize(
    ("setup", "players", "because", "fewest", "words"),
    [
        (agreed("melee", "esclave"), "abcde", "table", 6, "Melee: 6 players are needed"),
        (agreed("free-for-all", "esclave"), "abc", "variant", 4, "Esclave: 4 players are needed"),
        (agreed("free-for-all", "esclave", range=3), "abcde", "range", 6, "A range of 3: 6 players are needed"),
        (agreed("free-for-all", "esclave", range=2), "abc", "variant", 4, "Esclave: 4 players are needed"),
        (agreed("melee", "esclave", range=4), "abcdefg", "range", 8, "A range of 4: 8 players are needed"),
    ],
)
def test_too_few_players_are_told_what_asks_for_more(
    setup: PodSetup, players: str, because: str, fewest: int, words: str
) -> None:
    refusal = refuse(lobby(setup, players), StartGame(tuple(players), players[0]))
    assert (refusal.code, refusal.arguments["because"], refusal.arguments["fewest"]) == ("too-few", because, fewest)
    assert say(refusal).startswith(words)
    assert say(refusal.reword_for_past_game()).startswith(words)


# Turns


def test_a_pod_of_before_keeps_each_player_s_own_turn() -> None:
    opened = b'{"type":"opened","host":"a","setup":{"table":"two-headed-giant","variant":"elimination"}}'
    setup = msgspec.json.decode(opened, type=LobbyOpened).setup
    assert not setup.has_team_turns
    assert setup.options == TableOptions()
    assert b"options" not in msgspec.json.encode(setup)


@pytest.mark.parametrize("table", TABLES)
def test_a_new_pod_agrees_on_the_turns_that_are_usual(table: str) -> None:
    setup = table_options.set_default_turn_option(agreed(table))
    assert setup.has_team_turns == (table == "two-headed-giant")
    assert table_options.set_default_turn_option(setup) == setup
    assert table_options.list_nondefault_table_options(setup) == {}


def test_whoever_agreed_on_their_own_turns_keeps_them() -> None:
    setup = table_options.set_default_turn_option(agreed("two-headed-giant", turn_of="player"))
    assert not setup.has_team_turns
    assert table_options.list_nondefault_table_options(setup) == {"turn_of": "player"}


def test_the_draw_of_a_team_s_turn_is_that_of_its_second_player() -> None:
    own = replace(GIANT, options=TableOptions())
    for secret in map(str, range(20)):
        drawn = seating.draw_seats_from_secret(GIANT, "abcd", secret)
        assert drawn == seating.draw_seats_from_secret(own, "abcd", secret)
        pod = after(lobby(GIANT, "abcd"), drawn)
        assert drawn.first in turn_of(pod).active
        assert turn_of(pod).active in (pod.players[:2], pod.players[2:])


def test_the_start_tells_whose_the_first_turn_is() -> None:
    event = create_pod_event(lobby(GIANT, "abcd"), StartGame(tuple("abcd"), "d"))
    assert isinstance(event, GameStarted)
    words = PodMessageFormatter(load_translations("en"), str).render_sentence(event.build_event_sentence())
    assert words == "The game began. Seats: a, b, c, d. First turn: c, d."
    assert event.rebuild_original_command() == StartGame(tuple("abcd"), "d")


def test_an_extra_turn_is_the_team_s_and_leaves_the_order() -> None:
    pod = after(started(GIANT, "abcd"), BeginNextTurn("b"))
    assert turn_of(pod).active == ("a", "b")
    pod = after(pod, BeginNextTurn("c"))
    assert turn_of(pod).active == ("c", "d")
    assert turn_of(after(pod, BeginNextTurn())).active == ("c", "d")


def test_a_turn_stays_with_the_team_when_an_earlier_report_was_undone() -> None:
    pod = after(started(GIANT, "abcd"), ConcedeGame("c"), BeginNextTurn())
    assert turn_of(pod).active == ("d",)
    before = started(GIANT, "abcd")
    again = rebuild_next_turn_after_undo(GIANT, before.players, before.standings, turn_of(before), turn_of(pod))
    assert again.active == ("c", "d")
    gone = after(before, ConcedeGame("c"))
    was = replace(turn_of(pod), active=("c", "d"), seat="c")
    assert rebuild_next_turn_after_undo(GIANT, gone.players, gone.standings, turn_of(before), was).active == ("d",)
