"""The flow of a question to the judge: fill in its form, change it, show everybody the answer.

Each kind of question is a row, a `JudgeQuestionKind`: its draft, its form, and how it is answered.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import discord
from discord import ui
from discord.app_commands import Choice
from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from bot.front.interaction.answers import (
    answer_by_editing_message,
    record_interaction_result_for_metrics,
    render_refusal,
    send_answer,
    show_modal,
)
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.game_commands import load_numbered_or_current_game
from bot.front.interaction.player_options import autocomplete_names_of_remaining_players, parse_player_option
from bot.front.interaction.routes import AccessRule, CustomIdRoute, Handler
from bot.front.judge.notation import JudgeQuestionFormTexts, NamesInJudgeQuestion
from bot.front.ui import components
from bot.front.ui.escaping import (
    clean_label_text,
    clean_user_input,
    escape_markdown,
    isolate_right_to_left_text,
    truncate_with_ellipsis,
)
from bot.front.ui.player_names import list_players_named_in_game, load_distinct_display_names
from bot.i18n import Translations
from bot.judge.question import PLAYER, Era
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import QUESTION_OWNER
from bot.rules.teams import list_players_in_game
from bot.service.live_game import LiveGame

ERAS: tuple[Era, ...] = ("current", "2013")
"""The eras that a menu offers, the usual one first."""

ACCESS = AccessRule((QUESTION_OWNER,), "costly", "judge-other")
"""Access to the buttons below an answer: only its asker, in the channel of the question."""

_MAX_LABEL_LENGTH = 45  # characters: Discord's limits of a modal
_MAX_DESCRIPTION_LENGTH = 100
_MAX_INPUT_LENGTH = 4_000

Deferral = Mapping[str, bool]
"""The arguments of `defer` for a slow answer."""

PRIVATE: Deferral = {"ephemeral": True, "thinking": True}
IN_PLACE: Deferral = {}
PUBLIC: Deferral = {"thinking": True}


class JudgeQuestionDraft(InteractionDraft, frozen=True):
    """A draft of a question to the rules judge, which its author can still change.

    `number` is that of the pod that the question is about, 0 without a pod. `called` is the name that other readers see
    for the user, or for the player they ask about. `unfit` has the texts of a form that were refused, by field.
    """

    number: int
    called: str
    unfit: Mapping[str, str] = {}

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        return Refusal("judge-gone")

    @staticmethod
    def build_wrong_user_refusal() -> Refusal:
        """Return the refusal for changing a question of another user or channel."""
        return Refusal("judge-other")


class JudgeAnswer(Protocol):
    """The protocol of the judge's answers, each in one language."""

    def render_embed(self) -> discord.Embed:
        """Return an embed with the question and the answer."""

    def list_cited_rule_ids(self) -> Iterable[str]:
        """Return the ids of the rules that the answer cites."""

    def build_buttons(self, custom_id_prefix: str) -> Iterable[ui.Item[ui.View]]:
        """Return the buttons below this answer."""


D = TypeVar("D", bound=JudgeQuestionDraft)
T = TypeVar("T", bound=JudgeQuestionFormTexts)


class JudgeQuestionKind(Struct, Generic[D, T], frozen=True):
    """A kind of question to the rules judge, such as about damage: its form and answers.

    `name` stands in custom ids and in the catalogue's keys. `begin` returns a question about the named player, or the
    user; a new form leaves its `blank` fields empty. `lines` names the fields that take several lines. `read` raises
    `Refusal` for an invalid text. `answer` returns `None` if Discord accepts no answer any more.
    """

    name: str
    draft: type[D]
    typed: type[T]
    lines: tuple[str, ...]
    blank: tuple[str, ...]
    begin: Callable[[Context, str | None], Awaitable[D]]
    write: Callable[[D, NamesInJudgeQuestion], T]
    make_menu: Callable[[Context, D], "ui.Select[ui.Modal] | None"]
    read: Callable[[Context, D, T, NamesInJudgeQuestion], D]
    answer: Callable[[Context, D, NamesInJudgeQuestion, Deferral], Awaitable[JudgeAnswer | None]]

    def build_question_routes(self) -> tuple[CustomIdRoute, ...]:
        handlers: dict[str, Handler] = {
            "more": self.reopen_refused_question_form,
            "filled": self.answer_submitted_question_form,
            "show": self.post_judge_answer_publicly,
        }
        return tuple(self.build_component_route(action, handler) for action, handler in handlers.items())

    def build_component_route(
        self, action: str, route_handler: Handler, parse_selection: Callable[[str], object | None] | None = None
    ) -> CustomIdRoute:
        """Return the route of a button, menu or form for this kind of question."""
        pattern = f"judge:{self.name}:{{draft_key}}:{action}"
        return CustomIdRoute(pattern, route_handler, ACCESS, draft=self.draft, picked=parse_selection)

    async def open_new_question_form(self, ctx: Context, player_name: str | None, card_name: str) -> None:
        """Open the form of a new question about a player, by default the user.

        The first blank field begins with the name of a card, if there is one.
        """
        draft = await self.begin(ctx, player_name)
        draft_key = ctx.services.drafts.add_draft(draft)
        blank = {**dict.fromkeys(self.blank, ""), self.blank[0]: f"{card_name} " if card_name else ""}
        await self._open_question_draft_form(ctx, draft_key, draft, blank)

    async def reopen_refused_question_form(self, ctx: Context, draft_key: str, draft: D) -> None:
        """Open a question's form again with the refused texts."""
        await self._open_question_draft_form(ctx, draft_key, draft, draft.unfit)

    async def _open_question_draft_form(
        self, ctx: Context, draft_key: str, draft: D, replaced_texts: Mapping[str, str]
    ) -> None:
        """Open a question's form; `replaced_texts` override the texts of some fields."""
        names = await load_names_in_question_draft(ctx, draft)
        text = names.text
        title = clean_label_text(text(f"judge-title-{self.name}"), _MAX_LABEL_LENGTH)
        form = ui.Modal(title=title, custom_id=f"judge:{self.name}:{draft_key}:filled")
        form.stop()  # nobody waits for it: the answer comes back by its custom id
        for name, written in asdict(self.write(draft, names)).items():
            if written is not None:
                typed = replaced_texts.get(name, written)
                field = _build_text_input_of_judge_question(name, typed, is_multiline=name in self.lines)
                _add_text_input_to_question_form(form, name, field, text)
        menu = self.make_menu(ctx, draft)
        if menu is not None:
            form.add_item(ui.Label(text=_get_field_label(menu.custom_id, text), component=menu))
        await show_modal(ctx, form)

    async def answer_submitted_question_form(self, ctx: Context, draft_key: str, draft: D) -> None:
        """Answer the question in the submitted form.

        If the judge refuses the texts, a button opens the form again.
        """
        names = await load_names_in_question_draft(ctx, draft)
        fields = {name: ctx.modal_fields.get(name, "") for name in self.typed.__struct_fields__}
        drafts = ctx.services.drafts
        is_new = ctx.interaction.message is None
        try:
            asked = self.read(ctx, draft, convert(fields, self.typed), names)
            answer = await self.answer(ctx, asked, names, PRIVATE if is_new else IN_PLACE)
        except Refusal as refusal:
            drafts.replace_draft(draft_key, replace(draft, unfit=fields))
            record_interaction_result_for_metrics(ctx.interaction, "refused", refusal.code)
            again = components.build_view_without_callbacks([self._build_change_question_button(draft_key, names.text)])
            await send_answer(ctx, f"🚫 {await render_refusal(ctx, refusal)}", view=again)
            return
        if answer is not None:
            drafts.replace_draft(draft_key, replace(asked, unfit={}))
            if is_new:
                view = self._build_judge_answer_buttons(ctx, answer, draft_key, names.text)
                await send_answer(ctx, embed=answer.render_embed(), view=view)
            else:
                await self.show_updated_judge_answer(ctx, draft_key, answer, names)

    async def post_judge_answer_publicly(self, ctx: Context, draft_key: str, draft: D) -> None:
        """Post the judge's answer for everybody in the channel, in the server's language.

        Raises `Refusal` outside of servers, where answers are private.
        """
        if not ctx.is_on_server:
            raise Refusal("servers-only")
        names = (await load_names_in_question_draft(ctx, draft)).with_language(ctx.public_translations)
        answer = await self.answer(ctx, draft, names, PUBLIC)
        if answer is not None:
            rules = components.build_view_without_callbacks(
                components.build_rule_text_buttons(answer.list_cited_rule_ids())
            )
            await send_answer(ctx, embed=answer.render_embed(), view=rules, is_public=True)

    async def show_updated_judge_answer(
        self, ctx: Context, draft_key: str, answer: JudgeAnswer, names_in_question: NamesInJudgeQuestion
    ) -> None:
        """Show the judge's changed answer, such as another page, in the user's private message."""
        view = self._build_judge_answer_buttons(ctx, answer, draft_key, names_in_question.text)
        await answer_by_editing_message(ctx, content=None, embed=answer.render_embed(), view=view)

    def _build_judge_answer_buttons(
        self, ctx: Context, answer: JudgeAnswer, draft_key: str, translations: Translations
    ) -> ui.View:
        prefix = f"judge:{self.name}:{draft_key}"
        items: list[ui.Item[ui.View]] = [self._build_change_question_button(draft_key, translations)]
        if ctx.is_on_server:
            items.append(ui.Button(label=translations("button-judge-show"), emoji="📣", custom_id=f"{prefix}:show"))
        items += answer.build_buttons(prefix)
        items += components.build_rule_text_buttons(answer.list_cited_rule_ids())
        return components.build_view_without_callbacks(items)

    def _build_change_question_button(self, draft_key: str, translations: Translations) -> ui.Button[ui.View]:
        custom_id = f"judge:{self.name}:{draft_key}:more"
        return ui.Button(label=translations("button-judge-more"), emoji="✏️", custom_id=custom_id)


AnyTopic = JudgeQuestionKind[Any, Any]


# The form and its buttons


def _build_text_input_of_judge_question(
    custom_id: str, default_text: str, *, is_multiline: bool
) -> ui.TextInput[ui.Modal]:
    return ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph if is_multiline else discord.TextStyle.short,
        required=False,
        max_length=_MAX_INPUT_LENGTH,
        default=truncate_with_ellipsis(default_text, _MAX_INPUT_LENGTH) or None,
    )


def _add_text_input_to_question_form(
    question_form: ui.Modal, field_name: str, text_input: ui.TextInput[ui.Modal], translations: Translations
) -> None:
    """Add a text input to a form, labelled by the texts `judge-form-<name>`.

    An empty field shows the example inside itself, so that the form fits on a phone's screen.
    """
    about = clean_label_text(translations(f"judge-form-{field_name}-about"), _MAX_DESCRIPTION_LENGTH)
    text_input.placeholder = None if text_input.default else about
    label = _get_field_label(field_name, translations)
    question_form.add_item(
        ui.Label(text=label, description=about if text_input.default else None, component=text_input)
    )


def _get_field_label(field_name: str, translations: Translations) -> str:
    return clean_label_text(translations(f"judge-form-{field_name}"), _MAX_LABEL_LENGTH)


def build_rules_era_menu(ctx: Context, selected_era: Era) -> ui.Select[ui.Modal]:
    """Return a form's menu of the eras of Magic's rules, with one era selected."""
    options = [
        discord.SelectOption(label=ctx.translations(f"rules-era-{each}"), value=each, default=each == selected_era)
        for each in ERAS
    ]
    return ui.Select(custom_id="era", options=options, required=True)


def get_selected_rules_era(ctx: Context, default_era: Era) -> Era:
    """Return the era of Magic's rules selected in the form, or the default."""
    return next((each for each in ERAS if each == ctx.modal_fields.get("era")), default_era)


def build_button_to_report_judged_defeat(custom_id: str, translations: Translations) -> ui.Button[ui.View]:
    """Return the button that opens a report form filled with the judged defeat."""
    style = discord.ButtonStyle.danger
    label = translations("button-judge-happened")
    return ui.Button(label=label, emoji="⚔️", style=style, custom_id=custom_id)


# Players and their names


async def load_running_pod(ctx: Context) -> LiveGame | None:
    """Return the running pod of this channel; None without one."""
    if not ctx.is_on_server:
        return None
    live = await load_numbered_or_current_game(ctx)
    playing = live.pod is not None and live.pod.state in ("running", "waiting")
    return live if playing else None


async def autocomplete_player_of_judge_question(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest players of the channel's game for a question to the judge.

    Without a game, suggest the typed name and the user's name.
    """
    if await load_running_pod(ctx) is not None:
        return await autocomplete_names_of_remaining_players(ctx, query)
    named = dict.fromkeys([" ".join(query.split()), ctx.interaction.user.display_name])
    labelled = [clean_user_input(name, 98) for name in named if name]
    return [Choice(name=isolate_right_to_left_text(name), value=name) for name in labelled]


def find_question_player_by_id(pod: Pod | None, player: Player) -> tuple[str, Pod | None]:
    """Return the text for a player in a question to the judge, and the pod if the player is in its game."""
    if pod is None or player not in list_players_in_game(pod.current_game.standings):
        return PLAYER, None
    return player, pod


async def find_judge_question_player_by_name(
    ctx: Context, player_name: str | None, pod: Pod | None
) -> tuple[str, Pod | None]:
    """Find the player of a question by name; also return the pod if the player takes part in its game.

    Raises `Refusal` if the named player is not in the pod's game.
    """
    if pod is None:
        return PLAYER, None
    if not player_name:
        return find_question_player_by_id(pod, await ctx.get_player_id_of_user())
    found = find_question_player_by_id(pod, await parse_player_option(ctx, player_name, pod))
    if found[1] is None:
        playing = list_players_in_game(pod.current_game.standings)
        raise Refusal("who", typed=escape_markdown(player_name), players=tuple(playing))
    return found


def get_player_name_in_question(ctx: Context, typed_player_name: str | None) -> str:
    """Return the player's name in a question without pod: the typed name, or the user's."""
    return clean_user_input(typed_player_name, 98) if typed_player_name else ctx.interaction.user.display_name


async def load_names_in_judge_question(
    ctx: Context, pod: Pod | None, question_player_name: str
) -> NamesInJudgeQuestion:
    """Return the names of a pod's players for a question to the judge; none without a pod."""
    if pod is None:
        return NamesInJudgeQuestion(ctx.translations, {}, question_player_name)
    called = await load_distinct_display_names(
        ctx.people_with_server_nicknames, ctx.translations, list_players_named_in_game(pod)
    )
    return NamesInJudgeQuestion(
        ctx.translations, {player: called[player] for player in pod.players}, question_player_name
    )


async def load_names_in_question_draft(ctx: Context, question_draft: JudgeQuestionDraft) -> NamesInJudgeQuestion:
    """Return the names in an earlier question."""
    number = question_draft.number
    found = await ctx.services.service.load_game_by_number(ctx.channel_address, number) if number else None
    return await load_names_in_judge_question(ctx, found.pod if found else None, question_draft.called)
