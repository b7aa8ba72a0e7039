"""The style sheets and scripts: read once, sent compressed, kept by browsers for as long as their address."""

import functools
import gzip
import hashlib
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kibitz.drawing.looks import board_css
from kibitz.explain.review.graph import sheet
from kibitz.explain.tree.style import explorer_css, explorer_js, tree_css
from kibitz.web.preferences import ALL, USUAL, Preferences

FOLDER = Path(__file__).parent / "static"
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
GENERATED = {"board.css": board_css, "drawn_tree.css": tree_css, "graph.css": sheet}  # from the looks of what Python draws
GENERATED |= {"explorer.css": explorer_css, "explorer.js": explorer_js}  # the same as in the page that is one file


@functools.cache
def static_content(file: str, wanted: Preferences = USUAL) -> bytes:
    """The contents of a file of the folder; a style sheet as it is `wanted`. Raises KeyError for an unknown file."""
    if file in GENERATED:
        content = GENERATED[file]().encode()
    else:
        content = {path.name: path for path in FOLDER.iterdir() if path.suffix in KINDS}[file].read_bytes()
    return wanted.sheet(content.decode()).encode() if file.endswith(".css") else content


@functools.cache
def _compressed(file: str, wanted: Preferences) -> bytes:
    return gzip.compress(static_content(file, wanted), 9, mtime=0)


def static_address(file: str, wanted: Preferences = USUAL) -> str:
    """Where a file is found; another content has another address."""
    return _address(file, Preferences(wanted.colours, wanted.motion))


@functools.cache
def _address(file: str, wanted: Preferences) -> str:
    return f"/static/{hashlib.sha256(static_content(file, wanted)).hexdigest()[:12]}/{file}"


async def static_file(request: Request) -> Response:
    """The answer to a request for a file of `static/`."""
    file, mark = request.path_params["file"], request.path_params["mark"]
    try:
        wanted = next((one for one in ALL if static_address(file, one) == f"/static/{mark}/{file}"), None)
    except KeyError:
        wanted = None
    if wanted is None:
        raise HTTPException(404)
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    content = _compressed(file, wanted) if packed else static_content(file, wanted)
    return Response(content, headers=headers, media_type=KINDS[Path(file).suffix])
