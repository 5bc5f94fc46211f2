"""The messages between the bot and a worker process of the judge."""

from msgspec import Struct

from bot.judge.damage import DamageAnswer
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import DamageQuestion


class DamageQuestionRequest(Struct, frozen=True):
    """A request to a worker process: a question about damage, and the maximum number of search steps.

    `steps` is the maximum number of steps, None means no limit; `seconds` is the maximum of CPU time.
    """

    question: DamageQuestion
    steps: int | None
    seconds: float


class DamageQuestionReply(Struct, frozen=True, tag=True):
    """The judge's reply to a question about damage, and whether other rules give another answer.

    The other rules are those of 2013 in a question about today's, and the other way round. `differs` is None if that
    exceeds the budget. `deadly` is an outcome that defeats the player, if there is one and the answer lists none.
    """

    answer: DamageAnswer
    differs: bool | None
    deadly: DamageOutcome | None = None

    @property
    def outcomes_and_possible_defeat(self) -> tuple[DamageOutcome, ...]:
        """The outcomes in the answer, including one that defeats the player if such an outcome exists."""
        listed = self.answer.outcomes
        return listed if self.deadly is None else (*listed, self.deadly)


class DamageQuestionTooComplexReply(Struct, frozen=True, tag=True):
    """A worker's reply that a question needs too many steps or too much time."""
