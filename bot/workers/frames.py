"""What goes over the pipes to a worker and back: frames of a length and a MessagePack."""

import msgspec

LENGTH = 4  # bytes of a frame's length


class Failed(msgspec.Struct, frozen=True, tag=True):
    """A worker's answer to what broke while it worked on it."""

    why: str


def make_frame(message: object) -> bytes:
    """A message as it goes over a pipe."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def read_length(head: bytes) -> int:
    """How many bytes follow a frame's first ones."""
    return int.from_bytes(head, "big")
