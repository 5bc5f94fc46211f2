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
stats-won = ✅ побед: { NUMBER($count) } ({ $share } %)
stats-lost = ❌ поражений: { NUMBER($count) }
stats-drawn = 🤝 ничьих: { NUMBER($count) }
stats-rating = Рейтинг
stats-rated = **{ NUMBER($rating) }** · { $sign } { $change } за { $games ->
    [1] последнюю игру
    [one] последнюю { $games } игру
    [few] последние { $games } игры
   *[other] последние { $games } игр
}
stats-rated-thrall = Победа в роли невольника считается ниже победы мастера, поэтому высокий рейтинг может и снизиться.
stats-rated-once = **{ NUMBER($rating) }** после первой игры
stats-roles = По ролям
stats-as-master = 👑 В роли мастера · побед: { NUMBER($won) } из { NUMBER($games) }
stats-as-servant = ⛓️ В роли { $kind ->
    [minion] миньона
   *[other] невольника
} · побед: { NUMBER($won) } из { NUMBER($games) }
stats-variants = По вариантам
stats-variant = **{ $variant }** · побед: { NUMBER($won) } из { NUMBER($games) } · очки: { NUMBER($points) }
stats-house = Варианты сервера
stats-deeds = Подвиги
stats-caused = ⚔️ Побеждено соперников: { NUMBER($count) }
stats-served = 🧎 { $count ->
    [0] В неволе: ни разу
    [one] В неволе: { NUMBER($count) } раз
    [few] В неволе: { NUMBER($count) } раза
   *[other] В неволе: { NUMBER($count) } раз
}
stats-reign = ⏳ Самое долгое правление: { $time }
stats-streak = 🔥 { $count ->
    [0] Рекорд побед подряд: { $longest }
   *[other] Побед подряд сейчас: { $count } · рекорд: { $longest }
}
stats-minutes = { $minutes } мин
stats-hours = { NUMBER($hours) } ч { $minutes } мин
stats-victims = 🎯 Любимые жертвы
stats-nemeses = 💀 Заклятые враги
stats-other = { $player } × { NUMBER($count) }
stats-none-own-ever = 🌱 У тебя здесь пока нет законченных игр. Открой стол: `/стол открыть` — и твоя история начнётся!
stats-none-own-season = 🌱 В этом сезоне у тебя нет законченных игр. `/статистика` без сезона покажет все твои игры.
stats-none-ever = 🌱 У игрока { $player } здесь пока нет законченных игр. Может, пригласить: `/стол открыть`?
stats-none-season = 🌱 У игрока { $player } нет законченных игр в этом сезоне.
refusal-stats-bot = Боты здесь не играют. Выбери кого-нибудь другого.

## Соперники

rivals-title = ⚔️ Соперники этого сервера
rivals-pair = 🔥 **{ $one }** { $by_one } : { $by_other } **{ $other }**
rivals-legend = кто кого одолел и сколько раз
rivals-none = 🕊️ Пока никто никого не одолел: мир — но ненадолго. `/стол открыть` положит ему конец.

## История

history-title = 📜 Прошлые игры этого сервера
history-of = 📜 Прошлые игры: { $player }
history-none = Пока нет законченных игр, которые тебе видны. Начни свою: `/стол открыть`.
history-none-of = У этого игрока пока нет законченных игр, которые тебе видны.
history-hidden = На этой странице тебе ничего не видно. Нажми *{ button-older }*.
history-gone = канал удалён
history-closed = 🚪 Закрыта без результата
history-draw = 🤝 Ничья
history-unscored = ⏳ Итог ещё не определён
history-open = Прочитать хронику…
button-newer = Новее
button-older = Старее
button-list = К списку
refusal-history-open = Эта игра снова идёт, или её больше нет. `/история` покажет те, что есть.
refusal-history-hidden = Канал этой игры тебе не виден. `/история` покажет игры, которые тебе видны.

## Команды: названия, затем что они делают

command-stats = статистика
command-stats-about = Чего ты или другой игрок добились на этом сервере
command-rivals = соперники
command-rivals-about = Кто кого одолел на этом сервере, картинкой
command-history = история
command-history-about = Прошлые игры этого сервера и как они шли
menu-stats = Статистика игрока
option-stats-about = Чья статистика; если не указать — твоя
option-stats-season-about = Какой сезон; если не указать — за всё время
option-history-about = Только игры этого игрока

## Games that do not count yet

settling-title = ⏳ Ещё не засчитано
settling-line = { $points } · засчитается { $due }
settling-first = Пока ни один результат не засчитан: первый — уже скоро.
