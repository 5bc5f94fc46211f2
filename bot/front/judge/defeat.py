"""`/judge defeat`: the consequence of a defeat, in the channel's pod or in an imagined one."""

from collections.abc import Iterable, Mapping
from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.card_names import offer_cards, read_card
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import MAX_CHOICES, Picked, find_player
from bot.front.interaction.pods import find_pod
from bot.front.interaction.routes import on_server
from bot.front.judge.defeat_notation import DefeatNotation, TypedDefeat
from bot.front.judge.notation import QuestionNames
from bot.front.judge.outcome_verdicts import Consequence, judge_report
from bot.front.judge.questions import (
    Deferral,
    JudgeDraft,
    JudgeTopic,
    find_game,
    make_happened_button,
    name_in_question,
    offer_anybody,
)
from bot.front.pods.agreement import find_variant, find_variants, offer_variants
from bot.front.rendering import story
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.reports.form import open_form_on
from bot.front.reports.report_draft import MAX_CARD_LENGTH, make_entry, replace_unknown
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS, Variant
from bot.transcript import imagine_pod
from bot.words import Words, name_variant


class DefeatDraft(JudgeDraft, frozen=True):
    """A question about a defeat that nobody reports.

    Without a pod, `variant` has the rules (`house` holds the answers of a server's own variant),
    and `teams` the master of each servant.
    """

    report: Report
    variant: str = ""
    house: Variant | None = None
    teams: Mapping[Player, Player] = {}


@command("judge-defeat", on_server(pace="costly"))
@options(
    loser="judge-loser",
    controller="judge-by",
    cause="cause",
    card="card",
    variant="judge-variant",
)
@offer(cause=("cause", get_args(Cause)))
@complete(loser=offer_anybody, controller=offer_anybody, card=offer_cards, variant=offer_variants)
async def ask_defeat(
    ctx: Context,
    loser: Picked,
    controller: Picked | None = None,
    cause: Choice[str] | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
    variant: Range[str, 1, 50] | None = None,
) -> None:
    """Answer what would happen if a player lost."""
    live = await find_game(ctx)
    pod = live.pod if live is not None and variant is None else None
    called = ctx.interaction.user.display_name
    names = await name_in_question(ctx, pod, called)
    who = await _find_player(ctx, loser, pod, names)
    by = None if controller is None else await _find_player(ctx, controller, pod, names)
    named = read_card(ctx, card)
    sources = () if by is None else (Source(by, named.text, card=named.id),)
    report = Report(who, read_choice(Cause, cause, "life"), sources)
    draft = DefeatDraft(ctx.place, ctx.interaction.user.id, 0, called, report)
    if pod is not None and live is not None:
        draft = replace(draft, number=live.number)
    else:
        name, house = find_variant(ctx, variant)
        draft = replace(draft, variant=name, house=house)
    await TOPIC.ask(ctx, draft, names)


async def _find_player(ctx: Context, typed: str, pod: Pod | None, names: QuestionNames) -> Player:
    """Return the player of the pod who was typed; without a pod, any name. Raises `Refusal`."""
    if pod is not None:
        return await find_player(ctx, typed, pod)
    if not typed.strip():
        raise Refusal("judge-loser", typed=escape(typed))
    return names.find(typed)


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
