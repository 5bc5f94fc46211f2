"""Fair dice: what decides them is settled when the duel opens, and everybody can check it after."""

import json
import re
from pathlib import Path

import pytest
from simcord import InteractionResult

from bot.cli import main
from tests.front.dueling import DuelTable
from tests.front.playing import press_more, said
from tests.front.simulated import Server, answer


def read_block(result: InteractionResult) -> str:
    """What a private answer has for copying."""
    assert result.ephemeral
    (embed,) = answer(result).embeds
    (block,) = re.findall(r"```(?:json)?\n(.*)\n```", embed.description or "", re.DOTALL)
    return str(block)


async def begin(server: Server) -> DuelTable:
    """A duel with the bot's dice, in which somebody has attacked twice."""
    table = await DuelTable(server).started(server.bo, server.cy, dice="bot")
    for _ in range(2):
        await attack(server, table)
    return table


async def attack(server: Server, table: DuelTable) -> str:
    """Whoever has the turn attacks."""
    active = server.bo if "Bo" in table.lines[0] else server.cy
    return said(await table.fill(active, "attacked", mine="0", theirs="0"))


def sealed(table: DuelTable) -> str:
    """The commitment on the board."""
    found = re.search(r"🎲 .*`(.*)`", table.embed.description or "")
    return found[1] if found else ""


async def test_the_dice_can_be_rolled_again_after_the_end(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await begin(server)
    commitment = sealed(table)
    assert read_block(await press_more(server.gil, table.board, "Check the dice"))[:16] == commitment
    await server.cy.slash(table.channel, "joust concede")
    assert sealed(table) == ""
    shown = read_block(await press_more(server.gil, table.board, "Check the dice"))
    proof = json.loads(shown)
    assert proof["secrets"][0]["commitment"][:16] == commitment
    file = tmp_path / "dice.json"
    file.write_text(shown, "utf-8")
    assert main(["verify", str(file)]) == 0
    assert "The dice are sound." in capsys.readouterr().out
    file.write_text(json.dumps({**proof, "dice": [7 - die for die in proof["dice"]]}), "utf-8")
    assert main(["verify", str(file)]) == 1


async def test_a_die_that_was_taken_back_comes_again(server: Server) -> None:
    table = await begin(server)
    first = await attack(server, table)
    await press_more(server.bo, table.board, "Undo")
    await server.cy.click(table.board, label="I agree")
    assert await attack(server, table) == first


async def test_after_the_secret_was_shown_new_dice_come_from_another(server: Server, tmp_path: Path) -> None:
    table = await begin(server)
    commitment = sealed(table)
    await server.cy.slash(table.channel, "joust concede")
    await press_more(server.bo, table.board, "Undo")
    await server.cy.click(table.board, label="I agree")
    second = sealed(table)
    assert second not in ("", commitment)
    both = read_block(await press_more(server.gil, table.board, "Check the dice"))
    assert [each[:16] for each in both.splitlines()] == [commitment, second]
    await attack(server, table)
    await server.cy.slash(table.channel, "joust concede")
    shown = read_block(await press_more(server.gil, table.board, "Check the dice"))
    assert [each["commitment"][:16] for each in json.loads(shown)["secrets"]] == [commitment, second]
    file = tmp_path / "dice.json"
    file.write_text(shown, "utf-8")
    assert main(["verify", str(file)]) == 0


async def test_who_rolls_their_own_dice_has_nothing_to_check(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    assert "Check the dice" not in table.buttons
    assert table.embed.footer.text == "Magicjoust · your own dice"
    assert "no secret" in said(await table.press(server.bo, "fair"))
