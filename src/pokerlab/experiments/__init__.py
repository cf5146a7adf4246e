"""Published tables and figures, computed again beside the printed numbers. One package per author."""
