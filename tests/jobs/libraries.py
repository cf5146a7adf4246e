"""A function for tasks of tests that loads numerical libraries."""

import os

import scipy.linalg  # noqa: F401
from sums import square

from pokerlab._threads import available_threads
from pokerlab.jobs.task_threads import THREAD_VARIABLES, blas_threads


def threads(arguments, path):
    """Tells every number of threads there is: of variables, of the libraries that are loaded, and our own."""
    square({"number": 0}, path)
    counts = {*blas_threads().values(), *(int(os.environ[name]) for name in THREAD_VARIABLES), available_threads()}
    return {"threads": sorted(counts), "libraries": len(blas_threads())}
