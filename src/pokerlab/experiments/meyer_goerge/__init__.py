"""Meyer and Görge: a seminar paper on opponent modelling in poker (German), with a round robin of programs."""
