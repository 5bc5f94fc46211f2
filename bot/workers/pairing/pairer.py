"""The pairing in a worker process, so that no search blocks the event loop."""

import msgspec

from bot.nights.pairing import Pairing
from bot.nights.seating import NightRoundFacts
from bot.workers.frames import WorkerFailure
from bot.workers.pairing.messages import PairingReply, PairingRequest
from bot.workers.worker import WorkerError, WorkerProcess

WALL_SECONDS = 30.0
"""Seconds of wall time after which the process is ended; the machine may be busy."""


class PairingFailed(Exception):
    """A failure of the worker process to pair a round; the message gives the reason for the
    log.
    """


class PairingWorker:
    """A worker process that pairs one round after the other; close it with the bot."""

    def __init__(self, timeout: float = WALL_SECONDS) -> None:
        """Wait at most `timeout` seconds for the pods of a round."""
        self.worker = WorkerProcess("bot.workers.pairing.worker", timeout)

    async def pair_round(self, round_facts: NightRoundFacts, secret: str) -> Pairing:
        """Return the pods of a night's round. Raises `PairingFailed`."""
        try:
            body = await self.worker.send_request(PairingRequest(round_facts, secret))
        except WorkerError as error:
            raise PairingFailed(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=PairingReply | WorkerFailure)
        if isinstance(answer, WorkerFailure):
            raise PairingFailed(answer.why)
        return answer.pairing

    async def close(self) -> None:
        """Stop the worker process at once, even during a search."""
        await self.worker.kill()
