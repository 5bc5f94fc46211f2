"""The pairing in a worker process, so that no search blocks the event loop."""

import msgspec

from bot.nights.pairing import RoundPairing
from bot.nights.seating import RoundPairingInput
from bot.workers.frames import WorkerFailure
from bot.workers.pairing.messages import RoundPairingReply, RoundPairingRequest
from bot.workers.worker import WorkerProcess, WorkerProcessError

WALL_SECONDS = 30.0
"""Seconds of wall time after which the process is ended; the machine may be busy."""


class RoundPairingError(Exception):
    """The error that the worker process could not pair a round, with a reason for the log."""


class PairingWorkerProcess:
    """A worker process that pairs rounds, one after the other. It is closed with the bot."""

    def __init__(self, timeout: float = WALL_SECONDS) -> None:
        self.worker = WorkerProcess("bot.workers.pairing.worker", timeout)

    async def pair_round(self, pairing_input: RoundPairingInput, random_draw_secret: str) -> RoundPairing:
        """Return the pods of one round of a game night. Raises `RoundPairingError`."""
        try:
            body = await self.worker.send_request(RoundPairingRequest(pairing_input, random_draw_secret))
        except WorkerProcessError as error:
            raise RoundPairingError(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=RoundPairingReply | WorkerFailure)
        if isinstance(answer, WorkerFailure):
            raise RoundPairingError(answer.why)
        return answer.pairing

    async def close(self) -> None:
        """Stop the worker process at once, even while it pairs a round."""
        await self.worker.kill()
