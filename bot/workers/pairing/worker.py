"""The main module of the pairing's worker process: it reads requests and writes their pods."""

import msgspec

from bot.nights.pairing import pair_players
from bot.nights.seating import build_pairing_problem
from bot.workers.pairing.messages import PairingReply, PairingRequest
from bot.workers.serving import serve_requests


def answer_pairing_request(request: bytes) -> PairingReply:
    """Return the pods for an encoded pairing request."""
    asked = msgspec.msgpack.decode(request, type=PairingRequest)
    return PairingReply(pair_players(build_pairing_problem(asked.facts, asked.secret)))


if __name__ == "__main__":
    serve_requests(answer_pairing_request)
