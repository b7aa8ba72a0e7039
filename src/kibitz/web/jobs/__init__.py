"""What worker processes do: a file is a kind of job, with a function `run(args, tell, stop)`.

`args` is what JSON holds; `tell` is given what is known so far, as often as one likes; what `run` returns is the last word. A
`KibitzError` is told to who asked. When `stop` is asked it ends soon, with the best so far.
"""
