"""Privacy: forgetting people, exporting their data, redacting texts, and retention."""
