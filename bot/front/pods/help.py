"""`/help`: how the current game works, what the user can do now, and where to read more.

The rights and the rules decide which actions are listed, so that none of them would be refused.
"""

from collections.abc import Callable, Iterator, Mapping

import discord
from discord import ui

from bot import rights
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command
from bot.front.interaction.modules import MODULES
from bot.front.interaction.routes import on_server
from bot.front.interaction.wording import label_game
from bot.front.rendering import controls, embeds, pod_board
from bot.i18n import Catalogue
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel, LeaveDuel
from bot.joust.turns import EndTurn
from bot.planning.plan import Plan
from bot.rulebooks import Game, GameCommand, decide, is_over
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.confirmation import Dispute
from bot.rules.facts import Player
from bot.rules.joining import Bring, Join
from bot.rules.lobby import Leave, Start
from bot.rules.next_turn import NextTurn
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.rights import Asker
from bot.rules.winning import Draw
from bot.service.live_game import LiveGame

_UNNAMED_GUEST = "guest"
"""Id of a guest who is not named yet; no player has it."""

_MakeCommand = Callable[[LiveGame, Pod, Player], GameCommand | None]

_POD_ACTIONS: Mapping[str, _MakeCommand] = {
    "join": lambda _, __, me: Join(me),
    "leave": lambda _, __, me: Leave(me),
    "guest": lambda _, __, me: Bring(_UNNAMED_GUEST, me),
    "start": lambda _, pod, __: Start(pod.players, pod.players[0]) if pod.players else None,
    "turn": lambda _, pod, __: NextTurn() if pod.setup.turns else None,
    "concede": lambda _, __, me: Concede(me),
    "end": lambda *_: Draw(),
    "dispute": lambda _, pod, me: (
        Dispute(pod.open_reports[-1].claim.version, me) if pod.open_reports else None
    ),
    "undo": lambda live, _, __: live.make_undo() if live.steps else None,
    "close": lambda *_: Close(),
}
"""Commands to a pod by the suffix of their text `help-…`. Reporting a defeat is checked separately.
"""

_DUEL_ACTIONS: Mapping[str, Callable[[Player], GameCommand]] = {
    "duel-join": JoinDuel,
    "duel-leave": LeaveDuel,
    "duel-turn": lambda _: EndTurn(),
    "duel-concede": ConcedeDuel,
}
"""Commands to a duel by the suffix of their text."""

_OPENING_ACTIONS = ("open", "find", "plan", "series", "joust", "night")
"""Suffixes of the texts about opening a game; a module's is shown where it is switched on."""

_BUTTON_ACTIONS = ("join", "leave", "start", "report", "turn", "concede")
"""Actions whose button is also below the help."""

_WITHOUT_BUTTON = ("guest", "end")
"""Actions that only commands do; all others are named if the reader's board has their button."""


@command("help", on_server(everywhere=True))
async def show_help(ctx: Context) -> None:
    """Show how the current game works, what the user can do now, and where to read more."""
    live = await ctx.services.service.find_current(ctx.place)
    asker = await find_asker(ctx)
    actions = list_possible_actions(live, asker)
    text = ctx.text
    over = live.game is None or is_over(live.game)
    said = [text(f"help-{action}") for action in actions]
    said += [text(f"help-{action}") for action in _list_openings(ctx) if over]
    said += [text("help-setup")] if ctx.administers else []
    embed = discord.Embed(title=text("help-title"), colour=embeds.COLOURS["lobby"])
    embed.description = _describe_game(None if over else live.game, text)
    if said:
        value = "\n".join(f"- {line}" for line in said)
        embed.add_field(name=text("help-now"), value=value, inline=False)
    embed.add_field(name=text("help-modules"), value=_render_modules(ctx), inline=False)
    read = "\n".join([text("help-where"), *_list_pages(ctx)])
    embed.add_field(name=text("help-read"), value=read, inline=False)
    await say(ctx, embed=embed, view=await _make_view(ctx, live, actions))


def _list_pages(ctx: Context) -> Iterator[str]:
    """Yield a line for each page of the guide that is for the reader, in their language."""
    url = ctx.services.docs_url.removesuffix("/")
    pages = {
        "players": True,
        "organisers": "night" in ctx.settings.modules,
        "moderators": ctx.moderates,
    }
    for name in (page for page, is_shown in pages.items() if is_shown):
        label = ctx.text(f"help-page-{name}")
        path = f"{ctx.text.locale}/{name}.md"
        yield (
            f"📘 [{label}]({url}/{path})"
            if url
            else ctx.text.label(f"📘 {label}", f"`docs/{path}`")
        )


def _list_openings(ctx: Context) -> Iterator[str]:
    for action in _OPENING_ACTIONS:
        if action not in MODULES or action in ctx.settings.modules:
            yield action


def _render_modules(ctx: Context) -> str:
    """Name every module, and how to get one that is not switched on here."""
    text = ctx.text
    on = ctx.settings.modules
    typed = {name: f"`/{text(f'command-{name}')}`" for name in MODULES}
    here = [typed[name] for name in MODULES if name in on]
    listed = [f"- ✅ {' · '.join(here)}"] if here else []
    missing = [
        f"- ▫️ {typed[name]} – {text(f'module-{name}')}" for name in MODULES if name not in on
    ]
    return "\n".join([*listed, *missing, *([text("help-modules-off")] if missing else [])])


def list_possible_actions(live: LiveGame, asker: Asker) -> list[str]:
    """Return the actions that a user may do now, as suffixes of their texts."""
    match live.game:
        case Pod():
            return [*_list_in_pod(live, live.game, asker)]
        case Duel():
            made = ((name, make(asker.player)) for name, make in _DUEL_ACTIONS.items())
            return [name for name, each in made if _is_possible(live, live.game, each, asker)]
        case Plan() | None:
            return []


def _list_in_pod(live: LiveGame, pod: Pod, asker: Asker) -> Iterator[str]:
    shown = {*_WITHOUT_BUTTON, *_list_buttons(live.facts, asker)}
    if "report" in shown and rights.may(pod, Defeat(()), asker, None):
        yield "report"
    for name, make in _POD_ACTIONS.items():
        command = make(live, pod, asker.player) if name in shown else None
        if command is not None and _is_possible(live, pod, command, asker):
            yield name


def _list_buttons(facts: PodFacts, asker: Asker) -> Iterator[str]:
    """Yield the buttons on a pod's board, and those behind its last one for the asker."""
    if facts.disputed is None:
        yield from controls.list_actions(facts)
        yield from controls.list_answer_actions(facts)
    me = asker.player
    in_charge = rights.may_moderate(facts.pod, asker) or me == facts.pod.host
    yield from controls.list_more(facts, me, in_charge=in_charge)


def _is_possible(live: LiveGame, game: Game, command: GameCommand, asker: Asker) -> bool:
    """Return whether both the rights and the rules allow a command."""
    try:
        rights.check(game, command, asker, live.find_maker(command))
        decide(game, command)
    except Refusal:
        return False
    return True


def _describe_game(game: Game | None, text: Catalogue) -> str:
    """Describe the current game, or how to begin one."""
    match game:
        case Pod():
            name = pod_board.render_variant(game, text).title
            return f"**{name}**\n{pod_board.render_about(game, text)}"
        case Duel():
            return text("help-duel")
        case Plan() | None:
            return text("help-begin")


async def _make_view(ctx: Context, live: LiveGame, actions: list[str]) -> ui.View:
    """Return the board's buttons for these actions, and those to the variant and the rules."""
    items: list[ui.Item[ui.View]] = []
    if live.pod is not None:
        words = await label_game(ctx, live.pod)
        pod = live.pod
        seen = {"turn": f":{pod.turn.number}"} if pod.turn is not None else {}
        for action in _BUTTON_ACTIONS:
            if action in actions:
                items.append(controls.make_button(live.number, action, words, seen.get(action, "")))
        items.append(controls.make_button(live.number, "how", words))
    rules: ui.Button[ui.View] = ui.Button(
        label=ctx.text("button-rules"), emoji="📖", custom_id="rules:all"
    )
    items.append(rules)
    items += controls.make_moderator_buttons(ctx.text) if ctx.moderates else []
    if ctx.administers:
        items.append(
            ui.Button(label=ctx.text("setting-modules"), emoji="🧩", custom_id="setup:modules:show")
        )
    return controls.make_unstored_view(items)
