"""`/judge`: the choice of a question, whose form it opens."""

from collections.abc import Mapping

from discord.app_commands import Choice, Range

from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.picking import Picked, offer_cards, read_card
from bot.front.interaction.routes import on_server
from bot.front.judge import damage, defeat, loyalty
from bot.front.judge.questions import AnyTopic, offer_anybody
from bot.front.reports.report_draft import MAX_CARD_LENGTH

TOPICS: Mapping[str, AnyTopic] = {
    each.name: each for each in (defeat.TOPIC, damage.TOPIC, loyalty.TOPIC)
}


@command("judge", on_server(pace="costly"))
@options(question="judge-question", player="judge-player", card="judge-card")
@offer(question=("judge-question", list(TOPICS)))
@complete(player=offer_anybody, card=offer_cards)
async def ask_judge(
    ctx: Context,
    question: Choice[str],
    player: Picked | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
) -> None:
    """Open the form of a question, filled in with what the channel's game says."""
    await TOPICS[question.value].ask(ctx, player, read_card(ctx, card).text or "")
