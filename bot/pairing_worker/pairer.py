"""The pairing in a process beside the bot, so that no search holds up the event loop."""

import msgspec

from bot.nights.seating import RoundFacts
from bot.pairing import Pairing
from bot.pairing_worker.messages import Paired, PairRound
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError

WALL_SECONDS = 30.0
"""Seconds of wall time after which the process is ended; the machine may be busy."""


class PairingFailed(Exception):
    """The process gave no pods; the message gives the reason for the log."""


class Pairer:
    """The process of the pairing, which pairs one round after the other; close it with the bot."""

    def __init__(self, patience: float = WALL_SECONDS) -> None:
        """Wait at most `patience` seconds for the pods of a round."""
        self.worker = Worker("bot.pairing_worker.worker", patience)

    async def pair(self, facts: RoundFacts, secret: str) -> Pairing:
        """Return the pods of a round. Raises `PairingFailed`."""
        try:
            body = await self.worker.ask(PairRound(facts, secret))
        except WorkerError as error:
            raise PairingFailed(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=Paired | Failed)
        if isinstance(answer, Failed):
            raise PairingFailed(answer.why)
        return answer.pairing

    async def close(self) -> None:
        """End the process at once, even during a search."""
        await self.worker.stop()
