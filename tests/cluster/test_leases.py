"""Whatever happens to processes, no shard has two holders who act, and none is left for ever."""

import asyncio
from collections.abc import Callable, Sequence

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from bot.cluster.leases import (
    HEARTBEAT_INTERVAL,
    ClusterState,
    DeadProcessDetector,
    ProcessHeartbeat,
    apply_heartbeat_to_cluster,
    find_shard_to_take_over,
    remove_process_from_cluster,
)
from bot.cluster.membership import ClusterMembership, ProcessDeclaredDeadError
from bot.storage.engine.errors import DatabaseUnreachableError
from tests.effort import examples

SHARDS = 5
MOST = 4  # processes at once
ROUNDS = 60
"""Turns of every process after which all that was broken has come right."""


class World:
    """What is written down, and the time; the server's clock is everybody's."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.cluster = ClusterState(SHARDS)

    def read_clock(self) -> float:
        return self.now


class Paper:
    """Where one process writes its turns, if it gets that far."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._witness = DeadProcessDetector()
        self._joined = False
        self.cut = False  # nothing gets through
        self.loses_answer = False  # what is written is not heard of
        self.takes = 0.0  # seconds until the answer comes

    async def store_heartbeat(self, process_name: str, heartbeat: ProcessHeartbeat) -> ClusterState:
        if self.cut:
            raise DatabaseUnreachableError(process_name, "no answer")
        world = self._world
        me = replace(heartbeat.me, beat=world.now)
        if self._joined and me.id not in world.cluster.processes:
            raise ProcessDeclaredDeadError
        self._joined = True
        witnessed = self._witness.compute_silence_start(world.cluster, me.id, world.now)
        world.cluster = written = apply_heartbeat_to_cluster(
            world.cluster, replace(heartbeat, me=me), silence_start=witnessed
        )
        world.now += self.takes
        if self.loses_answer:
            raise DatabaseUnreachableError(process_name, "no answer")
        return written

    async def remove_process_and_free_shards(self, process_id: str) -> None:
        self._world.cluster = remove_process_from_cluster(self._world.cluster, process_id)

    async def abort_database_session(self) -> None:
        pass

    def forget_cluster_membership(self) -> None:
        self._joined, self._witness = False, DeadProcessDetector()


class Member:
    """A process: its membership, and what its connections with Discord do for it."""

    def __init__(self, world: World, only: frozenset[int] | None) -> None:
        self.paper = Paper(world)
        self.membership = ClusterMembership(self.paper, world.cluster.shard_count, only, world.read_clock)
        self.paused = False
        self.waiting: list[tuple[int, int]] = []

    def hear(self, shard: int, interaction: int, waits: bool = True) -> bool:
        """Hears of an interaction; returns whether it takes it."""
        state = self.membership.state
        if self.membership.holds_shard(shard):
            return state.claim_interaction(shard, interaction)
        if shard in state.shards_being_taken_over and waits:
            self.waiting.append((shard, interaction))
        else:
            state.record_declined_interaction(shard, interaction)
        return False

    def take_waiting(self) -> list[int]:
        """Takes what waited until it held its shard; returns that."""
        waiting, self.waiting = self.waiting, []
        return [each for shard, each in waiting if self.hear(shard, each)]

    def send_heartbeat(self) -> None:
        asyncio.run(self.membership.send_heartbeat())

    def connect(self) -> None:
        for shard in self.membership.state.shards_being_taken_over:
            self.membership.state.mark_shard_connected(shard)

    def hand_over(self) -> None:
        for shard in self.membership.state.shards_ready_for_handover:
            self.membership.state.stop_serving_shard(shard)
            self.membership.state.release_shards_to_other_processes({shard})

    def follow(self) -> None:
        """Does all that is due after a turn."""
        membership = self.membership
        self.connect()
        self.hand_over()
        if membership.state.cluster.shard_count != membership.state.me.numbering:
            for shard in membership.state.served_shards:
                membership.state.release_shards_to_other_processes({shard})
            for shard in membership.state.shards_being_taken_over:
                membership.state.refuse_to_take_over_shard(shard)
            if not membership.state.shards_to_connect:
                membership.change_shard_count(membership.state.cluster.shard_count)
        me = membership.state.cluster.processes.get(membership.state.me.id)
        if me is not None and find_shard_to_take_over(membership.state.cluster, me) is not None:
            membership.allow_takeover_of_one_shard()


class Leases(RuleBasedStateMachine):
    """Processes that come, go, stop for a while, and lose their server."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.members: list[Member] = []

    def _choose(self, number: int, fit: Callable[[Member], bool] = lambda _: True) -> Member | None:
        fitting = [each for each in self.members if fit(each)]
        return fitting[number % len(fitting)] if fitting else None

    @initialize(many=st.integers(1, 3))
    def begin(self, many: int) -> None:
        self.members = [Member(self.world, None) for _ in range(many)]
        self._go_on(self.members)

    def _go_on(self, members: Sequence[Member]) -> None:
        self.world.now += HEARTBEAT_INTERVAL
        for member in members:
            if not member.paused:
                member.send_heartbeat()
                member.follow()
                self.no_server_has_two_who_act_for_it()

    @rule(number=st.integers(0, MOST), rounds=st.integers(1, 14), late=st.floats(0.0, 19.0))
    def others_go_on(self, number: int, rounds: int, late: float) -> None:
        """One hears late of its last turn, and does nothing more for a while."""
        left_out = self._choose(number, lambda each: not each.paused)
        if left_out is not None:
            left_out.paper.takes = late
            left_out.send_heartbeat()
            left_out.paper.takes = 0.0
        self._go_on_without(left_out, rounds)

    def _go_on_without(self, left_out: Member | None, rounds: int) -> None:
        for _ in range(rounds):
            self._go_on([each for each in self.members if each is not left_out])

    @rule(rounds=st.integers(1, 10))
    def all_go_on(self, rounds: int) -> None:
        for _ in range(rounds):
            self._go_on(self.members)

    @precondition(lambda self: len(self.members) < MOST)
    @rule(fixed=st.none() | st.frozensets(st.integers(0, SHARDS - 1), min_size=1))
    def start(self, fixed: frozenset[int] | None) -> None:
        self.members.append(Member(self.world, fixed))

    @rule(number=st.integers(0, MOST), many=st.integers(1, 4))
    def send_heartbeats(self, number: int, many: int) -> None:
        member = self._choose(number, lambda each: not each.paused)
        for _ in range(many):
            if member is not None:
                member.send_heartbeat()
                member.follow()

    @rule(number=st.integers(0, MOST))
    def send_heartbeat_alone(self, number: int) -> None:
        """What follows from it comes later."""
        if member := self._choose(number, lambda each: not each.paused):
            member.send_heartbeat()

    @rule(number=st.integers(0, MOST), seconds=st.floats(0.0, 19.0), lost=st.booleans())
    def hear_late(self, number: int, seconds: float, lost: bool) -> None:
        """A turn is written, and its answer comes late or not at all."""
        if member := self._choose(number, lambda each: not each.paused):
            member.paper.takes, member.paper.loses_answer = seconds, lost
            member.send_heartbeat()
            member.paper.takes, member.paper.loses_answer = 0.0, False

    @rule(number=st.integers(0, MOST))
    def follow(self, number: int) -> None:
        if member := self._choose(number, lambda each: not each.paused):
            member.follow()

    @rule(seconds=st.floats(0.1, 25.0))
    def wait(self, seconds: float) -> None:
        self.world.now += seconds

    @rule(number=st.integers(0, MOST))
    def kill(self, number: int) -> None:
        if member := self._choose(number):
            self.members.remove(member)

    @rule(number=st.integers(0, MOST))
    def pause_or_resume(self, number: int) -> None:
        if member := self._choose(number):
            member.paused = not member.paused

    @rule(number=st.integers(0, MOST))
    def cut_or_mend(self, number: int) -> None:
        if member := self._choose(number):
            member.paper.cut = not member.paper.cut

    @rule(number=st.integers(0, MOST))
    def drain(self, number: int) -> None:
        if member := self._choose(number, lambda each: not each.paused):
            member.membership.start_handing_over_all_shards()

    @rule(number=st.integers(0, MOST), deaf=st.booleans())
    def hear_discord_or_not(self, number: int, deaf: bool) -> None:
        if member := self._choose(number):
            member.membership.react_to_gateway_silence(deaf)

    @rule(number=st.integers(0, MOST))
    def leave(self, number: int) -> None:
        if member := self._choose(number, lambda each: not each.paused and not each.paper.cut):
            asyncio.run(member.membership.leave_cluster())
            self.members.remove(member)

    @rule(count=st.integers(1, SHARDS), number=st.integers(0, MOST), rounds=st.integers(0, 5))
    def renumber(self, count: int, number: int, rounds: int) -> None:
        """One hears of it later than the others."""
        self.world.cluster = replace(self.world.cluster, shard_count=count)
        self._go_on_without(self._choose(number), rounds)

    @invariant()
    def no_server_has_two_who_act_for_it(self) -> None:
        acting = [
            (shard, each.membership.state.me.numbering)
            for each in self.members
            for shard in range(SHARDS)
            if each.membership.holds_shard(shard)
        ]
        assert len(set(acting)) == len(acting)
        assert len({numbering for _, numbering in acting}) <= 1

    def teardown(self) -> None:
        """Once all works again, every shard is served, by as many each."""
        for member in self.members:
            member.paused = member.paper.cut = False
            member.membership.react_to_gateway_silence(False)
        kept = [each for each in self.members if not each.membership.state.me.draining]
        if not any(each.membership.state.me.only is None for each in kept):
            kept.append(Member(self.world, None))
        self.members = kept
        for _ in range(ROUNDS):
            self._go_on(self.members)
        self._look_at_the_end()

    def _look_at_the_end(self) -> None:
        held = [len(each.membership.state.served_shards) for each in self.members]
        fixed = [each.membership.state.me.only for each in self.members]
        count = self.world.cluster.shard_count
        assert sum(held) == count
        shared = [n for n, only in zip(held, fixed, strict=True) if only is None]
        assert max(shared) - min(shared) <= 1


TestLeases = Leases.TestCase
TestLeases.settings = settings(max_examples=examples(100), stateful_step_count=40, deadline=None)


class Handovers(RuleBasedStateMachine):
    """Two processes that work, and people who ask while shards move between them."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.members = [Member(self.world, None), Member(self.world, None)]
        self.asked = 0
        self.taken: list[int] = []
        self.one_was_deaf = False
        self._send_heartbeat(self.members[0])

    def _send_heartbeat(self, member: Member) -> None:
        self.world.now += HEARTBEAT_INTERVAL / 4
        member.send_heartbeat()
        self.taken += member.take_waiting()

    @rule(which=st.sampled_from((0, 1)))
    def go_on(self, which: int) -> None:
        self._send_heartbeat(self.members[which])
        self.members[which].follow()

    @rule()
    def both_go_on(self) -> None:
        for which in range(2):
            self.go_on(which)
            self.ask(0)

    @rule(which=st.sampled_from((0, 1)))
    def send_heartbeat(self, which: int) -> None:
        """What follows from it comes later."""
        self._send_heartbeat(self.members[which])

    @rule(late=st.sampled_from((0, 0, 1, 2)))
    def ask(self, late: int) -> None:
        """On every shard; some hear of what came `late` only after what came next."""
        for shard in range(SHARDS):
            first = self.asked + 1
            self.asked += late + 1
            for interaction in (*range(first + 1, self.asked + 1), first):
                self._tell(shard, interaction)

    def _tell(self, shard: int, interaction: int) -> None:
        for member in self.members:
            if shard in member.membership.state.shards_to_connect:
                self.taken += [interaction] * member.hear(shard, interaction)

    @rule(which=st.sampled_from((0, 1)))
    def stop_acting(self, which: int) -> None:
        """What is under way takes some time."""
        for shard in self.members[which].membership.state.shards_ready_for_handover:
            self.members[which].membership.state.stop_serving_shard(shard)

    @rule(which=st.sampled_from((0, 1)))
    def wait_no_longer(self, which: int) -> None:
        """Who asks has to be answered within three seconds."""
        member = self.members[which]
        waiting, member.waiting = member.waiting, []
        for shard, interaction in waiting:
            self.taken += [interaction] * member.hear(shard, interaction, waits=False)

    @rule(which=st.sampled_from((0, 1)))
    def begin_to_leave(self, which: int) -> None:
        if not self.members[1 - which].membership.state.me.draining:
            self.members[which].membership.start_handing_over_all_shards()

    @rule(which=st.sampled_from((0, 1)), deaf=st.booleans())
    def hear_discord_or_not(self, which: int, deaf: bool) -> None:
        self.members[which].membership.react_to_gateway_silence(deaf)
        self.one_was_deaf |= deaf

    @invariant()
    def each_is_taken_once(self) -> None:
        assert len(set(self.taken)) == len(self.taken)

    def teardown(self) -> None:
        """What nobody took is counted, unless the heir itself began to leave or heard nothing."""
        for _ in range(ROUNDS):
            for member in self.members:
                self._send_heartbeat(member)
                member.follow()
        stances = [each.membership.state for each in self.members]
        known = len(self.taken) + sum(each.missed for each in stances)
        assert known <= self.asked
        gave_up = self.one_was_deaf or any(each.me.draining for each in stances)
        assert known == self.asked or gave_up


TestHandovers = Handovers.TestCase
TestHandovers.settings = settings(max_examples=examples(100), stateful_step_count=40, deadline=None)
