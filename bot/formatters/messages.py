"""Formatting of verdicts, questions and refusals in a user's language."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import cast

from msgspec import Struct

from bot.cards.index import translate_card_name
from bot.formatters.table_options import format_table_option_value
from bot.i18n import Translations, Value
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.records import DefeatVerdict, PendingPlayerChoice
from bot.rules.refusals import Argument, Refusal
from bot.rules.tables import PodOption
from bot.rules.variants import VARIANTS

NameOf = Callable[[Player], str]
"""A function from a player's key to the name shown where the sentence appears."""

# Arguments of refusals that are players; the others are numbers or words of the transcript format.
_PLAYER_ARGUMENTS = frozenset({"player", "by", "players"})
_TRANSLATED_ARGUMENTS = {
    "needs": "step",
    "direction": "direction",
    "differs": "payment",
    "table": "table",
    "accepted": "scoring",
    "missing": "permission",
    "reason": "impossible",
    "pod_option": "pod-option",
}

_DAY_ARGUMENTS = frozenset({"day", "other_day"})
_WEEKDAY_ARGUMENTS = frozenset({"weekday", "typed_weekday"})


_NAME_PLACEHOLDER = "\0"
"""A placeholder for names that no name contains, to see where names stand in a sentence."""


def format_variant_name(variant_name: str, translations: Translations) -> str:
    """Return the displayed name of a rules variant, which may be a server's own."""
    return translations(f"variant-{variant_name}") if variant_name in VARIANTS else variant_name


class PodMessageFormatter(Struct, frozen=True, eq=False):
    """A formatter of sentences about a pod and its players in one language.

    `typed` formats text that a user typed.
    """

    text: Translations
    name: NameOf
    typed: Callable[[str], str] = str

    def render_sentence(self, sentence: TranslatableSentence) -> str:
        """Translate a sentence, with the names of its players."""
        names = {
            key: self.name(each) if isinstance(each, str) else self.join_player_names(each)
            for key, each in sentence.players.items()
        }
        return self.text(sentence.key, **names, **sentence.values)

    def format_variant_name(self, variant_name: str) -> str:
        return self.typed(format_variant_name(variant_name, self.text))

    def escape_user_text(self, user_input: str) -> str:
        """Return user input with Markdown escaped, as in players' names."""
        return self.typed(user_input)

    def format_card_name(self, card_name: str) -> str:
        """Return a card's name in the formatter's language, with Markdown escaped.

        A name that is not in the card index is shown as the user typed it.
        """
        return self.typed(translate_card_name(card_name, self.text.locale))

    def join_player_names(self, players: Iterable[Player]) -> str:
        """Return players' names with commas between them."""
        return ", ".join(self.name(player) for player in players)

    def format_chooser_name(self, player: Player, answers_as_moderator: bool) -> str:
        """Return the name of the person who answered for another player, with a mark if it is a moderator."""
        name = self.name(player)
        return self.text("choice-moderator", player=name) if answers_as_moderator else name

    def render_consequence_for_loser(self, verdict: DefeatVerdict) -> str:
        """Return the sentence about what becomes of a beaten player, such as whom they serve now."""
        responsible = self.name(verdict.responsible) if verdict.responsible else ""
        loser = self.name(verdict.loser)
        return self.text(f"became-{verdict.becomes}", loser=loser, responsible=responsible)

    def render_verdict_reason(self, defeat_verdict: DefeatVerdict) -> str:
        """Return the reason why this player, or nobody, is responsible for a defeat."""
        blanks: dict[str, Value] = {
            "loser": self.name(defeat_verdict.loser),
            "responsible": self.name(defeat_verdict.responsible) if defeat_verdict.responsible else "",
            "controller": self.name(defeat_verdict.controller) if defeat_verdict.controller else "",
            "owner": self.name(defeat_verdict.owner) if defeat_verdict.owner else "",
            "source": self.format_card_name(defeat_verdict.source)
            if defeat_verdict.source
            else self.text("unnamed-source"),
        }
        found = None if defeat_verdict.found == "last" else defeat_verdict.found  # the fate has said it
        answer = f"answer-{defeat_verdict.answer}"
        choice = defeat_verdict.choice
        how = ""
        if choice is not None:
            how = "draw" if choice.drawn else "for"
            blanks["by"] = self.format_chooser_name(choice.chosen_by or choice.by, choice.moderated)
            found = f"{found}-{how}" if choice.kind == "responsible" else found
            chose = choice.kind == "new-master" and choice.player is not None
            answer = f"{answer}-{how}" if chose else answer
        if defeat_verdict.answer == "compelled-own" and defeat_verdict.owner != defeat_verdict.loser:
            answer = "answer-compelled-side"  # the owner shares the loser's life (ESC-D3)
        clauses = [self.text(answer, **blanks)]
        if choice is not None and choice.player is None:
            clauses.append(self.text("answer-declined-for", **blanks))
        if found is not None:
            clauses.insert(0, self.text(f"found-{found}", **blanks))
        sentence = self.text.join_clauses_with_semicolons(clauses)
        # A name at the beginning keeps its case. Compare with the placeholder, because the text's
        # own first word may look like somebody's name.
        names = {key: _NAME_PLACEHOLDER for key in blanks if key != "source" or defeat_verdict.source}
        key = answer if found is None else f"found-{found}"
        named = self.text(key, **{**blanks, **names}).startswith(_NAME_PLACEHOLDER)
        return f"{sentence}." if named else f"{sentence[0].upper()}{sentence[1:]}."

    def render_choice_question(self, choice_question: PendingPlayerChoice) -> str:
        """Return the sentence about what a player has to choose."""
        return self.text(
            f"question-{choice_question.kind}",
            by=self.name(choice_question.by),
            options=self.join_player_names(choice_question.options),
        )

    def render_refusal(self, refusal: Refusal) -> str:
        """Return the sentence that says why a command was refused and what to do instead."""
        blanks = {key: self._render_refusal_argument(key, value) for key, value in refusal.arguments.items()}
        return self.text(f"refusal-{refusal.code}", **blanks)

    @staticmethod
    def list_players_named_in_refusal(refusal: Refusal) -> set[Player]:
        named = [v for key, v in refusal.arguments.items() if key in _PLAYER_ARGUMENTS]
        lists = [(v,) if isinstance(v, str) else v for v in named if not isinstance(v, int)]
        return {player for players in lists for player in players}

    def _render_refusal_argument(self, argument_name: str, argument_value: Argument) -> Value:
        if isinstance(argument_value, int):
            return argument_value
        parts = (argument_value,) if isinstance(argument_value, str) else argument_value
        if argument_name in _PLAYER_ARGUMENTS:
            return self.join_player_names(parts)
        if argument_name == "variant":
            return ", ".join(map(self.format_variant_name, parts))
        if argument_name == "option_values":
            option, *names = parts
            return ", ".join(format_table_option_value(cast(PodOption, option), name, self.text) for name in names)
        if argument_name in _DAY_ARGUMENTS:
            return self.text.format_day_and_month(date.fromisoformat(parts[0]))
        if argument_name in _WEEKDAY_ARGUMENTS:
            return self.text.format_weekday(int(parts[0]))
        if argument_name in _TRANSLATED_ARGUMENTS:
            return ", ".join(self.text(f"{_TRANSLATED_ARGUMENTS[argument_name]}-{part}") for part in parts)
        return ", ".join(parts)
