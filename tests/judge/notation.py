"""A short way to ask the judge and to write what must come of it.

An outcome reads `Jace 1, player 2`: a row for each part, `-` where nothing is left of it.
"""

import json
from typing import Any

import msgspec

from bot.i18n import load_translations
from bot.transcripts.judge_questions import RulesQuestionFileAnswer, answer_rules_question_file

Data = dict[str, Any]


def rule(question: Data) -> RulesQuestionFileAnswer:
    """The ruling on a question, as a file has it."""
    return answer_rules_question_file(json.dumps(question, ensure_ascii=False), load_translations("en"))


def ask(question: Data) -> Any:
    """The answer to a question, as a reader of the JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(rule(question).document))


def part(amount: int = 3, controller: str = "Norbert", **more: Any) -> Data:
    """What a source would deal, Norbert's Bolt to the player unless it says otherwise."""
    return {"object": "Bolt", "controller": controller, "amount": amount, **more}


def attack(amount: int, to: str = "player", **more: Any) -> Data:
    """What an attacker of Norbert's would assign."""
    return part(amount, object="Bear", combat=True, to=to, **more)


def effect(kind: str, name: str = "", **more: Any) -> Data:
    """An effect, called like its kind unless it has a name."""
    return {"name": name or kind, "kind": kind, **more}


def question(*parts: Data, jace: int = 0, effects: tuple[Data, ...] = (), **more: Any) -> Data:
    """What becomes of these parts; Archibald controls Jace if it has a loyalty."""
    walkers = [{"name": "Jace", "loyalty": jace}] if jace else []
    return {
        "question": "damage",
        "player": "Archibald",
        "life": 20,
        "damage": list(parts),
        "planeswalkers": walkers,
        "effects": list(effects),
        **more,
    }


def activate(cost: str = "+1", loyalty: int = 3, **more: Any) -> Data:
    """Archibald wants to activate an ability of his Jace."""
    permanent = {"name": "Jace", "loyalty": loyalty, **more.pop("permanent", {})}
    asked = {"question": "loyalty", "by": "Archibald", "permanent": permanent, "cost": cost}
    return {**asked, **more}


def cast(loyalty: int = 3, others: tuple[Data, ...] = (), **more: Any) -> Data:
    """Archibald wants to cast a Jace."""
    card = {"name": "Jace", "types": ["Jace"], "loyalty": loyalty}
    asked = {"question": "loyalty", "act": "cast", "by": "Archibald", "card": card}
    return {**asked, "others": list(others), **more}


def other(name: str = "Jace Beleren", types: tuple[str, ...] = ("Jace",), **more: Any) -> Data:
    """Another planeswalker on the battlefield, Norbert's unless it says otherwise."""
    return {"name": name, "types": list(types), "controller": "Norbert", **more}


def list_dealt(answer: Data) -> list[str]:
    """What is dealt in each outcome, in their order."""
    return [
        ", ".join(f"{row['to']} {row['amount']}" if row["to"] else "-" for row in found["dealt"])
        for found in answer["outcomes"]
    ]


def list_codes(answer: Data) -> str:
    """The codes of the reasons, or of what is impossible."""
    found = answer["reasons"] if "reasons" in answer else answer["impossible"]
    return " ".join(each["code"] for each in found)
