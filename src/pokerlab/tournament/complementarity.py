"""Linear complementarity in a box: exact equilibria of games in which everybody has two actions and what one of them
earns more than the other is affine in the others' frequencies (polymatrix games)."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_ZERO = 1e-11


def solve_in_box(constant: Floats, slopes: Floats) -> Floats | None:
    """float64 [n]: x in 0..1 such that y = constant + slopes @ x is 0 where 0 < x < 1, not above 0 where x = 0 and not
    below 0 where x = 1; None if no such x is found.

    With u for what y is above 0, this is the complementarity of x with u - y, and of u with 1 - x, for Lemke (1965): z0
    times a covering vector is taken off y, and z0 falls from where all x are 0. The vector covers y only, so x stays in
    the box, and the path has no other end than a solution. None means that rounding has led it astray.
    """
    n = len(constant)
    scale = 1 / max(float(np.abs(slopes).max(initial=0.0)), 1e-300)
    slopes, constant = slopes * scale, constant * scale
    matrix = np.block([[-slopes, np.eye(n)], [-np.eye(n), np.zeros((n, n))]])
    covering = np.concatenate([1 + np.linspace(0, 0.5, n), np.zeros(n)])  # all different, so that few ratios are equal
    found = _lemke(matrix, np.concatenate([-constant, np.ones(n)]), covering)
    return None if found is None else found[:n].clip(0.0, 1.0)


def _lemke(matrix: Floats, constant: Floats, covering: Floats) -> Floats | None:
    """float64 [n]: z >= 0 with w = matrix @ z + constant >= 0 and w z = 0, or None.

    Where the covering vector is 0 the constant is not negative.
    """
    n = len(constant)
    if (constant >= 0).all():
        return np.zeros(n)
    # columns: w, z, the artificial variable, the constants; rows: what is in the basis
    artificial = 2 * n
    table = np.hstack([np.eye(n), -matrix, -covering[:, None], constant[:, None]])
    basis = np.arange(n)
    ratios = np.divide(constant, covering, out=np.zeros(n), where=covering > 0)
    row, entering = int(np.argmin(ratios)), artificial
    for _ in range(20 * n):
        leaving = int(basis[row])
        _pivot(table, row, entering)
        basis[row] = entering
        if leaving == artificial:
            solution = np.zeros(2 * n + 1)
            solution[basis] = table[:, -1]
            return solution[n:artificial]
        entering = leaving + n if leaving < n else leaving - n
        chosen = _leaving_row(table, entering, basis, artificial)
        if chosen is None:
            return None
        row = chosen
    return None


def _pivot(table: Floats, row: int, column: int) -> None:
    table[row] /= table[row, column]
    factors = table[:, column].copy()
    factors[row] = 0.0
    table -= np.outer(factors, table[row])


def _leaving_row(table: Floats, entering: int, basis: npt.NDArray[np.int64], artificial: int) -> int | None:
    """The row of the smallest ratio; of equal ones the artificial variable's, else the lexicographically smallest."""
    column = table[:, entering]
    able = np.flatnonzero(column > _ZERO)
    if not len(able):
        return None
    ratios = table[able, -1] / column[able]
    ties = able[ratios <= ratios.min() + 1e-12]
    if len(ties) == 1:
        return int(ties[0])
    if (basis[ties] == artificial).any():
        return int(ties[basis[ties] == artificial][0])
    rows = table[ties, :artificial] / column[ties, None]
    return int(ties[np.lexsort(rows.T[::-1])[0]])
