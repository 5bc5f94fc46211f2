"""A server's games as a file for its administrators, and the form in which they enter the games of a file."""

import codecs
import io

import discord
from discord import ui

from bot.front.interaction.answers import answer_by_editing_message, defer_answer, send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.inputs import download_attachment, get_modal_attachment
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.fitting import truncate_text_to_length
from bot.projections.games_entry import (
    GamesFilePreview,
    GamesFileProblem,
    GamesFileUnreadableError,
    StoreGamesFileRequest,
    parse_games_file,
    preview_games_file,
    store_games_from_file,
)
from bot.projections.games_file import MAX_FILE_BYTES, GamesFileSelection, GamesFileTooLargeError, encode_games_file
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS
from bot.storage.engine.errors import RowAlreadyExistsError

FILE_NAME = "suzerain-games.csv"

_FILE_FIELD = "file"
_MAX_LISTED = 10
"""The most problems, and the most new people, that a preview lists."""


class GamesImportDraft(InteractionDraft, frozen=True):
    """An uploaded file of games that an administrator previews and has not imported yet."""

    preview: GamesFilePreview


async def send_games_file(ctx: Context, games_to_export: GamesFileSelection) -> None:
    """Send a server's games as a file, with a button to import games from a file. Raises `Refusal`."""
    if not ctx.is_administrator:
        raise Refusal(ADMINISTRATORS.refusal)
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return

    try:
        async with ctx.services.reading:
            content = await ctx.services.database.run_read_transaction_without_timeout(
                lambda connection: b"".join(encode_games_file(connection, games_to_export))
            )
    except GamesFileTooLargeError:
        raise Refusal("games-large") from None
    if len(content) > ctx.interaction.filesize_limit:
        raise Refusal("games-large")
    games = sum(b",z" in line for line in content.splitlines())
    files = [discord.File(io.BytesIO(codecs.BOM_UTF8 + content), FILE_NAME)] if games else []
    button: ui.Button[ui.View] = ui.Button(label=ctx.translations("games-enter"), emoji="📥", custom_id="games:enter")
    view = components.build_view_without_callbacks([button])
    await send_answer(ctx, ctx.translations("games-exported", games=games), files=files, view=view)


async def open_form_to_import_games(ctx: Context) -> None:
    text = ctx.translations
    modal = ui.Modal(title=clean_label_text(text("games-enter"), 45), custom_id="games:uploaded")
    modal.stop()  # nobody waits for it: the answer comes back by its custom id
    upload: ui.FileUpload[ui.Modal] = ui.FileUpload(custom_id=_FILE_FIELD, required=True, max_values=1)
    about = clean_label_text(text("games-file-about"), 100)
    modal.add_item(ui.Label(text=clean_label_text(text("games-file"), 45), description=about, component=upload))
    await show_modal(ctx, modal)


async def preview_uploaded_games(ctx: Context) -> None:
    """Preview the games in an uploaded file, with a button to import these games. Raises `Refusal`."""
    attachment = get_modal_attachment(ctx.interaction, ctx.modal_fields.get(_FILE_FIELD, ""))
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    content = await download_attachment(attachment, MAX_FILE_BYTES)
    guild = ctx.channel_address.guild
    reason = ctx.public_translations("games-reason")

    try:
        async with ctx.services.reading:
            found = await ctx.services.database.run_read_transaction_without_timeout(
                lambda connection: preview_games_file(connection, guild, parse_games_file(content), reason)
            )
    except GamesFileUnreadableError as error:
        raise Refusal("games-unreadable", columns=", ".join(error.missing) or "game, seat, record") from None
    said = render_games_import_preview(ctx, found)
    if not found.games:
        await send_answer(ctx, said)
        return
    draft_key = ctx.services.drafts.add_draft(GamesImportDraft(ctx.channel_address, ctx.interaction.user.id, found))
    button: ui.Button[ui.View] = ui.Button(
        label=clean_label_text(ctx.translations("games-apply", games=len(found.games)), 80),
        style=discord.ButtonStyle.success,
        custom_id=f"games:{draft_key}:apply",
    )
    await send_answer(ctx, said, view=components.build_view_without_callbacks([button]))


def render_games_import_preview(ctx: Context, import_preview: GamesFilePreview) -> str:
    """Return a text with the number of games that a file would import, and with the errors in the file."""
    text = ctx.translations
    lines = [text("games-preview", games=len(import_preview.games), known=import_preview.known)]
    if import_preview.games:
        first, last = (min(game.at for game in import_preview.games), max(game.at for game in import_preview.games))
        zone = ctx.settings.time_zone
        days = text.format_date_range(first.astimezone(zone).date(), last.astimezone(zone).date())
        lines.append(text("games-days", days=days, channel=f"<#{ctx.channel_address.channel}>"))
    members = [person for person in import_preview.new_people if not person.is_guest]
    guests = [person for person in import_preview.new_people if person.is_guest]
    for key, persons in (("games-new-members", members), ("games-new-guests", guests)):
        if persons:
            names = [f"**{escape_markdown(person.own_name)}**" for person in persons[:_MAX_LISTED]]
            more = [text("week-others", count=len(persons) - _MAX_LISTED)] if len(persons) > _MAX_LISTED else []
            lines.append(text(key, players=text.join_names_with_and([*names, *more])))
    if import_preview.differing:
        lines.append(text("games-differing", count=len(import_preview.differing)))
    if import_preview.problems:
        lines.append(text("games-problems", count=len(import_preview.problems)))
        lines += [_render_import_problem(ctx, problem) for problem in import_preview.problems[:_MAX_LISTED]]
    return truncate_text_to_length("\n".join(lines))


def _render_import_problem(ctx: Context, problem: GamesFileProblem) -> str:
    cells = {name: escape_markdown(getattr(problem, name)) or "–" for name in ("cell", "wanted")}
    said = ctx.translations(f"games-problem-{problem.code}", column=problem.column or "–", **cells)
    return f"- {ctx.translations('games-problem', line=problem.line, problem=said)}"


async def import_previewed_games(ctx: Context, draft_key: str, draft: GamesImportDraft) -> None:
    """Import all previewed games of a file; if one game fails, import none.

    Raises `Refusal`.
    """
    done = await audit_trail.build_audit_entry_by_user(ctx, "imported", {})
    language = ctx.settings.language or ctx.default_public_language
    entry = StoreGamesFileRequest(ctx.channel_address.channel, draft.preview, done, language, ctx.confirmed_seasons)

    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        try:
            games = await ctx.services.database.run_write_transaction(
                lambda connection: store_games_from_file(entry, connection)
            )
        except RowAlreadyExistsError:
            raise Refusal("games-changed") from None
    said = ctx.translations("games-entered", games=games)
    await answer_by_editing_message(ctx, content=f"✅ {said}", view=None)
    ctx.services.people.clear_name_caches()
    ctx.services.outbox.check_due_tasks_soon()
    ctx.services.champion_role.schedule_server_sync(ctx.channel_address.guild)


_ACCESS = build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute("games:enter", open_form_to_import_games, _ACCESS),
    CustomIdRoute("games:uploaded", preview_uploaded_games, _ACCESS),
    CustomIdRoute("games:{draft_key}:apply", import_previewed_games, _ACCESS, draft=GamesImportDraft),
)
