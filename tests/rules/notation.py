"""A short notation for events at a table and their expected effects.

A standing such as `ana+bo di -eve/master` means: bo serves ana, di is a master, eve left as one.
`cy=bo` means that bo serves cy, who is no master, and `~gus` that gus serves nobody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.i18n import load_translations
from bot.transcripts import pods

Line = dict[str, Any]

TURN: Line = {"do": "turn"}
UNDO: Line = {"do": "undo"}
DRAW: Line = {"do": "draw"}
CLOSE: Line = {"do": "close"}


def opened(players: str = "ana bo cy di eve", first: str = "", **more: Any) -> Line:
    """Return the line that opens a pod of these players; `first` begins, or else the first name."""
    names = players.split()
    setup = {"table": "free-for-all", "variant": "esclave", "players": names, "seats": names}
    return {"do": "open", **setup, "first": first or names[0], **more}


def of(controller: str, amount: int | None = None, owner: str | None = None, **more: Any) -> Line:
    """Return a source that `controller` controls."""
    known = {"object": f"{controller}'s Sorcery", "controller": controller, "owner": owner}
    return {**known, "amount": amount, **more}


def lost(cause: str, loser: str, *sources: Line, **more: Any) -> Line:
    return {"do": "defeat", "loser": loser, "cause": cause, "sources": list(sources), **more}


def life(loser: str, *sources: Line, **more: Any) -> Line:
    return lost("life", loser, *sources, **more)


def poison(loser: str, *sources: Line, **more: Any) -> Line:
    return lost("poison", loser, *sources, **more)


def effect(loser: str, *sources: Line, **more: Any) -> Line:
    return lost("effect", loser, *sources, **more)


def library(loser: str, *sources: Line, **more: Any) -> Line:
    return lost("library", loser, *sources, **more)


def commander(loser: str, *sources: Line, **more: Any) -> Line:
    return lost("commander", loser, *sources, **more)


def killed(loser: str, killer: str) -> Line:
    """Return the simplest defeat: a Lightning Bolt."""
    return life(loser, of(killer, object="Lightning Bolt"))


def suicide(loser: str) -> Line:
    """Return a compelled defeat by the loser's own Dark Confidant."""
    return life(loser, of(loser, object="Dark Confidant"))


def at_once(*defeats: Line) -> Line:
    return {"do": "defeats", "at_once": [{k: v for k, v in defeat.items() if k != "do"} for defeat in defeats]}


def concede(player: str) -> Line:
    return {"do": "concede", "player": player}


def join(player: str) -> Line:
    return {"do": "join", "player": player}


def choose(by: str, player: str | None) -> Line:
    return {"do": "choose", "by": by, "player": player}


def win(player: str, means: str = "effect") -> Line:
    return {"do": "win", "player": player, "means": means}


def restart(by: str) -> Line:
    return {"do": "restart", "by": by}


def subgame(card: str = "shahrazad") -> Line:
    return {"do": "subgame", "card": card}


@dataclass(frozen=True)
class Case:
    """Lines of a transcript and their expected effects.

    `verdicts` are the last ones (`loser responsible becomes rule source`; `-` is nobody, `*`
    anything, and missing parts are not compared). Without `asks` and `ends`, the pod must neither
    wait nor have ended. `reach` lists players as `name: in range > attackable`; `-` is nobody, `*`
    no limit.
    """

    rules: str
    about: str
    lines: list[Line]
    stands: str
    verdicts: tuple[str, ...] = ()
    asks: str | None = None
    ends: str | None = None
    active: str | None = None
    pod: Line | None = None
    reach: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.rules}: {self.about}"


def played(lines: Iterable[Line]) -> Line:
    """Return the document of a transcript with these lines, as a reader of the JSON has it."""
    text = load_translations("en")
    written = [msgspec.json.encode(line).decode() for line in lines]
    document: Line = msgspec.json.decode(
        msgspec.json.encode(pods.build_pod_json(pods.replay_pod_transcript(written, text), text))
    )
    return document


def standings(document: Line) -> str:
    free = {p["player"] for p in document["players"] if p["status"] == "master"}
    parts = []
    for player in document["players"]:
        name = player["player"]
        if player["status"] == "master":
            serving = [p["player"] for p in document["players"] if p["master"] == name]
            parts.append("+".join([name, *serving]))
        elif player["status"] == "out":
            parts.append(f"-{name}/{player['out_as']}")
        elif player["status"] == "masterless":
            parts.append(f"~{name}")
        elif player["master"] not in free:
            parts.append(f"{name}={player['master']}")
    return " ".join(parts)


def question(document: Line) -> str | None:
    asked = document["waiting_for"]
    if asked is None:
        return None
    mark = "?" if asked["may_decline"] else ""
    return f"{asked['kind']}{mark} {asked['by']}: {' '.join(sorted(asked['options']))}"


def ending(document: Line) -> str | None:
    result = document["result"]
    if result is None:
        return None
    who = "draw" if result["draw"] else "+".join(result["winners"])
    return f"{who}; " + " ".join(f"{p} {n}" for p, n in sorted(result["points"].items()))


def turn(document: Line) -> str:
    return " ".join([str(document["turn"]["number"]), *sorted(document["turn"]["active"])])


def verdict(found: Line, expected: str) -> str:
    """Return a verdict in the notation of `expected`, as far as `expected` goes."""
    values = [found["loser"], found["responsible"] or "-", found["becomes"], found["rule"]]
    values.append(found["source"] or "-")
    wanted = expected.split(" ", 4)
    pairs = zip(values, wanted, strict=False)
    return " ".join("*" if want == "*" else value for value, want in pairs)


def reach(document: Line, names: Iterable[str]) -> list[str]:
    """Return whom these players reach and may attack."""
    players = {player["player"]: player for player in document["players"]}

    def listed(found: list[str] | None) -> str:
        return "*" if found is None else " ".join(sorted(found)) or "-"

    return [f"{name}: {listed(players[name]['in_range'])} > {listed(players[name]['may_attack'])}" for name in names]
