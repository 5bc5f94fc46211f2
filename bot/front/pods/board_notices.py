"""Notices on a board beside the game: players who left, votes, and a close for inactivity."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.utils import format_dt

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations
from bot.joust.proposals import DuelClosed
from bot.rulebooks import Game
from bot.rules.closing import PodClosed
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.votes import VotersByTarget, count_required_kick_votes
from bot.service.live_game import LONGEST_VOTE, VOTE_DELAY, LiveGame

MAX_REMOVABLE = 5
"""The most players whom a board offers to remove: a row of buttons."""

_MAX_LABEL_LENGTH = 80  # the most characters of a label, Discord's limit


class IdleGameDeadline(NamedTuple):
    """The time of an idle game's last change, and the time when the bot will close the game."""

    since: datetime
    until: datetime


class BoardNotices(NamedTuple):
    """The notices on a game's board, such as votes to remove players and a warning of inactivity.

    The field `gone` has the players who have left the server. From the time `choice` on, other players may choose in
    place of the player who has to; None if nobody has to choose, or if the moderators are called.
    """

    votes: VotersByTarget
    opens: Mapping[Player, datetime]
    gone: Sequence[Player]
    idle: IdleGameDeadline | None
    forgotten: bool
    choice: datetime | None = None

    def list_players_with_kick_button(self) -> list[Player]:
        """Return the players whom others can remove now, by a vote or because they left the server."""
        return list(dict.fromkeys((*self.gone, *self.votes)))[:MAX_REMOVABLE]


def build_board_notices(
    live_game: LiveGame,
    departed_players: Sequence[Player],
    idle_closing_delay: timedelta | None,
    player_choice_timeout: timedelta,
    now: datetime,
) -> BoardNotices:
    """Return the notices that a game's board shows now."""
    idle = None
    if live_game.warned is not None and live_game.touched is not None and idle_closing_delay is not None:
        idle = IdleGameDeadline(live_game.touched, live_game.warned + idle_closing_delay)
    last = live_game.steps[-1].event if live_game.steps else None
    return BoardNotices(
        live_game.find_active_kick_votes(now) if live_game.votes else {},
        live_game.opens,
        departed_players,
        idle,
        isinstance(last, PodClosed | DuelClosed) and last.idle,
        find_player_choice_deadline(live_game, player_choice_timeout),
    )


def find_player_choice_deadline(live_game: LiveGame, player_choice_timeout: timedelta) -> datetime | None:
    """Return the time from which other players may choose for a player who delays; None if no choice is open."""
    return None if live_game.asked is None or live_game.called is not None else live_game.asked + player_choice_timeout


def add_board_notice_fields(
    embed: discord.Embed, game: Game, board_notices: BoardNotices, formatter: PodMessageFormatter
) -> None:
    text = formatter.text
    fields: list[tuple[str, str]] = []
    add_choice_deadline_note(embed, board_notices.choice, text)
    if board_notices.idle is not None:
        since, until = (format_dt(moment, "R") for moment in board_notices.idle)
        about = text("board-idle-about", since=since, until=until)
        fields.append((text("board-idle"), about))
    if board_notices.forgotten:
        fields.append((text("board-forgotten"), text("board-forgotten-about")))
    for player in board_notices.list_players_with_kick_button():
        name = formatter.name(player)
        if player in board_notices.gone:
            fields.append((text("board-gone", player=name), text("board-gone-about")))
        else:
            assert isinstance(game, Pod)  # only pods have votes
            voters = board_notices.votes[player]
            needed = count_required_kick_votes(game, player)
            title = text("board-vote", player=name, have=len(voters), needed=needed)
            opens = format_dt(board_notices.opens[player], "t")
            lapses = format_dt(board_notices.opens[player] + LONGEST_VOTE - VOTE_DELAY, "t")
            note = text("board-vote-opens", opens=opens, lapses=lapses)
            about = f"{formatter.join_player_names(voters)}\n-# {note}"
            fields.append((title, about))
    for title, value in fields:
        embed.add_field(name=title, value=value, inline=False)


def add_choice_deadline_note(
    embed: discord.Embed, choice_deadline: datetime | None, translations: Translations
) -> None:
    """Add a note with the time from which other players may choose for a player who delays a choice."""
    if choice_deadline is None:
        return
    note = translations("board-choice-opens", opens=format_dt(choice_deadline, "R"))
    embed.description = f"-# {note}\n{embed.description or ''}"


def build_buttons_for_board_notices(
    pod_number: int, notices: BoardNotices, label_formatter: PodMessageFormatter
) -> list[ui.Item[ui.View]]:
    """Return the buttons below a pod's notices, such as the button to keep the pod open."""
    items: list[ui.Item[ui.View]] = []
    if notices.idle is not None:
        items.append(components.build_pod_action_button(pod_number, "keep", label_formatter))
    if notices.votes:
        items.append(components.build_pod_action_button(pod_number, "present", label_formatter))
    for player in notices.list_players_with_kick_button():
        items.append(
            ui.Button(
                label=clean_label_text(
                    label_formatter.text("button-kick", player=label_formatter.name(player)), _MAX_LABEL_LENGTH
                ),
                style=discord.ButtonStyle.danger,
                emoji="🚪",
                custom_id=f"pod:{pod_number}:kick:{player}",
            )
        )
    return items
