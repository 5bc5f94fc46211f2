#!/usr/bin/env python3
"""Make .venv, install the pinned and hashed requirements of a command, and run the command."""

import argparse
import hashlib
import importlib.util
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - for users of an older Python
    sys.exit("Suzerain needs Python 3.11 or later; this is " + sys.version.split()[0] + ".")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "suzerain-stamp"  # which requirements .venv holds: their name and digest

HELP = """\
  run [args]       the bot on Discord
  sandbox [args]   the bot on a local page: no Discord account, token or network
  test [args]      the tests, on every core; --quick runs a minute's choice of them, --nightly
                   tries much more; other args go to pytest
  check            format, lint, types and layers, as in the commit hook and .ci/run
  bench [args]     the benchmarks
  mutants [args]   mutation tests: random faults that a test should notice; see --help
  setup            make .venv ready and run nothing
  lock [args]      pin the requirements anew with uv; --upgrade takes newer versions
  wheels           check with uv that every pinned package has a wheel on every system"""

MODULES = {
    "run": "bot run",
    "sandbox": "bot sandbox",
    "test": "pytest -n auto --dist worksteal",
    "bench": "tests.benchmarks",
    "mutants": "tests.mutants",
}
NIGHTLY = "--nightly"
QUICK = "--quick"
CHECKS = ("ruff format --check", "ruff check", "mypy", "lint-imports --no-logo", "zizmor --offline --quiet .github")

LOCKS = {  # widest first: the others take its versions
    "mutants": "--group build --group dev --group mutants --extra sandbox",
    "dev": "--group build --group dev --extra sandbox -c requirements/mutants.txt",
    "sandbox": "--group build --extra sandbox -c requirements/dev.txt",
    "run": "--group build -c requirements/dev.txt",
}
LOCK = "uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url"

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
OLDEST_MACOS = "14.0"
# yattag is Python alone, and only mutation tests need it.
RESOLVE = "uv pip install --dry-run --quiet --no-deps --only-binary :all: --no-binary yattag"


def main() -> None:
    """Read the command line, make .venv ready for the command and run it."""
    chosen = read_command_line()
    os.chdir(ROOT)
    signal.signal(signal.SIGINT, lambda *_: None)  # the running command handles Ctrl-C
    if chosen.command in ("lock", "wheels"):
        need_uv()
        if chosen.command == "lock":
            lock(chosen.args)
        check_wheels()
    else:
        prepare(chosen.command if chosen.command in LOCKS else "dev")
    if chosen.command == "check":
        sys.exit(check())
    if chosen.command == "test" and NIGHTLY in chosen.args:
        chosen.args.remove(NIGHTLY)
        take_a_night()
    if chosen.command == "test" and QUICK in chosen.args:
        chosen.args.remove(QUICK)
        os.environ["SUZERAIN_QUICK"] = "1"
    if chosen.command == "test":
        # Every process that the tests start would compile all that it imports.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if chosen.command in MODULES:
        become(PYTHON, "-m", *MODULES[chosen.command].split(), *chosen.args)


def read_command_line() -> argparse.Namespace:
    """Return the command and its arguments; the command itself parses the arguments."""
    parser = argparse.ArgumentParser(
        description=f"{__doc__}\n\n{HELP}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = ("check", "lock", "setup", "wheels", *MODULES)
    parser.add_argument("command", choices=commands, metavar="command")
    parser.add_argument("args", nargs=argparse.REMAINDER, metavar="args")
    return parser.parse_args()


def prepare(need: str) -> None:
    """Install requirements/<need>.txt and the project into .venv, unless they are there."""
    wider = list(LOCKS)[: list(LOCKS).index(need) + 1]  # each includes the next one
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text("utf-8") in map(stamp, wider):
        return
    say(f"Preparing .venv for {need}: a minute the first time, nothing afterwards.")
    if not (PYTHON.exists() and STAMP.exists()):
        make_venv()
    STAMP.unlink(missing_ok=True)
    # Modules are compiled on import: most are never imported.
    pip = (PYTHON, "-m", "pip", "-qq", "--disable-pip-version-check", "install", "--no-compile")
    pinned = ("--require-hashes", "-r", f"requirements/{need}.txt")
    project = ("--no-deps", "--no-build-isolation", "--editable", ".")
    if run(*pip, *pinned) or run(*pip, *project):
        sys.exit("The packages could not be installed: see above, then run the command again.")
    STAMP.write_text(stamp(need), "utf-8")


def make_venv() -> None:
    """Make .venv, or repair one that is incomplete or whose Python was removed."""
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit("This Python cannot make a .venv: install its venv package (python3-venv).")
    try:
        venv.create(VENV, clear=not PYTHON.exists(), with_pip=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The .venv could not be made: {error}")


def stamp(need: str) -> str:
    """Return the name and digest of what .venv should hold.

    The digest covers the path of the checkout, because a moved checkout must be installed again.
    """
    names = (f"requirements/{need}.txt", "pyproject.toml", "bot/__init__.py")  # the last: VERSION
    files = (ROOT / name for name in names)
    parts = [str(ROOT).encode(), *(file.read_bytes() for file in files)]
    return f"{need} {hashlib.sha256(bytes(0).join(parts)).hexdigest()}"


def check() -> int:
    """Run all checks at once; print the output and seconds of each; return the exit code."""
    with ThreadPoolExecutor() as pool:
        checked = list(zip(CHECKS, pool.map(run_check, CHECKS), strict=True))
    for line, (_, said, seconds) in checked:
        say(f"{line}: {seconds:.0f} s\n{said}")
    return max(code for _, (code, _, _) in checked)


def run_check(line: str) -> tuple[int, str, float]:
    """Run one check; return its exit code, its output and its seconds."""
    start = time.monotonic()
    tool, *args = line.split()
    command = [str(BIN / tool), *args]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
    return done.returncode, done.stdout, time.monotonic() - start


def take_a_night() -> None:
    """Set a night's effort for the tests, with a new random seed unless one is given."""
    os.environ["SUZERAIN_EFFORT"] = "nightly"
    seed = os.environ.setdefault("SUZERAIN_SEED", f"{random.SystemRandom().randrange(2**32)}")
    say(f"The same again: SUZERAIN_SEED={seed} python3 dev.py test {NIGHTLY}")


def need_uv() -> None:
    """End with a line that says how to get uv, unless it is there."""
    if shutil.which("uv") is None:
        sys.exit("This needs uv on the PATH: python3 -m pip install uv")


def lock(args: list[str]) -> None:
    """Pin every package of every platform, with the hashes of its files."""
    for name, options in LOCKS.items():
        named = ("--custom-compile-command", "python3 dev.py lock")
        output = ("-o", f"requirements/{name}.txt")
        if run(*LOCK.split(), *options.split(), *named, *output, *args):
            sys.exit(f"requirements/{name}.txt could not be pinned: see above.")
        say(f"requirements/{name}.txt is pinned.")


def check_wheels() -> None:
    """Check that nobody has to compile a pinned package: each has a wheel on every system."""
    os.environ["MACOSX_DEPLOYMENT_TARGET"] = OLDEST_MACOS
    for name, system, python in itertools.product(LOCKS, SYSTEMS, PYTHONS):
        target = ("--target", str(VENV / "nowhere"), "--python-platform", system)
        if run(*RESOLVE.split(), *target, "--python-version", python, "-r", f"requirements/{name}.txt"):
            sys.exit(f"requirements/{name}.txt lacks a wheel on {system}, Python {python}: see above.")
    say(f"Every pinned package has a wheel for Python {', '.join(PYTHONS)} on {', '.join(SYSTEMS)}.")


def run(*command: str | Path) -> int:
    """Run a command to its end and return its exit code."""
    return subprocess.call([str(part) for part in command])


def become(*command: str | Path) -> None:
    """Replace this process by the command; on Windows, run it and exit with its code."""
    if os.name == "nt":
        sys.exit(run(*command))
    os.execv(command[0], [str(part) for part in command])


def say(line: str) -> None:
    """Print a line at once, so that it comes before the output of a child process."""
    print(line, flush=True)


if __name__ == "__main__":
    main()
