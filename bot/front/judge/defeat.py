"""A defeat, asked by `/judge`: its consequence, in the channel's pod or in an imagined one."""

from collections.abc import Iterable, Mapping

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.context import Context
from bot.front.interaction.picking import MAX_CHOICES, find_player
from bot.front.interaction.pods import find_pod
from bot.front.judge.defeat_notation import DefeatNotation, TypedDefeat
from bot.front.judge.notation import QuestionNames
from bot.front.judge.outcome_verdicts import Consequence, judge_report
from bot.front.judge.questions import (
    Deferral,
    JudgeDraft,
    JudgeTopic,
    find_game,
    find_subject,
    make_happened_button,
    name_subject,
)
from bot.front.pods.agreement import find_variant, find_variants
from bot.front.rendering import story
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.reports.form import open_form_on
from bot.front.reports.report_draft import make_entry, replace_unknown
from bot.rules.facts import Player, Report
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.transcript import imagine_pod
from bot.words import Words, name_variant


class DefeatDraft(JudgeDraft, frozen=True, kw_only=True):
    """A question about a defeat that nobody reports.

    Without a pod, `variant` has the rules (`house` holds the answers of a server's own variant),
    and `teams` the master of each servant.
    """

    report: Report
    variant: str = ""
    house: Variant | None = None
    teams: Mapping[Player, Player] = {}


async def begin_defeat(ctx: Context, typed: str | None) -> DefeatDraft:
    """Return a question about a defeat of the typed player, or of the asker. Raises `Refusal`."""
    live = await find_game(ctx)
    pod = live.pod if live is not None else None
    if pod is not None and typed:
        loser = await find_player(ctx, typed, pod)
    else:
        loser, pod = find_subject(pod, await ctx.find_player())
    owner = ctx.interaction.user.id
    draft = DefeatDraft(ctx.place, owner, 0, name_subject(ctx, typed), report=Report(loser, "life"))
    if pod is not None and live is not None:
        return replace(draft, number=live.number)
    variant, house = find_variant(ctx, None)
    return replace(draft, variant=variant, house=house)


# The answer


class DefeatAnswer(Struct, frozen=True):
    """An answer about a defeat. With `can_report` the defeat can be reported in the pod."""

    embed: discord.Embed
    follows: Consequence
    names: QuestionNames
    can_report: bool

    def render(self) -> discord.Embed:
        """Return the facts of the defeat and its consequence."""
        return self.embed

    def list_rules(self) -> tuple[str, ...]:
        """Return the rules that the verdicts cite."""
        return self.follows.rules

    def make_controls(self, prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Yield the button that reports the defeat in the pod."""
        if self.can_report:
            yield make_happened_button(f"{prefix}:happened", self.names.text)


async def _answer_draft(
    ctx: Context, draft: DefeatDraft, names: QuestionNames, _deferral: Deferral
) -> DefeatAnswer:
    """Return the answer by the pod as it stands now. Raises `Refusal` if it is another pod."""
    pod = (await find_pod(ctx, draft.number)).pod if draft.number else None
    words = Words(names.text, names.write, escape)
    imagined = pod or imagine_pod(draft.report, draft.teams, draft.variant, draft.house)
    try:
        follows = judge_report(imagined, draft.report, words)
    except Refusal as refusal:
        follows = Consequence(f"🚫 {words.render_refusal(refusal)}", ())
    lines = [f"-# {story.render_report(draft.report, words)}"]
    if pod is None:
        lines += [f"-# {_restate(draft, words)}"]
    embed = discord.Embed(title=names.text("judge-title-defeat"), colour=COLOURS["lobby"])
    embed.description = "\n".join([*lines, follows.told])
    return DefeatAnswer(embed, follows, names, bool(draft.number))


def _restate(draft: DefeatDraft, words: Words) -> str:
    """Return the variant and the teams by which a defeat without a pod is judged."""
    teams = [
        words.text("team-served", master=words.name(master), servants=words.name(servant))
        for servant, master in draft.teams.items()
    ]
    assumed = words.text("judge-assumed", variant=words.name_variant(draft.variant))
    return " · ".join([assumed, *teams])


# The form and the report


def _write_form(draft: DefeatDraft, names: QuestionNames) -> TypedDefeat:
    return DefeatNotation(names).write(draft.report, None if draft.number else draft.teams)


def _make_variant_menu(ctx: Context, draft: DefeatDraft) -> ui.Select[ui.Modal] | None:
    """Return the menu of variants, with the server's own; None in a pod, which has its variant."""
    if draft.number:
        return None
    known = [*VARIANTS, *find_variants(ctx)][:MAX_CHOICES]
    options = [
        discord.SelectOption(
            label=clean_label(name_variant(each, ctx.text), 100),
            value=each,
            default=each == draft.variant,
        )
        for each in known
    ]
    return ui.Select(custom_id="variant", options=options, required=False)


def _read_form(
    ctx: Context, draft: DefeatDraft, typed: TypedDefeat, names: QuestionNames
) -> DefeatDraft:
    notation = DefeatNotation(names)
    asked = replace(draft, report=notation.read(typed))
    if draft.number:
        return asked
    name, house = find_variant(ctx, ctx.fields.get("variant") or draft.variant)
    teams = notation.read_teams(typed.teams or "", name, house)
    return replace(asked, variant=name, house=house, teams=teams)


TOPIC = JudgeTopic(
    name="defeat",
    draft=DefeatDraft,
    typed=TypedDefeat,
    lines=("objects", "teams"),
    blank=("objects",),
    begin=begin_defeat,
    write=_write_form,
    make_menu=_make_variant_menu,
    read=_read_form,
    answer=_answer_draft,
)


async def report_defeat(ctx: Context, token: str, draft: DefeatDraft) -> None:
    """Open the report form, filled in; the user sends it."""
    live = await find_pod(ctx, draft.number)
    if live.pod is None or not draft.number:
        raise Refusal("unknown-button")
    await open_form_on(ctx, live, replace_unknown(make_entry(draft.report), live.pod.players))


ROUTES = (
    *TOPIC.list_routes(),
    TOPIC.make_route("happened", report_defeat),
)
