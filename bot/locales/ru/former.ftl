### Что стоит за `⋯` и сначала что-то спрашивает; где теперь прежние команды

button-effects = Эффекты карт
button-end = Закончить игру
button-removal = Исключить игрока
button-draws = Все жребии
effects-ask = 🌀 Какой эффект? Он подействует сразу после выбора.
effects-extra = Дополнительный ход: чей?
effects-restart = Karn Liberated: чей он?
effects-subgame = Подпартия: какая карта?
ending-ask = 🏁 Чем заканчивается игра? Потом я попрошу подтвердить.
ending-effect = Победа по эффекту: кто?
ending-combo = Победа по комбо: кто?
ending-draw = Никто: ничья
removal-ask = 🥾 Кто пропал? Я позову; через пять минут голосовать смогут и другие: { $who }. Модератор исключает сразу.
removal-ask-few = 🥾 Кто покинул сервер? Вас слишком мало для голосования: остальных исключает только модератор.
removal-ask-lobby = 🥾 Чьё место освободить? Это происходит сразу.
removal-ask-moderator = 🥾 Кого исключить? Это происходит сразу.
removal-ask-seated = 🥾 Кто покинул сервер или кто из твоих гостей не придёт? Место освободится сразу. Любое место может освободить { $host }.
removal-placeholder = Кого исключить
seat-placeholder-guest = Замена для гостя { $guest }

refusal-former-join = Теперь это кнопка: 🪑 *{ button-join }* на табло и в `/стол табло`.
refusal-former-leave = Теперь это кнопка: *{ button-leave }* на табло и в `/стол табло`.
refusal-former-start = Теперь это кнопка: *{ button-start }* на табло и в `/стол табло`.
refusal-former-turn = Теперь это кнопка: *{ button-turn }* на табло и в `/стол табло`. Дополнительные ходы: `⋯` 🌀 *{ button-effects }*.
refusal-former-effects = Теперь это за `⋯`, на табло и в `/стол табло`: 🌀 *{ button-effects }*.
refusal-former-end = Теперь это за `⋯`, на табло и в `/стол табло`: 🏁 *{ button-end }*.
refusal-former-log = Теперь это за `⋯`, на табло и в `/стол табло`: 📜 *{ button-log }*.
refusal-former-draws = Теперь это за `⋯`, на табло и в `/стол табло`: 🎲 *{ button-fair }*, затем *{ button-draws }*.
refusal-former-removal = Теперь это за `⋯`, на табло и в `/стол табло`: 🥾 *{ button-removal }*.
refusal-former-substitute = Теперь это за `⋯`, на табло и в `/стол табло`: 🔁 *{ button-substitute }*.
refusal-former-close = Теперь это за `⋯`, на табло и в `/стол табло`: 🔒 *{ button-close }*.
refusal-former-change = Такого параметра больше нет. Добавь к команде параметр `{ option-change }`: тогда это можно настроить, пока ничего не опубликовано.
refusal-former-preview = Такого параметра больше нет. Нажми *{ change-button-change }* под тем, что покажет команда.
refusal-former-players = Теперь для всех игроков один параметр. Назови их в `{ option-players }` упоминаниями: `@Ana @Bo`.
refusal-former-judge = Теперь это одна команда. Введи `/судья` и выбери вопрос: откроется форма.
