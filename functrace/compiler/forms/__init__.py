"""The ways in which a primitive becomes native code: what stands in a record's `lower`.

A primitive without a form runs as its NumPy `impl`, between native parts. A form is one
class, and what the compiler asks about an operation is one of its methods: `Form` says
which. It is imported with functrace, and so takes nothing that writes code.
"""

from functrace.compiler.forms.control import Control
from functrace.compiler.forms.elementwise import Elementwise
from functrace.compiler.forms.expanded import Expanded
from functrace.compiler.forms.form import Form, JointRoutine, Unlowered, form_of
from functrace.compiler.forms.gather import Gather
from functrace.compiler.forms.giving_up import GivingUp
from functrace.compiler.forms.positions import Positions
from functrace.compiler.forms.reduction import Reduction
from functrace.compiler.forms.requirement import Requirement
from functrace.compiler.forms.rolled import Rolled
from functrace.compiler.forms.step import Step
from functrace.compiler.forms.view import View
from functrace.compiler.forms.write import Write

__all__ = [
    "Control",
    "Elementwise",
    "Expanded",
    "Form",
    "Gather",
    "GivingUp",
    "JointRoutine",
    "Positions",
    "Reduction",
    "Requirement",
    "Rolled",
    "Step",
    "Unlowered",
    "View",
    "Write",
    "form_of",
]
