# SPDX-License-Identifier: Apache-2.0
"""The kinds of code that are just outside of what the translator accepts, each with its forms."""

from changes import CHANGES_AND_STATEMENTS
from kind import Kind
from out_of_sight import OUT_OF_SIGHT

ALL = [
    # Memory.
    Kind(
        [
            "(int)m[{i} & 63]",
            "(int)*{p}",
            "(int){p}[1]",
            "(int)*({p} + 2)",
            "gi",
            "(int)ms.x",
            "(int)(&ms)->y",
            "(int)ps->x",
            "(m[0] > 1 ? 1 : 0)",
            "(int)reinterpret_cast<const char*>(m)[0]",
            "(gi ?: 3)",
            "({i} ?: (int)m[1])",
            "(int)(m[1] <=> m[2] < 0)",
        ],
        [
            "m[10] = {e};",
            "gi = ({e}) & 7;",
            "*{p} = {e};",
            "{p}[3] += 1;",
            "ms.x = {e};",
            "ps->y = {e};",
            "for (double& z_ : m) {{ z_ += 1; break; }}",
        ],
        defaults=[" = m[3]", " = gi", " = ms.x"],
    ),
    # Functions of array views that look at elements.
    Kind(
        [
            "(int)view.read(3)",
            "(int)view(4)",
            "(int)view.data()[2]",
            "(int)view.read({i} & 7)",
            "(int)*view.data()",
            "(int)*&view(5)",
        ],
        [
            "view.write(3) = {e};",
            "view(4) = {e};",
            "{d} = view.read(5);",
            "view.accumulate(2) += 1;",
        ],
    ),
    # Arguments that are left out.
    Kind(
        [
            "with_default({i})",
            "with_memory({i})",
            "with_variable({i})",
            "DA({i}).a",
            "DA{{{i}}}.a",
            "twice(with_memory({i}))",
        ],
        ["DA fresh_{n}({e}); {i} = fresh_{n}.a & 7;", "{i} = with_memory({e}) & 7;"],
        defaults=[" = with_default(1)", " = with_memory(2)", " = m[4]", " = outer(2)"],
    ),
    # Members with values of their own, of aggregates.
    Kind(
        [
            "D{{1}}.y",
            "D{{}}.y",
            "(int)DD{{}}.d.y",
            "(int)DB{{}}.y",
            "(int)DD{{{{1}}, 3}}.d.y",
            "DC{{{i}}}.sum()",
        ],
        [
            "D fresh_{n}{{{e}}}; {i} = (int)fresh_{n}.y & 7;",
            "const D fresh_{n}{{}}; {i} = (int)fresh_{n}.y & 7;",
            "const D fresh_{n} = {{1}}; {d} = fresh_{n}.y;",
            "const D fresh_{n}[2] = {{{{1}}, {{2}}}}; {d} = fresh_{n}[1].y;",
        ],
        defaults=[" = D{1}.y", " = D{}.y"],
    ),
    # Constructors that nobody wrote.
    Kind(
        ["(int)D().y", "(int)DD().d.y", "(int)DB().y", "DC().sum() & 7"],
        [
            "D fresh_{n}; {i} = (int)fresh_{n}.y & 7;",
            "DD fresh_{n}; {i} = (int)fresh_{n}.d.y & 7;",
            "D fresh_{n}[2]; {d} = fresh_{n}[1].y;",
            "DB fresh_{n} = DB(); {d} = fresh_{n}.y;",
        ],
        defaults=[" = D().y"],
    ),
    # Pointers to members.
    Kind(
        [
            "(int)(ms.*member)",
            "(int)((&ms)->*member)",
            "(int)((&ms)->*&S::x)",
            "(int)((&ms)->*&S::y)",
            "(int)(ms.*&S::y)",
            "(int)(ps->*&S::y)",
            "(int)(ps->*&S::x)",
            "(int)(s.*&S::x)",
            "(int)((&s)->*member)",
            "((&poly)->*&Poly::f)()",
        ],
        [
            "ms.*member = {e};",
            "ps->*&S::x = {e};",
            "s.*&S::y = {e};",
            "{d} = ps->*&S::x;",
            "{i} = (int)((&ms)->*&S::y) & 7;",
        ],
        [
            ("double* q_{n} = &(s.*member);", "(int)*q_{n}", "s.x = 7 - t;"),
            *[("touch({t});", "ps->*&S::y")] * 14,
            ("touch({t});", "ps->*member"),
            ("touch({t});", "(&ms)->*&S::y"),
            ("touch({t});", "(int)(ps->*&S::x)"),
        ],
    ),
    # Conversions and operators of classes.
    Kind(
        [
            "B({i}).a",
            "C({i}).a",
            "V{{{i}}}",
            "int(V{{{i}}})",
            "(A{{{i}}} + 1)",
            "3_m",
            "(int)std::bit_cast<long>(m[1]) & 1",
            "(int)__builtin_bit_cast(long, m[3]) & 1",
        ],
        ["{i} = V{{{e}}}; {i} &= 7;", "const B fresh_{n}({e}); {i} = fresh_{n}.a & 7;"],
    ),
    # Members that are references.
    Kind(
        [
            "(int)R{{m[3]}}.r",
            "(int)rm.r",
            "(int)rs.r.r",
            "(int)ra.r[3]",
            "(int)*pr.r",
            "(int)(rm.r + 1)",
            "twice((int)rm.r)",
        ],
        ["rm.r = {e};", "{d} = rm.r;", "ra.r[4] += 1;", "{d} = rs.r.r;", "rs.r.r += 1;"],
        [("const R q_{n}{{{d}}};", "(int)q_{n}.r"), ("const PR q_{n}{{&{d}}};", "(int)*q_{n}.r")],
        [" = R{m[3]}.r"],
        weight=2,
    ),
    # Functions that are constexpr and look at memory.
    Kind(
        [
            "outer({i} & 7)",
            "inner({i} & 7)",
            "when()",
            "fold({i}, 1)",
            "deref(&{i})",
            "deref(table)",
            "throws({i})",
            "same({i})",
            "(int)choose_memory({i})",
        ],
        ["{i} = outer({e}) & 7;", "const int fresh_{n} = inner(({e}) & 7); {j} = fresh_{n} & 7;"],
    ),
    # Functions that are not.
    Kind(
        [
            "plain({i})",
            "pointer({i})",
            "poly.f()",
            "(&poly)->f()",
            "typeid(poly).name()[0] * 0",
            "(dynamic_cast<Poly*>(&poly) != nullptr)",
            "std::accumulate(m, m + 3, 0)",
            "(int)std::sqrt(m[2] * m[2])",
            "(int)std::span(m).front()",
            "std::get<0>(std::tuple(gi))",
            "std::pair(gi, 1).first",
            "std::min({{{i}, 2}})",
            "(int)std::array<double, 1>{{m[1]}}[0]",
        ],
        ["plain({e});", "{i} = pointer({e}) & 7;", "{d} = poly.f();"],
    ),
    # Variables that end.
    Kind(
        (),
        [
            "Z fresh_{n}{{m + 9, 1.5}};",
            "const Z fresh_{n}{{o + 6, 2.5}};",
            "Z fresh_{n}[2]{{{{m + 8, 1}}, {{m + 9, 2}}}};",
            "ZZ fresh_{n}{{{{m + 7, {d}}}, {e}}}; {i} = fresh_{n}.a & 7;",
            "std::unique_ptr<double, Undo> fresh_{n}(m + 9);",
            "int fresh_{n} __attribute__((cleanup(clean))) = 3;",
            "std::vector<int> fresh_{n}{{1}}; {i} = fresh_{n}[0];",
        ],
    ),
    # Places that are no variables, and change.
    Kind(
        [
            "(int)((int&){i} = 4)",
            "(({t} & 1 ? {i} : {j}) = 6)",
            "++({t} & 1 ? {i} : {j})",
            "(*&{i} = 3)",
            "(same_place({i}) = 5)",
            "(({j}, {i}) += 2)",
            "(({i} = 3) += 2)",
            "(int)(const_cast<int&>({i}) += 1)",
        ],
        [
            "({t} & 1 ? {i} : {j}) = {e};",
            "(int&){i} = {e};",
            "static_cast<int&>({i}) += 2;",
            "({j}, {i}) = {e};",
            "*&{i} = {e};",
            "same_place({i}) = {e};",
            "({i} = 3) += 2;",
            "++({t} & 1 ? {i} : {j});",
        ],
    ),
    # Assembler.
    Kind(
        [
            '({{ int z_ = {i}; asm("" : "+r"(z_)); z_; }})',
            '({{ asm("" : "=r"({i}) : "0"(4)); 1; }})',
            '({{ asm("" : "=r"({i}) : "0"(({i} & 7) + 5)); 1; }})',
        ],
        [
            'asm("" : "+r"({i}));',
            'asm("" : "=r"({i}) : "0"((({e}) & 7) + 4));',
            'asm("" : "=r"({i}) : "0"(({i} & 7) + 5));',
            'asm volatile("" : "=r"({i}), "=r"({j}) : "0"(6), "1"(7));',
            'asm("" : : "r"({i}));',
        ],
        weight=2,
    ),
    # Parts of complex numbers.
    Kind(
        [
            "(int)__real__ {d}",
            "(int)(__real__ {d} = 2)",
            "(int)__real__ cx",
            "(int)(__real__ cx = 2)",
            "(int)(__imag__ cx += 1)",
            "(int)++__real__ cx",
        ],
        [
            "__imag__ cx = {i}; {i} = (int)__imag__ cx;",
            "__imag__ cx = {i} + 5; o[4] += __imag__ cx;",
            "__real__ cx += {e};",
            "__real__ cx -= 1; __imag__ cx = 7;",
            "__real__ {d} = ({e}) + 9;",
            "++__imag__ cx;",
            "double* fresh_{n} = &__imag__ cx; *fresh_{n} += 1;",
        ],
        [
            ("double* q_{n} = &__real__ cx;", "(int)*q_{n}", "__real__ cx = t;"),
            ("double* q_{n} = &__imag__ cx;", "(int)(*q_{n} += 1)", "{d} = __imag__ cx;"),
        ],
        weight=2,
    ),
    # Variables of threads. Another thread may run steps, and the code after a call.
    Kind(
        ["ti", "tj", "(ti += 1)", "*&ti"],
        [
            "thread_local int fresh_{n} = 0; {i} = ++fresh_{n} & 3;",
            "static thread_local int fresh_{n} = 0; {i} = ++fresh_{n} & 3;",
            "thread_local int fresh_{n} = (int)m[3]; {i} = fresh_{n} & 3;",
            "ti += 1;",
            "thread_local double fresh_{n} = {e}; {i} = (int)(fresh_{n} += 1) & 3;",
        ],
        [("int* q_{n} = &ti;", "*q_{n}")],
    ),
    # Variables of threads whose changes memory shows.
    Kind(
        statements=[
            "thread_local int fresh_{n} = 0; o[4] += ++fresh_{n};",
            "thread_local double fresh_{n} = m[3]; m[2] += fresh_{n}; fresh_{n} += 2;",
        ],
    ),
    # Variables that stay.
    Kind(
        [],
        [
            "static int fresh_{n} = 0; {i} = ++fresh_{n} & 3;",
            "static double fresh_{n} = {e}; {i} = (int)fresh_{n} & 3;",
            "static const int fresh_{n} = (int)m[3]; {i} = fresh_{n} & 3;",
            "static const double fresh_{n} = {e}; {d} = fresh_{n};",
            "static const auto fresh_{n} = m[4]; {i} = (int)fresh_{n} & 7;",
            "static const int fresh_{n}[2] = {{t, (int)m[5]}}; {i} = fresh_{n}[1] & 3;",
            "static const D fresh_{n}{{}}; {i} = (int)fresh_{n}.y & 3;",
            "extern int gx; {i} = 1;",
        ],
        [
            (
                "struct L_{n} {{ static int next() {{ static int k_ = 0; return ++k_; }} }};",
                "L_{n}::next()",
            ),
        ],
    ),
    # Variables that stay, of templates for types of the function.
    Kind(
        aliases=[
            ("struct L_{n} {{ int v; }};", "counted<L_{n}>()"),
            ("enum L_{n} {{ first_{n} }};", "counted<L_{n}>()"),
            ("struct L_{n} {{ int v; }}; using M_{n} = L_{n};", "counted<M_{n}>()"),
        ],
    ),
    # What is thrown.
    Kind(
        [
            "({late} ? throw 1 : {i})",
            "({late} ? throw {j} : {i})",
            "({i}, {late} ? throw 1 : 2)",
            "({late} ? (throw 2, 1) : {i})",
        ],
        [
            "if ({late}) {{ throw 1; }}",
            "try {{ {i} = {e}; }} catch (int) {{ {i} = 2; }}",
            "{i} = {late} ? throw 1 : {e};",
            "{late} ? throw 1 : (void)0;",
            "try {{ {i} = t > 3 ? throw 1 : {e}; }} catch (int) {{ {i} = 2; }}",
            "try {{ throw {e}; }} catch (int z_) {{ {i} = z_ & 3; }} catch (...) {{ {i} = 1; }}",
        ],
    ),
    # Addresses.
    Kind(
        [
            "*&{i}",
            "*std::addressof({i})",
            "*arr",
            "*(arr + 1)",
            "1[arr]",
            "[q = &{i}] {{ return *q; }}()",
        ],
        [
            "int* fresh_{n} = &{i}; *fresh_{n} = 3;",
            "int fresh_{n} = {i}, *other_{n} = &fresh_{n}; {i} = *other_{n};",
            "const int* fresh_{n} = std::addressof({i}); {j} = *fresh_{n} & 3;",
        ],
        [
            ("const int* q_{n} = &{i};", "*q_{n}"),
            ("int own_{n} = t; const int* q_{n} = &own_{n};", "*q_{n}"),
            ("int own_{n}[2] = {{t, 1}}; const int* q_{n} = own_{n};", "*q_{n}"),
            ("const int* q_{n} = std::addressof({i});", "*q_{n}"),
            ("const int* q_{n} = arr;", "*q_{n}"),
            ("const int* q_{n} = &arr[1];", "*q_{n}"),
            ("int* q_{n} = &{i};", "(*q_{n} += 1)"),
            ("const int* q_{n} = {t} > 2 ? &{i} : &{j};", "*q_{n}"),
        ],
    ),
    # References to what they are given, as results.
    Kind(
        [
            "*&std::max({i}, {j})",
            "*&either({i}, {j})",
            "std::cref({i}).get()",
            "std::as_const({i})",
            "*box.cbegin()",
            "*box.begin()",
            "*&same({i})",
        ],
        ["const int& fresh_{n} = std::max({i}, {j}); {j} = fresh_{n} & 3;"],
        [
            *[("const int* q_{n} = &std::max({i}, {j});", "*q_{n}")] * 5,
            *[("const int* q_{n} = &std::min({i}, {j});", "*q_{n}")] * 5,
            ("const int* q_{n} = &std::clamp({i}, {i}, {i});", "*q_{n}"),
            ("int own_{n} = t; const int* q_{n} = &std::max(own_{n}, own_{n});", "*q_{n}"),
            ("const int* q_{n} = &either({i}, {j});", "*q_{n}"),
            ("const int* q_{n} = &same({i});", "*q_{n}"),
            ("const int& q_{n} = std::min({i}, {j});", "q_{n}"),
            ("const auto q_{n} = std::cref({i});", "q_{n}.get()"),
            ("const auto q_{n} = std::span(arr);", "q_{n}[0]"),
            ("const int* q_{n} = box.cbegin();", "*q_{n}"),
            ("const int* q_{n} = &std::as_const({i});", "*q_{n}"),
            ("const auto* q_{n} = &std::as_const(box)[0];", "*q_{n}"),
        ],
        weight=2,
    ),
    # Functions and constructors that keep what they get.
    Kind(
        [
            "(keep({i}), 1)",
            "(lend({i}), 1)",
            "(lend({i}), *changed)",
            "(keep({i}), *kept)",
            "*K({i}).k",
        ],
        ["lend({i});", "keep({i});", "const K fresh_{n}({i}); {j} = *fresh_{n}.k & 3;"],
        [
            ("const K q_{n}({i});", "*q_{n}.k"),
            ("const K q_{n}{{{i}}};", "*q_{n}.k"),
            ("lend({i});", "*changed"),
            ("int own_{n} = t; keep(own_{n});", "*kept"),
            ("keep({i});", "*kept"),
            ("keep(arr[1]);", "*kept"),
        ],
    ),
    # Locals that one macro declares.
    Kind(
        aliases=[
            ("TWO_(u_{n}, w_{n}, {t}) int* const k_{n} = &w_{n};", "*k_{n}", "w_{n} = {i} + 2;"),
            ("TWO_(u_{n}, w_{n}, {t}) keep(w_{n});", "(*kept + u_{n})", "w_{n} = {i} + 3;"),
        ],
    ),
    # Functions and constructors that keep a variable that ends with each round of a loop.
    Kind(
        aliases=[
            ("int own_{n} = t + 1; keep(own_{n});", "*kept"),
            ("int own_{n} = 7 - t; lend(own_{n});", "(*changed += 1)"),
            ("int own_{n}[2] = {{t + 1, 3}}; keep(own_{n}[0]);", "*kept"),
            ("int own_{n} = 2 + t; const K q_{n}(own_{n});", "*q_{n}.k"),
        ],
        weight=2,
    ),
    # Objects that keep their own address.
    Kind(
        aliases=[
            ("", "(last->v += 1)", "inc(o, 0, 8, counter.v);"),
            ("", "(last->v += {t})", "{i} = counter.v & 7; inc(o, 0, 8, {i});"),
            ("", "++last->v", "if (counter.v & 1) {{ inc(o, 0, 8, 3); }}"),
        ],
    ),
    # Lambdas.
    Kind(
        [
            "[](int z) {{ return z + 1; }}({i})",
            "[&] {{ return ++{i}; }}()",
            "[&] {{ return (int)m[4]; }}()",
            "[=]() mutable {{ return ++{i}; }}()",
            "(int)choose_memory({i})",
        ],
        [
            "const auto fresh_{n} = [&](int z_) {{ return z_ + {i}; }}; {j} = fresh_{n}(1) & 7;",
            "const auto fresh_{n} = [&](int z_) {{ {i} = z_; }}; fresh_{n}(3);",
            "const auto fresh_{n} = [](int z_ = gi) {{ return z_; }}; {j} = fresh_{n}() & 7;",
        ],
        [
            ("const auto q_{n} = [&] {{ return {i}; }};", "q_{n}()"),
            ("const auto q_{n} = [q = &{i}] {{ return *q; }};", "q_{n}()"),
            ("const auto q_{n} = [&] {{ return {i} + (int)m[2]; }};", "q_{n}()"),
        ],
    ),
    # Extensions and built-in functions.
    Kind(
        [
            "__atomic_load_n(&gi, __ATOMIC_RELAXED)",
            "__atomic_fetch_add(&gi, 1, 0)",
            "__sync_fetch_and_add(&gi, 1)",
            "({{ int z_ = (int)m[2]; z_; }})",
            "(int)(int[2]){{1, 2}}[1]",
            "__builtin_constant_p({i})",
            "(int)(*new int({i}) * 0)",
        ],
        ["void* fresh_{n} = __builtin_alloca(8); {i} = fresh_{n} != nullptr;"],
    ),
    # What names the function or the place that it stands in.
    Kind(
        [
            "(int)(long)__func__[0] * 0 + __LINE__ * 0",
            "(int)std::source_location::current().line() * 0",
            "__COUNTER__ % 100 * 0 + 1",
            "(int)sizeof(__func__) % 2",
        ],
    ),
    *CHANGES_AND_STATEMENTS,
    *OUT_OF_SIGHT,
]
KINDS = [kind for kind in ALL for _ in range(kind.weight)]
