"""Waiting for work that is under way, and for nothing else."""

import asyncio

from bot.reconciler import Underway


async def step() -> None:
    """Let all other tasks go on as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_where_nothing_is_being_done_nobody_waits() -> None:
    await Underway[str]().join()


async def test_one_waits_for_all_that_was_begun() -> None:
    underway = Underway[str]()
    underway.begin("one", 1)
    underway.begin("two", None)
    joining = asyncio.create_task(underway.join())
    await step()
    underway.end("one")
    await step()
    assert not joining.done()
    underway.end("two")
    await joining


async def test_one_waits_for_the_servers_alone_that_are_meant() -> None:
    underway = Underway[str]()
    underway.begin("here", 1)
    underway.begin("there", 2)
    underway.begin("nowhere", None)
    joining = asyncio.create_task(underway.join(lambda _, guild: guild == 1))
    await step()
    assert not joining.done()
    underway.end("here")
    await joining


async def test_what_begins_meanwhile_is_waited_for_too() -> None:
    underway = Underway[str]()
    underway.begin("one", 1)
    joining = asyncio.create_task(underway.join())
    await step()
    underway.begin("two", 1)
    underway.end("one")
    await step()
    assert not joining.done()
    underway.end("two")
    await joining


async def test_what_ends_twice_or_never_began_does_no_harm() -> None:
    underway = Underway[str]()
    underway.begin("one", 1)
    for key in ("one", "one", "another"):
        underway.end(key)
    await underway.join()
