"""Commands in, committed events out: the one way to change a pod."""
