"""All that pages and server say to each other, as models, by subject; `web.types` makes TypeScript of them.

What is asked is checked by its model, and nothing else is taken. What is answered is built by the package's own reports
and not checked again on its way; tests hold it against these models. A subject of its own is a module of its own, named
in `SUBJECTS`.
"""

SUBJECTS = (
    "kinds", "server", "spots", "ranges", "hands", "tournaments", "solutions", "jobs", "flops", "lobby", "table",
    "bankroll", "players", "kept_hands", "socket",
)  # fmt: skip
"""The modules, in the order in which `web.types` writes them."""
