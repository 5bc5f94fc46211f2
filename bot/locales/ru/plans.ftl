### Planned games: `/pod plan`, the message of a plan, and what is refused

## Words that are read, each with its other forms

when-words-in = через
when-words-at = в во следующий следующую следующее эту это этот
when-words-today = сегодня вечером
when-words-tomorrow = завтра
when-words-one = один одну одна
when-words-and = и
when-words-minute = минута минуту минуты минут мин м
when-words-half = полчаса
when-words-hour = час часа часов ч
when-words-day = день дня дней сутки суток
when-words-week = неделю недели недель неделя

## Команда

command-plan = назначить
command-plan-about = Назначить игру: записаться можно сейчас, а отметиться — к началу
option-when = когда
option-when-about = Например: пт 21:00, завтра 20:00, через 2 ч, 27.11. 21:00

plan-moment = { $moment } ({ $zone })
plan-read = 📅 Игра будет назначена на { $when } ({ $relative }). Всё верно? Если нет, введи команду ещё раз.
plan-utc = Я читаю время по UTC. Администраторы могут выбрать пояс сервера: `/настройки пояс`.
plan-made = Игра назначена на { $when }. Записаться может каждый — под её сообщением в этом канале.

## Сообщение о назначенной игре

plan-title = Назначенная игра
plan-planned = Запишись: 🪑 *{ plan-button-join }*. За 30 минут до начала здесь надо отметиться.
plan-checking = Ты здесь? Нажми 🙋 *{ plan-button-come }*. В { $until } места тех, кто не отметился, перейдут к очереди.
plan-gathered = ▶️ Игра собралась: { $channel }
plan-cancelled = 🗑️ Эту игру отменили.
plan-lapsed = 🗑️ Эта игра не состоялась.
plan-held-up = ⏳ В этом канале ещё открыта другая игра. Назначенная ждёт её конца.
plan-unreached = 🔕 Личное сообщение не дошло: { $players }.
plan-waiting = Очередь
plan-host = Назначил(а)
plan-call = 🙋 { $players }: вы здесь? Отметьтесь ниже.
plan-reminder = 🔔 Твоя игра начнётся { $when }. Отметься здесь: { $place }

plan-button-make = Назначить
plan-button-join = Записаться
plan-button-leave = Выписаться
plan-button-come = Я здесь
plan-button-remind = Напомнить
plan-button-cancel = Отменить
plan-button-cancelling = Да, отменить

plan-done-join = Место за тобой.
plan-done-waits = Все места заняты. Твой номер в очереди — { $place }; она движется сама.
plan-done-leave = Тебя больше нет в списке.
plan-done-come = Ты в игре: отметка есть.
plan-done-remind = Напомню один раз личным сообщением за 30 минут до начала. Чтобы отказаться, снова нажми 🔔 *{ plan-button-remind }*.
plan-done-unremind = Напоминать не буду.
plan-done-cancel = Игра отменена.
plan-cancel = { $count ->
    [0] На { $when } никто не записан. Отменить игру?
    [one] На { $when } записан { $count } человек. Отменить игру?
    [few] На { $when } записаны { $count } человека. Отменить игру?
   *[other] На { $when } записаны { $count } человек. Отменить игру?
}

## Отказы

refusal-when-unreadable = Не получается прочитать время. Напиши, например, `пт 21:00`, `завтра 20:00`, `27.11. 21:00` или `через 2 ч`.
refusal-when-impossible = Такого дня или часа не бывает. Проверь числа и введи команду ещё раз.
refusal-when-skipped = В этот день часы перескакивают через { $time }. Выбери время раньше или позже.
refusal-when-past = Это время уже прошло. Выбери время позже.
refusal-when-far = { $days ->
    [one] Назначить игру можно не больше чем за { $days } день. Выбери время пораньше.
    [few] Назначить игру можно не больше чем за { $days } дня. Выбери время пораньше.
   *[other] Назначить игру можно не больше чем за { $days } дней. Выбери время пораньше.
}
refusal-no-plan = Такой назначенной игры здесь нет. Назначь её: `/стол назначить`.
refusal-plan-gone = Этот вопрос устарел: был перезапуск. Введи `/стол назначить` ещё раз.
refusal-plan-cancelled = Эту игру отменили. Назначь другую: `/стол назначить`.
refusal-plan-gathered = Эта игра уже собралась. Где — написано в её сообщении.
refusal-plan-late = Уже поздно: всё изменилось. Посмотри сообщение об игре.
refusal-plan-early = Отметиться можно с { $opens }. Возвращайся к этому времени.
refusal-plan-already = Ты уже в списке. Чтобы уступить место, нажми 🚪 *{ plan-button-leave }*.
refusal-plan-present = Отметка уже есть. Осталось дождаться, когда откроется стол.
refusal-plan-not-in = Тебя нет в списке. Сначала нажми 🪑 *{ plan-button-join }*.
refusal-plan-full = Записано уже { $most }, больше мест нет. Назначь другую игру: `/стол назначить`.
refusal-plan-remind-late = Напоминать уже поздно. Отметься под сообщением об игре.
refusal-plan-many = У тебя уже назначены игры в { $channels }. Отмени одну из них или подожди, пока какая-нибудь начнётся.
refusal-plan-most = На этом сервере уже назначено игр: { $most }. Запишись на одну из них или подожди, пока какая-нибудь начнётся.
refusal-only-planner = Отменить эту игру может только тот, кто её назначил ({ $by }), или модератор. Обратись к ним.
