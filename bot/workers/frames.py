"""The protocol on the pipes to and from a worker: frames of a length and a MessagePack body."""

import msgspec

LENGTH_BYTES = 4  # bytes of a frame's length


class WorkerFailure(msgspec.Struct, frozen=True, tag=True):
    """A worker's answer that a request raised an exception; `why` is for the log."""

    why: str


def encode_worker_message(worker_message: object) -> bytes:
    """Encode a message to or from a worker: its length, and a body in MessagePack."""
    body = msgspec.msgpack.encode(worker_message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def decode_length_of_worker_message(message_head: bytes) -> int:
    """Decode the head of a worker's message: the number of bytes that follow."""
    return int.from_bytes(message_head, "big")
