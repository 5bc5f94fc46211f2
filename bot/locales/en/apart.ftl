### People who are kept apart, and lobbies by invitation

command-me-avoid = avoid
command-me-avoid-about = Choose people whom you would rather not play with; only you see it

avoid-list = 🤫 You avoid: { $players }
avoid-none = 🤫 You avoid nobody on this server.
avoid-about = Only you see whom you avoid, except that moderators can see in the file of a night for new opponents that the two of you were kept apart, if both of you were there and they neither played nor led it; whoever watches nights for a year may guess it from who never meets. Nobody on the list is told. `/pod find` leaves out their games, and I ask you before you sit down or sign up where one of them is. In such a night I seat you apart where I can, from the first person of your list. The list holds on this server.
avoid-placeholder = Whom do you avoid?
avoid-here = 🤫 Someone you avoid sits here. You have not joined yet, and nobody has noticed anything. Do you want to join all the same?
avoid-join = Join all the same

refusal-avoid-many = That is too many: { $most } at most on one server. Remove someone first.
refusal-joining-gone = This question is out of date. Join again.

## By invitation

option-invite = invite
option-invite-about = Only these people can sit here, with you; mention them: @Ana @Bo
lobby-invited = ✉️ By invitation: { $players }
invite-call = ✉️ { $players } · { $host } has opened a pod for you: { $channel }

refusal-invited-only = This pod is by invitation. Only these people can sit here: { $players }. Ask the host, or open your own in another channel.
refusal-invited-few = Too few people are invited. Invite more. Needed, you included: { $fewest }.
refusal-mentions-many = That is too many. Name { $most } at most.
refusal-mentions = That is no list of members. Mention people of this server, no bots, for example `@Ana @Bo`.
