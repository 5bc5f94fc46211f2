"""The games with standings of their own; results never count in another game's."""

from typing import Literal, get_args

GameKind = Literal["pod", "magicjoust"]

GAME_KINDS: tuple[GameKind, ...] = get_args(GameKind)

POD: GameKind = "pod"
JOUST: GameKind = "magicjoust"
