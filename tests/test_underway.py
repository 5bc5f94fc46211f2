"""Waiting for work that is under way, and for nothing else."""

import asyncio

from bot.basics.reconciler import ActiveWorkRegistry


async def step() -> None:
    """Let all other tasks go on as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_where_nothing_is_being_done_nobody_waits() -> None:
    await ActiveWorkRegistry[str]().wait_for_work_to_end()


async def test_one_waits_for_all_that_was_begun() -> None:
    underway = ActiveWorkRegistry[str]()
    underway.register_work("one", 1)
    underway.register_work("two", None)
    joining = asyncio.create_task(underway.wait_for_work_to_end())
    await step()
    underway.unregister_work("one")
    await step()
    assert not joining.done()
    underway.unregister_work("two")
    await joining


async def test_one_waits_for_the_servers_alone_that_are_meant() -> None:
    underway = ActiveWorkRegistry[str]()
    underway.register_work("here", 1)
    underway.register_work("there", 2)
    underway.register_work("nowhere", None)
    joining = asyncio.create_task(underway.wait_for_work_to_end(lambda _, guild: guild == 1))
    await step()
    assert not joining.done()
    underway.unregister_work("here")
    await joining


async def test_what_begins_meanwhile_is_waited_for_too() -> None:
    underway = ActiveWorkRegistry[str]()
    underway.register_work("one", 1)
    joining = asyncio.create_task(underway.wait_for_work_to_end())
    await step()
    underway.register_work("two", 1)
    underway.unregister_work("one")
    await step()
    assert not joining.done()
    underway.unregister_work("two")
    await joining


async def test_what_ends_twice_or_never_began_does_no_harm() -> None:
    underway = ActiveWorkRegistry[str]()
    underway.register_work("one", 1)
    for key in ("one", "one", "another"):
        underway.unregister_work(key)
    await underway.wait_for_work_to_end()
