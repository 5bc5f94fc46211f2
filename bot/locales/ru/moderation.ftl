### Что решает модератор

event-corrected = { $count ->
    [one] Модератор исправил { $count } сообщение.
    [few] Модератор исправил { $count } сообщения.
   *[many] Модератор исправил { $count } сообщений.
}
event-reason = Причина: { $reason }
event-overruled-status = Решение модератора: { $player } — мастер.
event-overruled-serves = Решение модератора: { $player } служит игроку { $master }.
event-overruled-points = Модератор назначил очки: { $points }.
event-overruled-void = Модератор признал игру недействительной.
event-overruled-end = Модератор завершил игру: победа за { $player }.
event-overruled-draw = Модератор завершил игру: ничья.
event-overruled-reopen = Модератор снова открыл игру.
event-overruled-remove = Модератор вывел { $player } из игры.
event-overruled-host = Решение модератора: организатор теперь { $player }.
answer-ruled = модератор решил, что ответственность несёт { $responsible }
answer-ruled-nobody = модератор решил, что никто не несёт ответственности

refusal-only-moderators = Это может сделать только модератор. Обратись к нему.
refusal-no-correction = Это ничего не изменит. Выбери что-нибудь другое.
refusal-no-report = Такого сообщения в этой игре нет. Выбери его в `/стол история`.
refusal-senseless = { $count ->
    [one] После этого { $count } более позднее сообщение теряет смысл. Сначала реши, что с ним делать.
    [few] После этого { $count } более поздних сообщения теряют смысл. Сначала реши, что с ними делать.
   *[many] После этого { $count } более поздних сообщений теряют смысл. Сначала реши, что с ними делать.
}
refusal-reason = Назови причину, не длиннее { $most } символов.
refusal-not-a-master = Нужен мастер, который ещё в игре. Выбери одного: { $players }.
refusal-not-over = Игра не окончена, открывать снова нечего: просто продолжайте.
refusal-no-result = У игры ещё нет результата. Дождись конца или заверши её.
refusal-in-subgame = Идёт подыгра. Сначала закончите её.

audit-game = { $channel }, игра № { NUMBER($number, useGrouping: 0) }
audit-override = { $what }, канал { $channel }. Причина: { $reason }
audit-override-correct = исправление сообщения
audit-override-status = решение, кто кому служит
audit-override-points = назначение очков
audit-override-void = игра признана недействительной
audit-override-end = завершение игры
audit-override-reopen = игра снова открыта
audit-override-remove = игрок выведен из игры
audit-override-host = назначен другой организатор
