"""The messages between the bot and the worker process that pairs players."""

from msgspec import Struct

from bot.nights.pairing import RoundPairing
from bot.nights.seating import RoundPairingInput


class RoundPairingRequest(Struct, frozen=True):
    """A request to pair a round's players. The secret decides between equally good pairings."""

    facts: RoundPairingInput
    secret: str


class RoundPairingReply(Struct, frozen=True, tag=True):
    """The reply to a pairing request: pods, players with a bye, and the cost.

    The cost counts repeated meetings and unequal points.
    """

    pairing: RoundPairing
