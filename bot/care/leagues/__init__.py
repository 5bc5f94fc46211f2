"""Games of a league that was kept in a spreadsheet: read, judged, and entered all at once.

A dry run says what would happen. What is entered stands in the log as any entered game does, and
can be taken back as one.
"""
