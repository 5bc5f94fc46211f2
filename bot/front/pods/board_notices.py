"""Notices on a board beside the game: players who left, votes, and a close for inactivity."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.utils import format_dt

from bot.formatters.messages import MessageFormatter
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.i18n import Catalogue
from bot.joust.proposals import DuelClosed
from bot.rulebooks import Game
from bot.rules.closing import PodClosed
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.votes import VotersByTarget, count_votes_needed
from bot.service.live_game import LONGEST_VOTE, VOTE_DELAY, LiveGame

MAX_REMOVABLE = 5
"""The most players whom a board offers to remove: a row of buttons."""

_MAX_LABEL_LENGTH = 80  # the most characters of a label, Discord's limit


class InactivityPeriod(NamedTuple):
    """The times of a pod's last change, and of its close for inactivity."""

    since: datetime
    until: datetime


class BoardNotices(NamedTuple):
    """The notices on a game's board, such as votes; `gone` are players who have left the
    server.

    From `choice` on others may choose for the player who has to; None if nobody has to, or if
    the moderators are called.
    """

    votes: VotersByTarget
    opens: Mapping[Player, datetime]
    gone: Sequence[Player]
    idle: InactivityPeriod | None
    forgotten: bool
    choice: datetime | None = None

    def list_removable_players(self) -> list[Player]:
        """Return the players whom a board offers to remove: who left the server, or has
        votes against them.
        """
        return list(dict.fromkeys((*self.gone, *self.votes)))[:MAX_REMOVABLE]


def build_notices(
    live_game: LiveGame,
    absent_players: Sequence[Player],
    idle_after: timedelta | None,
    choice_after: timedelta,
    now: datetime,
) -> BoardNotices:
    """Return the notices of a game at the time `now`; the durations are the server's settings."""
    idle = None
    if live_game.warned is not None and live_game.touched is not None and idle_after is not None:
        idle = InactivityPeriod(live_game.touched, live_game.warned + idle_after)
    last = live_game.steps[-1].event if live_game.steps else None
    return BoardNotices(
        live_game.find_active_votes(now) if live_game.votes else {},
        live_game.opens,
        absent_players,
        idle,
        isinstance(last, PodClosed | DuelClosed) and last.idle,
        find_choice_time(live_game, choice_after),
    )


def find_choice_time(live_game: LiveGame, choice_after: timedelta) -> datetime | None:
    """Return from when on other players may make the open choice; None if nobody has to choose."""
    return (
        None
        if live_game.asked is None or live_game.called is not None
        else live_game.asked + choice_after
    )


def add_notice_fields(
    embed: discord.Embed, game: Game, notices: BoardNotices, formatter: MessageFormatter
) -> None:
    """Add all notices to a board's embed; `formatter` must escape the players' names."""
    text = formatter.text
    fields: list[tuple[str, str]] = []
    add_choice_note(embed, notices.choice, text)
    if notices.idle is not None:
        since, until = (format_dt(moment, "R") for moment in notices.idle)
        about = text("board-idle-about", since=since, until=until)
        fields.append((text("board-idle"), about))
    if notices.forgotten:
        fields.append((text("board-forgotten"), text("board-forgotten-about")))
    for player in notices.list_removable_players():
        name = formatter.name(player)
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
            about = f"{formatter.join_player_names(voters)}\n-# {note}"
            fields.append((title, about))
    for title, value in fields:
        embed.add_field(name=title, value=value, inline=False)


def add_choice_note(
    embed: discord.Embed, opening_time: datetime | None, catalogue: Catalogue
) -> None:
    """Add above an embed's text from when on others may answer the open question."""
    if opening_time is None:
        return
    note = catalogue("board-choice-opens", opens=format_dt(opening_time, "R"))
    embed.description = f"-# {note}\n{embed.description or ''}"


def build_notice_buttons(
    pod_number: int, notices: BoardNotices, formatter: MessageFormatter
) -> list[ui.Item[ui.View]]:
    """Return the buttons of a pod's notices.

    `formatter` names players without Markdown.
    """
    items: list[ui.Item[ui.View]] = []
    if notices.idle is not None:
        items.append(components.build_pod_button(pod_number, "keep", formatter))
    if notices.votes:
        items.append(components.build_pod_button(pod_number, "present", formatter))
    for player in notices.list_removable_players():
        items.append(
            ui.Button(
                label=clean_label(
                    formatter.text("button-kick", player=formatter.name(player)), _MAX_LABEL_LENGTH
                ),
                style=discord.ButtonStyle.danger,
                emoji="🚪",
                custom_id=f"pod:{pod_number}:kick:{player}",
            )
        )
    return items
