"""Every door of pokerlab, tried with what nobody would give it.

A door is a place where text, numbers or files come in. Valid inputs of each are changed at random (`mutation`), and
whatever comes of it, the door either takes it and gives a result that makes sense, or refuses it in a line
(`verdict`). A case is made of a seed, a door and a number alone, so that every one can be had again:

    python tests/fuzz                                20,000 cases, as CI tries them
    python tests/fuzz --cases 1000000 --checkpoint fuzz.json
    python tests/fuzz range --seed 1 --case 4711     one case: what goes in, and what comes of it
    python tests/fuzz range --known                  valid inputs, and what once went wrong

Cases run in processes of their own with limits of time and memory (`worker`, `blocks`), so that a crash or a hang costs
one case. `campaign` tries many of them; `doors` has a module of doors for each package.
"""
