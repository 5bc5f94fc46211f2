"""Verdicts, refusals and rules in a player's words."""

from collections.abc import Callable, Iterable

from bot.i18n import Catalogue, Value
from bot.rules.events import Question, Verdict
from bot.rules.facts import Player
from bot.rules.refusals import Argument, Refusal
from bot.rules.variants import VARIANTS

Names = Callable[[Player], str]
"""How a player is called where the sentence is shown."""

# Which arguments of a refusal are players; the others are numbers or words of the contract.
_PLAYERS = frozenset({"player", "by", "players"})
_KEYED = {
    "needs": "step",
    "direction": "direction",
    "differs": "payment",
    "table": "table",
    "accepted": "scoring",
    "missing": "permission",
    "reason": "impossible",
}


_NAME = "\0"
"""What stands for a name where only its place in a sentence matters; no name has it."""


def name_variant(name: str, text: Catalogue) -> str:
    """What a variant is called; a server's own as somebody typed it."""
    return text(f"variant-{name}") if name in VARIANTS else name


class Words:
    """Sentences about one pod, in one language, with its players' names.

    What somebody `typed` is written in the same way.
    """

    def __init__(
        self, catalogue: Catalogue, names: Names, typed: Callable[[str], str] = str
    ) -> None:
        self.text = catalogue
        self.name = names
        self._typed = typed

    def name_variant(self, name: str) -> str:
        """What a variant is called."""
        return self._typed(name_variant(name, self.text))

    def join_names(self, players: Iterable[Player]) -> str:
        """Several players, with commas."""
        return ", ".join(self.name(player) for player in players)

    def name_maker(self, player: Player, moderated: bool) -> str:
        """Who made a choice in somebody's place, `moderated` as a moderator."""
        name = self.name(player)
        return self.text("choice-moderator", player=name) if moderated else name

    def render_fate(self, verdict: Verdict) -> str:
        """What became of a loser."""
        responsible = self.name(verdict.responsible) if verdict.responsible else ""
        loser = self.name(verdict.loser)
        return self.text(f"became-{verdict.becomes}", loser=loser, responsible=responsible)

    def render_reason(self, verdict: Verdict, source: Callable[[str], str] = str) -> str:
        """Why a verdict is what it is: one sentence; `source` writes an object's name."""
        blanks: dict[str, Value] = {
            "loser": self.name(verdict.loser),
            "responsible": self.name(verdict.responsible) if verdict.responsible else "",
            "controller": self.name(verdict.controller) if verdict.controller else "",
            "owner": self.name(verdict.owner) if verdict.owner else "",
            "source": source(verdict.source) if verdict.source else self.text("unnamed-source"),
        }
        found = verdict.found
        if found is not None and verdict.choice is not None and verdict.choice.chosen_by:
            found = f"{found}-for"
            blanks["by"] = self.name_maker(verdict.choice.chosen_by, verdict.choice.moderated)
        clauses = [self.text(f"answer-{verdict.answer}", **blanks)]
        if found is not None:
            clauses.insert(0, self.text(f"found-{found}", **blanks))
        sentence = self.text.join_clauses(clauses)
        # A sentence that begins with a name keeps it as its owner writes it; what the text itself
        # begins with may look like somebody's name.
        names = {key: _NAME for key in blanks if key != "source" or verdict.source}
        key = f"answer-{verdict.answer}" if found is None else f"found-{found}"
        named = self.text(key, **{**blanks, **names}).startswith(_NAME)
        return f"{sentence}." if named else f"{sentence[0].upper()}{sentence[1:]}."

    def render_question(self, question: Question) -> str:
        """What a player has to choose."""
        by, options = self.name(question.by), self.join_names(question.options)
        return self.text(f"question-{question.kind}", by=by, options=options)

    def render_refusal(self, refusal: Refusal) -> str:
        """Why a command was refused, and what to do instead."""
        blanks = {
            key: self._render_argument(key, value) for key, value in refusal.arguments.items()
        }
        return self.text(f"refusal-{refusal.code}", **blanks)

    @staticmethod
    def find_players(refusal: Refusal) -> set[Player]:
        """Whom the words of a refusal will name."""
        named = [v for key, v in refusal.arguments.items() if key in _PLAYERS]
        lists = [(v,) if isinstance(v, str) else v for v in named if not isinstance(v, int)]
        return {player for players in lists for player in players}

    def _render_argument(self, key: str, value: Argument) -> Value:
        if isinstance(value, int):
            return value
        parts = (value,) if isinstance(value, str) else value
        if key in _PLAYERS:
            return self.join_names(parts)
        if key == "variant":
            return ", ".join(map(self.name_variant, parts))
        if key in _KEYED:
            return ", ".join(self.text(f"{_KEYED[key]}-{part}") for part in parts)
        return ", ".join(parts)
