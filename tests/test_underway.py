"""Waiting for work that is under way, and for nothing else."""

import asyncio

from bot.basics.reconciler import ActiveWork


async def step() -> None:
    """Let all other tasks go on as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_where_nothing_is_being_done_nobody_waits() -> None:
    await ActiveWork[str]().wait_until_done()


async def test_one_waits_for_all_that_was_begun() -> None:
    underway = ActiveWork[str]()
    underway.register("one", 1)
    underway.register("two", None)
    joining = asyncio.create_task(underway.wait_until_done())
    await step()
    underway.unregister("one")
    await step()
    assert not joining.done()
    underway.unregister("two")
    await joining


async def test_one_waits_for_the_servers_alone_that_are_meant() -> None:
    underway = ActiveWork[str]()
    underway.register("here", 1)
    underway.register("there", 2)
    underway.register("nowhere", None)
    joining = asyncio.create_task(underway.wait_until_done(lambda _, guild: guild == 1))
    await step()
    assert not joining.done()
    underway.unregister("here")
    await joining


async def test_what_begins_meanwhile_is_waited_for_too() -> None:
    underway = ActiveWork[str]()
    underway.register("one", 1)
    joining = asyncio.create_task(underway.wait_until_done())
    await step()
    underway.register("two", 1)
    underway.unregister("one")
    await step()
    assert not joining.done()
    underway.unregister("two")
    await joining


async def test_what_ends_twice_or_never_began_does_no_harm() -> None:
    underway = ActiveWork[str]()
    underway.register("one", 1)
    for key in ("one", "one", "another"):
        underway.unregister(key)
    await underway.wait_until_done()
