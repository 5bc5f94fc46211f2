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


class InteractionDraft(Struct, frozen=True):
    """An unsent form or preview that a user has open in a channel."""

    place: ChannelAddress
    owner: int  # a Discord id; nobody else may change the draft

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the refusal for a button of a draft that no longer exists."""
        return Refusal("form-gone")

    @staticmethod
    def build_wrong_user_refusal() -> Refusal:
        """Return the refusal for a user who presses a button of another user's draft."""
        return Refusal("form-other")


class PrivateInteractionDraft(InteractionDraft, frozen=True):
    """A draft whose existence is hidden from everybody but its user."""

    @classmethod
    def build_wrong_user_refusal(cls) -> Refusal:
        """Return the refusal for other users, as if the draft did not exist."""
        return cls.build_expired_draft_error()


D = TypeVar("D", bound=InteractionDraft)


class InteractionDraftStore:
    """A store of users' drafts: open forms and previews that are not sent yet.

    Over the maximum, the least recently used draft is dropped.
    """

    def __init__(self, maximum: int = 2_000) -> None:
        self._kept: LruCache[str, InteractionDraft] = LruCache(maximum)

    def add_draft(self, draft: InteractionDraft) -> str:
        """Store a draft; return the token that the custom ids of the draft's buttons contain."""
        draft_key = secrets.token_urlsafe(8)
        self._kept.put(draft_key, draft)
        return draft_key

    def find_draft_by_token(
        self, draft_class: type[D], draft_token: str, channel_address: ChannelAddress, owner_id: int
    ) -> D:
        """Return a user's draft by its token. Raises `Refusal` if the draft is gone or another user's."""
        draft = self._kept.get(draft_token)
        if not isinstance(draft, draft_class):
            raise draft_class.build_expired_draft_error()
        if draft.owner != owner_id or draft.place != channel_address:
            raise draft_class.build_wrong_user_refusal()
        return draft

    def replace_draft(self, draft_token: str, draft: InteractionDraft) -> None:
        self._kept.put(draft_token, draft)

    def remove_draft(self, draft_token: str) -> None:
        self._kept.remove(draft_token)

    @contextlib.contextmanager
    def remove_draft_while_sending(self, draft_token: str, draft: InteractionDraft) -> Iterator[None]:
        """Remove a draft while it is sent, so that a second press cannot send it again.

        If sending raises an exception, the draft is stored again.
        """
        self.remove_draft(draft_token)
        try:
            yield
        except Exception:
            self.replace_draft(draft_token, draft)
            raise

    def remove_all_drafts(self) -> None:
        """Remove all drafts, for example before a user's data is deleted."""
        self._kept.clear()
