"""The bot uses nothing that Windows or macOS lacks, except where it knows what to do without."""

import ast
import asyncio
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = (*sorted((ROOT / "bot").rglob("*.py")), ROOT / "dev.py")

POSIX_MODULES = frozenset({"fcntl", "grp", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"})
POSIX_NAMES = frozenset(
    f"{module}.{name}"
    for module, names in {
        "os": (
            "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK WNOHANG chown chroot fchmod fchown fork"
            " forkpty getegid geteuid getgid getgroups getloadavg getpgid getpriority getuid kill"
            " killpg lchown mkfifo mknod nice openpty pidfd_open posix_fadvise posix_fallocate"
            " posix_spawn pread pwrite sched_getaffinity sendfile setegid seteuid setgid setpgid"
            " setpriority setsid setuid statvfs sync ttyname uname wait wait4"
        ),
        "signal": (
            "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 alarm pause"
            " pthread_kill pthread_sigmask set_wakeup_fd setitimer sigwait"
        ),
        "socket": "AF_UNIX SO_REUSEPORT socketpair fromfd send_fds recv_fds",
    }.items()
    for name in names.split()
)
POSIX_METHODS = frozenset(
    {*("add_reader", "add_signal_handler", "add_writer"), *("create_unix_connection", "create_unix_server")}
)
POSIX_ARGUMENTS = frozenset({"pass_fds", "preexec_fn", "start_new_session"})
POSIX_PATHS = ("/dev/", "/etc/", "/proc", "/tmp", "/var/")

PREPARED = {
    ("bot/serving.py", "resource"): "only where the system has it",
    ("bot/workers/serving.py", "resource"): "only where the system has it",
    ("bot/workers/serving.py", "os.nice"): "only where the system has it",
    ("bot/watch/service_manager.py", "socket.AF_UNIX"): "only systemd asks for it",
    ("bot/serving.py", "add_signal_handler"): "Windows gets a plain signal handler",
    ("bot/cluster/local_processes.py", "os.kill"): "only where /proc says which process it is",
    ("bot/cluster/local_processes.py", "/proc"): "without it no process is known to have ended",
}
"""What is used nevertheless: the file and the name, and why nothing breaks elsewhere."""

TEXT_METHODS = {"open": 1, "read_text": 0, "write_text": 1}
"""Methods of `Path` that take an encoding, and after how many arguments."""


def find_names(tree: ast.AST) -> Iterator[str]:
    """Yield what a module uses of the above."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (each.name for each in node.names if each.name in POSIX_MODULES)
            case ast.ImportFrom(module=str(module)):
                if module in POSIX_MODULES:
                    yield module
                yield from {f"{module}.{each.name}" for each in node.names} & POSIX_NAMES
            case ast.Attribute(value=ast.Name(id=module), attr=name) if f"{module}.{name}" in POSIX_NAMES:
                yield f"{module}.{name}"
            case ast.Attribute(attr=name) if name in POSIX_METHODS:
                yield name
            case ast.keyword(arg=str(name)) if name in POSIX_ARGUMENTS:
                yield name
            case ast.Constant(value=str(text)) if text.startswith(POSIX_PATHS):
                yield next(path for path in POSIX_PATHS if text.startswith(path))


def find_calls_without_encoding(tree: ast.AST) -> Iterator[int]:
    """Yield the lines where text is read or written in whichever encoding the system has."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if (place := TEXT_METHODS.get(node.func.attr)) is None:
            continue
        if isinstance(node.func.value, ast.Name) and node.func.value.id in ("os", "webbrowser"):
            continue
        if node.func.attr == "open":
            mode = next(iter(node.args), None)
            if not (isinstance(mode, ast.Constant) and isinstance(mode.value, str)):
                continue  # no file, or its default
            if "b" in mode.value or len(mode.value) > 3:
                continue
        if len(node.args) <= place and not any(each.arg == "encoding" for each in node.keywords):
            yield node.lineno


def read_program() -> Iterator[tuple[str, ast.AST]]:
    for file in PROGRAM:
        yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text("utf-8"))


def test_what_other_systems_lack_is_used_only_where_it_may_be_missing() -> None:
    """And every exception is still needed."""
    assert {(file, each) for file, tree in read_program() for each in find_names(tree)} == set(PREPARED)


def test_files_of_text_have_an_encoding_of_their_own() -> None:
    found = [(file, at) for file, tree in read_program() for at in find_calls_without_encoding(tree)]
    assert found == []


def test_the_loops_have_what_the_list_names() -> None:
    assert all(hasattr(asyncio.AbstractEventLoop, each) for each in POSIX_METHODS)
