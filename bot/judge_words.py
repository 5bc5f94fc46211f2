"""Sentences about the judge's answers: the outcomes of damage, and loyalty abilities."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.i18n import Catalogue, Value
from bot.judge.assigning import Impossible
from bot.judge.citing import cite_outcome
from bot.judge.damage import DamageAnswer
from bot.judge.loyalty import (
    Activate,
    Activation,
    Cast,
    Casting,
    Reason,
    differs_for_loyalty,
)
from bot.judge.outcomes import Outcome, Step
from bot.judge.question import PLAYER, DamageQuestion, Era, find_other_era

WriteName = Callable[[str], str]
"""A function that writes a typed name, a player's or a card's, for the place of the sentences."""


class Sentences:
    """The sentences that all answers share, in one language, with names as `write` writes them."""

    def __init__(self, text: Catalogue, write: WriteName) -> None:
        self.text = text
        self.write = write

    def name_era(self, era: Era) -> str:
        """Return the opening of a sentence that names the era whose rules it follows."""
        return self.text(f"judge-era-{era}")

    def name_other_era(self, era: Era) -> str:
        """Return the line that says that the era other than `era` answers differently."""
        return self.text("judge-otherwise", era=self.name_era(find_other_era(era)))

    def list_names(self, names: Iterable[str]) -> str:
        """Return names joined by the language's commas and its "and"."""
        return self.text.join([self.write(name) for name in names])

    def write_number(self, amount: int) -> Value:
        """Return a number for a sentence; a negative one has a minus sign, not a hyphen."""
        return amount if amount >= 0 else f"−{-amount}"

    def cite(self, told: str, rules: Sequence[str]) -> str:
        """Return a sentence followed by the rules that it cites, if any."""
        return self.text("judge-cited", told=told, rules=", ".join(rules)) if rules else told


def put_rule_first(rule: str, because: str) -> str:
    """Return a reason after its rule, as in verdicts."""
    return f"{rule}: {because}"


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one text. A line break inside a line, as in a name, becomes a space."""
    return "\n".join(" ".join(line.split()) for line in lines)


_OWN_KINDS = ("assign", "self")
"""Steps with a sentence of their own; the others are effects."""


class DamageWords:
    """The sentences about one question about damage and its answer."""

    def __init__(
        self, question: DamageQuestion, answer: DamageAnswer, text: Catalogue, write: WriteName
    ) -> None:
        self._question = question
        self._answer = answer
        self._text = text
        self._say = Sentences(text, write)
        self._write = write
        self._player = write(question.player)

    def list_lines(self, verdicts: Sequence[str | None] = ()) -> Iterator[str]:
        """Yield a line for each impossible part and each outcome, then lines about all outcomes.

        `verdicts` has for each outcome a sentence about the responsible player, or None.
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
        """Return the sentence that says why a part is left out."""
        part = self._question.damage[impossible.part]
        return self._text(
            f"judge-impossible-{impossible.code}",
            object=self._write(part.object),
            controller=self._write(part.controller),
            player=self._player,
            to=self._write(part.to),
        )

    def tell_outcome(self, outcome: Outcome) -> str:
        """Return an outcome's results and the steps of one way to it, in one line."""
        results = " · ".join(self._list_results(outcome))
        steps = [self._tell_step(step) for step in outcome.steps]
        if not steps:
            return results
        way = steps[0]
        for step in steps[1:]:
            way = self._text("judge-then", before=way, after=step)
        return self._text("judge-way", results=results, way=way)

    def tell_forced(self) -> Iterator[str]:
        """Yield a line about the values that all outcomes share, if there are several outcomes."""
        forced = self._answer.forced
        certain = list[str]()
        if forced.life is not None:
            certain.append(self._tell_life(forced.life))
        if forced.poison:
            certain.append(self._text("judge-poison", poison=forced.poison))
        certain += [self._tell_loyalty(name, left) for name, left in forced.loyalty.items()]
        if certain and self._answer.count > 1:
            yield self._text("judge-forced", what=" · ".join(certain))

    def tell_powers(self) -> Iterator[str]:
        """Yield lines about whether the player can be defeated, and who can decide that alone."""
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
            f"judge-step-{_find_kind(step)}",
            by=self._write(step.by or ""),
            effect=self._write(step.effect),
            object=self._write(self._question.damage[step.part].object),
            to=self._write(to or ""),
            amount=step.amount,
        )
        if len(self._question.damage) == 1:
            return told
        return self._text("judge-step-of", part=step.part + 1, step=told)


def _find_kind(step: Step) -> str:
    """Return the kind of a step: the end of its key in the catalogues."""
    if step.effect == "redirection":
        return "declined" if step.to == PLAYER else "redirected"
    if step.effect in _OWN_KINDS:
        return step.effect
    return "picked" if step.by else "alone"


class LoyaltyWords:
    """The sentences about one question about loyalty and its answer."""

    def __init__(self, question: Activate | Cast, text: Catalogue, write: WriteName) -> None:
        self._question = question
        self._text = text
        self._say = Sentences(text, write)
        self._by = write(question.by)
        thing = question.permanent if isinstance(question, Activate) else question.card
        self._name = write(thing.name)
        self._act = "activate" if isinstance(question, Activate) else "cast"

    def list_lines(self, answer: Activation | Casting) -> Iterator[str]:
        """Yield a line for the answer, then one for each reason or each consequence."""
        heading = self._text(
            f"judge-{'may' if answer.may else 'may-not'}-{self._act}",
            era=self._say.name_era(answer.era),
            by=self._by,
            name=self._name,
        )
        yield self._say.cite(heading, answer.rules if answer.may else ())
        for reason in answer.reasons:
            yield put_rule_first(reason.rule, self.explain(reason))
        if answer.may and isinstance(answer, Activation):
            yield from self._tell_activation(answer)
        elif isinstance(answer, Casting) and answer.may:
            yield from self._tell_casting(answer)
        if differs_for_loyalty(self._question):
            yield self._say.name_other_era(answer.era)

    def explain(self, reason: Reason) -> str:
        """Return the sentence for a reason against the act."""
        return self._text(f"judge-{self._act}-{reason.code}", by=self._by, name=self._name)

    def _tell_activation(self, answer: Activation) -> Iterator[str]:
        yield self._text("judge-left", name=self._name, loyalty=answer.loyalty_after or 0)
        if answer.graveyard:
            yield self._text("judge-goes", name=self._name)
        if answer.emblem is not None:
            yield self._text("judge-emblem", by=self._by)

    def _tell_casting(self, answer: Casting) -> Iterator[str]:
        yield self._text("judge-enters", name=self._name, loyalty=answer.enters_with or 0)
        yield self._text(f"judge-stays-{answer.stays}", name=self._name, by=self._by)
        if answer.graveyard:
            names = self._say.list_names(answer.graveyard)
            yield self._text("judge-graveyard", names=names)
        key = "judge-at-once" if answer.activate_at_once else "judge-not-at-once"
        yield self._text(key, name=self._name, by=self._by)
