"""What follows from the log and is kept ready: totals, rivalries, ratings to do, seasons."""
