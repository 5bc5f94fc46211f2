"""A shard of discord.py's that can be let go of while it tries to connect."""

from discord import gateway, shard


class EndingShard(shard.Shard):
    """A shard that ends for good where it is told to, whatever it is about to try."""

    has_ended = False

    async def end(self) -> None:
        """Let go of the connection, and never make another one."""
        self.has_ended = True
        if self.ws.open:
            await self.disconnect()
        else:
            self._cancel_task()

    async def reidentify(self, exc: gateway.ReconnectWebSocket) -> None:
        """Connect again, unless it has ended."""
        if not self.has_ended:
            await super().reidentify(exc)
            await self._stay_ended()

    async def reconnect(self) -> None:
        """Connect again, unless it has ended."""
        if not self.has_ended:
            await super().reconnect()
            await self._stay_ended()

    async def _stay_ended(self) -> None:
        if self.has_ended:  # while it connected
            await self.close()
