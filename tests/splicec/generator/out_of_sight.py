# SPDX-License-Identifier: Apache-2.0
"""Kinds of code that Clang does not show where it runs."""

from kind import Kind

OUT_OF_SIGHT = [
    # Conversions in lists.
    Kind(
        [
            "F{{V{{{i}}}}}.v",
            "F{{.v = V{{{i}}}}}.v",
            "FX{{{i}}}.x.n",
            "FX{{{{{i}}}, 2}}.x.n",
            "FX{{.x = {i}}}.x.n",
            "int{{V{{{i}}}}}",
            "std::array<int, 2>{{V{{{i}}}, 1}}[0]",
            "({i} > 2 ? F{{V{{1}}}}.v : 1)",
            "std::max(F{{V{{{i}}}}}.v, 1)",
            "twice({{V{{{i}}}}})",
        ],
        [
            "const F fresh_{n}{{V{{{e}}}}}; {i} = fresh_{n}.v & 7;",
            "const int fresh_{n}[2] = {{V{{{e}}}, 1}}; {i} = fresh_{n}[0] & 7;",
            "const int fresh_{n}{{V{{{e}}}}}; {i} = fresh_{n} & 7;",
            "const FX fresh_{n}{{{e}, 2}}; {i} = fresh_{n}.x.n & 7;",
            "Y fresh_{n}{{{e}}}; F{{fresh_{n}}}; {i} = fresh_{n}.v & 7;",
        ],
        [
            ("Y y_{n}{{{i} & 3}};", "F{{y_{n}}}.v", "{i} = y_{n}.v & 7;"),
            ("Y y_{n}{{{i} & 3}};", "int{{y_{n}}}", "{i} = y_{n}.v & 7;"),
            ("Y y_{n}{{{i} & 3}};", "std::array<int, 2>{{1, y_{n}}}[1]", "{i} = y_{n}.v & 7;"),
        ],
        defaults=[" = F{V{1}}.v", " = FX{3}.x.n", " = int{V{2}}"],
        weight=3,
    ),
    # Members whose type is a parameter of a template, and those of unions without a name.
    Kind(
        ["T1<XD>().v.n", "T1<XD>{{}}.v.n", "T1<T1<XD>>().v.v.n", "U1{{}}.a", "T1<U1>().v.a"],
        [
            "T1<XD> fresh_{n}; {i} = fresh_{n}.v.n & 7;",
            "std::array<XD, 2> fresh_{n}; {i} = fresh_{n}[1].n & 7;",
            "const U1 fresh_{n}{{}}; {i} = fresh_{n}.a & 7;",
        ],
        defaults=[" = T1<XD>().v.n", " = U1{}.a"],
        weight=2,
    ),
    # What stands before a static member, and operators of enumerations.
    Kind(
        [
            "st().c",
            "(&st())->c",
            "(int)std::max(N::a, N::b)",
            "(int)std::min(N::c, (N)({i} & 1))",
            "(int)std::clamp(N::a, N::b, N::c)",
        ],
        ["{i} = st().c + (int)m[13] % 5;", "{i} = (int)std::max(N::a, N::c) & 7;"],
        defaults=[" = (int)std::max(N::a, N::b)", " = st().c"],
        weight=6,
    ),
]
