"""The protocol on the pipes to and from a worker: frames of a length and a MessagePack body."""

import msgspec

LENGTH_BYTES = 4  # bytes of a frame's length


class WorkerFailure(msgspec.Struct, frozen=True, tag=True):
    """The answer of a worker process whose handler raised an exception; `why` is for the log."""

    why: str


def encode_frame(message: object) -> bytes:
    """Return a message as bytes for another process: the length of its MessagePack body, and
    the body.
    """
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def decode_frame_length(frame_head: bytes) -> int:
    """Return the number of bytes that follow the head of a frame."""
    return int.from_bytes(frame_head, "big")
