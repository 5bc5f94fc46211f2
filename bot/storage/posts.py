"""What is posted for everybody by itself: a post each week, and the final table of each season.

A row is written before its message is sent, and says for good that this week or season has had its
post: `bot/front/posting.py` sends it, and corrects it later.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from bot.i18n import Locale
from bot.storage.schema import whole

Kind = Literal["week", "season"]


class Post(Struct, frozen=True, gc=False):
    """One post, about what was played from `start` until before `end`, drawn in `language`.

    `number` is the season's, or says which week: see `bot/weeks.py`. It is to stand in `channel`, as
    the `message` that it is once sent; without a channel there is none, as nobody played, or it was
    deleted. It should show version `wanted` of what it is about, and shows version `shown`.
    """

    guild: int
    kind: Kind
    number: int
    start: datetime
    end: datetime
    late: bool
    language: Locale
    channel: int | None = None
    message: int | None = None
    wanted: int = 1
    shown: int = 0

    def __post_init__(self) -> None:
        force_setattr(self, "start", whole(self.start))
        force_setattr(self, "end", whole(self.end))
