"""The kit of messages: escaping, lengths, components, modals, names and pings; no feature."""
