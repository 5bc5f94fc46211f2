"""The messages between the bot and a worker process of the judge."""

from msgspec import Struct

from bot.judge.damage import DamageAnswer
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import DamageQuestion


class DamageQuestionRequest(Struct, frozen=True):
    """A request to a worker process: a valid damage question, and the limit on search steps.

    `steps` is the maximum number of steps, None means no limit; `seconds` is the maximum of CPU time.
    """

    question: DamageQuestion
    steps: int | None
    seconds: float


class DamageQuestionReply(Struct, frozen=True, tag=True):
    """A worker's answer to a damage question, and whether Magic's rules of the other era (2013, today) differ.

    `differs` is None if that exceeds the budget. `deadly` is an outcome that defeats the player, if there is one and
    the answer lists none.
    """

    answer: DamageAnswer
    differs: bool | None
    deadly: DamageOutcome | None = None

    @property
    def all_possible_results_with_defeat(self) -> tuple[DamageOutcome, ...]:
        """The results in the answer, plus one that defeats the player if the answer leaves such a result out."""
        listed = self.answer.outcomes
        return listed if self.deadly is None else (*listed, self.deadly)


class DamageQuestionTooComplex(Struct, frozen=True, tag=True):
    """A worker's reply that the question needs more steps or time than allowed."""
