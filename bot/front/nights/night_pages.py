"""All pods, standings and people of a night in pages, as a message has no room for them."""

from bot.front.interaction.answers import edit_private_message
from bot.front.interaction.context import Context
from bot.front.interaction.routes import Route, night_access
from bot.front.nights import night_board
from bot.front.nights.organiser_actions import load_night_by_number
from bot.front.ui import components, player_names
from bot.service.night_pods import load_night_pods
from bot.service.pod_states import find_result_owners

LONGEST_PAGE = 1_800
"""Characters of a page."""


async def show_night_page(ctx: Context, number: int, page: int) -> None:
    """Show a page of the pods, the standings and the people of a night, counted from 0."""
    live, plan, night = await load_night_by_number(ctx, number)
    states = await load_night_pods(ctx.services.service, live.place.guild, night)
    named = [*player_names.list_people_of_game(plan), *find_result_owners(night, states)]
    words = await player_names.load_name_formatter(ctx.server_people, ctx.catalogue, named)
    pages = _split_lines_into_pages(
        [*night_board.render_full_night_lines(plan, night, states, words)]
    )
    page = min(page, len(pages) - 1)
    view = components.build_page_view(f"plan:{number}:all", page, len(pages) - 1)
    await edit_private_message(ctx, content=pages[page], view=view)


def _split_lines_into_pages(lines: list[str]) -> list[str]:
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) >= LONGEST_PAGE:
            pages.append("")
        pages[-1] = f"{pages[-1]}\n{line}" if pages[-1] else line
    return pages


ROUTES = (Route("plan:{number:int}:all:{page:int}", show_night_page, night_access()),)
