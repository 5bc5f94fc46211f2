"""Files that somebody asked for: new ones, whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.care import CareError
from bot.storage.engine.new_files import make_whole


class Unwritable(CareError):
    """A file cannot be written."""

    def __init__(self, path: Path | str, error: OSError) -> None:
        super().__init__(f"{path}: cannot be written ({error.strerror or error})")


@contextmanager
def open_new_file(path: Path) -> Iterator[Path]:
    """An empty file beside `path` that takes its place at the end of the block, on the disk.

    If the block fails, nothing is left. Raises `CareError`, also if something is at `path`.
    """
    _must_be_free(path)
    try:
        with make_whole(path) as partial:
            yield partial
            _must_be_free(path)
    except OSError as error:
        raise Unwritable(path, error) from None


def _must_be_free(path: Path) -> None:
    if path.exists():
        raise CareError(f"{path}: is there already; accepted: a file that is not")
