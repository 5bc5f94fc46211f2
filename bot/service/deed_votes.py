"""Votes on deeds: ballots are cast and counted while the channel of the game is locked."""

from msgspec.structs import replace

from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.house_deeds import (
    CloseServerAchievementVote,
    find_achievement_ballot_winner,
    require_achievement_vote_allowed,
)
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import ChangeOrCondition
from bot.storage.record import ballots


async def cast_ballot_in_game(
    database: Database, live_game: LiveGame, voter: Player, achievement_id: str, chosen_player: Player
) -> None:
    """Store a player's secret vote on who earned an achievement. Raises `Refusal` if the vote is not allowed."""
    if live_game.pod is None:
        raise Refusal("old-pod")
    require_achievement_vote_allowed(live_game.pod, voter, chosen_player, achievement_id)
    place = live_game.place
    await ballots.cast_ballot(
        database, place.guild, place.channel, live_game.number, achievement_id, voter, chosen_player
    )


async def add_vote_winner_to_command(
    database: Database, live_game: LiveGame, command: GameCommand
) -> tuple[GameCommand, list[ChangeOrCondition]]:
    """Add the winner to a command that closes a vote on an achievement; also return changes that delete the ballots.

    Other commands stay unchanged. If a ballot arrives meanwhile, the write fails, and the command is decided again.
    """
    if not isinstance(command, CloseServerAchievementVote) or live_game.pod is None:
        return command, []
    channel, number = live_game.place.channel, live_game.number
    found = (await ballots.load_achievement_ballots_of_pod(database, channel, number)).get(command.deed, {})
    changes = ballots.build_changes_to_delete_counted_ballots(channel, number, command.deed, found)
    return replace(command, player=find_achievement_ballot_winner(live_game.pod, found)), [*changes]
