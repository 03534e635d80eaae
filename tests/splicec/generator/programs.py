# SPDX-License-Identifier: Apache-2.0
"""Random sources with #pragma splice, each in a namespace of its own."""

import re

from fragments import HEAVY, PRELUDE, PURE, STATEMENTS

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
# A local is lent, then a step looks at what has its address; and perhaps what comes after the step.
ALIASES = [
    ("const int* q_{n} = &{i};", "*q_{n}"),
    ("const int* q_{n} = std::addressof({i});", "*q_{n}"),
    ("const int* q_{n} = &std::max({i}, {j});", "*q_{n}"),
    ("const K q_{n}({i});", "*q_{n}.k"),
    ("const auto q_{n} = std::cref({i});", "q_{n}.get()"),
    ("const int& q_{n} = {i};", "q_{n}"),
    ("const int* q_{n} = box.cbegin();", "*q_{n}"),
    ("const int* q_{n} = arr;", "*q_{n}"),
    ("const int* q_{n} = &arr[1];", "*q_{n}"),
    ("int* q_{n} = &{i};", "(*q_{n} += 1)"),
    ("const auto q_{n} = std::span(arr);", "q_{n}[0]"),
    ("const R q_{n}{{{d}}};", "(int)q_{n}.r"),
    ("const int* q_{n} = &same({i});", "*q_{n}"),
    ("lend({i});", "*changed"),
    ("keep({i});", "*kept"),
    ("const auto q_{n} = [&] {{ return {i}; }};", "q_{n}()"),
    ("const auto q_{n} = [q = &{i}] {{ return *q; }};", "q_{n}()"),
    ("", "(last->v += 1)", "inc(o, 0, 8, counter.v);"),
    (
        "struct L_{n} {{ static int next() {{ static int k_ = 0; return ++k_; }} }};",
        "L_{n}::next()",
        "",
    ),
    ("struct L_{n} {{ int v; }};", "counted<L_{n}>()", ""),
]
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
LINES = 1000000  # Programs have lines from here on, a thousand each, where they count on their own.


HEAVY_STATEMENTS = STATEMENTS[20:]
HEAVY_DEFAULTS = [" = m[3]", " = with_default(1)", " = gi", " = outer(2)"]
# Each kind of what is just outside of the grammar is the only such kind of a program in turn, so
# that nothing else of the program is refused.
THEMES = [*HEAVY, *HEAVY_STATEMENTS, *ALIASES, *HEAVY_DEFAULTS]


class Program:
    def __init__(self, random, number):
        self.random = random
        self.number = number
        self.names = 0
        self.heavy_left = random.choice([0, 0, 1, 1, 2])
        self.theme = None
        if random.random() < 0.7:
            self.theme = THEMES[number % len(THEMES)]
            self.heavy_left = random.choice([1, 1, 2, 3])

    def heavy(self, kinds, chance):
        """One of these, now and then; of a program with a theme, the theme if it is one of them."""
        if self.heavy_left == 0 or self.random.random() >= chance:
            return None
        if self.theme is not None and self.theme not in kinds:
            return None
        self.heavy_left -= 1
        return self.theme or self.random.choice(kinds)

    def fill(self, text, depth=0):
        self.names += 1
        some = {
            "i": self.random.choice("ab"),
            "d": "d",
            "p": self.random.choice(["o", "m", "o"]),
            "t": "t",
            "n": self.names,
        }
        some["j"] = "b" if some["i"] == "a" else "a"
        if "{e}" in text:
            some["e"] = self.expression(depth + 1)
        return text.format(**some)

    def expression(self, depth=0):
        text = self.fill(self.heavy(HEAVY, 0.3) or self.random.choice(PURE), depth)
        return text if self.random.random() < 0.4 else f"((int)({text}) & 7)"

    def small(self):
        return f"((int)({self.expression()}) & 3)"

    def statement(self):
        text = self.heavy(HEAVY_STATEMENTS, 0.5)
        return self.fill(text or self.random.choice(STATEMENTS[:20]))

    def effect(self):
        return self.random.choice(
            ["Everything", "Everything", f"Writes(range(m + {self.small()}, m + 64)) Everything"]
        )

    def step(self, value=None):
        value = value or self.expression()
        body = self.random.choice(
            [
                f"o[{self.random.randrange(8)}] += {value};",
                f"{{ const double z_ = {value}; o[1] = o[1] * 0.5 + z_; }}",
                f"for (int k_ = 0; k_ < 4; ++k_) {{ o[k_] += {value}; }}",
                f"if (o[2] > {value}) {{ o[3] += 1; }} else {{ o[4] += 2; }}",
                f"o[5] = o[5] * 0.5 + a + 2 * b + d;",
                f"{{ int a = t, b = 3; {self.statement()} o[5] += a + 2 * b; }}",
                (
                    f"{{ {self.statement()} o[5] += a + 2 * b + d; }}"
                    if self.random.random() < 0.2
                    else f"o[6] -= {value};"
                ),
            ]
        )
        return f"\n#pragma splice step {self.effect()}\n{body}"

    def cut(self):
        kind = self.random.choice(INDICES)
        low = self.fill(self.random.choice(LOWS))
        high = self.random.choice(HIGHS)
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
        return f"inc({where}, {lower}, {lower} + 4 + {self.small()}, {self.expression()});"

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

    def item(self, depth=0):
        if self.random.random() < 0.04:
            return self.directive()
        kind = self.random.randrange(13)
        if self.theme in ALIASES and self.random.random() < 0.3:
            kind = 11
        if kind < 3:
            return self.call()
        if kind < 5:
            return self.step()
        if kind < 7:
            return self.statement()
        if kind == 7:
            return f"if ({self.expression()}) {{ {self.call()} }} else {{ {self.call()} }}"
        if kind == 8:
            return f"for (int y_ = 0; y_ < {self.small()}; ++y_) {{ {self.call()} {self.call()} }}"
        if kind == 9:
            cases = f"case 0: {self.call()} break; case 1: {self.call()} default: {self.call()}"
            return f"switch ({self.small()}) {{ {cases} }}"
        if kind == 10:
            return self.cut()
        if kind == 11 and (alias := self.heavy(ALIASES, 1)):
            lent, used, *after = alias
            self.names += 1
            names = {"i": "a", "j": "b", "d": "d", "n": self.names}
            use = used.format(**names)
            return "\n".join(
                [
                    lent.format(**names),
                    self.random.choice([self.step(use), f"inc(o, 0, 8, {use});"]),
                    *(text.format(**names) for text in after),
                    self.random.choice(
                        ["a = 7 - (a & 3);", "arr[1] = t; arr[0] = 4;", "box[0] = t;", "d = 9;", ""]
                    ),
                ]
            )
        return self.statement() if depth else "{ " + self.item(1) + "\n" + self.item(1) + " }"

    def body(self, count):
        return "\n".join(self.item() for _ in range(count))

    def declared(self, body, given):
        found = [
            text
            for name, text in LOCALS.items()
            if re.search(rf"\b{name}\b", body) and name not in given
        ]
        return (
            "int a = t & 3, b = 2; double d = t + 0.5; const int n = 9 + (t & 1);\n"
            "const unsigned first = 1u + t % 2;\n"
            "const std::size_t wide = 10 + t;\n" + "\n".join(found)
        )

    def text(self):
        default = self.random.choice(
            ["", "", "", "", " = 1.5", " = kc + 1", " = table[1]", " = twice(2)"]
        )
        if heavy := self.heavy(HEAVY_DEFAULTS, 0.1 if self.theme is None else 1):
            default = heavy
        own = self.body(self.random.randrange(2, 6))
        own = self.declared(own, ()) + "\n" + own
        around = self.body(self.random.randrange(1, 4))
        if self.random.random() < 0.5:  # what a region's steps share, and its control code changes
            around = "arr[0] = t; b = t;\n" + self.step("arr[0] + b") + "\n" + around
        last = "go(o, t);" if default else f"go(o, t, {self.expression()});"
        before = self.declared(around + last, ())
        if self.random.random() < 0.3:  # not spliced, by the function that stays
            before += "\ngo(o, 5, 2);"
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
void go(double* o, int t, double v{default}) {{
{own}
}}
void all() {{
  double* o = m + {self.random.randrange(4)};
  int t = 1;
{before}
#pragma splice try({self.random.choice(['4', '8', '2', 'kc'])})
  for (t = 0; t < 6; ++t) {{
    inc(o, t, 8, 2);
{around}
    {last}
  }}
  std::printf("{self.number}");
  {sums}
}}
}}
"""
