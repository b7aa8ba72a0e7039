"""Write the handouts of the lessons, one page each to be printed: the commands, the questions to predict, the exercises.

`python docs/handouts.py` writes docs/handouts/.
"""

import re
from html import escape
from pathlib import Path

DOCS = Path(__file__).parent
LESSONS = DOCS / "lessons"
PLACE = DOCS / "handouts"
STYLE = """
@page { size: A4; margin: 18mm 16mm; }
body { font: 11pt/1.45 Georgia, "Noto Serif", serif; max-width: 178mm; margin: 1rem auto; padding: 0 1rem; }
body { color: #000; background: #fff; }
h1 { font-size: 18pt; margin: 0 0 2mm; } h2 { font-size: 12.5pt; margin: 6mm 0 1mm; }
.who { display: flex; gap: 8mm; font-size: 10pt; margin-bottom: 3mm; } .who span { flex: 1; border-bottom: 0.4pt solid #000; }
code { font: 9.5pt "DejaVu Sans Mono", ui-monospace, monospace; }
pre { background: #f2f2ef; padding: 1.5mm 3mm; white-space: pre-wrap; margin: 1.5mm 0; }
li, .ask { break-inside: avoid; margin-top: 2.5mm; }
.lines { height: 16mm; background: repeating-linear-gradient(#fff 0 7.4mm, #999 7.4mm 7.7mm); print-color-adjust: exact; }
"""


def handout(text: str) -> str:
    """The page of a lesson."""
    title, first = re.findall(r"^# (.*)$", text, re.MULTILINE)[0], text.split("\n\n")[1]
    parts = []
    for section in text.split("\n## ")[1:]:
        name, _, rest = section.partition("\n")
        if name == "Exercises":
            tasks = re.findall(r"^\d+\. (.*?)(?=^\d+\. |\n\n|\Z)", rest, re.MULTILINE | re.DOTALL)
            listed = "".join(f'<li>{_inline(one)}<div class="lines"></div></li>' for one in tasks)
            parts.append(f"<h2>Exercises</h2>\n<ol>{listed}</ol>")
            continue
        commands = re.findall(r"^\$ (.*)$", rest, re.MULTILINE)
        asks = re.findall(r"^\*\*Predict\.\*\* (.*?)(?=\n\n)", rest, re.MULTILINE | re.DOTALL)
        if commands or asks:
            shown = f"<pre><code>{escape(chr(10).join(commands))}</code></pre>" if commands else ""
            asked = "".join(f'<div class="ask"><b>Predict.</b> {_inline(one)}<div class="lines"></div></div>' for one in asks)
            parts.append(f"<h2>{_inline(name)}</h2>\n{asked}{shown}")
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}: handout</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<div class="who">Name <span></span> Date <span></span></div>\n<h1>{escape(title)}</h1>\n<p>{_inline(first)}</p>\n'
        f"{body}\n</body>\n</html>\n"
    )


def _inline(text: str) -> str:
    """Markdown within a line as HTML; of a link its words."""
    words = escape(" ".join(text.split()), quote=False)
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words)
    words = re.sub(r"`([^`]*)`", r"<code>\1</code>", words)
    return re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", words)


def handouts() -> dict[str, str]:
    """The pages by the names of their files."""
    return {f"{one.stem}.html": handout(one.read_text("utf-8")) for one in sorted(LESSONS.glob("*.md"))}


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name, page in handouts().items():
        (PLACE / name).write_text(page, "utf-8")
