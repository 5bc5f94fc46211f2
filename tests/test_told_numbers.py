"""Numbers that others rely on: pages and settings tell them, Discord gives them, tables hold them.

`python3 dev.py mutants` runs these tests on every change of code that runs at import.
"""

import json
import re
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from bot.front.plans.plan_scheduler import BOARD_PRIORITY_WAIT, FORMER_NIGHTS, LONGEST_EVENT_NAME
from bot.front.publishing.game_threads import LONGEST_NAME
from bot.front.publishing.own_messages import NONCE_LIFETIME
from bot.front.publishing.request_limiter import BOARD_EDIT_INTERVAL, LOBBY_GRACE, SEAT_LIST_EDIT_INTERVAL
from bot.i18n import load_translations
from bot.service.draw_commitments import SEATS_KEPT_FOR
from bot.service.live_game import DRAW_DELAY, LONGEST_VOTE, VOTE_DELAY
from bot.storage.engine.account_key import MIN_LENGTH
from bot.storage.engine.database import REFUSE_AFTER
from bot.storage.engine.exclusive_lock import LOCK_PATIENCE
from bot.storage.engine.stores import PATIENCE, READ_CONNECTIONS, WRITE_TIMEOUT
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.privacy import personal_data
from bot.storage.record import entry_mentions
from bot.storage.record.avoidances import MAX_AVOIDED
from bot.storage.record.redaction import REDACTED
from bot.storage.servers.server_settings import (
    CHOICE_TIMES,
    DISPUTE_MINUTES,
    HOURS,
    IDLE_TIMES,
    MAX_VARIANTS,
    RETENTION_DAYS,
)
from bot.storage.servers.standings_posts import LEASE_DURATION
from bot.storage.tables import former_ids, merges, seasons
from bot.storage.tables.champions import REPORT_INTERVAL
from bot.storage.tables.guest_claims import MAX_CLAIMED_GAMES
from bot.storage.tables.rivalries import EVER
from bot.storage.tables.season_gate import USUAL_GRACE
from bot.storage.tables.totals import DAY_MILLISECONDS

ROOT = Path(__file__).parents[1]

NUMERALS = {"half": 0.5, "a": 1, "an": 1, "two": 2, "four": 4, "five": 5, "seven": 7, "ten": 10, "fifteen": 15}
UNITS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}


def seconds(number: float) -> timedelta:
    """Return so many seconds as a time."""
    return timedelta(seconds=number)


OTHERS = 3
"""A process has one connection for writes, one for its shards, and one to update the cards."""

TOLD: list[tuple[str, str, float | timedelta]] = [
    ("PRIVACY.md", "You can ask every (.+?)[.]", personal_data.PAUSE),
    ("PRIVACY.md", "to call nobody for such games more than once (.+?) [|]", entry_mentions.PAUSE),
    ("PRIVACY.md", "It is erased (.+?) after the season ends", former_ids.RETENTION_AFTER_END),
    ("PRIVACY.md", "ends, and after (.+?) at the latest", former_ids.RETENTION),
    ("PRIVACY.md", r"of a server: .* and a name \((.+?) characters at most", seasons.LONGEST_NAME),
    ("docs/operators.md", "a secret of (.+?) characters or more", MIN_LENGTH),
    ("docs/operators.md", "second one waits (.+?) for the first to go", seconds(LOCK_PATIENCE)),
    ("docs/operators.md", "PostgreSQL is given up after (.+?),", seconds(WRITE_TIMEOUT)),
    ("docs/several-processes.md", "Connections[*]{2}: up to (.+?) for each", READ_CONNECTIONS + OTHERS),
    ("docs/design/boards.md", "leaves its former message for (.+?):", seconds(LOBBY_GRACE)),
    ("docs/design/messages.md", "[.] For (.{,12}) the nonce is enough", NONCE_LIFETIME),
    ("docs/design/messages.md", "week or season [|] (.+?) [|]", LEASE_DURATION),
    ("docs/design/nights.md", "it is edited once (.+?) at most", seconds(BOARD_EDIT_INTERVAL)),
    ("docs/design/plans.md", "or after (.+?), lest", seconds(BOARD_PRIORITY_WAIT)),
    ("docs/design/writing.md", "is told `DatabaseBusyError` after (.+?)[.]", seconds(PATIENCE)),
    ("docs/design/writing.md", "the next in line has waited (.+?)[.]", seconds(REFUSE_AFTER)),
    ("docs/fair-draws.md", "open another one there within (.+?), they keep", SEATS_KEPT_FOR),
    ("docs/en/details.md", "if (.{,12}) later nobody has", DRAW_DELAY),
    ("docs/en/details.md", "ends it, and (.+?) after the call it lapses", LONGEST_VOTE),
    ("docs/en/moderators.md", "is edited at most every (.+?),", seconds(SEAT_LIST_EDIT_INTERVAL)),
    ("docs/en/moderators.md", "stays silent for (.+?) and the new one", merges.PATIENCE),
    ("docs/en/moderators.md", "claims more than (.+?) games only", MAX_CLAIMED_GAMES),
    ("docs/en/moderators.md", "A server can have (.+?) variants of its own", MAX_VARIANTS),
    ("docs/en/moderators.md", "dispute a result before it counts [|] (.+?);", USUAL_GRACE),
    ("docs/en/organisers.md", "from the last (.+?) nights of", FORMER_NIGHTS),
    ("docs/en/players.md", "and opens a vote (.+?) later", VOTE_DELAY),
    ("docs/en/seasons.md", "so does the log channel once (.+?)[.]", REPORT_INTERVAL),
]


def read_told(words: str) -> float | timedelta:
    """Return the number or the time that words such as `ten minutes` tell."""
    said, _, unit = words.replace("half a ", "half ").partition(" ")
    number = NUMERALS[said] if said in NUMERALS else int(said)
    return number * UNITS[unit.removesuffix("s")] if unit else number


@pytest.mark.parametrize(("page", "words", "kept"), TOLD)
def test_the_bot_keeps_the_numbers_that_its_pages_tell(page: str, words: str, kept: float | timedelta) -> None:
    text = " ".join((ROOT / page).read_text("utf-8").split())
    told = re.search(words, text)
    assert told, f"{page} tells it in other words now"
    assert read_told(told[1]) == kept


def test_what_is_struck_out_is_shown_as_the_privacy_page_says() -> None:
    assert f"replaced by `{REDACTED}`" in (ROOT / "PRIVACY.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("prefix", "times"),
    [
        ("dispute_time", {name: timedelta(minutes=many) for name, many in DISPUTE_MINUTES.items()}),
        ("choice_time", CHOICE_TIMES),
        ("idle", {name: span for name, span in IDLE_TIMES.items() if span}),
        ("retention", {name: timedelta(many) for name, many in RETENTION_DAYS.items() if many}),
    ],
)
def test_a_choice_of_a_setting_lasts_as_long_as_its_name_says(prefix: str, times: dict[str, timedelta]) -> None:
    text = load_translations("en")
    assert {name: read_told(text(f"{prefix}-{name}")) for name in times} == times


def test_every_hour_of_a_day_can_be_chosen_for_a_post() -> None:
    assert [time.fromisoformat(each) for each in HOURS] == [time(hour) for hour in range(24)]


@pytest.mark.parametrize(
    ("schema", "name", "limit", "kept"),
    [
        ("CreateTextThreadWithMessageRequest", "name", "maxLength", LONGEST_NAME),
        ("ExternalScheduledEventCreateRequest", "name", "maxLength", LONGEST_EVENT_NAME),
        ("UserSelectComponentForMessageRequest", "max_values", "maximum", MAX_AVOIDED),
    ],
)
def test_the_bot_uses_all_that_discord_takes(schema: str, name: str, limit: str, kept: int) -> None:
    described = json.loads((ROOT / "tests/front/wire.json").read_text("utf-8"))["schemas"]
    assert described[schema]["properties"][name][limit] == kept


def test_days_of_the_tables_begin_at_midnight() -> None:
    midnight = datetime(2026, 12, 1, tzinfo=UTC)
    days = (midnight - datetime(1970, 1, 1, tzinfo=UTC)).days
    assert datetime_from_milliseconds(days * DAY_MILLISECONDS) == midnight


def test_rows_of_all_time_are_those_of_the_season_before_the_first() -> None:
    assert EVER == 0  # so say the rows that earlier versions have written, too
