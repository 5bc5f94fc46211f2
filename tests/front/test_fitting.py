"""Every message has the lengths that Discord takes, however long the names and full the table."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any, TypeVar

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.formatters.messages import PodMessageFormatter
from bot.front.boards.board_content import build_board_buttons_and_menus, render_board_embed
from bot.front.game_texts.series_texts import GameSeriesSummary
from bot.front.pods.board_notices import BoardNotices, IdleGameDeadline
from bot.front.pods.pod_board import PodBoardDetails
from bot.front.reports.report_replies import MAX_STEPS_LENGTH
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import (
    compute_length_limit_per_text,
    truncate_embed_to_limits,
    truncate_markdown,
    truncate_text_to_length,
)
from bot.front.ui.message_layout import BoardPicture, build_board_layout, collect_component_texts
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import DisputeGameReport, add_confirmation_requirement_to_event
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.news import LatestEventDetails, update_latest_event_details
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.seats import find_possible_first_players
from bot.rules.series import GameSeriesScore, GameSeriesSettings
from bot.rules.tables import TABLES, list_player_counts_of_table_format
from bot.rules.teams import list_players_in_game
from bot.rules.totals import ChangeLifeOrDamage
from bot.rules.variants import VARIANTS, list_instruction_keys_for_beaten_players, list_scorings_of_variant
from bot.rules.votes import TOO_FEW_VOICES
from bot.rules.winning import ReportDrawnGame
from bot.service.live_game import ChannelAddress, LiveGame
from tests.effort import choose_for_gate, examples
from tests.front import wire
from tests.front.playing import Table, does, form_of
from tests.front.simulated import Server, answer
from tests.front.test_fuzz import check_message
from tests.front.test_wire import Sent

T = TypeVar("T")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
UGLY = ("*" * 32, "_" * 32, "`|`" * 10, "[](<#>)" * 4, "\\" * 32, "@here@everyone" * 2, "~~" * 16)
PIECES = st.sampled_from([*UGLY, "Bo", "**", "~~", "`", "```", "\n", "<@123>", "\\*", " ", "x" * 300])

LINE, SCREEN_AND_A_HALF = 34, 57
"""Characters and lines of a phone of 390 by 844 pixels, as the sandbox draws it."""

texts = st.lists(PIECES, max_size=60).map("".join)


def check_embed(embed: discord.Embed) -> None:
    """Discord takes it; what the test expects to be there besides is its own matter."""
    check_message({"embeds": [embed.to_dict()]})


# Cutting


@given(texts, st.integers(1, 400))
def test_a_text_is_as_long_as_it_may_be_and_closes_what_it_opened(text: str, most: int) -> None:
    for fitted in (truncate_markdown(text, most), truncate_text_to_length(text, most)):
        assert len(fitted) <= most
        assert fitted == text or "…" in fitted or not fitted.strip()


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("**Bo and Cy**", 9, "**Bo a…**"),
        ("~~**Bo and Cy**~~", 12, "~~**Bo…**~~"),
        (r"\*\*\*\*", 6, r"\*\*…"),
        ("by <@1234567890>", 12, "by…"),
        ("`a**b**cdef`", 9, "`a**b**…`"),
        ("Bo", 2, "Bo"),
    ],
)
def test_nothing_is_cut_within_an_escape_or_left_open(text: str, most: int, shown: str) -> None:
    assert truncate_markdown(text, most) == shown


def test_the_longest_lines_are_cut_first_and_none_is_lost() -> None:
    lines = ["short", "x" * 300, "y" * 200, "also short"]
    fitted = truncate_text_to_length("\n".join(lines), 120).split("\n")
    assert (fitted[0], fitted[3]) == ("short", "also short")
    assert [line[-1] for line in fitted[1:3]] == ["…", "…"]
    assert len(fitted[1]) == len(fitted[2])


@given(st.lists(st.integers(0, 500), max_size=30), st.integers(0, 3_000))
def test_there_is_room_for_all_that_are_cut_to_a_common_length(lengths: list[int], room: int) -> None:
    common = compute_length_limit_per_text(lengths, room)
    assert sum(min(length, common) for length in lengths) <= room
    if sum(lengths) <= room:
        assert common == max(lengths, default=0)


@given(st.lists(st.tuples(texts, texts), max_size=30), texts, texts, texts)
def test_an_embed_of_anything_fits(fields: list[tuple[str, str]], title: str, description: str, footer: str) -> None:
    embed = discord.Embed(title=title, description=description).set_footer(text=footer)
    for name, value in fields:
        embed.add_field(name=f"n{name}", value=f"v{value}")
    check_embed(truncate_embed_to_limits(embed))


def test_a_long_description_leaves_something_of_each_field() -> None:
    embed = discord.Embed(description="\n".join("d" * 100 for _ in range(60)))
    for number in range(8):
        embed.add_field(name=f"field {number}", value="v" * 1_000)
    check_embed(truncate_embed_to_limits(embed))
    assert len(embed.fields) == 8
    assert all(len(field.value or "") >= 100 for field in embed.fields)


# The board of the largest table, whatever happens at it


def _some(draw: Iterator[int], values: Sequence[T]) -> T:
    return values[next(draw, 0) % len(values)]


def _defeat(draw: Iterator[int], players: Sequence[Player]) -> PodCommand:
    losers = dict.fromkeys(_some(draw, players) for _ in range(_some(draw, (1, 1, 4, 12))))
    return ReportDefeats(
        tuple(
            DefeatReport(
                loser,
                _some(draw, ("life", "poison", "effect")),
                (DefeatSource(_some(draw, players), "*" * 100, _some(draw, players), 1),),
            )
            for loser in losers
        )
    )


def _command(draw: Iterator[int], pod: Pod) -> PodCommand:
    players = list_players_in_game(pod.current_game.standings) or list(pod.players)
    player, other = _some(draw, players), _some(draw, players)
    if pod.pending_player_choice is not None:
        return AnswerPendingPlayerChoice(pod.pending_player_choice.by, _some(draw, pod.pending_player_choice.options))
    every: tuple[PodCommand, ...] = (
        ChangeLifeOrDamage(player, "life", -_some(draw, (1, 999))),
        ChangeLifeOrDamage(player, "commander", 7, other),
        BeginNextTurn(),
        _defeat(draw, players),
        ConcedeGame(player),
        OverrideGameAsModerator("host", "#" * 300, player),
        OverrideGameAsModerator("points", "#" * 300, points=dict.fromkeys(pod.players, -1)),
        ReportDrawnGame(),
        DisputeGameReport(pod.unconfirmed[-1].needed_confirmation.version if pod.unconfirmed else 0, player),
    )
    return _some(draw, (*every[:4], *every[:4], *every))


def _open(draw: Iterator[int], table: str) -> Pod:
    """A lobby full to the last seat, of a variant that this table can be played with."""
    variant = _some(draw, [each for each in VARIANTS if not _is_refused(table, each)])
    setup = _make_setup(
        table,
        variant,
        title="*" * 80,
        confirmation=_some(draw, ("off", "loser", "other")),
        counting=_some(draw, (True, False)),
        dispute_minutes=_some(draw, (None, 15)),
        series=GameSeriesSettings(30),
    )
    count = list_player_counts_of_table_format(TABLES[table], setup.teams)[-1]
    players = tuple(f"player-{number}" for number in range(count))
    return apply_pod_event(None, create_pod_event(None, OpenLobby(setup, players[0], players, "s" * 32)))


def _make_setup(table: str, variant: str, **more: Any) -> PodSetup:
    scoring = list_scorings_of_variant(variant)[0]
    return PodSetup(table=table, variant=variant, scoring=scoring, **more)


def _is_refused(table: str, variant: str) -> bool:
    try:
        create_pod_event(None, OpenLobby(_make_setup(table, variant), "player-0"))
    except Refusal:
        return True
    return False


def play_at(draw: Iterator[int], table: str) -> Iterator[tuple[Pod, LatestEventDetails | None]]:
    """A pod of as many as the table has, in its lobby and after each of some commands; its news."""
    pod = _open(draw, table)
    players = pod.players
    yield pod, None
    pod = apply_pod_event(
        pod, create_pod_event(pod, StartGame(players, find_possible_first_players(pod.setup, players)[0]))
    )
    news: LatestEventDetails | None = None
    yield pod, news
    for version in range(2, 40):
        try:
            event = create_pod_event(pod, _command(draw, pod))
        except Refusal:
            continue
        event = add_confirmation_requirement_to_event(pod, event, _some(draw, players), version, 0)
        after = apply_pod_event(pod, event)
        news = update_latest_event_details(news, pod, event, after)
        pod = after
        yield pod, news


def _tell(pod: Pod, draw: Iterator[int]) -> tuple[BoardNotices, GameSeriesSummary]:
    """As much as there can be said beside the game."""
    playing = list_players_in_game(pod.current_game.standings) or list(pod.players)
    votes = {playing[-at]: pod.players for at in range(1, TOO_FEW_VOICES + 1) if len(playing) > at}
    notices = BoardNotices(
        votes, dict.fromkeys(votes, NOON), pod.players[:3], IdleGameDeadline(NOON, NOON + timedelta(days=1)), False
    )
    points = dict.fromkeys(pod.players, 100)
    return notices, GameSeriesSummary(30, (), GameSeriesScore(3, points, pod.players[:3]), None)


@pytest.mark.parametrize(
    ("table", "locale"), [(table, locale) for table in TABLES for locale in choose_for_gate(LOCALES, table)]
)
@settings(max_examples=examples(8))
@given(st.binary(min_size=300, max_size=300))
def test_the_board_of_the_largest_table_fits_as_it_is_sent(table: str, locale: Locale, drawn: bytes) -> None:
    draw = iter(drawn)
    names = {f"player-{at}": name for at, name in zip(range(25), cycle(UGLY), strict=False)}
    words = PodMessageFormatter(
        load_translations(locale), lambda player: escape_markdown(names[player], 32), escape_markdown
    )
    bare = PodMessageFormatter(load_translations(locale), lambda player: names[player])
    *before, last = play_at(draw, table)
    for pod, news in (*before, last):
        told = _tell(pod, draw)
        notices, stands = told
        details = PodBoardDetails(news, NOON, NOON, timedelta(hours=1), stands)
        live = LiveGame(ChannelAddress(900, 100), number=1, game=pod)
        embed = render_board_embed(live, notices, words, details)
        items = build_board_buttons_and_menus(live, *told, bare)
        call = " ".join(f"<@{at:019}>" for at in range(len(pod.players)))
        view = build_board_layout(embed, items, call, BoardPicture("result.png", "x" * 2_000))
        sent = view.to_components()  # type: ignore[no-untyped-call]
        check_layout(sent)
        if pod is last[0]:
            body = {"flags": 1 << 15, "components": sent}
            wire.check_requests([Sent("POST", "/channels/1/messages", body)])


def check_layout(components: list[Any]) -> None:
    """Discord takes a board of this size."""
    every = list(_walk(components))
    assert len(every) <= 40
    assert sum(len(each.get("content") or "") for each in every) <= 4_000
    assert all(len(each["label"]) <= 80 for each in every if each.get("label"))
    assert all(len(each["components"]) <= 5 for each in every if each["type"] == 1)
    ids = [each["custom_id"] for each in every if each.get("custom_id")]
    assert len(ids) == len(set(ids))


def _walk(components: list[Any]) -> Iterator[dict[str, Any]]:
    for each in components:
        yield each
        yield from _walk(each.get("components") or [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_of_25_is_read_in_a_screen_and_a_half_and_names_nobody_three_times(variant: str) -> None:
    if _is_refused("grand-melee", variant):
        pytest.skip("nobody plays it at this table")
    setup = _make_setup("grand-melee", variant)
    players = tuple(f"Player {number:02}" for number in range(1, 26))
    words = PodMessageFormatter(load_translations("en"), str)
    lobby = apply_pod_event(None, create_pod_event(None, OpenLobby(setup, players[0], players, "s" * 32)))
    first = find_possible_first_players(setup, players)[4]
    pod = apply_pod_event(lobby, create_pod_event(lobby, StartGame(players, first)))
    notices = BoardNotices({}, {}, (), None, False)
    live = LiveGame(ChannelAddress(900, 100), number=1, game=pod)
    shown = build_board_layout(render_board_embed(live, notices, words, PodBoardDetails(since=NOON)), [])
    texts = collect_component_texts(shown.children)
    lines = [line for text in texts for line in text.split("\n")]
    assert sum(-(-len(line) // LINE) for line in lines) <= SCREEN_AND_A_HALF
    named = {player: "\n".join(texts).count(player) for player in players}
    assert set(named.values()) <= {1, 2}
    assert min(players, key="\n".join(texts).index) == first, "whose turn it is comes first"


@pytest.mark.parametrize("locale", choose_for_gate(LOCALES, "largest table"))
async def test_everything_that_is_shown_of_the_largest_table_fits(server: Server, locale: Locale) -> None:
    env = server.env
    guests = [
        server.guild.add_member(env.create_user(f"u{at}", global_name=f"{UGLY[0][:29]}{at:02}x")) for at in range(25)
    ]
    await server.ana.slash(server.channel, "setup language", language=locale)
    table = Table(server)
    await guests[0].slash(table.channel, "pod open", table="grand-melee", variant="elimination", life=True)
    for guest in guests[1:]:
        await guest.click(table.board, custom_id="pod:1:join")
    await guests[0].click(table.board, custom_id="pod:1:start")
    host = guests[0]
    found = await host.autocomplete(table.channel, "defeat", "loser", "")
    keys = [choice["value"] for choice in found]
    assert len(keys) == 25
    await host.slash(table.channel, "defeat", loser=keys[3], controller=keys[4])
    for name in ("pod status", "log", "why", "leaderboard", "stats", "rivals", "history"):
        shown = await does(host, table.channel, name)
        assert answer(shown).embeds or answer(shown).content, name
    form = await form_of(table, host)
    await form.pick("loser", keys[5])
    assert answer(form.opened).embeds
    for request in env.http_requests:
        check_message(request.json)
    assert len(table.turn[1]) == 24, "one of them is out"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant_id", ["esclave", "necromancer"])
def test_a_new_servant_reads_every_step_to_its_end(locale: Locale, variant_id: str) -> None:
    """Also if the master's nickname is as long as Discord allows."""
    text, variant, master = load_translations(locale), VARIANTS[variant_id], "M" * 32
    numbers: dict[str, str | int] = {
        "life": variant.life_after,
        "cards": variant.hand_after,
        "turns": variant.solo_turns,
    }
    steps = [text(f"checklist-{step}", **numbers) for step in list_instruction_keys_for_beaten_players(variant)]
    own = ("servant", "from-next-turn") if variant.team_is_one_side else ("minion", "peace")
    notes = [text(f"checklist-{key}", master=master) for key in (*own, f"master-falls-{variant.servants_of_loser}")]
    told = "\n".join(["", *(f"1. {line}" for line in (*steps, *notes))])
    assert truncate_text_to_length(told, MAX_STEPS_LENGTH) == told
