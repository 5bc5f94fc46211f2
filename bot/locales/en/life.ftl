### Life, poison and commander damage, where a pod counts them.

## On the board

option-counting = { $life ->
    [0] life counted
   *[other] life counted from { $life }
}
button-life = Life
life-report = Report { $player }: { $cause }

## The panel

life-title = Life and counters
life-shared = One life total: { $players }
life-about = Anybody in the game can change any total. A total that loses is never reported by itself.
life-whose = Whose totals?
life-commander = Damage from whose commander?
life-type = Other amount…
life-amount = Life gained or lost, such as −7
life-back = Take it back

## Refusals

refusal-no-counting = This pod does not count life. Open the next one with `/pod open`, with the option `life`.
refusal-count-amount = Give a whole number from −{ $most } to { $most }, such as −3 or 5, but not 0.
refusal-count-total = That would go too far: totals stay between { $least } and { $most }. Look at the board, and give a smaller amount.
refusal-count-late = That has changed since. Look at the board, and put the total right with `/life`.
refusal-no-commanders = Commander damage only counts in pods of the format Commander. For plain damage, change life.
refusal-whose-commander = Say whose commander dealt the damage: fill in `by`.
refusal-not-losing = With the totals as they are now, that is no defeat any more. Report it with `/defeat` if it is one after all.

## Commands: names, then what they do

command-life = life
command-life-about = Change life, poison or commander damage; or open the panel for it
option-life = life
option-life-about = Count life, poison and commander damage on the board
option-starting = starting_life
option-starting-about = What each player starts with, if not as usual; counts life
option-amount = amount
option-amount-about = How much more, or less with a minus; leave it out for the panel
option-counted-about = Whose; your own if left out
option-kind = kind
option-kind-about = What changes; life if left out
option-by = by
option-by-about = Whose commander dealt the damage, or who controlled what did it
kind-life = Life
kind-poison = Poison
kind-commander = Commander damage
