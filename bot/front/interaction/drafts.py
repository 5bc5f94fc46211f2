"""Drafts: forms, previews and questions that users have not sent yet.

Drafts live in memory only. After a restart, pressing a draft's button says that the draft is gone and how to begin
again.
"""

import contextlib
import secrets
from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from bot.basics.lru_cache import LruCache
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress


class UnsentDraft(Struct, frozen=True):
    """A form or preview that one user has opened in one channel and has not sent yet."""

    place: ChannelAddress
    owner: int  # a Discord id; nobody else may change the draft

    @staticmethod
    def build_draft_expired_refusal() -> Refusal:
        """Return the refusal for pressing a button of a form that no longer exists."""
        return Refusal("form-gone")

    @staticmethod
    def build_not_your_draft_refusal() -> Refusal:
        """Return the refusal for pressing a button of another user's form."""
        return Refusal("form-other")


class UnsentDraftHiddenFromOthers(UnsentDraft, frozen=True):
    """An unsent form or preview. Other users who press its buttons are not told that it exists."""

    @classmethod
    def build_not_your_draft_refusal(cls) -> Refusal:
        """Return the refusal for other users, which says that the form or preview does not exist."""
        return cls.build_draft_expired_refusal()


D = TypeVar("D", bound=UnsentDraft)


class UnsentDraftStore:
    """A store of the forms and previews that users have not sent yet.

    Over the maximum, the least recently used draft is dropped.
    """

    def __init__(self, maximum: int = 2_000) -> None:
        self._kept: LruCache[str, UnsentDraft] = LruCache(maximum)

    def add_draft(self, draft: UnsentDraft) -> str:
        """Store a new unsent form or preview. Return the token that the custom ids of its buttons contain."""
        token = secrets.token_urlsafe(8)
        self._kept.put(token, draft)
        return token

    def find_draft_by_token(
        self, draft_class: type[D], token: str, channel_address: ChannelAddress, owner_id: int
    ) -> D:
        """Return a user's unsent form or preview with a token. Raises `Refusal` if it is gone or another user's."""
        draft = self._kept.get(token)
        if not isinstance(draft, draft_class):
            raise draft_class.build_draft_expired_refusal()
        if draft.owner != owner_id or draft.place != channel_address:
            raise draft_class.build_not_your_draft_refusal()
        return draft

    def replace_draft(self, token: str, draft: UnsentDraft) -> None:
        self._kept.put(token, draft)

    def remove_draft(self, token: str) -> None:
        self._kept.remove(token)

    @contextlib.contextmanager
    def remove_draft_while_sending(self, token: str, draft: UnsentDraft) -> Iterator[None]:
        """Remove a form or preview while it is being sent, so that a second press sends nothing.

        If sending raises an exception, the draft is stored again.
        """
        self.remove_draft(token)
        try:
            yield
        except Exception:
            self.replace_draft(token, draft)
            raise

    def remove_all_drafts(self) -> None:
        """Remove all users' unsent forms and previews, for example before deleting a person's data."""
        self._kept.clear()
