"""What moderators decide, and what is confirmed or disputed."""
