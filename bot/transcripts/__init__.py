"""Games and questions as files: lines in, states and answers out."""
