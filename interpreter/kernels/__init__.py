"""Kernels: what a game does at run time, written once for every engine.

A kernel is a plain Python function, or a method, over integers. The definitional engine calls it, and CPython
runs it on lists. The compiled engine reads its source, evaluates all that is known while a module is made (the
receiver, its tables, the layout of a position) and emits WebAssembly for the rest
(`interpreter.compiled.translation`). So there is one definition, and no twin that could disagree.

Kernels are written in a closed subset of Python; the translator refuses everything else at its line.

- Values are integers of 32 bits, `Long`s (64 bits without a sign), `Words` (arrays of integers in memory) and
  what is known: attributes of the receiver, globals, and what follows from these.
- Statements are assignments, `if`, `while`, `for`, `break`, `continue`, `return`, `yield`, `assert`, calls, and
  `raise` of a fault (`faults.X.at(place, n=…)`). A `for` over `range` runs when the module does; a `for` over
  a tuple that is known is unrolled; a `for` over a call runs through what a kernel yields, inlined.
- Operators are those of integers, comparisons, `and`, `or`, `not` of conditions, `a if c else b`, and subscripts
  of positions, words and tables.
- A parameter annotated `Position`, `Work` or `Sink` has no counterpart in a module, which has one position, one
  budget and at most one record.
"""
