"""The flow of a question to the judge: fill in its form, change it, show everybody the answer.

Each kind of question is a row, a `JudgeTopic`: its draft, its form, and how it is answered.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import discord
from discord import ui
from discord.app_commands import Choice
from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from bot.front.interaction.answering import (
    edit,
    note_outcome,
    render_refusal,
    say,
    show_modal,
)
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.picking import find_player, offer_players
from bot.front.interaction.routes import Access, Handler, Route
from bot.front.judge.notation import QuestionNames, TypedQuestion
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label, clean_typed, cut, escape, isolate
from bot.front.rendering.names import find_people, load_display_names
from bot.i18n import Catalogue
from bot.judge.question import PLAYER, Era
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import QUESTION_OWNER
from bot.rules.teams import find_in_game
from bot.service.live_game import LiveGame

ERAS: tuple[Era, ...] = ("current", "2013")
"""The eras that a menu offers, the usual one first."""

ACCESS = Access((QUESTION_OWNER,), "costly", "judge-other")
"""Access to the buttons below an answer: only its asker, in the channel of the question."""

_MAX_LABEL_LENGTH = 45  # characters: Discord's limits of a modal
_MAX_DESCRIPTION_LENGTH = 100
_MAX_INPUT_LENGTH = 4_000

Deferral = Mapping[str, bool]
"""The arguments of `defer` for a slow answer."""

PRIVATE: Deferral = {"ephemeral": True, "thinking": True}
IN_PLACE: Deferral = {}
PUBLIC: Deferral = {"thinking": True}


class JudgeDraft(Draft, frozen=True):
    """A question that its asker can still change.

    `number` is that of the pod that the question is about, 0 without a pod. `called` is the name
    by which others read the asker, or whom they ask about. `unfit` has the texts of a form that
    were refused, by field.
    """

    number: int
    called: str
    unfit: Mapping[str, str] = {}

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for a question that the bot has forgotten."""
        return Refusal("judge-gone")

    @staticmethod
    def refuse_elsewhere() -> Refusal:
        """Return the refusal for somebody else's question, or one asked in another channel."""
        return Refusal("judge-other")


class Answer(Protocol):
    """An answer of the judge in one language."""

    def render(self) -> discord.Embed:
        """Return the question with its answer."""

    def list_rules(self) -> Iterable[str]:
        """Return the ids of the rules that the answer cites."""

    def make_controls(self, prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Return the buttons that this kind of answer adds; `prefix` begins their custom ids."""


D = TypeVar("D", bound=JudgeDraft)
T = TypeVar("T", bound=TypedQuestion)


class JudgeTopic(Struct, Generic[D, T], frozen=True):
    """A kind of question: a row of the judge's table.

    `name` stands in custom ids and in the catalogue's keys. `begin` returns a question about the
    typed player, or the asker; a new form leaves the `blank` fields of it empty. `lines` names the
    fields that take several lines. `read` raises `Refusal` for a text that does not fit. `answer`
    returns `None` if Discord accepts no answer any more.
    """

    name: str
    draft: type[D]
    typed: type[T]
    lines: tuple[str, ...]
    blank: tuple[str, ...]
    begin: Callable[[Context, str | None], Awaitable[D]]
    write: Callable[[D, QuestionNames], T]
    make_menu: Callable[[Context, D], "ui.Select[ui.Modal] | None"]
    read: Callable[[Context, D, T, QuestionNames], D]
    answer: Callable[[Context, D, QuestionNames, Deferral], Awaitable[Answer | None]]

    def list_routes(self) -> tuple[Route, ...]:
        """Return the routes that every kind of question has."""
        handlers: dict[str, Handler] = {
            "more": self.say_more,
            "filled": self.fill_form,
            "show": self.show_everybody,
        }
        return tuple(self.make_route(action, handler) for action, handler in handlers.items())

    def make_route(
        self, action: str, handler: Handler, picked: Callable[[str], object | None] | None = None
    ) -> Route:
        """Return the route of a button, menu or form of this kind of question."""
        pattern = f"judge:{self.name}:{{token}}:{action}"
        return Route(pattern, handler, ACCESS, draft=self.draft, picked=picked)

    async def ask(self, ctx: Context, typed: str | None, card: str) -> None:
        """Open the form of a new question, about the typed player or else the asker.

        The first blank field begins with the name of a `card`, if there is one.
        """
        draft = await self.begin(ctx, typed)
        token = ctx.services.drafts.begin(draft)
        blank = {**dict.fromkeys(self.blank, ""), self.blank[0]: f"{card} " if card else ""}
        await self._show_form(ctx, token, draft, blank)

    async def say_more(self, ctx: Context, token: str, draft: D) -> None:
        """Open the form of a question, with the texts that were refused last, if any were."""
        await self._show_form(ctx, token, draft, draft.unfit)

    async def _show_form(
        self, ctx: Context, token: str, draft: D, instead: Mapping[str, str]
    ) -> None:
        """Open the form of a question, with some texts `instead` of its own."""
        names = await name_in_draft(ctx, draft)
        text = names.text
        title = clean_label(text(f"judge-title-{self.name}"), _MAX_LABEL_LENGTH)
        form = ui.Modal(title=title, custom_id=f"judge:{self.name}:{token}:filled")
        form.stop()  # nobody waits for it: the answer comes back by its custom id
        for name, written in asdict(self.write(draft, names)).items():
            if written is not None:
                typed = instead.get(name, written)
                _add_field(form, name, _make_input(name, typed, lines=name in self.lines), text)
        menu = self.make_menu(ctx, draft)
        if menu is not None:
            _add_field(form, menu.custom_id, menu, text)
        await show_modal(ctx, form)

    async def fill_form(self, ctx: Context, token: str, draft: D) -> None:
        """Answer the question in the form; if it is refused, a button brings the form back."""
        names = await name_in_draft(ctx, draft)
        fields = {name: ctx.fields.get(name, "") for name in self.typed.__struct_fields__}
        drafts = ctx.services.drafts
        is_new = ctx.interaction.message is None
        try:
            asked = self.read(ctx, draft, convert(fields, self.typed), names)
            answer = await self.answer(ctx, asked, names, PRIVATE if is_new else IN_PLACE)
        except Refusal as refusal:
            drafts.keep(token, replace(draft, unfit=fields))
            note_outcome(ctx.interaction, "refused", refusal.code)
            again = controls.make_unstored_view([self._make_more(token, names.text)])
            await say(ctx, f"🚫 {await render_refusal(ctx, refusal)}", view=again)
            return
        if answer is not None:
            drafts.keep(token, replace(asked, unfit={}))
            if is_new:
                view = self._make_view(answer, token, names.text)
                await say(ctx, embed=answer.render(), view=view)
            else:
                await self.edit(ctx, token, answer, names)

    async def show_everybody(self, ctx: Context, token: str, draft: D) -> None:
        """Post the answer in the channel, in the server's language."""
        names = (await name_in_draft(ctx, draft)).translate(ctx.public_text)
        answer = await self.answer(ctx, draft, names, PUBLIC)
        if answer is not None:
            rules = controls.make_unstored_view(controls.make_rule_buttons(answer.list_rules()))
            await say(ctx, embed=answer.render(), view=rules, everybody=True)

    async def edit(self, ctx: Context, token: str, answer: Answer, names: QuestionNames) -> None:
        """Show another answer in the private message."""
        view = self._make_view(answer, token, names.text)
        await edit(ctx, content=None, embed=answer.render(), view=view)

    def _make_view(self, answer: Answer, token: str, text: Catalogue) -> ui.View:
        prefix = f"judge:{self.name}:{token}"
        items: list[ui.Item[ui.View]] = [
            self._make_more(token, text),
            ui.Button(label=text("button-judge-show"), emoji="📣", custom_id=f"{prefix}:show"),
            *answer.make_controls(prefix),
            *controls.make_rule_buttons(answer.list_rules()),
        ]
        return controls.make_unstored_view(items)

    def _make_more(self, token: str, text: Catalogue) -> ui.Button[ui.View]:
        custom_id = f"judge:{self.name}:{token}:more"
        return ui.Button(label=text("button-judge-more"), emoji="✏️", custom_id=custom_id)


AnyTopic = JudgeTopic[Any, Any]


# The form and its buttons


def _make_input(name: str, typed: str, *, lines: bool) -> ui.TextInput[ui.Modal]:
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph if lines else discord.TextStyle.short,
        required=False,
        max_length=_MAX_INPUT_LENGTH,
        default=cut(typed, _MAX_INPUT_LENGTH) or None,
    )


def _add_field(form: ui.Modal, name: str, field: ui.Item[ui.Modal], text: Catalogue) -> None:
    """Add a field with the texts `judge-form-<name>` and `judge-form-<name>-about`."""
    label = clean_label(text(f"judge-form-{name}"), _MAX_LABEL_LENGTH)
    about = clean_label(text(f"judge-form-{name}-about"), _MAX_DESCRIPTION_LENGTH)
    form.add_item(ui.Label(text=label, description=about, component=field))


def make_era_menu(ctx: Context, era: Era) -> ui.Select[ui.Modal]:
    """Return the menu of eras with `era` selected."""
    options = [
        discord.SelectOption(label=ctx.text(f"rules-era-{each}"), value=each, default=each == era)
        for each in ERAS
    ]
    return ui.Select(custom_id="era", options=options, required=True)


def read_era(ctx: Context, era: Era) -> Era:
    """Return the era that the user picked in a form; `era` if they picked none."""
    return next((each for each in ERAS if each == ctx.fields.get("era")), era)


def make_happened_button(custom_id: str, text: Catalogue) -> ui.Button[ui.View]:
    """Return the button that opens the report of a defeat, filled in."""
    style = discord.ButtonStyle.danger
    label = text("button-judge-happened")
    return ui.Button(label=label, emoji="⚔️", style=style, custom_id=custom_id)


# Players and their names


async def find_game(ctx: Context) -> LiveGame | None:
    """Return the channel's pod while its game goes on, else None."""
    live = await ctx.services.service.find_current(ctx.place)
    playing = live.pod is not None and live.pod.state in ("running", "waiting")
    return live if playing else None


async def offer_anybody(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the players of the channel's game; without a game, the typed name and the asker."""
    if await find_game(ctx) is not None:
        return await offer_players(ctx, typed)
    named = dict.fromkeys([" ".join(typed.split()), ctx.interaction.user.display_name])
    labelled = [clean_typed(name, 98) for name in named if name]
    return [Choice(name=isolate(name), value=name) for name in labelled]


def find_subject(pod: Pod | None, player: Player) -> tuple[str, Pod | None]:
    """Return the name of `player` in a question, and the pod if they are in its game."""
    if pod is None or player not in find_in_game(pod.game.standings):
        return PLAYER, None
    return player, pod


async def find_typed_subject(
    ctx: Context, typed: str | None, pod: Pod | None
) -> tuple[str, Pod | None]:
    """Return the typed player, or the asker, and the pod if they are in its game.

    Raises `Refusal` if the typed player is not in the pod's game.
    """
    if pod is None or not typed:
        return find_subject(pod, await ctx.find_player())
    found = find_subject(pod, await find_player(ctx, typed, pod))
    if found[1] is None:
        playing = find_in_game(pod.game.standings)
        raise Refusal("who", typed=escape(typed), players=tuple(playing))
    return found


def name_subject(ctx: Context, typed: str | None) -> str:
    """Return the name of whom a question without a pod is about: typed, or the asker's."""
    return clean_typed(typed, 98) if typed else ctx.interaction.user.display_name


async def name_in_question(ctx: Context, pod: Pod | None, asker: str) -> QuestionNames:
    """Return the names of the pod's players in the user's language; none without a pod."""
    if pod is None:
        return QuestionNames(ctx.text, {}, asker)
    called = await load_display_names(ctx.people, ctx.text, find_people(pod))
    return QuestionNames(ctx.text, {player: called[player] for player in pod.players}, asker)


async def name_in_draft(ctx: Context, draft: JudgeDraft) -> QuestionNames:
    """Return the names in a question that was asked before."""
    number = draft.number
    found = await ctx.services.service.find(ctx.place, number) if number else None
    return await name_in_question(ctx, found.pod if found else None, draft.called)
