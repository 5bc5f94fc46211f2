"""The messages between the bot and a process of the judge."""

from msgspec import Struct

from bot.judge.damage import DamageAnswer
from bot.judge.outcomes import Outcome
from bot.judge.question import DamageQuestion


class Search(Struct, frozen=True):
    """A checked question with its budget.

    `steps` bounds the steps of the search, None means no bound; `seconds` bounds the CPU time.
    """

    question: DamageQuestion
    steps: int | None
    seconds: float


class Found(Struct, frozen=True, tag=True):
    """An answer, and whether the other era answers differently.

    `differs` is None if that exceeds the budget. `deadly` is an outcome that defeats the player, if
    there is one and the answer lists none.
    """

    answer: DamageAnswer
    differs: bool | None
    deadly: Outcome | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes that the answer lists, then `deadly` if there is one."""
        listed = self.answer.outcomes
        return listed if self.deadly is None else (*listed, self.deadly)


class Exceeded(Struct, frozen=True, tag=True):
    """An answer that says that the question exceeds its budget."""
