"""Generators of random games and expressions, as printable data, for property tests and benchmarks.

Every generator makes its choices through `dice`, which returns numbers below a bound. So the same generator
works with Hypothesis, with a random seed, and with a recorded list of choices that is being shrunk. `words`
holds the types and declarations that expressions can name, and `sketch` holds a whole game. `engine` is the
only module of this package that depends on the internals of the checker and the engine.
"""
