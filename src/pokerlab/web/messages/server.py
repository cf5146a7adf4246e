"""The server itself: what runs, and the order of all columns."""

from pokerlab.web.messages.kinds import Answer, Told


class Kernels(Told):
    """How many kernels are compiled; what needs none works before."""

    ready: int
    total: int


class StatusAnswer(Answer):
    """`free_memory`, `total_memory`: bytes, None where the system does not say."""

    SCHEMA = "pokerlab/status/1"
    program: str
    directory: str
    threads: int
    free_memory: int | None
    total_memory: int | None
    kernels: Kernels
    waiting: int
    running: str | None


class CombosAnswer(Answer):
    """The 1,326 hands in the order of all columns, the class of each (a number of `classes`), and the 169 classes in
    the order of the matrix."""

    SCHEMA = "pokerlab/combos/1"
    hands: list[str]
    class_of: list[int]
    classes: list[str]
