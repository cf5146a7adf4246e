"""The smallest input that still fails in the same way, found by leaving things out."""

from collections.abc import Callable

from fuzz.mutation import Fields


def shrink(fields: Fields, still_fails: Callable[[Fields], bool], most_tries: int = 2000) -> Fields:
    """Leave out halves, quarters, ... single characters of the fields, as long as it still fails."""
    tries = 0
    for place in range(len(fields)):
        size = max(1, len(fields[place]) // 2)
        while size and tries < most_tries:
            start, has_shrunk = 0, False
            while start < len(fields[place]) and tries < most_tries:
                text = fields[place][:start] + fields[place][start + size :]
                smaller = (*fields[:place], text, *fields[place + 1 :])
                tries += 1
                if still_fails(smaller):
                    fields, has_shrunk = smaller, True
                else:
                    start += size
            if not has_shrunk or size > len(fields[place]):
                size //= 2
    return fields
