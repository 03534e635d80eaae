# SPDX-License-Identifier: Apache-2.0
"""What generated sources are made of: expressions and statements of every kind that Clang has.

Each stands where control code, steps and effects are, whether the translator accepts it or not.
Names in braces are replaced: {i} and {j} ints, {d} a double, {p} a pointer to memory that steps
write, {t} a parameter, {e} another expression, {late} what is true in later rounds, but not in what
is said to be a step. Whatever a fragment does is defined in C++, and what it evaluates to is small.
"""

PRELUDE = r"""
#define ID_(...) __VA_ARGS__
#define SUM_(x, y) x + y
#define NEG_(x) -x
#define LESS_ ID_(- 1)
#define GREATER_(x, y) x > y
#define TWO_(x, y, z) int x = z + 1, y = z;
static double m[64];
static int gi = 2;
static thread_local int ti = 3;
static const int kc = 3;
static constexpr int table[4] = {1, 0, 3, 2};
static const double fixed[4] = {0.5, 1.5, 2.5, 3.5};
struct S { double x; double y; };
struct D { int a; double y = m[3]; };
struct E { int a = 1; int b = 2; };
struct B { int a; constexpr B(int i) : a(i < -9 ? 0 : i + (int)m[2]) {} };
struct C : B { constexpr C(int i) : B(i) {} };
struct P { int a; constexpr P(int i) : a(i + 1) {} constexpr int get() const { return a; } };
struct R { double& r; };
struct RA { double (&r)[64]; };
struct RS { R r; int a; };
struct PR { double* r; };
struct DB : D {};
struct DD { D d; int a = 2; };
struct DA { int a; constexpr DA(int i, double b = m[3]) : a(i + (int)b) {} };
struct DC { int a; double y = m[4]; constexpr int sum() const { return a + (int)y; } };
struct K { const int* k; K(const int& x) : k(&x) {} };
struct M { mutable int n = 0; int touch() const { return ++n; } int n_of() const { return n; } };
struct V { int a; operator int() const { return a + (int)m[1]; } };
struct W { int a; constexpr operator int() const { return a; } };
struct Z { double* o; double v; ~Z() { *o = *o * 0.5 + v; } };
struct ZZ { Z z; int a; };
struct Undo { void operator()(double* x) const { *x = *x * 0.5 + 1; } };
struct A { int a; int operator+(int b) const { return a + b + (int)m[4]; } };
struct Poly { virtual ~Poly() = default; virtual int f() const { return (int)m[5]; } };
struct Q;
static Q* last;
struct Q { int v; Q(int z) : v(z) { last = this; } };
struct F { int v; };
struct X { int n; X(int k) : n((int)m[k & 63]) {} };
struct FX { X x; int last; };
struct Y { int v; operator int() { return v++ & 7; } };
struct XD { int n; XD() : n((int)m[1] & 15) {} };
template <class T> struct T1 { T v; int w; };
struct U1 { union { int a = (int)m[2] & 15; float f; }; int b; };
struct ST { static constexpr int c = 3; int a; };
inline ST& st() { static ST one{1}; m[13] += 1; return one; }
enum class N { a, b, c };
inline bool operator<(N x, N y) { return ((long)(m[(int)x] * 16) ^ (long)(m[(int)y] * 4)) & 1; }
template <class T> int counted() { static int k = 0; return ++k; }
static Poly poly;
static S ms{1, 2};
static double S::*const member = &S::x;
static thread_local int tj = 1;
constexpr int inner(int i) { return i < 0 ? 0 : (int)m[i & 63]; }
constexpr int outer(int i) { return inner(i); }
constexpr int twice(int i) { return i * 2; }
namespace { constexpr int scaled(long i) { return (int)i * 3; } }
constexpr int scaled(int i) { return i * 5; }
constexpr int collatz(int n) {
  int s = 0;
  while (n > 1 && s < 9) { n = n % 2 ? 3 * n + 1 : n / 2; ++s; }
  return s;
}
constexpr int deref(const int* q) { return *q; }
constexpr int by_ref(const int& a) { return a + 1; }
constexpr const int& same(const int& a) { return a; }
constexpr int& same_place(int& a) { return a; }
constexpr const int& either(const int& a, const int& b) { return a > b ? a : b; }
constexpr int bump(int& a) { return ++a; }
constexpr int when() { return std::is_constant_evaluated() ? 7 : (int)m[6]; }
constexpr int throws(int i) { if (i > 1000) { throw 1; } return i; }
inline int with_default(int a, double b = m[7]) { return a + (int)b; }
constexpr int with_memory(int a, int b = (int)m[7]) { return a + b; }
constexpr int with_variable(int a, int b = gi) { return a + b; }
constexpr int with_constant(int a, int b = 3) { return a + b; }
inline int plain(int a) { return a + gi; }
template <class T> constexpr T sum(T a) { return a; }
template <class T, class... U> constexpr T sum(T a, U... b) { return a + sum(b...); }
template <class... U> constexpr int fold(U... b) { return (b + ... + (int)m[8]); }
template <class... U> constexpr int count(U...) { return sizeof...(U); }
static int (*const pointer)(int) = plain;
static const int* kept = &kc;
inline void keep(const int& a) { kept = &a; }
static int* changed;
inline void lend(int& a) { changed = &a; }
constexpr int operator""_k(unsigned long long n) { return (int)n; }
inline int operator""_m(unsigned long long n) { return (int)(n + m[9]); }
"""

# Of type int, or convertible to it.
PURE = [
    "{i}",
    "{i} + {j}",
    "{i} - 3",
    "{i} * 2 % 7",
    "-{i}",
    "~{i} & 7",
    "!{i}",
    "{i} << 1",
    "({i}, {j})",
    "{i} > {j} ? {i} : {j}",
    "{i} && {j}",
    "{i} || {j}",
    "(int)sizeof({i})",
    "(int)alignof(double)",
    "kc",
    "table[{i} & 3]",
    "(int)fixed[{i} & 3]",
    "E{{}}.b",
    "E{{{i}}}.a",
    "P({i}).get()",
    "P({i}).a",
    "twice({i})",
    "scaled({i})",
    "collatz({i} & 7)",
    "by_ref({i})",
    "std::min({i}, {j})",
    "std::max({i}, 2)",
    "std::clamp({i}, 0, 5)",
    "std::gcd({i}, 12)",
    "std::abs({i})",
    "with_constant({i})",
    "sum({i}, {j}, 1)",
    "count({i}, {j})",
    "(int)noexcept({i} + 1)",
    "static_cast<int>({d})",
    "int({d})",
    "(int)({d} + 0.5)",
    "'a' - {i}",
    "'a'",
    "true",
    "0x10 + {i}",
    "5_k",
    "(int)(nullptr == {p})",
    "({p} != nullptr)",
    "arr[{i} & 3]",
    "box[{i} & 3]",
    "(int)s.x",
    "(int)s.y",
    "(int)S{{1.5, {d}}}.y",
    "W{{{i}}}",
    "int(W{{{i}}})",
    "F{{{i}}}.v",
    "F{{W{{{i}}}}}.v",
    "T1<int>{{{i}}}.v",
    "std::array<int, 2>{{{i}, 2}}[1]",
    "__builtin_expect({i}, 1)",
    "__builtin_popcount({i})",
    "std::numeric_limits<int>::max() % 5",
    "choose({i})",
    "(int)std::size(table)",
    "(int)std::is_same_v<int, long>",
    "(int)std::is_integral_v<int>",
    "(({i}))",
    "+{i}",
    "(int)(char){i}",
    "(int)(long){i}",
    "__extension__ ({i} + 1)",
    "(int)__alignof__({d})",
    "(int)__builtin_offsetof(S, y)",
    "(int)offsetof(S, y)",
    "std::array<int, 2>{{{i}, {j}}}[1]",
    "(int)({t} & 1)",
    "{i}++ & 3",
    "(int)box.size()",
    "std::bit_width((unsigned){i})",
    "\"abc\"[{i} & 1] - 'a'",
]
# Statements of control code.
STATEMENTS = [
    "{i} = {e};",
    "{i} += {e};",
    "{d} = {e};",
    "arr[{i} & 3] = {e};",
    "box[1] = {e};",
    "s.x = {e};",
    "s = S{{1, 2}};",
    "if ({e}) {{ {i} = 1; }} else {{ {j} = 2; }}",
    "for (int z_ = 0; z_ < ({e}) % 3; ++z_) {{ {i} += z_; }}",
    "switch (({e}) & 3) {{ case 0: {i} = 1; break; case 1: {{ {j} = 2; case 2: {i} = 3; }} "
    "break; default: break; }}",
    "while ({i} > 9) {{ {i} -= 3; }}",
    "do {{ --{i}; }} while ({i} > 9);",
    ";",
    "(void){i};",
    "(void)({e});",
    "int fresh_{n} = {e}; {i} = fresh_{n} & 7;",
    "const int fresh_{n} = {e}; {j} = fresh_{n} & 7;",
    "int fresh_{n}{{{e}}}; {i} = fresh_{n} & 3;",
    "auto fresh_{n} = {e}; {i} = (int)fresh_{n} & 3;",
    "static const int fresh_{n} = kc; {i} = fresh_{n};",
]

# Statements of steps that change a local, which nothing uses afterwards. {i} is the local.
LOCAL_CHANGES = [
    "{i} = {e};",
    "{i} += {e};",
    "{i} = {i} + 1;",
    "if ({e}) {{ {i} = 1; }}",
    "if ({e}) {{ {i} = 1; }} else {{ {i} = 2; }}",
    "for ({i} = 0; {i} < 3; ++{i}) {{ o[4] += {i}; }}",
    "for (int z_ = 0; z_ < ({e}) % 3; ++z_) {{ {i} = z_; }}",
    "for (int z_ = 0; z_ < 3; ++z_) {{ if (z_ < (({e}) & 3)) {{ continue; }} {i} = z_; }}",
    "for (;;) {{ if ({e}) {{ break; }} {i} = 2; break; }}",
    "while ({i} > 2) {{ {i} -= 2; }}",
    "do {{ {i} = 3; }} while ({i} > 9);",
    "do {{ if ({e}) {{ break; }} {i} = 3; }} while ({i} > 9);",
    "switch (({e}) & 3) {{ case 0: {i} = 3; break; default: {i} = 1; }}",
    "switch (({e}) & 3) {{ case 0: {i} = 3; case 1: o[3] += {i}; break; default: {i} = 1; }}",
    "switch (({e}) & 3) {{ case 0: {{ {i} = 3; case 1: o[3] += {i}; }} break; default: {i} = 1; }}",
    "switch (({e}) & 3) {{ case 0: {{ {i} = 3; {{ case 1: o[3] += {i}; }} }} default: {i} = 1; }}",
    "switch (({e}) & 1) {{ default: {{ {i} = 3; if (t) {{ case 1: ; }} o[3] += {i}; }} }}",
    "switch (({e}) & 1) {{ case 0: {{ {i} = 3; for (int z_; z_ = 0, false;) {{ case 1: ; }} "
    "o[3] += {i}; }} }}",
    "switch (({e}) & 1) {{ case 0: {{ {i} = 2; {{ default: o[4] += {i}; }} }} }}",
    "(void)(({e}) && ({i} = 2));",
    "(void)(({e}) ? {i} = 1 : 0);",
    "int z_ = ({i} = 4) + 1; o[2] += z_;",
    "try {{ {i} = {e}; }} catch (int) {{ {i} = 2; }}",
    "try {{ if ({e}) {{ throw 1; }} {i} = 4; }} catch (int) {{ o[2] += 1; }}",
]
