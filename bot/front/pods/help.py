"""`/help`: how the current game works, what the user can do now, and where to read more.

The rights and the rules decide which actions are listed, so that none of them would be refused.
"""

from collections.abc import Callable, Iterator, Mapping

import discord
from discord import ui

from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import load_label_formatter_for_game
from bot.front.interaction.game_commands import load_numbered_or_current_game
from bot.front.interaction.modules import MODULES
from bot.front.interaction.routes import build_access_rule_for_server
from bot.front.pods import pod_board
from bot.front.ui import components, embeds
from bot.i18n import Translations
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel, LeaveDuelLobby
from bot.joust.turns import EndDuelTurn
from bot.planning.plan import PlannedGame
from bot.rulebooks import Game, GameCommand, is_game_over
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import DisputeGameReport
from bot.rules.facts import Player
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import LeaveLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import Requester
from bot.rules.winning import ReportDrawnGame
from bot.service import rights
from bot.service.live_game import LiveGame

_UNNAMED_GUEST = "guest"
"""Id of a guest who is not named yet; no player has it."""

_MakeCommand = Callable[[LiveGame, Pod, Player], GameCommand | None]

_POD_ACTIONS: Mapping[str, _MakeCommand] = {
    "join": lambda _, __, me: JoinPod(me),
    "leave": lambda _, __, me: LeaveLobby(me),
    "guest": lambda _, __, me: BringGuestToPod(_UNNAMED_GUEST, me),
    "start": lambda _, pod, __: StartGame(pod.players, pod.players[0]) if pod.players else None,
    "turn": lambda _, pod, __: BeginNextTurn() if pod.setup.turns else None,
    "concede": lambda _, __, me: ConcedeGame(me),
    "end": lambda *_: ReportDrawnGame(),
    "dispute": lambda _, pod, me: (
        DisputeGameReport(pod.reports_open_to_dispute[-1].needed_confirmation.version, me)
        if pod.reports_open_to_dispute
        else None
    ),
    "undo": lambda live, _, __: live.build_undo_command() if live.steps else None,
    "close": lambda *_: ClosePod(),
}
"""Commands to a pod by the suffix of their text `help-…`. Reporting a defeat is checked separately.
"""

_DUEL_ACTIONS: Mapping[str, Callable[[Player], GameCommand]] = {
    "duel-join": JoinDuel,
    "duel-leave": LeaveDuelLobby,
    "duel-turn": lambda _: EndDuelTurn(),
    "duel-concede": ConcedeDuel,
}
"""Commands to a duel by the suffix of their text."""

_OPENING_ACTIONS = ("open", "find", "plan", "series", "joust", "night")
"""Suffixes of the texts about opening a game; a module's is shown where it is switched on."""

_BUTTON_ACTIONS = ("join", "leave", "start", "report", "turn", "concede")
"""Actions whose button is also below the help."""

_WITHOUT_BUTTON = ("guest", "end")
"""Actions that only commands do; all others are named if the reader's board has their button."""


@slash_command("help", build_access_rule_for_server(works_in_all_channels=True))
async def show_help(ctx: Context) -> None:
    """Show how the current game works, what the user can do now, and where to read more.

    Modules and settings are told while no game goes on, so that the help fits on a phone's screen.
    """
    live = await load_numbered_or_current_game(ctx)
    asker = await load_user_with_rights(ctx)
    actions = list_actions_user_can_take(live, asker)
    text = ctx.translations
    over = live.game is None or is_game_over(live.game)
    said = [text(f"help-{action}") for action in actions]
    said += [text(f"help-{action}") for action in _iterate_game_opening_actions(ctx) if over]
    said += [text("help-setup")] if ctx.is_administrator and over else []
    embed = discord.Embed(title=text("help-title"), colour=embeds.COLOURS["lobby"])
    embed.description = _describe_current_game_for_help(None if over else live.game, text)
    if said:
        value = "\n".join(f"- {line}" for line in said)
        embed.add_field(name=text("help-now"), value=value, inline=False)
    if over and (missing := _render_disabled_modules(ctx)):
        embed.add_field(name=text("help-modules"), value=missing, inline=False)
    read = "\n".join([text("help-where"), *_iterate_guide_links(ctx)])
    embed.add_field(name=text("help-read"), value=read, inline=False)
    view = await _build_view_with_help_buttons(ctx, live, actions, with_modules_button=over and ctx.is_administrator)
    await send_answer(ctx, embed=embed, view=view)


def _iterate_guide_links(ctx: Context) -> Iterator[str]:
    """Yield a link to each page of the bot's guide that concerns the user."""
    url = ctx.services.docs_url.removesuffix("/")
    pages = {
        "players": True,
        "organisers": "night" in ctx.settings.modules,
        "moderators": ctx.is_user_channel_moderator,
    }
    for name in (page for page, is_shown in pages.items() if is_shown):
        path = f"{ctx.translations.locale}/{name}.md"
        yield f"📘 [{ctx.translations(f'help-page-{name}')}]({url}/{path})" if url else f"📘 `docs/{path}`"


def _iterate_game_opening_actions(ctx: Context) -> Iterator[str]:
    for action in _OPENING_ACTIONS:
        if action not in MODULES or action in ctx.settings.modules:
            yield action


def _render_disabled_modules(ctx: Context) -> str:
    """Return a text about the commands of modules that the server has not enabled; empty if all are enabled.

    Administrators have a button for it instead.
    """
    text = ctx.translations
    missing = [f"`/{text(f'command-{name}')}`" for name in MODULES if name not in ctx.settings.modules]
    lines = [" · ".join(missing)] if missing else []
    if missing and not ctx.is_administrator:
        lines.append(text("help-modules-off"))
    return "\n".join(lines)


def list_actions_user_can_take(live_game: LiveGame, requester: Requester) -> list[str]:
    """Return the names of the actions, such as `concede`, that the user can take now."""
    match live_game.game:
        case Pod():
            return [*_iterate_possible_pod_actions(live_game, live_game.game, requester)]
        case Duel():
            made = ((name, make(requester.player)) for name, make in _DUEL_ACTIONS.items())
            return [name for name, each in made if live_game.can_requester_execute_command(each, requester)]
        case PlannedGame() | None:
            return []


def _iterate_possible_pod_actions(live_game: LiveGame, pod: Pod, requester: Requester) -> Iterator[str]:
    shown = {*_WITHOUT_BUTTON, *_iterate_board_buttons_for_user(live_game.pod_facts, requester)}
    if "report" in shown and rights.has_pod_command_permission(pod, ReportDefeats(()), requester, None):
        yield "report"
    for name, make in _POD_ACTIONS.items():
        command = make(live_game, pod, requester.player) if name in shown else None
        if command is not None and live_game.can_requester_execute_command(command, requester):
            yield name


def _iterate_board_buttons_for_user(pod_facts: PodPropertyCache, requester: Requester) -> Iterator[str]:
    """Yield the actions for which the user has buttons on a pod's board or behind the board's button *More*."""
    if pod_facts.disputed_report is None:
        yield from components.list_board_button_actions(pod_facts)
        yield from components.list_report_button_actions(pod_facts)
    me = requester.player
    in_charge = rights.can_moderate_game(pod_facts.pod, requester) or me == pod_facts.pod.host
    yield from components.list_actions_behind_more_button(pod_facts, me, has_host_rights=in_charge)


def _describe_current_game_for_help(game: Game | None, translations: Translations) -> str:
    match game:
        case Pod():
            name = pod_board.render_variant_and_table_embed(game.setup, translations).title
            return f"**{name}**\n{pod_board.render_description_of_pod_variant(game, translations)}"
        case Duel():
            return translations("help-duel")
        case PlannedGame() | None:
            return translations("help-begin")


async def _build_view_with_help_buttons(
    ctx: Context, live_game: LiveGame, button_actions: list[str], *, with_modules_button: bool
) -> ui.View:
    """Return the buttons below the help message, such as those for the variant and the rules."""
    items: list[ui.Item[ui.View]] = []
    if live_game.pod is not None:
        words = await load_label_formatter_for_game(ctx, live_game.pod)
        pod = live_game.pod
        seen = {"turn": f":{pod.turn.number}"} if pod.turn is not None else {}
        for action in _BUTTON_ACTIONS:
            if action in button_actions:
                items.append(components.build_pod_action_button(live_game.number, action, words, seen.get(action, "")))
        items.append(components.build_pod_action_button(live_game.number, "how", words))
    rules: ui.Button[ui.View] = ui.Button(label=ctx.translations("button-rules"), emoji="📖", custom_id="rules:all")
    items.append(rules)
    items += (
        components.build_moderation_queue_and_audit_buttons(ctx.translations) if ctx.is_user_channel_moderator else []
    )
    if with_modules_button:
        items.append(ui.Button(label=ctx.translations("setting-modules"), emoji="🧩", custom_id="setup:modules:show"))
    return components.build_view_without_callbacks(items)
