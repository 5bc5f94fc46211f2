### Что отвечают правила: вердикты и отказы.

## Как найден источник поражения (первая часть объяснения)

found-protection = { $source } снимает то, что удерживало игрока { $loser } в игре
found-forced = { $source } заставляет игрока { $loser } взять карту из пустой библиотеки
found-most = решающий источник — { $source }
found-count = у игрока { $controller } больше всего равных объектов
found-others = при равенстве чужие объекты важнее тех, что под контролем игрока { $loser }
found-chosen = равенство решает выбор игрока { $loser }
found-last = это последнее поражение
found-draw = все оставшиеся проиграли одновременно: ничья

## Кто за это отвечает (вторая часть)

answer-controller = { $source } под контролем игрока { $responsible }, он и отвечает
answer-controller-served = { $source } под контролем игрока { $controller }, чей мастер — { $responsible }; отвечает { $responsible }
answer-leader = отвечает { $responsible }
answer-leader-served = { $controller } служит игроку { $responsible }; отвечает { $responsible }
answer-owner = { $source } принадлежит игроку { $responsible }, а у игрока { $loser } не было выбора; отвечает { $responsible }
answer-owner-served = { $source } принадлежит игроку { $owner }, а у игрока { $loser } не было выбора; мастер владельца — { $responsible }, он и отвечает
answer-kindslaver = Kindslaver под контролем игрока { $responsible }, он и отвечает
answer-kindslaver-served = Kindslaver под контролем игрока { $controller }, чей мастер — { $responsible }; отвечает { $responsible }
answer-controlled = решения за игрока { $loser } принимает { $responsible }, он и отвечает
answer-controlled-served = решения за игрока { $loser } принимает { $controller }, чей мастер — { $responsible }; отвечает { $responsible }
answer-voluntary = роковое решение — за игроком { $loser }, так что ответственных нет
answer-compelled-own = { $source } принадлежит самому игроку { $loser }, так что ответственных нет
answer-library = { $loser } берёт карту из пустой библиотеки, так что ответственных нет
answer-own-servant = { $controller } служит игроку { $loser }, так что ответственных нет
answer-gone = того, кто отвечал бы за это, больше нет в игре, так что ответственных нет
answer-gone-too = { $controller } выбывает в тот же момент, так что ответственных нет
answer-circle = ответственные указывают друг на друга по кругу, так что ответственных нет
answer-fellow-loser = { $controller } проигрывает в тот же момент и теперь служит игроку { $responsible }; отвечает { $responsible }
answer-chose-master = ответственных нет, и мастер по выбору игрока { $loser } — { $responsible }
answer-tie = отвечать могли бы несколько игроков, но это уже ничего не меняет
answer-unknown = неизвестно, что привело к поражению, так что ответственных нет
answer-tied = у разных игроков равные объекты, так что ответственных нет
answer-own-doing = { $loser } проигрывает по собственной вине, так что ответственных нет

unnamed-source = источник

## Отказы: чего не может быть и что делать вместо этого

refusal-no-pod = Здесь пока нет игры. Открой её командой `/стол открыть`.
refusal-already-open = Здесь уже открыта игра. Сначала заверши или закрой её либо открой новую в другом канале.
refusal-lobby = Игра ещё не началась. Сначала начни её.
refusal-finished = Игра окончена. Если последнее сообщение было ошибкой, отмени его командой `/отменить`.
refusal-closed = Игра закрыта. Открой новую командой `/стол открыть`.
refusal-waiting = Игра ждёт, что выберет { $by }. Повтори после этого.
refusal-nothing-to-undo = Отменять нечего.
refusal-scoring = Эта система очков не подходит к варианту «{ $variant }». Подходят: { $accepted }.
refusal-choose-master = Чтобы выбирать мастера, нужен вариант с невольниками; в варианте «{ $variant }» их нет.
refusal-size = Число мест — от { $fewest } до { $most }.
refusal-full = Все места заняты ({ $most }). Подожди, пока место освободится, или следующей игры.
refusal-twice = { $player } встречается дважды. Назови каждого игрока один раз.
refusal-twice-team = { $player } проигрывает дважды в один момент: из-за жизней команды и лично. Сообщи что-то одно.
refusal-no-defeats = Не названо ни одного поражения. Назови хотя бы одно.
refusal-too-late-to-join = Игра уже идёт, присоединиться нельзя. Приходи на следующую.
refusal-too-late-to-leave = Игра уже идёт. Чтобы выйти, используй `/сдаться`.
refusal-already-in = У игрока { $player } уже есть место. Организатор начнёт игру, когда все соберутся.
refusal-not-in = { $player } не участвует в этой игре. Игроки: { $players }.
refusal-out = { $player } вне игры. Ещё в игре: { $players }.
refusal-already-started = Игра уже началась. Сообщай о поражениях командой `/поражение`.
refusal-too-few = Нужно игроков: { $fewest }, а пока есть { $have }. Пусть остальные сначала нажмут «Сесть за стол».
refusal-seats = Места должны назвать каждого игрока один раз: { $players }.
refusal-first = Первым может ходить один из игроков: { $players }.
refusal-no-source = Назови хотя бы один источник: что привело к поражению и кто это контролировал. Без источника обходится только пустая библиотека.
refusal-no-amount = Если источников несколько, у каждого нужно число: сколько жизней отнято или жетонов положено, не меньше 1.
refusal-forced-draw = Вынужденное взятие карты бывает только при пустой библиотеке.
refusal-already-conceding = { $player } уже уходит; осталось выбрать преемника на табло.
refusal-nothing-to-choose = Сейчас выбирать нечего. Посмотри на последнее табло.
refusal-not-yours = Этот выбор делает { $by }. Если игрока нет, выбрать может организатор или модератор.
refusal-must-choose = От этого выбора нельзя отказаться. Выбери одного: { $players }.
refusal-not-an-option = { $player } не подходит. Выбери одного: { $players }.
refusal-not-in-variant = За перезапусками и вложенными партиями бот следит только там, где команда — одна сторона; в варианте «{ $variant }» просто сообщи, чем всё кончилось.
refusal-subgame-nested = Вложенная партия уже идёт, а бот следит только за одной. Сначала закончите её.

## Как обстоят дела в игре

state-lobby = Игра ещё не началась.
state-running = Игра идёт.
state-waiting = Игра ждёт выбора.
state-finished = Игра окончена.
state-closed = Игра закрыта без результата.
team-served = { $master } ← { $servants }
team-out = Вне игры: { $players }
question-responsible = { $by } выбирает, кто отвечает за поражение: { $options }.
question-successor = { $by } уходит и выбирает, кто возглавит команду: { $options }.
question-new-master = { $by } может выбрать себе мастера: { $options } — или покинуть игру.
