### Свои варианты сервера: что они значат и страница, на которой их составляют.

## Словами

house-same = Как «{ $variant }».
house-like = Как «{ $variant }», но:
house-points = Очки: { $points }.
house-no-points = никаких
house-combo-as-any = Победа с помощью комбо: как любая другая
house-of = { $question }: { $answer }

## Страница `/настройки вариант`

house-title = Варианты этого сервера
house-intro = `/настройки вариант` с новым названием создаёт вариант. Ниже можно выбрать один из них, чтобы посмотреть, изменить или удалить. Начатые партии сохраняют те ответы, с которыми начались.
house-pick = Выбери вариант…
house-start = На какой вариант он больше всего похож? Потом можно изменить любой ответ; пока ничего не сохранено.
house-start-menu = Начать с…
house-ask = Изменить ответ…
house-number = Другое число…
house-impossible = ⛔ Эти ответы не сочетаются
house-saved = ✅ Сохранено: можно играть, /стол открыть.
house-new = Ещё не сохранено.
house-changed = Изменения ещё не сохранены.
house-save = Сохранить
house-delete = Удалить
house-close = Закрыть
house-closed = Закрыто. Что не было сохранено, пропало; `/настройки вариант` начнёт заново.
audit-variant-made = новый вариант «{ $variant }»: { $answers }
audit-variant-changed = вариант «{ $variant }» изменён: { $answers }
audit-variant-deleted = вариант «{ $variant }» удалён

## Отказы

refusal-no-such-variant = Варианта «{ $typed }» здесь нет. Выбери из списка.
refusal-house-scoring = У варианта { $variant } свои очки. Не указывай подсчёт.
refusal-house-most = Своих вариантов на сервере может быть не больше { $most }. Сначала удали один.
refusal-house-long = В названии больше { $most } символов. Выбери покороче.
refusal-house-taken = { $variant } — вариант самого бота, он остаётся каким есть. Назови свой иначе.
refusal-house-number = Напиши целое число от { $low } до { $high }.

## Команды: названия, потом что они делают

command-variant = вариант
command-variant-about = Составить свой вариант, изменить или удалить его (модераторы)
option-name = название
option-name-about = Новое название или один из ваших вариантов; без него — все
