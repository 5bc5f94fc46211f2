"""Searches for damage outcomes in two processes: usual questions never wait for large ones."""

import asyncio

import msgspec

from bot.basics.lru_cache import LruCache
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import StepBudgetExceededError
from bot.workers.frames import WorkerFailure
from bot.workers.judge.messages import DamageQuestionReply, DamageQuestionRequest, DamageQuestionTooComplexReply
from bot.workers.worker import WorkerProcess, WorkerProcessError, WorkerTimeoutError

QUICK_STEPS = 5_000
"""The most steps of a quick search: a fifth of a second. A usual question takes ten steps."""

CPU_SECONDS = 10.0
"""The most CPU time for a question."""

WALL_SECONDS = 30.0
"""Seconds of wall time after which a process is ended; the machine may be busy."""

MAX_WAITING_QUICK = 200
"""The most people who wait for the process of quick searches."""

MAX_WAITING_LARGE = 8
"""The most people who wait for the process of large searches."""

_CACHED_ANSWERS = 64

_MODULE = "bot.workers.judge.worker"


class JudgeWorkerProcesses:
    """Two worker processes that answer rules questions. They are closed with the bot.

    Every question is tried in the first with few steps; if it needs more, it goes to the second.
    """

    def __init__(self, cpu_seconds: float = CPU_SECONDS, wall_seconds: float = WALL_SECONDS) -> None:
        """Spend at most these seconds of CPU time, and of real time, on a question."""
        self._seconds = cpu_seconds
        self.quick = DamageQuestionQueue(WorkerProcess(_MODULE, wall_seconds), MAX_WAITING_QUICK)
        self.large = DamageQuestionQueue(WorkerProcess(_MODULE, wall_seconds), MAX_WAITING_LARGE)
        self._recent = LruCache[DamageQuestion, DamageQuestionReply](_CACHED_ANSWERS)

    async def find_possible_results_of_damage(
        self, damage_question: DamageQuestion, requester_id: int
    ) -> DamageQuestionReply:
        """Return the possible results of damage. `requester_id` is a Discord id.

        Raises `StepBudgetExceededError` over the budget, and `RulesJudgeBusyError`, `JudgeQuestionReplacedError` or
        `JudgeWorkerError`.
        """
        found = self._recent.get(damage_question)
        if found is None:
            found = await self.quick.answer_damage_question(
                DamageQuestionRequest(damage_question, QUICK_STEPS, self._seconds), requester_id
            )
        if found is None:
            found = await self.large.answer_damage_question(
                DamageQuestionRequest(damage_question, None, self._seconds), requester_id
            )
        if found is None:
            raise StepBudgetExceededError
        self._recent.put(damage_question, found)
        return found

    def clear_answer_cache(self) -> None:
        """Clear the cache of answers, because they contain players' names."""
        self._recent.clear()

    async def close(self) -> None:
        """Stop both worker processes at once, even during a search."""
        await self.quick.worker.kill()
        await self.large.worker.kill()


class RulesJudgeBusyError(Exception):
    """The error that too many people are waiting for an answer of the rules judge."""


class JudgeQuestionReplacedError(Exception):
    """The error that a newer question of the same person has replaced this one."""


class JudgeWorkerError(Exception):
    """The error that the rules judge's worker process failed, with a reason for the log."""


class DamageQuestionQueue:
    """A worker process with its queue of questions about damage, at most one for each person."""

    def __init__(self, worker: WorkerProcess, max_waiting: int) -> None:
        """Let at most `max_waiting` people wait at the same time."""
        self.worker = worker
        self._most = max_waiting
        self._searching = False
        self._waiting: dict[int, asyncio.Future[None]] = {}

    async def answer_damage_question(
        self, question_request: DamageQuestionRequest, requester_id: int
    ) -> DamageQuestionReply | None:
        """Return the worker's reply to a question; None if the search takes too long.

        Raises `RulesJudgeBusyError`, `JudgeQuestionReplacedError` and `JudgeWorkerError`. A search whose caller was
        cancelled goes on, and keeps its turn until it ends.
        """
        await self._wait_for_turn(requester_id)
        searching = asyncio.create_task(self._send_request_to_worker(question_request))
        searching.add_done_callback(lambda _: self._wake_next_requester_in_queue())
        return await asyncio.shield(searching)

    async def _send_request_to_worker(self, question_request: DamageQuestionRequest) -> DamageQuestionReply | None:
        try:
            body = await self.worker.send_request(question_request)
        except WorkerTimeoutError:
            return None
        except WorkerProcessError as error:
            raise JudgeWorkerError(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=DamageQuestionReply | DamageQuestionTooComplexReply | WorkerFailure)
        if isinstance(answer, WorkerFailure):
            raise JudgeWorkerError(answer.why)
        return answer if isinstance(answer, DamageQuestionReply) else None

    async def _wait_for_turn(self, requester_id: int) -> None:
        if not self._searching:
            self._searching = True
            return
        if requester_id not in self._waiting and len(self._waiting) >= self._most:
            raise RulesJudgeBusyError
        turn = asyncio.get_running_loop().create_future()
        before = self._waiting.get(requester_id)
        self._waiting[requester_id] = turn
        if before is not None:
            before.set_exception(JudgeQuestionReplacedError())
        try:
            await turn
        except asyncio.CancelledError:
            if self._waiting.get(requester_id) is turn:
                del self._waiting[requester_id]
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._wake_next_requester_in_queue()  # the turn came just before the cancellation
            raise

    def _wake_next_requester_in_queue(self) -> None:
        if not self._waiting:
            self._searching = False
            return
        first = next(iter(self._waiting))
        self._waiting.pop(first).set_result(None)
