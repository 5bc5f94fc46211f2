### The leaderboard and its picture

chart-title = Points, week by week
