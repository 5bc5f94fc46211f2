"""Pages of a game night's pods, standings and players, for which a message has no room."""

from bot.front.interaction.answers import edit_pressed_private_message
from bot.front.interaction.context import Context
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_current_night
from bot.front.nights import night_board
from bot.front.nights.organiser_actions import load_game_night_by_plan_number
from bot.front.ui import components, player_names
from bot.service.night_pods import load_all_pod_states_of_night
from bot.service.pod_states import list_people_who_get_game_night_results

LONGEST_PAGE = 1_800
"""Characters of a page."""


async def show_page_of_game_night(ctx: Context, number: int, page: int) -> None:
    """Show a page of a game night's pods, standings and players, counted from 0."""
    live, plan, night = await load_game_night_by_plan_number(ctx, number)
    states = await load_all_pod_states_of_night(ctx.services.service, live.place.guild, night)
    named = [*player_names.list_players_named_in_game(plan), *list_people_who_get_game_night_results(night, states)]
    words = await player_names.load_formatter_with_player_names(ctx.people_of_server, ctx.catalogue, named)
    pages = _split_lines_into_pages([*night_board.render_all_details_of_game_night(plan, night, states, words)])
    page = min(page, len(pages) - 1)
    view = components.build_page_buttons_view(f"plan:{number}:all", page, len(pages) - 1)
    await edit_pressed_private_message(ctx, content=pages[page], view=view)


def _split_lines_into_pages(lines: list[str]) -> list[str]:
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) >= LONGEST_PAGE:
            pages.append("")
        pages[-1] = f"{pages[-1]}\n{line}" if pages[-1] else line
    return pages


ROUTES = (
    CustomIdRoute("plan:{number:int}:all:{page:int}", show_page_of_game_night, build_access_rule_for_current_night()),
)
