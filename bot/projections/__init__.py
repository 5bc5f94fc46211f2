"""What is read from the log often: kept as rows, in step with it, and rebuilt from it at will."""
