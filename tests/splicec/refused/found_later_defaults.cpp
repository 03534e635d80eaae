// SPDX-License-Identifier: Apache-2.0

// Default arguments of declarations behind the first one, where the function object stands.

static long cells[4];

#pragma splice func Writes(range(cells, cells + 4))

static void add(int at, int times, long more) {
#pragma splice step Writes(range(cells, cells + 4))
  cells[at % 4] = cells[at % 4] * 3 % 1009 + times * more;
}

static void add(int, int, long = 7);  // error: default arguments of 'add' stand in its first decl

static void show(int at, int times = 2);

#pragma splice func Writes(range(cells, cells + 4))

static void show(int at, int times) {
#pragma splice step Writes(range(cells, cells + 4))
  cells[at % 4] = cells[at % 4] * 3 % 1009 + times;
}

static void show(int = 1, int);  // error: default arguments of 'show' stand in its first decl

int main() {
#pragma splice try(2)
  for (int t = 0; t < 5; ++t) {
    add(t, 2, 3);
    show(t);
  }
}
