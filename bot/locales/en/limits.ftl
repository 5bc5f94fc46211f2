### What is too much, and what cannot be taken.

refusal-too-fast = That was a lot in a short time. Try again { $again }.
refusal-many-opened = The games that you opened in { $channels } are still going. Finish them, or close one there with `/pod close`; then open this one.
refusal-many-open = There are { $most } open games on this server already. Join one of them, or wait until one is over.
refusal-servers-only = Games are played on servers. Go to a channel of yours and try again there.
refusal-too-long = That is too long. Write it in { $most } characters at most.
refusal-bad-option = Discord sent a value that I do not offer. Choose from the list, and shorten what is very long; if that does not help, restart Discord.
refusal-unreadable = There is something in it that is not a character. Type it anew instead of pasting it.
refusal-draft-full = A report holds { $most } objects at most. Remove one to add another, or leave out what did the least.
