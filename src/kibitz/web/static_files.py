"""The style sheets and scripts: read once, sent compressed, kept by browsers for as long as their address."""

import functools
import gzip
import hashlib
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.drawing.looks import board_css
from kibitz.explain.review.graph import sheet
from kibitz.explain.tree.style import explorer_css, explorer_js, tree_css

FOLDER = Path(__file__).parent / "static"
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
GENERATED = {"board.css": board_css, "drawn_tree.css": tree_css, "graph.css": sheet}  # from the looks of what Python draws
GENERATED |= {"explorer.css": explorer_css, "explorer.js": explorer_js}  # the same as in the page that is one file


@functools.cache
def content(file: str) -> bytes:
    """What is in a file of the folder. Raises KeyError where there is none."""
    if file in GENERATED:
        return GENERATED[file]().encode()
    known = {path.name: path for path in FOLDER.iterdir() if path.suffix in KINDS}
    return known[file].read_bytes()


@functools.cache
def compressed(file: str) -> bytes:
    """The content of a file, compressed as it travels."""
    return gzip.compress(content(file), 9, mtime=0)


def address(file: str) -> str:
    """Where a file is found; another content has another address."""
    return f"/static/{hashlib.sha256(content(file)).hexdigest()[:12]}/{file}"


async def static(request: Request) -> Response:
    """A file of the folder."""
    file, mark = request.path_params["file"], request.path_params["mark"]
    try:
        found = address(file) == f"/static/{mark}/{file}"
    except KeyError:
        found = False
    if not found:
        raise HTTPException(404)
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(compressed(file) if packed else content(file), headers=headers, media_type=KINDS[Path(file).suffix])


routes = [Route("/static/{mark}/{file}", static)]
