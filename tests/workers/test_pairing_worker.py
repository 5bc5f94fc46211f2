"""Rounds are paired beside the bot, whatever becomes of the process that pairs them."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import psutil  # type: ignore[import-untyped]
import pytest

from bot.nights.pairing import MAX_PLAYERS, Mode, pair_players_into_pods
from bot.nights.seating import build_pairing_solver_input
from bot.workers.pairing.pairer import PairingWorkerProcess, RoundPairingError
from tests.nights.rounds import SECRET, make_facts


@pytest.fixture
async def pairer() -> AsyncIterator[PairingWorkerProcess]:
    pairer = PairingWorkerProcess(timeout=60)
    yield pairer
    await pairer.close()


@pytest.mark.parametrize("mode", ["fresh", "swiss"])
@pytest.mark.parametrize("players", [0, 2, 14, 40])
async def test_a_process_answers_what_the_pairing_says(pairer: PairingWorkerProcess, players: int, mode: Mode) -> None:
    facts = make_facts(Random(players), players, mode, apart=4)
    assert await pairer.pair_round(facts, SECRET) == pair_players_into_pods(build_pairing_solver_input(facts, SECRET))


async def test_several_rounds_at_once_are_paired_each_by_its_own_facts(pairer: PairingWorkerProcess) -> None:
    rounds = [make_facts(Random(seed), 8 + seed) for seed in range(4)]
    found = await asyncio.gather(*(pairer.pair_round(facts, SECRET) for facts in rounds))
    assert found == [pair_players_into_pods(build_pairing_solver_input(facts, SECRET)) for facts in rounds]


async def test_a_new_process_pairs_after_the_first_has_died(pairer: PairingWorkerProcess) -> None:
    facts = make_facts(Random(1), 9)
    before = await pairer.pair_round(facts, SECRET)
    child = psutil.Process(pairer.worker.process_id)
    child.kill()
    child.wait()
    assert await pairer.pair_round(facts, SECRET) == before


async def test_a_round_during_the_end_of_the_bot_fails_and_leaves_no_process(pairer: PairingWorkerProcess) -> None:
    await pairer.pair_round(make_facts(Random(1), 4), SECRET)
    child = psutil.Process(pairer.worker.process_id)
    pairing = asyncio.create_task(pairer.pair_round(make_facts(Random(2), MAX_PLAYERS), SECRET))
    await asyncio.sleep(0)
    await pairer.close()
    with pytest.raises(RoundPairingError):
        await pairing
    assert not child.is_running()
