"""Requests that wait for the lock of their channel, so that joins and check-ins share one durable commit.

Each request has a task of its own, which waits for the lock. The task that holds the lock may execute the requests of
the others together with its own. A request that it cannot execute is left to its task.
"""

import asyncio
from collections import defaultdict

from bot.basics.deadline import find_deadline_of_running_command
from bot.service.game_requests import CommandResult, GameCommandRequest


class WaitingGameRequest:
    """A request that waits for its channel's lock. Another task may execute it in a shared commit.

    `was_taken` is True once another task has had the request.
    """

    def __init__(self, request: GameCommandRequest) -> None:
        self.request = request
        self.result: CommandResult | None = None
        self.was_taken = False
        self._deadline = find_deadline_of_running_command()
        self._is_taken = False
        self._returned: asyncio.Event | None = None  # set once whoever has reserved the request is done with it
        self._error: Exception | None = None

    def reserve_for_shared_commit(self) -> None:
        """Reserve the request for another task's commit; the own task waits until the request is returned."""
        self._returned = asyncio.Event()

    def claim_request_for_shared_commit(self) -> bool:
        """Claim a reserved request for a shared commit. Return False if its user has stopped waiting.

        The deadline of a request that is taken cancels it no more.
        """
        deadline = self._deadline
        if deadline is not None and (deadline.passed or deadline.seconds_left == 0.0):
            return False
        if deadline is not None:
            deadline.mark_database_write_started()
        self._is_taken = self.was_taken = True
        return True

    def resume_waiting_task(self, result: CommandResult | None, error: Exception | None = None) -> None:
        """Give the request back to its own task, with a result, or with an error if the outcome is unknown.

        With neither, nothing was written, and the task executes the request itself.
        """
        self.result, self._error = result, error
        if self._is_taken and self._deadline is not None and result is None and error is None:
            self._deadline.mark_database_write_failed()
        self._is_taken = False
        if self._returned is not None:
            self._returned.set()
            self._returned = None

    async def wait_for_result_of_shared_commit(self) -> CommandResult | None:
        """Return the result of a shared commit; None if the request was not executed. Raises `StorageError`."""
        if self._returned is not None:
            await self._returned.wait()
        if self._error is not None:
            raise self._error
        return self.result


class ChannelRequestQueues:
    """The waiting requests of each channel, in the order in which they get the channel's lock."""

    def __init__(self) -> None:
        self._queues = defaultdict[int, list[WaitingGameRequest]](list)

    def add_request(self, command_request: GameCommandRequest) -> WaitingGameRequest:
        """Put a request into its channel's queue, until `remove_request`."""
        waiting = WaitingGameRequest(command_request)
        self._queues[command_request.place.channel].append(waiting)
        return waiting

    def remove_request(self, waiting_request: WaitingGameRequest) -> None:
        channel = waiting_request.request.place.channel
        queue = self._queues[channel]
        queue.remove(waiting_request)
        if not queue:
            del self._queues[channel]

    def list_other_channel_requests(self, waiting_request: WaitingGameRequest) -> list[WaitingGameRequest]:
        """Return the channel's other requests without a result, in queue order."""
        queue = self._queues[waiting_request.request.place.channel]
        return [each for each in queue if each is not waiting_request and each.result is None]
