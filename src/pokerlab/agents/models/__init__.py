"""What agents know of their opponents: weights of hands, counts of actions, shown hands, and the search in them."""
