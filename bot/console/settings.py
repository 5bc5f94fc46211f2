"""The settings that a command is given."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.terminal import fail

if TYPE_CHECKING:
    from bot.config import Settings


def take_config(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the file of settings."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings (default: config.toml, if it exists)"
    )


def read_settings(parsed: argparse.Namespace) -> "Settings":
    """From the file that is named and the environment. Ends the program if they cannot be read."""
    from bot.config import ConfigError, load

    try:
        return load(parsed.config, os.environ)
    except ConfigError as error:
        fail(f"{error}")


def warn_if_exposed(parsed: argparse.Namespace) -> None:
    """Say on standard error that others can read the password in the file of settings."""
    from bot.config import KEEP, find_exposed

    if exposed := find_exposed(parsed.config):
        print(f"{exposed}: others on this machine can read it; {KEEP}", file=sys.stderr)
