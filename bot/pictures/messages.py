"""What the worker answers: a picture, or why there is none."""

import msgspec


class DrawnPicture(msgspec.Struct, frozen=True, tag=True):
    """The worker's answer: a PNG."""

    png: bytes
