### Что отвечают правила: вердикты и отказы.

## Как найден источник поражения (первая часть объяснения)

found-protection = { $source } снимает то, что не давало игроку { $loser } проиграть
found-forced = { $source } заставляет игрока { $loser } взять карту из пустой библиотеки
found-most = решающий источник — { $source }
found-count = из равных объектов больше всего под контролем игрока { $controller }
found-team = все, у кого больше всего равных объектов, в одной команде
found-left = из тех, у кого больше всего равных объектов, в игре осталась только команда игрока { $responsible }
found-others = при равенстве чужие объекты важнее объектов стороны игрока { $loser }
found-thralls = при равенстве объекты невольников игрока { $loser } важнее тех, что под контролем самого игрока { $loser }
found-chosen = при равенстве выбирает { $loser }
found-chosen-for = при равенстве за игрока { $loser } выбирает { $by }
found-chosen-draw = равенство; { $loser } не делает выбора, решает жребий
choice-moderator = { $player } (модератор)
found-draw = не осталось никого, кто ещё может победить: ничья

## Кто за это отвечает (вторая часть)

answer-controller = { $source } под контролем игрока { $responsible }, он и отвечает
answer-controller-served = { $source } под контролем игрока { $controller }, чей мастер — { $responsible }; отвечает { $responsible }
answer-leader = отвечает { $responsible }
answer-leader-served = { $controller } служит игроку { $responsible }; отвечает { $responsible }
answer-owner = { $source } принадлежит игроку { $responsible }, а у игрока { $controller } не было выбора; отвечает { $responsible }
answer-owner-served = { $source } принадлежит игроку { $owner }, а у игрока { $controller } не было выбора; мастер владельца — { $responsible }; отвечает { $responsible }
answer-kindslaver = Kindslaver под контролем игрока { $responsible }, он и отвечает
answer-kindslaver-served = Kindslaver под контролем игрока { $controller }, чей мастер — { $responsible }; отвечает { $responsible }
answer-controlled = решения за сторону игрока { $loser } принимает { $responsible }; отвечает { $responsible }
answer-controlled-served = решения за сторону игрока { $loser } принимает { $controller }, чей мастер — { $responsible }; отвечает { $responsible }
answer-voluntary = { $controller } прямо принимает решение, ведущее к поражению, так что ответственных нет
answer-compelled-own = { $source } принадлежит самому игроку { $owner }, так что ответственных нет
answer-compelled-side = { $source } принадлежит игроку { $owner }, который на стороне игрока { $loser }, так что ответственных нет
answer-library = { $loser } берёт карту из пустой библиотеки, так что ответственных нет
answer-own-servant = { $controller } служит игроку { $loser }, так что ответственных нет
answer-gone = того, кто отвечал бы за это, больше нет в игре, так что ответственных нет
answer-gone-too = { $controller } выбывает в тот же момент, так что ответственных нет
answer-circle = ответственные указывают друг на друга по кругу, так что ответственных нет
answer-fellow-loser = { $controller } проигрывает в тот же момент и теперь служит игроку { $responsible }; отвечает { $responsible }
answer-fellow-nobody = { $controller } проигрывает в тот же момент, и за это никто не отвечает, так что ответственных нет и здесь
answer-chose-master = ответственных нет; { $loser } выбирает себе мастера: { $responsible }
answer-chose-master-for = ответственных нет; за игрока { $loser } мастера выбирает { $by }: { $responsible }
answer-chose-master-draw = ответственных нет; { $loser } не делает выбора, мастера определяет жребий: { $responsible }
answer-declined-for = за игрока { $loser } решает { $by }: уйти
answer-circle-last = ответственные указывают друг на друга по кругу, но это уже ничего не меняет
answer-moot = кто за это отвечает, уже ничего не меняет
answer-tie = отвечать могли бы несколько игроков, но это уже ничего не меняет
answer-unknown = неизвестно, что привело к поражению, так что ответственных нет
answer-tied = объекты разных игроков сделали поровну, так что ответственных нет
answer-own-doing = { $loser } проигрывает по собственной вине, так что ответственных нет
answer-teammate = { $controller } в одной команде с игроком { $loser }, так что ответственных нет

unnamed-source = источник
clauses = { $first }; { $second }
labelled = { $label }: { $value }

## Отказы: чего не может быть и что делать вместо этого

refusal-no-pod = Здесь пока нет игры. Открой её командой `/стол открыть`.
refusal-already-open = Здесь уже открыта игра. Сначала заверши или закрой её либо открой новую в другом канале.
refusal-lobby = Игра ещё не началась. Её начинает организатор кнопкой *{ button-start }*.
refusal-finished = Игра окончена. Если последняя запись ошибочна, отмени её командой `/отменить`, пока игра не засчитана.
refusal-closed = Игра закрыта. Открой новую командой `/стол открыть`.
refusal-waiting = Игра ждёт, что выберет { $by }. Повтори после этого.
refusal-nothing-to-undo = Отменять нечего. `/стол табло` покажет, как обстоят дела.
refusal-scoring = Этот подсчёт очков не подходит к варианту «{ $variant }». Выбери другой: { $accepted }.
refusal-choose-master = Чтобы выбирать мастера, нужен вариант с невольниками; в варианте «{ $variant }» их нет. Убери этот параметр или выбери другой вариант.
refusal-full = Все места заняты ({ $most }). Подожди, пока место освободится, или следующей игры.
refusal-twice = { $player } встречается дважды. Назови каждого игрока один раз.
refusal-twice-team = { $player } проигрывает дважды в один момент: из-за жизней команды и лично. Сообщи что-то одно.
refusal-no-defeats = Не названо ни одного поражения. Назови хотя бы одно.
refusal-too-late-to-join = Игра уже идёт, присоединиться нельзя. Приходи на следующую.
refusal-too-late-to-leave = Игра уже идёт. Чтобы выйти, используй `/сдаться`.
refusal-already-in = У игрока { $player } уже есть место. Подожди: организатор начнёт игру, когда все соберутся.
refusal-no-seat = У тебя здесь нет места. Займи его кнопкой 🪑 *{ button-join }*.
refusal-played-here = У игрока { $player } есть или было место в этой игре. Занять чужое место может только тот, кто в ней ещё не сидел.
refusal-seat-given = Твоё место в этой игре теперь у игрока { $player }: вернуться нельзя. Займи место в следующей игре.
refusal-not-in = { $player } не участвует в этой игре. Выбери кого-то из игроков: { $players }.
refusal-out = { $player } вне игры. Выбери того, кто ещё в игре: { $players }.
refusal-already-started = Игра уже началась. Сообщай о поражениях командой `/поражение`.
refusal-impossible = Так играть нельзя. { $reason }
refusal-never-full = Игроков нужно не меньше { $fewest }, а мест при такой рассадке только { $most }. Выбери другую рассадку или меньше команд.
refusal-no-teams = При такой рассадке ({ $table }) команду не выбирают. Просто дождись начала.
refusal-no-such-team = Такой команды нет. Команд здесь { $most }: выбери одну из них.
refusal-sides = С такими местами { $player } оказывается не в своей команде. Пусть каждый выберет заново или оставит выбор жребию.
refusal-table-size = { $table }: чтобы начать, нужно игроков: { $sizes }. Пусть кто-то ещё сядет или кто-то встанет.
refusal-cannot-win = { $player } победить не может: слуги, даже ничейные, в борьбе не участвуют ({ $rules }). Победить могут: { $players }.
refusal-table-option = { $table }: так играть нельзя. { $pod_option }: { $option_values }. Выбери что-то из этого.
refusal-table-no-option = При такой рассадке ({ $table }) здесь нечего выбирать: { $pod_option }. Убери этот параметр.
refusal-size = При такой рассадке игроков может быть: { $sizes }. Выбери одно из этих чисел.
refusal-too-few = { $because ->
    [table] { $table }
    [range] Радиус { $range }
   *[variant] { $variant }
}. Нужно игроков: { $fewest }, а пока есть { $have }. Пусть остальные сначала нажмут 🪑 *{ button-join }*.
refusal-seats = В списке мест каждый игрок должен быть ровно один раз: { $players }.
refusal-first = Первым ходит один из участников. Выбери одного: { $players }.
refusal-no-source = Назови хотя бы один источник: что привело к поражению и кто это контролировал. Источник не нужен только при пустой библиотеке.
refusal-no-amount = Если источников несколько, у каждого нужно число: сколько жизней отнято или жетонов положено, не меньше 1.
refusal-forced-draw = Принудительное взятие карты бывает только при пустой библиотеке. Выбери эту причину или убери *Принудительное взятие карты*.
refusal-already-conceding = { $player } уже уходит. Осталось выбрать преемника — сделай это на табло.
refusal-nothing-to-choose = Сейчас выбирать нечего. Посмотри на последнее табло.
refusal-not-yours = Этот выбор делает { $by }. Если игрок не отвечает, выбрать может организатор или модератор.
refusal-must-choose = От этого выбора нельзя отказаться. Выбери одного: { $players }.
refusal-not-an-option = Игрока { $player } выбрать нельзя. Выбери одного: { $players }.
refusal-goes-on = { $variant } идёт, пока компания не решит закончить: до этого нет ни победы, ни ничьей. Когда все наиграются, закрой стол — победит тот, у кого больше очков (RSP-4).
refusal-not-in-variant = За перезапусками и подпартиями бот следит только там, где команда — одна сторона; в варианте «{ $variant }» просто запиши, чем всё кончилось.
refusal-subgame-nested = Подпартия уже идёт, а бот следит только за одной. Сначала закончи её.

## Как обстоят дела в игре

state-lobby = Игра ещё не началась.
state-running = Игра идёт.
state-waiting = Игра ждёт выбора.
state-finished = Игра окончена.
state-closed = Игра закрыта без результата.
team-name = Команда { $team }
team-masterless = { $player } — ничейный миньон
team-served = { $master } ← { $servants }
team-out = Вне игры: { $players }
question-responsible = { $by } выбирает, кто отвечает за поражение: { $options }.
question-successor = { $by } уходит и выбирает, кто возглавит команду: { $options }.
question-new-master = { $by } может выбрать себе мастера: { $options } — или покинуть игру.
