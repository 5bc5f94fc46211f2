"""The judge: the largest questions within its limits, and a usual one."""

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bot.basics.typed_values import convert_value_to_type
from bot.i18n import load_translations
from bot.judge.question import DamageQuestion
from bot.transcripts.judge_questions import answer_rules_question_file
from bot.workers.judge.workers import JudgeWorkerProcesses
from tests.benchmarks import process
from tests.benchmarks.figures import Figure, Size, per_second

Data = dict[str, Any]

WALKERS = [{"name": f"W{number}", "loyalty": 99} for number in range(1, 5)]
PLAYER = "player"
SOME, OTHERS = [PLAYER, "W1", "W2"], [PLAYER, "W1", "W3"]  # so that the four are all different


def _part(number: int, amount: int, **more: Any) -> Data:
    return {"object": f"O{number}", "controller": f"C{number}", "amount": amount, **more}


def _trample(number: int, amount: int, blockers: int, **more: Any) -> Data:
    return _part(number, amount, combat=True, trample=True, blockers=[blockers], **more)


def _question(life: int, parts: list[Data], *effects: Data, **more: Any) -> str:
    named = [{"name": f"E{number}", **effect} for number, effect in enumerate(effects)]
    return json.dumps(
        {
            "question": "damage",
            "life": life,
            "variant": "esclave",
            "damage": parts,
            "planeswalkers": WALKERS,
            "effects": named,
            **more,
        }
    )


def _next(amount: int, on: list[str] | str) -> Data:
    return {"kind": "next", "amount": amount, "on": on}


def _effect(kind: str, on: list[str] | str, **more: Any) -> Data:
    return {"kind": kind, "on": on, **more}


LARGEST: Mapping[str, str] = {
    # Found by trying: changes of random questions were kept if they took more steps.
    "4 parts, 2 effects: two Salves and poison": _question(
        20,
        [
            _part(0, 92),
            _part(1, 79, infect=True, lifelink=True),
            _trample(2, 91, 14, as_though_unblocked=True, infect=True, controller="C1"),
            _part(3, 46, instead=89, controller="C1"),
        ],
        _next(94, [PLAYER, "W1", "W2", "W4"]),
        _next(77, [PLAYER, "W3", "W4"]),
    ),
    "2 parts, 4 effects: two Salves and two Furnaces": _question(
        60,
        [_part(0, 98), _trample(1, 86, 0, infect=True, lifelink=True, controller=PLAYER)],
        _next(93, "all"),
        _next(63, [PLAYER, "W3", "W4"]),
        _effect("double", "all"),
        _effect("double", "all", once=True),
    ),
    "2 parts, 4 effects: three Salves": _question(
        150,
        [_trample(0, 88, 0, controller=PLAYER), _part(1, 83)],
        _next(11, "all"),
        _next(13, [PLAYER, "W2", "W4"]),
        _next(37, [PLAYER, "W2", "W3", "W4"]),
        _effect("double", [PLAYER, "W3", "W4"], once=True),
    ),
    # Large in one thing each.
    "a hundred ways to assign, 3 parts redirected": _question(
        150, [_trample(0, 99, 0), _part(1, 89), _part(2, 83), _part(3, 79)], _next(99, SOME), _effect("double", OTHERS)
    ),
    "a million outcomes": _question(
        150,
        [_trample(0, 99, 0), _part(1, 97), _part(2, 89), _part(3, 83)],
        _effect("half", [PLAYER]),
        _effect("double", [PLAYER]),
    ),
    "4 parts that 4 planeswalkers share": _question(
        150,
        [_part(number, amount) for number, amount in enumerate((97, 89, 83, 79))],
        _next(99, SOME),
        _effect("double", OTHERS),
    ),
    "1 part, 6 effects, a hundred ways": _question(
        50,
        [_trample(0, 99, 0)],
        *(_next(amount, "all") for amount in (11, 13, 17)),
        _effect("double", "all"),
        _effect("half", "all"),
        _effect("half", "all", rounded="up"),
    ),
}
"""Questions as files, by what is large about them: the slowest first."""

USUAL = json.dumps(
    {
        "question": "damage",
        "player": "Archibald",
        "life": 20,
        "damage": [{"object": "Blast", "controller": "Norbert", "amount": 2, "instead": 4}],
        "planeswalkers": [{"name": "Jace Beleren", "loyalty": 2}],
        "effects": [{"name": "Healing Salve", "kind": "next", "amount": 3}],
        "variant": "esclave",
    }
)


def judging(size: Size) -> list[Figure]:
    """Measure the largest questions, their memory, and a usual question."""
    largest = [*LARGEST.items()][-size.questions :]
    figures = [Figure(f"judged: {name}", _measure(question, size), "s", 5, "less than") for name, question in largest]
    usual = 1e3 / per_second(lambda: _repeat(size.repeats), min(size.rounds, 5))
    figures.append(Figure("judged: a usual question", usual, "ms", 5, "less than"))
    alone, beside = asyncio.run(_ask_workers(size.rounds))
    figures += [
        Figure("asked of its process: a usual question", alone * 1e3, "ms", 100, "less than"),
        Figure("… while a large one is searched", beside * 1e3, "ms", 200, "less than"),
    ]
    if process.KNOWN:
        held = max(_hold(question) for _, question in largest)
        figures.append(Figure("memory of a process that judged", held / 1e6, "MB", 200, "less than"))
    return figures


async def _ask_workers(times: int) -> tuple[float, float]:
    """Return seconds until a worker answers a usual question: alone, and beside a large one.

    The medians count, because other programs take their time, too.
    """
    workers = JudgeWorkerProcesses()
    usual, large = _read(USUAL), _read(next(iter(LARGEST.values())))
    try:
        alone = [await _wait(workers, usual) for _ in range(times)]
        searching = asyncio.create_task(workers.find_possible_results_of_damage(large, 1))
        beside = [await _wait(workers, usual) for _ in range(times)]
        searching.cancel()  # its process is killed below
        await asyncio.gather(searching, return_exceptions=True)
    finally:
        await workers.close()
    return median(alone), median(beside)


async def _wait(workers: JudgeWorkerProcesses, question: DamageQuestion) -> float:
    workers.clear_answer_cache()
    start = perf_counter()
    await workers.find_possible_results_of_damage(question, 2)
    return perf_counter() - start


def _read(question: str) -> DamageQuestion:
    asked = json.loads(question)
    return convert_value_to_type({key: asked[key] for key in asked.keys() - {"question", "variant"}}, DamageQuestion)


def _measure(question: str, size: Size) -> float:
    """Return processor seconds, the best of few rounds, as each takes seconds."""
    return min(_take(question) for _ in range(min(size.rounds, 3)))


def _take(question: str) -> float:
    start = process_time()
    answer_rules_question_file(question, load_translations("en"))
    return process_time() - start


def _repeat(repeats: int) -> int:
    for _ in range(repeats):
        answer_rules_question_file(USUAL, load_translations("en"))
    return repeats


def _hold(question: str) -> int:
    """Return the peak bytes of a process that answers the question."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_weigh, question).result()


def _weigh(question: str) -> int:
    answer_rules_question_file(question, load_translations("en"))
    return process.peak()
