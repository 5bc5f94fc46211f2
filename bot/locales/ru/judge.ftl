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
judge-defeat-never = { $player } от этого не проиграет.
judge-defeat-always = { $player } проигрывает при любом исходе.
judge-defeat-depends = Проиграет ли { $player }, зависит от принятых решений.
judge-forces = Добиться поражения в одиночку может: { $people }
judge-prevents = Предотвратить поражение в одиночку может: { $people }
judge-impossible-hexproof = У игрока { $player } порчеустойчивость, поэтому { $controller } не может выбрать его целью: { $object }.
judge-impossible-no-target = { $object } не может выбрать целью { $to }: цель — игрок, а повреждения потом можно перенаправить.
judge-impossible-must-attack-player = Существо { $object } должно атаковать игрока { $player }, а значит, не может атаковать { $to }.
judge-impossible-may-not-attack-player = Существо { $object } не может атаковать игрока { $player }, только мироходцев.

# Один исход: что получится, затем как к этому прийти.
judge-way = { $results } — { $way }
judge-then = { $before }, затем { $after }
judge-life = { $player }: { $life ->
    [one] { $life } жизнь
    [few] { $life } жизни
   *[other] { $life } жизней
}
judge-poison = жетонов яда: { $poison }
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
judge-defeated-life = { $player } проигрывает: жизней не осталось
judge-defeated-poison = { $player } проигрывает: десять жетонов яда
judge-step-assign =
    { $amount ->
        [0] { $by } не назначает ничего сверх блокирующих
       *[other] { $by } назначает сверх блокирующих { $amount }
    }
judge-step-self = { $object } заменяет собственные повреждения ({ $amount })
judge-step-picked = { $by } выбирает { $effect }
judge-step-alone = применяется { $effect }
judge-step-redirected = { $by } перенаправляет { $amount }: { $to }
judge-step-declined = { $by } не перенаправляет
judge-step-of = № { $part }: { $step }

## Верность

judge-may-activate = { $era } { $by } может сейчас активировать эту способность: { $name }
judge-may-not-activate = { $era } { $by } не может сейчас активировать эту способность: { $name }
judge-may-cast = { $era } { $by } может сейчас разыграть { $name }
judge-may-not-cast = { $era } { $by } не может сейчас разыграть { $name }
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
judge-emblem = Владелец эмблемы — { $by }, под его же контролем она и находится.
judge-enters = { $name } выходит на поле битвы с верностью { $loyalty }.
judge-stays-yes = { $name } остаётся на поле битвы.
judge-stays-no = { $name } не остаётся на поле битвы.
judge-stays-choice = Под контролем игрока { $by } уже есть { $name }: оставить можно только одного.
judge-graveyard = На кладбище: { $names }
judge-at-once = { $by } может активировать { $name } раньше, чем кто-либо ответит.
judge-not-at-once = { $by } не может сразу активировать { $name }.
