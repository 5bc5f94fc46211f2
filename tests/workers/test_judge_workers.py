"""The judge works beside the bot, whatever becomes of the processes that it works in."""

import asyncio
from collections.abc import AsyncIterator

import psutil  # type: ignore[import-untyped]
import pytest

from bot.judge.damage import answer_damage_question
from bot.judge.question import DamageQuestion, Planeswalker, PreventNextDamageEffect, SourceDamage
from bot.judge.step_budget import StepBudgetExceededError
from bot.workers.judge import workers
from bot.workers.judge.messages import DamageQuestionReply, DamageQuestionRequest
from bot.workers.judge.workers import (
    DamageQuestionQueue,
    JudgeQuestionReplacedError,
    JudgeWorkerError,
    JudgeWorkerProcesses,
    RulesJudgeBusyError,
)

WALKERS = tuple(Planeswalker(f"W{number}", 99) for number in range(1, 5))
BLAST = SourceDamage("Galvanic Blast", "Norbert", 2, instead=4)
SALVE = PreventNextDamageEffect(name="Healing Salve", amount=3)
USUAL = DamageQuestion(20, (BLAST,), planeswalkers=WALKERS[:1], effects=(SALVE,))
LARGE = DamageQuestion(
    20,
    (
        SourceDamage("O0", "C0", 92),
        SourceDamage("O1", "C1", 79, infect=True, lifelink=True),
        SourceDamage("O2", "C1", 91, infect=True, combat=True, trample=True, blockers=(14,), as_though_unblocked=True),
        SourceDamage("O3", "C1", 46, instead=89),
    ),
    planeswalkers=WALKERS,
    effects=(
        PreventNextDamageEffect(name="E0", amount=94, on=("player", "W1", "W2", "W4")),
        PreventNextDamageEffect(name="E1", amount=77, on=("player", "W3", "W4")),
    ),
)
"""Takes seconds, whatever the machine."""


@pytest.fixture
async def judge() -> AsyncIterator[JudgeWorkerProcesses]:
    judge = JudgeWorkerProcesses(wall_seconds=60)
    yield judge
    await judge.close()


def process_of(lane: DamageQuestionQueue) -> psutil.Process:
    assert lane.worker.process_id is not None
    return psutil.Process(lane.worker.process_id)


async def test_the_answer_is_the_judges_own_with_a_look_at_the_other_era(judge: JudgeWorkerProcesses) -> None:
    assert await judge.find_possible_results_of_damage(USUAL, 1) == DamageQuestionReply(
        answer_damage_question(USUAL), differs=True
    )
    plain = DamageQuestion(20, (BLAST,))
    assert await judge.find_possible_results_of_damage(plain, 1) == DamageQuestionReply(
        answer_damage_question(plain), differs=False
    )


async def test_a_deadly_outcome_comes_along_where_the_answer_shows_none(judge: JudgeWorkerProcesses) -> None:
    attacker = SourceDamage("O0", "C0", 99, combat=True, trample=True, blockers=(0,), to="W1")
    damage = (attacker, SourceDamage("O1", "C1", 5), SourceDamage("O2", "C1", 4))
    question = DamageQuestion(9, damage, planeswalkers=WALKERS)
    found = await judge.find_possible_results_of_damage(question, 1)
    assert not any(outcome.defeated for outcome in found.answer.outcomes)
    assert found.deadly is not None
    assert found.deadly.life == 0
    assert found.outcomes_and_possible_defeat == (*found.answer.outcomes, found.deadly)
    assert (await judge.find_possible_results_of_damage(USUAL, 1)).deadly is None


async def test_what_is_too_large_is_given_up_and_the_process_goes_on() -> None:
    judge = JudgeWorkerProcesses(cpu_seconds=0.05)
    with pytest.raises(StepBudgetExceededError):
        await judge.find_possible_results_of_damage(LARGE, 1)
    assert judge.quick.worker.process_id != judge.large.worker.process_id
    large = judge.large.worker.process_id
    assert await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1) is not None
    assert judge.large.worker.process_id == large
    await judge.close()


async def test_nobody_with_a_usual_question_waits_for_a_large_one(judge: JudgeWorkerProcesses) -> None:
    await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1)
    process_of(judge.large).suspend()
    first = asyncio.create_task(judge.find_possible_results_of_damage(LARGE, 1))
    assert (await judge.find_possible_results_of_damage(USUAL, 2)).answer.count == 3
    assert not first.done()
    first.cancel()
    process_of(judge.large).kill()


async def test_a_process_that_hangs_is_ended_and_the_next_question_has_a_new_one(
    judge: JudgeWorkerProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1)
    stuck = process_of(judge.large)
    stuck.suspend()
    monkeypatch.setattr(judge.large.worker, "seconds", 0.05)
    assert await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1) is None
    monkeypatch.undo()
    assert not stuck.is_running()
    assert await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1) is not None


async def test_after_the_process_was_killed_the_next_question_has_a_new_one(judge: JudgeWorkerProcesses) -> None:
    await judge.find_possible_results_of_damage(USUAL, 1)
    process_of(judge.quick).kill()
    assert (await judge.find_possible_results_of_damage(DamageQuestion(20, (BLAST,)), 1)).answer.count == 1


async def test_what_takes_too_much_memory_is_too_large_and_ends_nothing(judge: JudgeWorkerProcesses) -> None:
    resource = pytest.importorskip("resource")
    await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1)
    process = process_of(judge.large)
    little = process.memory_info().vms + (8 << 20)
    resource.prlimit(process.pid, resource.RLIMIT_AS, (little, little))
    assert await judge.large.answer_damage_question(DamageQuestionRequest(LARGE, None, 60), 1) is None
    assert process.is_running()


async def test_a_second_question_takes_the_place_of_ones_own_that_waits(judge: JudgeWorkerProcesses) -> None:
    searches = [asyncio.create_task(judge.quick.answer_damage_question(DamageQuestionRequest(LARGE, 400, 60), 1))]
    others = [DamageQuestionRequest(DamageQuestion(life, (BLAST,)), None, 60) for life in (1, 2, 3)]
    searches += [
        asyncio.create_task(judge.quick.answer_damage_question(search, asker))
        for search, asker in zip(others, (1, 2, 1), strict=True)
    ]
    _, replaced, other, newest = await asyncio.gather(*searches, return_exceptions=True)
    assert isinstance(replaced, JudgeQuestionReplacedError)
    assert isinstance(other, DamageQuestionReply)
    assert isinstance(newest, DamageQuestionReply)
    assert newest.answer == answer_damage_question(others[2].question)


async def test_where_too_many_wait_one_more_is_told_so_at_once(judge: JudgeWorkerProcesses) -> None:
    lane = DamageQuestionQueue(judge.quick.worker, 1)
    search = DamageQuestionRequest(USUAL, None, 60)
    waiting = [asyncio.create_task(lane.answer_damage_question(search, asker)) for asker in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(RulesJudgeBusyError):
        await lane.answer_damage_question(search, 3)
    assert all(await asyncio.gather(*waiting))
    assert await lane.answer_damage_question(search, 3) is not None


async def test_who_stops_waiting_gives_the_turn_to_the_next(judge: JudgeWorkerProcesses) -> None:
    search = DamageQuestionRequest(USUAL, None, 60)
    first, gone, last = (asyncio.create_task(judge.quick.answer_damage_question(search, n)) for n in (1, 2, 3))
    await asyncio.sleep(0)
    gone.cancel()
    assert await first is not None
    assert await last is not None
    assert gone.cancelled()


async def test_who_stops_waiting_just_when_their_turn_comes_gives_it_on(judge: JudgeWorkerProcesses) -> None:
    search = DamageQuestionRequest(USUAL, None, 60)
    lane = judge.quick
    await lane._wait_for_turn(1)
    gone, last = (asyncio.create_task(lane.answer_damage_question(search, asker)) for asker in (2, 3))
    await asyncio.sleep(0)
    lane._wake_next_requester_in_queue()
    gone.cancel()
    assert await last is not None
    assert await lane.answer_damage_question(search, 1) is not None


async def test_who_is_replaced_just_when_they_stop_waiting_gives_nothing_on(judge: JudgeWorkerProcesses) -> None:
    search = DamageQuestionRequest(USUAL, None, 60)
    lane = judge.quick
    await lane._wait_for_turn(1)
    gone = asyncio.create_task(lane.answer_damage_question(search, 2))
    await asyncio.sleep(0)
    newer = asyncio.create_task(lane.answer_damage_question(search, 2))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    await asyncio.sleep(0)
    assert not newer.done()
    assert lane.worker.process_id is None
    lane._wake_next_requester_in_queue()
    assert await newer is not None


async def test_a_process_that_ends_at_once_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_MODULE", "bot.workers.judge.messages")  # serves nobody
    judge = JudgeWorkerProcesses()
    with pytest.raises(JudgeWorkerError, match="broke"):
        await judge.find_possible_results_of_damage(USUAL, 1)
    await judge.close()


async def test_an_answer_is_remembered_until_somebody_is_forgotten(judge: JudgeWorkerProcesses) -> None:
    found = await judge.find_possible_results_of_damage(USUAL, 1)
    await judge.quick.worker.close()
    assert await judge.find_possible_results_of_damage(USUAL, 2) is found
    assert judge.quick.worker.process_id is None
    judge.clear_answer_cache()
    assert await judge.find_possible_results_of_damage(USUAL, 2) == found
    assert judge.quick.worker.process_id is not None


async def test_closing_ends_both_processes(judge: JudgeWorkerProcesses) -> None:
    await judge.find_possible_results_of_damage(USUAL, 1)
    await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1)
    processes = [process_of(judge.quick), process_of(judge.large)]
    await judge.close()
    assert [each for each in processes if each.is_running()] == []


async def test_closing_does_not_wait_for_what_is_searched(judge: JudgeWorkerProcesses) -> None:
    await judge.large.answer_damage_question(DamageQuestionRequest(USUAL, None, 60), 1)
    process = process_of(judge.large)
    process.suspend()
    searches = [
        asyncio.create_task(judge.large.answer_damage_question(DamageQuestionRequest(LARGE, None, 60), n))
        for n in (1, 2)
    ]
    await asyncio.sleep(0)
    await judge.close()
    assert not process.is_running()
    failed = await asyncio.gather(*searches, return_exceptions=True)
    assert [type(each) for each in failed] == [JudgeWorkerError, JudgeWorkerError]
    assert judge.large.worker.process_id is None
