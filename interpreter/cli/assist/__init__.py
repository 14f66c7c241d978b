"""Tools with which an AI assistant writes, checks, measures and plays games: `gamespec mcp`.

`server` speaks the Model Context Protocol, and alone imports its SDK. `declared` lists the tools: their
arguments, their results, and how long each may take. Every call is a *job*, a function from a mapping to a
mapping. `workers` runs jobs in processes, which it ends if a call is cancelled or takes too long; `worker` is
the program of such a process. `workspace` is the folder in which a job reads the author's files: those below
the root, and `drafts`, texts that the server keeps until they are saved. `curing` edits them. The other
modules hold the jobs, by topic.
"""
