"""Transcripts of games that were played without the bot."""

import contextlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.basics.typed_values import InvalidValueError
from bot.front.ui.escaping import escape_markdown, normalise_user_input_for_comparison
from bot.i18n import Translations
from bot.rules.entering import MAX_ENTERED_COMMANDS
from bot.rules.facts import Player
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.pod import PodCommand
from bot.rules.refusals import Refusal
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.storage.record.people import Person
from bot.transcripts.pods import parse_commands_with_renamed_players, replay_pod_transcript
from bot.transcripts.replaying import TranscriptError, parse_transcript_line

MAX_FILE_BYTES = 256 * 1024
"""Bytes of a transcript: more than the longest game needs."""


_MENTION_PATTERN = re.compile(rb"<@!?(\d{15,19})>")


def list_account_ids_mentioned_in_transcript(transcript: bytes) -> list[int]:
    """Return the Discord account ids that a game's transcript mentions.

    There is at most one for each seat.
    """
    found = dict.fromkeys(int(account) for account in _MENTION_PATTERN.findall(transcript))
    return list(found)[:MAX_PLAYERS]


def parse_commands_from_transcript(
    transcript: bytes,
    lobby_opening_command: PodCommand,
    member_people: Sequence[Person],
    guests_by_name: Mapping[str, Person],
    translations: Translations,
) -> tuple[PodCommand, ...]:
    """Return the commands that replay the game in a transcript, with player ids instead of names.

    The host brings the guests. Host, date and server settings come from `lobby_opening_command`. Raises `Refusal` that
    names the unreadable line, the ambiguous name, or the people whom no name means.
    """
    assert isinstance(lobby_opening_command, OpenLobby)
    try:
        lines = transcript.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise Refusal("entry-unreadable", line=1, problem="UTF-8") from None
    if len(lines) > MAX_ENTERED_COMMANDS:
        raise Refusal("entered-long", most=MAX_ENTERED_COMMANDS)
    lines = _add_seating_lines_to_transcript(lines)
    try:
        played = replay_pod_transcript(lines, translations)
    except TranscriptError as mistake:
        problem = ": ".join(filter(None, (mistake.field, str(mistake))))
        raise Refusal("entry-unreadable", line=mistake.line, problem=escape_markdown(problem, 300)) from None
    first, *rest = parse_commands_with_renamed_players(
        lines, _match_transcript_names_to_players(played.current_and_former_players, member_people, guests_by_name)
    )
    assert isinstance(first, OpenLobby)
    agreed = ("table", "variant", "base", "scoring", "choose_master", "teams", "options")
    told = {name: getattr(first.setup, name) for name in agreed}
    setup = replace(lobby_opening_command.setup, house=None, **told)
    host = lobby_opening_command.host
    ids = {each.id for each in guests_by_name.values()}
    brought = {player: host for player in first.players if player in ids}
    first = replace(first, setup=setup, host=host, guests=brought)
    return (first, *(_convert_join_command_for_guest(command, host, ids) for command in rest))


def _add_seating_lines_to_transcript(transcript_lines: Sequence[str]) -> list[str]:
    """Add the seats of the players to a transcript, in the order in which the transcript names the players.

    Nothing is added if the transcript seats the players itself. People who enter a game list its players as they sat;
    drawing other seats would be wrong.
    """
    at = next((at for at, line in enumerate(transcript_lines) if line.strip()), 0)
    with contextlib.suppress(InvalidValueError, IndexError):
        opened = parse_transcript_line(transcript_lines[at])
        if opened.get("do") == "open" and not opened.keys() & {"seats", "seed", "teams"}:
            opened["seats"] = opened.get("players")
            return [*transcript_lines[:at], msgspec.json.encode(opened).decode(), *transcript_lines[at + 1 :]]
    return [*transcript_lines]


def _convert_join_command_for_guest(command: PodCommand, host: Player, guests: Collection[Player]) -> PodCommand:
    if isinstance(command, JoinPod) and command.player in guests:
        return BringGuestToPod(command.player, host)
    return command


def _match_transcript_names_to_players(
    transcript_names: Iterable[Player], member_people: Sequence[Person], guests_by_name: Mapping[str, Person]
) -> dict[str, Player]:
    """Return the player id for each name in a transcript, matched with the names of the players.

    Raises `Refusal` unless names and people match one to one.
    """
    meant: dict[str, Player] = {}
    for name in transcript_names:
        wanted = normalise_user_input_for_comparison(name).removeprefix("@")
        known = [guests_by_name[name]] if name in guests_by_name else member_people
        found = [
            each.id for each in known if name in guests_by_name or wanted in _list_names_and_mention_of_person(each)
        ]
        if len(found) != 1 or found[0] in meant.values():
            raise Refusal("entry-name", typed=escape_markdown(name), players=tuple(p.id for p in member_people))
        meant[name] = found[0]
    if len(meant) != len(member_people):
        left = tuple(each.id for each in member_people if each.id not in meant.values())
        raise Refusal("entry-unnamed", players=left)
    return meant


def _list_names_and_mention_of_person(person: Person) -> set[str]:
    account = "" if person.is_guest else str(person.discord_id)
    return {
        normalise_user_input_for_comparison(person.display_name),
        normalise_user_input_for_comparison(person.username),
        person.discord_mention,
        account,
    } - {""}
