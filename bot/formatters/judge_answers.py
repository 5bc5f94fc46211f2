"""Sentences about the judge's answers: the outcomes of damage, and loyalty abilities."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.i18n import Translations, Value
from bot.judge.assignment import ForbiddenDamage
from bot.judge.citations import list_rules_of_damage_outcome
from bot.judge.damage import DamageAnswer
from bot.judge.loyalty import (
    LoyaltyActivationAnswer,
    LoyaltyActivationQuestion,
    LoyaltyRefusalReason,
    PlaneswalkerCastingAnswer,
    PlaneswalkerCastingQuestion,
    does_planeswalker_answer_depend_on_rules_version,
)
from bot.judge.outcomes import DamageOutcome, DamageOutcomeStep
from bot.judge.question import PLAYER, DamageQuestion, Era, get_other_rules_version

WriteName = Callable[[str], str]
"""A function that writes a typed name, a player's or a card's, for the place of the sentences."""


class JudgeAnswerFormatter:
    """The base class of formatters for answers of the rules judge.

    `write` formats the name of a player or card.
    """

    def __init__(self, text: Translations, write: WriteName) -> None:
        self.text = text
        self.write = write

    def format_answer_introduction(self, rules_era: Era) -> str:
        """Return the introduction of an answer that names its rules, such as "By the rules of 2013"."""
        return self.text(f"judge-era-{rules_era}")

    def format_rules_difference_notice(self, rules_era: Era) -> str:
        """Return the notice that the rules of 2013, or today's, would give another answer."""
        return self.text("judge-otherwise", era=self.format_answer_introduction(get_other_rules_version(rules_era)))

    def join_names(self, names: Iterable[str]) -> str:
        """Return names with commas and the language's "and" between them."""
        return self.text.join_names_with_and([self.write(name) for name in names])

    def format_number(self, amount: int) -> Value:
        """Return a number as text, with a typographic minus sign if it is negative."""
        return amount if amount >= 0 else f"−{-amount}"

    def append_rule_citations(self, sentence: str, rule_ids: Sequence[str]) -> str:
        return self.text("judge-cited", told=sentence, rules=", ".join(rule_ids)) if rule_ids else sentence


def prepend_rule_id_to_reason(rule_id: str, reason: str) -> str:
    return f"{rule_id}: {reason}"


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one text. A line break in a name becomes a space."""
    return "\n".join(" ".join(line.split()) for line in lines)


_OWN_KINDS = ("assign", "self")
"""Steps with a sentence of their own; the others are effects."""


class DamageAnswerFormatter:
    """A formatter of the judge's answers about damage."""

    def __init__(self, question: DamageQuestion, answer: DamageAnswer, text: Translations, write: WriteName) -> None:
        self._question = question
        self._answer = answer
        self._text = text
        self._say = JudgeAnswerFormatter(text, write)
        self._write = write
        self._player = write(question.player)

    def list_answer_lines(self, defeat_sentences: Sequence[str | None] = ()) -> Iterator[str]:
        """Yield the lines of an answer: impossible damage, possible results, and what they have in common.

        `defeat_sentences` has for each result a sentence about the responsible player, or None.
        """
        answer = self._answer
        era = self._say.format_answer_introduction(answer.era)
        heading = self._text("judge-outcomes", era=era, count=answer.count)
        yield self._say.append_rule_citations(heading, answer.rules)
        for impossible in answer.impossible:
            yield prepend_rule_id_to_reason(impossible.rule, self.explain_impossible_source_damage(impossible))
        for number, outcome in enumerate(answer.outcomes, 1):
            rules = list_rules_of_damage_outcome(self._question, outcome)
            result_text = self.describe_possible_result_of_damage(outcome)
            yield f"{number}. {self._say.append_rule_citations(result_text, rules)}"
            if defeat_sentences and (verdict := defeat_sentences[number - 1]):
                yield verdict
        if answer.count > len(answer.outcomes):
            yield self._text("judge-more", count=answer.count - len(answer.outcomes))
        yield from self.describe_certain_results()
        yield from self.describe_who_can_force_defeat()

    def explain_impossible_source_damage(self, impossible_damage: ForbiddenDamage) -> str:
        """Return the reason why a source cannot deal its damage."""
        part = self._question.damage[impossible_damage.part]
        return self._text(
            f"judge-impossible-{impossible_damage.code}",
            object=self._write(part.object),
            controller=self._write(part.controller),
            player=self._player,
            to=self._write(part.to),
        )

    def describe_possible_result_of_damage(self, outcome: DamageOutcome) -> str:
        """Return a line about one possible result of damage, with the steps that lead to it."""
        results = " · ".join(self._list_damage_effects(outcome))
        steps = [self._describe_step_of_damage(step) for step in outcome.steps]
        if not steps:
            return results
        way = steps[0]
        for step in steps[1:]:
            way = self._text("judge-then", before=way, after=step)
        return self._text("judge-way", results=results, way=way)

    def describe_certain_results(self) -> Iterator[str]:
        """Yield a line about what all possible results have in common."""
        forced = self._answer.forced
        certain = list[str]()
        if forced.life is not None:
            certain.append(self._format_life(forced.life))
        if forced.poison:
            certain.append(self._text("judge-poison", poison=forced.poison))
        certain += [self._format_loyalty(name, left) for name, left in forced.loyalty.items()]
        if certain and self._answer.count > 1:
            yield self._text("judge-forced", what=" · ".join(certain))

    def describe_who_can_force_defeat(self) -> Iterator[str]:
        """Yield lines about who can force or prevent the player's defeat."""
        answer = self._answer
        yield self._text(f"judge-defeat-{answer.can_be_defeated}", player=self._player)
        if answer.forces:
            yield self._text("judge-forces", people=self._say.join_names(answer.forces))
        if answer.prevents:
            yield self._text("judge-prevents", people=self._say.join_names(answer.prevents))

    def _list_damage_effects(self, outcome: DamageOutcome) -> Iterator[str]:
        yield self._format_life(outcome.life)
        if outcome.poison:
            yield self._text("judge-poison", poison=outcome.poison)
        for name, loyalty in outcome.loyalty.items():
            yield self._format_loyalty(name, loyalty)
        for name, amount in outcome.creatures.items():
            yield self._text("judge-creature", name=self._write(name), amount=amount)
        for name, life in outcome.gained.items():
            yield self._text("judge-gained", player=self._write(name), life=life)
        if outcome.defeat is not None:
            yield self._text(f"judge-defeated-{outcome.defeat.cause}", player=self._player)

    def _format_life(self, life: int) -> str:
        return self._text("judge-life", player=self._player, life=self._say.format_number(life))

    def _format_loyalty(self, planeswalker_name: str, loyalty: int) -> str:
        key = "judge-loyalty" if loyalty else "judge-gone"
        return self._text(key, name=self._write(planeswalker_name), loyalty=loyalty)

    def _describe_step_of_damage(self, damage_step: DamageOutcomeStep) -> str:
        to = self._question.player if damage_step.to == PLAYER else damage_step.to
        told = self._text(
            f"judge-step-{_classify_damage_step(damage_step)}",
            by=self._write(damage_step.by or ""),
            effect=self._write(damage_step.effect),
            object=self._write(self._question.damage[damage_step.part].object),
            to=self._write(to or ""),
            amount=damage_step.amount,
        )
        if len(self._question.damage) == 1:
            return told
        return self._text("judge-step-of", part=damage_step.part + 1, step=told)


def _classify_damage_step(outcome_step: DamageOutcomeStep) -> str:
    if outcome_step.effect == "redirection":
        return "declined" if outcome_step.to == PLAYER else "redirected"
    if outcome_step.effect in _OWN_KINDS:
        return outcome_step.effect
    return "picked" if outcome_step.by else "alone"


class PlaneswalkerAnswerFormatter:
    """A formatter of the judge's answers about planeswalkers."""

    def __init__(
        self,
        question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion,
        text: Translations,
        write: WriteName,
    ) -> None:
        self._question = question
        self._text = text
        self._say = JudgeAnswerFormatter(text, write)
        self._by = write(question.by)
        thing = question.permanent if isinstance(question, LoyaltyActivationQuestion) else question.card
        self._name = write(thing.name)
        self._act = "activate" if isinstance(question, LoyaltyActivationQuestion) else "cast"

    def list_answer_lines(self, answer: LoyaltyActivationAnswer | PlaneswalkerCastingAnswer) -> Iterator[str]:
        """Yield the answer, then a line for each reason or consequence."""
        heading = self._text(
            f"judge-{'may' if answer.may else 'may-not'}-{self._act}",
            era=self._say.format_answer_introduction(answer.era),
            by=self._by,
            name=self._name,
        )
        yield self._say.append_rule_citations(heading, answer.rules if answer.may else ())
        for reason in answer.reasons:
            yield prepend_rule_id_to_reason(reason.rule, self.explain_forbidden_planeswalker_action(reason))
        if answer.may and isinstance(answer, LoyaltyActivationAnswer):
            yield from self._describe_ability_activation(answer)
        elif isinstance(answer, PlaneswalkerCastingAnswer) and answer.may:
            yield from self._describe_planeswalker_casting(answer)
        if does_planeswalker_answer_depend_on_rules_version(self._question):
            yield self._say.format_rules_difference_notice(answer.era)

    def explain_forbidden_planeswalker_action(self, obstacle: LoyaltyRefusalReason) -> str:
        """Return the reason why a loyalty ability or a planeswalker spell is not allowed."""
        return self._text(f"judge-{self._act}-{obstacle.code}", by=self._by, name=self._name)

    def _describe_ability_activation(self, answer: LoyaltyActivationAnswer) -> Iterator[str]:
        yield self._text("judge-left", name=self._name, loyalty=answer.loyalty_after or 0)
        if answer.graveyard:
            yield self._text("judge-goes", name=self._name)
        if answer.emblem is not None:
            yield self._text("judge-emblem", by=self._by)

    def _describe_planeswalker_casting(self, planeswalker_answer: PlaneswalkerCastingAnswer) -> Iterator[str]:
        yield self._text("judge-enters", name=self._name, loyalty=planeswalker_answer.enters_with or 0)
        yield self._text(f"judge-stays-{planeswalker_answer.stays}", name=self._name, by=self._by)
        if planeswalker_answer.graveyard:
            names = self._say.join_names(planeswalker_answer.graveyard)
            yield self._text("judge-graveyard", names=names)
        key = "judge-at-once" if planeswalker_answer.activate_at_once else "judge-not-at-once"
        yield self._text(key, name=self._name, by=self._by)
