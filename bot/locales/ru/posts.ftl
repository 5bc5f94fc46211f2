### Итоги недели и сезона: когда, где и что не получилось

## В канале

post-week-button = Таблица сейчас
post-season-button = Вся таблица
post-nobody = 😴 { $dates }: на той неделе никто не доиграл ни одной игры, поэтому итогов не было.

post-week-lacks = ⚠️ Не могу опубликовать итоги недели в { $channel }: разреши мне там { $missing }. Пока придержу их.
post-week-trouble = ⚠️ Не могу опубликовать итоги недели в { $channel }: Discord меня туда не пускает, или канала больше нет. Выбери другой в `/настройки сервер`; пока придержу их.
post-season-lacks = ⚠️ Не могу опубликовать итоговую таблицу сезона в { $channel }: разреши мне там { $missing }. Пока придержу её.
post-season-trouble = ⚠️ Не могу опубликовать итоговую таблицу сезона в { $channel }: Discord меня туда не пускает, или канала больше нет. Её всем покажет `/лидеры`.

season-ended = 🏁 **{ $name }**: сезон завершён. Итоговая таблица появится в этом канале и останется верной, даже если игру потом исправят.

## Настройки

setup-group-seasons = Сезоны
setup-tested-weekly = ✅ { $channel }: итоги недели отправить можно
setup-next-post = 📅 Следующие итоги недели: { $due }

setting-weekly = Итоги недели
setting-weekly-about = Канал, в котором я раз в неделю рассказываю, как обстоят дела: кто поднялся, что сыграно, кто всех удивил. Я никого там не упоминаю и молчу, если никто не играл.
unset-weekly = Без итогов недели
setting-weekday = День итогов
setting-weekday-about = В какой день недели они выходят, по часовому поясу сервера.
weekday-monday = понедельник
weekday-tuesday = вторник
weekday-wednesday = среда
weekday-thursday = четверг
weekday-friday = пятница
weekday-saturday = суббота
weekday-sunday = воскресенье
setting-hour = Час итогов
setting-hour-about = В котором часу они выходят, по часовому поясу сервера.
setting-shows = Что в итогах недели
setting-shows-about = Выбери нужные части.
shows-table = таблица
shows-movement = кто поднялся и кто опустился
shows-results = результаты недели
shows-upsets = сенсации
shows-chart = график сезона
shows-newcomers = новички

permission-attach_files = Прикреплять файлы
permission-read_message_history = Читать историю сообщений

refusal-no-week = Итогов такой недели здесь нет. Выбери из списка, который появляется, пока ты пишешь.
refusal-week-alone = Итоги недели показываются такими, какими вышли. Убери остальные параметры.

option-week = неделя
option-week-about = Итоги одной из прошлых недель
