"""What can be done to a pod, the same from a command and from a button.

Each takes the interaction and the pod's number (0: the newest of the channel), does it, and
answers whoever asked. `Refusal` and other errors pass through to the desk.
"""

from collections.abc import Callable, Sequence
from typing import Any

import discord
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.desk import Asked, Desk, desk_of, missing_permissions
from bot.front.pods import threads
from bot.front.rendering import attack_map, controls, embeds, names, series, story
from bot.front.rendering.answers import ANSWER, render_done
from bot.front.rendering.escaping import cut, plain
from bot.projections import pods
from bot.projections.ratings import ratings
from bot.rules.commands import (
    Balance,
    Choose,
    Close,
    Command,
    Concede,
    Draw,
    Join,
    Leave,
    NextTurn,
    Open,
    Restart,
    Side,
    Subgame,
    Undo,
    Win,
)
from bot.rules.events import Corrected, Counted, Means, Setup, SubgameCard
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.seats import balanced
from bot.rules.series import next_round
from bot.rules.story import Story
from bot.rules.story import told as told_by
from bot.seating import Proof, commitment
from bot.service import Ask, Table
from bot.storage.record.recorded import Recorded

PAGE = 8
"""Events on one page of a pod's story."""


# Opening, sitting down, starting


async def open_pod(asked: Asked, setup: Setup) -> None:
    """Opens a lobby in which whoever asks sits already, where the server wants its pods."""
    desk = desk_of(asked)
    me, text = await desk.asker(asked), desk.text(asked)
    command = Open(setup, me, (me,), desk.service.secret())
    if not await threads.wanted(asked):
        await _open(asked, 0, lambda *_: command)
        return
    (await _room(asked))(me)
    if not await threads.open_pod(asked, command):
        remark = threads.remark(asked, text) or text("threads-refused")
        await _open(asked, 0, lambda *_: command, remark)


async def rematch(asked: Asked, number: int) -> None:
    """Opens a lobby with the same agreement and the same people, where they played.

    Of a round of a series it is the next one, or the first of another series.
    """
    secret = desk_of(asked).service.secret
    confirmation = (await desk_of(asked).settings(asked)).confirmation

    def again(me: Player, table: Table) -> Open:
        pod = table.pod
        rights.check_player(pod, me)
        assert pod is not None
        again = sorted(pod.players, key=lambda player: player != me)
        following = next_round(pod.setup.series, table.number)
        setup = replace(pod.setup, confirmation=confirmation, series=following)
        return Open(setup, me, tuple(again), secret())

    await _open(asked, number, again)


async def _open(asked: Asked, number: int, ask: Ask, remark: str = "") -> None:
    if missing := missing_permissions(asked):
        raise Refusal("permissions", missing=missing)
    check = await _room(asked)

    def one_more(me: Player, table: Table) -> Command:
        check(me)
        return ask(me, table)

    await _plain(asked, number, one_more, "done-open", remark)


async def _room(asked: Asked) -> Callable[[Player], None]:
    """Raises `Refusal` for a player who may not open one more pod on this server now."""
    desk = desk_of(asked)
    limits = desk.throttle.limits
    openers = await pods.openers(desk.database, desk.place(asked).guild)

    def check(me: Player) -> None:
        mine = tuple(f"<#{channel}>" for channel, by in openers if by == me)
        if len(mine) >= limits.opened:
            raise Refusal("many-opened", channels=mine)
        if len(openers) >= limits.open:
            raise Refusal("many-open", most=len(openers))

    return check


async def join(asked: Asked, number: int) -> None:
    """Whoever asks takes a seat."""
    await _plain(asked, number, lambda me, _: Join(me), "done-join")
    await threads.enter(asked)


async def leave(asked: Asked, number: int) -> None:
    """Whoever asks gives their seat back."""
    await _plain(asked, number, lambda me, _: Leave(me), "done-leave")


async def side(asked: Asked, number: int, value: str) -> None:
    """Whoever asks chooses a team, or leaves it to the draw."""
    if value != controls.DECLINE and not value.isdecimal():
        raise Refusal("unknown-button")
    team = None if value == controls.DECLINE else int(value)
    await _plain(asked, number, lambda me, _: Side(me, team), "done-side")


async def balance(asked: Asked, number: int) -> None:
    """The host gives everybody a team, by how well they have played on this server."""
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    assert table.pod is not None
    pod = table.pod
    rated = await ratings(desk.database, desk.place(asked).guild, pod.players)
    sides = balanced(pod.setup, pod.players, rated)
    await _plain(asked, number, lambda *_: Balance(sides), "done-balance")


async def start(asked: Asked, number: int) -> None:
    """The host starts the game; seats and first player are drawn."""
    draw = desk_of(asked).service.drawn
    await _plain(asked, number, lambda _, table: draw(table.pod), "done-start")


async def close(asked: Asked) -> None:
    """The host closes the pod without a result."""
    await _plain(asked, 0, lambda *_: Close(), "done-close")


async def _plain(asked: Asked, number: int, ask: Ask, answer: str, remark: str = "") -> None:
    desk = desk_of(asked)
    await desk.do(asked, ask, number)
    told = f"✅ {desk.text(asked)(answer)}"
    await desk.confirm(asked, f"{told}\n⚠️ {remark}" if remark else told)


# Playing


async def turn(
    asked: Asked, number: int, ended: int | None = None, extra: Player | None = None
) -> None:
    """The next turn begins, or an `extra` one of that player.

    `ended` is the turn that the presser saw, which ends once.
    """
    desk = desk_of(asked)

    def ask(_: Player, table: Table) -> NextTurn:
        now = table.pod.turn if table.pod else None
        if ended is not None and now is not None and now.number != ended:
            raise Refusal("turn-late", turn=now.number)
        return NextTurn(extra)

    done = await desk.do(asked, ask, number)
    words = await desk.pod_words(asked, done.pod)
    await desk.confirm(asked, f"✅ {story.event(done.recorded.event, words)}")


async def restart(asked: Asked, player: Player) -> None:
    """Karn Liberated, which `player` controls, restarts the game (ESC-50)."""
    await _told(asked, Restart(player))


async def subgame(asked: Asked, card: SubgameCard) -> None:
    """A card begins a subgame (ESC-51 to ESC-53)."""
    await _told(asked, Subgame(card))


async def _told(asked: Asked, command: Command) -> None:
    desk = desk_of(asked)
    done = await desk.do(asked, lambda *_: command)
    await desk.confirm(asked, render_done(done, await desk.pod_words(asked, done.pod)))


async def win(asked: Asked, player: Player, means: Means) -> None:
    """An effect or a combo wins the game for `player`."""
    await _plain(asked, 0, lambda *_: Win(player, means), "done-end")


async def draw(asked: Asked) -> None:
    """The game is a draw."""
    await _plain(asked, 0, lambda *_: Draw(), "done-end")


async def ask_concede(asked: Asked, number: int) -> None:
    """A button is pressed easily: asks again before whoever asks leaves the game."""
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    assert table.pod is not None
    rights.check_player(table.pod, await desk.asker(asked))
    words = await desk.pod_words(asked, table.pod)
    view = controls.unstored([controls.button(table.number, "leaving", words)])
    variant = table.pod.setup.answers
    kind = "" if variant.team_is_one_side else f"-{variant.loser_becomes}"
    sure = words.text(f"concede-sure{kind}", points=variant.points.per_defeat)
    await desk.say(asked, sure, view=view)


async def concede(asked: Asked, number: int) -> None:
    """Whoever asks leaves the game."""
    desk = desk_of(asked)
    done = await desk.do(asked, lambda me, _: Concede(me), number)
    await desk.confirm(asked, render_done(done, await desk.pod_words(asked, done.pod)))


async def concede_after_all(asked: Asked, number: int) -> None:
    """The same, from the button that asked again: its message becomes the answer."""
    desk = desk_of(asked)
    done = await desk.do(asked, lambda me, _: Concede(me), number)
    words = await desk.pod_words(asked, done.pod)
    await desk.change(asked, content=render_done(done, words), view=None)


async def choose(asked: Asked, number: int, question: str, value: str) -> None:
    """Answers the pod's question, for oneself or, in charge of the pod, for who was asked."""
    desk = desk_of(asked)
    choice = None if value == controls.DECLINE else value

    def ask(_: Player, table: Table) -> Choose:
        now = table.pod.question if table.pod else None
        if now is None:
            raise Refusal("nothing-to-choose")
        if question != controls.question_id(now):
            raise Refusal("choice-late")
        return Choose(now.by, choice)

    done = await desk.do(asked, ask, number)
    await desk.confirm(asked, render_done(done, await desk.pod_words(asked, done.pod)))


async def undo(asked: Asked) -> None:
    """Takes the last report back, and says which that was."""
    desk = desk_of(asked)
    undone: list[Recorded] = []

    def ask(_: Player, table: Table) -> Undo:
        undone[:] = table.steps[-1:]
        return Undo()

    done = await desk.do(asked, ask)
    words = await desk.pod_words(asked, done.pod)
    what = story.event(undone[-1].event, words) if undone and not done.again else ""
    await desk.confirm(asked, cut(f"↩️ {words.text('done-undo')}\n{what}", ANSWER))


# Looking


async def status(asked: Asked) -> None:
    """The board, for whoever asks alone, and a way to bring back one that was deleted.

    While the game goes on it also says, and shows, whom they may attack and who is in range.
    """
    desk = desk_of(asked)
    table = await desk.table(asked)
    assert table.pod is not None
    stands = await series.shown(desk.database, table)
    words = await desk.words(asked, [*names.people(table.pod), *series.players(stands)])
    embed = embeds.pod(table.pod, words)
    series.add(embed, stands, words)
    buttons = [controls.button(table.number, action, words) for action in ("here", "fair")]
    attached: dict[str, Any] = {}
    if table.pod.state in ("running", "waiting"):
        me, game = await desk.asker(asked), table.pod.game
        if lines := attack_map.told(game, me, words):
            value = cut("\n".join(lines), embeds.FIELD)
            embed.add_field(name=words.text("status-title"), value=value, inline=False)
        scene = attack_map.picture(game, me, await desk.bare_words(asked, table.pod))
        if (file := await attack_map.drawn(desk.studio, scene)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await desk.say(asked, embed=embed, view=controls.unstored(buttons), **attached)


async def how(asked: Asked, number: int) -> None:
    """How the pod's variant works."""
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    assert table.pod is not None
    await desk.say(asked, embed=embeds.how(table.pod, desk.text(asked)))


async def fair(asked: Asked, number: int) -> None:
    """What the seats are drawn from: sealed before the start, all that it takes to check after."""
    desk = desk_of(asked)
    table = await desk.service.earlier(desk.place(asked), number)
    if table.pod is None:
        raise Refusal("old-pod")
    if (secret := table.pod.secret) is None:
        raise Refusal("no-secret")
    text, sealed = desk.text(asked), commitment(secret)
    start = await desk.service.start(table)
    if start is None:
        await desk.say(asked, embed=embeds.sealed(sealed, text))
        return
    lobby, drawn = start
    words = await desk.bare_words(asked, lobby)
    called = {player: plain(words.name(player), 32) for player in lobby.players}
    proof = Proof(
        sealed,
        secret,
        tuple(called[player] for player in lobby.players),
        tuple(called[player] for player in drawn.seats),
        called[drawn.first],
        lobby.setup.table,
        lobby.setup.teams,
        {called[player]: team for player, team in lobby.sides.items()},
    )
    await desk.say(asked, embed=embeds.proof(proof, text))


async def checklist(asked: Asked, number: int) -> None:
    """What the rules ask of whoever asks."""
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    assert table.pod is not None
    me = await desk.asker(asked)
    rights.check_player(table.pod, me)
    words = await desk.pod_words(asked, table.pod)
    await desk.say(asked, embed=embeds.checklist(table.pod, me, words))


async def here(asked: Asked, number: int) -> None:
    """Brings the board to the end of the channel."""
    desk = desk_of(asked)
    desk.keeper.bring(await desk.table(asked, number))
    await desk.say(asked, desk.text(asked)("done-here"))


async def tell(asked: Asked, number: int, page: int | None = None) -> None:
    """The pod's story so far, a page of it; the last one if none is named."""
    desk = desk_of(asked)
    place = desk.place(asked)
    table = await (desk.service.earlier(place, number) if number else desk.table(asked))
    if table.pod is None:
        raise Refusal("old-pod")
    embed, at, last = await chapter(asked, table, page)
    view = controls.pages(f"log:{table.number}", at, last) if last else None
    if page is not None:
        await desk.change(asked, embed=embed, view=view)
    elif view is not None:
        await desk.say(asked, embed=embed, view=view)
    else:
        await desk.say(asked, embed=embed)


async def chapter(
    asked: Asked, table: Table, page: int | None = None
) -> tuple[discord.Embed, int, int]:
    """A page of a pod's story, the last one if none is named; which it is, and which the last."""
    desk = desk_of(asked)
    story = await desk.service.story(table)
    recorded = [each for each in story if not isinstance(each.event, Counted)]  # too many
    last = max(0, (len(recorded) - 1) // PAGE)
    at = last if page is None else min(max(page, 0), last)
    return await _page(desk, asked, table, recorded, at), at, last


async def _page(
    desk: Desk, asked: Asked, table: Table, recorded: Sequence[Recorded], page: int
) -> discord.Embed:
    assert table.pod is not None
    players = {r.by for r in recorded if r.by} | {*table.pod.players, table.pod.host}
    words = await desk.words(asked, players)
    shown = recorded[page * PAGE : (page + 1) * PAGE]
    stories = [_story_before(recorded, r) for r in shown]
    lines = [
        cut(story.line(r, before, words), embeds.DESCRIPTION // PAGE - 1)
        for r, before in zip(shown, stories, strict=True)
    ]
    return discord.Embed(
        title=words.text("log-title"),
        description="\n".join(lines),
        colour=embeds.COLOURS[table.pod.state],
    )


def _story_before(every: Sequence[Recorded], one: Recorded) -> Story:
    """What a correction put right; nobody needs it for another event."""
    if not isinstance(one.event, Corrected):
        return ()
    return told_by(each.event for each in every if each.version < one.version)
