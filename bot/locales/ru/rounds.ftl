### Вечера: что мешает вечеру, его турам и организатору.

## Команды

command-night-open = открыть
command-night-open-about = Объявить вечер из нескольких столов и туров
command-night-show = показать
command-night-show-about = Как идёт вечер, или прошлые вечера сервера
command-night-seat = рассадить
command-night-seat-about = Посмотреть столы следующего тура и рассадить
command-night-drop = убрать
command-night-drop-about = Убрать игрока из следующих туров
command-night-add = добавить
command-night-add-about = Добавить игрока со следующего тура
command-night-swap = поменять
command-night-swap-about = Поменять местами двух игроков этого тура
command-night-pause = пауза
command-night-pause-about = Остановить часы или пустить их дальше
command-night-close = завершить
command-night-close-about = Закончить вечер
option-rounds = туры
option-rounds-about = Сколько туров, не больше 30
option-minutes = минуты
option-minutes-about = Сколько минут длится тур
option-mode = режим
option-mode-about = С кем сводить: с новыми людьми или с равными по очкам
option-dropped-about = Игрок, который уходит
option-member = участник
option-added-about = Участник, который присоединяется или привёл гостя
option-one = игрок
option-other = другой
option-swapped-about = Игрок этого тура
mode-fresh = новые соперники
mode-swiss = равные по очкам

## Объявить вечер

night-terms = { $rounds ->
    [one] { $rounds } тур
    [few] { $rounds } тура
   *[other] { $rounds } туров
} · ⏱️ { NUMBER($minutes, useGrouping: 0) }′ · { $mode }
night-pod-sizes = За столом: { $sizes }
night-pod-points = Больше всего очков за одну игру, по числу игроков: { $points }
night-in-channels = Столы открываются в { $channels }
night-needs-channels = Здесь нельзя открывать ветки. Выбери каналы, в которых будут играть столы.
night-channels-pick = Каналы для столов…
night-form-sizes = Игроков за столом
night-form-sizes-about = Например, 3–4 или 4
night-form-rounds = Туры
night-form-minutes = Минут на тур

## На доске

night-pod = Тур { $round }, стол { $number }
night-round = Тур { $round } из { $rounds }
night-outs = Пропускают тур
night-standings = Положение
night-here = Здесь: { $count }
night-signed-up = Записались: { $count }
night-newcomers = Играют со следующего тура
night-by-hand = Вручную
night-swapped = 🔀 Тур { $round } · { $by }: { $one } ↔ { $other }
night-drawn-again = 🎲 Тур { $round } · новая жеребьёвка, { $by }: { $reason }
night-more = … и ещё { $count }
night-first = Вечер начался. Первый тур рассадит организатор.
night-ends = ⏱️ Тур закончится { $when }. Новые играют со следующего.
night-ends-last = ⏱️ Последний тур закончится { $when }.
night-time-over = ⏱️ Время вышло: каждый стол доигрывает круг.
night-round-over = ✅ Все столы этого тура закончили. Следующий рассадит организатор.
night-rounds-over = ✅ Все столы последнего тура закончили. Вечер завершит организатор.
night-owed = Столы без ссылки откроются, как только получится.
night-owed-in-channels = Столы без ссылки ждут, пока освободится один из каналов.
night-draw = 🎲 Жребий определён заранее:
night-paused = ⏸️ Часы стоят.
night-closed = 🏁 Вечер закончен. Спасибо за игру!
night-lapsed = 🏁 Вечер закончен: 12 часов в нём ничего не происходило.
night-button-leave = Я ухожу
night-button-results = Итоги

## Итоги, во время вечера и после него

night-button-standings = Положение
night-button-pods = Столы
night-button-people = Участники
night-button-csv = Файлы CSV
night-button-past = Прошлые вечера
night-decimal = { $whole },{ $part }
night-places-about = Сначала очки, потом победы (🏆), потом средние очки всех, с кем пришлось играть (⚔️); если всё равно, место делят. 💤: пропущенные туры и очки за них. ❔: ещё можно оспорить.
night-own-place = Ты: { $place } (игроков: { $count })
night-round-pick = Перейти к туру…
night-past-pick = Итоги вечера…
night-past-none = Здесь вечера нет, и в каналах, которые ты видишь, ни один ещё не закончился. Объявить вечер: `/вечер открыть`.
night-past-rounds = { $rounds ->
    [one] { $rounds } тур
    [few] { $rounds } тура
   *[other] { $rounds } туров
}
night-done-csv = Положение и каждое место за каждым столом.

## Финальная часть

night-form-cut = Финальная часть
night-form-cut-about = 4 или 16: столько играют после последнего тура. Пусто: никто
night-cut-terms = 🏆 Затем финальная часть на { $count }, столы по четыре. Если за столом нет единственного победителя, дальше идёт лучший по положению.
night-cut-first = Топ-16
night-cut-final = Финал
night-cut-pod = { $round }, стол { $number }
night-cut-next = ✅ Все столы последнего тура закончили. Финальную часть рассадит организатор.
night-cut-seating = { $round }. Пока никто не рассажен.
night-cut-seated = { $round }: все рассажены. Столов: { $pods }. Сейчас открою.
night-cut-in = Играют: { $players }
night-cut-tied = На границе место у них общее, решит заранее закреплённый жребий: { $players } (мест: { $count })
night-cut-about = Лучшие встречаются как можно позже; никого не разводят. Если за столом нет единственного победителя, дальше идёт лучший по положению. Если кто-то уходит или не приходит, место получает следующий.
night-cut-places = Сначала стоят участники финальной части, по её итогам, затем все остальные по положению. Партии финальной части не приносят здесь очков.
night-you-no-cut = Идёт финальная часть. Если кто-то не придёт, место получит следующий по положению.
night-chart-before-cut = Положение до финальной части, тур за туром
refusal-night-cut = В финальной части играют { $sizes }. Напиши одно из этих чисел или оставь пустым.
refusal-night-cut-pods = В финальной части столы по четыре, а в эту игру играют { $sizes }. Выбери другую игру или откажись от финальной части.
refusal-night-cut-few = Игроков здесь: { $there }. Для финальной части нужно четверо: подожди или заверши вечер.

## Ответы

plan-button-terms = Туры и столы
plan-button-all = Все
plan-button-seat = Рассадить
plan-button-pause = Остановить часы
plan-button-resume = Запустить часы
plan-button-unact = Отменить
plan-button-undo = Отменить
plan-button-close = Закончить вечер
night-seating = Тур { $round } из { $rounds }. Пока никто не рассажен.
night-sizes = Столы: { $sizes }
night-repeats = Пары, которые встречаются снова: { $tonight } за сегодня, { $earlier } с прошлых вечеров
night-out = Пропускают тур: { $count }
night-left-out = Без места, потому что сейчас играют в другом вечере: { $players }
night-drawn-when-seated = Кто с кем сидит, решит жребий, когда нажмёшь 🪑 *{ plan-button-seat }*.
night-few-channels = { $channels ->
    [one] Для столов назван { $channels } канал: остальные столы ждут, пока он освободится.
    [few] Для столов названо { $channels } канала: остальные столы ждут, пока один освободится.
   *[other] Для столов названо { $channels } каналов: остальные столы ждут, пока один освободится.
}
night-uncounted = ⚠️ Слишком много гостей, в зачёт сервера не пойдут столы: { $pods }. Поможет `/вечер поменять`.
night-again-title = Тур { $round }: новая жеребьёвка
night-again-about = Жеребьёвка этого тура уже была. Причину увидят все на табло.
night-done-seat = Тур { $round } рассажен. Столов: { $pods }. Сейчас открою.
night-done-drop = { $player } больше не играет в следующих турах.
night-done-add = { $player } играет со следующего тура.
night-done-guest = { $guest } играет со следующего тура. За гостя действует { $by }.
night-done-add-waits = { $player } ждёт места: на вечере всё занято.
night-done-press = Место за столом сохранено, пока { $player } не нажмёт там 🙋 *{ button-present }*.
night-done-swap = { $one } и { $other } меняются местами.
night-done-pause = Часы стоят.
night-done-resume = Часы идут дальше.
night-done-close = Вечер закончен.
night-done-undo = Отменено.
night-your-pod = В этом туре ты играешь в { $channel }.
night-you-signed-up = Запись есть. Места разыграют, когда вечер начнётся.
night-you-here = Отметка есть. Места разыграют, когда вечер начнётся.
night-you-absent = Запись есть, но отметки нет. Нажми 🪑 *{ button-join }*, чтобы играть со следующего тура.
night-you-wait = Отметка есть. Первый тур рассадит { $by }.
night-you-open = В этом туре у тебя есть место. Твой стол открывается.
night-you-out = Этот тур ты пропускаешь.
night-you-over = Этот вечер закончен.
night-done-join = Ты играешь со следующего тура.
night-done-leave = Следующие туры — без тебя. За своим столом ты играешь, пока не сдашься или пока игра не кончится.

## В журнале

audit-night-seated = рассадка тура: { $channel }
audit-night-dropped = игрок убран из вечера: { $channel }
audit-night-added = игрок добавлен в вечер: { $channel }
audit-night-swapped = двое поменялись местами: { $channel }
audit-night-paused = часы вечера остановлены: { $channel }
audit-night-resumed = часы вечера идут дальше: { $channel }
audit-night-stopped = игра вечера окончена организатором: { $channel }
audit-night-closed = вечер завершён: { $channel }
audit-night-undone = действие в вечере отменено: { $channel }

## Чего нельзя

refusal-night-rounds = Туров за вечер не больше { $most }. Укажи меньше, но хотя бы один.
refusal-night-minutes = Минут на тур не больше { $most }. Укажи меньше, но хотя бы одну.
refusal-night-sizes = За столом такого размера в это не сыграть. Выбери из { $sizes }.
refusal-night-channels = Каналов для столов не больше { $most }. Укажи меньше.
refusal-no-night = Здесь нет вечера. Перейди в канал вечера и попробуй ещё раз.
refusal-night-over = Этот вечер закончен. Чем он закончился — в его сообщении.
refusal-night-begun = Вечер уже начался: ни перенести, ни отменить его нельзя. Лучше заверши его.
refusal-night-early = Вечер ещё не начался. Подожди, пока можно будет отмечаться.
refusal-night-not-in = { $player } не участвует в этом вечере. Проверь имя.
refusal-night-paused = Часы стоят. Сначала пусти их.
refusal-night-all-rounds = Все туры уже рассажены: { $rounds }. Заверши вечер или открой другой.
refusal-night-changed = С тех пор всё изменилось: кто-то пришёл или ушёл. Посмотри рассадку ещё раз.
refusal-night-few = Игроков здесь: { $there }. За столом сидят { $sizes }: подожди, пока придут ещё.
refusal-night-unfinished = Столы пока без результата: { $pods }. Подожди результатов или объяви ничью.
refusal-night-already = { $player } уже здесь. Делать ничего не нужно.
refusal-night-add-whom = Никто не назван. Выбери участника или напиши имя гостя.
refusal-night-no-round = Ни один тур ещё не рассажен. Сначала рассади.
refusal-night-not-seated = { $player } не участвует в этом туре. Проверь имя.
refusal-night-same-pod = За одним столом: { $players }. Назови двоих с разных столов.
refusal-night-own-round = Ты участвуешь в этом туре, поэтому менять в нём места не можешь. Попроси модератора.
refusal-night-own-undo = Ты участвуешь в этом туре, поэтому отменить его и рассадить снова не можешь. Попроси модератора.
refusal-night-own-drop = { $player } здесь, а ты играешь в этом вечере, поэтому убрать его или её ты не можешь. Попроси нажать 🚪 *{ night-button-leave }* или обратись к модератору.
refusal-night-own-pod = Ты ведёшь этот вечер и играешь за этим столом, поэтому здесь ты не объявляешь ничью, не убираешь игроков и не закрываешь игру. Ничью может объявить другой игрок; об остальном попроси модератора.
refusal-night-reported = В этом туре уже есть запись: места больше не меняются. Подожди следующего тура.
refusal-night-act-gone = Это уже отменено. Посмотри на сообщение вечера.
refusal-night-act-late = С тех пор было ещё одно действие. Сначала отмени его.
refusal-night-reopen-late = Вечер закончился { $minutes } минут назад: секрет его жребия уже открыт для всех. Открой другой вечер.
refusal-night-clock = Часы этого вечера тем временем остановили или запустили. Посмотри на его сообщение.
refusal-only-organiser = Это может только тот, кто открыл вечер ({ $by }), или модератор. Обратись к ним.
refusal-night-elsewhere = { $player } уже играет в другом вечере: { $channel }. Сначала надо уйти из одного из них.
refusal-night-bad-channel = Открыть столы в { $channel } не выйдет. Выбери другой канал или разреши мне видеть его и писать в нём.
refusal-night-no-room = Столы негде открыть. Выбери для них каналы ниже или разреши мне создавать здесь ветки.
refusal-night-no-channel = Столы не открыть ни в одном из каналов этого вечера ({ $channels }). Разреши мне видеть один из них и писать в нём, затем попробуй ещё раз.
refusal-night-no-threads = Открыть столы в ветках канала { $channel } не выйдет. Попроси модератора разрешить мне там: { $missing }.
refusal-night-seating-gone = Эта рассадка устарела. Введи `/вечер рассадить` ещё раз.
refusal-night-pairing = Подобрать столы не удалось. Попробуй ещё раз; если повторится, скажи тем, кто держит бота.
