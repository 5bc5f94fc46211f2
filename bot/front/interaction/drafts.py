"""What people are writing and have not sent: report forms, and moderators' decisions.

Drafts live in memory only: one that a restart took says so, and how to begin again.
"""

import contextlib
import secrets
from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from bot.lru_cache import LruCache
from bot.rules.refusals import Refusal
from bot.service.live_game import Place


class Draft(Struct, frozen=True):
    """Something in the hands of one person, in one channel."""

    place: Place
    owner: int  # a Discord id: nobody else may write on it

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a draft that is no more."""
        return Refusal("form-gone")

    @staticmethod
    def refuse_elsewhere() -> Refusal:
        """Return the refusal of somebody else's draft, or of one's own in another channel."""
        return Refusal("form-other")


D = TypeVar("D", bound=Draft)


class Drafts:
    """The drafts of everybody, the longest untouched forgotten first."""

    def __init__(self, most: int = 2_000) -> None:
        self._kept: LruCache[str, Draft] = LruCache(most)

    def begin(self, draft: Draft) -> str:
        """Keep a new draft, and return the token that its buttons carry."""
        token = secrets.token_urlsafe(8)
        self._kept.put(token, draft)
        return token

    def find(self, kind: type[D], token: str, place: Place, owner: int) -> D:
        """Return the draft of a token. Raises `Refusal` if it is gone, not theirs or not here."""
        draft = self._kept.get(token)
        if not isinstance(draft, kind):
            raise kind.refuse_gone()
        if draft.owner != owner or draft.place != place:
            raise kind.refuse_elsewhere()
        return draft

    def keep(self, token: str, draft: Draft) -> None:
        """Keep what was written."""
        self._kept.put(token, draft)

    def drop(self, token: str) -> None:
        """Forget a draft that was sent or given up."""
        self._kept.drop(token)

    @contextlib.contextmanager
    def spend(self, token: str, draft: Draft) -> Iterator[None]:
        """Drop a draft while it is sent, so that a second press sends nothing.

        If sending raises an exception, the draft is kept again.
        """
        self.drop(token)
        try:
            yield
        except Exception:
            self.keep(token, draft)
            raise

    def clear(self) -> None:
        """Forget every draft: somebody who is forgotten may be in one."""
        self._kept.clear()
