"""`/judge`: the command that opens the form of a rules question."""

from collections.abc import Mapping

from discord.app_commands import Choice, Range

from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import Picked, autocomplete_card_names, parse_card_input
from bot.front.interaction.routes import build_access_rule_for_server
from bot.front.judge import damage, defeat, loyalty
from bot.front.judge.questions import AnyTopic, autocomplete_player_of_judge_question
from bot.front.reports.report_draft import MAX_CARD_LENGTH

TOPICS: Mapping[str, AnyTopic] = {each.name: each for each in (defeat.TOPIC, damage.TOPIC, loyalty.TOPIC)}


@slash_command("judge", build_access_rule_for_server(rate_limit_class="costly"), works_outside_servers=True)
@translate_command_options(question="judge-question", player="judge-player", card="judge-card")
@set_fixed_option_choices(question=("judge-question", list(TOPICS)))
@set_option_suggestions(player=autocomplete_player_of_judge_question, card=autocomplete_card_names)
async def open_rules_question_form(
    ctx: Context,
    question: Choice[str],
    player: Picked | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
) -> None:
    """Open the form of a question to the rules judge, filled from the channel's game."""
    await TOPICS[question.value].open_new_question_form(ctx, player, parse_card_input(ctx, card).text or "")
