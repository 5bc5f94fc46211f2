### Чего игрок добился на сервере, кто кого одолел, и прошлые столы

## Статистика

stats-title = 📊 { $player }
stats-points = 🏅 **{ NUMBER($points) } { $points ->
    [one] очко
    [few] очка
   *[other] очков
}** · { NUMBER($games) } { $games ->
    [one] игра
    [few] игры
   *[other] игр
}
stats-won = ✅ побед: { NUMBER($count) } ({ $share } %)
stats-lost = ❌ поражений: { NUMBER($count) }
stats-drawn = ⚖️ ничьих: { NUMBER($count) }
stats-rating = Рейтинг
stats-rated = **{ NUMBER($rating) }** · { $sign } { $change } за { $games ->
    [one] последнюю { $games } игру
    [few] последние { $games } игры
   *[other] последние { $games } игр
}
stats-rated-once = **{ NUMBER($rating) }** после первой игры
stats-roles = По ролям
stats-as-master = 👑 В роли мастера: победы { NUMBER($won) } из { NUMBER($games) }
stats-as-servant = 🤝 В роли невольника: победы { NUMBER($won) } из { NUMBER($games) }
stats-variants = По вариантам
stats-variant = **{ $variant }** · победы { NUMBER($won) } из { NUMBER($games) } · очки: { NUMBER($points) }
stats-house = Свои варианты
stats-deeds = Подвиги
stats-caused = ⚔️ Одолел соперников: { NUMBER($count) }
stats-served = ⛓️ { $count ->
    [0] Ни разу не был в невольниках
    [one] Попал в невольники { NUMBER($count) } раз
    [few] Попал в невольники { NUMBER($count) } раза
   *[other] Попал в невольники { NUMBER($count) } раз
}
stats-reign = ⏳ Самое долгое правление: { $time }
stats-streak = 🔥 { $count ->
    [0] Лучшая серия побед: { $longest }
    [one] Побед подряд сейчас: { $count } · лучшая серия: { $longest }
   *[other] Побед подряд сейчас: { $count } · лучшая серия: { $longest }
}
stats-minutes = { $minutes } мин
stats-hours = { NUMBER($hours) } ч { $minutes } мин
stats-victims = 🎯 Любимые жертвы
stats-nemeses = 💀 Заклятые враги
stats-other = { $player } × { NUMBER($count) }
stats-none-own-ever = 🌱 Ты здесь пока не закончил ни одной игры. Открой стол — `/стол открыть`, — и твоя история начнётся!
stats-none-own-season = 🌱 В этом сезоне у тебя нет законченных игр. `/статистика` покажет все остальные.
stats-none-ever = 🌱 { $player } пока не закончил здесь ни одной игры. Может, пригласить: `/стол открыть`?
stats-none-season = 🌱 У { $player } нет законченных игр в этом сезоне.
refusal-stats-bot = Боты здесь не играют. Выбери кого-нибудь другого.

## Соперники

rivals-title = ⚔️ Соперники этого сервера
rivals-pair = 🔥 **{ $one }** { $by_one } : { $by_other } **{ $other }**
rivals-legend = кто кого одолел и сколько раз
rivals-none = 🕊️ Пока никто никого не одолел: мир — но ненадолго. `/стол открыть` положит ему конец.

## История

history-title = 📜 Прошлые игры этого сервера
history-of = 📜 Прошлые игры: { $player }
history-none = Пока нет ни одной законченной игры, которая тебе видна. Начни свою: `/стол открыть`.
history-none-of = Пока нет ни одной законченной игры этого игрока, которая тебе видна.
history-hidden = Здесь нет ничего, что тебе видно: листай к более старым.
history-gone = канал удалён
history-closed = 🚪 Закрыт без результата
history-draw = ⚖️ Ничья
history-unscored = ⏳ Результат ещё не решён
history-open = Прочитать историю…
button-newer = Новее
button-older = Старее
button-list = К списку
refusal-history-open = Эта игра снова не закончена или её больше нет. `/история` покажет те, что есть.
refusal-history-hidden = Канал этой игры тебе не виден. `/история` покажет игры, которые тебе видны.

## Команды: названия, затем что они делают

command-stats = статистика
command-stats-about = Чего ты или другой игрок добились на этом сервере
command-rivals = соперники
command-rivals-about = Кто кого одолел на этом сервере, картинкой
command-history = история
command-history-about = Прошлые игры этого сервера и их истории
menu-stats = Статистика игрока
option-stats-about = Чья; без этого — твоя
option-stats-season-about = Один сезон; без этого — за всё время
option-history-about = Только игры этого игрока
