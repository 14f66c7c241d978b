"""Generators of random games and expressions, as printable data, for property tests and benches.

Whatever is made is made of choices, numbers below a bound (`dice`), so the same generator serves Hypothesis,
a random seed, and a list of choices that is being made smaller. `words` are the types and declarations that
expressions can name, `sketch` a whole game; `engine` is the only module here that knows how the checker and
the engine are built.
"""
