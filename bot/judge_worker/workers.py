"""Where questions about damage are searched: nobody with a usual one waits for a large one."""

from bot.judge.effort import TooLarge
from bot.judge.question import DamageQuestion
from bot.judge_worker.lane import Lane
from bot.judge_worker.messages import Found, Search
from bot.storage.engine.lru_cache import LruCache
from bot.workers.worker import Worker

STEPS = 5_000
"""Of a search that everybody can wait for: a fifth of a second. A usual question takes ten."""

SECONDS = 10.0
"""Of a processor, for the largest questions."""

PATIENCE = 30.0
"""Seconds after which a process is ended, whatever it does: the machine may be busy."""

QUICK, LARGE = 200, 8
"""People who may wait for each of the two processes."""

_REMEMBERED = 64

_MODULE = "bot.judge_worker.worker"


class JudgeWorkers:
    """Two processes of the judge: every question is tried in the first, with few steps.

    What takes more goes to the second. Close them with the bot.
    """

    def __init__(self, seconds: float = SECONDS, patience: float = PATIENCE) -> None:
        """`seconds` of a processor are spent on a question at most, in as many as `patience`."""
        self._seconds = seconds
        self.quick = Lane(Worker(_MODULE, patience), QUICK)
        self.large = Lane(Worker(_MODULE, patience), LARGE)
        self._recent = LruCache[DamageQuestion, Found](_REMEMBERED)

    async def search(self, question: DamageQuestion, asker: int) -> Found:
        """Return what may become of damage; `asker` is a Discord id.

        Raises `TooLarge`, and `SearchBusy`, `SearchReplaced` and `SearchFailed`.
        """
        found = self._recent.get(question)
        if found is None:
            found = await self.quick.search(Search(question, STEPS, self._seconds), asker)
        if found is None:
            found = await self.large.search(Search(question, None, self._seconds), asker)
        if found is None:
            raise TooLarge
        self._recent.put(question, found)
        return found

    def forget(self) -> None:
        """Drop the answers that are remembered, and the names in them."""
        self._recent.clear()

    async def close(self) -> None:
        """End both processes, whatever they search: the bot stops, and nobody waits any more."""
        await self.quick.worker.stop()
        await self.large.worker.stop()
