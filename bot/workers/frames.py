"""The protocol on the pipes to and from a worker: frames of a length and a MessagePack body."""

import msgspec

LENGTH_BYTES = 4  # bytes of a frame's length


class WorkerFailure(msgspec.Struct, frozen=True, tag=True):
    """An answer of a worker process that handling a request raised an exception; `why` is for the log."""

    why: str


def encode_worker_message(message: object) -> bytes:
    """Return a message for another process as bytes: a length, and a MessagePack body."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def decode_length_of_worker_message(message_head: bytes) -> int:
    """Return the number of bytes that follow the head of a message between processes."""
    return int.from_bytes(message_head, "big")
