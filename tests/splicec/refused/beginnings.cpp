// SPDX-License-Identifier: Apache-2.0
#define BEGIN n = 5;
#define EACH(one, all) for (n = 4; int one : all)
#define CASE (t % 3)

static int data[100];

constexpr int changing(int* p) {
  switch (int old = (*p)++; old & 1) {
    case 1:
      return 1;
    default:
      return 2;
  }
}

#pragma splice func Everything

void inner(int* p) {
#pragma splice step Everything
  p[0]++;
}

#pragma splice func Everything

void beginnings(int t) {
  int n = 1, all[2] = {1, 2};
#pragma splice step Everything
  {
    switch (n = 5; t) {  // error: a switch or loop begins with another statement
      default:
        data[1] = 3;
    }
  }
#pragma splice step Everything
  {
    switch (BEGIN t) {  // error: a switch or loop begins with another statement
      default:
        data[1] = 3;
    }
  }
#pragma splice step Everything
  {
    switch (CASE) {
      default:
        data[1] = 3;
    }
  }
#pragma splice step Everything
  {
    int own[2] = {1, 2};
    for (n = 3; int x : own) {  // error: a switch or loop begins with another statement
      data[2] = x;
    }
    EACH(x, own) {  // error: a switch or loop begins with another statement
      data[2] = x;
    }
    for (int x : own) {
      data[2] = x;
    }
  }
  switch (n = 2; t) {  // error: a switch or loop begins with another statement
    case 1:
      inner(data);
  }
  // clang-format off
  switch (int z = t; z) {  // error: a switch or loop begins with another // error: this uses 'z'
      // clang-format on
    case 1:
      inner(data);
  }
  inner(data + changing(data));  // error: calls 'changing', which is neither spliced nor
  inner(data + all[0]);
}

void all(int n) {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    int own = t;
    const int* kept = nullptr;
    switch (kept = &own; n) {  // error: a switch or loop begins with another statement
      default:
        break;
    }
    beginnings(own);
  }
}
