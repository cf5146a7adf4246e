"""Tables that are played at in the browser: the loop of `table` in threads, bots in processes, a person at the page."""
