"""Whether a loyalty ability may be activated or a planeswalker be cast, in words."""

from collections.abc import Iterator

from bot.i18n import Catalogue
from bot.judge.eras import differs_for_loyalty
from bot.judge.loyalty import Activate, Activation, Cast, Casting, Reason
from bot.judge_words.sentences import Sentences, Write, put_rule_first


class LoyaltyWords:
    """Sentences about one question, whoever's ability or card it is about."""

    def __init__(self, question: Activate | Cast, text: Catalogue, write: Write) -> None:
        self._question = question
        self._text = text
        self._say = Sentences(text, write)
        self._by = write(question.by)
        thing = question.permanent if isinstance(question, Activate) else question.card
        self._name = write(thing.name)
        self._act = "activate" if isinstance(question, Activate) else "cast"

    def list_lines(self, answer: Activation | Casting) -> Iterator[str]:
        """Give a line for the answer, and for each reason or each thing that follows."""
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
        """Return why it may not be done now."""
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
