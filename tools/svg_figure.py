"""Plots as SVG: panels with linear or logarithmic axes, lines, points with bars.

Only what a page of figures needs, and the same text for the same numbers.
"""
import math
from html import escape

FONT = "font-family=\"sans-serif\""
INK, GRID = "#333333", "#e2e2e2"
COLOURS = ("#1f6fb4", "#d95f02", "#2a9d5c", "#9a4fb8", "#7a7a7a")
LEFT, RIGHT, TOP, BOTTOM = 62, 14, 40, 36  # around the area of a panel


def fixed(x):
    return f"{x:.1f}"


def short(x):
    """A tick's number: 1e-06 as 1e-6, 0.25 unchanged."""
    text = f"{x:.3g}"
    if "e" in text:
        mantissa, exponent = text.split("e")
        text = f"{mantissa}e{int(exponent)}"
    return text


class Axis:
    """low and high are the ends in data units; they may be in falling order."""

    def __init__(self, low, high, log=False, ticks=None):
        self.low, self.high, self.log = low, high, log
        self.ticks = ticks if ticks is not None else self.choose_ticks()

    def place(self, value):
        """0 at the low end, 1 at the high one; None for values that a logarithm cannot show."""
        if value is None or not math.isfinite(value) or (self.log and value <= 0):
            return None
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def choose_ticks(self):
        low, high = sorted((self.low, self.high))
        if self.log:
            first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
            step = max(1, math.ceil((last - first) / 7))
            return [10.0 ** k for k in range(first, last + 1, step)]
        rough = (high - low) / 5
        unit = 10 ** math.floor(math.log10(rough))
        step = next(f * unit for f in (1, 2, 5, 10) if f * unit >= rough * 0.999)
        return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


class Panel:
    """One pair of axes at (x, y) of a figure, width and height with their labels."""

    def __init__(self, box, x_axis, y_axis, title="", x_label="", y_label=""):
        self.x, self.y, self.width, self.height = box
        self.x_axis, self.y_axis = x_axis, y_axis
        self.shapes, self.legend = [], []
        self.draw_frame(title, x_label, y_label)

    def left(self):
        return self.x + LEFT

    def right(self):
        return self.x + self.width - RIGHT

    def top(self):
        return self.y + TOP

    def bottom(self):
        return self.y + self.height - BOTTOM

    def across(self, value):
        place = self.x_axis.place(value)
        return None if place is None else self.left() + place * (self.right() - self.left())

    def up(self, value):
        place = self.y_axis.place(value)
        return None if place is None else self.bottom() - place * (self.bottom() - self.top())

    def add_text(self, x, y, text, size=11, anchor="middle", turned=False, colour=INK):
        turn = f" transform=\"rotate(-90 {fixed(x)} {fixed(y)})\"" if turned else ""
        self.shapes.append(f"<text x=\"{fixed(x)}\" y=\"{fixed(y)}\" {FONT} font-size=\"{size}\" fill=\"{colour}\" "
                           f"text-anchor=\"{anchor}\"{turn}>{escape(text)}</text>")

    def add_stroke(self, points, colour, width=1.0, dash=""):
        path = "M" + " L".join(f"{fixed(x)} {fixed(y)}" for x, y in points)
        dash = f" stroke-dasharray=\"{dash}\"" if dash else ""
        self.shapes.append(f"<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>")

    def draw_frame(self, title, x_label, y_label):
        left, right, top, bottom = self.left(), self.right(), self.top(), self.bottom()
        for tick in self.x_axis.ticks:
            x = self.across(tick)
            self.add_stroke([(x, top), (x, bottom)], GRID)
            self.add_text(x, bottom + 13, short(tick), 10)
        for tick in self.y_axis.ticks:
            y = self.up(tick)
            self.add_stroke([(left, y), (right, y)], GRID)
            self.add_text(left - 5, y + 3.5, short(tick), 10, "end")
        self.add_stroke([(left, top), (left, bottom), (right, bottom)], INK)
        self.add_text((left + right) / 2, top - 24, title, 13)
        self.add_text((left + right) / 2, bottom + 29, x_label)
        self.add_text(self.x + 13, (top + bottom) / 2, y_label, turned=True)

    def clamp(self, x, y):
        return (min(max(x, self.left()), self.right()), min(max(y, self.top()), self.bottom()))

    def add_line(self, xs, ys, colour, width=1.4, dash=""):
        """Broken where a value is missing; what leaves the panel runs along its edge."""
        run = []
        for x, y in [*zip(map(self.across, xs), map(self.up, ys)), (None, None)]:
            if x is None or y is None:
                if len(run) > 1:
                    self.add_stroke(run, colour, width, dash)
                run = []
            else:
                run.append(self.clamp(x, y))

    def add_level(self, value, colour=INK):
        y = self.up(value)
        self.add_stroke([(self.left(), y), (self.right(), y)], colour, 0.8, "4 3")

    def add_point(self, x, y, colour, hollow=False, bar=0.0):
        """A dot with a bar of +- `bar`; a triangle at the edge for what lies outside."""
        px, py = self.across(x), self.up(y)
        if px is None or py is None:
            return
        fill = "#ffffff" if hollow else colour
        cx, cy = self.clamp(px, py)
        if abs(cy - py) > 0.05:
            tip = -5 if py < cy else 5
            self.shapes.append(f"<path d=\"M{fixed(cx - 4)} {fixed(cy)} L{fixed(cx + 4)} {fixed(cy)} L{fixed(cx)} "
                               f"{fixed(cy + tip)} Z\" fill=\"{fill}\" stroke=\"{colour}\"/>")
            return
        ends = [self.up(y - bar), self.up(y + bar)] if bar else []
        if ends and None not in ends:
            self.add_stroke([self.clamp(px, end) for end in ends], colour)
        self.shapes.append(f"<circle cx=\"{fixed(cx)}\" cy=\"{fixed(cy)}\" r=\"3\" fill=\"{fill}\" "
                           f"stroke=\"{colour}\"/>")

    def add_cross(self, x, colour=INK):
        """Marks a place on the x axis where nothing could be computed."""
        px, y = self.across(x), self.bottom() - 7
        for slope in (1, -1):
            self.add_stroke([(px - 4, y - 4 * slope), (px + 4, y + 4 * slope)], colour, 1.4)

    def add_series(self, xs, ys, colour, name="", bars=None, states=None):
        """states: per point "converged" (full dot), "stopped" (hollow) or "failed" (nothing)."""
        states = states or ["converged"] * len(xs)
        shown = [y if s != "failed" else None for y, s in zip(ys, states)]
        self.add_line(xs, [y if s == "converged" else None for y, s in zip(ys, states)], colour)
        for i, (x, y) in enumerate(zip(xs, shown)):
            if y is not None:
                self.add_point(x, y, colour, states[i] != "converged", (bars[i] or 0) if bars else 0)
        if name:
            self.legend.append((name, colour))

    def finish(self):
        """Adds the legend, a row above the area; returns all shapes."""
        x = self.left()
        for name, colour in self.legend:
            self.add_text(x, self.top() - 7, name, 11, "start", colour=colour)
            x += 6.2 * len(name) + 14
        return self.shapes


class Figure:
    def __init__(self, width, height, description):
        self.width, self.height, self.description = width, height, description
        self.panels = []

    def add(self, panel):
        self.panels.append(panel)
        return panel

    def to_svg(self):
        lines = [f"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {self.width} {self.height}\" "
                 f"width=\"{self.width}\" height=\"{self.height}\" role=\"img\">",
                 f"<title>{escape(self.description)}</title>",
                 f"<rect width=\"{self.width}\" height=\"{self.height}\" fill=\"#ffffff\"/>"]
        for panel in self.panels:
            lines += panel.finish()
        return "\n".join([*lines, "</svg>", ""])
