"""The main module of the pairing's worker process: it reads requests and writes their pods."""

import msgspec

from bot.nights.pairing import pair_players_into_pods
from bot.nights.seating import build_pairing_solver_input
from bot.workers.pairing.messages import RoundPairingReply, RoundPairingRequest
from bot.workers.serving import serve_requests_on_stdin


def answer_pairing_request(request: bytes) -> RoundPairingReply:
    """Pair the round of an encoded request, and return its pods."""
    asked = msgspec.msgpack.decode(request, type=RoundPairingRequest)
    return RoundPairingReply(pair_players_into_pods(build_pairing_solver_input(asked.facts, asked.secret)))


if __name__ == "__main__":
    serve_requests_on_stdin(answer_pairing_request)
