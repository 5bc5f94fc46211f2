"""Cluster: several processes that are one bot, and the shards of Discord that each serves.

A cluster needs PostgreSQL. On SQLite there is a single process, which uses nothing of this.
"""
