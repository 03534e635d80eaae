# SPDX-License-Identifier: Apache-2.0
"""Random sources with #pragma splice, each in a namespace of its own."""

import re

from fragments import LOCAL_CHANGES, PRELUDE, PURE, STATEMENTS
from kinds import KINDS

# What a body declares if it uses the name.
LOCALS = {
    "arr": "int arr[4] = {1, 2, 3, t};",
    "box": "std::array<int, 4> box{3, 1, 2, 5};",
    "s": "S s{2, 3};",
    "mm": "M mm;",
    "cx": "_Complex double cx = 3;",
    "view": "nuthatch::effects::array_view<double, 1> view(m, {64});",
    "choose": "const auto choose = [&](int z) { return z + a; };",
    "choose_memory": "const auto choose_memory = [&](int z) { return z + m[5]; };",
    "ref": "double& ref = m[6];",
    "counter": "Q counter(t);",
}
# Variables that are declared before the calls, and given to the function that is spliced.
PARAMETERS = {
    "rm": ("R rm", "R rm{m[3]};"),
    "rs": ("RS rs", "RS rs{{m[5]}, 2};"),
    "ra": ("RA ra", "RA ra{m};"),
    "pr": ("PR pr", "PR pr{m + 4};"),
    "ps": ("S* ps", "S* ps = &ms;"),
}
INDICES = [
    "int",
    "long",
    "unsigned",
    "short",
    "unsigned char",
    "signed char",
    "std::size_t",
    "long long",
]
LOWS = [
    "{i} & 3",
    "0",
    "t",
    "first",
    "first - 1",
    "n * 100",
    "({i} & 1) - 1",
    "2u",
    "'\\1'",
    "(short)t",
    "{e}",
]
HIGHS = ["n", "12", "wide", "n + 3", "(unsigned char)n", "12u", "(short)n", "8L"]
LOCALS |= {name: text for name, (_, text) in PARAMETERS.items()}
# Programs have lines from here on, a thousand each, where they count on their own.
LINES = 1000000


# What steps change besides.
TOUCHES = [
    "gi = (gi + 1) & 7;",
    "ms.x = ms.x * 0.5 + t;",
    "ms.y += 1;",
    "m[3] += 1;",
    "m[5] = m[4] * 0.5 + 2;",
]
PLACES = ["values", "statements", "aliases", "defaults"]
# What shows the value of a local.
SHOWN = {
    "a": "a",
    "b": "b",
    "d": "d",
    "arr": "arr[0] + 2 * arr[1] + 4 * arr[2] + 8 * arr[3]",
    "box": "box[0] + 2 * box[1] + 4 * box[2] + 8 * box[3]",
    "s": "s.x + 2 * s.y",
    "mm": "mm.n",
    "cx": "__real__ cx + 2 * __imag__ cx",
}


def names(body, name):
    return re.search(rf"\b{name}\b", body) is not None


class Program:
    """Most programs have one kind of what is just outside of the grammar, in the function that is
    spliced or around its calls, so that nothing else of the program is refused.
    """

    def __init__(self, random, number):
        self.random = random
        self.number = number
        self.is_understood = False  # The translator may refuse it.
        self.names = 0
        self.heavy_left = random.choice([0, 0, 0, 1, 2])
        self.macros = random.choice([0, 0, 0, 0.6])
        self.is_own = True  # the function that is spliced, as opposed to what is around its calls
        self.is_said = False  # in what is said to be a step
        self.own, self.around = True, True
        self.place = None
        self.is_sure = False  # whether what comes next has something of the program's kind
        self.kinds = KINDS
        if random.random() < 0.75:
            self.kinds = [KINDS[number % len(KINDS)]]
            self.own, self.around = random.choice(
                [(True, False), (True, False), (False, True), (False, True), (True, True)]
            )
            self.heavy_left = 2 if self.own and self.around else random.choice([1, 1, 1, 2])
        # What one is refused for hides what another is not. So there is one of each, and a program
        # with one kind has it in one place.
        self.chosen = {
            place: random.choice(some) if (some := self.all_of(place)) else None for place in PLACES
        }
        if len(self.kinds) == 1:
            counts = [len(self.all_of(place)) for place in PLACES]
            place = random.choices(PLACES, counts)[0]
            self.chosen = dict.fromkeys(PLACES) | {place: self.chosen[place]}
            self.place = place
            if place == "aliases":  # A second one often makes steps run before the first one ends.
                self.heavy_left = 1 + (self.own and self.around)

    def all_of(self, place):
        return [one for kind in self.kinds for one in getattr(kind, place)]

    def heavy(self, place, chance):
        """What is there of the program's kind, now and then."""
        here = self.own if self.is_own else self.around
        drawn = self.random.random() < chance or self.is_sure
        if self.heavy_left == 0 or not here or not drawn:
            return None
        if self.chosen[place] is not None:
            self.heavy_left -= 1
        return self.chosen[place]

    def fill(self, text, depth=0):
        self.names += 1
        some = {
            "i": self.random.choice("ab"),
            "d": "d",
            "p": self.random.choice(["o", "m", "o"]),
            "t": "t",
            "n": self.names,
            "late": "t > 90" if self.is_said else "t > 3",
        }
        some["j"] = "b" if some["i"] == "a" else "a"
        if "{e}" in text:
            some["e"] = self.expression(depth + 1)
        return text.format(**some)

    def expression(self, depth=0):
        text = self.fill(self.heavy("values", 0.3) or self.random.choice(PURE), depth)
        return text if self.random.random() < 0.4 else f"((int)({text}) & 7)"

    def in_macro(self, text):
        """Now and then the same value, with ends in macros or in their arguments."""
        if self.random.random() >= self.macros:
            return text
        forms = ["ID_({})", "SUM_(({}), 0)", "NEG_(-({}))", "({}) + 1 LESS_", "ID_(SUM_(({}), 0))"]
        return self.random.choice(forms).format(text)

    def condition(self):
        if self.random.random() < self.macros / 2:
            return f"GREATER_(({self.expression()}), 1)"
        return self.in_macro(self.expression())

    def small(self):
        return f"((int)({self.expression()}) & 3)"

    def statement(self):
        return self.fill(self.heavy("statements", 0.5) or self.random.choice(STATEMENTS))

    def is_plain(self):
        """Whether what comes next should be accepted, so that it hides nothing of the one kind."""
        return self.place is not None and not self.is_sure

    def effect(self):
        low = "2" if self.is_plain() else self.small()
        return self.random.choice(
            ["Everything", "Everything", f"Writes(range(m + {low}, m + 64)) Everything"]
        )

    def step_of_statement(self):
        self.is_said = True
        statement = self.statement()
        if self.is_plain():
            while re.match(r"(arr|box|s)\b", statement):
                statement = self.statement()
        hides = self.is_plain() or self.random.random() < (0.3 if self.is_sure else 0.75)
        own = "int a = t, b = 3; double d = 1;" if hides else ""
        body = self.random.choice(
            [
                f"{{ {own} {statement} o[5] += a + 2 * b + d; }}",
                f"for (int k_ = 0; k_ < 3; ++k_) {{ {own} {statement} o[k_] += a + 2 * b; }}",
            ]
        )
        self.is_said = False
        return f"\n#pragma splice step {self.effect()}\n{body}"

    def step(self, value=None):
        effect = self.effect()
        self.is_said = True
        uses = value is not None or self.is_sure  # rather than drops the value
        value = value or self.expression()
        body = self.random.choice(
            [
                f"o[{self.random.randrange(8)}] += {value};",
                f"{{ const double z_ = {value}; o[1] = o[1] * 0.5 + z_; }}",
                f"for (int k_ = 0; k_ < 4; ++k_) {{ o[k_] += {value}; }}",
                f"if (o[2] > {value}) {{ o[3] += 1; }} else {{ o[4] += 2; }}",
                f"o[6] -= {value};" if uses else "o[5] = o[5] * 0.5 + a + 2 * b + d;",
                f"o[6] -= {value};",
                f"for (int k_ = 0; k_ < 3 && o[7] < ({value}); ++k_) {{ o[7] += 2; }}",
            ]
        )
        self.is_said = False
        if self.random.random() < 0.5:
            body = f"{{ {self.random.choice(TOUCHES)} {body} }}"
        return f"\n#pragma splice step {effect}\n{body}"

    def local_change(self):
        """A local that a step alone changes."""
        self.names += 1
        name = f"l{self.names}_"
        value = self.expression()
        self.is_said = True
        change = self.fill(self.random.choice(LOCAL_CHANGES).replace("{i}", name))
        body = self.random.choice(
            [
                f"{{ {change} }}",
                f"{{ {change} }}",
                f"{{ {change} o[5] += {name}; }}",
                f"{{ o[4] += {name}; {change} o[5] = o[5] * 0.5 + {name}; }}",
                f"for (int k_ = 0; k_ < 3; ++k_) {{ {change} o[k_] += {name}; }}",
            ]
        )
        self.is_said = False
        return f"int {name} = {value};\n#pragma splice step Everything\n{body}"

    def cut(self):
        kind = self.random.choice(INDICES)
        low = self.fill(self.random.choice(LOWS))
        high = self.random.choice(HIGHS)
        if self.is_plain():  # both with a sign, or both without
            no_sign = kind in ("unsigned", "std::size_t")
            high = self.random.choice(["12u", "wide"] if no_sign else ["n", "12", "n + 3"])
        low, high = self.in_macro(low), self.in_macro(high)
        start = self.random.choice(
            [
                f"{kind} i = {low}",
                f"{kind} i = {low}",
                f"{kind} i{{({kind})({low})}}",
                f"{kind} i({low})",
            ]
        )
        test = self.random.choice([f"i < {high}", f"i < {high}", f"i <= {high}", f"{high} > i"])
        step = self.random.choice(["++i", "i++", "i += 1"])
        # Small in every type, and not endless in any.
        return (
            f"\n#pragma splice step over(i) slice({1 + self.random.randrange(4)}) "
            "Writes(range(m, m + 64))\n"
            f"for ({start}; {test}; {step}) {{ m[(std::size_t)i % 61] += 1 + (double)(i & 7); }}"
        )

    def call(self):
        lower = self.random.randrange(0, 12)
        where = self.random.choice(["o", "m", "m + 3"])
        value = self.in_macro(self.expression())
        return f"inc({where}, {lower}, {lower} + 4 + {self.small()}, {value});"

    def directive(self):
        """Macros that change within a function, files that are included, conditions."""
        self.names += 1
        name = f"W{self.number}_{self.names}"
        use = self.step(name)
        return self.random.choice(
            [
                f"\n#define {name} 3{use}",
                f"\n#define {name} 3{use}\n#undef {name}",
                f"\n#define {name} 1{use}\n#undef {name}\n#define {name} 2{use}",
                f"\n#ifdef {name}\no[7] += 1;\n#else\n{self.call()}\n#endif",
                f"\n#ifndef {name}\n#define {name} 4\n#else\n{self.call()}\n#endif{use}",
                '\n#include "call.inc"\n',
                '\n#include "step.inc"\n',
                '\n#include "statement.inc"\n',
                use.replace(name, "a").replace("\n", "\n#pragma GCC diagnostic push\n", 1)
                + "\n#pragma GCC diagnostic pop\n",
                use.replace(name, "b").replace(
                    "Everything\n", 'Everything\n#pragma GCC diagnostic ignored "-Wunused"\n'
                ),
                use.replace(name, "__LINE__ % 7"),
                f"\n#line {LINES + self.number * 1000 + self.names}"
                + use.replace(name, "__LINE__ % 7"),
            ]
        )

    def lent(self, alias):
        lent, used, *after = alias
        self.names += 1
        names = {"i": "a", "j": "b", "d": "d", "t": "t", "n": self.names}
        use = used.format(**names)
        return "\n".join(
            [
                lent.format(**names),
                self.step(use) if self.random.random() < 0.8 else f"inc(o, 0, 8, {use});",
                *(text.format(**names) for text in after),
                self.random.choice(
                    ["a = 7 - (a & 3);", "arr[1] = t; arr[0] = 4;", "box[0] = t;", "d = 9;", ""]
                ),
            ]
        )

    def item(self, depth=0):
        if self.random.random() < (0.01 if self.is_plain() else 0.06):
            return self.directive()
        kind = self.random.randrange(15)
        if self.place == "aliases" and self.random.random() < 0.4:
            kind = 11
        if self.place == "statements" and self.random.random() < 0.3:
            return self.random.choice([self.statement, self.step_of_statement])()
        if kind < 3:
            return self.call()
        if kind < 5:
            return self.step() if self.random.random() < 0.7 else self.step_of_statement()
        if kind < 7:
            return self.statement()
        if kind == 7:
            return f"if ({self.condition()}) {{ {self.call()} }} else {{ {self.call()} }}"
        if kind == 8:
            return f"for (int y_ = 0; y_ < {self.small()}; ++y_) {{ {self.call()} {self.call()} }}"
        if kind == 9:
            cases = f"case 0: {self.call()} break; case 1: {self.call()} default: {self.call()}"
            return f"switch ({self.small()}) {{ {cases} }}"
        if kind == 10:
            return self.cut()
        if kind == 11 and (alias := self.heavy("aliases", 1)):
            return self.lent(alias)
        if kind in (12, 13):
            return self.local_change()
        return self.statement() if depth else "{ " + self.item(1) + "\n" + self.item(1) + "\n}"

    def item_of_kind(self):
        if self.place == "aliases":
            return self.lent(self.heavy("aliases", 1))
        if self.place == "statements":
            return self.random.choice(
                [self.statement, self.step_of_statement, self.step_of_statement]
            )()
        return self.random.choice([self.statement, self.step, self.step, self.call])()

    def item_surely(self):
        """Something of the program's kind, between what it may read too early and what shows
        whether its changes got lost.
        """
        self.is_sure = True
        item = self.item_of_kind()
        self.is_sure = False
        shown = self.shown(item) if self.place != "aliases" else ""
        if self.random.random() < 0.1:
            item = "{ " + item + "\n}"
        before = ""
        if self.random.random() < 0.5:
            before = f"\n#pragma splice step Everything\n{{ {' '.join(TOUCHES)} }}"
        return [before, item, shown]

    def shown(self, item):
        """A step or a call that depends on a local that the item may have changed."""
        hidden = "abd" if "int a =" in item else ""
        named = [one for one in SHOWN if one not in hidden and names(item, one)]
        if not named or self.random.random() < 0.1:
            return ""
        value = SHOWN[self.random.choice([one for one in named if len(one) > 1] or named)]
        step = f"\n#pragma splice step Everything\no[3] = o[3] * 0.5 + {value};"
        return self.random.choice([step, step, step, f"inc(o, 0, 8, {value});"])

    def body(self, count):
        here = self.own if self.is_own else self.around
        sure = []
        if self.place not in (None, "defaults") and here and self.heavy_left > 0:
            sure = self.item_surely()
        items = [self.item() for _ in range(count)]
        at = 0
        for one in sure:
            at = self.random.randrange(at, len(items) + 1)
            items.insert(at, one)
            at += 1
        return "\n".join(items)

    def declared(self, body, given):
        found = [text for name, text in LOCALS.items() if names(body, name) and name not in given]
        return (
            "int a = t & 3, b = 2; double d = t + 0.5; const int n = 9 + (t & 1);\n"
            "const unsigned first = 1u + t % 2;\n"
            "const std::size_t wide = 10 + t;\n" + "\n".join(found)
        )

    def text(self):
        default = self.random.choice(
            ["", "", "", "", " = 1.5", " = kc + 1", " = table[1]", " = twice(2)", " = 2 LESS_"]
        )
        self.is_own = self.own
        default = self.heavy("defaults", 0.1 if self.place is None else 1) or default
        self.is_own = True
        own = self.body(self.random.randrange(2, 6 if self.place is None else 4))
        given = [one for one in PARAMETERS if names(own, one)]
        own = self.declared(own, given) + "\n" + own
        self.is_own = False
        around = self.body(self.random.randrange(1, 4))
        if self.random.random() < 0.5:  # what a region's steps share, and its control code changes
            around = "arr[0] = t; b = t;\n" + self.step("arr[0] + b") + "\n" + around
        if self.random.random() < 0.5:  # locals of the region
            around = "int a = t & 3, b = t - 1; int arr[4] = {1, 2, t, 4};\n" + around
        last = "" if default else f", {self.expression()}"
        last = f"go(o, t{''.join(', ' + one for one in given)}{last});"
        before = self.declared(around + last, ())
        if self.random.random() < 0.7:  # not spliced, by the function that stays
            before += f"\ngo(o, 2{''.join(', ' + one for one in given)}, 2);"
        return self.assembled(own, given, default, before, around + "\n" + last)

    def assembled(self, own, given, default, before, around):
        parameters = "".join(", " + PARAMETERS[one][0] for one in given)
        caught = ("try {", "} catch (int) { gi += 8; }") if "throw" in own + around else ("", "")
        sums = 'for (double x : m) { std::printf(" %a", x); } std::printf(" %d\\n", gi);'
        return f"""namespace p{self.number} {{
{PRELUDE}
inline void clean(int* z) {{ m[20] += *z; }}
#pragma splice func Writes(range(p + lo, p + hi))
void inc(double* p, long lo, long hi, double v) {{
  if (hi - lo > 3) {{ const long h = (lo + hi) / 2; inc(p, lo, h, v); inc(p, h, hi, v); return; }}
#pragma splice step Writes(range(p + lo, p + hi))
  for (long i = lo; i < hi; ++i) {{ p[i] = p[i] * 0.5 + v + i; }}
}}
#pragma splice func Everything
void touch(int t) {{
#pragma splice step Everything
  {{ gi = (gi + t) & 7; ms.x = ms.x * 0.5 + t; ms.y += 1; }}
}}
#pragma splice func Everything
{self.random.choice(["", "static "])}void go(double* o, int t{parameters}, double v{default}) {{
{own}
}}
void all() {{
  double* o = m + {self.random.randrange(4)};
  int t = 1;
{caught[0]}
{before}
#pragma splice try({self.random.choice(['4', '8', '2', 'kc'])})
  for (t = 0; t < 6; ++t) {{
    inc(o, t, 8, 2);{self.random.choice(['', ' touch(t);', ' touch(t);'])}
{around}
  }}
{caught[1]}
  std::printf("{self.number}");
  {sums}
}}
}}
"""
