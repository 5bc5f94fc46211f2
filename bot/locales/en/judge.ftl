### The judge: what may become of damage, and whether a planeswalker may be used now.

## By which rules, and which rules say so

judge-era-2013 = By the rules of January 2013
judge-era-current = By today’s rules
judge-otherwise = { $era } the answer would be different.
judge-cited = { $told } ({ $rules })

## Damage

judge-outcomes = { $era } there { $count ->
    [one] is one possible outcome
   *[other] are { $count } possible outcomes
}
judge-more = … and { $count ->
    [one] one more outcome
   *[other] { $count } more outcomes
}.
judge-forced = The same in every outcome: { $what }
judge-defeat-never = { $player } can’t be defeated by it.
judge-defeat-always = { $player } is defeated in every outcome.
judge-defeat-depends = Whether { $player } is defeated depends on the choices made.
judge-forces = Can force the defeat alone: { $people }
judge-prevents = Can prevent the defeat alone: { $people }
judge-impossible-hexproof = { $player } has hexproof, so { $controller } can’t target them with { $object }.
judge-impossible-no-target = { $object } can’t target { $to }: it targets the player, and the damage may then be redirected.
judge-impossible-must-attack-player = { $object } has to attack { $player }, so it can’t attack { $to }.
judge-impossible-may-not-attack-player = { $object } may not attack { $player }, only planeswalkers.

# One outcome: its results, then the way there.
judge-way = { $results } — { $way }
judge-then = { $before }, then { $after }
judge-life = { $player }: { $life } life
judge-poison = { $poison } poison
judge-loyalty = { $name }: { $loyalty } loyalty
judge-gone = { $name } goes to the graveyard
judge-creature = { $name } is dealt { $amount } damage
judge-gained = { $player } gains { $life } life
judge-defeated-life = { $player } is defeated: no life left
judge-defeated-poison = { $player } is defeated: ten poison counters
judge-step-assign =
    { $amount ->
        [0] { $by } assigns nothing past the blockers
       *[other] { $by } assigns { $amount } past the blockers
    }
judge-step-self = { $object } replaces its own damage ({ $amount })
judge-step-picked = { $by } picks { $effect }
judge-step-alone = { $effect } applies
judge-step-redirected = { $by } redirects { $amount } to { $to }
judge-step-declined = { $by } does not redirect
judge-step-of = no. { $part }: { $step }

## Loyalty

judge-may-activate = { $era }, { $by } may activate this ability of { $name } now
judge-may-not-activate = { $era }, { $by } may not activate this ability of { $name } now
judge-may-cast = { $era }, { $by } may cast { $name } now
judge-may-not-cast = { $era }, { $by } may not cast { $name } now
judge-activate-gone = { $name } has loyalty 0 and is in the graveyard before anyone could use it.
judge-activate-counters = { $name } has fewer loyalty counters than the cost removes.
judge-activate-controller = { $by } does not control { $name }.
judge-activate-turn = It is not { $by }’s turn.
judge-activate-phase = It is not a main phase.
judge-activate-priority = { $by } does not have priority.
judge-activate-stack = The stack is not empty.
judge-activate-used = A loyalty ability of { $name } has been activated this turn.
judge-cast-turn = It is not { $by }’s turn, and a planeswalker is cast at sorcery speed.
judge-cast-phase = It is not a main phase, and a planeswalker is cast at sorcery speed.
judge-cast-priority = { $by } does not have priority.
judge-cast-stack = The stack is not empty, and a planeswalker is cast at sorcery speed.
judge-left = { $name } then has loyalty { $loyalty }.
judge-goes = { $name } goes to the graveyard; its ability stays on the stack.
judge-emblem = The emblem is owned and controlled by { $by }.
judge-enters = { $name } enters with loyalty { $loyalty }.
judge-stays-yes = { $name } stays on the battlefield.
judge-stays-no = { $name } does not stay on the battlefield.
judge-stays-choice = { $by } controls another { $name } and keeps only one of them.
judge-graveyard = To the graveyard: { $names }
judge-at-once = { $by } may activate { $name } before anyone else can respond.
judge-not-at-once = { $by } can’t activate { $name } right away.
