"""The bare loop for hexboard: OUT LABEL DATA."""

import json
import sys
from math import sqrt
from pathlib import Path

from bare_common import ASCENT, HEIGHT, MM, WIDTH, Book, crop_marks, fill, icon, rgb, stroke

ICONS = Path(__file__).parent / "content" / "hexboard" / "icons"
FILLS = {
    "s": "#a9cfe3",
    "f": "#8fb58a",
    "h": "#d9c48f",
    "m": "#b3aca6",
    "p": "#e6e8bd",
    "t": "#e6e8bd",
    "C": "#b8860b",
}
SYMBOLS = {"f": ("tree", "#2e7d4f"), "m": ("peak", "#5c6670"), "t": ("tower", "#b3261e")}
BOARD_W, BOARD_H, SIDE = 660.0, 545.0, 21.0
COLUMNS, ROWS, OVERLAP = 4, 2, 10.0
CAPITAL = 18.5
WINDOW_W, WINDOW_H = (BOARD_W + 3 * OVERLAP) / 4, (BOARD_H + OVERLAP) / 2
LEFT, TOP = (210 - WINDOW_W) / 2, 8 + (297 - 8 - 10.5 - WINDOW_H) / 2


def main():
    label, data = sys.argv[2], json.loads(Path(sys.argv[3]).read_text("utf-8"))
    book = Book("The island", label, ("sans", "sans-bold"), inset=30.0)
    board(book, data["cells"])
    canvas = book.canvas
    canvas.beginForm("frame", 0, 0, WIDTH, HEIGHT)
    crop_marks(canvas, (LEFT, LEFT + WINDOW_W), (TOP, TOP + WINDOW_H), 0)
    canvas.endForm()
    book.outline("The island")
    for row in range(ROWS):
        for column in range(COLUMNS):
            tile(canvas, column, row)
            book.page(f"The island · tile {chr(65 + column)}{row + 1}")
    book.save()


def board(book, cells):
    canvas = book.canvas
    x0 = (BOARD_W - SIDE * 30.5) / 2
    y0 = (BOARD_H - SIDE * sqrt(3) * 14.5) / 2
    half, high = SIDE / 2 * MM, SIDE * sqrt(3) / 2 * MM
    side, inner = SIDE * MM, SIDE * 0.866 * 1.6 * (1 - 0.32) * MM
    places = {}
    for y, row in enumerate(cells):
        for x, letter in enumerate(row):
            cx = (x0 + SIDE * (1 + 1.5 * x)) * MM
            cy = (BOARD_H - y0 - SIDE * sqrt(3) * (y + 0.5 + x % 2 / 2)) * MM
            places.setdefault(letter, []).append((cx, cy, f"{chr(65 + x)}{y + 1}"))
    for name, colour in SYMBOLS.values():
        canvas.beginForm(name, 0, 0, inner, inner)
        fill(canvas, colour)
        icon(canvas, ICONS / f"{name}.svg", 0, 0, inner)
        canvas.endForm()
    canvas.beginForm("board", -1, -1, BOARD_W * MM + 1, BOARD_H * MM + 1)
    fill(canvas, "#ffffff")
    stroke(canvas, "#9aa5af", 0.4)
    canvas.rect(0, 0, BOARD_W * MM, BOARD_H * MM, fill=1)
    outlines = canvas.beginPath()
    for letter, found in places.items():
        area = canvas.beginPath()
        for path in (area, outlines):
            for cx, cy, _ in found:
                path.moveTo(cx + side, cy)
                path.lineTo(cx + half, cy - high)
                path.lineTo(cx - half, cy - high)
                path.lineTo(cx - side, cy)
                path.lineTo(cx - half, cy + high)
                path.lineTo(cx + half, cy + high)
                path.close()
        fill(canvas, FILLS[letter])
        canvas.drawPath(area, stroke=0, fill=1)
    stroke(canvas, "#5c6670", 0.35)
    canvas.drawPath(outlines)
    for letter, (name, _) in SYMBOLS.items():
        for cx, cy, _ in places[letter]:
            canvas.saveState()
            canvas.translate(cx - inner / 2, cy - inner / 2)
            canvas.doForm(name)
            canvas.restoreState()
    t = canvas.beginText()
    t.setFillColorRGB(*rgb("#5c6670"))
    t.setFont("sans", 7)
    drop = SIDE * 0.866 * (0.42 + 0.55 / 2) * MM - 3.5 + ASCENT * 7
    for found in places.values():
        for cx, cy, name in found:
            t.setTextOrigin(cx - book.width("sans", name) * 3.5, cy - drop)
            t.textOut(name)
    t.setFillColorRGB(*rgb("#1d2126"))
    t.setFont("sans-bold", CAPITAL)
    cx, cy, _ = places["C"][0]
    t.setTextOrigin(cx - book.width("sans-bold", "Capital") * CAPITAL / 2, cy + CAPITAL / 2 - ASCENT * CAPITAL)
    t.textOut("Capital")
    canvas.drawText(t)
    canvas.endForm()


def tile(canvas, column, row):
    x, y = LEFT - column * (WINDOW_W - OVERLAP), TOP - row * (WINDOW_H - OVERLAP)
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(LEFT * MM, HEIGHT - (TOP + WINDOW_H) * MM, WINDOW_W * MM, WINDOW_H * MM)
    canvas.clipPath(window, stroke=0)
    canvas.translate(x * MM, HEIGHT - (y + BOARD_H) * MM)
    canvas.doForm("board")
    canvas.restoreState()
    canvas.doForm("frame")
    ticks = []
    right, bottom = LEFT + WINDOW_W, TOP + WINDOW_H
    if column:
        x = LEFT + OVERLAP
        ticks += [(x, TOP - 1, x, TOP - 3), (x, bottom + 1, x, bottom + 3)]
    if row:
        y = TOP + OVERLAP
        ticks += [(LEFT - 1, y, LEFT - 3, y), (right + 1, y, right + 3, y)]
    if ticks:
        canvas.setDash([0.6 * MM, 0.4 * MM])
        stroke(canvas, "#000000", 0.2)
        canvas.lines([tuple((297 - v if k % 2 else v) * MM for k, v in enumerate(line)) for line in ticks])
        canvas.setDash()
    w, h = 3.0 * MM, 2.3 * MM
    stroke(canvas, "#444444", 0.15)
    cells = canvas.beginPath()
    for c in range(COLUMNS):
        for r in range(ROWS):
            cells.rect(10 * MM + c * w, 4.5 * MM + (ROWS - 1 - r) * h, w, h)
    canvas.drawPath(cells)
    fill(canvas, "#444444")
    canvas.rect(10 * MM + column * w, 4.5 * MM + (ROWS - 1 - row) * h, w, h, stroke=0, fill=1)
    fill(canvas, "#222222")
    canvas.setFont("sans-bold", 9)
    canvas.drawString(11.5 * MM + COLUMNS * w, 4.8 * MM, f"{chr(65 + column)}{row + 1}")


main()
