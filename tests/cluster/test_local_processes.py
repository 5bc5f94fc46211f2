"""Who runs beside others is known to be gone at once; nobody who runs is taken for gone."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.cluster import local_processes
from bot.cluster.local_processes import build_current_process_identity, has_process_ended

pytestmark = pytest.mark.skipif(not build_current_process_identity(), reason="this system does not tell")

TELL = """
from bot.cluster.local_processes import build_current_process_identity
print(build_current_process_identity(), flush=True)
input()
"""


@contextmanager
def another() -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Another process, with its place; it runs until its input ends."""
    command, pipe = [sys.executable, "-c", TELL], subprocess.PIPE
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=root) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process


def test_who_runs_is_not_gone() -> None:
    assert not has_process_ended(build_current_process_identity())
    with another() as (place, process):
        assert place.split()[1] == f"{process.pid}"
        assert not has_process_ended(place)
        process.communicate("\n")


def test_who_was_killed_is_gone_even_before_anybody_has_looked() -> None:
    with another() as (place, process):
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it stays, as a zombie
        assert has_process_ended(place)
        process.wait()
        assert has_process_ended(place)


def test_another_process_of_the_same_number_is_not_taken_for_the_one_that_ended() -> None:
    world, number, since = build_current_process_identity().split()
    assert has_process_ended(f"{world} {number} {int(since) - 1}")


@pytest.mark.parametrize("place", ["", "another-boot/pid:[1] 1 1", "nonsense"])
def test_of_another_machine_or_of_none_nobody_knows(place: str) -> None:
    assert not has_process_ended(place)


def test_a_process_that_the_system_hides_is_not_taken_for_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = build_current_process_identity()
    boot = tmp_path / "sys/kernel/random/boot_id"
    boot.parent.mkdir(parents=True)
    boot.write_text(Path("/proc/sys/kernel/random/boot_id").read_text())
    (tmp_path / "self/ns").mkdir(parents=True)
    (tmp_path / "self/ns/pid").symlink_to(os.readlink("/proc/self/ns/pid"))
    monkeypatch.setattr(local_processes, "_PROC", tmp_path)  # as with hidepid=2
    assert not has_process_ended(place)
    with another() as (other, process):
        process.kill()
        process.wait()
        assert has_process_ended(other)
