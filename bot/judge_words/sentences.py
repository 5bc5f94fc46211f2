"""What sentences about damage and about loyalty have in common."""

from collections.abc import Callable, Iterable, Sequence

from bot.i18n import Catalogue, Value
from bot.judge.eras import find_other_era
from bot.judge.question import Era

Write = Callable[[str], str]
"""How what somebody typed (a player's name, a card's) is written where the words are shown."""


class Sentences:
    """Writes sentences in one language, with names as `write` writes them."""

    def __init__(self, text: Catalogue, write: Write) -> None:
        self.text = text
        self.write = write

    def name_era(self, era: Era) -> str:
        """Return how a sentence begins that is true by the rules of an era."""
        return self.text(f"judge-era-{era}")

    def name_other_era(self, era: Era) -> str:
        """Return the line that says that the other era answers otherwise."""
        return self.text("judge-otherwise", era=self.name_era(find_other_era(era)))

    def list_names(self, names: Iterable[str]) -> str:
        """Return several names, with the language's commas and its "and"."""
        return self.text.join([self.write(name) for name in names])

    def write_number(self, amount: int) -> Value:
        """Return a number as sentences write it: below zero with a minus sign, not a hyphen."""
        return amount if amount >= 0 else f"−{-amount}"

    def cite(self, told: str, rules: Sequence[str]) -> str:
        """Return a sentence with the rules that say so behind it."""
        return self.text("judge-cited", told=told, rules=", ".join(rules)) if rules else told


def put_rule_first(rule: str, because: str) -> str:
    """Return a reason with the rule that says so before it, as verdicts are told."""
    return f"{rule}: {because}"


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one text; a name that breaks its line does not get to."""
    return "\n".join(" ".join(line.split()) for line in lines)
