"""The messages between the bot and the process of the pairing."""

from msgspec import Struct

from bot.nights.seating import RoundFacts
from bot.pairing import Pairing


class PairRound(Struct, frozen=True):
    """A request for the pods of a round, whose lots the secret draws."""

    facts: RoundFacts
    secret: str


class Paired(Struct, frozen=True, tag=True):
    """The answer: pods, who sits out, and the cost."""

    pairing: Pairing
