"""Operations that constants are recorded for, where no values are known."""

from __future__ import annotations

from typing import Any, ClassVar

from functrace.core.primitive import Primitive, as_operand
from functrace.core.recording import ambient
from functrace.core.tracer import Tracer


class Symbolic(Primitive):
    """A primitive that is recorded even if its operands are constants, or if it has none.

    Where `functrace.core.recording.Recording` says so; elsewhere it is as all others. What
    is made of its output is then recorded as well.
    """

    symbolic: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "unary", lambda x, params: self.apply((x,), params))

    def apply(self, args: tuple[Any, ...], params: dict[str, Any]) -> Any:
        """Apply to any operands; see `Primitive.apply`."""
        if not ambient.get().symbolic:
            return super().apply(args, params)
        handles = [x for x in args if type(x) is Tracer]
        for handle in handles:
            handle.sync()
        if any(handle.edge is not None for handle in handles):
            return super().apply(args, params)
        values = [x.value if type(x) is Tracer else as_operand(x) for x in args]
        return self.record_abstract(values, list(values), values, params)
