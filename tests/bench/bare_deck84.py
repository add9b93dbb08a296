"""The bare loop for deck84: OUT LABEL DATA."""

import json
import re
import sys
from pathlib import Path

from bare_common import ASCENT, HEIGHT, MM, WIDTH, Book, crop_marks, fill, icon, rgb, stroke

ICONS = Path(__file__).parent / "content" / "deck84" / "icons"
COLOURS = {"gale": "#2f6f9f", "tide": "#0b7d6a", "ember": "#b4451f"}
W, H, BLEED = 63.5 * MM, 88.9 * MM, 0.58 * MM
PITCH_W, PITCH_H = W + 2 * BLEED, H + 2 * BLEED
LEFT, TOP = (WIDTH - 2 * PITCH_W - W) / 2, (HEIGHT - 2 * PITCH_H - H) / 2
GEM = 5 * MM


def main():
    label, data = sys.argv[2], json.loads(Path(sys.argv[3]).read_text("utf-8"))
    book = Book("Weather deck", label, ("sans", "sans-bold", "serif-bold"))
    canvas = book.canvas
    forms(book, data["kinds"])
    cards = [(kind, card) for kind in data["kinds"] for card in kind["cards"]]
    pages = [cards[i : i + 9] for i in range(0, len(cards), 9)]
    book.outline("Weather deck")
    for number, page in enumerate(pages, 1):
        marks = "marks" if len(page) > 3 else "marks-row"
        for i, (kind, card) in enumerate(page):
            canvas.saveState()
            canvas.translate(LEFT + i % 3 * PITCH_W, HEIGHT - TOP - H - i // 3 * PITCH_H)
            front(book, kind, card)
            canvas.restoreState()
        canvas.doForm(marks)
        text = f"Weather deck · {number} of {len(pages)}"
        book.page(text)
        for i in range(len(page)):
            canvas.saveState()
            canvas.translate(LEFT + (2 - i % 3) * PITCH_W, HEIGHT - TOP - H - i // 3 * PITCH_H)
            canvas.doForm("back")
            canvas.restoreState()
        canvas.doForm(marks)
        book.page(text + " · back", mark=False)
    book.save()


def forms(book, kinds):
    canvas = book.canvas
    box = (-BLEED, -BLEED, W + BLEED, H + BLEED)
    for kind in kinds:
        colour = COLOURS[kind["id"]]
        canvas.beginForm(kind["id"], *box)
        fill(canvas, "#ffffff")
        canvas.rect(-BLEED, -BLEED, W + 2 * BLEED, H + 2 * BLEED, stroke=0, fill=1)
        fill(canvas, colour)
        canvas.rect(-BLEED, H - 17 * MM, W + 2 * BLEED, 17 * MM + BLEED, stroke=0, fill=1)
        fill(canvas, "#ffffff")
        icon(canvas, ICONS / f"{kind['symbol']}.svg", 4 * MM, H - 13.5 * MM, 10 * MM)
        stroke(canvas, colour, 0.4)
        canvas.roundRect(4 * MM, H - 63 * MM, 55.5 * MM, 42 * MM, 2 * MM)
        fill(canvas, colour)
        canvas.setFont("sans-bold", 9)
        canvas.drawRightString(59.5 * MM, H - 68.5 * MM + 4.5 - ASCENT * 9, kind["name"])
        stroke(canvas, "#9aa5af", 0.25)
        canvas.setLineCap(1)
        canvas.line(4 * MM, H - 74 * MM, 59.5 * MM, H - 74 * MM)
        canvas.endForm()
        canvas.beginForm(f"gem-{kind['id']}", 0, 0, GEM, GEM)
        fill(canvas, colour)
        icon(canvas, ICONS / "gem.svg", 0, 0, GEM)
        canvas.endForm()
    canvas.beginForm("gem", -1, -1, GEM + 1, GEM + 1)
    stroke(canvas, "#9aa5af", 0.06 * 5)
    icon(canvas, ICONS / "gem.svg", 0, 0, GEM, stroke=1, fill=0)
    canvas.endForm()
    canvas.beginForm("bolt", 0, 0, 1, 1)
    fill(canvas, "#1d2126")
    icon(canvas, ICONS / "bolt.svg", 0, 0, 1)
    canvas.endForm()
    canvas.beginForm("back", *box)
    fill(canvas, "#1f4e6b")
    canvas.rect(-BLEED, -BLEED, W + 2 * BLEED, H + 2 * BLEED, stroke=0, fill=1)
    stroke(canvas, "#9aa5af", 0.2)
    rings, radius = canvas.beginPath(), 2.0
    while radius < ((63.5 + 1.16) ** 2 + (88.9 + 1.16) ** 2) ** 0.5 / 2:
        rings.circle(W / 2, H / 2, radius * MM)
        radius += 2.4
    canvas.drawPath(rings)
    stroke(canvas, "#ffffff", 0.6)
    canvas.roundRect(4 * MM, 4 * MM, W - 8 * MM, H - 8 * MM, 3 * MM)
    fill(canvas, "#ffffff")
    canvas.circle(31.75 * MM, H - 44.45 * MM, 16 * MM, stroke=0, fill=1)
    fill(canvas, "#1f4e6b")
    icon(canvas, ICONS / "compass.svg", 20.75 * MM, H - 55.45 * MM, 22 * MM)
    canvas.endForm()
    for name, rows in (("marks", 3), ("marks-row", 1)):
        canvas.beginForm(name, 0, 0, WIDTH, HEIGHT)
        xs = [(LEFT + c * PITCH_W + e) / MM for c in range(3) for e in (0, W)]
        ys = [(TOP + r * PITCH_H + e) / MM for r in range(rows) for e in (0, H)]
        crop_marks(canvas, xs, ys, 0.58)
        canvas.endForm()


def front(book, kind, card):
    canvas, width = book.canvas, book.width
    canvas.doForm(kind["id"])
    side = 5.0 * MM
    start = (4 + 15) * MM - (5 * side + 4 * 0.6 * MM) / 2
    for i in range(5):
        canvas.saveState()
        canvas.translate(start + i * (side + 0.6 * MM), H - 71 * MM)
        canvas.doForm(f"gem-{kind['id']}" if i < card["cost"] else "gem")
        canvas.restoreState()
    t = canvas.beginText()
    t.setFillColorRGB(1, 1, 1)
    size, lines = fitted(book, [(("serif-bold", card["title"]),)], 13, 10, 34 * MM, 10 * MM, 1.2)
    t.setFont("serif-bold", size)
    y = H - 8.5 * MM + ((len(lines) - 1) * 1.2 + 1) * size / 2 - ASCENT * size
    for line, _ in lines:
        t.setTextOrigin(16 * MM, y)
        t.textOut(line[0][1])
        y -= 1.2 * size
    power = str(card["power"])
    t.setFont("sans-bold", 20)
    t.setTextOrigin(60 * MM - width("sans-bold", power) * 20, H - 8.5 * MM + 10 - ASCENT * 20)
    t.textOut(power)
    t.setFillColorRGB(*rgb("#5c6670"))
    t.setFont("sans", 8)
    t.setTextOrigin(31.75 * MM - width("sans", card["quote"]) * 4, H - 80 * MM + 4 - ASCENT * 8)
    t.textOut(card["quote"])
    t.setFillColorRGB(*rgb("#1d2126"))
    bolts = body(book, t, card["body"])
    canvas.drawText(t)
    for x, y, size in bolts:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(size, size)
        canvas.doForm("bolt")
        canvas.restoreState()


def body(book, t, text):
    size, lines = fitted(book, runs(text), 11, 8, 49.5 * MM, 36 * MM, 1.25)
    y = H - 42 * MM + ((len(lines) - 1) * 1.25 + 1) * size / 2 - ASCENT * size
    bolts = []
    for line, _ in lines:
        x = 7 * MM
        for font, words in line:
            if font == "icon":
                bolts.append((x + 0.025 * size, y + (0.8 - 0.9) * size, 0.9 * size))
                x += 0.95 * size
            else:
                t.setFont(font, size)
                t.setTextOrigin(x, y)
                t.textOut(words)
                x += book.width(font, words) * size
        y -= 1.25 * size
    return bolts


def runs(text):
    """Return a paragraph as words: each a tuple of (font, text) parts that no space divides."""
    words, word, font = [], [], "sans"
    for part in re.split(r"(\*\*|:bolt:| )", text):
        if part == " ":
            words.append(tuple(word))
            word = []
        elif part == "**":
            font = "sans" if font == "sans-bold" else "sans-bold"
        elif part:
            word.append(("icon", "") if part == ":bolt:" else (font, part))
    words.append(tuple(word))
    return words


def fitted(book, words, most, least, width, height, leading):
    """Break words into lines at the largest size that fits; neighbours in one font become one run."""
    if len(words) == 1:
        words = [((words[0][0][0], part),) for part in words[0][0][1].split(" ")]
    size = most
    while True:
        lines, line, used = [], [], 0.0
        for word in words:
            wide = sum(0.95 if font == "icon" else book.width(font, part) for font, part in word)
            font = line[-1][0] if line else word[0][0]
            gap = book.width("sans" if font == "icon" else font, " ")
            if line and (used + gap + wide) * size > width + 1e-6:
                lines.append((line, used))
                line, used = [], 0.0
            if line:
                used += gap
                line = append(line, "sans" if font == "icon" else font, " ")
            for part in word:
                line = append(line, *part)
            used += wide
        lines.append((line, used))
        if size <= least or (
            ((len(lines) - 1) * leading + 1) * size <= height and max(w for _, w in lines) * size <= width + 0.01
        ):
            return size, lines
        size = max(least, size - 0.25)


def append(line, font, text):
    if line and font != "icon" and line[-1][0] == font:
        line[-1] = (font, line[-1][1] + text)
    else:
        line.append((font, text))
    return line


main()
