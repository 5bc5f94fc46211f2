"""Time zones, weeks, and moments as people write them."""
