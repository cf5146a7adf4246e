"""Who decides: one kind of agent per file, all with three verbs (`agent`). Found by name (`registry`)."""
