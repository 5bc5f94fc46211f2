### What is too much, and what cannot be taken.

refusal-too-fast = You are going too fast. Try again { $again }.
refusal-many-opened = You already have open games in { $channels }. Finish one, or close it there with `⋯` 🔒 *{ button-close }*, and then try again.
refusal-many-open = This server already has { $most } open games. Join one of them, or wait until one is over.
refusal-servers-only = This works only on a server that has me, not in direct messages or elsewhere. Go to a channel of such a server and try again there.
refusal-incomplete = Discord did not tell me all I need to know about this, so nothing was changed. Try again, or in another channel.
refusal-too-long = That is too long. Shorten it to { $most } characters at most.
refusal-bad-option = Discord sent a value that I don’t offer. Choose from the list, and shorten anything very long; if that does not help, restart Discord.
refusal-unreadable = The text contains something I can’t read. Type it instead of pasting it.
refusal-draft-full = A report holds { $most } sources at most. Remove one to add another, or leave out the ones that did the least.
