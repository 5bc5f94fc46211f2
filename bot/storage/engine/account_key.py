"""The secret key with which Discord account ids are hashed.

An account's id is a number that anybody can try, so a plain hash of it hides nothing. The key makes a hash meaningless
to whoever has the database alone, as the database never holds the key: it is in the settings, or else in a file of the
owner's beside SQLite's.
"""

import hmac
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection

from bot.storage.engine.atomic_files import write_file_atomically

MIN_LENGTH = 32
"""The fewest characters of a key."""

NO_KEY = "none, so whoever is forgotten and comes back is somebody new in a season that runs"
KEY_ADVICE = (
    f"put the same {MIN_LENGTH} characters or more, at random, into config.toml or"
    " SUZERAIN_PRIVACY__KEY of every process"
)

_OPTION = "account_key"
_OWNER_ONLY = 0o600


class AccountHashKey:
    """A secret key with which a database hashes Discord account ids.

    The key comes from the settings, or else from a file beside SQLite's `file`. Without either there is no key.
    """

    def __init__(self, configured: str = "", file: Path | None = None) -> None:
        self._key = configured.encode() or None
        self._file = None if configured or file is None else build_account_hash_key_path(file)

    @property
    def sqlalchemy_execution_options(self) -> dict[str, "AccountHashKey"]:
        """The SQLAlchemy options that give the key to every connection."""
        return {_OPTION: self}

    def load_key(self, *, create_if_missing: bool = False) -> bytes | None:
        """Return the secret key for hashes of account ids; None if the database has no key.

        If `create_if_missing`, a missing key file beside SQLite's file is created. Raises `OSError`.
        """
        if self._key is None and self._file is not None:
            if create_if_missing and not self._file.exists():
                with write_file_atomically(self._file) as partial:
                    partial.write_text(f"{secrets.token_hex(MIN_LENGTH)}\n", "ascii")
            self._key = _read_account_hash_key_file(self._file)
        return self._key


def build_account_hash_key_path(database_file: Path) -> Path:
    return database_file.with_name(f"{database_file.name}.key")


def _read_account_hash_key_file(key_file: Path) -> bytes | None:
    try:
        key = key_file.read_bytes().strip()
        if key_file.stat().st_mode & 0o077:
            with suppress(OSError):  # it belongs to another user
                key_file.chmod(_OWNER_ONLY)
    except FileNotFoundError:
        return None
    if len(key) < MIN_LENGTH:
        raise OSError(f"{key_file}: holds no key; delete it, or put a copy of the key back")
    return key


def load_account_hash_key(connection: Connection, *, create_if_missing: bool = False) -> bytes | None:
    known: AccountHashKey | None = connection.get_execution_options().get(_OPTION)
    return None if known is None else known.load_key(create_if_missing=create_if_missing)


def compute_hmac_of_text(secret_key: bytes, text: str) -> str:
    """Return the HMAC of a text under a key, as hexadecimal digits."""
    return hmac.digest(secret_key, text.encode(), sha256).hex()


def compute_fingerprint_of_account_hash_key(account_hash_key: bytes) -> str:
    """Return a short hash that identifies an account hash key without revealing the key."""
    return compute_hmac_of_text(account_hash_key, "the name of this key")[:8]
