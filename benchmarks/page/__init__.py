"""The page, `make bench-page`: one file, one measure, as in `measures`; in a real Chromium, where there is one."""

MARK = "bench-page"
PEERS = ("starlette", "uvicorn")
