### Что модераторы скрывают, и их рабочий стол

## Скрыть текст

button-strike = Скрыть текст
button-unstrike = Показать снова
strike-which = Какой текст?
struck-title = Название
struck-variant = Название варианта
struck-season = Название сезона
struck-guest = Имя гостя
struck-reason = Причина
struck-card = Карта или эффект
struck-text = Текст
done-strike = Скрыто: { $what }. Теперь этот сервер показывает вместо него { $mark } везде, где этот текст был написан. Итоги игр не меняются. Ошибка? Нажми кнопку или введи `/решить показать`.
done-unstrike = Текст снова виден.
audit-struck = скрыт текст ({ $what })
audit-struck-in = скрыт текст ({ $what }), канал { $channel }
audit-unstruck = скрытый текст снова виден ({ $what })
audit-unstruck-in = скрытый текст снова виден ({ $what }), канал { $channel }
refusal-no-text = Такого текста, который можно скрыть, нет. Выбери из списка; другую игру укажи в параметре `игра`.
refusal-not-struck = Этот текст уже не скрыт. Выбери из списка команды `/решить показать`.

command-override-strike = скрыть
command-override-strike-about = Скрыть название, карту, имя гостя или другой написанный кем-то текст
command-override-unstrike = показать
command-override-unstrike-about = Снова показать скрытый текст
option-text = текст
option-text-about = Какой текст: этой игры, сезона или варианта; для другой игры — параметр «игра»
option-struck = текст
option-struck-about = Где был скрытый текст, новые сверху

## Рабочий стол

command-desk = дела
command-desk-about = Что ждёт модераторов: споры, неподтверждённые итоги, игры, на которые стоит взглянуть
desk-title = 🗂️ Дела модераторов
desk-empty = Дел нет.
desk-hidden = На этой странице нет ничего из каналов, где ты модератор. Листай дальше.
desk-which = Какая запись?
desk-pick = Выбери игру
look-few = { $count ->
    [one] Одни и те же люди: { $count } игра за 28 дней.
    [few] Одни и те же люди: { $count } игры за 28 дней.
   *[other] Одни и те же люди: { $count } игр за 28 дней.
}
look-quick = Окончена меньше чем через минуту после начала.
look-won = Победа благодаря эффекту или комбо.
button-correct = Исправить запись
button-void = Аннулировать
button-dismiss = Снять с рассмотрения
done-dismiss = Снято с рассмотрения: эта игра сюда больше не вернётся.
audit-dismissed = снято с рассмотрения: { $channel }
