"""Which boards and hands are treated alike."""
