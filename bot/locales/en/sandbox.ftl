### The page of the sandbox, beside what the simulated Discord shows

sandbox-welcome = Welcome! You are { $player }, on a small server where nothing is real but the bot. Type { $command }, and be the others too; or open a finished game and look around.
sandbox-try = Try
sandbox-season = Open a finished game
sandbox-season-busy = Twelve games are played…
sandbox-season-game = Game { $game } of { $games }…
sandbox-skip = Skip 15 minutes
sandbox-skip-busy = Skipping…
sandbox-week = Skip to Monday
sandbox-deck = Take a deck
sandbox-deck-busy = The deck is checked…
sandbox-others = The others: { $button }
sandbox-others-busy = The others answer…
sandbox-look = Look as
sandbox-places = Places
sandbox-direct = @ direct messages
sandbox-see = See Discord in
sandbox-moderates = moderator
sandbox-menu = Menu of { $player }
sandbox-failed = That did not work here.
sandbox-silent = The application did not respond.
sandbox-late = The application did not respond in time.
sandbox-stopped = The sandbox has stopped. Start it again and open its new address.

## What Discord itself says

discord-submit = Submit
discord-cancel = Cancel
discord-form-warning = This form will be submitted to { $what }. Do not share passwords or other sensitive information.
discord-apply = Apply
discord-select = Select an option
discord-select-several = Select one or more options
discord-message = Message { $what }
discord-no-messages = No messages in this channel.
discord-earlier = Load earlier messages
discord-newer = New messages · jump to latest
discord-private = Only you can see this
discord-thinking = Thinking…
discord-edited = (edited)
discord-used = { $what } used
discord-optional = +{ $what } optional
discord-more-options = +{ $what } options
discord-more = +{ $what } more
discord-options = OPTIONS
discord-matching = OPTIONS MATCHING { $what }
discord-members = MEMBERS
discord-roles = ROLES
discord-channels = CHANNELS
discord-no-match = No options match
discord-true = True
discord-false = False
discord-required = This field is required.
discord-wrong-length = Value length is outside the allowed range.
discord-wrong-range = Value is outside the allowed range.
discord-wrong-choice = Choose an available option.
discord-wrong-value = Enter a valid value.
