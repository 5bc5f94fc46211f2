"""Privacy: forgetting people, exporting their data, striking texts, and retention."""
