"""Notices on a board beside the game: absent players, votes, and a close for inactivity."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.utils import format_dt

from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.i18n import Catalogue
from bot.joust.proposals import DuelClosed
from bot.rulebooks import Game
from bot.rules.closing import Closed
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.votes import Votes, count_votes_needed
from bot.service.live_game import LONGEST_VOTE, VOTE_DELAY, LiveGame
from bot.words import Words

MAX_REMOVABLE = 5
"""The most players whom a board offers to remove: a row of buttons."""

_MAX_LABEL_LENGTH = 80  # the most characters of a label, Discord's limit


class Idle(NamedTuple):
    """The times of a pod's last change, and of its close for inactivity."""

    since: datetime
    until: datetime


class Notices(NamedTuple):
    """The notices of a game; `gone` are players who have left the server.

    From `choice` on others may choose for the player who has to; None if nobody has to, or if the
    moderators are called.
    """

    votes: Votes
    opens: Mapping[Player, datetime]
    gone: Sequence[Player]
    idle: Idle | None
    forgotten: bool
    choice: datetime | None = None

    def find_absent(self) -> list[Player]:
        """Return the players whom others may want to play on without."""
        return list(dict.fromkeys((*self.gone, *self.votes)))[:MAX_REMOVABLE]


def find_notices(
    live: LiveGame,
    gone: Sequence[Player],
    idle_after: timedelta | None,
    choice_after: timedelta,
    now: datetime,
) -> Notices:
    """Return the notices of a game at `now`; the times are the server's settings."""
    idle = None
    if live.warned is not None and live.touched is not None and idle_after is not None:
        idle = Idle(live.touched, live.warned + idle_after)
    last = live.steps[-1].event if live.steps else None
    return Notices(
        live.find_votes(now) if live.votes else {},
        live.opens,
        gone,
        idle,
        isinstance(last, Closed | DuelClosed) and last.idle,
        find_choice(live, choice_after),
    )


def find_choice(live: LiveGame, choice_after: timedelta) -> datetime | None:
    """Return from when on others may choose, as in `Notices.choice`."""
    return None if live.asked is None or live.called is not None else live.asked + choice_after


def add_notices(embed: discord.Embed, game: Game, notices: Notices, words: Words) -> None:
    """Add all notices to a board; `words` must name players safely."""
    text = words.text
    fields: list[tuple[str, str]] = []
    add_choice(embed, notices.choice, text)
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
            assert isinstance(game, Pod)  # only pods have votes
            voters = notices.votes[player]
            needed = count_votes_needed(game, player)
            title = text("board-vote", player=name, have=len(voters), needed=needed)
            opens = format_dt(notices.opens[player], "t")
            lapses = format_dt(notices.opens[player] + LONGEST_VOTE - VOTE_DELAY, "t")
            note = text("board-vote-opens", opens=opens, lapses=lapses)
            about = f"{words.join_names(voters)}\n-# {note}"
            fields.append((title, about))
    for title, value in fields:
        embed.add_field(name=title, value=value, inline=False)


def add_choice(embed: discord.Embed, opens: datetime | None, text: Catalogue) -> None:
    """Add below the question that heads a board from when on others may answer it."""
    if opens is None:
        return
    note = text("board-choice-opens", opens=format_dt(opens, "R"))
    embed.description = f"-# {note}\n{embed.description or ''}"


def make_buttons(number: int, notices: Notices, words: Words) -> list[ui.Item[ui.View]]:
    """Return the notices' buttons for the board of pod `number`; `words` name without Markdown."""
    items: list[ui.Item[ui.View]] = []
    if notices.idle is not None:
        items.append(controls.make_button(number, "keep", words))
    if notices.votes:
        items.append(controls.make_button(number, "present", words))
    for player in notices.find_absent():
        items.append(
            ui.Button(
                label=clean_label(
                    words.text("button-kick", player=words.name(player)), _MAX_LABEL_LENGTH
                ),
                style=discord.ButtonStyle.danger,
                emoji="🚪",
                custom_id=f"pod:{number}:kick:{player}",
            )
        )
    return items
