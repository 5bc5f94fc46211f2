### Life, poison and commander damage, where a pod counts them.

## On the board

option-counting = { $life ->
    [0] life counted
   *[other] life counted from { $life }
}
button-life = Life
life-report = Report defeat: { $player } · { $cause }

## The panel

life-title = Life and counters
life-shared = One life total: { $players }
life-about = Any player in the game can change any total. A losing total is not a defeat until someone reports it.
life-whose = Whose totals?
life-second = { $player } (second commander)
life-commander = Commander damage from…
life-type = Other amount…
life-amount = −7 or +7 changes it, =25 is the new total
life-back = Undo this change
life-unsigned = A number without a sign is added. `={ $amount }` would make it the new total.
life-set = Set to { $total }

## Refusals

refusal-no-counting = This pod does not count life. To count it in the next one, use `/pod open` with the option `life`.
refusal-count-amount = Give a change from −{ $most } to { $most }, such as −3 or +5, but not 0, or the new total after an equals sign, such as =25.
refusal-count-total = That total would be out of range: totals stay between { $least } and { $most }. Check the board, and give a smaller amount.
refusal-count-same = The total is { $total } already. Check the board; nothing has changed.
refusal-count-members = Too many totals for { $players }. Give one number, such as =25. If an effect sets the totals of several members of a team that shares its life, give one for each of these members, such as =12+3.
refusal-count-late = Someone has changed that total since. Check the board, and correct it with `/life`.
refusal-no-commanders = Commander damage counts only in Commander pods. For other damage, change the life total.
refusal-whose-commander = Say whose commander dealt the damage: fill in `by`.
refusal-not-losing = That total no longer loses the game. If they did lose, report it with `/defeat`.

## Commands: names, then what they do

command-life = life
command-life-about = Change or set life, poison or commander damage, or open the panel
option-life = life
option-life-about = Count life, poison and commander damage on the board
option-amount = amount
option-amount-about = +3 or −3 changes the total, =25 sets it; leave empty to open the panel
option-counted-about = Whose total (default: yours)
option-kind = kind
option-kind-about = Which total (default: life)
option-which = which
option-which-about = Which of two partners dealt commander damage (default: first)
which-first = First commander
which-second = Second commander
option-by = by
option-by-about = Whose commander, or who controlled the source
kind-life = Life
kind-poison = Poison
kind-commander = Commander damage
