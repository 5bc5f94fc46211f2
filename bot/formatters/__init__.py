"""Events, refusals and the judge's answers as sentences in the language of a reader."""
