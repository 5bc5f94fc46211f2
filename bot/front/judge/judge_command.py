"""`/judge`: the command that opens the form of a rules question."""

from collections.abc import Mapping

from discord.app_commands import Choice, Range

from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import Picked, complete_card_names, parse_card_input
from bot.front.interaction.routes import server_access
from bot.front.judge import damage, defeat, loyalty
from bot.front.judge.questions import AnyTopic, complete_judge_player
from bot.front.reports.report_draft import MAX_CARD_LENGTH

TOPICS: Mapping[str, AnyTopic] = {
    each.name: each for each in (defeat.TOPIC, damage.TOPIC, loyalty.TOPIC)
}


@slash_command("judge", server_access(rate_class="costly"))
@describe_options(question="judge-question", player="judge-player", card="judge-card")
@fixed_choices(question=("judge-question", list(TOPICS)))
@autocomplete_options(player=complete_judge_player, card=complete_card_names)
async def open_judge_form(
    ctx: Context,
    question: Choice[str],
    player: Picked | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
) -> None:
    """Open the form of a rules question, filled in from the channel's game."""
    await TOPICS[question.value].open_new_question(
        ctx, player, parse_card_input(ctx, card).text or ""
    )
