"""Large tables: trainers that sample, the blueprints that come out, and judges of them in the real game."""
