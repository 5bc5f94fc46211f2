### The leaderboard and its picture

chart-title = Les points, semaine après semaine
