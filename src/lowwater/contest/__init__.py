"""Contest: every search and every rival on the same people, with one leaderboard."""
