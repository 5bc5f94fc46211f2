"""Who is called how in a question to the judge: players of the pod, or people nobody named."""

from collections.abc import Mapping

from msgspec import Struct

from bot.front.interaction.context import Context
from bot.front.interaction.wording import label_game
from bot.front.judge.asking import JudgeDraft
from bot.front.rendering.escaping import clean_label, escape
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
    players: Mapping[Player, str]
    asker: str

    def write(self, name: str) -> str:
        """Return a name as Discord shows it, whatever is in it."""
        return escape(self.label(name), 32) if name in self.players else escape(self.label(name))

    def label(self, name: str) -> str:
        """Return a name as it is typed in a form, on one line and without the signs of one."""
        if name in self.players:
            return clean_label(self.players[name], 100)
        if name == PLAYER:
            return clean_label(self.asker, 100)
        return self.text(_UNNAMED[name]) if name in _UNNAMED else name

    def find(self, typed: str) -> str:
        """Return the name that a question has for what somebody typed."""
        wanted = " ".join(typed.split()).removeprefix("@").casefold()
        for key, shown in self.players.items():
            if wanted in (key.casefold(), clean_label(shown, 100).casefold()):
                return key
        if not self.players and wanted in (PLAYER, clean_label(self.asker, 100).casefold()):
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
    players: dict[Player, str] = {}
    if pod is not None:
        words = await label_game(ctx, pod)
        players = {player: words.name(player) for player in pod.players}
    return QuestionNames(ctx.text, players, asker)


async def name_again(ctx: Context, draft: JudgeDraft) -> QuestionNames:
    """Return the names in a question that was asked before."""
    number = draft.number
    found = await ctx.services.service.find(ctx.place, number) if number else None
    return await name_in_question(ctx, found.pod if found else None, draft.called)
