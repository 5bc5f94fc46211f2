"""The ways to ask everything: a row for each command, button, menu and modal.

Whatever has to hold for every row is proved with these: who may, delivered twice, restarted in
between, Discord failing, the database failing.
"""

import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import discord
import simcord
from simcord import InteractionResult, MemberActor

from bot.front.decks.deck_choice import DeckSuggestionDraft
from bot.front.gateway.features import ACCESS
from bot.front.interaction.modules import MODULES
from bot.front.moderation.text_redaction import hash_text_as_menu_value
from bot.planning.night_begin_and_end import CloseGameNight
from bot.projections.plans import load_open_planned_games
from bot.rules.facts import Commander, Deck
from bot.rules.variants import VARIANTS, encode_variant
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress
from tests.effort import NAME, SEED
from tests.front import forging, judging, rights_page
from tests.front.dueling import DuelTable
from tests.front.playing import Form, Table, end, form_of, let_count, switch_on
from tests.front.simulated import Server, answer, pass_quietly

State = Literal[
    "empty",
    "lobby",
    "lobby of three",
    "lobby-setup",
    "sides",
    "counting",
    "guests",
    "guests-over",
    "guests-asked",
    "guests-claimed",
    "running",
    "waiting",
    "finished",
    "counted",
    "form",
    "entry",
    "entry-over",
    "entry-setup",
    "judged damage",
    "judged defeat",
    "judged loyalty",
    "deck-near",
    "decision",
    "replacing",
    "season-rules",
    "games",
    "claimed",
    "disputed",
    "duel-lobby",
    "duel-own",
    "duel-ready",
    "duel-unplaced",
    "duel",
    "duel-wear",
    "duel-asked",
    "duel-paying",
    "duel-over",
    "duel-disputed",
    "duel-held",
    "avoided-held",
    "merge-seen",
    "merge-asked",
    "merge-agreed",
    "plan",
    "opening",
    "plan-read",
    "plan-checking",
    "plan-unclear",
    "plan-moved",
    "poll",
    "poll-read",
    "night-read",
    "night-seating",
    "night-round",
    "night-undone",
]


@dataclass
class Scene:
    """A pod of Bo, Cy, Di and Eve in a channel of its own; Bo hosts.

    Once it runs, Di has lost to Bo, as Eve reported last; she is the one who is asked, and whose
    form is open. Nan weighs a decision.
    """

    server: Server
    table: Table
    channel: simcord.ChannelHandle  # where it is asked
    on: discord.Message | simcord.ResponseMessage  # what is pressed on
    number: int = 1
    version: int = 0
    token: str = ""  # of the form or the decision, or of the question

    async def command(self, who: MemberActor, name: str, /, **options: object) -> InteractionResult:
        return await forging.command(who, self.channel, name, **options)

    async def press(self, who: MemberActor, custom_id: str, *values: str) -> InteractionResult:
        return await forging.press(who, self.channel, self.on, custom_id, *values)


Ask = Callable[[Scene, MemberActor], Awaitable[InteractionResult]]
Way = tuple[State, Ask]


_NO_GUEST = {"Gus": "nobody", "Name": "Gus"}
"""What a guest is called where there is none."""


def _command(state: State, name: str, /, **options: object) -> Way:
    """A command; of the options those that begin with `@` name a player."""

    async def ask(scene: Scene, who: MemberActor) -> InteractionResult:
        keys, number = {**_NO_GUEST, **scene.table.keys}, scene.number
        given = {
            option: keys[value[1:]]
            if isinstance(value, str) and value[:1] == "@"
            else value.format(number=number, **keys)
            if isinstance(value, str)
            else value
            for option, value in options.items()
        }
        return await scene.command(who, name, **given)

    return state, ask


def _decision(name: str, **options: object) -> Way:
    return _command("running", f"override {name}", reason="They agreed.", **options)


def _press(state: State, custom_id: str, *values: str) -> Way:
    async def ask(scene: Scene, who: MemberActor) -> InteractionResult:
        number, version, token = scene.number, scene.version, scene.token
        known = {"number": number, "version": version, "token": token, **_NO_GUEST}
        known |= scene.table.keys
        known["channel"] = scene.channel.id
        picked = [value.format(**known) for value in values]
        return await scene.press(who, custom_id.format(**known), *picked)

    return state, ask


async def _menu(scene: Scene, who: MemberActor) -> InteractionResult:
    whom = scene.server.cy if who.guild.id == scene.server.guild.id else who
    return await who.context_menu(scene.channel, "Report their defeat", whom)


async def _lost(scene: Scene, who: MemberActor) -> InteractionResult:
    whom = scene.server.bo if who.guild.id == scene.server.guild.id else who
    return await who.context_menu(scene.channel, "I lost to them", whom)


async def _reported(scene: Scene, who: MemberActor) -> InteractionResult:
    texts = {"loser": scene.table.keys["Cy"], "controller": scene.table.keys["Bo"]}
    custom_id = f"pod:{scene.number}:reported:{scene.version}"
    return await forging.submit(who, scene.channel, scene.on, custom_id, texts)


async def _their_stats(scene: Scene, who: MemberActor) -> InteractionResult:
    whom = scene.server.cy if who.guild.id == scene.server.guild.id else who
    return await who.context_menu(scene.channel, "Their stats", whom)


def _about_cy(name: str, **options: object) -> Ask:
    """A command about a member: Cy, or elsewhere whoever asks."""

    async def ask(scene: Scene, who: MemberActor) -> InteractionResult:
        whom = scene.server.cy if who.guild.id == scene.server.guild.id else who
        return await scene.command(who, name, player=whom, **options)

    return ask


async def _fill(scene: Scene, who: MemberActor) -> InteractionResult:
    texts = {"card": "Shock", "amount": "2"}
    custom_id = f"form:{scene.token}:filled"
    return await forging.submit(who, scene.channel, scene.on, custom_id, texts)


async def _add_word(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"pod:{scene.number}:word:typed"
    return await forging.submit(who, scene.channel, scene.on, custom_id, {"word": "owl"})


def _decide(action: str) -> Ask:
    async def fill(scene: Scene, who: MemberActor) -> InteractionResult:
        texts = {"reason": "They agreed.", "responsible": scene.table.keys["Cy"]}
        custom_id = f"claim:{scene.number}:{scene.version}:{action}"
        return await forging.submit(who, scene.channel, scene.on, custom_id, texts)

    return fill


def _fill_judged(kind: str, **texts: str) -> Ask:
    async def fill(scene: Scene, who: MemberActor) -> InteractionResult:
        custom_id = f"judge:{kind}:{scene.token}:filled"
        return await forging.submit(who, scene.channel, scene.on, custom_id, texts)

    return fill


def _fill_duel(action: str, **texts: str) -> Ask:
    async def fill(scene: Scene, who: MemberActor) -> InteractionResult:
        custom_id = f"joust:{scene.number}:{action}"
        return await forging.submit(who, scene.channel, scene.on, custom_id, texts)

    return fill


def _fill_plan(action: str, **texts: str) -> Ask:
    async def fill(scene: Scene, who: MemberActor) -> InteractionResult:
        custom_id = f"plan:{action}".format(token=scene.token, number=scene.number)
        return await forging.submit(who, scene.channel, scene.on, custom_id, texts)

    return fill


_GAMES = (Path(__file__).parent / "games.csv").read_bytes()


async def _upload_games(scene: Scene, who: MemberActor) -> InteractionResult:
    return await upload_games(who, scene.channel, scene.on, _GAMES)


async def upload_games(
    who: MemberActor, channel: simcord.ChannelHandle, on: forging.Shown, content: bytes
) -> InteractionResult:
    """Somebody uploads a file in the form for games, whether they were shown the form or not."""
    number = f"{len(content)}{who.id}"[:18]
    file = who._env.backend.cdn.store_attachment(int(number), channel.id, "games.csv", content, None)
    field = {"type": 19, "custom_id": "file", "values": [number]}
    data = {
        "custom_id": "games:uploaded",
        "components": [{"type": 18, "component": field}],
        "resolved": {"attachments": {number: file}},
    }
    return await who._dispatch_interaction(forging.SUBMIT, channel, data, **forging._upon(who, on))


async def _plan_season_end(scene: Scene, who: MemberActor) -> InteractionResult:
    return await forging.submit(who, scene.channel, scene.on, "season:1:planned", {"when": "in 40 days"})


async def _fill_poll(scene: Scene, who: MemberActor) -> InteractionResult:
    texts = {"moments": "in 2 h\nin 3 h"}
    return await forging.submit(who, scene.channel, scene.on, f"poll:{scene.token}:typed", texts)


async def _fill_draft(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"draft:{scene.token}:written"
    texts = {"title": "Friday", "size": "6", "life": "30"}
    return await forging.submit(who, scene.channel, scene.on, custom_id, texts)


async def _add_to_night(scene: Scene, who: MemberActor) -> InteractionResult:
    whom = scene.server.fay if who.guild.id == scene.server.guild.id else who
    return await scene.command(who, "night add", member=whom)


async def _fill_terms(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"plan:{scene.token}:termed"
    texts = {"title": "Friday", "sizes": "4–5", "rounds": "2", "minutes": "50"}
    return await forging.submit(who, scene.channel, scene.on, custom_id, texts)


async def _record(scene: Scene, who: MemberActor) -> InteractionResult:
    """A game of who asks and three other members; elsewhere there is nobody but them."""
    server = scene.server
    others = [each for each in (server.bo, server.cy, server.di, server.eve) if each.id != who.id]
    named = others[:3] if who.guild.id == server.guild.id else []
    players = " ".join(each.mention for each in (who, *named))
    return await who.slash(scene.channel, "pod record", when="2025-12-31 21:30", players=players)


async def _pick_substitute(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"pod:{scene.number}:substitute:to"
    return await scene.press(who, custom_id, f"{scene.server.fay.id}")


async def _merge(scene: Scene, who: MemberActor) -> InteractionResult:
    here = who.guild.id == scene.server.guild.id
    old, new = (scene.server.people[name] if here else who for name in ("fay", "gil"))
    given = {"from": old, "to": new, "reason": "New phone"}
    return await scene.command(who, "override merge", **given)


_CODE = encode_variant(VARIANTS["necromancer"])


def _house(what: str, *values: str) -> Way:
    return _press("empty", f"house:{_CODE}:{what}:Kingmaker", *values)


async def _turns(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"house:{_CODE}:filled:12:Kingmaker"
    return await forging.submit(who, scene.channel, scene.on, custom_id, {"number": "2"})


async def _type_lines(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = "setup:house_deeds:typed"
    return await forging.submit(who, scene.channel, scene.on, custom_id, {"lines": "Five casts"})


_DESK = "desk:0:{channel}:{number}"


def _fill_desk(action: str) -> Ask:
    async def fill(scene: Scene, who: MemberActor) -> InteractionResult:
        texts = {"reason": "They agreed.", "responsible": scene.table.keys["Bo"]}
        custom_id = f"{_DESK}:{action}".format(channel=scene.channel.id, number=scene.number, version=scene.version)
        return await forging.submit(who, scene.channel, scene.on, custom_id, texts)

    return fill


def _choose_text(who: MemberActor) -> str:
    """What somebody strikes out, which nobody else can strike out again."""
    return "Kettle" if who.user.name == "meg" else "Gust"


async def _strike(scene: Scene, who: MemberActor) -> InteractionResult:
    return await scene.command(who, "override strike", text=_choose_text(who))


async def _pick_text(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"strike:text:{scene.channel.id}:{scene.number}"
    return await scene.press(who, custom_id, hash_text_as_menu_value(_choose_text(who)))


async def _name_deck(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"pod:{scene.number}:decked"
    return await forging.submit(who, scene.channel, scene.on, custom_id, {"commanders": "Krenko", "reason": "a slip"})


async def _give_deed(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"pod:{scene.number}:award:house-x:{scene.table.keys['Eve']}:given"
    return await forging.submit(who, scene.channel, scene.on, custom_id, {"reason": "Well done."})


async def _set_link(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"pod:{scene.number}:linked"
    link = {"link": "https://example.com/table"}
    return await forging.submit(who, scene.channel, scene.on, custom_id, link)


async def _name_entered_deck(scene: Scene, who: MemberActor) -> InteractionResult:
    custom_id = f"entry:{scene.token}:decked"
    texts = {"whose": scene.table.keys["Cy"], "commanders": "Krenko"}
    return await forging.submit(who, scene.channel, scene.on, custom_id, texts)


def _own_deck(command: str) -> Ask:
    """A command about a deck that whoever asks has just registered."""

    async def ask(scene: Scene, who: MemberActor) -> InteractionResult:
        await scene.command(who, "deck add", commander="Krenko", name="Goblins")
        return await scene.command(who, command, deck="Goblins")

    return ask


async def _change_deck(scene: Scene, who: MemberActor) -> InteractionResult:
    await scene.command(who, "deck add", commander="Krenko", name="Goblins")
    own, *_ = await who.autocomplete(scene.channel, "deck change", "deck", "goblins")
    custom_id = f"{own['value']}:changed"
    return await forging.submit(who, scene.channel, scene.on, custom_id, {"commanders": "Atraxa"})


async def _declare_same_decks(scene: Scene, who: MemberActor) -> InteractionResult:
    texts = {"lines": "1, 2", "reason": "One deck"}
    return await forging.submit(who, scene.channel, scene.on, "deckone:decks::::::said", texts)


_DEFEAT = "{number}:5"  # what Eve reported, by its place in the story

WAYS: Mapping[str, Way] = {
    "pod open": _command("empty", "pod open"),
    "series": _command("empty", "series"),
    "pod plan": _command("empty", "pod plan", when="in 2 h"),
    "pod find": _command("lobby", "pod find"),
    "find:page": _press("lobby", "find:page:0:::"),
    "find:of": _press("lobby", "find:of:0:3:::"),
    "find:join": _press("lobby", "find:join", "{channel}:{number}"),
    "plan:make": _press("plan-read", "plan:{token}:make"),
    "opening:open": _press("opening", "opening:{token}:open"),
    "opening:save": _press("lobby-setup", "opening:{token}:save"),
    "draft:change": _press("plan-read", "draft:{token}:change"),
    "draft:pick": _press("opening", "draft:{token}:pick:bracket", "3"),
    "draft:options": _press("opening", "draft:{token}:options"),
    "draft:back": _press("opening", "draft:{token}:back"),
    "draft:switch": _press("plan-read", "draft:{token}:switch", "life"),
    "draft:write": _press("opening", "draft:{token}:write"),
    "draft:written": ("opening", _fill_draft),
    "plan:more": _press("plan", "plan:{number}:more"),
    "plan:retime": _press("plan", "plan:{number}:retime"),
    "plan:retimed": ("plan", _fill_plan("{number}:retimed", when="in 3 h")),
    "plan:move": _press("plan-moved", "plan:{token}:move"),
    "moment": _press("plan-unclear", "moment:{token}:0"),
    "plan:join": _press("plan", "plan:{number}:join"),
    "plan:leave": _press("plan", "plan:{number}:leave"),
    "plan:remind": _press("plan", "plan:{number}:remind"),
    "plan:come": _press("plan-checking", "plan:{number}:come"),
    "plan:cancel": _press("plan", "plan:{number}:cancel"),
    "plan:cancelling": _press("plan", "plan:{number}:cancelling"),
    "plan:skipping": _press("plan", "plan:{number}:skipping"),
    "plan:ending": _press("plan", "plan:{number}:ending"),
    "night ask": _command("empty", "night ask"),
    "night open": _command("empty", "night open", when="in 2 h", rounds=3, minutes=60),
    "plan:rooms": _press("night-read", "plan:{token}:rooms", "{channel}"),
    "plan:leaders": _press("night-read", "plan:{token}:leaders", "1"),
    "plan:terms": _press("night-read", "plan:{token}:terms"),
    "plan:termed": ("night-read", _fill_terms),
    "night seat": _command("night-undone", "night seat"),
    "plan:seat": _press("night-undone", "plan:{number}:seat"),
    "night:again": _press("night-seating", "night:{token}:again"),
    "night:seat": _press("night-seating", "night:{token}:seat"),
    "night drop": _command("night-round", "night drop", player="Cy"),
    "night add": ("night-round", _add_to_night),
    "night swap": _command("night-round", "night swap", player="Cy", other="Di"),
    "night pause": _command("night-round", "night pause"),
    "night points": _command("night-round", "night points", player="Cy", points=1, reason="Late"),
    "plan:pause": _press("night-round", "plan:{number}:pause:1"),
    "plan:unfinished": _press("night-round", "plan:{number}:unfinished"),
    "plan:stop": _press("night-round", "plan:{number}:stop:0", "1"),
    "plan:stopping": _press("night-round", "plan:{number}:stopping:1"),
    "plan:filling": _press("night-round", "plan:{number}:filling:1"),
    "night close": _command("night-round", "night close"),
    "plan:close": _press("night-round", "plan:{number}:close"),
    "night show": _command("night-round", "night show"),
    "night:closing": _press("night-round", "night:{channel}:{number}:closing"),
    "plan:all": _press("night-round", "plan:{number}:all:0"),
    "night:view": _press("night-round", "night:{channel}:{number}:view:standings"),
    "night:page": _press("night-round", "night:{channel}:{number}:page:people:0"),
    "night:round": _press("night-round", "night:{channel}:{number}:round:0", "1"),
    "night:here": _press("night-round", "night:{channel}:{number}:here"),
    "night:csv": _press("night-round", "night:{channel}:{number}:csv"),
    "nights:pick": _press("night-round", "nights:pick", "{channel}:{number}"),
    "nights": _press("night-round", "nights:0:0:0"),
    "plan:fair": _press("night-round", "plan:{number}:fair"),
    "plan:unact": _press("night-round", "plan:{number}:unact:1"),
    "plan:redraw": _press("night-round", "plan:{number}:redraw"),
    "plan:redrawn": ("night-round", _fill_plan("{number}:redrawn", reason="Corrected")),
    "night:undo": _press("night-round", "night:{channel}:{number}:undo:1"),
    "poll:typed": ("poll-read", _fill_poll),
    "poll:change": _press("poll-read", "poll:{token}:change"),
    "poll:make": _press("poll-read", "poll:{token}:make"),
    "plan:pick": _press("poll", "plan:{number}:pick:0"),
    "plan:choose": _press("poll", "plan:{number}:choose", "0"),
    "pod:deck": _press("lobby", "pod:{number}:deck"),
    "pod:decked": ("lobby", _name_deck),
    "decknear": _press("deck-near", "decknear:{token}"),
    "pod:link": _press("lobby", "pod:{number}:link"),
    "pod:linked": ("lobby", _set_link),
    "deck add": _command("empty", "deck add", commander="Krenko"),
    "deck change": ("empty", _own_deck("deck change")),
    "deck retire": ("empty", _own_deck("deck retire")),
    "deck list": _command("empty", "deck list"),
    "deck:changed": ("empty", _change_deck),
    "decklist": _press("running", "decklist:commanders::::::pick", "3"),
    "decklist (pages)": _press("running", "decklist:commanders::::::0"),
    "deckone": _press("running", "deckone:decks:::::"),
    "deckone:said": ("running", _declare_same_decks),
    "deckone:back": _press("running", "deckone:back:00000000"),
    "rivals:commanders": _press("running", "rivals:commanders:0"),
    "rivals:cards": _press("running", "rivals:cards:0"),
    "pod guest": _command("lobby", "pod guest", name="Gus"),
    "draws:all": _press("lobby", "draws"),
    "pod status": _command("running", "pod status"),
    "pod:effects": _press("running", "pod:{number}:effects"),
    "pod:extra": _press("running", "pod:{number}:extra", "{Bo}"),
    "pod:end": _press("running", "pod:{number}:end"),
    "pod:removal": _press("running", "pod:{number}:removal"),
    "pod:remove": _press("running", "pod:{number}:remove", "{Eve}"),
    "life": _command("counting", "life", amount="-3"),
    "pod:restart": _press("running", "pod:{number}:restart", "{Bo}"),
    "pod:subgame": _press("running", "pod:{number}:subgame", "shahrazad"),
    "pod:win": _press("running", "pod:{number}:win:effect", "{Bo}"),
    "pod:draw": _press("running", "pod:{number}:draw"),
    "pod:winning": _press("running", "pod:{number}:winning:combo:{Bo}"),
    "pod:drawing": _press("running", "pod:{number}:drawing"),
    "pod:closing": _press("running", "pod:{number}:closing"),
    "help": _command("running", "help"),
    "rules (pages)": _press("running", "rules:1"),
    "rules:turn": _press("running", "rules:ESC:1"),
    "rules:deeds": _press("running", "rules:deeds:1"),
    "rules:group": _press("running", "rules:group", "TAB"),
    "rules:all": _press("running", "rules:all"),
    "rules:which": _press("running", "rules:which", "ESC-22"),
    "pod record": ("running", _record),
    "entry:menu": _press("entry", "entry:{token}:who", "{Cy}"),
    "entry:choose": _press("entry", "entry:{token}:choose", "{Cy}"),
    "entry:add": _press("entry", "entry:{token}:add"),
    "entry:deck": _press("entry", "entry:{token}:deck"),
    "entry:decked": ("entry", _name_entered_deck),
    "entry:change": _press("entry", "entry:{token}:change"),
    "entry:settled": _press("entry-setup", "entry:{token}:settled"),
    "entry:back": _press("entry-over", "entry:{token}:back"),
    "entry:cancel": _press("entry", "entry:{token}:cancel"),
    "entry:send": _press("entry-over", "entry:{token}:send"),
    "defeat": _command("running", "defeat", loser="@Cy", controller="@Bo"),
    "concede": _command("running", "concede"),
    "undo": _command("running", "undo"),
    "why": _command("running", "why"),
    "Report their defeat": ("running", _menu),
    "I lost to them": ("running", _lost),
    "leaderboard": _command("running", "leaderboard"),
    "stats": _command("running", "stats"),
    "Their stats": ("running", _their_stats),
    "stats:deeds": _press("empty", "stats:deeds:nobody:"),
    "rivals": _command("running", "rivals"),
    "history": _command("running", "history"),
    "rules": _command("running", "rules", rule="ESC-22"),
    "judge": _command("running", "judge", question="damage"),
    "audit": _command("running", "audit"),
    "desk": _command("running", "desk"),
    "override strike": ("duel-over", _strike),
    "override unstrike": _command("duel-over", "override unstrike", text="1"),
    "override responsible": _decision("responsible", report=_DEFEAT + ":{Di}", player="@Cy"),
    "override undo": _decision("undo", report=_DEFEAT),
    "override status": _decision("status", player="@Di"),
    "override points": _command("finished", "override points", player="@Cy", points=5, reason="They agreed."),
    "override end": _decision("end"),
    "override remove": _decision("remove", player="@Cy"),
    "override host": _decision("host", player="@Cy"),
    "override date": _command("finished", "override date", ended="2025-12-31 21:30", reason="They agreed."),
    "override void": _decision("void"),
    "override reopen": _command("finished", "override reopen", reason="They agreed."),
    "setup server": _command("empty", "setup server"),
    "setup language": _command("empty", "setup language", language="fr"),
    "setup variant": _command("empty", "setup variant", name="Kingmaker"),
    "setup timezone": _command("empty", "setup timezone", zone="Europe/Paris"),
    "season start": _command("empty", "season start"),
    "season end": _command("empty", "season end"),
    "season rename": _command("empty", "season rename", name="Autumn"),
    "season list": _command("empty", "season list"),
    "season rules": _command("empty", "season rules", weekly=2),
    "season exclude": ("empty", _about_cy("season exclude", reason="They agreed.")),
    "season include": ("empty", _about_cy("season include")),
    "season:end": _press("season-rules", "season:1:end"),
    "season:resume": _press("season-rules", "season:1:resume"),
    "season:plan": _press("season-rules", "season:1:plan"),
    "season:planned": ("season-rules", _plan_season_end),
    "season:unplan": _press("season-rules", "season:1:unplan"),
    "season:preset": _press("season-rules", "season:1:preset:league"),
    "season:set": _press("season-rules", "season:rules:{token}:set"),
    "season:keep": _press("season-rules", "season:rules:{token}:keep"),
    "games:enter": _press("empty", "games:enter"),
    "games:uploaded": ("empty", _upload_games),
    "games:apply": _press("games", "games:{token}:apply"),
    "leaders": _press("empty", "leaders:::::0"),
    "duelists": _press("empty", "duelists:::0"),
    "post": _press("empty", "post:week:1"),
    "past": _press("empty", "past:older::1767268800000:1:1"),
    "house:start": _house("start:0", "esclave"),
    "house:ask": _house("ask:0", "1"),
    "house:set": _house("set:1", "out"),
    "house:like": _house("like:14", "places"),
    "house:type": _house("type:12"),
    "house:filled": ("empty", _turns),
    "house:save": _house("save:0"),
    "house:delete": _house("delete:0"),
    "house:pick": _house("pick:0", "Kingmaker"),
    "house:close": _house("close:0"),
    "pod:join": _press("lobby", "pod:{number}:join"),
    "pod:leave": _press("lobby", "pod:{number}:leave"),
    "pod:word": _press("lobby", "pod:{number}:word"),
    "pod:word:typed": ("lobby", _add_word),
    "draws": _press("lobby", "draws:0"),
    "pod:life": _press("counting", "pod:{number}:life"),
    "pod:balance": _press("sides", "pod:{number}:balance"),
    "pod:side": _press("sides", "pod:{number}:side", "1"),
    "pod:change": _press("lobby", "pod:{number}:change"),
    "pod:instead": _press("lobby of three", "pod:{number}:instead:necromancer"),
    "pod:start": _press("lobby", "pod:{number}:start"),
    "pod:how": _press("lobby", "pod:{number}:how"),
    "pod:fair": _press("finished", "pod:{number}:fair"),
    "pod:report": _press("running", "pod:{number}:report"),
    "pod:reported": ("running", _reported),
    "pod:turn": _press("running", "pod:{number}:turn:1"),
    "pod:checklist": _press("running", "pod:{number}:checklist"),
    "pod:concede": _press("running", "pod:{number}:concede"),
    "pod:leaving": _press("running", "pod:{number}:leaving"),
    "pod:deed": _press("running", "pod:{number}:deed"),
    "pod:deed:claim": _press("running", "pod:{number}:deed:claim", "house-x"),
    "pod:deed:page": _press("running", "pod:{number}:deed:page:1"),
    "pod:deed:vote": _press("running", "pod:{number}:deed:house-x:vote", "{Eve}"),
    "pod:award": _press("running", "pod:{number}:award"),
    "pod:award:page": _press("running", "pod:{number}:award:page:1"),
    "pod:award:pick": _press("running", "pod:{number}:award:pick", "house-x"),
    "pod:award:to": _press("running", "pod:{number}:award:house-x:to", "{Eve}"),
    "pod:award:given": ("running", _give_deed),
    "pod:substitute": _press("running", "pod:{number}:substitute"),
    "pod:substitute:to": ("running", _pick_substitute),
    "pod:seat": _press("running", "pod:{number}:seat:{Eve}"),
    "pod:grant": _press("running", "pod:{number}:grant:{Eve}"),
    "pod:guest-leaves": _press("guests", "pod:{number}:guest-leaves:{Gus}"),
    "pod:here": _press("running", "pod:{number}:here"),
    "pod:more": _press("running", "pod:{number}:more"),
    "pod:undo": _press("running", "pod:{number}:undo"),
    "pod:why": _press("running", "pod:{number}:why"),
    "pod:status": _press("running", "pod:{number}:status"),
    "pod:log": _press("running", "pod:{number}:log"),
    "pod:close": _press("running", "pod:{number}:close"),
    "pod:kick": _press("running", "pod:{number}:kick:{Eve}"),
    "pod:present": _press("running", "pod:{number}:present"),
    "pod:keep": _press("running", "pod:{number}:keep"),
    "pod:choose": _press("waiting", "pod:{number}:choose:{token}", "{Cy}"),
    "pod:pick": _press("waiting", "pod:{number}:pick:{token}:{Cy}"),
    "pod:rematch": _press("finished", "pod:{number}:rematch"),
    "pod:round": _press("finished", "pod:{number}:round"),
    "log": _press("running", "log:{number}:0"),
    "redo": _press("running", "redo:{number}:{version}"),
    "meant": _press("running", "meant:{number}:{version}:{token}"),
    "audit (pages)": _press("running", "audit:0"),
    "desk (pages)": _press("disputed", "desk:0"),
    "desk:pick": _press("disputed", "desk:0:pick", "{channel}:{number}"),
    "desk:confirm": _press("claimed", f"{_DESK}:confirm:{{version}}"),
    "desk:stands": _press("disputed", f"{_DESK}:stands:{{version}}"),
    "desk:takeback": _press("disputed", f"{_DESK}:takeback:{{version}}"),
    "desk:undone": ("disputed", _fill_desk("undone:{version}")),
    "desk:responsible": _press("disputed", f"{_DESK}:responsible:{{version}}"),
    "desk:ruled": ("disputed", _fill_desk("ruled:{version}")),
    "desk:upheld": _press("duel-disputed", f"{_DESK}:stands"),
    "desk:reopen": _press("duel-disputed", f"{_DESK}:takeback"),
    "desk:reopened": ("duel-disputed", _fill_desk("reopened")),
    "desk:void": _press("running", f"{_DESK}:void"),
    "desk:voided": ("running", _fill_desk("voided")),
    "desk:correct": _press("running", f"{_DESK}:correct"),
    "desk:which": _press("running", f"{_DESK}:which", "5"),
    "desk:corrected": ("running", _fill_desk("corrected:5")),
    "desk:dismiss": _press("counted", f"{_DESK}:dismiss"),
    "desk:here": _press("counted", f"{_DESK}:here"),
    "strike:of": _press("duel-over", "strike:of:{channel}:{number}"),
    "strike:text": ("duel-over", _pick_text),
    "strike:lift": _press("duel-over", "strike:lift:{number}"),
    "form:card": _press("form", "form:{token}:card"),
    "form:filled": ("form", _fill),
    "form:menu": _press("form", "form:{token}:loser", "{Cy}"),
    "form:details": _press("form", "form:{token}:details"),
    "form:back": _press("form", "form:{token}:back"),
    "form:source": _press("form", "form:{token}:source"),
    "form:another": _press("form", "form:{token}:another"),
    "form:next": _press("form", "form:{token}:next"),
    "form:remove": _press("form", "form:{token}:remove"),
    "form:cancel": _press("form", "form:{token}:cancel"),
    "form:send": _press("form", "form:{token}:send"),
    "form:owns": _press("form", "form:{token}:owns:{Cy}"),
    "form:whose": _press("form", "form:{token}:whose", "{Cy}"),
    "judge:damage:more": _press("judged damage", "judge:damage:{token}:more"),
    "judge:damage:filled": ("judged damage", _fill_judged("damage", sources="Bolt 3", you="20")),
    "judge:damage:show": _press("judged damage", "judge:damage:{token}:show"),
    "judge:damage:page": _press("judged damage", "judge:damage:{token}:page:0"),
    "judge:damage:happened": _press("judged damage", "judge:damage:{token}:happened:0"),
    "judge:damage:which": _press("judged damage", "judge:damage:{token}:which", "0"),
    "judge:loyalty:more": _press("judged loyalty", "judge:loyalty:{token}:more"),
    "judge:loyalty:filled": (
        "judged loyalty",
        _fill_judged("loyalty", permanent="Jace 3", cost="+1", moment="main phase"),
    ),
    "judge:loyalty:show": _press("judged loyalty", "judge:loyalty:{token}:show"),
    "judge:defeat:more": _press("judged defeat", "judge:defeat:{token}:more"),
    "judge:defeat:filled": ("judged defeat", _fill_judged("defeat", loser="Cy, library", objects="Bolt, by Bo")),
    "judge:defeat:show": _press("judged defeat", "judge:defeat:{token}:show"),
    "judge:defeat:happened": _press("judged defeat", "judge:defeat:{token}:happened"),
    "rule": _press("running", "rule:PW-9"),
    "override:do": _press("decision", "override:{token}:do"),
    "override:really": _press("decision", "override:{token}:really"),
    "override:leave": _press("decision", "override:{token}:leave"),
    "override:choose": _press("decision", "override:{token}:choose", "{Cy}"),
    "override:pick": _press("decision", "override:{token}:pick:{Cy}"),
    "override:cancel": _press("decision", "override:{token}:cancel"),
    "override:replace": _press("decision", "override:{token}:replace"),
    "override:instead": _press("decision", "override:{token}:instead", "5"),
    "instead:send": _press("replacing", "instead:{token}:send"),
    "instead:cancel": _press("replacing", "instead:{token}:cancel"),
    "setup:show": _press("empty", "setup:all:show"),
    "setup:test": _press("empty", "setup:all:test"),
    "setup:group": _press("empty", "setup:server:group:0"),
    "setup:page": _press("empty", "setup:variant:page:0"),
    "setup:menu": _press("empty", "setup:all:menu", "language"),
    "setup:set": _press("empty", "setup:language:set", "ru"),
    "setup:lines": _press("empty", "setup:house_deeds:lines"),
    "setup:typed": ("empty", _type_lines),
    "setup:unset": _press("empty", "setup:language:unset"),
    "claim:confirm": _press("claimed", "claim:{number}:{version}:confirm"),
    "claim:dispute": _press("claimed", "claim:{number}:{version}:dispute"),
    "claim:which": _press("claimed", "claim:{number}:{version}:which", "{version}"),
    "claim:this": _press("claimed", "claim:{number}:{version}:this:{version}"),
    "claim:stands": _press("disputed", "claim:{number}:{version}:stands"),
    "claim:takeback": _press("disputed", "claim:{number}:{version}:takeback"),
    "claim:responsible": _press("disputed", "claim:{number}:{version}:responsible"),
    "claim:undone": ("disputed", _decide("undone")),
    "claim:ruled": ("disputed", _decide("ruled")),
    "claim:why": _press("disputed", "claim:{number}:{version}:why"),
    "joust open": _command("empty", "joust open"),
    "joust invoke": _command("duel", "joust invoke", name="Kettle"),
    "joust change": _command("duel", "joust change", player="@Bo", what="add blue 2", because="Gust"),
    "joust undo": _command("duel", "joust undo", reason="They agreed."),
    "joust concede": _command("duel", "joust concede"),
    "joust close": _command("duel", "joust close"),
    "joust board": _command("duel", "joust board"),
    "joust pay": _command("duel", "joust pay", formula="any"),
    "joust deck": _command("empty", "joust deck", forget=True),
    "joust:join": _press("duel-lobby", "joust:{number}:join"),
    "joust:leave": _press("duel-lobby", "joust:{number}:leave"),
    "joust:start": _press("duel-ready", "joust:{number}:start"),
    "joust:first": _press("duel-own", "joust:{number}:first", "{Bo}"),
    "joust:rematch": _press("duel-over", "joust:{number}:rematch"),
    "joust:place": _press("duel", "joust:{number}:place"),
    "joust:placed": _press("duel-unplaced", "joust:{number}:placed", "blue:1"),
    "joust:draw": _press("duel", "joust:{number}:draw"),
    "joust:end": _press("duel", "joust:{number}:end"),
    "joust:really": _press("duel", "joust:{number}:really"),
    "joust:wear": _press("duel-wear", "joust:{number}:wear"),
    "joust:worn": ("duel-wear", _fill_duel("worn", roll="4", bonus="1")),
    "joust:attack": _press("duel", "joust:{number}:attack"),
    "joust:attacked": ("duel", _fill_duel("attacked", my_die="5", their_die="3")),
    "joust:invoke": _press("duel", "joust:{number}:invoke"),
    "joust:hand": _press("duel", "joust:{number}:hand:0"),
    "joust:card": _press("duel", "joust:{number}:card", "Kettle"),
    "joust:other": _press("duel", "joust:{number}:other"),
    "joust:described": ("duel", _fill_duel("described", card="Owl", kind="living")),
    "joust:use": _press("duel", "joust:{number}:use"),
    "joust:used": _press("duel", "joust:{number}:used", "1"),
    "spend": _press("duel-paying", "spend:{token}", "1:clockwise:"),
    "joust:change": _press("duel", "joust:{number}:change"),
    "joust:changed": ("duel", _fill_duel("changed", whose="Bo", what="hand +2", because="Gust")),
    "joust:undo": _press("duel", "joust:{number}:undo"),
    "joust:dispute": _press("duel-over", "joust:{number}:dispute"),
    "joust:stands": _press("duel-disputed", "joust:{number}:stands"),
    "joust:takeback": _press("duel-disputed", "joust:{number}:takeback"),
    "joust:undone": ("duel-disputed", _fill_duel("undone", reason="They agreed.")),
    "joust:agree": _press("duel-asked", "joust:{number}:agree"),
    "joust:concede": _press("duel", "joust:{number}:concede"),
    "joust:conceding": _press("duel", "joust:{number}:conceding"),
    "joust:more": _press("duel", "joust:{number}:more"),
    "joust:log": _press("duel", "joust:{number}:log"),
    "joust:story": _press("duel", "joust:{number}:story:0"),
    "joust:present": _press("duel-over", "joust:{number}:present"),
    "joust:presented": ("duel-over", _fill_duel("presented", work="A kettle.")),
    "joust:fair": _press("duel-ready", "joust:{number}:fair"),
    "joust:how": _press("duel", "joust:{number}:how"),
    "claims": _press("guests-asked", "claims:0"),
    "claims:confirm": _press("guests-asked", "claims:{token}:confirm"),
    "claims:decline": _press("guests-asked", "claims:{token}:decline"),
    "override unclaim": _command("guests-claimed", "override unclaim", guest="@Gus", reason="They agreed."),
    "me claim": _command("guests-over", "me claim", name="{Name}"),
    "override merge": ("empty", _merge),
    "merge:ask": _press("merge-seen", "merge:{token}:ask"),
    "merge:yes": _press("merge-asked", "merge:{token}:yes"),
    "merge:no": _press("merge-asked", "merge:{token}:no"),
    "merge:do": _press("merge-agreed", "merge:{token}:do"),
    "me games": _command("empty", "me games"),
    "me:games": _press("empty", "me:games"),
    "me:leave": _press("running", "me:leave:{channel}:{number}:playing:{Bo}"),
    "me:leaving": _press("running", "me:leaving:{channel}:{number}:playing:{Bo}"),
    "me avoid": _command("empty", "me avoid"),
    "me:avoid": _press("empty", "me:avoid", "1"),
    "me export": _command("empty", "me export"),
    "me forget": _command("empty", "me forget"),
    "me:sure": _press("empty", "me:forget:sure"),
    "me:really": _press("empty", "me:forget:really"),
    "me:keep": _press("empty", "me:forget:keep"),
    "beside": _press("avoided-held", "beside:{token}"),
    "really": _press("duel-held", "really:{token}"),
    "unknown": _press("lobby", "pod:{number}:dance"),
}
"""A way to ask for each row, at a point of the game where it makes sense."""

_SEATED = dict.fromkeys(("player", "loser", "host"), "already-in")
_STANDING = dict.fromkeys(("outsider", "moderator", "administrator"), "no-seat")
_MODERATING = ("moderator", "administrator", "elsewhere")
_NOT_IN = dict.fromkeys(("outsider", *_MODERATING), "plan-not-in")
_NOTHING_TO_REDRAW = {"host": "night-own-undo"} | dict.fromkeys(("moderator", "administrator"), "night-redraw-none")
_NOT_THE_HOST = dict.fromkeys((*rights_page.KINDS.keys() - {"host"}, "elsewhere"), "own-gone")
_NOT_ASKED = dict.fromkeys((*rights_page.KINDS.keys() - {"outsider"},), "merge-other")
"""Gil, who is nobody in a game, is asked whether Fay's account is his."""

SENSELESS: Mapping[str, Mapping[str, str]] = {
    "house:pick": dict.fromkeys((*rights_page.KINDS, "elsewhere"), "no-such-variant"),
    "pod record": {"elsewhere": "entry-few"},
    "entry:choose": {"owner": "recorded-nothing-to-choose"},
    "pod:seat": {"offered": "seat-not-offered"},
    "pod:grant": dict.fromkeys(("player", "loser", "host"), "no-substitute"),
    **dict.fromkeys(
        ("pod:deed", "pod:deed:claim", "pod:deed:page", "pod:deed:vote"),
        dict.fromkeys(("player", "loser", "host"), "no-deeds"),
    ),
    **dict.fromkeys(
        ("pod:award", "pod:award:page", "pod:award:pick", "pod:award:to", "pod:award:given"),
        dict.fromkeys(("moderator", "administrator"), "no-deeds"),
    ),
    "deckone:said": dict.fromkeys((*_MODERATING, "elsewhere"), "same-unknown"),
    "deckone:back": dict.fromkeys((*_MODERATING, "elsewhere"), "same-gone"),
    **{key: {"elsewhere": "no-season-runs"} for key in ("season:plan", "season:planned", "season:unplan")},
    "games:apply": {"elsewhere": "form-other"},
    "override merge": {"elsewhere": "merge-own"},
    "merge:yes": {**_NOT_ASKED, "elsewhere": "merge-gone"},
    "merge:no": {**_NOT_ASKED, "elsewhere": "merge-gone"},
    "merge:do": {**dict.fromkeys(_MODERATING, "merge-early"), "elsewhere": "merge-gone"},
    "me claim": {"elsewhere": "claim-unknown"},
    **dict.fromkeys(("me:leave", "me:leaving"), _NOT_THE_HOST),
    "claims:confirm": {"elsewhere": "claim-unknown"},
    "claims:decline": {"elsewhere": "claim-unknown"},
    "override unclaim": {"elsewhere": "claim-none"},
    "pod:join": _SEATED,
    "find:join": _SEATED,
    "pod:word": _STANDING,
    "pod:word:typed": _STANDING,
    "pod:leave": _STANDING,
    "pod:side": _STANDING,
    "pod:kick": dict.fromkeys(("player", "loser", "host"), "kick-uncalled"),
    "pod:present": dict.fromkeys(("player", "loser", "host"), "nobody-called"),
    "pod:keep": dict.fromkeys(rights_page.KINDS, "kept-already"),
    "override strike": {"elsewhere": "no-text"},
    "override unstrike": dict.fromkeys(_MODERATING, "not-struck"),
    "strike:lift": dict.fromkeys(_MODERATING, "not-struck"),
    "override:choose": {"owner": "nothing-to-choose"},
    "override:pick": {"owner": "nothing-to-choose"},
    "instead:send": {"owner": "no-correction"},  # the same facts as before
    "override:replace": {"owner": "no-report"},  # nothing but a report is replaced
    "season end": dict.fromkeys(("administrator", "elsewhere"), "no-season-runs"),
    "season rename": dict.fromkeys(("administrator", "elsewhere"), "no-season"),
    "season:end": {"elsewhere": "no-season-runs"},
    "season:resume": dict.fromkeys(("administrator", "elsewhere"), "season-resume-late"),
    "season rules": dict.fromkeys(("administrator", "elsewhere"), "no-season-yet"),
    "season exclude": dict.fromkeys(("administrator", "elsewhere"), "no-season-yet"),
    "season include": dict.fromkeys(("administrator", "elsewhere"), "no-season-yet"),
    "season:preset": {"elsewhere": "no-season"},
    "season:set": {"elsewhere": "form-other"},
    "season:keep": {"elsewhere": "form-other"},
    "joust:join": dict.fromkeys(("player", "loser", "host"), "already-in"),
    "joust:leave": _STANDING,
    "plan:join": dict.fromkeys(("player", "loser", "host"), "plan-already"),
    "plan:leave": _NOT_IN,
    "plan:remind": _NOT_IN,
    "plan:come": _NOT_IN,
    "night drop": {"host": "night-own-drop"},
    "night points": {"host": "night-own-points"},
    "plan:filling": {"host": "night-own-pod"},
    "plan:unact": {"host": "night-own-undo"},
    "plan:redraw": _NOTHING_TO_REDRAW,
    "plan:redrawn": _NOTHING_TO_REDRAW,
    "night:undo": {"host": "night-own-undo"},
    "night swap": {"host": "night-own-round"} | dict.fromkeys(("moderator", "administrator"), "night-same-pod"),
    "joust:undo": dict.fromkeys(("moderator", "administrator"), "reason"),
    "unknown": dict.fromkeys((*rights_page.KINDS, "elsewhere"), "unknown-button"),
}
"""Where people may ask, and are told that there is nothing to be done."""


# The people, and the table they are at


@dataclass(frozen=True)
class Cast:
    """Who is which kind of person."""

    server: Server
    people: Mapping[str, MemberActor]
    elsewhere: simcord.GuildHandle  # another server

    def __getitem__(self, kind: str) -> MemberActor:
        return self.people[kind]

    def take_part_in(self, state: State) -> "Cast":
        """The same people; a duel has two alone: Bo, who hosts, and Eve, who has the turn."""
        if not state.startswith("duel"):
            return self
        host = self.people["host"]
        return Cast(self.server, {**self.people, "player": host, "loser": host}, self.elsewhere)


def make_cast(server: Server) -> Cast:
    """Bo hosts; Ana administers; Meg and Nan moderate; Zoe administers another server."""
    env, guild = server.env, server.guild
    moderating = discord.Permissions(manage_messages=True)
    moderators = guild.create_role("Referees", permissions=moderating)
    meg, nan = (
        guild.add_member(env.create_user(name, global_name=name.capitalize()), roles=[moderators])
        for name in ("meg", "nan")
    )
    elsewhere = env.create_guild("Elsewhere")
    everything = discord.Permissions(administrator=True)
    zoe = elsewhere.add_member(
        env.create_user("zoe", global_name="Zoe"), roles=[elsewhere.create_role("Owners", permissions=everything)]
    )
    people = {
        "outsider": server.gil,
        "player": server.cy,
        "loser": server.di,
        "host": server.bo,
        "moderator": meg,
        "administrator": server.ana,
        "maker": server.eve,
        "asked": server.eve,
        "confirmer": server.eve,
        "owner": server.eve,
        "active": server.eve,
        "bringer": server.eve,
        "offered": server.eve,
        "referee": nan,
        "elsewhere": zoe,
    }
    return Cast(server, people, elsewhere)


async def set_scene(cast: Cast, state: State) -> Scene:
    """A table at this point of its game, in a new channel; every module is switched on."""
    await _switch_modules_on(cast)
    if state == "duel-held":
        return await _hold_duel(cast)
    if state == "avoided-held":
        return await _hold_joining(cast)
    if state.startswith("merge"):
        return await _propose_merge(cast, state)
    if state.startswith("duel"):
        return await _set_duel(cast.server, state)
    if state.startswith("poll"):
        return await _set_poll(cast.server, state)
    if state.startswith("night"):
        return await _set_night(cast, state)
    if state.startswith("plan") or state == "opening":
        return await _set_plan(cast.server, state)
    server = cast.server
    channel = server.guild.create_text_channel("table-two")
    table = Table(server, channel)
    host, *guests = server.bo, server.cy, server.di, server.eve
    if state == "empty":
        shown = answer(await server.ana.slash(channel, "leaderboard"))
        return Scene(server, table, channel, shown)
    if state == "games":
        board = answer(await server.ana.slash(channel, "leaderboard"))
        shown = answer(await upload_games(server.ana, channel, board, _GAMES))
        return Scene(server, table, channel, shown, token=_token(shown, 1))
    if state == "season-rules":
        await server.ana.slash(channel, "season start")
        shown = answer(await server.ana.slash(channel, "season rules", weekly=2))
        await forging.submit(server.ana, channel, shown, "season:1:planned", {"when": "in 30 days"})
        return Scene(server, table, channel, shown, token=_token(shown, 2))
    if state == "lobby of three":
        await table.opened(host, server.cy, server.eve)
        return Scene(server, table, channel, table.board)
    if state == "lobby-setup":
        return await _change_lobby(table)
    if state in ("lobby", "sides"):
        teams = {"variant": "elimination", "table": "two-headed-giant"} if state == "sides" else {}
        await table.opened(host, *guests, **teams)
        return Scene(server, table, channel, table.board)
    if state in ("claimed", "disputed"):
        wizard = answer(await server.ana.slash(channel, "setup server"))
        await forging.press(server.ana, channel, wizard, "setup:confirmation:set", "loser")
    if state.startswith("guests"):
        return await _bring_guest(table, state)
    await table.started(host, *guests, choose_master=state == "waiting", life=state == "counting")
    found = Scene(server, table, channel, table.board, version=6)
    if state == "waiting":
        form = Form(table, server.eve, await table.reports(server.eve, "Eve", "Eve"))
        await form.own("Eve")
        found.on, found.token = table.board, ":".join(table.find_button("pick").split(":")[3:5])
        await server.env.advance_time(300)  # until the host may choose for her
    else:
        await table.reports(server.eve, "Di", "Bo")
    if state in ("claimed", "disputed"):
        await server.di.click(table.board, custom_id=table.find_button("confirm"))
        await table.reports(server.bo, "Eve", "Bo")
        found.version = 8
    if state == "disputed":
        await server.eve.click(table.board, custom_id=table.find_button("dispute"))
    found.on = table.board
    if state == "finished":
        await end(host, channel, "draw")
    if state == "counted":
        for loser in ("Cy", "Eve"):
            await table.reports(host, loser, "Bo")
        await let_count(server)
        found.on, found.version = table.board, 8
    if state == "deck-near":
        running: Any = server.bot.app
        near = Deck((Commander("Krenko, Mob Boss"),))
        place = ChannelAddress(server.guild.id, channel.id)
        draft = DeckSuggestionDraft(place, server.eve.id, found.number, table.keys["Eve"], near)
        found.token = running.client.services.drafts.add_draft(draft)
    if state == "form":
        form = await form_of(table, server.eve)
        await form.pick("loser", "Cy")
        await form.pick("controller", "Bo")
        found.token, found.on = form.token, form.message
    if state.startswith("entry"):
        await _begin_entry(found, state)
    if state.startswith("judged"):
        await _ask_judge(found, state.removeprefix("judged "))
    if state == "decision":
        weighed = await cast["referee"].slash(channel, "override void", reason="They agreed.")
        found.on = answer(weighed)
        found.token = _token(found.on)
    if state == "replacing":
        weighed = await cast["referee"].slash(
            channel, "override undo", report=f"{found.number}:5", reason="They agreed."
        )
        opened = await cast["referee"].click(answer(weighed), custom_id=f"override:{_token(answer(weighed))}:replace")
        found.on = answer(opened)
        found.token = _token(found.on)
    return found


async def _switch_modules_on(cast: Cast) -> None:
    """Have every module switched on, on each server where one of them is not."""
    running: Any = cast.server.bot.app
    for guild in (cast.server.guild, cast.elsewhere):
        settings = await running.client.services.guilds.load_server_settings(guild.id)
        if {*MODULES} - {*settings.modules}:
            await switch_on(cast.server, *MODULES, guild=guild)


async def _change_lobby(table: Table) -> Scene:
    """A lobby that Eve hosts, who has chosen another bracket and has not saved it yet."""
    server = table.server
    await table.opened(server.eve, server.bo, server.cy, server.di)
    shown = answer(await forging.press(server.eve, table.channel, table.board, "pod:1:change"))
    token = _token(shown)
    await forging.press(server.eve, table.channel, shown, f"draft:{token}:pick:bracket", "3")
    return Scene(server, table, table.channel, shown, token=token)


async def _bring_guest(table: Table, state: State) -> Scene:
    """A game to which Eve has brought a guest; once it is over, Fay says that it is she."""
    server, name = table.server, f"Gus {table.channel.id}"
    await table.opened(server.bo, server.cy, server.di, server.eve)
    await server.eve.slash(table.channel, "pod guest", name=name)
    await table.starts(server.bo)
    gus = next(key for called, key in table.keys.items() if called.startswith("Gus"))
    table.keys |= {"Gus": gus, "Name": name}
    found = Scene(server, table, table.channel, table.board)
    if state != "guests":
        await end(server.bo, table.channel, "close")
    if state in ("guests-asked", "guests-claimed"):
        await server.fay.slash(table.channel, "me claim", name=name)
        desk = answer(await server.ana.slash(table.channel, "desk"))
        found.on = answer(await server.ana.click(desk, custom_id="claims:0"))
        shown = str(found.on.components)
        found.token = re.findall(r"claims:([^']*):confirm", shown)[-1]
    if state == "guests-claimed":
        await server.ana.click(found.on, custom_id=f"claims:{found.token}:confirm")
    return found


async def _begin_entry(found: Scene, state: State) -> None:
    """Eve enters a game that was a draw, or is about to say so, or what was played."""
    found.on = answer(await _record(found, found.server.eve))
    found.token = _token(found.on)
    await found.press(found.server.eve, f"entry:{found.token}:what", "draw")
    if state == "entry-over":
        await found.press(found.server.eve, f"entry:{found.token}:add")
    if state == "entry-setup":
        await found.press(found.server.eve, f"entry:{found.token}:change")


async def _ask_judge(found: Scene, kind: str) -> None:
    """Eve asks the judge a question of this kind; of damage, one with a deadly outcome."""
    keys = found.table.keys
    questions: Mapping[str, Mapping[str, str]] = {
        "damage": {"sources": "2, by Bo", "you": "1"},
        "defeat": {"player": keys["Cy"], "objects": "the source, by Bo"},
        "loyalty": {"permanent": "3", "cost": "+1"},
    }
    asked = await judging.ask(found.server.eve, found.channel, kind, **questions[kind])
    found.on = answer(asked)
    found.token = _token(found.on, 2)


async def _set_plan(server: Server, state: State) -> Scene:
    """A plan of Bo's, for which Cy, Di and Eve have signed up; or one that Eve makes or moves."""
    channel = server.guild.create_text_channel("table-two")
    table, maker = Table(server, channel), server.bo
    if state in ("plan-read", "plan-moved"):
        maker = server.eve
    if state == "opening":
        asked = answer(await server.eve.slash(channel, "pod open", change=True))
        return Scene(server, table, channel, asked, token=_token(asked))
    if state == "plan-unclear":
        asked = answer(await server.eve.slash(channel, "pod plan", when="7"))
        return Scene(server, table, channel, asked, token=_token(asked))
    asked = answer(await maker.slash(channel, "pod plan", when="in 2 h"))
    token = _token(asked)
    if state == "plan-read":
        return Scene(server, table, channel, asked, token=token)
    await maker.click(asked, custom_id=f"plan:{token}:make")
    if state == "plan-moved":
        opened = await forging.press(maker, channel, table.board, "plan:1:retime")
        asked = answer(await maker.submit_modal(opened, {"when": "in 3 h"}))
        return Scene(server, table, channel, asked, token=_token(asked))
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, custom_id=table.find_button("join"))
    if state == "plan-checking":
        await pass_quietly(server, 91 * 60)
    return Scene(server, table, channel, table.board)


async def _set_poll(server: Server, state: State) -> Scene:
    """A poll of Bo's, which Cy, Di and Eve have answered; or one that Eve makes."""
    channel = server.guild.create_text_channel("table-two")
    table, maker = Table(server, channel), server.eve if state == "poll-read" else server.bo
    opened = await maker.slash(channel, "night ask")
    asked = answer(await maker.submit_modal(opened, {"moments": "in 2 h\nin 3 h"}))
    token = _token(asked)
    if state == "poll-read":
        return Scene(server, table, channel, asked, token=token)
    await maker.click(asked, custom_id=f"poll:{token}:make")
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, label="1")
    return Scene(server, table, channel, table.board)


async def _close_nights(server: Server) -> None:
    """Close the nights of former scenes, as nobody plays in two."""
    running: Any = server.bot.app
    services = running.client.services
    for row in await load_open_planned_games(services.database, server.guild.id):
        if row.state == "playing":
            place = ChannelAddress(row.guild, row.channel)
            ask = GameCommandRequest(place, None, lambda *_: CloseGameNight(0), pod=row.pod)
            await services.service.execute_command(ask)


async def _set_night(cast: Cast, state: State) -> Scene:
    """A night of Bo's with Cy, Di and Eve, who have a round, or had one that Meg undid; or Eve makes or seats it."""
    server = cast.server
    await _close_nights(server)
    channel = server.guild.create_text_channel("table-two")
    maker = server.eve if state in ("night-read", "night-seating") else server.bo
    table = Table(server, channel)
    shown = await maker.slash(channel, "night open", when="in 20 min", rounds=3, minutes=60)
    asked = answer(shown)
    token = _token(asked)
    if state == "night-read":
        return Scene(server, table, channel, asked, token=token)
    await maker.click(asked, custom_id=f"plan:{token}:make")
    board = table.board
    await maker.click(board, custom_id=table.find_button("come"))
    for guest in (server.bo, server.cy, server.di, server.eve):
        if guest is not maker:
            await guest.click(board, custom_id=table.find_button("join"))
    asked = answer(await maker.slash(channel, "night seat"))
    token = _token(asked)
    if state == "night-seating":
        return Scene(server, table, channel, asked, token=token)
    await maker.click(asked, custom_id=f"night:{token}:seat")
    scene = Scene(server, table, channel, table.board)  # it came anew
    if state == "night-undone":
        await scene.press(cast["moderator"], f"plan:{scene.number}:unact:1")  # Bo plays in it
    return scene


async def _set_duel(server: Server, state: State) -> Scene:
    """A duel of Bo, who opened it, and Eve, who has the turn and rolls her own dice."""
    channel = server.guild.create_text_channel("table-two")
    table, bo, eve = DuelTable(server, channel), server.bo, server.eve
    dice = "bot" if state == "duel-ready" else "own"
    await table.opened(bo, *([] if state == "duel-lobby" else [eve]), dice=dice)
    scene = Scene(server, table, channel, table.board, table.number)
    if state in ("duel-lobby", "duel-ready"):
        return scene
    shown = answer(await bo.click(table.board, custom_id=table.find_button("start")))
    [menu] = shown.components[0]["components"]
    table.keys = {option["label"]: option["value"] for option in menu["options"]}
    if state == "duel-own":
        scene.on = shown
        return scene
    await bo.select(shown, [table.keys["Eve"]], custom_id=menu["custom_id"])
    if state == "duel-unplaced":
        scene.on = table.board
        return scene
    await table.press(eve, "placed", "blue:1")
    await table.describe(eve, "Kettle", action="brews", wear=2)
    for zone in (1, 2):
        change = {"player": table.keys["Eve"], "what": f"add red {zone}", "because": "Gust"}
        await eve.slash(channel, "joust change", **change)
    if state == "duel-wear":
        await table.press(eve, "used", "1")
    if state == "duel-asked":
        await eve.slash(channel, "joust close")
    if state == "duel-over":
        await eve.slash(channel, "joust concede")
    if state == "duel-disputed":
        await bo.slash(channel, "joust concede")
        await table.press(eve, "dispute")
    scene.on = table.board
    if state == "duel-paying":
        scene.on = answer(await table.describe(eve, "Gust", cost="red"))
        scene.token = _token(scene.on)
    return scene


async def _hold_duel(cast: Cast) -> Scene:
    """Nan is asked whether to take back the end of a duel whose season is over."""
    office = cast.server.guild.create_text_channel("office")
    await cast.server.ana.slash(office, "season start")
    found = await _set_duel(cast.server, "duel-over")
    await let_count(cast.server)
    await end(cast.server.ana, office, "season end")
    asked = await cast["referee"].slash(found.channel, "joust undo", reason="They agreed.")
    found.on = answer(asked)
    found.token = _token(found.on)
    return found


async def _propose_merge(cast: Cast, state: State) -> Scene:
    """Nan weighs whether Fay's account and Gil's are one person; then both are asked."""
    server, by = cast.server, cast["referee"]
    channel = server.guild.create_text_channel("office")
    both = {"from": server.people["fay"], "to": server.people["gil"]}
    shown = answer(await by.slash(channel, "override merge", **both, reason="New phone"))
    found = Scene(server, Table(server, channel), channel, shown, token=_token(shown))
    if state == "merge-seen":
        return found
    asked = (await by.click(shown, custom_id=f"merge:{found.token}:ask")).followups[-1]
    found.on, found.token = asked, _token(asked)
    if state == "merge-agreed":
        await server.people["gil"].click(asked, custom_id=f"merge:{found.token}:yes")
        await server.env.advance_time(1)
    return found


async def _hold_joining(cast: Cast) -> Scene:
    """Eve is asked whether she joins a lobby in which Fay sits, whom she avoids from then on."""
    server = cast.server
    table = Table(server, server.guild.create_text_channel("table-two"))
    await table.opened(server.fay, server.cy, server.di)
    menu = answer(await server.eve.slash(table.channel, "me avoid"))
    await server.eve.select(menu, [server.fay], custom_id="me:avoid")
    asked = answer(await server.eve.click(table.board, custom_id=table.find_button("join")))
    return Scene(server, table, table.channel, asked, token=_token(asked))


def _token(shown: simcord.ResponseMessage, place: int = 1) -> str:
    """What the custom ids of a form or a preview carry, in this place."""
    return str(shown.components[0]["components"][0]["custom_id"]).split(":")[place]


# What comes of it


Written = list[list[tuple[Any, ...]]]


def read_written(file: Path) -> Written:
    """What the bot has written down that somebody decided: events, settings, the trail, claims."""
    with closing(sqlite3.connect(file)) as database:
        tables = ("events", "guilds", "audit", "seasons", "guests", "merges")
        return [database.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def _read_commits(file: Path) -> bytes:
    """The part of SQLite's index of its log that differs after each commit; empty if there is no index."""
    try:
        with file.with_name(f"{file.name}-shm").open("rb") as index:
            return index.read(48)
    except FileNotFoundError:
        return b""


class Stage:
    """The scene of one row after the other: the same as before while nobody has changed it.

    `written` is what had been written down when it was set.
    """

    def __init__(self, cast: Cast, file: Path, set_scene: Callable[[Cast, State], Awaitable[Scene]]) -> None:
        self._cast = cast
        self._file = file
        self._set_scene = set_scene
        self._row = ""
        self._scene: Scene | None = None
        self._read: tuple[bytes, Written] = b"", []
        self.written = self.read()
        self._asked = self._count_asked()

    def read(self) -> Written:
        """Return what the database holds now; the file is read again only after a commit."""
        commits = _read_commits(self._file)
        if not commits or commits != self._read[0]:
            self._read = commits, read_written(self._file)
        return self._read[1]

    @property
    def counted(self) -> int:
        """The number of events that people have asked for since, without the bot's own."""
        return self._count_asked() - self._asked

    def _count_asked(self) -> int:
        with closing(sqlite3.connect(self._file)) as database:
            asked = "SELECT count(*) FROM events WHERE interaction > 0"
            return int(database.execute(asked).fetchone()[0])

    @property
    def is_as_it_was(self) -> bool:
        """Whether nothing was written down since."""
        return self.read() == self.written

    async def set(self, row: str) -> Scene:
        """A scene for a row, in which nothing was asked yet that it could notice."""
        scene, state = self._scene, WAYS[row][0]
        if scene is not None and row != self._row:
            # A form or a question notices more than is written down.
            scene = None if scene.token or state != WAYS[self._row][0] else scene
        if scene is None or self._row in MOVING or not self.is_as_it_was:
            scene = await self._set_scene(self._cast, state)
            self.written = self.read()
            self._asked = self._count_asked()
        self._row, self._scene = row, scene
        return scene


def keep_ours(cast: Cast, written: Written) -> Written:
    """Only what is about the server of the pods."""
    guild = cast.server.guild.id
    return [[row for row in rows if guild in row] for rows in written]


# Rows by the point of the game, and who may ask them

LASTING = ("setup", "season", "house", "me", "override merge", "override strike", "strike:")
"""Rows whose names begin so change the server, or forget somebody: each has a world of its own.

So do those that need people who play nowhere.
"""


MOVING = ("pod:here", "desk:here", "night:here")
"""Rows after which the board is another message."""


def list_worlds() -> Mapping[str, list[str]]:
    """Which rows are played in one world: all of one state, but those that change the server."""
    worlds: dict[str, list[str]] = {}
    for row, (state, _) in WAYS.items():
        worlds.setdefault(row if row.startswith(LASTING) else state, []).append(row)
    return worlds


def list_worlds_in_gate(of: int, which: int) -> Mapping[str, list[str]]:
    """Which rows are played in one world: all at night, and in the gate one of so many, beginning with this one."""
    if NAME == "nightly":
        return list_worlds()
    wanted = {row for number, row in enumerate(WAYS) if (number + SEED) % of == which}
    worlds = {world: [row for row in rows if row in wanted] for world, rows in list_worlds().items()}
    return {world: rows for world, rows in worlds.items() if rows}


def choose_by_turns(row: str, people: Mapping[str, str]) -> Mapping[str, str]:
    """Choose who asks a row: at night all these people; in the gate they share the rows of one right."""
    if NAME == "nightly" or not people:
        return people
    access, allowed = ACCESS[name_of(row)], find_allowed(row).keys()
    alike = [each for each in WAYS if ACCESS[name_of(each)] == access and find_allowed(each).keys() == allowed]
    mine = alike.index(row) % len(people)
    return {who: kind for number, (who, kind) in enumerate(people.items()) if number % len(alike) == mine}


@cache
def find_allowed(row: str) -> Mapping[str, str]:
    """Those of the cast who may ask a row, and as what they may: the owner of a decision is Nan."""
    access, (state, _) = ACCESS[name_of(row)], WAYS[row]
    owner = "referee" if state in ("decision", "replacing", "duel-held", "merge-seen") else "owner"
    besides = rights_page.besides(access)
    allowed = {owner if role == "owner" else role: str(role) for role in besides}
    kinds = rights_page.KINDS.items()
    return allowed | {kind: kind for kind, is_ in kinds if not rights_page.refusal(access, is_)}


def name_of(row: str) -> str:
    """The name in `ACCESS` of a row."""
    return row.removesuffix(" (pages)")
