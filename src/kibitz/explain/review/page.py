"""A review as one HTML page that stands alone; it needs no network and no script."""

from xml.etree import ElementTree as ET

from kibitz.drawing.looks import board_css
from kibitz.explain.review.body import fill, rows, text
from kibitz.explain.review.graph import sheet as graph_sheet
from kibitz.explain.review.looks import LOOKS
from kibitz.explain.review.reviewed import Reviewed


def page(review: Reviewed) -> str:
    """The page as text."""
    root = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(root, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    ET.SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
    name = f"Review of {type(review.game).__name__}"
    text(head, "title", name)
    ET.SubElement(head, "style").text = f"{board_css()} {graph_sheet()} {LOOKS}"
    main = ET.SubElement(ET.SubElement(root, "body"), "main")
    text(main, "h1", name)
    fill(main, review)
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def part(review: Reviewed, name: str = "") -> str:
    """The same without head and heading, for a page of a server: an element of the class `review`. `name`: see `opening`."""
    root = ET.Element("div", {"class": "review"})
    fill(root, review, name)
    return ET.tostring(root, encoding="unicode", method="html")


def fragment(review: Reviewed) -> str:
    """The table of the moves alone, for a page of others; with what is said about them."""
    return ET.tostring(rows(review), encoding="unicode", method="html")
