"""Free seats: `/pod find`, and the lists of open games that a server shows in its channels."""

from bot.front.free_seats import finding

ROUTES = finding.ROUTES
