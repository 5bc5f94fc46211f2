### Решения модераторов: пока их взвешивают, на доске, и почему вердикт таков.

## Предпросмотр

override-title = ⚖️ Прежде чем это вступит в силу
override-moved = ⚠️ Игра за это время продвинулась. Вот к чему твоё решение ведёт теперь: проверь ещё раз и только потом нажимай *Применить*.
override-takes-out = Этого не было:
override-responsible = За поражение { $loser } отвечает { $player }:
override-nobody = За поражение { $loser } не отвечает никто:
override-changes = Что изменится
override-nothing = Ничьё положение и ничьи очки.
override-senseless = Что теряет смысл
override-settle = Сначала реши, что с этим делать: сообщи другое, исключи или нажми *Отмена*.
override-settle-choice = Сделай выбор ниже, сообщи другое, исключи всё это или нажми *Отмена*.
override-choice-nobody = никто
override-do = Применить
override-leave = Исключить всё это
override-cancel = Отмена
override-cancelled = Ничего не изменилось.
override-takes-back = Эта поправка отменяется:
override-replaces = Вместо этого сообщения:
override-by = засчитывается это:
override-also = Меняется также
override-left-out = Исключено: { $report }
override-replaced = { $old } → { $new }
override-impossible = Так нельзя
override-instead = Сообщить другое вместо…
override-replace = Сообщить другое
place-master = 👑 мастер
place-servant = служит игроку { $master }
place-masterless = никому не служит
place-out = 💀 вне игры
place-seated = за столом
place-nowhere = не участвует

## Форма сообщения, которое заменяет прежнее

instead-title = ✏️ Сообщить другое вместо этого
instead-intro = Укажи, что произошло на самом деле; выбрать можно только тех, кто был тогда в игре. *Готово* вернёт к тому, что изменится: до этого ничего не засчитывается.
instead-send = Готово
instead-cancel = Назад к предпросмотру

## Прошлые игры в списке

past-draw = 🤝 ничья
past-lobby = не началась
past-running = идёт
past-waiting = ждёт выбора
past-closed = без результата

## На доске

board-corrected = ⚖️ Исправлено модератором
board-overrode = Поражение { $loser }: правило `{ $rule }` отменено решением
board-overridden = вопреки { $rule }

## В журнале

audit-override-undone = отмена поправки

## Почему

why-title = 🔎 Почему?
why-facts = Что сообщили
why-teams = Команды в тот момент
why-overrode = { $rule }, отменено модератором

## Отказы

refusal-decision-gone = Это решение закрыто: оно принято или отменено, либо его прервал перезапуск. Больше ничего не произошло. Посмотри на доску; если решения там нет, начни заново с `/решить`.
refusal-decision-late = Игра изменилась именно там, где ты хочешь её исправить. Ничего не сделано: посмотри `/стол история` и начни заново с `/решить`.
refusal-no-verdict = Такого вердикта в этой игре нет. Не указывай ничего, чтобы увидеть последний, или выбери из списка.
refusal-no-such-pod = В этом канале нет такой игры. Выбери её из списка.
refusal-other-pod = В этом канале уже идёт другая игра, а эта снова стала бы открытой: в канале может идти только одна. Сначала доиграй или закрой другую (`/стол закрыть`) либо исправь эту так, чтобы она осталась оконченной.

## Команды: названия, затем что они делают

command-why = почему
command-why-about = Из каких фактов и правил следует вердикт
command-override = решить
command-override-about = Решения модераторов; сначала показывается, к чему они ведут
command-override-responsible = ответственный
command-override-responsible-about = Решить, кто отвечает за поражение, даже давнее
command-override-status = статус
command-override-status-about = Решить, что игрок — мастер или кому он служит
command-override-points = очки
command-override-points-about = Решить, сколько очков игрок получает за оконченную игру
command-override-void = аннулировать
command-override-void-about = Признать игру недействительной: без победителя и очков
command-override-undo = убрать
command-override-undo-about = Убрать любое сообщение, как будто его и не было
command-override-end = завершить
command-override-end-about = Завершить игру с победителем или вничью
command-override-reopen = возобновить
command-override-reopen-about = Снова открыть оконченную или закрытую игру
command-override-remove = вывести
command-override-remove-about = Вывести игрока из игры, как если бы он сдался
command-override-host = организатор
command-override-host-about = Сделать организатором другого
option-line = строка
option-line-about = Какой вердикт; если не указать, последний
option-reason = причина
option-reason-about = Почему; её увидят все на доске
option-report = сообщение
option-report-about = Какое сообщение, новые сверху
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
option-pod-about = Какая игра этого канала или его веток; если не указать — последняя в канале

## В мастере настройки

setup-moderator-commands = ℹ️ Discord показывает `/решить` только тем, у кого есть право *Управление сообщениями*. Чтобы её видели участники с ролью { $role }: Настройки сервера → Интеграции → Suzerain → `/решить` → добавь роль.
