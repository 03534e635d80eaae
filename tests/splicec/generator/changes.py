# SPDX-License-Identifier: Apache-2.0
"""Kinds of changes and of statements that are just outside of what the translator accepts."""

from kind import Kind

CHANGES_AND_STATEMENTS = [
    # References.
    Kind(
        [
            "(int)ref",
            "(ref += 1, 1)",
            "const_cast<const int&>({i})",
            "static_cast<const int&>({i})",
        ],
        [
            "int& fresh_{n} = {i}; fresh_{n} = {e};",
            "const int& fresh_{n} = {i}; {j} = fresh_{n} & 3;",
            "auto [fresh_{n}, other_{n}] = s; {d} = fresh_{n};",
            "auto& [fresh_{n}, other_{n}] = s; fresh_{n} = 3;",
            "for (int z_ : arr) {{ {i} += z_; }}",
            "for (int& z_ : arr) {{ z_ += {i}; }}",
        ],
        [
            ("const int& q_{n} = {i};", "q_{n}"),
            ("auto& [q_{n}, q2_{n}] = s;", "(int)q_{n}", "s.x = t;"),
        ],
    ),
    # Changes in expressions.
    Kind(
        [
            "bump({i})",
            "({i} = 5)",
            "({i} += 2)",
            "++{i}",
            "--{j}",
            "std::exchange({i}, 3)",
            "(std::swap({i}, {j}), {i})",
        ],
        ["bump({i});", "{i} = 1, {j} = 2;", "s.y = s.x; {i} = (int)s.y;"],
    ),
    # Changes by functions of the library that are understood.
    Kind(
        [
            "std::exchange({i}, {e})",
            "(std::swap({i}, {j}), {i})",
            "std::exchange(arr[1], {i})",
            "std::exchange(ref, 2)",
        ],
        [
            "std::swap({i}, {j});",
            "std::swap({i}, arr[{j} & 1]);",
            "std::swap(s.x, s.y); {i} = (int)s.y;",
            "std::swap(box[0], {i});",
            "std::swap({i}, ref);",
            "{i} = std::exchange({j}, {e}) & 7;",
            "using std::swap; swap({i}, {j});",
        ],
        [("const int* q_{n} = &{i};", "*q_{n}", "std::swap({i}, {j});")],
    ),
    # Statements that begin with another one.
    Kind(
        (),
        [
            "switch ({i} = 5; t) {{ case 1: {j} = 6; }}",
            *["switch ({i} = 5; t) {{ case 1: o[2] += 1; }}"] * 3,
            *["switch (++{i}; t & 1) {{ default: m[2] += {i}; }}"] * 3,
            "switch (int z_ = {e}; z_ & 1) {{ default: {i} = z_ & 7; }}",
            "switch (++{i}; {e}) {{ default: {j} = 6; }}",
            "for ({i} = 3; int z_ : arr) {{ {j} += z_; }}",
            "for (int z0_ = {e}; int z_ : arr) {{ {j} = (z_ + z0_) & 7; }}",
            "if ({i} = 2; t) {{ {j} = 1; }}",
            "if (++{i}; ({e}) > 1) {{ {j} = 1; }}",
            "switch (int z_ = {e}) {{ case 1: {i} = z_; }}",
            "if (int z_ = {e}) {{ {i} = z_ & 7; }}",
        ],
        [("const int* q_{n} = nullptr; switch (q_{n} = &{i}; t) {{ default: ; }}", "*q_{n}")] * 3,
        weight=2,
    ),
    # Objects that change.
    Kind(
        ["mm.touch()", "mm.n_of()"],
        ["mm.touch();", "M fresh_{n}; {i} = fresh_{n}.touch();"],
        [("M* q_{n} = &mm;", "q_{n}->n", "mm.touch();")],
    ),
    # Declarations and jumps.
    Kind(
        (),
        [
            "[[maybe_unused]] int fresh_{n} = {e};",
            "[[likely]] {i} = 1;",
            "volatile int fresh_{n} = {e}; {i} = fresh_{n} & 3;",
            "{{ int inside_{n} = {e}; {i} = inside_{n} & 7; }}",
            "struct local_{n} {{ int a; }}; {i} = local_{n}{{2}}.a;",
            "S fresh_{n}{{.x = {d}, .y = 2}}; {d} = fresh_{n}.x;",
            "Z fresh_{n}{{.o = o + 4, .v = {d}}};",
            "ZZ fresh_{n}{{.z = {{.o = o + 4, .v = {d}}}, .a = {i}}};",
            "RS fresh_{n}{{.r = {{.r = {d}}}, .a = {i}}}; fresh_{n}.r.r = 2;",
            "enum class e_{n} {{ a = 1 }}; {i} = (int)e_{n}::a;",
            "using t_{n} = int; {i} = t_{n}(3);",
            "int fresh_{n}[2] = {{1, {e}}}; {i} = fresh_{n}[1] & 3;",
            "if (int fresh_{n} = {e}; fresh_{n} > 1) {{ {i} = 1; }}",
            "if constexpr (kc > 2) {{ {i} = 4; }}",
            "if consteval {{ {i} = 4; }} else {{ {i} = 5; }}",
            "static_assert(kc == 3);",
            "goto end_{n}; end_{n}: {i} = 1;",
            "int z_{n} = 0; lab_{n}: if (++z_{n} < 2) goto lab_{n};",
        ],
    ),
]
