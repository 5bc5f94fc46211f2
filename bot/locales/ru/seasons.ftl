### Сезоны и таблица лидеров по сезону, дням, варианту и столу

## Сезоны

season-usual = Сезон { NUMBER($number, useGrouping: 0) }
season-started = ✅ **{ $name }**: сезон начался. В зачёт идут игры, которые закончатся с этой минуты. Завершить: `/сезон завершить`.
season-renamed = ✅ Теперь сезон называется **{ $name }**.
season-end-sure = Завершить сезон **{ $name }**? Итоговая таблица появится здесь для всех.
season-end-first = 🥇 Сейчас на первом месте: { $players }, { $points } { $points ->
    [one] очко
    [few] очка
   *[many] очков
}.
season-end-nobody = Места в таблице пока нет ни у кого.
season-resume-sure = Сейчас сезона нет. Последний — **{ $name }**. Если отменить его завершение, он продолжится, и в зачёт пойдёт всё, что закончилось с тех пор.
season-resumed = ↩️ **{ $name }**: сезон продолжается, будто и не завершался. Итоговая таблица убрана.
button-season-end = Завершить сезон
button-season-resume = Отменить завершение
audit-season-resume = отмена завершения сезона **{ $name }**
refusal-season-resume-late = Завершение этого сезона уже не отменить: он идёт или начался другой.
season-over = 🏁 { $name }: сезон завершён
season-list = 🗓️ Сезоны этого сервера
season-list-newer = Сезоны поновее
season-list-older = Сезоны постарше
leaderboard-seasons = Все сезоны и их даты
season-none = Сезонов ещё не было: `/сезон начать` откроет первый.
season-line = **{ $name }** · { $dates }
season-since = с { $start }
season-dates = { $start } — { $end }

audit-season-start = начат сезон **{ $name }**
audit-season-end = завершён сезон **{ $name }**
audit-season-rename = сезон **{ $before }** → **{ $name }**

refusal-season-runs = Один сезон уже идёт. Сначала заверши его: `/сезон завершить`.
refusal-no-season-runs = Сейчас сезона нет. Начать новый: `/сезон начать`.
refusal-no-season = Такого сезона здесь нет. Выбери из списка, который появляется, пока ты пишешь.
refusal-season-or-days = Таблица бывает за сезон или за последние дни. Убери одно из двух.

## Назначенный конец

button-season-plan = Назначить конец
button-season-move = Перенести конец
button-season-unplan = Не завершать автоматически
season-plan-title = Конец сезона
season-plan-when = Когда он закончится?
season-plan-about = Дата и час по часам сервера ({ $zone }), например «31 декабря 20:00»
season-end-planned = 🗓️ Сезон завершится сам: { $when }, { $relative }. За неделю, за день и в конце я напишу в { $channel }.
season-plan-done = Перенести или отменить: `/сезон завершить`. Что закончилось вовремя, идёт в зачёт, даже если будет подтверждено позже.
season-unplanned = ✅ **{ $name }**: сезон продолжается, пока его кто-нибудь не завершит.
audit-season-plan = назначен конец сезона **{ $name }**: { $when }
audit-season-unplan = отменён назначенный конец сезона **{ $name }**
audit-season-end-planned = как и было назначено, завершён сезон **{ $name }**
refusal-no-season-plan = У этого сезона больше нет назначенного конца: он продолжается, пока его кто-нибудь не завершит.

ending-title = ⏳ { $season }: последние игры
ending-when = Сезон завершится { $when }, { $relative }. Что закончится раньше, идёт в зачёт, даже если будет подтверждено позже.
ending-behind = { $count ->
    [1] Отстаёт
   *[other] Отстают
} на { $behind ->
    [one] { NUMBER($behind) } очко
    [few] { NUMBER($behind) } очка
   *[many] { NUMBER($behind) } очков
}: { $chasers }.
ending-open = Ещё не решено
ending-settled = Ничего: все законченные игры засчитаны.
ending-played = ▶️ { $games ->
    [one] Идёт { NUMBER($games) } игра
    [few] Идут { NUMBER($games) } игры
   *[many] Идут { NUMBER($games) } игр
}
ending-to_confirm = ⏱️ { $games ->
    [one] Ждёт подтверждения { NUMBER($games) } результат
    [few] Ждут подтверждения { NUMBER($games) } результата
   *[many] Ждут подтверждения { NUMBER($games) } результатов
}
ending-to_decide = ⚖️ { $games ->
    [one] Ждёт модератора { NUMBER($games) } игра
    [few] Ждут модератора { NUMBER($games) } игры
   *[many] Ждут модератора { NUMBER($games) } игр
}
ending-planned = 📅 До конца назначено: { $games ->
    [one] { NUMBER($games) } игра
    [few] { NUMBER($games) } игры
   *[many] { NUMBER($games) } игр
} ({ $places })
ending-lacking = 📏 До места в таблице не хватает { $games ->
    [one] { NUMBER($games) } игры
    [few] { NUMBER($games) } игр
   *[many] { NUMBER($games) } игр
}: { $players }.
ending-moved = Конец перенесён: { $when }, { $relative }.
ending-withdrawn = Сезон больше не завершится сам: он продолжается.
ending-over = Сезон завершён: { $when }.

season-awards = 🏅 Награды
award-wins = 🏆 Больше всего побед ({ NUMBER($number) }): { $players }
award-master-wins = 👑 Больше всего побед в роли мастера ({ NUMBER($number) }): { $players }
award-thrall-wins = ⛓️ Больше всего побед в роли невольника ({ NUMBER($number) }): { $players }
award-games = 🎲 Больше всего игр ({ NUMBER($number) }): { $players }

## Таблица лидеров

leaderboard-ever = За всё время
leaderboard-page = Страница { $page } из { $pages }

## Часовой пояс

setting-timezone = Часовой пояс
setting-timezone-about = Для времени запланированных игр, дат сезонов и итогов недели. В меню — самые частые пояса, остальные найдёт `/настройки пояс`.
unset-timezone = UTC
done-timezone = ✅ Часовой пояс сервера: **{ $zone }**, там сейчас { $now }.
refusal-no-zone = Не знаю часового пояса «{ $typed }». Напиши большой город поблизости и выбери из списка.

## Команды: названия и что они делают

command-season = сезон
command-season-about = Сезоны этого сервера
command-season-start = начать
command-season-start-about = Начать сезон: в зачёт идут игры, которые закончатся с этой минуты
command-season-end = завершить
command-season-end-about = Завершить сезон и показать всем итоговую таблицу
command-season-rename = переименовать
command-season-rename-about = Дать сезону другое название
command-season-list = список
command-season-list-about = Все сезоны этого сервера и их даты
command-timezone = пояс
command-timezone-about = Часовой пояс, по которому сервер считает дни
option-season-name-about = Как назвать сезон; если не указать — по номеру
option-rename-about = Новое название
option-season = сезон
option-season-about = Другой сезон или всё время; если не указать — тот, что идёт сейчас
option-renamed-about = Какой сезон; если не указать — последний
option-days = дни
option-days-about = Только за последние дни, не больше 90
option-only-about = Только такие игры
option-zone = пояс
option-zone-about = Напиши город и выбери из списка
