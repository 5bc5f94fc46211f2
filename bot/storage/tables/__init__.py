"""Tables that follow from the log: totals, rivalries, bookmarks of ratings, seasons, guests."""
