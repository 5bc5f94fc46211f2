"""What players are called: from the one table that knows who they are."""

from collections.abc import Iterable

from bot.front.rendering.escaping import shown
from bot.i18n import Catalogue
from bot.rules.events import Overruled
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service import Service
from bot.words import Names, Words


async def words(
    service: Service, text: Catalogue, players: Iterable[Player], *, safe: bool = True
) -> Words:
    """Sentences with the names of `players`: safe in Markdown, or bare for labels."""
    typed = shown if safe else str
    return Words(text, await _names(service, text, players, safe), typed)


def people(pod: Pod) -> list[Player]:
    """Everybody a pod's messages may name."""
    decided = pod.overruled
    removed = [decided.player] if isinstance(decided, Overruled) and decided.player else []
    claims = [each.claim for each in pod.unconfirmed]
    disputing = [claim.disputed for claim in claims if claim.disputed]
    return [*pod.players, pod.host, *removed, *disputing]


async def _names(service: Service, text: Catalogue, players: Iterable[Player], safe: bool) -> Names:
    known = await service.names(tuple(players))

    def name(player: Player) -> str:
        person = known.get(player)
        if person is None:
            return text("forgotten-player")
        return shown(person.name, 32) if safe else person.name

    return name
