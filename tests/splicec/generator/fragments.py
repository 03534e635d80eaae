# SPDX-License-Identifier: Apache-2.0
"""What generated sources are made of: expressions and statements of every kind that Clang has.

Each stands where control code, steps and effects are, whether the translator accepts it or not.
Names in braces are replaced: {i} an int, {d} a double, {p} a pointer to memory that steps write,
{t} a parameter. Whatever a fragment does is defined in C++, and what it evaluates to is small.
"""

PRELUDE = r"""
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
struct K { const int* k; K(const int& x) : k(&x) {} };
struct M { mutable int n = 0; int touch() const { return ++n; } int n_of() const { return n; } };
struct V { int a; operator int() const { return a + (int)m[1]; } };
struct W { int a; constexpr operator int() const { return a; } };
struct Z { double* o; double v; ~Z() { *o = *o * 0.5 + v; } };
struct A { int a; int operator+(int b) const { return a + b + (int)m[4]; } };
struct Poly { virtual ~Poly() = default; virtual int f() const { return (int)m[5]; } };
struct Q;
static Q* last;
struct Q { int v; Q(int z) : v(z) { last = this; } };
template <class T> int counted() { static int k = 0; return ++k; }
static Poly poly;
static S ms{1, 2};
static double S::*const member = &S::x;
constexpr int inner(int i) { return i < 0 ? 0 : (int)m[i & 63]; }
constexpr int outer(int i) { return inner(i); }
constexpr int twice(int i) { return i * 2; }
constexpr int collatz(int n) {
  int s = 0;
  while (n > 1 && s < 9) { n = n % 2 ? 3 * n + 1 : n / 2; ++s; }
  return s;
}
constexpr int deref(const int* q) { return *q; }
constexpr int by_ref(const int& a) { return a + 1; }
constexpr const int& same(const int& a) { return a; }
constexpr int bump(int& a) { return ++a; }
constexpr int when() { return std::is_constant_evaluated() ? 7 : (int)m[6]; }
constexpr int throws(int i) { if (i > 1000) { throw 1; } return i; }
inline int with_default(int a, double b = m[7]) { return a + (int)b; }
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
# These look at memory, change something, or lend an address: the value depends on when that is.
HEAVY = [
    "same({i})",
    "throws({i})",
    "[](int z) {{ return z + 1; }}({i})",
    "(int)m[{i} & 63]",
    "(int)*{p}",
    "(int){p}[1]",
    "(int)*({p} + 2)",
    "gi",
    "ti",
    "(int)ms.x",
    "(int)(&ms)->y",
    "D{{1}}.y",
    "D{{}}.y",
    "(int)D().y",
    "B({i}).a",
    "C({i}).a",
    "(int)R{{m[3]}}.r",
    "(int)(ms.*member)",
    "(int)((&ms)->*member)",
    "outer({i} & 7)",
    "inner({i} & 7)",
    "when()",
    "with_default({i})",
    "plain({i})",
    "pointer({i})",
    "fold({i}, 1)",
    "V{{{i}}}",
    "int(V{{{i}}})",
    "(A{{{i}}} + 1)",
    "poly.f()",
    "(&poly)->f()",
    "3_m",
    "__atomic_load_n(&gi, __ATOMIC_RELAXED)",
    "__atomic_fetch_add(&gi, 1, 0)",
    "__sync_fetch_and_add(&gi, 1)",
    "(int)__builtin_bit_cast(long, m[3]) & 1",
    "({{ int z_ = (int)m[2]; z_; }})",
    "(gi ?: 3)",
    "({i} ?: (int)m[1])",
    "deref(&{i})",
    "deref(table)",
    "*&{i}",
    "bump({i})",
    "({i} = 5)",
    "({i} += 2)",
    "++{i}",
    "--{j}",
    "(int)((int&){i} = 4)",
    "(({t} & 1 ? {i} : {j}) = 6)",
    "std::exchange({i}, 3)",
    "*std::addressof({i})",
    "*&std::max({i}, {j})",
    "*K({i}).k",
    "[&] {{ return ++{i}; }}()",
    "[&] {{ return (int)m[4]; }}()",
    "[=]() mutable {{ return ++{i}; }}()",
    "[q = &{i}] {{ return *q; }}()",
    "std::cref({i}).get()",
    "std::as_const({i})",
    "mm.touch()",
    "mm.n_of()",
    "*box.cbegin()",
    "*box.begin()",
    "*arr",
    "*(arr + 1)",
    "1[arr]",
    "(keep({i}), 1)",
    "(lend({i}), 1)",
    "(int)(*new int({i}) * 0)",
    "typeid(poly).name()[0] * 0",
    "(dynamic_cast<Poly*>(&poly) != nullptr)",
    "std::min({{{i}, 2}})",
    "(int)reinterpret_cast<const char*>(m)[0]",
    "const_cast<const int&>({i})",
    "static_cast<const int&>({i})",
    "({t} > 90 ? throw 1 : {i})",
    "(int)__real__ {d}",
    "(int)(__real__ {d} = 2)",
    "(int)std::bit_cast<long>(m[1]) & 1",
    "(int)std::array<double, 1>{{m[1]}}[0]",
    "std::accumulate(m, m + 3, 0)",
    "(int)(int[2]){{1, 2}}[1]",
    "(m[0] > 1 ? 1 : 0)",
    "(int)(m[1] <=> m[2] < 0)",
    "std::get<0>(std::tuple(gi))",
    "std::pair(gi, 1).first",
    "(int)choose_memory({i})",
    "(int)view.read(3)",
    "(int)view(4)",
    "(int)std::sqrt(m[2] * m[2])",
    "(lend({i}), *changed)",
    "(keep({i}), *kept)",
    "(std::swap({i}, {j}), {i})",
    "(int)ref",
    "(ref += 1, 1)",
    "(int)std::span(m).front()",
    "__builtin_constant_p({i})",
    "(int)(long)__func__[0] * 0 + __LINE__ * 0",
    "(int)std::source_location::current().line() * 0",
    "__COUNTER__ % 100 * 0 + 1",
    "(int)sizeof(__func__) % 2",
]
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
    "static int fresh_{n} = 0; {i} = ++fresh_{n} & 3;",
    "thread_local int fresh_{n} = 0; {i} = ++fresh_{n} & 3;",
    "static const int fresh_{n} = (int)m[3]; {i} = fresh_{n} & 3;",
    "int& fresh_{n} = {i}; fresh_{n} = {e};",
    "const int& fresh_{n} = {i}; {j} = fresh_{n} & 3;",
    "auto [fresh_{n}, other_{n}] = s; {d} = fresh_{n};",
    "auto& [fresh_{n}, other_{n}] = s; fresh_{n} = 3;",
    "for (int z_ : arr) {{ {i} += z_; }}",
    "for (double& z_ : m) {{ z_ += 1; break; }}",
    'asm("" : "+r"({i}));',
    "int* fresh_{n} = &{i}; *fresh_{n} = 3;",
    "Z fresh_{n}{{m + 9, 1.5}};",
    "std::vector<int> fresh_{n}{{1}}; {i} = fresh_{n}[0];",
    "goto end_{n}; end_{n}: {i} = 1;",
    "[[maybe_unused]] int fresh_{n} = {e};",
    "[[likely]] {i} = 1;",
    "try {{ {i} = {e}; }} catch (int) {{ {i} = 2; }}",
    "m[10] = {e};",
    "gi = ({e}) & 7;",
    "*{p} = {e};",
    "{p}[3] += 1;",
    "{{ int inside_{n} = {e}; {i} = inside_{n} & 7; }}",
    "struct local_{n} {{ int a; }}; {i} = local_{n}{{2}}.a;",
    "enum class e_{n} {{ a = 1 }}; {i} = (int)e_{n}::a;",
    "using t_{n} = int; {i} = t_{n}(3);",
    "int fresh_{n}[2] = {{1, {e}}}; {i} = fresh_{n}[1] & 3;",
    "if (int fresh_{n} = {e}; fresh_{n} > 1) {{ {i} = 1; }}",
    "if constexpr (kc > 2) {{ {i} = 4; }}",
    "if consteval {{ {i} = 4; }} else {{ {i} = 5; }}",
    "static_assert(kc == 3);",
    "int fresh_{n} __attribute__((cleanup(clean))) = 3;",
    "std::swap({i}, {j});",
    "lend({i});",
    "keep({i});",
    "volatile int fresh_{n} = {e}; {i} = fresh_{n} & 3;",
    "s.y = s.x; {i} = (int)s.y;",
    "M fresh_{n}; {i} = fresh_{n}.touch();",
    "int fresh_{n} = {i}, *other_{n} = &fresh_{n}; {i} = *other_{n};",
    "__imag__ cx = {i}; {i} = (int)__imag__ cx;",
    "const auto fresh_{n} = [&](int z_) {{ return z_ + {i}; }}; {j} = fresh_{n}(1) & 7;",
    "extern int gx; {i} = 1;",
    "void* fresh_{n} = __builtin_alloca(8); {i} = fresh_{n} != nullptr;",
    "{i} = 1, {j} = 2;",
    "mm.touch();",
    "const int* fresh_{n} = std::addressof({i}); {j} = *fresh_{n} & 3;",
    "int z_{n} = 0; lab_{n}: if (++z_{n} < 2) goto lab_{n};",
]
