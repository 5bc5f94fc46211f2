"""Read the transcript of a game that was played without the bot."""

import contextlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.front.rendering.escaping import escape, fold_typed
from bot.i18n import Catalogue
from bot.reading import Unreadable
from bot.replaying import Mistake, read_line
from bot.rules.entering import MAX_ENTERED_COMMANDS
from bot.rules.facts import Player
from bot.rules.joining import Bring, Join
from bot.rules.lobby import Open
from bot.rules.pod import PodCommand
from bot.rules.refusals import Refusal
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.storage.record.people import Person
from bot.transcript import read_commands, replay

MAX_FILE_BYTES = 256 * 1024
"""Bytes of a transcript: more than the longest game needs."""


_MENTION_PATTERN = re.compile(rb"<@!?(\d{15,19})>")


def find_mentioned(content: bytes) -> list[int]:
    """Return the account ids that a transcript mentions, at most as many as the largest table has.

    Options of a command have room for ten players only; mentions name further ones.
    """
    found = dict.fromkeys(int(account) for account in _MENTION_PATTERN.findall(content))
    return list(found)[:MAX_PLAYERS]


def read_entry(
    content: bytes,
    opened: PodCommand,
    people: Sequence[Person],
    guests: Mapping[str, Person],
    text: Catalogue,
) -> tuple[PodCommand, ...]:
    """Return the commands of a transcript, with players in place of its names.

    `guests` maps names of guests to people; the host brings them. Host, date and server settings
    come from the command `opened`. Raises `Refusal` that names the unreadable line, the ambiguous
    name, or the people whom no name means.
    """
    assert isinstance(opened, Open)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise Refusal("entry-unreadable", line=1, problem="UTF-8") from None
    if len(lines) > MAX_ENTERED_COMMANDS:
        raise Refusal("entered-long", most=MAX_ENTERED_COMMANDS)
    lines = _seat_as_listed(lines)
    try:
        played = replay(lines, text)
    except Mistake as mistake:
        problem = ": ".join(filter(None, (mistake.field, str(mistake))))
        raise Refusal("entry-unreadable", line=mistake.line, problem=escape(problem, 300)) from None
    first, *rest = read_commands(lines, _match_names(played.participants, people, guests))
    assert isinstance(first, Open)
    agreed = ("table", "variant", "base", "scoring", "choose_master", "teams")
    told = {name: getattr(first.setup, name) for name in agreed}
    setup = replace(opened.setup, house=None, **told)
    host = opened.host
    ids = {each.id for each in guests.values()}
    brought = {player: host for player in first.players if player in ids}
    first = replace(first, setup=setup, host=host, guests=brought)
    return (first, *(_replace_join(command, host, ids) for command in rest))


def _seat_as_listed(lines: Sequence[str]) -> list[str]:
    """Return the lines of a transcript with the players as seats, if it says nothing else of seats.

    People who enter a game list its players as they sat; drawing other seats would be wrong.
    """
    at = next((at for at, line in enumerate(lines) if line.strip()), 0)
    with contextlib.suppress(Unreadable, IndexError):
        opened = read_line(lines[at])
        if opened.get("do") == "open" and not opened.keys() & {"seats", "seed", "teams"}:
            opened["seats"] = opened.get("players")
            return [*lines[:at], msgspec.json.encode(opened).decode(), *lines[at + 1 :]]
    return [*lines]


def _replace_join(command: PodCommand, host: Player, guests: Collection[Player]) -> PodCommand:
    """Replace the joining of a guest by the host's bringing them."""
    if isinstance(command, Join) and command.player in guests:
        return Bring(command.player, host)
    return command


def _match_names(
    named: Iterable[Player], people: Sequence[Person], guests: Mapping[str, Person]
) -> dict[str, Player]:
    """Return the player whom each name means.

    Raises `Refusal` unless names and people match one to one.
    """
    meant: dict[str, Player] = {}
    for name in named:
        wanted = fold_typed(name).removeprefix("@")
        known = [guests[name]] if name in guests else people
        found = [each.id for each in known if name in guests or wanted in _list_names(each)]
        if len(found) != 1 or found[0] in meant.values():
            raise Refusal("entry-name", typed=escape(name), players=tuple(p.id for p in people))
        meant[name] = found[0]
    if len(meant) != len(people):
        left = tuple(each.id for each in people if each.id not in meant.values())
        raise Refusal("entry-unnamed", players=left)
    return meant


def _list_names(person: Person) -> set[str]:
    account = "" if person.is_guest else str(person.discord_id)
    return {fold_typed(person.name), fold_typed(person.username), person.mention, account} - {""}
