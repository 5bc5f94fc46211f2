"""The messages between the bot and a worker process of the judge."""

from msgspec import Struct

from bot.judge.damage import DamageAnswer
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import DamageQuestion


class DamageQuestionRequest(Struct, frozen=True):
    """A request to a worker: a valid question about damage, and how many steps the search may take.

    `steps` is the maximum number of steps, None means no limit; `seconds` is the maximum of CPU time.
    """

    question: DamageQuestion
    steps: int | None
    seconds: float


class DamageQuestionReply(Struct, frozen=True, tag=True):
    """The answer to a question about damage, and whether the other rules (of 2013, or today's) differ.

    `differs` is None if that exceeds the budget. `deadly` is an outcome that defeats the player, if there is one and
    the answer lists none.
    """

    answer: DamageAnswer
    differs: bool | None
    deadly: DamageOutcome | None = None

    @property
    def all_possible_results_with_defeat(self) -> tuple[DamageOutcome, ...]:
        """The results in the answer; if none of them defeats the player, with one that does."""
        listed = self.answer.outcomes
        return listed if self.deadly is None else (*listed, self.deadly)


class DamageQuestionTooComplex(Struct, frozen=True, tag=True):
    """A worker's reply that a question needs too many steps or too much time."""
