"""Rules questions to the judge; the answers are private until the user shows them to everybody."""

from bot.front.judge import damage, defeat, judge_command, loyalty

COMMANDS = (judge_command.open_rules_question_form,)
ROUTES = (*defeat.ROUTES, *damage.ROUTES, *loyalty.TOPIC.build_question_routes())
