"""Words that people add to the draw of their lobby: a button opens the form for it."""

from discord import ui

from bot.front.interaction.answering import confirm, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, find_pod
from bot.front.interaction.routes import Route, on_board
from bot.front.rendering.escaping import clean_label
from bot.rules.draws import LONGEST_WORD, SetWord, Word, clean_word
from bot.rules.lobby import change_word

MOST_TYPED = 2 * LONGEST_WORD
"""Characters that are read: some of them are spaces that go, or become one with the next."""

FIELD = "word"


def read_word(typed: str) -> Word | None:
    """What somebody typed as their word; None if that is nothing. Raises `Refusal`."""
    word = clean_word(typed)
    return None if word is None else Word(word)


async def ask_for_word(ctx: Context, pod: int) -> None:
    """Open the form for a word, with the one that is there. Raises `Refusal` if none can be."""
    live, me = await find_pod(ctx, pod), await ctx.find_player()
    assert live.pod is not None
    change_word(live.pod, SetWord(me))
    draw = live.pod.draw
    word = None if draw is None else draw.words.get(me)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD,
        max_length=MOST_TYPED,
        default=None if word is None else word.word,
        required=False,
    )
    modal = ui.Modal(
        title=clean_label(ctx.text("word-title"), 45), custom_id=f"pod:{live.number}:word:typed"
    )
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    modal.add_item(ui.Label(text=clean_label(ctx.text("word-label"), 45), component=field))
    await show_modal(ctx, modal)


async def take_word(ctx: Context, pod: int) -> None:
    """Add the word that was typed to the draw, or take the one that is there away."""
    word = read_word(ctx.fields.get(FIELD, ""))
    await do(ctx, lambda me, _: SetWord(me, word), pod)
    await confirm(ctx, f"✅ {ctx.text('done-word-gone' if word is None else 'done-word')}")


WORD_ROUTES = (
    Route("pod:{pod:int}:word", ask_for_word, on_board(SetWord)),
    Route("pod:{pod:int}:word:typed", take_word, on_board(SetWord)),
)
