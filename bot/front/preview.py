"""How a moderator's decision looks before it counts: what changes for whom, and what is open."""

import discord
from discord import ui

from bot.front import controls, story
from bot.front.decision import Decision, Foreseen
from bot.front.escaping import cut
from bot.front.looks import COLOURS, DESCRIPTION, FIELD, signed
from bot.rules.events import Defeated, Told
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.story import Senseless
from bot.words import Words

BUTTONS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "do": (discord.ButtonStyle.danger, "⚖️"),
    "leave": (discord.ButtonStyle.primary, "🧹"),
    "cancel": (discord.ButtonStyle.secondary, "✖️"),
}
CHOOSE = "choose"
ACTIONS = (*BUTTONS, CHOOSE)
"""What is pressed below a preview, by the custom id `override:<token>:<action>`."""


def embed(
    decision: Decision, foreseen: Foreseen, words: Words, *, moved: bool = False
) -> discord.Embed:
    """What would be decided, what changes for whom, and what no longer makes sense."""
    text = words.text
    lines = [sentence(decision, words), story.reason(decision.command, words)]
    if moved:
        lines.insert(0, text("override-moved"))
    page = discord.Embed(
        title=text("override-title"),
        description=cut("\n".join(lines), DESCRIPTION),
        colour=COLOURS["waiting" if foreseen.senseless else "running"],
    )
    _add(page, text("override-changes"), changes(foreseen, words) or [text("override-nothing")])
    if foreseen.senseless:
        late = [_senseless(each, words) for each in foreseen.senseless]
        settle = "override-settle" if foreseen.question is None else "override-settle-choice"
        _add(page, text("override-senseless"), [text(settle), *late])
    question = foreseen.question or foreseen.after.question
    if question is not None:
        _add(page, text("board-waiting"), [words.question(question)])
    return page


def _add(page: discord.Embed, name: str, lines: list[str]) -> None:
    page.add_field(name=name, value=cut("\n".join(lines), FIELD), inline=False)


def menus(token: str, foreseen: Foreseen, words: Words) -> ui.View:
    """What can be pressed below a preview; `words` name players without Markdown."""
    items: list[ui.Item[ui.View]] = []
    question = foreseen.question
    if question is not None:
        items.append(controls.choice(question, f"override:{token}:{CHOOSE}", words))
    for action in BUTTONS:
        if action != "leave" or foreseen.senseless:
            items.append(_button(token, action, words, bool(foreseen.senseless)))
    return controls.unstored(items)


def _button(token: str, action: str, words: Words, unsettled: bool) -> ui.Button[ui.View]:
    style, emoji = BUTTONS[action]
    return ui.Button(
        label=words.text(f"override-{action}"),
        style=style,
        emoji=emoji,
        disabled=action == "do" and unsettled,
        custom_id=f"override:{token}:{action}",
    )


# Sentences


def sentence(decision: Decision, words: Words) -> str:
    """What is decided."""
    if decision.overrule is not None:
        return story.overruled(decision.overrule, words)
    ruling, report = decision.ruling, f"> {label(decision.report, words)}"
    if ruling is None:
        return f"{words.text('override-takes-out')}\n{report}"
    loser = words.name(ruling.loser)
    if ruling.responsible is None:
        return f"{words.text('override-nobody', loser=loser)}\n{report}"
    player = words.name(ruling.responsible)
    return f"{words.text('override-responsible', loser=loser, player=player)}\n{report}"


def label(event: Told, words: Words) -> str:
    """A step of a story on one line, without what came of it."""
    if isinstance(event, Defeated):
        return " + ".join(story.report(report, words) for report in event.reports)
    return story.event(event, words).splitlines()[0]


def _senseless(each: Senseless, words: Words) -> str:
    return f"❌ {label(each.event, words)}\n-# {words.refusal(each.refusal)}"


# What changes


def changes(foreseen: Foreseen, words: Words) -> list[str]:
    """Before and after, side by side: for the game, then for each player it changes something."""
    before, after, text = foreseen.before, foreseen.after, words.text
    pairs = [(_game(before, words), _game(after, words))]
    if before.host != after.host:
        host = text("lobby-host")
        pairs.append((f"{host} · {words.name(before.host)}", words.name(after.host)))
    lines = [f"{old} → {new}" for old, new in pairs if old != new]
    for player in dict.fromkeys((*after.players, *before.players)):
        old, new = _place(before, player, words), _place(after, player, words)
        if old != new:
            lines.append(f"**{words.name(player)}** {old} → {new}")
    return lines


def _game(pod: Pod, words: Words) -> str:
    if pod.state != "running" or pod.turn is None:
        return words.text(f"state-{pod.state}")
    return words.text("board-turn", number=pod.turn.number)


def _place(pod: Pod, player: Player, words: Words) -> str:
    """Where a player stands, and with how many points once the game is over."""
    text, standing = words.text, pod.standings.get(player)
    if standing is None:
        return text("place-seated" if player in pod.players else "place-nowhere")
    served = words.name(standing.master) if standing.master else ""
    place = text(f"place-{standing.status}", master=served)
    if pod.result is None:
        return place
    return f"{place} `{signed(pod.result.points.get(player, 0))}`"
