"""What may become of damage, in words: a line for each outcome."""

from collections.abc import Iterator, Sequence

from bot.i18n import Catalogue
from bot.judge.assigning import Impossible
from bot.judge.citing import cite_outcome
from bot.judge.damage import DamageAnswer
from bot.judge.outcomes import Outcome
from bot.judge.question import PLAYER, DamageQuestion
from bot.judge.steps import Step
from bot.judge_words.sentences import Sentences, Write, put_rule_first

_OWN_KINDS = ("assign", "self")
"""Steps with a sentence of their own; of the others an effect is picked, or the only one."""


class DamageWords:
    """Sentences about one question and its answer."""

    def __init__(
        self, question: DamageQuestion, answer: DamageAnswer, text: Catalogue, write: Write
    ) -> None:
        self._question = question
        self._answer = answer
        self._text = text
        self._say = Sentences(text, write)
        self._write = write
        self._player = write(question.player)

    def list_lines(self, verdicts: Sequence[str | None] = ()) -> Iterator[str]:
        """Give a line for what cannot be, for each outcome, and for what follows from all.

        `verdicts` has for each outcome a sentence about who is responsible, if there is one.
        """
        answer = self._answer
        era = self._say.name_era(answer.era)
        heading = self._text("judge-outcomes", era=era, count=answer.count)
        yield self._say.cite(heading, answer.rules)
        for impossible in answer.impossible:
            yield put_rule_first(impossible.rule, self.explain(impossible))
        for number, outcome in enumerate(answer.outcomes, 1):
            rules = cite_outcome(self._question, outcome)
            yield f"{number}. {self._say.cite(self.tell_outcome(outcome), rules)}"
            if verdicts and (verdict := verdicts[number - 1]):
                yield verdict
        if answer.count > len(answer.outcomes):
            yield self._text("judge-more", count=answer.count - len(answer.outcomes))
        yield from self.tell_forced()
        yield from self.tell_powers()

    def explain(self, impossible: Impossible) -> str:
        """Return why a part is left out."""
        part = self._question.damage[impossible.part]
        return self._text(
            f"judge-impossible-{impossible.code}",
            object=self._write(part.object),
            controller=self._write(part.controller),
            player=self._player,
            to=self._write(part.to),
        )

    def tell_outcome(self, outcome: Outcome) -> str:
        """Return what an outcome is and one way there, in one line."""
        results = " · ".join(self._list_results(outcome))
        steps = [self._tell_step(step) for step in outcome.steps]
        if not steps:
            return results
        way = steps[0]
        for step in steps[1:]:
            way = self._text("judge-then", before=way, after=step)
        return self._text("judge-way", results=results, way=way)

    def tell_forced(self) -> Iterator[str]:
        """Give a line about what is the same in each of several outcomes."""
        forced, certain = self._answer.forced, list[str]()
        if forced.life is not None:
            certain.append(self._tell_life(forced.life))
        if forced.poison:
            certain.append(self._text("judge-poison", poison=forced.poison))
        certain += [self._tell_loyalty(name, left) for name, left in forced.loyalty.items()]
        if certain and self._answer.count > 1:
            yield self._text("judge-forced", what=" · ".join(certain))

    def tell_powers(self) -> Iterator[str]:
        """Give lines about whether the player can be defeated, and who decides that alone."""
        answer = self._answer
        yield self._text(f"judge-defeat-{answer.can_be_defeated}", player=self._player)
        if answer.forces:
            yield self._text("judge-forces", people=self._say.list_names(answer.forces))
        if answer.prevents:
            yield self._text("judge-prevents", people=self._say.list_names(answer.prevents))

    def _list_results(self, outcome: Outcome) -> Iterator[str]:
        yield self._tell_life(outcome.life)
        if outcome.poison:
            yield self._text("judge-poison", poison=outcome.poison)
        for name, loyalty in outcome.loyalty.items():
            yield self._tell_loyalty(name, loyalty)
        for name, amount in outcome.creatures.items():
            yield self._text("judge-creature", name=self._write(name), amount=amount)
        for name, life in outcome.gained.items():
            yield self._text("judge-gained", player=self._write(name), life=life)
        if outcome.defeat is not None:
            yield self._text(f"judge-defeated-{outcome.defeat.cause}", player=self._player)

    def _tell_life(self, life: int) -> str:
        return self._text("judge-life", player=self._player, life=self._say.write_number(life))

    def _tell_loyalty(self, name: str, loyalty: int) -> str:
        key = "judge-loyalty" if loyalty else "judge-gone"
        return self._text(key, name=self._write(name), loyalty=loyalty)

    def _tell_step(self, step: Step) -> str:
        to = self._question.player if step.to == PLAYER else step.to
        told = self._text(
            f"judge-step-{_sort_out(step)}",
            by=self._write(step.by or ""),
            effect=self._write(step.effect),
            object=self._write(self._question.damage[step.part].object),
            to=self._write(to or ""),
            amount=step.amount,
        )
        if len(self._question.damage) == 1:
            return told
        return self._text("judge-step-of", part=step.part + 1, step=told)


def _sort_out(step: Step) -> str:
    """The kind of a step, which has a sentence."""
    if step.effect == "redirection":
        return "declined" if step.to == PLAYER else "redirected"
    if step.effect in _OWN_KINDS:
        return step.effect
    return "picked" if step.by else "alone"
