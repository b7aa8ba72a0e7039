"""The file formats of a drawn tree, one per file, found by looking.

Each has `MOST`, the default number of nodes, `TAKES`, the options it supports ("boards", "windows", "reasons"), and
`write(branch, options)`, the content of the file.
"""
