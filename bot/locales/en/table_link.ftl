### The link to the table: where its players meet on the web.

button-link = Add a link
button-link-change = Change the link
link-title = Link to the table
link-label = Where you meet on the web
link-about = An https address; whoever sits here finds it behind ⋯. I never open it. Empty takes it away.
link-line = 🔗 The table: { $link }
done-link = Whoever sits here finds the link behind `⋯`:
done-link-gone = The link is gone.
event-link = 🔗 There is a link to the table, for those who sit here.
event-link-gone = 🔗 The link to the table is gone.
option-table-link-about = Where you meet on the web: an https address, shown only to those who sit here
