# SPDX-License-Identifier: Apache-2.0
"""A kind of code that is just outside of what the translator accepts."""


class Kind:
    """What is just outside of the grammar of control code, or of steps, of one cause.

    Aliases lend a local; then a step or a call has what knows its address, and perhaps something
    comes after that. Defaults are those of a parameter of a function that is spliced. Kinds whose
    errors few of their programs show have a weight.
    """

    def __init__(
        self,
        values=(),
        statements=(),
        aliases=(),
        defaults=(),
        weight=1,
    ):
        self.values = list(values)
        self.statements = list(statements)
        self.aliases = list(aliases)
        self.defaults = list(defaults)
        self.weight = weight
