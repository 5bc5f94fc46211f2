### The page of the sandbox, beside what the simulated Discord shows

sandbox-welcome = Welcome! You are { $player }, on a small server where nothing is real but the bot. Type { $command }, and be the others too; or open a finished game and look around.
sandbox-try = Try
sandbox-season = Open a finished game
sandbox-season-busy = Twelve games are played…
sandbox-skip = Skip 15 minutes
sandbox-skip-busy = Skipping…
sandbox-others = The others: { $button }
sandbox-others-busy = The others answer…
sandbox-look = Look as
sandbox-places = Places
sandbox-direct = @ direct messages
sandbox-see = See Discord in
sandbox-options = Options of commands keep their English names here. Discord shows them in your language.
sandbox-moderates = moderator
sandbox-menu = Menu of { $player }
sandbox-failed = That did not work here.
sandbox-silent = The application did not respond.
sandbox-late = The application did not respond in time.
sandbox-stopped = The sandbox has stopped. Start it again and open its new address.
