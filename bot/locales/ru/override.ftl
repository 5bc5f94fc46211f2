### Решения модераторов: пока их взвешивают, на табло, и почему вердикт таков.

## Предпросмотр

override-title = ⚖️ Прежде чем это вступит в силу
override-moved = ⚠️ Игра за это время продвинулась. Вот к чему твоё решение ведёт теперь: проверь ещё раз и только потом нажимай *{ override-do }*.
override-takes-out = Эта запись отменяется:
override-responsible = За поражение игрока { $loser } отвечает { $player }:
override-nobody = За поражение игрока { $loser } не отвечает никто:
override-changes = Что изменится
override-nothing = Ничего: ни положение игроков, ни очки.
override-senseless = Что теряет смысл
override-settle = Сначала реши, что с этим делать: замени, исключи или нажми *{ override-cancel }*.
override-settle-choice = Сделай выбор ниже, замени запись, исключи всё это или нажми *{ override-cancel }*.
override-choice-nobody = никто
override-do = Применить
override-leave = Исключить всё это
override-cancel = Отмена
override-cancelled = Ничего не изменилось.
override-takes-back = Эта поправка отменяется:
override-restores = Конец игры возвращается:
override-replaces = Вместо этой записи:
override-by = засчитывается эта:
override-also = Меняется также
override-left-out = Исключена запись: { $report }
override-replaced = { $old } → { $new }
override-instead = Заменить запись…
override-replace = Заменить запись
place-master = 👑 мастер
place-servant = служит игроку { $master }
place-masterless = ничейный миньон
place-out = 💀 вне игры
place-seated = за столом
place-nowhere = не участвует

## Форма записи, которая заменяет прежнюю

instead-title = ✏️ Заменить запись
instead-intro = Укажи, что произошло на самом деле; выбрать можно только тех, кто был тогда в игре. После *{ instead-send }* увидишь, что изменится; до этого ничего не засчитывается.
instead-send = Готово
instead-cancel = Назад к предпросмотру

## Прошлые игры в списке

past-draw = 🤝 ничья
past-lobby = не началась
past-running = идёт
past-waiting = ждёт выбора
past-closed = без результата
past-deleted = удалённый канал

## На табло

board-corrected = ⚖️ Исправлено модератором
board-overrode = Поражение игрока { $loser }: решено вопреки `{ $rule }`
board-overridden = вопреки { $rule }

## В журнале

audit-override-deed = засчитан подвиг
audit-override-undone = отмена поправки

## Почему

why-title = 🔎 Почему?
why-facts = Что сообщили
why-teams = Команды в тот момент
why-overrode = { $rule }, но модератор решил иначе

## Отказы

refusal-decision-gone = Это решение закрыто: оно принято или отменено, либо его прервал перезапуск. Больше ничего не произошло. Посмотри на табло; если решения там нет, начни заново с `/решить`.
refusal-decision-late = Игра изменилась именно там, где ты хочешь её исправить. Ничего не сделано: посмотри 📜 *{ button-log }* и начни заново с `/решить`.
refusal-no-verdict = Такого вердикта в этой игре нет. Не указывай ничего, чтобы увидеть последний, или выбери из списка.
refusal-no-verdict-yet = В этой игре ещё нет вердиктов. Первый же вердикт объяснит `/почему`.
refusal-no-such-pod = В этом канале нет такой игры. Выбери её из списка.

## Команды: названия, затем что они делают

command-why = почему
command-why-about = Из каких фактов и правил следует вердикт
command-override = решить
command-override-about = Решения модераторов; сначала показывается, к чему они ведут
command-override-responsible = ответственный
command-override-responsible-about = Решить, кто отвечает за поражение, даже давнее
command-override-status = статус
command-override-status-about = Решить, что игрок — мастер или кому он служит
command-override-points = очки
command-override-points-about = Решить, сколько очков игрок получает за оконченную игру
command-override-void = аннулировать
command-override-void-about = Признать игру недействительной: без победителя и очков
command-override-undo = убрать
command-override-undo-about = Отменить или заменить любую запись
command-override-end = завершить
command-override-end-about = Завершить игру с победителем или вничью
command-override-reopen = возобновить
command-override-reopen-about = Снова открыть оконченную или закрытую игру
command-override-remove = вывести
command-override-remove-about = Вывести игрока из игры, как если бы он сдался
command-override-host = организатор
command-override-host-about = Сделать организатором другого
option-line = вердикт
option-line-about = Какой вердикт; если не указать — последний
option-reason = причина
option-reason-about = Почему; это увидят все на табло
option-report = запись
option-report-about = Какая запись, новые сверху
option-defeat-about = Какое поражение, новые сверху
option-responsible-about = Кто отвечает: другой мастер того момента или никто
option-decided-about = О ком речь
option-serves = служит
option-serves-about = Какому мастеру служит; не указывай, чтобы сделать мастером
option-points = очки
option-points-about = Сколько очков за эту игру
option-winner = победитель
option-end-about = Мастер, который побеждает со своей командой; не указывай, если ничья
option-pod = игра
option-pod-about = Какая игра этого канала или его веток; если не указать — последняя в канале

## В мастере настройки

setup-moderator-commands = ℹ️ Discord показывает `/решить` только тем, у кого есть право *Управлять сообщениями*. Чтобы её видели участники с ролью { $role }: Настройки сервера → Интеграции → Suzerain → `/решить` → добавь роль.
