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
    switch (n = 5; t) {  // error: a switch or loop in a step begins with another statement
      default:
        data[1] = 3;
    }
  }
#pragma splice step Everything
  {
    switch (BEGIN t) {  // error: a switch or loop in a step begins with another statement
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
    for (n = 3; int x : own) {  // error: a switch or loop in a step begins with another statement
      data[2] = x;
    }
    EACH(x, own) {  // error: a switch or loop in a step begins with another statement
      data[2] = x;
    }
    for (int x : own) {
      data[2] = x;
    }
  }
  switch (n = 2; t) {  // error: a switch that begins with another statement; write that before it
    case 1:
      inner(data);
  }
  switch (int z = t % 3; z) {  // error: a switch that begins with another statement
    case 1:
      inner(data);
  }
  inner(data + changing(data));  // error: calls 'changing', which is neither spliced nor
  inner(data + all[0]);
}
