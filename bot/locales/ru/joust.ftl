### Magicjoust: дуэли, оплата и колоды словами, и то, чего нельзя сделать в дуэли.

## Что лежит на столе

step-blue = синяя
step-red = красная
step-yellow = жёлтая
step-any = любая
step-skip = пропуск
singularity-unstable = { $family } (нестабильна)
direction-clockwise = по часовой стрелке ↻
direction-counterclockwise = против часовой стрелки ↺
card-kind-knowledge = знание
card-kind-living = живое существо
card-kind-thing = вещь
card-kind-event = событие
card-kind-plan = план
card-kind-other = другое
joust-duelist = { $player }: { $hand ->
    [one] { $hand } карта
    [few] { $hand } карты
   *[other] { $hand } карт
} в руке; { $plans }
joust-plans = планов на столе: { $plans } из { $most } ({ $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[other] { $points } очков
})
joust-zone = зона { $zone }: { $singularities }
joust-several = { $count } × { $singularity }
joust-quadrant-empty = сингулярностей нет
joust-card = { $id }. { $card } ({ $traits })
card-used = использована
card-ephemeral = эфемерная
card-wear = износ { $wear }
card-points = { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[other] { $points } очков
}

## Картинка того, что лежит на столе

joust-picture-won = победа
joust-picture-hand = карт в руке
joust-picture-unstable = нестабильна
joust-picture-used = использована
joust-picture-ephemeral = эфемерная
joust-picture-wear = износ N
joust-picture-plan = план и его очки
joust-picture-earlier = { $count ->
    [one] … и ещё { $count } карта до них
    [few] … и ещё { $count } карты до них
   *[other] … и ещё { $count } карт до них
}

## Как идёт дуэль

joust-state-lobby = Дуэль ещё не началась.
joust-state-running = Дуэль идёт.
joust-state-waiting = Дуэль ждёт броска на износ.
joust-state-finished = Дуэль окончена.
joust-state-closed = Дуэль закрыта без результата.
joust-turn = Ход { $number }: { $player }
joust-wear = Бросок на износ, карта { $card }: бросает { $player }.
joust-won = Побеждает { $player }.
joust-drawn = Дуэль заканчивается вничью.
joust-points = { $player }: { $plans ->
    [one] { $plans } очко
    [few] { $plans } очка
   *[other] { $plans } очков
} за планы, { $season } в сезоне

## Что произошло

joust-did-open = Начинает { $player }.
joust-did-singularity = { $player } кладёт сингулярность в зону { $zone }: { $family }.
joust-did-waste = { $player } не может положить сингулярность и сбрасывает её: { $family }.
joust-did-crucible = { $player } берёт карту тигля.
joust-did-invoke = { $player } призывает карту: { $card }.
joust-did-use = { $player } использует карту: { $card }.
joust-did-wear-kept = { $card }: карта остаётся, на кубике износа { $roll }, всего { $total }.
joust-did-wear-gone = { $card }: карта износилась, на кубике износа { $roll }, всего { $total }.
joust-did-attack-won = { $player } атакует, оппонент — { $opponent }: { $mine } против { $theirs }, удачно.
joust-did-attack-lost = { $player } атакует, оппонент — { $opponent }: { $mine } против { $theirs }, неудачно.
joust-did-end = { $player } завершает ход.
joust-did-concede = { $player } сдаётся.
joust-did-close = Дуэль закрыта.
joust-change-add = { $because }: у игрока { $player } появляется сингулярность в зоне { $zone }: { $singularity }.
joust-change-remove = { $because }: { $player } сбрасывает сингулярность из зоны { $zone }: { $singularity }.
joust-change-move = { $because }: у игрока { $player } сингулярность переходит из зоны { $zone } в зону { $to }: { $singularity }.
joust-change-flip = { $because }: у игрока { $player } переворачивается сингулярность в зоне { $zone }: { $singularity }.
joust-change-discard = { $because }: { $player } сбрасывает карту: { $card }.
joust-change-return = { $because }: { $player } возвращает карту в руку: { $card }.
joust-change-ready = { $because }: { $player } может снова использовать карту: { $card }.
joust-change-more = { $because }: у игрока { $player } в руке на { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[other] { $count } карт
} больше.
joust-change-fewer = { $because }: у игрока { $player } в руке на { $count ->
    [one] { $count } карту
    [few] { $count } карты
   *[other] { $count } карт
} меньше.

## Как оплатить формулу

pay-ways = { $count ->
    [0] Оплатить { $formula } нельзя.
    [one] Оплатить { $formula } можно { $count } способом.
   *[other] Оплатить { $formula } можно { $count } способами.
}
pay-way = • Начать в зоне { $start }, { $direction }: { $steps }. Останется: { $left }.
pay-best = Лучше всего: начать в зоне { $start }, { $direction }: { $steps }. Останется: { $left }.
pay-step = зона { $zone } { $use }
pay-still = После этого можно оплатить: { $count } из { $of }.
pay-more = … и ещё { $count }.
pay-nearest = Ближе всего: начать в зоне { $start }, { $direction }.
pay-lack = • Шаг { $step }: в зоне { $zone } не хватает: { $needs }.

## Колоды

deck-fits = { $deck }: этой колодой можно играть.
deck-unfit = { $deck }: этой колодой пока играть нельзя.
deck-few-singularities = В колоде сингулярностей должно быть не меньше 20 карт, а в ней { $count }.
deck-few-crucible = В тигле должно быть не меньше 20 карт, а в нём { $count }.
deck-copies = Копий карты «{ $card }» в тигле { $count }, а можно не больше 3.
deck-few-plans = { $count ->
    [0] В тигле нет планов
    [one] В тигле только { $count } план
    [few] В тигле только { $count } плана
   *[other] В тигле только { $count } планов
}; чтобы закончить дуэль, нужно 3.
deck-singularities = Сингулярности: { $count } ({ $parts })
deck-crucible = Тигель: { $count } ({ $parts })

## Отказы: чего нельзя сделать в дуэли и что делать вместо этого

payment-start = начальная зона
payment-direction = направление
payment-any = семейства для шагов *любая*
refusal-no-duel = Здесь пока нет дуэли. Сначала открой её.
refusal-duel-open = Здесь уже открыта дуэль. Сначала заверши или закрой её либо открой новую в другом канале.
refusal-pod-here = Здесь уже идёт игра, а в канале может идти только одна. Сначала доиграй или закрой её либо играй в другом канале.
refusal-duel-here = Здесь идёт дуэль, а в канале может идти только одна игра. Для дуэли есть табло и `/дуэль табло`. Или сначала доиграй её либо играй в другом канале.
refusal-only-duelists = Это могут делать только два участника дуэли. Приходи на следующую.
refusal-not-your-turn = Сейчас не твой ход: ходит { $by }. Можно ввести изменение, отменить шаг или сдаться.
refusal-agree-first = Для этого нужно согласие обоих. Сначала спроси второго игрока.
refusal-duel-lobby = Дуэль ещё не началась. Сначала начни её.
refusal-duel-started = Дуэль уже началась. Продолжай её или закрой.
refusal-duel-finished = Дуэль окончена. Если последний шаг был ошибкой, отмени его.
refusal-duel-closed = Дуэль закрыта. Отмени закрытие или открой новую.
refusal-duel-waiting = Сначала нужен бросок на износ карты: бросает { $by }. До него можно ввести только эффект этой карты: атаку или изменение.
refusal-duel-undo = Отменять нечего. Начало дуэли остаётся в силе.
refusal-duel-players = Нужно игроков: { $count }, а есть { $have }. Для дуэли нужно ровно столько.
refusal-duel-first = Неясно, кто начинает. Назови первого игрока или введи кубики, которые это решают.
refusal-opening-rolls = Кубики бросают снова, только если на них поровну. Во всех парах, кроме последней, должно быть поровну, а в последней — нет.
refusal-die-rolled = Это не следующий кубик. У следующего номер { $number }.
refusal-formula = Это не формула. Напиши от 1 до { $most } шагов через пробел: синяя, красная, жёлтая, любая или пропуск (или b, r, y, *, -).
refusal-card-points = План приносит очки. Скажи сколько: от 0 до 99.
refusal-card-no-points = Очки приносят только планы. Убери очки или сделай карту планом.
refusal-card-action = У карты нет действия, поэтому это не имеет смысла. Введи и действие или убери это.
refusal-deck-differs = У двух карт одно имя, но здесь они различаются. Переименуй одну из них или сделай их одинаковыми.
refusal-pay-nothing = Платить не за что. Убери оплату.
refusal-pay-any = На каждый шаг *любая* нужно одно семейство: всего { $count }, а не { $have }.
refusal-pay-which = Оплатить можно по-разному, и тратятся разные сингулярности. Выбери способ, уточнив: { $differs }.
refusal-pay-unfit = Оплатить можно, но не так. Выбери другую начальную зону, другое направление или другие семейства.
refusal-unpayable = Оплатить это нельзя. Ближе всего — из зоны { $start }, { $direction }: { $count ->
    [one] не хватает { $count } сингулярности
   *[other] не хватает { $count } сингулярностей
}, прежде всего на шаге { $step } в зоне { $zone }: { $needs }.
refusal-hand-below = У игрока { $player } в руке карт: { $count }. Больше забрать нельзя.
refusal-no-singularity = В зоне { $zone } игрока { $player } такой сингулярности нет. Назови её так, как она лежит: стабильную или, с «!», нестабильную.
refusal-no-card = На столе у игрока { $player } нет карты с номером { $card }. Выбери карту, которая там лежит.
refusal-drawn-singularity = В этом ходу сингулярность уже взята. Следующую можно взять в следующем своём ходу (MJ-D9).
refusal-drawn-crucible = В этом ходу карта тигля уже взята. Следующую можно взять в следующем своём ходу (MJ-D9).
refusal-empty-hand = У игрока { $player } нет карт в руке. Сначала возьми карту или введи изменение, которое её дало.
refusal-no-action = У этой карты нет действия. Выбери другую.
refusal-card-used = В этом ходу карта уже использована. Она будет готова после хода или благодаря изменению.
refusal-no-wear = Сейчас бросать на износ не нужно. Сначала используй карту с износом.
