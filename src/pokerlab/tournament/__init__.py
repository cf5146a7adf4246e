"""Tournament mathematics: chips to money (ICM), all-in showdowns of several classes, push/fold equilibria."""
