"""Drafts of report forms, confirmations, questions and plans that users have not sent yet.

Drafts live in memory only. After a restart, pressing a draft's button says that the draft is gone
and how to begin again.
"""

import contextlib
import secrets
from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from bot.basics.lru_cache import LruCache
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress


class Draft(Struct, frozen=True):
    """An unsent form or preview of one user in one channel."""

    place: ChannelAddress
    owner: int  # a Discord id; nobody else may change the draft

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a draft that no longer exists."""
        return Refusal("form-gone")

    @staticmethod
    def build_wrong_owner_refusal() -> Refusal:
        """Return the refusal for a draft of another user or of another channel."""
        return Refusal("form-other")


class PrivateDraft(Draft, frozen=True):
    """A draft whose existence is hidden from other users."""

    @classmethod
    def build_wrong_owner_refusal(cls) -> Refusal:
        """Return the refusal for other users, the same as for a draft that no longer
        exists.
        """
        return cls.build_expired_refusal()


D = TypeVar("D", bound=Draft)


class DraftStore:
    """The drafts of all users; over the maximum, the least recently used draft is dropped."""

    def __init__(self, maximum: int = 2_000) -> None:
        self._kept: LruCache[str, Draft] = LruCache(maximum)

    def add(self, draft: Draft) -> str:
        """Store a new draft. Return the token for the custom ids of its buttons."""
        token = secrets.token_urlsafe(8)
        self._kept.put(token, draft)
        return token

    def find(
        self, draft_class: type[D], token: str, channel_address: ChannelAddress, owner_id: int
    ) -> D:
        """Return the draft with a token.

        Raises `Refusal` if the draft is gone, or belongs to another user or channel.
        """
        draft = self._kept.get(token)
        if not isinstance(draft, draft_class):
            raise draft_class.build_expired_refusal()
        if draft.owner != owner_id or draft.place != channel_address:
            raise draft_class.build_wrong_owner_refusal()
        return draft

    def replace(self, token: str, draft: Draft) -> None:
        """Store a changed draft under its token."""
        self._kept.put(token, draft)

    def remove(self, token: str) -> None:
        """Remove a draft that was sent or cancelled."""
        self._kept.remove(token)

    @contextlib.contextmanager
    def remove_while_sending(self, token: str, draft: Draft) -> Iterator[None]:
        """Remove a draft while it is being sent, so that a second press sends nothing.

        If sending raises an exception, the draft is stored again.
        """
        self.remove(token)
        try:
            yield
        except Exception:
            self.replace(token, draft)
            raise

    def clear(self) -> None:
        """Remove all drafts, because some may name a person whose data is being deleted."""
        self._kept.clear()
