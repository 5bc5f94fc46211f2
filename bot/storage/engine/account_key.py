"""The key of the hashes that stand for accounts.

An account's id is a number that anybody can try, so a plain hash of it hides nothing. The key makes
a hash meaningless to whoever has the database alone, as it is never in it: it stands in the
settings, else in a file of the owner's beside SQLite's.
"""

import hmac
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection

from bot.storage.engine.new_files import make_whole

MIN_LENGTH = 32
"""The fewest characters of a key."""

NO_KEY = "none, so whoever is forgotten and comes back is somebody new in a season that runs"
KEY_ADVICE = (
    f"put the same {MIN_LENGTH} characters or more, at random, into config.toml or"
    " SUZERAIN_PRIVACY__KEY of every process"
)

_OPTION = "account_key"
_OWNER_ONLY = 0o600


class AccountKey:
    """The key of a database: the one in the settings, else the one beside SQLite's `file`.

    Without either there is no key.
    """

    def __init__(self, configured: str = "", file: Path | None = None) -> None:
        self._key = configured.encode() or None
        self._file = None if configured or file is None else find_key_file(file)

    @property
    def options(self) -> dict[str, "AccountKey"]:
        """The options that let the connections of an engine find the key."""
        return {_OPTION: self}

    def find(self, *, make: bool = False) -> bytes | None:
        """Return the key; `make` one beside SQLite's file if there is none. Raises `OSError`."""
        if self._key is None and self._file is not None:
            if make and not self._file.exists():
                with make_whole(self._file) as partial:
                    partial.write_text(f"{secrets.token_hex(MIN_LENGTH)}\n", "ascii")
            self._key = _read(self._file)
        return self._key


def find_key_file(database: Path) -> Path:
    """Return the file of the key that stands beside SQLite's file."""
    return database.with_name(f"{database.name}.key")


def _read(file: Path) -> bytes | None:
    """Return the key in a file, which only its owner may read; None if there is no file."""
    try:
        key = file.read_bytes().strip()
        if file.stat().st_mode & 0o077:
            with suppress(OSError):  # it belongs to another user
                file.chmod(_OWNER_ONLY)
    except FileNotFoundError:
        return None
    if len(key) < MIN_LENGTH:
        raise OSError(f"{file}: holds no key; delete it, or put a copy of the key back")
    return key


def find_account_key(connection: Connection, *, make: bool = False) -> bytes | None:
    """Return the key of a connection's database; None if it has none. Raises `OSError`."""
    known: AccountKey | None = connection.get_execution_options().get(_OPTION)
    return None if known is None else known.find(make=make)


def make_tag(key: bytes, text: str) -> str:
    """Return the hash of a text by a key."""
    return hmac.digest(key, text.encode(), sha256).hex()


def name_key(key: bytes) -> str:
    """Return a short hash that identifies a key without revealing it."""
    return make_tag(key, "the name of this key")[:8]
