"""The games that have standings of their own: what one brings never counts in another's."""

from typing import Literal, get_args

GameKind = Literal["pod", "magicjoust"]

GAME_KINDS: tuple[GameKind, ...] = get_args(GameKind)

POD: GameKind = "pod"
JOUST: GameKind = "magicjoust"
