"""What can be wrong with a face."""

from pnp.load.values import TemplateFault


class FaceFault(Exception):
    """What is wrong with a face: the field of the part, and whether the record is to blame."""

    def __init__(
        self,
        code: str,
        message: str,
        field: str = "",
        *,
        hint: str | None = None,
        offset: int = 0,
        length: int = 0,
        blame_record: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.hint = hint
        self.offset = offset
        self.length = length
        self.blame_record = blame_record
        self.face = ""
        self.path: tuple[str | int, ...] = ()


def template_fault(fault: TemplateFault, field: str) -> FaceFault:
    """Return the fault of a template as one of the field it stands in."""
    return FaceFault(fault.code, fault.message, field, hint=fault.hint, offset=fault.offset, length=fault.length)
