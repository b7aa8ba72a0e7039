"""How an SVG plot looks where the reader's system asks for dark: the same lines in lighter colours, on a dark ground."""

from collections.abc import Mapping

INK = "#E7E5DF"
END = b"</style>"  # of the one style sheet that matplotlib writes


def adaptive(svg: bytes, colours: Mapping[str, str]) -> bytes:
    """The plot with a rule for each of its `colours`: what each becomes in the dark. Texts without a colour become ink."""
    rules = [
        f'[style*="{what}: {light.lower()}"]{{{what}:{dark} !important}}'  # only that outdoes the style attributes
        for light, dark in colours.items()
        for what in ("fill", "stroke")
    ]
    sheet = f"@media (prefers-color-scheme: dark){{text{{fill:{INK}}} {' '.join(rules)}}}"
    return svg.replace(END, sheet.encode() + END, 1)
