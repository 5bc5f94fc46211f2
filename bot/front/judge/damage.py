"""`/judge damage`: what may become of damage, for whoever asks alone until they show it.

In a pod the player is one of its players; life, poison and teammates come from it.
"""

from typing import Any

from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.picking import Picked, find_player, offer_players
from bot.front.interaction.pods import find_pod
from bot.front.interaction.routes import Route, on_server
from bot.front.judge.asking import (
    ACCESS,
    ERAS,
    JudgeDraft,
    find_game,
    find_whom,
    offer_anybody,
    read_era,
    search,
)
from bot.front.judge.damage_notation import DamageNotation, Data, build_question
from bot.front.judge.damage_view import (
    AnsweredDamage,
    list_cited,
    make_answer_view,
    make_damage_form,
    render_answer,
)
from bot.front.judge.outcome_verdicts import judge_defeat, make_report
from bot.front.judge.question_names import (
    OPPONENT,
    SOURCE,
    TEAMMATE,
    QuestionNames,
    name_again,
    name_in_question,
)
from bot.front.rendering import controls
from bot.front.rendering.escaping import escape
from bot.front.rendering.names import find_people, name_players
from bot.front.reports.form import open_form_on
from bot.front.reports.report_draft import make_entry, replace_unknown
from bot.judge.question import PLAYER, DamageQuestion, Era
from bot.rules.pod import Pod
from bot.rules.ranges import Ranges
from bot.rules.refusals import Refusal
from bot.rules.teams import find_in_game
from bot.rules.totals import find_life

FROM = ("opponent", "teammate", "oneself")
"""Who can control a source, for the player."""

_LIST = Range[str, 1, 400]


class DamageDraft(JudgeDraft, frozen=True):
    """A question about damage."""

    question: DamageQuestion


class AskedDamage(Struct, frozen=True):
    """What the options of the command said."""

    amount: int
    whose: str
    life: int | None
    planeswalkers: str
    effects: str
    to: str | None
    combat: bool
    instead: int | None
    player: str | None
    controller: str | None
    card: str | None
    era: Era


@command("judge-damage", on_server(pace="costly"))
@options(
    amount="judge-amount",
    whose="judge-from",
    life="judge-life",
    planeswalkers="judge-planeswalkers",
    effects="judge-effects",
    to="judge-to",
    combat="judge-combat",
    instead="judge-instead",
    player="judge-player",
    controller="judge-controller",
    card="card",
    era="judge-era",
)
@offer(whose=("judge-from", FROM), era=("rules-era", ERAS))
@complete(player=offer_players, controller=offer_anybody)
async def ask_damage(
    ctx: Context,
    amount: Range[int, 1, 99],
    whose: Choice[str],
    life: Range[int, 1, 9999] | None = None,
    planeswalkers: _LIST | None = None,
    effects: _LIST | None = None,
    to: Range[str, 1, 100] | None = None,
    combat: bool = False,
    instead: Range[int, 0, 99] | None = None,
    player: Picked | None = None,
    controller: Picked | None = None,
    card: Range[str, 1, 100] | None = None,
    era: Choice[str] | None = None,
) -> None:
    """Answer what may become of one source's damage."""
    asked = AskedDamage(
        amount,
        whose.value,
        life,
        planeswalkers or "",
        effects or "",
        to,
        combat,
        instead,
        player,
        controller,
        card,
        read_choice(Era, era, ctx.settings.rules_era),
    )
    draft, names = await _begin(ctx, asked)
    answered = await _search(ctx, draft, names, ephemeral=True, thinking=True)
    if answered is not None:
        token = ctx.services.drafts.begin(draft)
        view = make_answer_view(answered, token, 0, reports=bool(draft.number))
        await say(ctx, embed=render_answer(answered), view=view)


async def _begin(ctx: Context, asked: AskedDamage) -> tuple[DamageDraft, QuestionNames]:
    """Return the question that the options make, and the names in it. Raises `Refusal`."""
    live, called = await find_game(ctx), ctx.interaction.user.display_name
    whom, pod = await _find_whom(ctx, asked.player, live.pod if live else None)
    names = await name_in_question(ctx, pod, called)
    notation = DamageNotation(names)
    data: Data = {
        **_read_pod(pod, whom),
        "era": asked.era,
        "player": whom,
        "planeswalkers": notation.read_planeswalkers(asked.planeswalkers),
        "effects": notation.read_effects(asked.effects),
    }
    if asked.life is not None:
        data["life"] = asked.life
    if "life" not in data:
        raise Refusal("judge-life")
    data["damage"] = [_make_source(asked, data, names)]
    _check_recipient(data, notation)
    number = live.number if live is not None and pod is not None else 0
    question = build_question(data, notation)
    return DamageDraft(ctx.place, ctx.interaction.user.id, number, called, question), names


async def _find_whom(ctx: Context, typed: str | None, pod: Pod | None) -> tuple[str, Pod | None]:
    """Return the player whom the question is about, and the pod if they are in its game."""
    if pod is None or typed is None:
        return find_whom(pod, await ctx.find_player())
    found = find_whom(pod, await find_player(ctx, typed, pod))
    if found[1] is None:
        playing = find_in_game(pod.game.standings)
        raise Refusal("who", typed=escape(typed), players=tuple(playing))
    return found


def _read_pod(pod: Pod | None, whom: str) -> Data:
    """Return what the pod knows of the player."""
    if pod is None:
        return {"teammates": []}
    found: Data = {"teammates": [*Ranges(pod.game).find_teammates(whom)]}
    if pod.setup.counting:
        found["life"] = find_life(pod, whom)
        found["poison"] = pod.counts.compute_total("poison", whom)
    return found


def _make_source(asked: AskedDamage, data: Data, names: QuestionNames) -> Data:
    """Return the one source of the options; whose it is says who is a teammate, too."""
    mates: list[str] = data["teammates"]
    by = names.find(asked.controller) if asked.controller else _find_controller(asked, data)
    relation = _relate(by, asked.whose if not names.players else None, data)
    if relation != asked.whose:
        raise Refusal("judge-from", typed=escape(names.label(by)))
    if relation == "teammate" and by not in mates:
        mates.append(by)
    found: Data = {
        "object": " ".join((asked.card or "").split()) or SOURCE,
        "controller": by,
        "amount": asked.amount,
        "combat": asked.combat,
        "instead": asked.instead,
    }
    return found if asked.to is None else {**found, "to": " ".join(asked.to.split())}


def _find_controller(asked: AskedDamage, data: Data) -> str:
    """Return the controller where nobody is named; of one teammate it is that one."""
    if asked.whose == "oneself":
        return str(data["player"])
    mates: list[str] = data["teammates"]
    if asked.whose == "teammate":
        return mates[0] if len(mates) == 1 else TEAMMATE
    return OPPONENT


def _relate(by: str, said: str | None, data: Data) -> str:
    """Return what a controller is to the player; of strangers what was `said` holds."""
    if by == data["player"]:
        return "oneself"
    if by in (OPPONENT, TEAMMATE):
        return "opponent" if by == OPPONENT else "teammate"
    if said is not None:
        return "opponent" if said == "oneself" else said
    return "teammate" if by in data["teammates"] else "opponent"


def _check_recipient(data: Data, notation: DamageNotation) -> None:
    """Raise `Refusal` where the damage is for nobody that the question has."""
    walkers = [walker["name"] for walker in data["planeswalkers"]]
    for part in data["damage"]:
        to = part.get("to", PLAYER)
        if notation.find_recipient(to, walkers) not in (PLAYER, *walkers):
            raise Refusal("judge-to", typed=escape(to))


async def _search(
    ctx: Context, draft: DamageDraft, names: QuestionNames, **deferred: Any
) -> AnsweredDamage | None:
    """Return the answer, with the verdicts of the pod as it stands now."""
    found = await search(ctx, draft.question, **deferred)
    if found is None:
        return None
    outcomes = found.outcomes
    live = await find_game(ctx) if draft.number else None
    pod = live.pod if live is not None and live.number == draft.number else None
    if pod is None:
        return AnsweredDamage(draft.question, found, names, (None,) * len(outcomes))
    words = await name_players(ctx.services.people, names.text, find_people(pod))
    follows = [
        None if each.defeat is None else judge_defeat(pod, each.defeat, words) for each in outcomes
    ]
    return AnsweredDamage(draft.question, found, names, tuple(follows))


# What is pressed below an answer


async def say_more(ctx: Context, token: str, draft: DamageDraft) -> None:
    """Open the form with all that a question can say."""
    form = make_damage_form(draft.question, token, await name_again(ctx, draft))
    await show_modal(ctx, form)


async def fill_form(ctx: Context, token: str, draft: DamageDraft) -> None:
    """Ask what the form says instead."""
    fields = ctx.fields
    names = await name_again(ctx, draft)
    notation = DamageNotation(names)
    data: Data = {
        **notation.read_you(fields.get("you", "")),
        "era": read_era(ctx, draft.question.era),
        "player": draft.question.player,
        "planeswalkers": notation.read_planeswalkers(fields.get("planeswalkers", "")),
        "effects": notation.read_effects(fields.get("effects", "")),
        "damage": notation.read_sources(fields.get("sources", "")),
    }
    asked = replace(draft, question=build_question(data, notation))
    answered = await _search(ctx, asked, names)
    if answered is not None:
        ctx.services.drafts.keep(token, asked)
        await _show(ctx, token, asked, answered, 0)


async def turn_page(ctx: Context, token: str, page: int, draft: DamageDraft) -> None:
    """Turn to a page of the outcomes."""
    answered = await _search(ctx, draft, await name_again(ctx, draft))
    if answered is not None:
        await _show(ctx, token, draft, answered, min(page, answered.last_page))


async def _show(
    ctx: Context, token: str, draft: DamageDraft, answered: AnsweredDamage, page: int
) -> None:
    view = make_answer_view(answered, token, page, reports=bool(draft.number))
    await edit(ctx, embed=render_answer(answered, page), view=view)


async def show_everybody(ctx: Context, token: str, draft: DamageDraft) -> None:
    """Post the answer in the channel, in the server's language."""
    names = (await name_again(ctx, draft)).translate(ctx.public_text)
    answered = await _search(ctx, draft, names, thinking=True)
    if answered is not None:
        rules = controls.make_unstored_view(controls.make_rule_buttons(list_cited(answered)))
        await say(ctx, embed=render_answer(answered), view=rules, everybody=True)


async def report_picked(ctx: Context, token: str, draft: DamageDraft, picked: int) -> None:
    """Open the report of the outcome that was picked."""
    await report_outcome(ctx, token, picked, draft)


async def report_outcome(ctx: Context, token: str, place: int, draft: DamageDraft) -> None:
    """Open the report form, filled in with a deadly outcome; people send it."""
    found = await search(ctx, draft.question, ephemeral=True, thinking=True)
    if found is None:
        return
    live = await find_pod(ctx, draft.number)
    assert live.pod is not None
    defeat = found.outcomes[place].defeat if place < len(found.outcomes) else None
    if not draft.number or defeat is None:
        raise Refusal("unknown-button")
    entry = replace_unknown(make_entry(make_report(defeat)), live.pod.players)
    await open_form_on(ctx, live, entry)


_DAMAGE = "judge:damage:{token}"
ROUTES = (
    Route(f"{_DAMAGE}:more", say_more, ACCESS, draft=DamageDraft),
    Route(f"{_DAMAGE}:filled", fill_form, ACCESS, draft=DamageDraft),
    Route(f"{_DAMAGE}:show", show_everybody, ACCESS, draft=DamageDraft),
    Route(f"{_DAMAGE}:page:{{page:int}}", turn_page, ACCESS, draft=DamageDraft),
    Route(f"{_DAMAGE}:happened:{{place:int}}", report_outcome, ACCESS, draft=DamageDraft),
    Route(f"{_DAMAGE}:which", report_picked, ACCESS, draft=DamageDraft, picked=parse_number),
)
