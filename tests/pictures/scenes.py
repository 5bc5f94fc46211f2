"""Pictures worth looking at: `python -m tests.pictures.scenes FOLDER` draws them all.

`python -m tests.pictures.scenes docs table` draws the one of the documentation.
"""

import sys
from collections.abc import Sequence
from itertools import accumulate, permutations
from pathlib import Path
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from bot.joust.table_types import EMPTY, Quadrant, Singularity
from bot.pictures.figures import build_players_in_picture
from bot.pictures.scene import (
    DefeatsPictureScene,
    DuelCardInPicture,
    DuelistInPicture,
    DuelPictureLegendTexts,
    DuelPictureScene,
    FigureStatus,
    GameTableLegendTexts,
    PlayerInPicture,
    PlayerPairDefeatCount,
    RankChart,
    RankChartLine,
    Scene,
    SeatInPicture,
    TablePictureScene,
)
from bot.pictures.worker import render_scene_as_svg, render_svg_as_png

WORDS = GameTableLegendTexts(
    attack="you may attack",
    reach="in your range",
    beyond="out of your range",
    active="active player",
    team="team",
    serves="serves",
    leader="master",
    thrall="thrall",
    masterless="serves nobody",
    out="out",
)
RUSSIAN = GameTableLegendTexts(
    attack="можно атаковать",
    reach="в радиусе",
    beyond="вне радиуса",
    active="чей ход",
    team="команда",
    serves="служит",
    leader="мастер",
    thrall="невольник",
    masterless="без мастера",
    out="вне игры",
)
NAMES = (
    "Ana",
    "Bo",
    "Cyrille",
    "Diego",
    "Eve",
    "Fay the Unbowed",
    "Gus",
    "Hana",
    "Игорь",
    "Jean-François",
    "Käthe",
    "Lou",
    "MightyMcDragonface",
    "Nadia",
    "Ørjan",
    "Pip",
    "Quentin",
    "Rosa",
    "Святослав",
    "Tom",
    "Uli",
    "Vera",
    "Wendy",
    "Xander",
    "Zoë 🔥",
)


def seated(*seats: SeatInPicture) -> tuple[SeatInPicture, ...]:
    """Seats whose figures have their initials and looks."""
    figures = build_players_in_picture([(seat.figure.name, seat.figure.added) for seat in seats])
    return tuple(replace(seat, figure=figure) for seat, figure in zip(seats, figures, strict=True))


def seat(name: str, *of: Any, **more: Any) -> SeatInPicture:
    """Somebody's seat."""
    return SeatInPicture(PlayerInPicture(name), *of, **more)


def master(name: str, group: int, active: bool = False) -> SeatInPicture:
    """A master and their team."""
    return seat(name, group, "leader", active)


def thrall(name: str, group: int, active: bool = False) -> SeatInPicture:
    """A thrall of that seat's."""
    return seat(name, group, "thrall", active, group)


def melee(count: int, standing: FigureStatus = "playing") -> tuple[SeatInPicture, ...]:
    """So many players, each for themselves."""
    return seated(*(seat(name, None, standing, active=name == "Ana") for name in NAMES[:count]))


TABLES: dict[str, TablePictureScene] = {
    "esclave": TablePictureScene(
        "Pod 12 · Esclave",
        seated(master("Ana", 0, active=True), master("Bo", 1), thrall("Cyrille", 0), master("Di", 3)),
        WORDS,
        viewer=0,
        attack=frozenset({1, 3}),
    ),
    "melee": TablePictureScene(
        "Pod 7 · Melee", melee(8), WORDS, viewer=2, attack=frozenset({3}), reach=frozenset({0, 1, 2, 3, 4})
    ),
    "emperor": TablePictureScene(
        "Pod 3 · Emperor",
        seated(
            seat("Ana", 0, active=True),
            seat("Bo", 0, "leader", active=True),
            seat("Cyrille", 0, active=True),
            seat("Diego", 3),
            seat("Eve", 3, "leader"),
            seat("Fay the Unbowed", 3),
        ),
        WORDS,
        viewer=2,
        attack=frozenset({3}),
        reach=frozenset({0, 1, 2, 3, 4}),
    ),
    "pentagon": TablePictureScene("Pod 5 · Pentagon", melee(5), WORDS, viewer=4, attack=frozenset({1, 2})),
    "grand-melee": TablePictureScene(
        "Pod 25 · Grand Melee", melee(25), WORDS, viewer=4, attack=frozenset({5}), reach=frozenset({3, 5})
    ),
    "names": TablePictureScene(
        "Стол 9 · Эсклав",
        seated(
            master("Святослав Всеволодович", 0),
            master("🔥Дракон👑", 1, active=True),
            thrall("👨‍👩‍👧 Семья 🇫🇷", 1),
            seat("Άλκηστις", None, "masterless"),
            thrall("𝕱𝖆𝖓𝖈𝖞 𝕻𝖆𝖓𝖙𝖘", 0),
            seat("שלום עולם", None, "out"),
            thrall("漢字", 0),
        ),
        RUSSIAN,
        viewer=4,
        attack=frozenset({1, 2, 3}),
    ),
    "table": TablePictureScene(
        "Pod 12 · Esclave",
        seated(
            master("Ana", 0),
            master("Bo", 1, active=True),
            thrall("Cyrille", 0),
            thrall("Diego", 1, active=True),
            master("Eve", 4),
            seat("Fay the Unbowed", None, "out"),
        ),
        WORDS,
        viewer=3,
        attack=frozenset({2, 4}),
        reach=frozenset({0, 1, 2, 3, 4}),
    ),
    "two": TablePictureScene("", melee(2), WORDS, viewer=1, attack=frozenset({0})),
    "ten": TablePictureScene("Pod 1", melee(10), WORDS, viewer=0, attack=frozenset({1, 9})),
    "sixteen": TablePictureScene(
        "Pod 1 · Necromancer",
        seated(*(master(name, index) for index, name in enumerate(NAMES[:16]))),
        WORDS,
        viewer=0,
        attack=frozenset(range(1, 16)),
    ),
}


PLAYERS = (
    "Ana",
    "Святослав",
    "Zoë 🔥",
    "MightyMcDragonface",
    "Jean-François",
    "👑 Король",
    "Fay the Unbowed",
    "Bo",
    "Ørjan",
    "漢字",
    "Diego",
    "Gus",
    "Hana",
    "Käthe",
    "Lou",
)


def season(count: int, weeks: int, seed: int = 1) -> RankChart:
    """So many players, all but the fourth and the eighth from the first week on."""
    chance = Random(seed)
    found = []
    for index, name in enumerate(PLAYERS[:count]):
        late = weeks // 4 if index % 4 == 3 else 0
        won = accumulate(chance.choice((0, 0, 1, 2, 3, 5)) for _ in range(weeks - late))
        found.append((name, (*[None] * late, *won)))
    found.sort(key=lambda each: -(each[1][-1] or 0))
    totals = [points[-1] for _, points in found]
    lines = (RankChartLine(name, totals.index(points[-1]) + 1, str(points[-1]), points) for name, points in found)
    shown = tuple(str(week) for week in range(1, weeks + 1))
    return RankChart("Season 3 · points", shown, tuple(lines))


def feuds(count: int, arrows: int, seed: int = 1) -> DefeatsPictureScene:
    """So many players, and so many arrows between them."""
    chance = Random(seed)
    chosen = chance.sample(list(permutations(range(count), 2)), arrows)
    defeats = (PlayerPairDefeatCount(*pair, 1 + int(chance.expovariate(0.35))) for pair in chosen)
    legend = "from the victor to the defeated, and how often"
    figures = build_players_in_picture([(name, "") for name in PLAYERS[:count]])
    return DefeatsPictureScene("Who defeated whom", tuple(figures), tuple(defeats), legend)


CHARTS = {
    "season": season(8, 12),
    "year": season(10, 53),
    "month": season(10, 5),
    "duel": season(2, 12),
    "week": season(8, 1),
    "alone": season(1, 1),
}
RIVALS = {
    "rivals-two": feuds(2, 2),
    "rivals-four": feuds(4, 9),
    "rivals-eight": feuds(8, 20),
    "rivals-fifteen": feuds(15, 24),
}
DUEL_WORDS = DuelPictureLegendTexts(
    active="active player",
    won="has won",
    hand="cards in hand",
    blue="blue",
    red="red",
    yellow="yellow",
    unstable="unstable",
    used="used",
    ephemeral="ephemeral",
    wear="wear N",
    plan="plan and its points",
)
RUSSIAN_DUEL_WORDS = DuelPictureLegendTexts(
    active="сейчас ходит",
    won="победа",
    hand="карт в руке",
    blue="синяя",
    red="красная",
    yellow="жёлтая",
    unstable="нестабильна",
    used="использована",
    ephemeral="эфемерная",
    wear="износ N",
    plan="план и его очки",
)
ALL_KINDS: tuple[Singularity, ...] = get_args(Singularity)
FULL: Quadrant = (ALL_KINDS * 20, ALL_KINDS * 2, ALL_KINDS * 2 + ALL_KINDS[:3], ALL_KINDS * 9)
STRIPS = (
    DuelCardInPicture("1. Kettle", wear=2),
    DuelCardInPicture("2. The Very Long Name of a Thing", used=True, ephemeral=True),
    DuelCardInPicture("3. Philosopher’s Stone", points=7),
    DuelCardInPicture("4. Cat", used=True, wear=6, points=99),
    DuelCardInPicture("5. Дым без огня 🔥", ephemeral=True),
    DuelCardInPicture("6. Mortar and Pestle of Prague", ephemeral=True, wear=3, points=12),
)
DUELS = {
    "duel-begun": DuelPictureScene(
        "",
        (
            DuelistInPicture("Ana", EMPTY, 5, plans_label="plans in play: 0 of 3", active=True),
            DuelistInPicture("Bo", EMPTY, 5, plans_label="plans in play: 0 of 3"),
        ),
        DUEL_WORDS,
    ),
    "duel-usual": DuelPictureScene(
        "",
        (
            DuelistInPicture(
                "Ana",
                (("blue", "blue!"), ("red",), ("yellow", "yellow!", "red!"), ()),
                4,
                STRIPS[:2],
                plans_label="plans in play: 0 of 3 (0 points)",
            ),
            DuelistInPicture(
                "Fay the Unbowed",
                (("blue",), (), ("red!",), ("yellow",)),
                7,
                STRIPS[2:3],
                plans=(7,),
                plans_label="plans in play: 1 of 3 (7 points)",
                active=True,
            ),
        ),
        DUEL_WORDS,
    ),
    "duel-full": DuelPictureScene(
        "Дуэль за философский камень, самая длинная из всех дуэлей",
        (
            DuelistInPicture(
                "Святослав Всеволодович Долгорукий",
                FULL,
                25,
                STRIPS,
                "… и ещё 24 карты до них",
                (7, 99, 12),
                "планов на столе: 3 из 3 (118 очков)",
                won=True,
            ),
            DuelistInPicture(
                "MightyMcDragonface of the Abyss",
                FULL,
                7,
                (*STRIPS, DuelCardInPicture("107. " + "M" * 55, wear=1, points=0)),
                "",
                (7, 99),
                "планов на столе: 2 из 3 (106 очков)",
            ),
        ),
        RUSSIAN_DUEL_WORDS,
    ),
}
SCENES: dict[str, Scene] = {**TABLES, **CHARTS, **RIVALS, **DUELS}


def main(folder: Path, names: Sequence[str]) -> None:
    """Draws these scenes, or all of them."""
    for name in names or SCENES:
        (folder / f"{name}.png").write_bytes(render_svg_as_png(render_scene_as_svg(SCENES[name])))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
