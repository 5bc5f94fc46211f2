"""What a board says beside the game: who would go on without whom, and that it will be closed."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.utils import format_dt

from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.joust.events import DuelClosed
from bot.rulebooks import Game
from bot.rules.events import Closed
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.votes import Votes, count_votes_needed
from bot.service.live_game import LiveGame
from bot.words import Words

MOST = 5
"""Players without whom a board offers to go on: a row of buttons."""

_LABEL = 80  # characters, Discord's limit


class Idle(NamedTuple):
    """Since when nobody has touched a pod, and when it will be closed for that."""

    since: datetime
    until: datetime


class Notices(NamedTuple):
    """What there is to say of a pod; `gone` are players who have left the server."""

    votes: Votes
    opens: Mapping[Player, datetime]
    gone: Sequence[Player]
    idle: Idle | None
    forgotten: bool

    def find_absent(self) -> list[Player]:
        """Without whom one may want to go on."""
        return list(dict.fromkeys((*self.gone, *self.votes)))[:MOST]


def find_notices(live: LiveGame, gone: Sequence[Player], idle_after: timedelta | None) -> Notices:
    """What there is to say of a pod; `idle_after` is what its server has set."""
    idle = None
    if live.warned is not None and live.touched is not None and idle_after is not None:
        idle = Idle(live.touched, live.warned + idle_after)
    last = live.steps[-1].event if live.steps else None
    return Notices(
        live.votes, live.opens, gone, idle, isinstance(last, Closed | DuelClosed) and last.idle
    )


def add_notices(embed: discord.Embed, game: Game, notices: Notices, words: Words) -> None:
    """Say it all on a board; `words` name players safely."""
    text = words.text
    fields: list[tuple[str, str]] = []
    if notices.idle is not None:
        since, until = (format_dt(moment, "R") for moment in notices.idle)
        about = text("board-idle-about", since=since, until=until)
        fields.append((text("board-idle"), about))
    if notices.forgotten:
        fields.append((text("board-forgotten"), text("board-forgotten-about")))
    for player in notices.find_absent():
        name = words.name(player)
        if player in notices.gone:
            fields.append((text("board-gone", player=name), text("board-gone-about")))
        else:
            assert isinstance(game, Pod)  # elsewhere nobody votes
            voters = notices.votes[player]
            needed = count_votes_needed(game, player)
            title = text("board-vote", player=name, have=len(voters), needed=needed)
            opens = format_dt(notices.opens[player], "t")
            about = f"{words.join_names(voters)}\n-# {text('board-vote-opens', opens=opens)}"
            fields.append((title, about))
    for title, value in fields:
        embed.add_field(name=title, value=value, inline=False)


def make_buttons(number: int, notices: Notices, words: Words) -> list[ui.Item[ui.View]]:
    """What can be pressed about it on the board of pod `number`; `words` name without Markdown."""
    items: list[ui.Item[ui.View]] = []
    if notices.idle is not None:
        items.append(controls.make_button(number, "keep", words))
    if notices.votes:
        items.append(controls.make_button(number, "present", words))
    for player in notices.find_absent():
        items.append(
            ui.Button(
                label=clean_label(words.text("button-kick", player=words.name(player)), _LABEL),
                style=discord.ButtonStyle.danger,
                emoji="🚪",
                custom_id=f"pod:{number}:kick:{player}",
            )
        )
    return items
