### Что решает модератор

event-corrected = { $count ->
    [1] Модератор исправил одну из прежних записей.
    [one] Модератор исправил { $count } прежнюю запись.
    [few] Модератор исправил { $count } прежние записи.
   *[many] Модератор исправил { $count } прежних записей.
}
event-reason = Причина: { $reason }
event-overruled-status = Решение модератора: { $player } — мастер.
event-overruled-serves = Решение модератора: { $player } служит игроку { $master }.
event-overruled-points = Модератор назначил очки: { $points }.
event-overruled-void = Модератор признал игру недействительной.
event-overruled-end = Модератор завершил игру. Победа: { $player }.
event-overruled-draw = Модератор завершил игру: ничья.
event-overruled-reopen = Модератор снова открыл игру.
event-overruled-remove = Модератор вывел игрока { $player } из игры.
event-overruled-host = Решение модератора: организатор теперь { $player }.
answer-ruled = по решению модератора отвечает { $responsible }
answer-ruled-nobody = по решению модератора ответственных нет

refusal-only-moderators = Это может сделать только модератор. Обратись к нему.
refusal-no-correction = Это ничего не изменит. Выбери что-нибудь другое.
refusal-no-report = Такой записи в этой игре нет. Выбери другую в 📜 *{ button-log }*.
refusal-senseless = { $count ->
    [1] После этого одна более поздняя запись теряет смысл. Сначала реши, что с ней делать.
    [one] После этого { $count } более поздняя запись теряет смысл. Сначала реши, что с ними делать.
    [few] После этого { $count } более поздние записи теряют смысл. Сначала реши, что с ними делать.
   *[many] После этого { $count } более поздних записей теряют смысл. Сначала реши, что с ними делать.
}
refusal-reason = Назови причину, не длиннее { $most } { $most ->
    [one] символа
   *[other] символов
}.
refusal-not-a-master = Нужен мастер, который ещё в игре. Выбери одного: { $players }.
refusal-not-over = Игра не окончена, открывать снова нечего: просто играй дальше.
refusal-no-result = У игры ещё нет результата. Дождись конца или заверши её.
refusal-in-subgame = Идёт подпартия. Сначала закончи её.

audit-game = { $channel }, игра № { NUMBER($number, useGrouping: 0) }
audit-override = { $what }, канал { $channel }. Причина: { $reason }
audit-override-correct = исправление записи
audit-override-status = решение, кто кому служит
audit-override-points = назначение очков
audit-override-void = игра признана недействительной
audit-override-end = завершение игры
audit-override-reopen = игра снова открыта
audit-override-remove = игрок выведен из игры
audit-override-host = назначен другой организатор
