### The weekly post and the finals of seasons: when, where, and what went wrong

weekly-title = 📅 The week in review
weekly-late = This post is late: the bot was away when it was due.
