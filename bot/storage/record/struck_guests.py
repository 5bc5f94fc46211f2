"""Names of guests that a moderator struck out: their row has what stands for the name instead.

So whoever reads who they are needs not think of it. The guest's account is a hash of the name, by
which they are known again, however it is written and whatever they are called.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, select, update

from bot.rules.facts import Player
from bot.storage.engine.schema import people, strikes
from bot.storage.record.people import make_guest_account, make_struck_name, name_guest


def rename_guest(connection: Connection, guild: int, name: str) -> Player | None:
    """Let a guest go by their name, or by what stands for it; who it is, if there is one."""
    account = make_guest_account(guild, name)
    guest = connection.scalar(select(people.c.id).where(people.c.discord_id == account))
    if guest is not None:
        struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild))
        shown = name_guest(guild, name, struck)
        connection.execute(update(people).where(people.c.id == guest).values(name=shown))
    return guest


def hide_guests(connection: Connection, guild: int) -> None:
    """Hide the names of guests who were written down by somebody who knew of no strike."""
    struck = connection.scalars(select(strikes.c.text).where(strikes.c.guild == guild))
    for account in {make_guest_account(guild, text) for text in struck}:
        named = update(people).where(people.c.discord_id == account)
        connection.execute(named.values(name=make_struck_name(account)))


def find_struck_names(connection: Connection, accounts: Iterable[int]) -> list[str]:
    """The names of some guests that are struck out."""
    wanted = set(accounts)
    rows = connection.execute(select(strikes.c.guild, strikes.c.text)) if wanted else ()
    return [row.text for row in rows if make_guest_account(row.guild, row.text) in wanted]
