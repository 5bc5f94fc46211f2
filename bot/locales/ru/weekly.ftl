### Что говорят итоги недели

week-title = 📅 Итоги недели: { $dates }
week-late = ⏰ С опозданием: в нужный час бота не было на месте.
week-games = { $games ->
    [one] { NUMBER($games) } игра
    [few] { NUMBER($games) } игры
   *[many] { NUMBER($games) } игр
}
week-players = { $players ->
    [one] { NUMBER($players) } игрок
    [few] { NUMBER($players) } игрока
   *[many] { NUMBER($players) } игроков
}
week-variant = { $variant } × { NUMBER($games) }
week-house = Варианты сервера
week-others = ещё { $count }

## Заголовок: кто впереди и что изменилось

week-quiet = За стол никто не сел: у трона тихая неделя.
week-over = 🏁 { $season }: сезон завершён. 👑 { $leaders }! { $servants ->
    [none] Поздравляем!
   *[other] Всем остальным — на колени!
}
week-over-nobody = 🏁 { $season }: сезон завершён, но корона не досталась никому.
week-waits = Трон пока пуст: он ждёт лидера, у которого засчитано не меньше { $games ->
    [one] { NUMBER($games) } игры
    [few] { NUMBER($games) } игр
   *[many] { NUMBER($games) } игр
}.
week-opened = Таблица с чистого листа: { $count ->
    [1] первым на трон садится игрок { $leaders }.
   *[other] на троне тесно, там { $leaders }.
}
week-taken = Трон захватывает { $leaders }. { $servants ->
    [none] Чем ответит { $former }?
   *[other] На колени, { $former }!
}
week-shared = { $servants ->
    [none] Трон один, а претендентов { $count }: { $leaders } идут вровень.
   *[other] Трон один, а мастеров { $count }: { $leaders } идут вровень, и на колени никто не спешит.
}
week-alone = { $leaders } уходит в отрыв: { $former } позади, трон больше делить не с кем.
week-close = { $leaders } еле держится на троне: { $chasers } { $count ->
    [1] отстаёт
   *[other] отстают
} всего на { $ahead ->
    [one] { NUMBER($ahead) } очко
    [few] { NUMBER($ahead) } очка
   *[many] { NUMBER($ahead) } очков
}.
week-holds-more = { $leaders } уходит вперёд: отрыв { $ahead ->
    [one] { NUMBER($ahead) } очко
    [few] { NUMBER($ahead) } очка
   *[many] { NUMBER($ahead) } очков
}, а неделю назад был { NUMBER($before) }.
week-holds-less = { $leaders } по-прежнему правит, но отрыв тает: { $ahead ->
    [one] { NUMBER($ahead) } очко
    [few] { NUMBER($ahead) } очка
   *[many] { NUMBER($ahead) } очков
}, а неделю назад был { NUMBER($before) }.
week-holds = { $leaders } по-прежнему правит: отрыв { $ahead ->
    [one] { NUMBER($ahead) } очко
    [few] { NUMBER($ahead) } очка
   *[many] { NUMBER($ahead) } очков
}. Кто поднимет бунт?

## Таблица

week-table = 🏆 { $name }
week-ever = За всё время
week-line = { $rank } **{ $player }** · { $points ->
    [one] { NUMBER($points) } очко
    [few] { NUMBER($points) } очка
   *[many] { NUMBER($points) } очков
}
week-unranked = Пока без места: { $players ->
    [one] { NUMBER($players) } игрок
    [few] { NUMBER($players) } игрока
   *[many] { NUMBER($players) } игроков
}. Нужно не меньше { $games ->
    [one] { NUMBER($games) } игры
    [few] { NUMBER($games) } игр
   *[many] { NUMBER($games) } игр
}.
week-legend-moved = ▲▼ места за неделю
week-legend-roles = { $servants ->
    [thrall] 👑 победы в роли мастера · ⛓️ в роли невольника
   *[other] 👑 победы
}

## Что случилось

week-results = ⚔️ За неделю
week-gain = { $rank } **{ $player }** +{ NUMBER($points) } · { $games ->
    [one] { NUMBER($games) } игра
    [few] { NUMBER($games) } игры
   *[many] { NUMBER($games) } игр
}
week-climb = 📈 Лучший рывок (▲{ $places }): { $players }
week-deeds = 🏅 Подвиги недели
week-reign = 👑 Дольше всех с { $servants ->
    [minion] миньонами
   *[other] невольниками
} ({ $time }): { $players }
week-caused = ⚔️ Больше всего поверженных ({ NUMBER($times) }): { $players }
week-duel = 🎯 { NUMBER($times) } { $times ->
    [one] раз
    [few] раза
   *[many] раз
} { $responsible } побеждает игрока { $loser }
week-record-thrall = ⛓️ Впервые на этом сервере победа в роли невольника: { $players }
week-record-points = 🏆 Рекорд сервера по очкам за игру ({ NUMBER($number) }): { $players }
week-record-caused = ⚔️ Рекорд сервера по поверженным за игру ({ NUMBER($number) }): { $players }
week-record-seats = 🪑 Самый большой стол за всё время: { NUMBER($number) } { $number ->
    [one] игрок
    [few] игрока
   *[many] игроков
}
week-record-game = 🎉 На сервере сыграна игра № { NUMBER($number) }
week-time = { $hours ->
    [0] { $minutes } мин
   *[other] { NUMBER($hours) } ч { $minutes } мин
}
week-upsets = 🎲 Вопреки всему
week-upset = { $winners }: такая победа случается раз в { NUMBER($times) } { $times ->
    [one] игру
    [few] игры
   *[many] игр
}
week-newcomers = 👋 Новые лица
week-welcome = Добро пожаловать за стол, { $players }! { $servants ->
    [none] Удачи в следующей игре.
   *[other] { $count ->
        [1] Пусть мастера будут к тебе милостивы.
       *[other] Пусть мастера будут к вам милостивы.
    }
}
