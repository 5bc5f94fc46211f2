"""Inputs that nobody means well with: in every option, custom id and form.

They follow from one number: `SUZERAIN_SEED=2 python3 dev.py test tests/front/test_fuzz.py` tries
others. A failure names the input.
"""

import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.front.gateway.client import SuzerainBot
from bot.front.gateway.features import ACCESS, ROUTE_ACCESS, ROUTER
from bot.rules.confirmation import can_player_confirm_report
from bot.rules.rights import Role
from bot.service.live_game import ChannelAddress
from bot.service.rights import is_right_granted_to_roles
from bot.watch import TelemetryRecorder
from tests.effort import EFFORT, SEED
from tests.front import forging, judging
from tests.front.forging import BOOLEAN, INTEGER, STRING, Json
from tests.front.playing import Table, form_of
from tests.front.simulated import Server, answer

OPTIONS, TYPED, PRESSES, FORMS = (EFFORT.inputs * share // 10 for share in (4, 2, 3, 1))
ROUND = 200
"""Inputs on one table; then there is a new one, for a game that was ended is of little use."""

# What is typed

NASTY = (
    "",
    " ",
    "\n",
    "\t\r\n",
    "\0",
    "-",
    "0",
    "-1",
    "1e9",
    "٣",
    "¹",
    "1٣",
    "0x10",
    "NaN",
    "null",
    "9" * 9,
    "9" * 18,
    str(2**31),
    str(2**63),
    str(2**64),
    "9" * 4_301,
    "@everyone",
    "@here",
    "@\u200beveryone",
    "<@1>",
    "<@!123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "</pod open:123456789012345678>",
    "<t:0:R>",
    "<:x:123456789012345678>",
    "<id:guide>",
    "**bold** __under__ ~~out~~ ||hidden|| `code`",
    "```\n@everyone\n```",
    "# Big\n> quote\n- list",
    "[click](https://example.com/)",
    "https://example.com/ discord.gg/x",
    "{ $x }",
    '{ "{" }',
    "{ -term } { key.attr } {",
    "%s %(x)s {0} {} ${x}",
    "'; DROP TABLE events; --",
    "../../etc/passwd",
    "..\\..\\x",
    "http://[::1]/",
    "\u202eevil\u202c",
    "\u2066\u2067\u2068\u2069",
    "\u200b",
    "\u200b\u200c\u200d\u2060\ufeff",
    "ﷺ" * 30,
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!",
    "👩‍👩‍👧‍👦" * 10,
    "שלום עולם",
    "مرحبا",
    "İıſK",
    "ﬁ ǅ ẞ",
    "\ud800",
    "x\udfff",
    "\U0010ffff\ufffe\ufdd0",
    "x" * 32,
    "x" * 101,
    "x" * 401,
    "x" * 6_001,
    "@everyone " * 200,
    ":" * 50,
    "pod:1:join",
)
PIECES = (*NASTY[:12], "@", "<", ">", "&", "#", ":", "|", "*", "`", "\\", "a", "Ж", "字", "🎲", "{")


def typed(random: Random, known: Sequence[str]) -> str:
    """A text: one of the worst, one that is known, perhaps changed, or any."""
    match random.randrange(5):
        case 0:
            return random.choice(NASTY)
        case 1 if known:
            return random.choice(known)
        case 2 if known:
            return changed(random, random.choice(known))
        case 3:
            return "".join(random.choice(PIECES) for _ in range(random.randint(1, 12)))
        case _:
            return "".join(chr(random.randrange(0x110000)) for _ in range(random.randint(1, 40)))


def changed(random: Random, text: str) -> str:
    """Something close to `text`."""
    at = random.randint(0, len(text))
    match random.randrange(6):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + random.choice(NASTY) + text[at:]
        case 2:
            return re.sub(r"\d+", lambda _: random.choice(NASTY), text)
        case 3:
            return text.translate({48 + n: 0x660 + n for n in range(10)})  # Arabic digits
        case 4:
            parts = text.split(":")
            parts[random.randrange(len(parts))] = random.choice(NASTY)
            return ":".join(parts)
        case _:
            return text.swapcase() + text[at:]


def anything(random: Random, kind: int, known: Sequence[str]) -> object:
    """A value for an option of this kind, or now and then of another."""
    kind = random.choice((STRING, INTEGER, BOOLEAN)) if random.random() < 0.1 else kind
    if kind == BOOLEAN:
        return random.random() < 0.5
    if kind == INTEGER:
        return random.choice((-(2**63), -100, -1, 0, 1, 2, 7, 13, 99, 2**31, 2**53, 2**64))
    return typed(random, known)


# Where it is typed


@dataclass
class Room:
    """A table at which the game is on, with all that can be pressed; names are no better."""

    server: Server
    people: Mapping[str, MemberActor]
    table: Table
    on: Sequence[tuple[forging.Shown | None, str]]  # what is pressed, on the board or elsewhere
    known: Sequence[str]  # keys of players, values of options

    @property
    def board(self) -> forging.Shown:
        """The board, wherever it is by now."""
        return self.table.board


NAMES = {
    "host": "@everyone",
    "player": "<@&123456789012345678>",
    "loser": "**{ $x }** [x](http://x.x)",
    "maker": "\u202e```\u200b",
    "outsider": "||@here||",
}


JUDGED: Mapping[str, Mapping[str, str]] = {
    "damage": {"sources": "9", "you": "9"},
    "defeat": {"objects": "the source, by an opponent"},
    "loyalty": {"permanent": "3", "cost": "-2"},
}
"""A question of each kind to the judge, in the fields of its form."""


def people(server: Server) -> dict[str, MemberActor]:
    """Everybody by what they are; Ana administers."""
    env, guild = server.env, server.guild
    moderating = discord.Permissions(manage_messages=True)
    referees = guild.create_role("Referees", permissions=moderating)
    found = {kind: guild.add_member(env.create_user(kind, global_name=name)) for kind, name in NAMES.items()}
    meg = guild.add_member(env.create_user("meg"), roles=[referees])
    return {**found, "moderator": meg, "administrator": server.ana}


async def room(server: Server, people: Mapping[str, MemberActor]) -> Room:
    """A new table, a report made, a form and a decision begun, the wizard and two pages open."""
    channel = server.guild.create_text_channel("table")
    table = Table(server, channel)
    seated = [people[kind] for kind in ("host", "player", "loser", "maker")]
    host, maker = people["host"], people["maker"]
    wizard = answer(await people["administrator"].slash(channel, "setup server"))
    for name in ("channels", "moderator_role", "language"):
        await forging.press(people["administrator"], channel, wizard, f"setup:{name}:unset")
    await host.slash(channel, "pod open", title="**@everyone** <@1>")
    for guest in seated[1:]:
        await guest.click(table.board, label="Join")
    await host.click(table.board, label="Start")
    offered = await host.autocomplete(channel, "defeat", "loser", "")
    keys = [choice["value"] for choice in offered]
    reported = await maker.slash(channel, "defeat", loser=keys[0], controller=keys[1], card="`x`")
    form = await form_of(table, maker)
    decided = await people["moderator"].slash(channel, "override void", reason="@here")
    judged = [answer(await judging.ask(maker, channel, kind, **question)) for kind, question in JUDGED.items()]
    shown = [form.message, answer(reported), answer(decided), *judged]
    shown.append(answer(await people["moderator"].slash(channel, "audit")))
    on: list[tuple[forging.Shown | None, str]] = []
    on += [(message, custom_id) for message in shown for custom_id in _custom_ids(message)]
    actions = ("fair", "how", "leaving", "rematch", "choose:master:x", "start", "join", "leave")
    on += [(None, custom_id) for custom_id in _custom_ids(table.board)]
    on += [(None, f"pod:1:{action}") for action in actions]
    on += [(None, f"log:1:{page}") for page in range(2)]
    on += [(None, f"claim:1:6:{action}") for action in _actions("claim")]
    on += [(None, f"me:forget:{action}") for action in _actions("me")]
    on += [(form.message, f"form:{form.token}:{field}") for field in ("loser", "flags", "filled")]
    on += [(None, "pod:1:reported:6")]
    on += [(wizard, custom_id) for custom_id in _custom_ids(wizard)]
    on += [(wizard, f"setup:{name}:set") for name in ("language", "moderator_role", "channels")]
    known = [*keys, *NAMES.values(), "1:5", f"1:5:{keys[0]}", "1:1", "fr", "ru"]
    known += [str(channel.id), str(server.guild.id), "esclave", "channels", "-"]
    return Room(server, people, table, on, known)


def _actions(kind: str) -> list[str]:
    """What the bot's own custom ids of a kind end in."""
    return [name.split(":")[1] for name in ROUTE_ACCESS if name.startswith(f"{kind}:")]


def _custom_ids(message: forging.Shown) -> Iterator[str]:
    for row in message.components:
        written: Any = row if isinstance(row, dict) else row.to_dict()
        for component in written["components"] if written["type"] == forging.ROW else ():
            yield component["custom_id"]


# What may come of it


class Witness:
    """Looks after each input whether all is well."""

    def __init__(self, server: Server, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._server = server
        self._database = sqlite3.connect(file)
        self._answered: list[tuple[str, str, str]] = []
        self._requests = 0
        self.changes = 0
        self.outcomes: dict[str, int] = {}
        monkeypatch.setattr(TelemetryRecorder, "record_interaction", self._interaction)

    def _interaction(self, command: str, _: object, outcome: str, __: float, refusal: str = "") -> None:
        self._answered.append((command, outcome, refusal))
        self.outcomes[refusal or outcome] = self.outcomes.get(refusal or outcome, 0) + 1

    def close(self) -> None:
        self._database.close()

    def written(self) -> tuple[int, ...]:
        """How much was decided so far; settings are told apart by the trail."""
        # Whoever is called and does anything has said that they are here, also by a refused one.
        events = "(SELECT count(*) FROM events WHERE type != 'said-present')"
        row = self._database.execute(f"SELECT {events}, (SELECT count(*) FROM audit)").fetchone()
        return tuple(row)

    async def roles(self, who: MemberActor, kind: str, channel: int) -> set[Role]:
        """What somebody is in a channel, by the state of its pod."""
        client = self._server.bot.app.client
        assert isinstance(client, SuzerainBot)
        table = await client.services.service.load_current_game(ChannelAddress(self._server.guild.id, channel))
        found = self._database.execute("SELECT id FROM people WHERE discord_id = ?", [who.id])
        key = (found.fetchone() or [""])[0]
        roles: set[Role] = {"owner"}
        settings = await client.services.guilds.load_server_settings(self._server.guild.id)
        if kind == "moderator" and settings.moderator_role is None:
            roles.add("moderator")
        if kind == "administrator":
            roles |= {"moderator", "administrator"}
        if (pod := table.pod) is not None:
            roles |= {"player"} if key in pod.players else set()
            roles |= {"host"} if key == pod.host else set()
            last = table.last_undoable_report
            roles |= {"maker"} if last is not None and key == last.by else set()
            roles |= {"asked"} if pod.pending_player_choice and pod.pending_player_choice.by == key else set()
            disputed = pod.disputed_report and can_player_confirm_report(pod.disputed_report.needed_confirmation, key)
            roles |= {"confirmer"} if disputed else set()
        return roles

    def check(self, before: tuple[int, ...] | None, roles: set[Role]) -> None:
        """Nothing went wrong, nobody was pinged, and nothing was changed without right.

        `before` is what was written until then; None if that is no matter.
        """
        asked, self._answered = self._answered, []
        for name, outcome, _ in asked:
            assert outcome in ("done", "refused", "outdated"), (name, outcome)
        if before is not None and self.written() != before:
            self.changes += 1
            ((name, outcome, _),) = asked
            assert (name, outcome) == (name, "done")
            assert name != "unknown"
            missing = [right for right in ACCESS[name].rights if not is_right_granted_to_roles(right, roles)]
            assert missing == [], (name, roles)
        requests = self._server.env.http_requests
        for request in requests[self._requests :]:
            check_message(request.json)
        self._requests = len(requests)


_PING = re.compile(r"@(everyone|here|[!&]?\d+>)")


def check_message(sent: Any) -> None:
    """A message that Discord takes whole, and that pings nobody."""
    sent = sent.get("data", sent) if isinstance(sent, dict) else {}
    if not isinstance(sent, dict):
        return
    content = sent.get("content") or ""
    assert len(content) <= 2_000
    allowed = sent.get("allowed_mentions", {"parse": []})
    for called in allowed.get("users", ()):  # who may have gone missing
        content = content.replace(f"<@{called}>", "")
    assert not _PING.search(content), content
    assert allowed["parse"] == []
    assert "roles" not in allowed
    assert not content or "allowed_mentions" in sent
    sizes = [_size(embed) for embed in sent.get("embeds") or ()]
    assert sum(sizes) <= 6_000
    for choice in sent.get("choices") or ():
        assert 1 <= len(choice["name"].strip()) <= 100
        assert 1 <= len(choice["value"]) <= 100


def _size(embed: Json) -> int:
    fields = embed.get("fields") or []
    assert len(fields) <= 25
    parts = [(embed.get("title"), 256), (embed.get("description"), 4_096)]
    parts += [((embed.get("footer") or {}).get("text"), 2_048)]
    for field in fields:
        assert field["name"].strip()
        assert field["value"].strip()
        parts += [(field["name"], 256), (field["value"], 1_024)]
    for text, most in parts:
        assert len(text or "") <= most
    return sum(len(text or "") for text, _ in parts)


@pytest.fixture
def witness(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Witness]:
    with closing(Witness(server, tmp_path / "games.db", monkeypatch)) as witness:
        yield witness


@pytest.fixture
def random(monkeypatch: pytest.MonkeyPatch) -> Random:
    """Chance, also the bot's own."""
    random = Random(SEED)
    monkeypatch.setattr(secrets, "token_hex", lambda size: random.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: random.randbytes(size).hex())
    return random


async def rounds(
    server: Server, witness: Witness, random: Random, inputs: int
) -> AsyncIterator[tuple[Room, MemberActor]]:
    """A room and somebody in it, so many times; what they do is looked at when they are done."""
    everybody = people(server)
    for _ in range(0, inputs, ROUND):
        here = await room(server, everybody)
        witness.check(None, set())
        for _ in range(ROUND):
            kind = random.choice([*everybody])
            who, channel = everybody[kind], here.table.channel
            roles, before = await witness.roles(who, kind, channel.id), witness.written()
            yield here, who
            witness.check(before, roles)


# The inputs

USUAL: Mapping[str, object] = {"reason": "They agreed.", "rule": "ESC-22", "language": "fr", "points": 3}


def usual(option: Json, here: Room) -> object:
    """A value that makes sense for an option, more or less."""
    return USUAL.get(option["name"], here.known[0])


async def test_no_option_of_a_command_does_harm(server: Server, witness: Witness, random: Random) -> None:
    told = forging.commands(server.env)
    fields = [
        (name, option, [each for each in command["options"] if each.get("required")])
        for name, command in told.items()
        for option in command.get("options", [])
        if option["type"] in (STRING, INTEGER, BOOLEAN)
    ]
    number = 0
    async for here, who in rounds(server, witness, random, OPTIONS):
        name, option, required = fields[number % len(fields)]
        number += 1
        known = [*here.known, *(choice["value"] for choice in option.get("choices", []))]
        given = {each["name"]: usual(each, here) for each in required}
        given[option["name"]] = anything(random, option["type"], known)
        result = await forging.command(who, here.table.channel, name, **given)
        assert result.acknowledged, (name, given)
    assert number == OPTIONS
    assert {"done", "too-long", "bad-option", "unreadable", "who"} <= witness.outcomes.keys()


async def test_nothing_that_is_typed_for_options_does_harm(server: Server, witness: Witness, random: Random) -> None:
    told = forging.commands(server.env)
    fields = [
        (name, option["name"])
        for name, command in told.items()
        for option in command.get("options", [])
        if option.get("autocomplete")
    ]
    assert len(fields) > 10
    number = 0
    async for here, who in rounds(server, witness, random, TYPED):
        name, option = fields[number % len(fields)]
        number += 1
        others = {"report": typed(random, here.known)} if option != "report" else {}
        text = typed(random, here.known)
        await forging.typing(who, here.table.channel, name, option, text, **others)
    assert number == TYPED
    assert witness.changes == 0


async def test_no_custom_id_does_harm(server: Server, witness: Witness, random: Random) -> None:
    pressed: set[str] = set()
    numbers = count()
    async for here, who in rounds(server, witness, random, PRESSES):
        on, custom_id = here.on[next(numbers) % len(here.on)]
        custom_id = changed(random, custom_id) if random.random() < 0.7 else custom_id
        custom_id = typed(random, []) if random.random() < 0.1 else custom_id
        values = [typed(random, here.known) for _ in range(random.choice((0, 0, 1, 1, 3)))]
        match = ROUTER.find_route(custom_id)
        pressed.add(match.route.metrics_name if match else "unknown")
        result = await forging.press(who, here.table.channel, on or here.board, custom_id, *values)
        assert result.acknowledged, (custom_id, values)
    assert pressed > {"unknown", "pod:join", "form:menu", "override:do", "setup:set", "audit"}
    assert {"done", "unknown-button", "form-other"} <= witness.outcomes.keys()
    assert witness.changes > PRESSES / 1_000


async def test_no_text_in_a_form_does_harm(server: Server, witness: Witness, random: Random) -> None:
    async for here, who in rounds(server, witness, random, FORMS):
        sender = here.people["maker"] if random.random() < 0.8 else who
        ending = random.choice((":filled", ":reported:6"))
        on, custom_id = next((on, id) for on, id in here.on if id.endswith(ending))
        custom_id = changed(random, custom_id) if random.random() < 0.1 else custom_id
        names = ("loser", "cause", "controller", "amount", "card")
        texts = {name: typed(random, here.known) for name in names}
        if random.random() < 0.1:
            texts.popitem()
        if random.random() < 0.1:
            texts |= {"amount": "1", "card": "x" * 300}
        result = await forging.submit(sender, here.table.channel, on or here.board, custom_id, texts)
        assert result.acknowledged, (custom_id, texts)
    assert {"done", "form-amount", "too-long", "form-other"} <= witness.outcomes.keys()
