"""The main module of the pairing's process: it reads rounds and writes their pods."""

import msgspec

from bot.nights.seating import ask_pairing
from bot.pairing import pair_players
from bot.pairing_worker.messages import Paired, PairRound
from bot.workers.serving import serve


def answer(request: bytes) -> Paired:
    """Return the pods of an encoded round."""
    asked = msgspec.msgpack.decode(request, type=PairRound)
    return Paired(pair_players(ask_pairing(asked.facts, asked.secret)))


if __name__ == "__main__":
    serve(answer)
