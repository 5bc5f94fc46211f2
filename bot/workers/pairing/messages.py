"""The messages between the bot and the worker process that pairs players."""

from msgspec import Struct

from bot.nights.pairing import Pairing
from bot.nights.seating import NightRoundFacts


class PairingRequest(Struct, frozen=True):
    """A request for the pods of a night's round; the lots come from the secret."""

    facts: NightRoundFacts
    secret: str


class PairingReply(Struct, frozen=True, tag=True):
    """The reply to a pairing request: pods, players who sit out, and the cost."""

    pairing: Pairing
