### Судья: что может стать с повреждениями и можно ли сейчас использовать мироходца.

## По каким правилам и какие из них это говорят

judge-era-2013 = По правилам января 2013 года
judge-era-current = По сегодняшним правилам
judge-otherwise = { $era } ответ был бы другим.
judge-cited = { $told } ({ $rules })

## Повреждения

judge-outcomes = { $era } { $count ->
    [1] возможен один исход
    [one] возможен { $count } исход
    [few] возможны { $count } исхода
   *[other] возможно { $count } исходов
}
judge-more = … и ещё { $count ->
    [one] { $count } исход
    [few] { $count } исхода
   *[other] { $count } исходов
}.
judge-forced = Во всех исходах: { $what }
judge-defeat-never = Игрок { $player } от этого не проиграет.
judge-defeat-always = Игрок { $player } проигрывает в любом случае.
judge-defeat-depends = Проиграет ли игрок { $player }, зависит от решений.
judge-forces = Может в одиночку добиться поражения: { $people }
judge-prevents = Может в одиночку предотвратить поражение: { $people }
judge-impossible-hexproof = У игрока { $player } порчеустойчивость: { $object } не может выбрать его целью (контролирует { $controller }).
judge-impossible-no-target = { $object } не может выбрать целью { $to }: цель — игрок, а повреждения потом можно перенаправить.
judge-impossible-must-attack-player = Существо { $object } должно атаковать игрока { $player }, а значит, не может атаковать { $to }.
judge-impossible-may-not-attack-player = Существо { $object } не может атаковать игрока { $player }, только мироходцев.

# Один исход: что получится, затем как к этому прийти.
judge-way = { $results } — { $way }
judge-then = { $before }, затем { $after }
judge-life = { $player }: жизней { $life }
judge-poison = яда { $poison }
judge-loyalty = { $name }: верность { $loyalty }
judge-gone = { $name } — на кладбище
judge-creature = { $name }: { $amount ->
    [one] { $amount } повреждение
    [few] { $amount } повреждения
   *[other] { $amount } повреждений
}
judge-gained = { $player }: плюс { $life ->
    [one] { $life } жизнь
    [few] { $life } жизни
   *[other] { $life } жизней
}
judge-defeated-life = игрок { $player } проигрывает: жизней не осталось
judge-defeated-poison = игрок { $player } проигрывает: десять жетонов яда
judge-step-assign =
    { $amount ->
        [0] { $by } не назначает ничего сверх блокирующих
       *[other] { $by } назначает сверх блокирующих { $amount }
    }
judge-step-self = { $object } заменяет свои же повреждения ({ $amount })
judge-step-picked = { $by } выбирает { $effect }
judge-step-alone = применяется { $effect }
judge-step-redirected = { $by } перенаправляет { $amount }: { $to }
judge-step-declined = { $by } не перенаправляет
judge-step-of = № { $part }: { $step }

## Верность

judge-may-activate = { $era } игрок { $by } может сейчас активировать эту способность: { $name }
judge-may-not-activate = { $era } игрок { $by } не может сейчас активировать эту способность: { $name }
judge-may-cast = { $era } игрок { $by } может сейчас разыграть { $name }
judge-may-not-cast = { $era } игрок { $by } не может сейчас разыграть { $name }
judge-activate-gone = { $name }: верность 0, и карта окажется на кладбище раньше, чем её успеют использовать.
judge-activate-counters = { $name }: жетонов верности меньше, чем снимает стоимость.
judge-activate-controller = { $name } не под контролем игрока { $by }.
judge-activate-turn = Сейчас не ход игрока { $by }.
judge-activate-phase = Сейчас не главная фаза.
judge-activate-priority = У игрока { $by } нет приоритета.
judge-activate-stack = Стек не пуст.
judge-activate-used = { $name }: способность верности в этом ходу уже активировали.
judge-cast-turn = Сейчас не ход игрока { $by }, а мироходца разыгрывают, как волшебство.
judge-cast-phase = Сейчас не главная фаза, а мироходца разыгрывают, как волшебство.
judge-cast-priority = У игрока { $by } нет приоритета.
judge-cast-stack = Стек не пуст, а мироходца разыгрывают, как волшебство.
judge-left = { $name }: потом верность { $loyalty }.
judge-goes = { $name } — на кладбище; способность остаётся в стеке.
judge-emblem = Эмблемой владеет и её контролирует { $by }.
judge-enters = { $name } выходит на поле битвы с верностью { $loyalty }.
judge-stays-yes = { $name } остаётся на поле битвы.
judge-stays-no = { $name } не остаётся на поле битвы.
judge-stays-choice = Под контролем игрока { $by } уже есть { $name }: оставить можно только одного.
judge-graveyard = На кладбище: { $names }
judge-at-once = { $by } может активировать { $name } раньше, чем кто-либо ответит.
judge-not-at-once = { $by } не может сразу активировать { $name }.
