"""Drafts of report forms, decisions, questions and plans that have not been sent.

Drafts live in memory only. After a restart, pressing a draft's button says that the draft is gone
and how to begin again.
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
    """A draft of one person in one channel."""

    place: Place
    owner: int  # a Discord id; nobody else may change the draft

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for a draft that is gone."""
        return Refusal("form-gone")

    @staticmethod
    def refuse_elsewhere() -> Refusal:
        """Return the refusal for a draft of another person or of another channel."""
        return Refusal("form-other")


class PrivateDraft(Draft, frozen=True):
    """A draft that, for anybody but its owner, is as if it were gone."""

    @classmethod
    def refuse_elsewhere(cls) -> Refusal:
        """Return the refusal for anybody else, the same as for a draft that is gone."""
        return cls.refuse_gone()


D = TypeVar("D", bound=Draft)


class Drafts:
    """All drafts; beyond the limit, the least recently used is dropped."""

    def __init__(self, most: int = 2_000) -> None:
        self._kept: LruCache[str, Draft] = LruCache(most)

    def begin(self, draft: Draft) -> str:
        """Store a new draft. Return the token for the custom ids of its buttons."""
        token = secrets.token_urlsafe(8)
        self._kept.put(token, draft)
        return token

    def find(self, kind: type[D], token: str, place: Place, owner: int) -> D:
        """Return a token's draft. Raises `Refusal` if it is gone, or not `owner`'s in `place`."""
        draft = self._kept.get(token)
        if not isinstance(draft, kind):
            raise kind.refuse_gone()
        if draft.owner != owner or draft.place != place:
            raise kind.refuse_elsewhere()
        return draft

    def keep(self, token: str, draft: Draft) -> None:
        """Store a draft under its token."""
        self._kept.put(token, draft)

    def drop(self, token: str) -> None:
        """Drop a draft that was sent or cancelled."""
        self._kept.drop(token)

    @contextlib.contextmanager
    def spend(self, token: str, draft: Draft) -> Iterator[None]:
        """Drop a draft while it is being sent, so that a second press sends nothing.

        If sending raises an exception, the draft is kept again.
        """
        self.drop(token)
        try:
            yield
        except Exception:
            self.keep(token, draft)
            raise

    def clear(self) -> None:
        """Drop every draft: one may name a person who is being forgotten."""
        self._kept.clear()
