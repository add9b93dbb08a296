"""What keeps an SVG file from being drawn as it is meant."""


class SvgFault(Exception):
    """What is wrong with an SVG file, and the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint
