# SPDX-License-Identifier: Apache-2.0
"""Random sources in C, whose expressions often have other types in C++."""

HEAD = """#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#define ID_(...) __VA_ARGS__
#define INNER_(x) ID_(x)
#define SUM_(x, y) x + y
enum e { E0, E1, E2 = 5 };
enum wide { W0 = 1u << 31 };

struct pair { int a; enum e b; double c; };
static int gi = 2;
static void *at(const void *p) { return (void *)p; }
static int first(const int *p) { return *p; }
"""
# Of arithmetic types. f, d, i, u, c, k (an enumeration) and p (a pair) are variables.
# These call functions that C++ has for other types as well. The translator names the right ones.
CALLS = [
    "sqrt(f)",
    "sqrt(d)",
    "sqrt(i)",
    "fabs(f)",
    "fabs(d)",
    "abs(i - 5)",
    "abs(d - 5.5)",
    "abs((int)f - 5)",
    "pow(f, 2)",
    "pow(f, f)",
    "floor(f)",
    "exp(f * 0.1f)",
    "sin(f)",
    "fmod(f, 1.5)",
    "ldexp(f, 2)",
    "round(f)",
    "lround(f)",
    "labs(i - 9)",
    "fmax(f, 2)",
    "atan2(f, d)",
    "cbrt(f)",
    "hypot(f, f)",
    "log(f + 1)",
    "trunc(f)",
    "fma(f, f, f)",
    "abs(c - 99)",
    "((double (*)(double))sqrt)(f)",
]
EXPRESSIONS = [
    *CALLS,
    "sizeof 'a'",
    "sizeof('a' + 0)",
    "sizeof(i > 1)",
    "sizeof(bool)",
    "sizeof(enum e)",
    "sizeof(struct pair)",
    "sizeof(E1)",
    "'a'",
    "'a' + i",
    "(char)'b'",
    "i > 1",
    "!i",
    "i && u",
    "(i > 1) + (u > 2)",
    "k",
    "k + 1",
    "k - 1 < 0",
    "k == E1",
    "k < E2",
    "E1",
    "E2 - E1",
    "p.a",
    "p.b",
    "p.b - 2 > 0",
    "((struct pair){1, E1, 2.5}).c",
    "((int[]){1, 2, 3})[i & 1]",
    "i ? 'a' : 'b'",
    "u - 5 > 0",
    "(i, u)",
    "~(i > 1)",
    "-(i > 1)",
    "isnan(d)",
    "isinf(1 / (d - d))",
    "signbit(-d)",
    "INT_LIKE",
    "1 ? E1 : 2",
    "c + 1",
    'sizeof "abc"',
    '"abc"[1]',
    "_Alignof(double)",
    "gi",
    "(_Bool)d",
    "(float)d * f",
    "f / 3",
    "1.0f / 3 * i",
    "u >> 1",
    "(short)u",
    "W0 > 0",
    "_Generic('a', int: 1, char: 2, default: 3)",
    "_Generic(i > 1, int: 1, default: 2)",
    "sizeof(__typeof__(k == E1))",
    "first(at(&i))",
    "first(i >= 0 ? at(&i) : 0)",
    "first((u, at(&i)))",
    "first(gi ? at(&i) : &i)",
]


class CProgram:
    def __init__(self, random, number):
        self.random = random
        self.number = number
        self.macros = random.choice([0, 0, 0.6])
        self.kinds = CALLS if random.random() < 0.2 else EXPRESSIONS
        self.is_understood = self.kinds is CALLS  # so that the translator may not refuse it

    def expression(self):
        text = self.plain_expression()
        if self.random.random() >= self.macros:
            return text
        self.is_understood = False  # No name can be written into a macro.
        return self.random.choice(["ID_({})", "INNER_({})", "SUM_(0, ({}))"]).format(text)

    def plain_expression(self):
        one = self.random.choice(self.kinds).replace("INT_LIKE", "(int)f")
        return (
            one
            if self.random.random() < 0.6
            else f"{one} {self.random.choice('+-*')} {self.random.choice(self.kinds[:50])}"
        )

    def text(self):
        number = self.number
        own = (
            "static int own(int i, float f, double d) {\n"
            "  unsigned u = 3; char c = 'x'; enum e k = E1; struct pair p = {1, E2, 2};\n"
            f"  return (int)({self.expression()}) + 0 * (int)(f + d + i + u + c + (int)k + p.a); }}"
        )
        own = own.replace("own", f"own{number}")
        locals_ = (
            "unsigned u = 3; char c = 'x'; enum e k = E1; struct pair p = {1, E2, 2}; "
            "float f = m[i & 7] + 1.1f; double d = f;"
        )
        values = [self.expression() for _ in range(self.random.randrange(1, 3))]
        adds = " ".join(f"m[i & 7] = m[i & 7] * 0.5f + ({one});" for one in values)
        return f"""/* program p{number} */
static float m{number}[8];
{own}
#pragma splice func Writes(range(m, m + 8))
void go{number}(float *m, int n) {{
  if (n > 4) {{ go{number}(m, n / 2); go{number}(m, n - n / 2); return; }}
#pragma splice step Writes(range(m, m + 8))
  for (int i = 0; i < n; ++i) {{
    {locals_}
    {adds} m[i & 7] += own{number}(i, f, d) & 3; if (!(m[i & 7] < 1e6f)) m[i & 7] = 1;
  }}
}}
void all{number}(void) {{
  float *m = {self.random.choice(["", "at", "!gi ? 0 : at", "(void *)"])}(m{number});
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {{ go{number}(m, 9 + t); }}
  printf("{number}"); for (int i = 0; i < 8; ++i) {{ printf(" %a", m{number}[i]); }} printf("\\n");
}}
/* end */
"""

    @staticmethod
    def file_of(programs):
        calls = " ".join(
            f"if (argc < 3 || atoi(argv[2]) == {one.number}) "
            f"{{ all{one.number}(); fflush(stdout); }}"
            for one, text in programs
            if text.strip()
        )
        return (
            HEAD
            + "".join(text for _, text in programs)
            + f"int main(int argc, char **argv) {{ {calls} return 0; }}\n"
        )
