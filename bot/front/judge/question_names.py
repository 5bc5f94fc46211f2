"""Who is called how in a question to the judge: players of the pod, or people nobody named."""

from collections.abc import Mapping

from msgspec import Struct

from bot.front.interaction.context import Context
from bot.front.judge.asking import JudgeDraft
from bot.front.rendering.called import Called
from bot.front.rendering.escaping import clean_typed, escape, fold_typed, isolate
from bot.front.rendering.names import call_players, find_people
from bot.i18n import DEFAULT, Catalogue, load_catalogue
from bot.judge.question import PLAYER
from bot.rules.facts import Player
from bot.rules.pod import Pod

OPPONENT, TEAMMATE, SOURCE, WALKER = "@opponent", "@teammate", "@source", "@planeswalker"
"""People and things that nobody named: each reader has a word for them."""

_UNNAMED: Mapping[str, str] = {
    OPPONENT: "judge-opponent",
    TEAMMATE: "judge-teammate",
    SOURCE: "judge-source",
    WALKER: "judge-planeswalker",
}


class QuestionNames(Struct, frozen=True):
    """The names in a question, in one language.

    A question has the keys of the pod's `players`, who are shown by these names; `asker` is shown
    for whoever asks without a pod, whom the question calls `player`.
    """

    text: Catalogue
    players: Mapping[Player, Called]
    asker: str

    def write(self, name: str) -> str:
        """Return a name as Discord shows it, whatever is in it."""
        return self.players[name].write_safe() if name in self.players else escape(self.label(name))

    def label(self, name: str) -> str:
        """Return a name as it is typed in a form, on one line and without the signs of one."""
        if name in self.players:
            return self.players[name].write()
        if name == PLAYER:
            return isolate(clean_typed(self.asker))
        return self.text(_UNNAMED[name]) if name in _UNNAMED else name

    def find(self, typed: str) -> str:
        """Return the name that a question has for what somebody typed."""
        wanted = fold_typed(typed).removeprefix("@")
        for key, called in self.players.items():
            if wanted in (key.casefold(), fold_typed(called.write())):
                return key
        if not self.players and wanted in (PLAYER, fold_typed(self.asker)):
            return PLAYER
        for name, key in _UNNAMED.items():
            spelled = {text(key).casefold() for text in (self.text, load_catalogue(DEFAULT))}
            if wanted in spelled or f"@{wanted}" == name:
                return name
        return " ".join(typed.split())

    def translate(self, text: Catalogue) -> "QuestionNames":
        """Return the names in another language."""
        return QuestionNames(text, self.players, self.asker)


async def name_in_question(ctx: Context, pod: Pod | None, asker: str) -> QuestionNames:
    """Return the names for who asks."""
    if pod is None:
        return QuestionNames(ctx.text, {}, asker)
    called = await call_players(ctx.services.people, ctx.text, find_people(pod))
    return QuestionNames(ctx.text, {player: called[player] for player in pod.players}, asker)


async def name_again(ctx: Context, draft: JudgeDraft) -> QuestionNames:
    """Return the names in a question that was asked before."""
    number = draft.number
    found = await ctx.services.service.find(ctx.place, number) if number else None
    return await name_in_question(ctx, found.pod if found else None, draft.called)
