"""Acts of players in a game besides reporting: turns, subgames, ending the game, undo."""

import discord
from discord import ui

from bot import rights
from bot.front.interaction.answering import confirm, edit, render_missing, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command
from bot.front.interaction.pods import do, find_pod, make_ask, was_entered
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod, speak_to_asker
from bot.front.rendering import controls, story, table_view
from bot.front.rendering.confirmation import MAX_ANSWER_LENGTH, render_done
from bot.front.rendering.fitting import fit_text
from bot.front.rendering.names import find_people
from bot.rules.acts import Event
from bot.rules.closing import Close, Closed
from bot.rules.concession import Concede
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.next_turn import NextTurn, TurnBegan
from bot.rules.players import find_players
from bot.rules.pod import PodCommand
from bot.rules.records import Means
from bot.rules.refusals import Refusal
from bot.rules.rights import Asker
from bot.rules.teams import find_in_game
from bot.rules.undoing import Undo, Undone
from bot.rules.winning import Draw, Drew, Win, Won
from bot.service.live_game import LiveGame
from bot.service.requests import Ask, Done
from bot.storage.record.recorded import Recorded
from bot.words import Words

# Turns


async def end_turn(ctx: Context, pod: int, ended: int | None = None) -> None:
    """End the turn of number `ended` as the user saw it, so that pressing twice ends one turn."""

    def make_command(_: Player, live: LiveGame) -> NextTurn:
        now = live.pod.turn if live.pod else None
        if ended is not None and now is not None and now.number != ended:
            raise Refusal("turn-late", turn=now.number)
        return NextTurn()

    await begin_turn(ctx, pod, make_command)


async def begin_turn(ctx: Context, number: int, ask: Ask) -> None:
    """Begin a turn, and say whose it is."""
    done = await do(ctx, ask, number)
    words = await speak_of_pod(ctx, done.pod)
    back = controls.make_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = f"✅ {story.render_event(done.recorded.event, words)}"
    await confirm(ctx, told, view=controls.make_unstored_view([back]))


# Conceding


async def ask_to_concede(ctx: Context, pod: int) -> None:
    """Ask the user to confirm leaving game `pod`; 0 means the channel's game.

    A button is easily pressed by mistake. Whoever is out can still have their guests leave. Raises
    `Refusal` if it is not possible anyway.
    """
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.find_player()
    words = await speak_of_pod(ctx, live.pod)
    labels = await label_game(ctx, live.pod)
    items = table_view.make_leaving_buttons(live.number, live.pod, me, labels)
    if me in find_in_game(live.pod.game.standings) or not items:
        rights.check_player(live.pod, me)
        decide(live.pod, Concede(me))
        items.insert(0, controls.make_button(live.number, "leaving", words))
    view = controls.make_unstored_view(items)
    variant = live.pod.setup.answers
    kind = "" if variant.team_is_one_side else f"-{variant.loser_becomes}"
    sure = words.text(f"concede-sure{kind}", points=variant.points.per_defeat)
    await say(ctx, sure, view=view)


@command("concede", on_pod(Concede))
async def concede(ctx: Context) -> None:
    """Ask the user to confirm leaving the game."""
    await ask_to_concede(ctx, 0)


async def confirm_concede(ctx: Context, pod: int) -> None:
    """Leave the game after confirmation; replace the message that asked with the answer."""
    done = await do(ctx, lambda me, _: Concede(me), pod)
    words = await speak_of_pod(ctx, done.pod)
    await edit(ctx, content=render_done(done, words), view=None)


# Winning, drawing and closing are confirmed by a button, whose custom id holds the whole command


async def ask_to_win(ctx: Context, pod: int, means: Means, picked: Player) -> None:
    """Ask the user to confirm that a player wins the game by an effect or a combo."""
    await _ask_to_confirm(ctx, Win(picked, means), f"winning:{means}:{picked}", pod)


async def ask_to_draw(ctx: Context, pod: int) -> None:
    """Ask the user to confirm that the game ends in a draw."""
    await _ask_to_confirm(ctx, Draw(), "drawing", pod)


async def ask_to_close(ctx: Context, pod: int) -> None:
    """Ask the user to confirm closing a pod without a result."""
    await _ask_to_confirm(ctx, Close(), "closing", pod)


async def _ask_to_confirm(ctx: Context, command: PodCommand, action: str, pod: int) -> None:
    """Ask the user to confirm a command. Raises `Refusal` if it is not possible anyway."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    rights.check(live.pod, command, await find_asker(ctx), live.find_maker(command))
    event = decide(live.pod, command)
    words = await speak_of_pod(ctx, live.pod)
    kind = action.partition(":")[0]
    yes: ui.Button[ui.View] = ui.Button(
        label=words.text(f"button-{kind}"),
        style=discord.ButtonStyle.danger,
        custom_id=f"pod:{live.number}:{action}",
    )
    await say(ctx, _render_question(event, words), view=controls.make_unstored_view([yes]))


def _render_question(event: Event, words: Words) -> str:
    """Return the question, which says what the event would change."""
    match event:
        case Won(player=winner):
            return words.text("sure-winning", player=words.name(winner))
        case Drew():
            return words.text("sure-drawing")
        case Closed(outcome=outcome) if outcome.result is not None:  # closing counts here (RSP-4)
            return words.text("sure-closing-counts")
        case _:
            return words.text("sure-closing")


async def confirm_win(ctx: Context, pod: int, means: str, winner: Player) -> None:
    """End the game with a win after confirmation."""
    how: Means = "combo" if means == "combo" else "effect"
    await _end_game(ctx, pod, Win(winner, how))


async def confirm_draw(ctx: Context, pod: int) -> None:
    """End the game in a draw after confirmation."""
    await _end_game(ctx, pod, Draw())


async def confirm_close(ctx: Context, pod: int) -> None:
    """Close the pod without a result after confirmation."""
    await _end_game(ctx, pod, Close())


async def _end_game(ctx: Context, pod: int, command: PodCommand) -> None:
    """Carry out a confirmed command; replace the message that asked by one that explains undo."""
    done = await do(ctx, make_ask(command), pod)
    answer = "done-close" if done.pod.result is None else "done-end"
    missing = await render_missing(ctx)
    await edit(ctx, content=f"✅ {ctx.text(answer)}{missing}", view=None)


# Undo


@command("undo", on_pod(Undo))
async def undo(ctx: Context) -> None:
    """Undo the last report, and say which one it was; ask first if another was just undone."""
    await undo_last(ctx, 0)


async def undo_last(ctx: Context, pod: int, last: int | None = None) -> None:
    """Undo a step of pod `pod`, and say which one it was; 0 means the channel's pod.

    `last` is the version of the step as the user saw it. None means the last report, whatever
    turns began since, as it stood when the user asked: two who ask undo one. If somebody else has
    just undone one, the user is asked whether they mean one more.
    """
    live = await ctx.services.service.find(ctx.place, pod)
    if last is None and live.last_report is not None:
        last = live.last_report.version
        asker = await find_asker(ctx)
        if live.was_just_undone(asker.player, discord.utils.utcnow()):
            await _ask_for_one_more(ctx, live, live.last_report, asker)
            return
    done = await do(ctx, lambda _, now: now.make_undo(last), pod, earlier=was_entered(live))
    await confirm(ctx, await _render_undone(ctx, done))


async def _ask_for_one_more(ctx: Context, live: LiveGame, last: Recorded, asker: Asker) -> None:
    """Ask whether the user means one more report, after one that was just undone."""
    undo = live.make_undo(last.version)
    rights.check(live.game, undo, asker, live.find_maker(undo))
    assert isinstance(last.event, Event)
    assert live.pod is not None
    words = await speak_to_asker(ctx, [*find_people(live.pod), *find_players(last.event)])
    button = controls.make_button(live.number, "undo", words, f":{last.version}")
    said = f"{words.text('undo-more')}\n{story.render_event(last.event, words)}"
    await say(ctx, fit_text(said, MAX_ANSWER_LENGTH), view=controls.make_unstored_view([button]))


async def _render_undone(ctx: Context, done: Done) -> str:
    """Render what was undone, and the later steps that could not stay."""
    event = done.recorded.event
    what = None if done.again or not isinstance(event, Undone) else done.before.find_undone(event)
    if what is None or not isinstance(event, Undone):
        return f"↩️ {ctx.text('done-undo')}"
    stay = {each.version for each in event.later}
    after = done.before.steps[event.step or len(done.before.steps) :]
    gone = [each.event for each in after if each.version not in stay]
    named = [each for each in (what, *gone) if isinstance(each, Event)]
    players = {player for each in named for player in find_players(each)}
    words = await speak_to_asker(ctx, [*find_people(done.pod), *players])
    told = [each for each in named if each is what or not isinstance(each, TurnBegan)]
    lines = [words.text("done-undo"), *(story.render_event(each, words) for each in told)]
    if len(told) < len(named):
        lines.append(words.text("done-undo-turns"))
    return fit_text("↩️ " + "\n".join(lines), MAX_ANSWER_LENGTH)


_POD_PATTERN = "pod:{pod:int}"
ROUTES = (
    Route(f"{_POD_PATTERN}:turn:{{ended:int}}", end_turn, on_board(NextTurn)),
    Route(f"{_POD_PATTERN}:concede", ask_to_concede, on_board(Concede)),
    Route(f"{_POD_PATTERN}:leaving", confirm_concede, on_board(Concede)),
    Route(f"{_POD_PATTERN}:winning:{{means:effect|combo}}:{{winner}}", confirm_win, on_board(Win)),
    Route(f"{_POD_PATTERN}:win:{{means:effect|combo}}", ask_to_win, on_board(Win), picked=str),
    Route(f"{_POD_PATTERN}:draw", ask_to_draw, on_board(Draw)),
    Route(f"{_POD_PATTERN}:drawing", confirm_draw, on_board(Draw)),
    Route(f"{_POD_PATTERN}:close", ask_to_close, on_board(Close)),
    Route(f"{_POD_PATTERN}:closing", confirm_close, on_board(Close)),
    Route(f"{_POD_PATTERN}:undo", undo_last, on_board(Undo)),
    Route(f"{_POD_PATTERN}:undo:{{last:int}}", undo_last, on_board(Undo)),
)
