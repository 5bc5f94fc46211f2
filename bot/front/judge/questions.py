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

from bot.front.interaction.answers import (
    edit_private_message,
    record_interaction_outcome,
    render_refusal,
    send_answer,
    show_modal,
)
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.player_options import complete_player_names, resolve_player_option
from bot.front.interaction.routes import Access, Handler, Route
from bot.front.judge.notation import QuestionFormTexts, QuestionNames
from bot.front.ui import components
from bot.front.ui.escaping import (
    clean_label,
    clean_user_input,
    escape_markdown,
    isolate_right_to_left,
    truncate,
)
from bot.front.ui.player_names import list_people_of_game, load_display_names
from bot.i18n import Catalogue
from bot.judge.question import PLAYER, Era
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import QUESTION_OWNER
from bot.rules.teams import list_players_in_game
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


class JudgeQuestionDraft(Draft, frozen=True):
    """A question to the judge that the user who asked can still change.

    `number` is that of the pod that the question is about, 0 without a pod. `called` is the
    name that other readers see for the user, or for the player they ask about. `unfit` has the
    texts of a form that were refused, by field.
    """

    number: int
    called: str
    unfit: Mapping[str, str] = {}

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a question whose draft has expired."""
        return Refusal("judge-gone")

    @staticmethod
    def build_wrong_owner_refusal() -> Refusal:
        """Return the refusal for somebody else's question, or one asked in another channel."""
        return Refusal("judge-other")


class JudgeAnswer(Protocol):
    """A protocol of the judge's answers in one language."""

    def render_embed(self) -> discord.Embed:
        """Return an embed with the question and its answer."""

    def list_rule_ids(self) -> Iterable[str]:
        """Return the ids of the rules that the answer cites."""

    def build_buttons(self, custom_id_prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Return the further buttons of this kind of answer."""


D = TypeVar("D", bound=JudgeQuestionDraft)
T = TypeVar("T", bound=QuestionFormTexts)


class JudgeTopic(Struct, Generic[D, T], frozen=True):
    """A kind of question to the judge, with its form and its answer.

    `name` stands in custom ids and in the catalogue's keys. `begin` returns a question about
    the named player, or the user; a new form leaves its `blank` fields empty. `lines` names the
    fields that take several lines. `read` raises `Refusal` for an invalid text. `answer`
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
    answer: Callable[[Context, D, QuestionNames, Deferral], Awaitable[JudgeAnswer | None]]

    def build_routes(self) -> tuple[Route, ...]:
        """Return the routes that every kind of question has."""
        handlers: dict[str, Handler] = {
            "more": self.reopen_question_form,
            "filled": self.answer_submitted_form,
            "show": self.post_answer_publicly,
        }
        return tuple(self.build_route(action, handler) for action, handler in handlers.items())

    def build_route(
        self,
        action: str,
        handler: Handler,
        parse_selection: Callable[[str], object | None] | None = None,
    ) -> Route:
        """Return the route of a button, menu or form of this kind of question."""
        pattern = f"judge:{self.name}:{{token}}:{action}"
        return Route(pattern, handler, ACCESS, draft=self.draft, picked=parse_selection)

    async def open_new_question(
        self, ctx: Context, player_name: str | None, card_name: str
    ) -> None:
        """Open the form of a new question, about the named player or else the user.

        The first blank field begins with the name of a card, if there is one.
        """
        draft = await self.begin(ctx, player_name)
        token = ctx.services.drafts.add(draft)
        blank = {
            **dict.fromkeys(self.blank, ""),
            self.blank[0]: f"{card_name} " if card_name else "",
        }
        await self._open_question_form(ctx, token, draft, blank)

    async def reopen_question_form(self, ctx: Context, token: str, draft: D) -> None:
        """Open the form of a question again, with the texts that were last refused, if any."""
        await self._open_question_form(ctx, token, draft, draft.unfit)

    async def _open_question_form(
        self, ctx: Context, token: str, draft: D, replaced_texts: Mapping[str, str]
    ) -> None:
        """Open the form of a question, with replaced texts in some fields."""
        names = await load_names_of_draft(ctx, draft)
        text = names.text
        title = clean_label(text(f"judge-title-{self.name}"), _MAX_LABEL_LENGTH)
        form = ui.Modal(title=title, custom_id=f"judge:{self.name}:{token}:filled")
        form.stop()  # nobody waits for it: the answer comes back by its custom id
        for name, written in asdict(self.write(draft, names)).items():
            if written is not None:
                typed = replaced_texts.get(name, written)
                _add_form_field(
                    form,
                    name,
                    _build_text_input(name, typed, is_multiline=name in self.lines),
                    text,
                )
        menu = self.make_menu(ctx, draft)
        if menu is not None:
            _add_form_field(form, menu.custom_id, menu, text)
        await show_modal(ctx, form)

    async def answer_submitted_form(self, ctx: Context, token: str, draft: D) -> None:
        """Answer the question of the form; after a refusal, a button opens the form again."""
        names = await load_names_of_draft(ctx, draft)
        fields = {name: ctx.modal_fields.get(name, "") for name in self.typed.__struct_fields__}
        drafts = ctx.services.drafts
        is_new = ctx.interaction.message is None
        try:
            asked = self.read(ctx, draft, convert(fields, self.typed), names)
            answer = await self.answer(ctx, asked, names, PRIVATE if is_new else IN_PLACE)
        except Refusal as refusal:
            drafts.replace(token, replace(draft, unfit=fields))
            record_interaction_outcome(ctx.interaction, "refused", refusal.code)
            again = components.build_stateless_view([self._build_change_button(token, names.text)])
            await send_answer(ctx, f"🚫 {await render_refusal(ctx, refusal)}", view=again)
            return
        if answer is not None:
            drafts.replace(token, replace(asked, unfit={}))
            if is_new:
                view = self._build_answer_view(answer, token, names.text)
                await send_answer(ctx, embed=answer.render_embed(), view=view)
            else:
                await self.show_updated_answer(ctx, token, answer, names)

    async def post_answer_publicly(self, ctx: Context, token: str, draft: D) -> None:
        """Post the answer in the channel, in the server's language."""
        names = (await load_names_of_draft(ctx, draft)).with_language(ctx.public_catalogue)
        answer = await self.answer(ctx, draft, names, PUBLIC)
        if answer is not None:
            rules = components.build_stateless_view(
                components.build_rule_buttons(answer.list_rule_ids())
            )
            await send_answer(ctx, embed=answer.render_embed(), view=rules, is_public=True)

    async def show_updated_answer(
        self, ctx: Context, token: str, answer: JudgeAnswer, question_names: QuestionNames
    ) -> None:
        """Show another answer in the private message."""
        view = self._build_answer_view(answer, token, question_names.text)
        await edit_private_message(ctx, content=None, embed=answer.render_embed(), view=view)

    def _build_answer_view(self, answer: JudgeAnswer, token: str, catalogue: Catalogue) -> ui.View:
        prefix = f"judge:{self.name}:{token}"
        items: list[ui.Item[ui.View]] = [
            self._build_change_button(token, catalogue),
            ui.Button(label=catalogue("button-judge-show"), emoji="📣", custom_id=f"{prefix}:show"),
            *answer.build_buttons(prefix),
            *components.build_rule_buttons(answer.list_rule_ids()),
        ]
        return components.build_stateless_view(items)

    def _build_change_button(self, token: str, catalogue: Catalogue) -> ui.Button[ui.View]:
        custom_id = f"judge:{self.name}:{token}:more"
        return ui.Button(label=catalogue("button-judge-more"), emoji="✏️", custom_id=custom_id)


AnyTopic = JudgeTopic[Any, Any]


# The form and its buttons


def _build_text_input(
    custom_id: str, default_text: str, *, is_multiline: bool
) -> ui.TextInput[ui.Modal]:
    return ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph if is_multiline else discord.TextStyle.short,
        required=False,
        max_length=_MAX_INPUT_LENGTH,
        default=truncate(default_text, _MAX_INPUT_LENGTH) or None,
    )


def _add_form_field(
    form: ui.Modal, field_name: str, field: ui.Item[ui.Modal], catalogue: Catalogue
) -> None:
    """Add a field with the texts `judge-form-<name>` and `judge-form-<name>-about`."""
    label = clean_label(catalogue(f"judge-form-{field_name}"), _MAX_LABEL_LENGTH)
    about = clean_label(catalogue(f"judge-form-{field_name}-about"), _MAX_DESCRIPTION_LENGTH)
    form.add_item(ui.Label(text=label, description=about, component=field))


def build_era_menu(ctx: Context, era: Era) -> ui.Select[ui.Modal]:
    """Return a modal's menu of rules eras, with one era selected."""
    options = [
        discord.SelectOption(
            label=ctx.catalogue(f"rules-era-{each}"), value=each, default=each == era
        )
        for each in ERAS
    ]
    return ui.Select(custom_id="era", options=options, required=True)


def get_selected_era(ctx: Context, default_era: Era) -> Era:
    """Return the rules era that the user selected in a form; the default without a selection."""
    return next((each for each in ERAS if each == ctx.modal_fields.get("era")), default_era)


def build_report_button(custom_id: str, catalogue: Catalogue) -> ui.Button[ui.View]:
    """Return the button that opens the report of a defeat, filled in."""
    style = discord.ButtonStyle.danger
    label = catalogue("button-judge-happened")
    return ui.Button(label=label, emoji="⚔️", style=style, custom_id=custom_id)


# Players and their names


async def load_running_pod(ctx: Context) -> LiveGame | None:
    """Return the channel's current pod while its game is running, else None."""
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    playing = live.pod is not None and live.pod.state in ("running", "waiting")
    return live if playing else None


async def complete_judge_player(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the players of the channel's game; without a game, the typed name and the user's
    name.
    """
    if await load_running_pod(ctx) is not None:
        return await complete_player_names(ctx, query)
    named = dict.fromkeys([" ".join(query.split()), ctx.interaction.user.display_name])
    labelled = [clean_user_input(name, 98) for name in named if name]
    return [Choice(name=isolate_right_to_left(name), value=name) for name in labelled]


def find_subject_in_pod(pod: Pod | None, player: Player) -> tuple[str, Pod | None]:
    """Return the name of a player in a question, and the pod if the player is in its game."""
    if pod is None or player not in list_players_in_game(pod.current_game.standings):
        return PLAYER, None
    return player, pod


async def find_named_subject(
    ctx: Context, player_name: str | None, pod: Pod | None
) -> tuple[str, Pod | None]:
    """Return the named player, or the user, and the pod if the player is in its game.

    Raises `Refusal` if the named player is not in the pod's game.
    """
    if pod is None or not player_name:
        return find_subject_in_pod(pod, await ctx.find_requester_player())
    found = find_subject_in_pod(pod, await resolve_player_option(ctx, player_name, pod))
    if found[1] is None:
        playing = list_players_in_game(pod.current_game.standings)
        raise Refusal("who", typed=escape_markdown(player_name), players=tuple(playing))
    return found


def get_subject_name(ctx: Context, player_name: str | None) -> str:
    """Return the display name of the player of a question without a pod: typed, or the user's
    name.
    """
    return clean_user_input(player_name, 98) if player_name else ctx.interaction.user.display_name


async def load_question_names(ctx: Context, pod: Pod | None, subject_name: str) -> QuestionNames:
    """Return the names of the pod's players in the user's language; no names without a pod."""
    if pod is None:
        return QuestionNames(ctx.catalogue, {}, subject_name)
    called = await load_display_names(ctx.server_people, ctx.catalogue, list_people_of_game(pod))
    return QuestionNames(
        ctx.catalogue, {player: called[player] for player in pod.players}, subject_name
    )


async def load_names_of_draft(ctx: Context, draft: JudgeQuestionDraft) -> QuestionNames:
    """Return the names in a question that was asked before."""
    number = draft.number
    found = await ctx.services.service.load_game(ctx.channel_address, number) if number else None
    return await load_question_names(ctx, found.pod if found else None, draft.called)
