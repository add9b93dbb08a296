"""From sheets to files: PDF by reportlab, SVG by svgwrite. Only this package writes files."""
