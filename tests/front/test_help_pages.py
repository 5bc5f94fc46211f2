"""Where `/help` sends people to read on: the page of the guide in their language."""

import re
from pathlib import Path

import pytest
from simcord import MemberActor

from bot.i18n import LOCALES, Locale
from tests.front.playing import Table, switch_on
from tests.front.simulated import Server, answer

ROOT = Path(__file__).parents[2]
PAGE = re.compile(r"`(docs/\S+)`|\]\((https://\S+)\)")


async def find_pages(server: Server, who: MemberActor) -> list[str]:
    """Return the pages that the help names to somebody."""
    embed = answer(await who.slash(Table(server).channel, "help")).embeds[0]
    return [path or link for path, link in PAGE.findall(embed.fields[-1].value or "")]


@pytest.mark.parametrize("locale", LOCALES)
async def test_help_names_the_file_of_the_guide_in_the_reader_s_language(locale: Locale, server: Server) -> None:
    for who in (server.ana, server.bo):
        server.speaks(who, "en-US" if locale == "en" else locale)
    player, moderator = await find_pages(server, server.bo), await find_pages(server, server.ana)
    assert player == [f"docs/{locale}/players.md"]
    assert moderator == [*player, f"docs/{locale}/moderators.md"]
    assert all((ROOT / page).is_file() for page in moderator)
    await switch_on(server, "night")
    organiser = await find_pages(server, server.bo)
    assert organiser == [*player, f"docs/{locale}/organisers.md"]
    assert (ROOT / organiser[-1]).is_file()


class TestWithAnAddress:
    @pytest.fixture(params=["https://example.org/docs", "https://example.org/docs/"])
    def docs_url(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    async def test_help_links_to_the_guide(self, server: Server) -> None:
        base = "https://example.org/docs/en"
        assert await find_pages(server, server.bo) == [f"{base}/players.md"]
        pages = [f"{base}/players.md", f"{base}/moderators.md"]
        assert await find_pages(server, server.ana) == pages
