"""Colours, medals and other looks that several embeds share."""

from bot.rules.pod import State

COLOURS: dict[State, int] = {
    "lobby": 0x5865F2,
    "running": 0x2D9C6F,
    "waiting": 0xE0A030,
    "finished": 0xD4AF37,
    "closed": 0x6D6F78,
}
DISPUTED = 0xD83C3E
SEAL = 16
"""Characters of a seal on a board; the whole of it is behind a button."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def render_rank(rank: int | None) -> str:
    """A medal, or the number of a rank, or that there is none."""
    return "`–`" if rank is None else MEDALS.get(rank, f"`{rank}.`")
