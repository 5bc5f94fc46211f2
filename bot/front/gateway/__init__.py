"""Where Discord comes in: the only room that knows all features."""
