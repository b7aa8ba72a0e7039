"""SVG pictures as PNG, drawn by resvg in light colours, and as animated GIF, joined by Pillow.

Fonts are in `fonts/`. Both packages come with the extra `pictures`. They block all other threads while drawing: a server draws
in another process.
"""

import io
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from kibitz.drawing.looks import LIGHT
from kibitz.errors import PictureError

MISSING = "pictures as PNG and GIF need two packages: pip install 'kibitz[pictures]'"
FONTS = sorted(str(file) for file in (Path(__file__).parent / "fonts").glob("*.ttf"))  # DejaVu, but for letters of far away
STRANGE = re.compile(  # what they lack
    r"[^\x00-\u017f\u0391-\u03c9\u2010-\u2027\u2190-\u2199\u2212\u221e\u2248\u2260\u2264\u2265\u25a0-\u25cf\u2654-\u265f]"
)
SIZE = re.compile(r'<svg [^>]*?\bwidth="([0-9.]+)"[^>]*?\bheight="([0-9.]+)"')
GROUND = LIGHT[".kb-ground"].removeprefix("fill:")
SHARP = 2.0  # times the size of an SVG is that of its PNG
LARGEST = 1600.0  # pixels of its longer side
COLOURS = 128  # of a GIF: boards have some 20, and what lies between them
SAMPLES = 4  # pictures by which they are chosen


def is_possible() -> bool:
    """Whether the packages are installed."""
    return find_spec("resvg_py") is not None and find_spec("PIL") is not None


def check() -> None:
    """Raise PictureError if a package is missing."""
    if not is_possible():
        raise PictureError(MISSING)


def png(picture: str) -> bytes:
    """The picture as PNG, twice as large, up to a limit. PictureError if a package is missing."""
    check()
    return _pixels(picture, min(SHARP, LARGEST / max(_size(picture))))


def gif(pictures: Sequence[str], seconds: Sequence[float], longest: float) -> bytes:
    """The pictures as a GIF, each for so many seconds; `longest`: pixels of the longer side.

    PictureError if a package is missing.
    """
    check()
    from PIL import Image

    zoom = longest / max(side for picture in pictures for side in _size(picture))
    frames = [Image.open(io.BytesIO(_pixels(picture, zoom))).convert("RGB") for picture in pictures]
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    for number, frame in enumerate(frames):
        if frame.size != size:  # a text that grows
            frames[number] = Image.new("RGB", size, GROUND)
            frames[number].paste(frame)
    samples = [frames[number * (len(frames) - 1) // max(1, SAMPLES - 1)] for number in range(SAMPLES)]
    sheet = Image.new("RGB", (size[0], size[1] * SAMPLES))
    for number, frame in enumerate(samples):
        sheet.paste(frame, (0, number * size[1]))
    palette = sheet.quantize(COLOURS, dither=Image.Dither.NONE)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    out = io.BytesIO()
    times = [round(1000 * one) for one in seconds]
    first.save(out, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False, disposal=1)
    return out.getvalue()


def _size(picture: str) -> tuple[int, int]:
    """In whole pixels, to which resvg rounds it before it zooms."""
    found = SIZE.search(picture)
    assert found is not None  # as `Pen.blank` begins all
    return int(float(found[1]) + 0.5), int(float(found[2]) + 0.5)


def _pixels(picture: str, zoom: float) -> bytes:
    import resvg_py

    is_ours = STRANGE.search(picture) is None  # reading the system's fonts takes longer than drawing
    return resvg_py.svg_to_bytes(svg_string=picture, background=GROUND, zoom=zoom, skip_system_fonts=is_ours, font_files=FONTS)
