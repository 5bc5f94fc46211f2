### The leaderboard and its picture

chart-title = Очки неделя за неделей
