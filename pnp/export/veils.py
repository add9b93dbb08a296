"""What PDF needs resources of its own for: gradients, and drawings that are seen through. Each becomes a form.

reportlab gives forms no shadings and no graphics states, so these say theirs themselves.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pnp.draw.drawing import Gradient
from pnp.geometry import Matrix, Rect


def add_veil(document: Any, inner: str, name: str, box: Rect, opacity: float) -> None:
    """Add a form that shows another one, as a whole, with an opacity."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    shown = document.idToObject[document.getXObjectName(inner)]
    _make_whole(shown, "")
    resources = PDFDictionary(
        {
            "ExtGState": PDFDictionary({"G": f"<< /Type /ExtGState /ca {opacity:.4g} /CA {opacity:.4g} >>"}),
            "XObject": PDFDictionary({"X": document.Reference(shown, document.getXObjectName(inner))}),
        }
    )
    _add_form(document, name, box, "/G gs /X Do", resources)


def add_shade(
    document: Any, name: str, gradient: Gradient, clip: str, inks: Sequence[Sequence[str]], box: Rect
) -> None:
    """Add a form that fills what is within a clip with a gradient, whose stops have these inks."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName

    space = "DeviceCMYK" if len(inks[0]) == 4 else "DeviceRGB"
    resources = {"Shading": PDFDictionary({"S": _shading(gradient, inks, space)})}
    start = ""
    if gradient.see_through:
        greys = [[f"{opacity:.4g}"] for _, _, opacity in gradient.stops]
        mask = f"{name}m"
        form = _add_form(
            document,
            mask,
            box,
            _painted(clip, gradient.matrix),
            PDFDictionary({"Shading": PDFDictionary({"S": _shading(gradient, greys, "DeviceGray")})}),
        )
        _make_whole(form, "/DeviceGray")
        luminosity = {"S": PDFName("Luminosity"), "G": document.Reference(form, document.getXObjectName(mask))}
        resources["ExtGState"] = PDFDictionary({"G": PDFDictionary({"SMask": PDFDictionary(luminosity)})})
        start = "/G gs "
    _add_form(document, name, box, start + _painted(clip, gradient.matrix), PDFDictionary(resources))


def _painted(clip: str, m: Matrix) -> str:
    return f"q {clip} {' '.join(_decimal(v) for v in m)} cm /S sh Q"


def _decimal(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _add_form(document: Any, name: str, box: Rect, code: str, resources: Any) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFFormXObject

    form = PDFFormXObject(round(box.x, 3), round(box.y, 3), round(box.right, 3), round(box.bottom, 3))
    form.compression = 1
    form.setStreamList([code])
    form.Resources = resources
    document.addForm(name, form)
    return form


def _make_whole(form: Any, space: str) -> None:
    """Let what a form holds be painted together before it meets what lies below."""
    from reportlab.pdfbase.pdfdoc import PDFStream

    form.Contents = PDFStream(content=form.stream)
    form.Contents.dictionary["Group"] = f"<< /S /Transparency {f'/CS {space} ' if space else ''}/I true >>"


def _shading(gradient: Gradient, inks: Sequence[Sequence[str]], space: str) -> str:
    """Return a shading dictionary."""
    p = gradient.points
    coords = (p[3], p[4], p[5], p[0], p[1], p[2]) if gradient.radial else p
    kind = 3 if gradient.radial else 2
    numbers = " ".join(_decimal(v) for v in coords)
    return (
        f"<< /ShadingType {kind} /ColorSpace /{space} /Coords [{numbers}] "
        f"/Function {_function(gradient, inks)} /Extend [true true] >>"
    )


def _function(gradient: Gradient, inks: Sequence[Sequence[str]]) -> str:
    """Return the function from 0 to 1 that runs through the inks of the stops."""
    places = [stop[0] for stop in gradient.stops]
    ends = [*zip(places, inks, strict=True)]
    ends = [(0.0, inks[0]), *ends, (1.0, inks[-1])]
    parts = [(a, b) for a, b in pairwise(ends) if b[0] > a[0]]
    pieces = [
        f"<< /FunctionType 2 /Domain [0 1] /C0 [{' '.join(a[1])}] /C1 [{' '.join(b[1])}] /N 1 >>" for a, b in parts
    ]
    bounds = " ".join(_decimal(b[0]) for _, b in parts[:-1])
    encode = " ".join(["0 1"] * len(parts))
    return f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(pieces)}] /Bounds [{bounds}] /Encode [{encode}] >>"
