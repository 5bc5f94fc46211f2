"""Nights of many pods: rounds, their clock and threads, the board, standings and proofs."""

from bot.front.nights import (
    night_pages,
    organiser_actions,
    proof_files,
    round_redraw,
    seating_preview,
    unfinished_pods,
)

COMMANDS = (*seating_preview.COMMANDS, *organiser_actions.COMMANDS, *unfinished_pods.COMMANDS)
ROUTES = (
    *proof_files.ROUTES,
    *seating_preview.ROUTES,
    *round_redraw.ROUTES,
    *night_pages.ROUTES,
    *unfinished_pods.ROUTES,
    *organiser_actions.ROUTES,
)
