"""A review that shows itself: as text, as a picture, as a page, in a notebook."""

import base64

from kibitz.explain.review.graph import graph
from kibitz.explain.review.page import fragment, page
from kibitz.explain.review.reviewed import Reviewed
from kibitz.explain.review.table import table


class Review(Reviewed):
    """A game that was looked at, or the part of it that has been, with its faces. Made by `kibitz.review`."""

    def __str__(self) -> str:
        return "\n".join(table(self))

    def svg(self) -> str:
        """The value over the game as a picture."""
        return graph(self)

    def html(self) -> str:
        """The whole review as a page that stands alone."""
        return page(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the graph as an image, since notebooks that are not trusted drop inline SVG, and the moves."""
        picture = self.svg()
        data = base64.b64encode(picture.encode()).decode()
        image = f'<p><img alt="the value over the game" src="data:image/svg+xml;base64,{data}"></p>'
        return {"text/plain": str(self), "text/html": image + fragment(self), "image/svg+xml": picture}
