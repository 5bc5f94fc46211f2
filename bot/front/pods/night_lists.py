"""Everybody of a night, page by page: more people than its message has room for."""

from bot.front.interaction.answering import edit
from bot.front.interaction.context import Context
from bot.front.interaction.routes import Route, on_night
from bot.front.pods.night_acts import find_numbered
from bot.front.rendering import controls, names, night_board
from bot.service.night_pods import read_night
from bot.service.pod_states import find_owners

LONGEST_PAGE = 1_800
"""Characters of a page."""


async def show_page(ctx: Context, number: int, page: int) -> None:
    """Show a page of the pods, the standings and the people of a night, from 0."""
    live, plan, night = await find_numbered(ctx, number)
    states = await read_night(ctx.services.service, live.place.guild, night)
    named = [*names.find_people(plan), *find_owners(night, states)]
    words = await names.name_players(ctx.people, ctx.text, named)
    pages = _split([*night_board.list_lines(plan, night, states, words)])
    page = min(page, len(pages) - 1)
    view = controls.make_page_view(f"plan:{number}:all", page, len(pages) - 1)
    await edit(ctx, content=pages[page], view=view)


def _split(lines: list[str]) -> list[str]:
    """Return lines as pages that Discord takes."""
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) >= LONGEST_PAGE:
            pages.append("")
        pages[-1] = f"{pages[-1]}\n{line}" if pages[-1] else line
    return pages


ROUTES = (Route("plan:{number:int}:all:{page:int}", show_page, on_night()),)
