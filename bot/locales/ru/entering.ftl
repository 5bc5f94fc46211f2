### Игры, сыгранные без бота и внесённые потом.

## Команда

command-record = внести
command-record-about = Внести игру, сыгранную без меня
option-played-about = Когда игра закончилась, например: вчера 21:00, в прошлую пт 20:30, 27.11 21:00, 2 ч назад
option-players = игроки
option-seats-about = Упоминания в порядке мест, по часовой стрелке; члены команд — как сидят
option-transcript-about = Запись игры файлом; имена в нём — имена игроков
option-entry-guests = гости
option-entry-guests-about = Игроки без учётной записи, через запятую; места — после остальных. Приводишь их ты

## Форма

entry-title = Игра, сыгранная без меня
entry-about = Сыграна { $date }. Относится к каналу { $channel }: её увидит тот, кто читает этот канал.
entry-locked = 🔒 Её сезон завершён, поэтому подтвердить её должен модератор.
entry-seats = Места: { $players }
entry-over = Игра окончена
entry-points = { $player }: { $points }
entry-pick-what = Что произошло дальше?
entry-pick-who = С кем это произошло?
entry-pick-by = Кто контролировал карту?
entry-pick-owner = Чья была карта?
entry-what-concede = сдаётся
entry-what-win-effect = побеждает благодаря эффекту
entry-what-win-combo = побеждает благодаря комбо
entry-what-draw = Ничья
entry-what-close = На этом игра закончилась
entry-add = Добавить
entry-back = Убрать последнее
entry-change = Изменить
entry-settled = К форме
entry-setup = ✏️ Во что играли? Измени ниже, что нужно, и вернись к форме.
entry-cancel = Отмена
entry-send = Внести игру
entry-cancelled = Игра не внесена.
done-entered = Игра внесена. Она засчитается, когда её на табло подтвердят все эти игроки или модератор: { $players }.
done-entered-locked = Игра внесена. Её сезон завершён: она засчитается, когда её подтвердит модератор. На табло её могут оспорить: { $players }.

## На табло

board-entered = 📝 Сыграна { $date } без меня и внесена потом
board-entered-call = { $players }: внесена игра, в которой вы играли. Всё верно? Подтвердите её или оспорьте ниже.
claim-entered = вся игра
claim-by-moderator = её сезон завершён, подтвердить должен модератор
claim-entered-press = Игра засчитается, когда её подтвердят все или модератор; молчания для этого мало.
event-entered = Внесена игра, сыгранная без меня:

## Из электронной таблицы

imported-reason = По таблице самой лиги
audit-operator = Владелец бота
audit-imported = { $count ->
    [1] внесена игра из файла: { $channel }, игра № { NUMBER($number, useGrouping: 0) }
    [one] внесена { $count } игра из файла: { $channel }, начиная с игры № { NUMBER($number, useGrouping: 0) }
    [few] внесены { $count } игры из файла: { $channel }, начиная с игры № { NUMBER($number, useGrouping: 0) }
   *[other] внесено { $count } игр из файла: { $channel }, начиная с игры № { NUMBER($number, useGrouping: 0) }
}
audit-unimported = { $count ->
    [1] отменена игра из файла: { $channel }, игра № { NUMBER($number, useGrouping: 0) }
    [one] отменена { $count } игра из файла: { $channel }, начиная с игры № { NUMBER($number, useGrouping: 0) }
    [few] отменены { $count } игры из файла: { $channel }, начиная с игры № { NUMBER($number, useGrouping: 0) }
   *[other] отменено { $count } игр из файла: { $channel }, начиная с игры № { NUMBER($number, useGrouping: 0) }
}

## Отказы

refusal-only-entered = Внести игру может только тот, кто в ней играл, или модератор. Назови среди игроков и себя.
refusal-choice-own-entered = Нельзя внести, что { $by } выбирает игрока { $player }: это в твою пользу. Игру может внести кто-нибудь другой из игравших.
refusal-entered-long = Игра слишком длинная: можно не больше { $most } строк.
refusal-entered-unfinished = У игры ещё нет конца. Добавь всё, что было до победы.
refusal-entry-old = Игры старше { $days } дн. здесь внести нельзя. Администраторы сервера могут выбрать более долгое хранение: `/настройки сервер`.
refusal-entry-bot = Боты здесь не играют. Назови людей, которые играли.
refusal-entry-who = Кого-то не хватает: выбери во втором меню, кто проиграл, сдался или победил.
refusal-entry-gone = Эта форма закрыта: она уже отправлена, или её прервал перезапуск. Посмотри, есть ли у игры табло; если нет, начни заново: `/стол внести`.
refusal-entry-differs = В записи: вариант { $variant }, рассадка { $table }. Параметры говорят другое: не указывай `{ option-variant }` и `{ option-table }` или приложи другую запись.
refusal-entry-unreadable = Не могу прочесть запись игры, строка { $line }: { $problem }
refusal-entry-name = Имя «{ $typed }» из записи не подходит никому из { $players } или подходит нескольким. Используй имена на сервере или имена пользователей.
refusal-entry-unnamed = В записи названы не все: { $players }.
refusal-entry-many = Внесённые тобой игры ещё не подтверждены: { $channels }. Когда одну из них подтвердят или отменят, можно будет внести следующую.
refusal-entry-few = Кого-то не хватает: за этим столом и в этом варианте нужно не меньше { $fewest } игроков.

## Отказы для уже сыгранной игры: внесённой позже, из таблицы или из файла

refusal-recorded-too-few = { $because ->
    [table] { $table }
    [range] Радиус { $range }
   *[variant] { $variant }
}. Нужно игроков: { $fewest }, а названо { $have }. Назови всех, кто играл, или { $because ->
    [table] другую рассадку
    [range] другой радиус
   *[variant] другой вариант
}.
refusal-recorded-table-size = { $table }: для начала нужно игроков: { $sizes }. Назови всех, кто играл, или другую рассадку.
refusal-recorded-full = Названо больше игроков, чем мест: { $most }. Назови меньше или другую рассадку.
refusal-recorded-already-in = У игрока { $player } уже есть место. Убери это.
refusal-recorded-already-open = Эта игра уже открыта. Её открывает только начало: убери это.
refusal-recorded-closed = Игра была закрыта раньше. Убери это или закрытие.
refusal-recorded-finished = Игра окончилась раньше. Убери это или исправь то, чем она кончилась.
refusal-recorded-waiting = До этого должен быть выбор, его делает { $by }. Сначала добавь этот выбор.
refusal-recorded-too-late-to-join = Игра началась раньше, а присоединиться к такой игре потом нельзя. Назови всех в начале.
refusal-recorded-nothing-to-choose = Здесь никто ничего не выбирает. Убери это или проверь то, что выше.
refusal-recorded-nothing-to-undo = До этого нечего отменять. Убери это.
refusal-recorded-not-yours = Этот выбор делает { $by }. Назови, кто выбирал на самом деле.
refusal-recorded-already-conceding = { $player } уже уходит. Добавь, кто тогда во главе команды.
refusal-recorded-seat-given = Это место уже у игрока { $player }. Назови этого игрока.
refusal-recorded-not-in-variant = В варианте «{ $variant }» перезапуски и подпартии не записываются. Убери это и добавь, чем всё кончилось.
refusal-recorded-duel-open = Эта дуэль уже открыта. Её открывает только начало: убери это.
refusal-recorded-duel-started = Эта дуэль началась раньше. Убери это.
refusal-recorded-duel-finished = Дуэль окончилась раньше. Убери это или исправь то, чем она кончилась.
refusal-recorded-duel-closed = Дуэль была закрыта раньше. Убери это или закрытие.
