"""Many pieces of work: on this machine in processes or threads, or wherever workers are. Knows nothing of poker.

A `Task` (`task`) is the name of a function and plain data. `run` (`run`) does many of them in a directory
(`directory`), which remembers what is done: what is there already is not done again.
"""
