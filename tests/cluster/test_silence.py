"""A database that was away makes nobody dead: only who is silent while others are heard is."""

from bot.cluster.leases import (
    DEAD_AFTER,
    HEARTBEAT_INTERVAL,
    LEASE_DURATION,
    NEWCOMER_WAIT,
    ClusterProcess,
    ClusterState,
    DeadProcessDetector,
    ProcessHeartbeat,
    apply_heartbeat_to_cluster,
)


class Meeting:
    """Processes that take turns at times that the test says."""

    def __init__(self) -> None:
        self.cluster = ClusterState(4)
        self._witnesses: dict[str, DeadProcessDetector] = {}

    def turn(self, process: str, now: float) -> None:
        witness = self._witnesses.setdefault(process, DeadProcessDetector())
        me = ClusterProcess(process, now, 4)
        since = witness.compute_silence_start(self.cluster, process, now)
        self.cluster = apply_heartbeat_to_cluster(
            self.cluster, ProcessHeartbeat(me, may_move=True), silence_start=since
        )

    def beat(self, *processes: str, begin: float, end: float) -> None:
        """All of them take their turns for a while."""
        while begin < end:
            for each in processes:
                self.turn(each, begin)
            begin += HEARTBEAT_INTERVAL


def test_after_a_database_that_was_away_the_first_to_come_back_buries_nobody() -> None:
    meeting = Meeting()
    meeting.beat("one", "two", "three", begin=100, end=120)
    back = 120 + DEAD_AFTER + 60
    meeting.turn("two", back)
    assert meeting.cluster.processes.keys() == {"one", "two", "three"}
    meeting.beat("two", begin=back, end=back + DEAD_AFTER)
    meeting.beat("one", "two", "three", begin=back + DEAD_AFTER, end=back + 2 * DEAD_AFTER)
    assert meeting.cluster.processes.keys() == {"one", "two", "three"}


def test_who_does_not_come_back_after_it_is_dead_in_time() -> None:
    meeting = Meeting()
    meeting.beat("one", "two", begin=100, end=120)
    back = 120 + DEAD_AFTER + 60
    meeting.beat("two", begin=back, end=back + DEAD_AFTER + 2 * HEARTBEAT_INTERVAL)
    assert meeting.cluster.processes.keys() == {"two"}
    assert meeting.cluster.find_shards_held_by("two") == {0, 1, 2, 3}


def test_who_is_silent_while_others_are_heard_is_dead_in_time() -> None:
    meeting = Meeting()
    meeting.beat("one", "two", begin=100, end=120)
    meeting.beat("two", begin=120, end=118 + DEAD_AFTER)
    assert meeting.cluster.processes.keys() == {"one", "two"}
    meeting.turn("two", 118 + DEAD_AFTER + HEARTBEAT_INTERVAL)
    assert meeting.cluster.processes.keys() == {"two"}


def test_who_was_held_up_for_less_than_it_may_act_still_tells_who_is_silent() -> None:
    meeting = Meeting()
    meeting.beat("one", "two", begin=100, end=120)
    meeting.turn("two", 118 + LEASE_DURATION)
    meeting.turn("two", 118 + 2 * LEASE_DURATION)
    meeting.turn("two", 119 + DEAD_AFTER)
    assert meeting.cluster.processes.keys() == {"two"}


def test_a_newcomer_takes_over_from_the_dead_in_a_moment() -> None:
    meeting = Meeting()
    meeting.beat("one", begin=100, end=120)
    meeting.beat("two", begin=119 + DEAD_AFTER, end=119 + DEAD_AFTER + NEWCOMER_WAIT + 2 * HEARTBEAT_INTERVAL)
    assert meeting.cluster.find_shards_held_by("two") == {0, 1, 2, 3}


def test_a_newcomer_buries_nobody_who_comes_back_after_a_database_that_was_away() -> None:
    meeting = Meeting()
    meeting.beat("one", "two", begin=100, end=120)
    back = 120 + DEAD_AFTER + 60
    meeting.turn("three", back)
    meeting.beat("one", "two", "three", begin=back + HEARTBEAT_INTERVAL, end=back + 2 * DEAD_AFTER)
    assert meeting.cluster.processes.keys() == {"one", "two", "three"}
