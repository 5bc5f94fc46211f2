"""`/rules`, and the buttons that open it: the text of a rule that a verdict cites."""

import discord
from discord.app_commands import Choice, Range

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import embeds
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import Catalogue
from bot.rules.refusals import Refusal


async def offer_rules(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the rules whose id or text holds what was typed."""
    return match_rules(ctx.text, typed)


@command("rules", on_server(), anywhere=True)
@options(rule="rule")
@complete(rule=offer_rules)
async def show_rule(ctx: Context, rule: Range[str, 1, 20]) -> None:
    """Show the text of a rule."""
    await say_rule(ctx, rule)


async def say_rule(ctx: Context, rule: str) -> None:
    """Show the text of the rule that a button names."""
    text, name = ctx.text, rule.strip().upper()
    if _make_key(name) not in text:
        raise Refusal("no-rule", typed=escape(rule))
    embed = discord.Embed(
        title=name, description=text(_make_key(name)), colour=embeds.COLOURS["lobby"]
    )
    await say(ctx, embed=embed)


def match_rules(text: Catalogue, typed: str) -> list[Choice[str]]:
    """Return the rules whose id or text holds what was typed, those whose id begins so first."""
    wanted = typed.strip().casefold()
    found = []
    for name in text.list_rules():
        label = f"{name}: {text(_make_key(name))}"
        if wanted in label.casefold():
            found.append(Choice(name=clean_label(label, 100), value=name))
    found.sort(key=lambda choice: not choice.value.casefold().startswith(wanted))
    return found[:25]


ROUTES = (Route("rule:{rule}", say_rule, on_server()),)


def _make_key(name: str) -> str:
    return f"rule-{name.lower()}"
