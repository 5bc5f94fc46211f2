"""What players are called: from the one table that knows who they are."""

from collections.abc import Iterable

from bot.front.rendering.escaping import escape
from bot.i18n import Catalogue
from bot.rulebooks import Game
from bot.rules.events import Corrected, Joined, Overruled
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.story import find_left_out
from bot.storage.record.people import People
from bot.words import Words


async def name_players(
    people: People, text: Catalogue, players: Iterable[Player], *, safe: bool = True
) -> Words:
    """Return sentences with the names of `players`: safe in Markdown, or bare for labels."""
    known = await people.find_people(players)

    def name(player: Player) -> str:
        person = known.get(player)
        if person is None:
            return text("forgotten-player")
        return escape(person.name, 32) if safe else person.name

    return Words(text, name, escape if safe else str)


def find_people(game: Game) -> list[Player]:
    """Return everybody whom a game's messages may name."""
    return _find_people_of_pod(game) if isinstance(game, Pod) else [*game.players, game.host]


def _find_people_of_pod(pod: Pod) -> list[Player]:
    decided = pod.overruled
    removed = [decided.player] if isinstance(decided, Overruled) and decided.player else []
    left_out = find_left_out(decided) if isinstance(decided, Corrected) else []
    joined = [event.player for event in left_out if isinstance(event, Joined)]
    claims = [each.claim for each in pod.unconfirmed]
    disputing = [claim.disputed for claim in claims if claim.disputed]
    return [*pod.players, pod.host, *pod.kept, *pod.deciders, *removed, *joined, *disputing]
