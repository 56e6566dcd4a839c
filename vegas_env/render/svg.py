"""Pictures as SVG."""

from __future__ import annotations

from html import escape

from vegas_env.render.shapes import Circle, Picture, Polygon, Rect, Shape, Stroke

_FONT = "Helvetica, Arial, 'Liberation Sans', FreeSans, sans-serif"  # fonts with the widths in `shapes`


def draw(picture: Picture) -> str:
    """A complete SVG document."""
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family={_quoted(_FONT)} font-weight="bold">'
    return "\n".join([head, *map(_element, picture.shapes), "</svg>\n"])


def _element(shape: Shape) -> str:
    if isinstance(shape, Rect):
        inset, edge = _edge(shape)
        radius = f' rx="{_number(max(0.0, shape.radius - inset))}"' if shape.radius else ""
        x, y, width, height = shape.x + inset, shape.y + inset, shape.width - 2 * inset, shape.height - 2 * inset
        place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
        return f"<rect {place}{radius} fill={_quoted(shape.fill)}{edge}/>"
    if isinstance(shape, Circle):
        inset, edge = _edge(shape)
        place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius - inset)}"'
        return f"<circle {place} fill={_quoted(shape.fill)}{edge}/>"
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        return f'<polygon points="{points}" fill={_quoted(shape.fill)}/>'
    if isinstance(shape, Stroke):
        place = f'x1="{_number(shape.x1)}" y1="{_number(shape.y1)}" x2="{_number(shape.x2)}" y2="{_number(shape.y2)}"'
        return f'<line {place} stroke={_quoted(shape.colour)} stroke-width="{_number(shape.width)}"/>'
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    place = f'x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"'
    return f"<text {place}{anchor} fill={_quoted(shape.colour)}>{escape(shape.text, quote=False)}</text>"


def _edge(shape: Rect | Circle) -> tuple[float, str]:
    """(inset, attributes) of an edge.  SVG centres edges on the outline, so shapes shrink by half of the edge."""
    if shape.edge is None:
        return 0.0, ""
    width = f' stroke-width="{_number(shape.edge_width)}"' if shape.edge_width != 1 else ""
    return shape.edge_width / 2, f" stroke={_quoted(shape.edge)}{width}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _quoted(value: str) -> str:
    return f'"{escape(value)}"'
