"""Kernels: the run-time behaviour of games, written once for every engine.

A kernel is a plain Python function or method that works on numbers and arrays of numbers. The definitional
engine calls it, and CPython runs it on lists. The compiled engine reads the kernel's source, evaluates
everything that is known at compile time (the receiver, its tables, the layout of a position), and emits
WebAssembly for the rest (`interpreter.compiled.translate`). So there is a single definition, and no second
one that could disagree with it.

Kernels are written in a closed subset of Python. The translator refuses everything else, and reports the line
where it occurs.

- Values are 32-bit integers, `Long`s (64 bits, unsigned), `Real`s (64 bits, floating-point), arrays of each
  in memory (`Words`, `Longs`, `Reals`, and `Singles`, which are rounded to 32 bits), `Rows` (arrays of
  arrays), `Taped` (rows of events), `Scripted` (words of a script), and everything that is known at compile
  time: attributes of the receiver, globals, strings, and their members. Conversions are explicit: `Long(i)`
  and `Real(i)` convert an integer (`Real` also a `Long`), `int(n)` converts a `Long` by keeping its low 32
  bits, and `integer_part(x)` converts a `Real`.
- A `Pair` of two `Long`s occupies a vector of 128 bits, so that an operation on both takes one instruction.
  `Pair(a, b)` makes one, `+`, `^` and `turned` work on both numbers, and `first` and `second` read them.
- A list that is assigned to a name, such as `[a, *TABLE]`, is a list of `Long`s, or of `Pair`s, whose members
  are locals of the function. Its subscripts must be known, and only kernels that are inlined can take it.
- Statements are assignments, `if`, `while`, `for`, `break`, `continue`, `return`, `yield`, `assert`, calls,
  and `raise` of a fault (`faults.X.at(place, n=…)`). A `for` over `range` loops at run time. A `for` over a
  known tuple is unrolled. A `for` over a call, and `yield from`, inline the kernel that yields.
- Operators are those of integers, comparisons, `and`, `or` and `not` of conditions, `a if c else b`, and
  subscripts of positions, arrays and tables. For 32-bit integers, `//` and `%` require a known positive
  divisor and, unless the divisor is a power of two, a dividend that is not negative. `Real`s have `+ - * /`,
  comparisons and `square_root`; a divisor must not be 0. An integer may be combined with a `Real` only if the
  integer is known.
- A parameter annotated `Position`, `Work` or `Sink` has no counterpart in a module, because a module has one
  position, one budget and at most one record.
"""
