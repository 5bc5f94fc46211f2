"""Several processes that are one bot: which of them serves which shards of Discord.

PostgreSQL is the only engine of it. On SQLite there is one process, and nothing of this.
"""
