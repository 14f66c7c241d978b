"""Kernels: the run-time behaviour of games, written once for every engine.

A kernel is a plain Python function, or a method, over numbers and arrays of them. The definitional engine
calls it, and CPython runs it on lists. The compiled engine reads its source, evaluates everything known at
compile time (the receiver, its tables, the layout of a position), and emits WebAssembly for the rest
(`interpreter.compiled.translate`). So there is one definition, and no second one that could disagree.

Kernels are written in a closed subset of Python. The translator refuses everything else, and reports its
line.

- Values are integers of 32 bits, `Long`s (64 bits, unsigned), `Real`s (64 bits, floating-point), arrays of
  each in memory (`Words`, `Longs`, `Reals`), `Rows` (arrays of arrays), `Taped` (rows of events),
  `Scripted` (words of a script), and everything known: attributes of the receiver, globals, texts, and their
  members. Conversions are explicit: `Long(i)` and `Real(i)` of an integer, and `int(n)` of a `Long`, of which
  it keeps the low 32 bits.
- Statements are assignments, `if`, `while`, `for`, `break`, `continue`, `return`, `yield`, `assert`, calls,
  and `raise` of a fault (`faults.X.at(place, n=…)`). A `for` over `range` loops at run time. A `for` over a
  known tuple is unrolled. A `for` over a call, and `yield from`, inline the kernel that yields.
- Operators are those of integers, comparisons, `and`, `or` and `not` of conditions, `a if c else b`, and
  subscripts of positions, arrays and tables. `//` and `%` of integers of 32 bits have a positive known
  divisor; unless that is a power of two, the dividend is not negative. `Real`s have `+ - * /`,
  comparisons and `square_root`; a divisor is not 0. An operand of a `Real` may be an integer only if it is
  known.
- A parameter annotated `Position`, `Work` or `Sink` has no counterpart in a module, which has one position,
  one budget and at most one record.
"""
