"""Generators of random games and expressions, as printable data, for property tests and benchmarks.

All generators make choices, which are numbers below a bound (`dice`). So the same generator works with
Hypothesis, with a random seed, and with a list of choices that is being shrunk. `words` holds the types and
declarations that expressions can name, and `sketch` a whole game; `engine` is the only module here that
depends on the internals of the checker and the engine.
"""
