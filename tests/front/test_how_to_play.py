"""*How to play*: what newcomers read about a pod's variant and its table."""

import pytest
from msgspec.structs import replace

from bot.front.pods.pod_board import render_variant_and_table_embed
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.records import PodSetup
from bot.rules.tables import TABLES, TableOptions
from bot.rules.variants import VARIANTS, find_variant_problems
from tests.front.playing import Table, press_more
from tests.front.simulated import Server, answer

MOST_LINES = 8

PLAYABLE = [
    (variant, table)
    for variant, answers in VARIANTS.items()
    for table in TABLES
    if not [*find_variant_problems(answers, TABLES[table])]
]


def explain(setup: PodSetup, locale: Locale) -> str:
    return render_variant_and_table_embed(setup, load_translations(locale)).description or ""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("variant", "table"), PLAYABLE)
def test_every_variant_at_every_table_is_told_in_few_lines(variant: str, table: str, locale: Locale) -> None:
    text = load_translations(locale)
    told = explain(PodSetup(variant=variant, table=table), locale)
    assert len(told.splitlines()) <= MOST_LINES
    assert told.startswith(text(f"how-{variant}"))
    assert all(part in told for part in (text(f"table-{table}"), TABLES[table].rule))
    assert text("how-range", seats=TABLES[table].reach or 0) in told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("table", "options", "keys"),
    [
        ("free-for-all", TableOptions(range=1, attack="right"), ["how-attack-right"]),
        ("free-for-all", TableOptions(attack="several"), ["how-attack-several"]),
        ("melee", TableOptions(), ["how-attack-left"]),
        ("melee", TableOptions(range="none", attack="one"), ["how-attack-one"]),
        ("teams", TableOptions(attack="several", deploy=True), ["how-attack-beside", "how-attack-each", "how-deploy"]),
        ("two-headed-giant", TableOptions(turn_of="team"), ["how-attack-across", "how-one-life", "how-turns-team"]),
        ("two-headed-giant", TableOptions(), ["how-attack-across", "how-one-life", "how-turns-player"]),
        ("emperor", TableOptions(), ["how-attack-one", "how-deploy"]),
        ("pentagon", TableOptions(), ["how-attack-two-across"]),
    ],
)
def test_the_options_that_a_pod_agreed_on_are_told(
    table: str, options: TableOptions, keys: list[str], locale: Locale
) -> None:
    text = load_translations(locale)
    setup = PodSetup(variant="elimination", table=table, options=options)
    told = explain(setup, locale)
    assert len(told.splitlines()) <= MOST_LINES
    some = ("how-deploy", "how-one-life", "how-turns-player", "how-turns-team", "how-attack-each")
    ways = ("one", "several", "left", "right", "beside", "across", "two-across")
    every = [*(f"how-attack-{way}" for way in ways), *some]
    assert sorted(key for key in every if text(key) in told) == sorted(keys)
    assert text("how-range", seats=setup.influence_range or 0) in told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("variant", "table"), PLAYABLE)
def test_a_server_s_own_variant_is_told_in_few_lines(variant: str, table: str, locale: Locale) -> None:
    house = replace(VARIANTS[variant], min_players=2)
    told = explain(PodSetup(variant=variant, table=table, house=house), locale)
    assert len(told.splitlines()) <= MOST_LINES
    assert load_translations(locale)("var-13-number", players=2) in told
    assert TABLES[table].rule in told


@pytest.mark.parametrize(
    ("variant", "table", "ending"),
    [
        ("elimination", "melee", "player"),
        ("elimination", "teams", "team"),
        ("elimination", "emperor", "emperor"),
        ("elimination", "pentagon", "pentagon"),
        ("respawn", "pentagon", None),
        ("esclave", "melee", None),
    ],
)
def test_the_table_tells_the_end_only_where_it_ends_the_game(variant: str, table: str, ending: str | None) -> None:
    text = load_translations("en")
    told = explain(PodSetup(variant=variant, table=table), "en")
    endings = ("player", "team", "emperor", "pentagon")
    assert [each for each in endings if text(f"how-end-{each}") in told] == [each for each in endings if each == ending]


async def test_a_lobby_tells_its_table(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, variant="elimination", table="emperor")
    shown = answer(await press_more(server.cy, table.board, "How to play"))
    assert "• **Emperor** (TAB-25). Each team sits in a row." in (shown.embeds[0].description or "")
