"""Damage, asked by `/judge`: the possible outcomes of damage, told to its asker until they show it.

In a pod the question is about one of its players, whose life, poison and teammates come from it.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.answering import defer
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.pods import find_pod
from bot.front.judge.damage_notation import DamageNotation, TypedDamage, build_question
from bot.front.judge.notation import OPPONENT, SOURCE, Data, QuestionNames
from bot.front.judge.outcome_verdicts import Consequence, judge_defeat, make_report
from bot.front.judge.questions import (
    IN_PLACE,
    PRIVATE,
    Deferral,
    JudgeDraft,
    JudgeTopic,
    find_game,
    find_typed_subject,
    make_era_menu,
    make_happened_button,
    name_in_draft,
    name_in_question,
    name_subject,
    read_era,
)
from bot.front.rendering import controls
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.names import find_people, name_players
from bot.front.reports.form import open_form_on
from bot.front.reports.report_draft import make_entry, replace_unknown
from bot.judge.effort import TooLarge
from bot.judge.outcomes import Outcome
from bot.judge.question import DamageQuestion
from bot.judge_words import DamageWords, Sentences, put_rule_first
from bot.judge_worker.messages import Found
from bot.judge_worker.workers import SearchBusy, SearchFailed, SearchReplaced
from bot.rules.pod import Pod
from bot.rules.ranges import Ranges
from bot.rules.refusals import Refusal
from bot.rules.seats import COMMANDER_LIFE, LIFE
from bot.rules.totals import find_life

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds after which the bot tells Discord that the answer takes longer."""

OUTCOMES_PER_PAGE = 10
"""Outcomes on a page of an answer."""

_MAX_RULES = 15  # three rows of buttons
_MAX_RESTATED_LENGTH = 400  # characters


class DamageDraft(JudgeDraft, frozen=True, kw_only=True):
    """A question about damage."""

    question: DamageQuestion


async def begin_damage(ctx: Context, typed: str | None) -> DamageDraft:
    """Return a question about damage to the typed player, or the asker. Raises `Refusal`."""
    live = await find_game(ctx)
    whom, pod = await find_typed_subject(ctx, typed, live.pod if live else None)
    called = name_subject(ctx, typed)
    base = ctx.settings.base if pod is None else pod.setup.base
    data: Data = {
        "life": COMMANDER_LIFE if base == "commander" else LIFE,
        "teammates": [],
        **_read_pod(pod, whom),
        "era": ctx.settings.rules_era,
        "player": whom,
        "planeswalkers": [],
        "effects": [],
        "damage": [{"object": SOURCE, "controller": OPPONENT, "amount": 1}],
    }
    names = await name_in_question(ctx, pod, called)
    question = build_question(data, DamageNotation(names))
    number = live.number if live is not None and pod is not None else 0
    owner = ctx.interaction.user.id
    return DamageDraft(ctx.place, owner, number, called, question=question)


def _read_pod(pod: Pod | None, whom: str) -> Data:
    """Return the player's teammates, life and poison as the pod has them."""
    if pod is None:
        return {}
    found: Data = {"teammates": [*Ranges(pod.game).find_teammates(whom)]}
    if pod.setup.counting:
        found["life"] = find_life(pod, whom)
        found["poison"] = pod.counts.compute_total("poison", whom)
    return found


# The answer


class DamageAnswer(Struct, frozen=True):
    """A page of an answer about damage.

    `follows` has for each outcome the consequence of the defeat, if there is one. With
    `can_report` an outcome that happened can be reported.
    """

    question: DamageQuestion
    found: Found
    names: QuestionNames
    follows: tuple[Consequence | None, ...]
    can_report: bool
    page: int = 0

    @property
    def last_page(self) -> int:
        """The number of the last page, counted from 0."""
        return max(len(self.found.outcomes) - 1, 0) // OUTCOMES_PER_PAGE

    def list_page(self) -> list[tuple[int, Outcome]]:
        """Return the outcomes of the page with their places among all, from 0."""
        listed = [*enumerate(self.found.outcomes)]
        return listed[self.page * OUTCOMES_PER_PAGE : (self.page + 1) * OUTCOMES_PER_PAGE]

    def render(self) -> discord.Embed:
        """Return the question, the outcomes of the page, and what holds for all outcomes."""
        answer = self.found.answer
        text = self.names.text
        words = DamageWords(self.question, answer, text, self.names.write)
        era = text(f"judge-era-{answer.era}")
        top = [
            f"-# {self._restate()}",
            f"**{text('judge-outcomes', era=era, count=answer.count)}**",
            *(put_rule_first(each.rule, words.explain(each)) for each in answer.impossible),
            *words.tell_forced(),
        ]
        blocks = [self._render_outcome(words, *each) for each in self.list_page()]
        hidden = answer.count - len(self.found.outcomes)
        more = [text("judge-more", count=hidden)] if hidden and self.page == self.last_page else []
        bottom = [*more, *words.tell_powers(), *self._compare_eras()]
        embed = discord.Embed(title=text("judge-title-damage"), colour=COLOURS["lobby"])
        embed.description = "\n".join([*top, *blocks, *bottom])
        return embed

    def _restate(self) -> str:
        """Return the question on one line, for readers who did not ask it."""
        typed = DamageNotation(self.names).write(self.question)
        parts = [typed.sources, typed.planeswalkers, typed.effects]
        said = " · ".join("; ".join(part.splitlines()) for part in parts if part)
        return self.names.text(
            "judge-restated",
            player=self.names.write(self.question.player),
            you=escape(typed.you),
            what=escape(said, _MAX_RESTATED_LENGTH),
        )

    def _render_outcome(self, words: DamageWords, place: int, outcome: Outcome) -> str:
        follows = self.follows[place]
        deadly = "💀 " if outcome.defeated else ""
        number = f"{place + 1}." if place < len(self.found.answer.outcomes) else "…"
        line = f"**{number}** {deadly}{words.tell_outcome(outcome)}"
        return line if follows is None else f"{line}\n↳ {follows.told}"

    def _compare_eras(self) -> Iterator[str]:
        if self.found.differs is None:
            yield self.names.text("judge-otherwise-unknown")
        elif self.found.differs:
            sentences = Sentences(self.names.text, self.names.write)
            yield f"📖 {sentences.name_other_era(self.found.answer.era)}"

    def list_rules(self) -> list[str]:
        """Return the rules of the answer, then those of the verdicts."""
        verdicts = [rule for each in self.follows if each is not None for rule in each.rules]
        return [*dict.fromkeys([*self.found.answer.rules, *verdicts])][:_MAX_RULES]

    def make_controls(self, prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Yield the buttons that report a deadly outcome of the page, and those that turn pages."""
        deadly = [each for each in self.list_page() if each[1].defeated] if self.can_report else []
        if len(deadly) == 1:
            yield make_happened_button(f"{prefix}:happened:{deadly[0][0]}", self.names.text)
        if self.last_page:
            yield from controls.make_page_buttons(f"{prefix}:page", self.page, self.last_page)
        if len(deadly) > 1:
            yield self._make_happened_menu(f"{prefix}:which", deadly)

    def _make_happened_menu(
        self, custom_id: str, deadly: Sequence[tuple[int, Outcome]]
    ) -> ui.Select[ui.View]:
        """Return the menu that opens the report of one of several deadly outcomes."""
        words = DamageWords(self.question, self.found.answer, self.names.text, self.names.label)
        options = [
            discord.SelectOption(
                label=clean_label(f"{place + 1}. {words.tell_outcome(outcome)}", 100),
                value=str(place),
            )
            for place, outcome in deadly
        ]
        placeholder = clean_label(self.names.text("judge-which"), 150)
        return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


async def _answer_draft(
    ctx: Context, draft: DamageDraft, names: QuestionNames, deferral: Deferral
) -> DamageAnswer | None:
    """Return the answer, with the verdicts of the pod as it stands now."""
    found = await _search_outcomes(ctx, draft.question, deferral)
    if found is None:
        return None
    live = await find_game(ctx) if draft.number else None
    pod = live.pod if live is not None and live.number == draft.number else None
    follows: list[Consequence | None] = [None] * len(found.outcomes)
    if pod is not None:
        words = await name_players(ctx.people, names.text, find_people(pod))
        follows = [
            None if each.defeat is None else judge_defeat(pod, each.defeat, words)
            for each in found.outcomes
        ]
    return DamageAnswer(draft.question, found, names, tuple(follows), bool(draft.number))


async def _search_outcomes(
    ctx: Context, question: DamageQuestion, deferral: Deferral
) -> Found | None:
    """Return the outcomes; None if Discord accepts no answer any more.

    If the search takes longer than `PATIENCE`, the answer is deferred. Raises `Refusal` if the
    question is too large, or the search was not made.
    """
    asker = ctx.interaction.user.id
    searching = asyncio.create_task(ctx.services.judge.search(question, asker))
    done, _ = await asyncio.wait([searching], timeout=PATIENCE)
    if not done and not await defer(ctx, **deferral):
        searching.add_done_callback(lambda task: task.cancelled() or task.exception())
        return None
    try:
        return await searching
    except TooLarge:
        raise Refusal("judge-large") from None
    except SearchBusy:
        raise Refusal("judge-busy") from None
    except SearchReplaced:
        raise Refusal("judge-replaced") from None
    except SearchFailed as error:
        log.error("a process of the judge failed: %s", error)
        raise Refusal("judge-failed") from None


# The form, the pages and the report


def _write_form(draft: DamageDraft, names: QuestionNames) -> TypedDamage:
    return DamageNotation(names).write(draft.question)


def _read_form(
    ctx: Context, draft: DamageDraft, typed: TypedDamage, names: QuestionNames
) -> DamageDraft:
    asked = draft.question
    question = DamageNotation(names).read(typed, asked.player, read_era(ctx, asked.era))
    return replace(draft, question=question)


TOPIC = JudgeTopic(
    name="damage",
    draft=DamageDraft,
    typed=TypedDamage,
    lines=("sources", "effects"),
    blank=("sources",),
    begin=begin_damage,
    write=_write_form,
    make_menu=lambda ctx, draft: make_era_menu(ctx, draft.question.era),
    read=_read_form,
    answer=_answer_draft,
)


async def turn_page(ctx: Context, token: str, page: int, draft: DamageDraft) -> None:
    """Show a page of the outcomes."""
    names = await name_in_draft(ctx, draft)
    answer = await _answer_draft(ctx, draft, names, IN_PLACE)
    if answer is not None:
        page = min(page, answer.last_page)
        await TOPIC.edit(ctx, token, replace(answer, page=page), names)


async def report_picked(ctx: Context, token: str, draft: DamageDraft, picked: int) -> None:
    """Open the report form for the deadly outcome that the user picked."""
    await report_outcome(ctx, token, picked, draft)


async def report_outcome(ctx: Context, token: str, place: int, draft: DamageDraft) -> None:
    """Open the report form, filled in with a deadly outcome; the user sends it."""
    found = await _search_outcomes(ctx, draft.question, PRIVATE)
    if found is None:
        return
    live = await find_pod(ctx, draft.number)
    assert live.pod is not None
    defeat = found.outcomes[place].defeat if place < len(found.outcomes) else None
    if not draft.number or defeat is None:
        raise Refusal("unknown-button")
    entry = replace_unknown(make_entry(make_report(defeat)), live.pod.players)
    await open_form_on(ctx, live, entry)


ROUTES = (
    *TOPIC.list_routes(),
    TOPIC.make_route("page:{page:int}", turn_page),
    TOPIC.make_route("happened:{place:int}", report_outcome),
    TOPIC.make_route("which", report_picked, picked=parse_number),
)
