"""What belongs to a server: its settings, and its posts."""
