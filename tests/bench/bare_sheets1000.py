"""The bare loop for sheets1000: OUT LABEL DATA."""

import json
import sys
from pathlib import Path

from bare_common import ASCENT, HEIGHT, MM, WIDTH, Book, fill, rgb, stroke

ROLES = {"sea": "#a9cfe3", "land": "#dfe3c0", "gold": "#b8860b", "danger": "#b3261e"}
X, Y = 15.0, 36.0
COUNT = 25
INK = rgb("#1d2126")


def main():
    label, data = sys.argv[2], json.loads(Path(sys.argv[3]).read_text("utf-8"))
    book = Book("Set-up sheets", label, ("sans", "sans-bold"))
    paper(book)
    canvas, width = book.canvas, book.width
    colours = {role: rgb(colour) for role, colour in ROLES.items()}
    total, number = COUNT * len(data["layouts"]), 0
    book.outline("Set-up sheets")
    for layout in data["layouts"]:
        for count in range(1, COUNT + 1):
            number += 1
            canvas.doForm("paper")
            canvas.setLineWidth(0.4 * MM)
            canvas.setStrokeColorRGB(*INK)
            for spot in layout["spots"]:
                canvas.setFillColorRGB(*colours[spot["role"]])
                canvas.rect((X + spot["x"]) * MM, HEIGHT - (Y + spot["y"] + 5) * MM, 5 * MM, 5 * MM, fill=1)
            t = canvas.beginText()
            t.setFillColorRGB(*INK)
            t.setFont("sans-bold", 9)
            for spot in layout["spots"]:
                t.setTextOrigin((X + spot["x"] + 6.5) * MM, HEIGHT - (Y + spot["y"] + 2.5) * MM + 4.5 - ASCENT * 9)
                t.textOut(spot["name"])
            text = f"No. {number} · seed {layout['seed']}-{count}"
            t.setFont("sans", 14)
            t.setTextOrigin(195 * MM - width("sans", text) * 14, HEIGHT - 18 * MM + 7 - ASCENT * 14)
            t.textOut(text)
            canvas.drawText(t)
            book.page(f"Set-up sheets · {number} of {total}")
    book.save()


def paper(book):
    """Draw the graph paper with its headings, once."""
    canvas, width = book.canvas, book.width
    canvas.beginForm("paper", 0, 0, WIDTH, HEIGHT)
    stroke(canvas, "#9aa5af", 0.2)
    canvas.grid([(X + i * 5) * MM for i in range(37)], [HEIGHT - (Y + i * 5) * MM for i in range(49)])
    fill(canvas, "#1f4e6b")
    canvas.setFont("sans-bold", 22)
    canvas.drawString(15 * MM, HEIGHT - 18 * MM + 11 - ASCENT * 22, "Set-up sheet")
    fill(canvas, "#5c6670")
    canvas.setFont("sans", 10)
    words = "Mark the squares below on your own map before the first round."
    canvas.drawString(15 * MM, HEIGHT - 27 * MM + 5 - ASCENT * 10, words)
    t = canvas.beginText()
    t.setFont("sans", 9)
    for i in range(36):
        name = chr(65 + i) if i < 26 else "A" + chr(39 + i)
        t.setTextOrigin((X + i * 5 + 2.5) * MM - width("sans", name) * 4.5, HEIGHT - 34 * MM + 4.5 - ASCENT * 9)
        t.textOut(name)
    for i in range(48):
        name = str(i + 1)
        t.setTextOrigin(13 * MM - width("sans", name) * 4.5, HEIGHT - (Y + i * 5 + 2.5) * MM + 4.5 - ASCENT * 9)
        t.textOut(name)
    canvas.drawText(t)
    canvas.endForm()


main()
