"""What goes to the process of the judge, and what it answers."""

from msgspec import Struct

from bot.judge.damage import DamageAnswer
from bot.judge.outcomes import Outcome
from bot.judge.question import DamageQuestion


class Search(Struct, frozen=True):
    """A question that was checked, and what may be spent on it.

    That is `steps` of the search, unless None, and `seconds` of a processor.
    """

    question: DamageQuestion
    steps: int | None
    seconds: float


class Found(Struct, frozen=True, tag=True):
    """The answer, and whether the other era would answer otherwise.

    `differs` is None where that takes more than may be spent. `deadly` is an outcome that defeats
    the player, where there is one and the answer shows none.
    """

    answer: DamageAnswer
    differs: bool | None
    deadly: Outcome | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What can be looked at: the outcomes of the answer, then perhaps a deadly one."""
        listed = self.answer.outcomes
        return listed if self.deadly is None else (*listed, self.deadly)


class Exceeded(Struct, frozen=True, tag=True):
    """The question takes more than may be spent on it."""
