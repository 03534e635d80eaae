// SPDX-License-Identifier: Apache-2.0
static double data[100];
#define BOTH(n) both(n), data[0] = 1
#define TWO_STATEMENTS(n) \
  data[0] = n;            \
  data[1] = n;
#define CALL_IT(n) call_it(n)

#pragma splice func Everything

void call_it(int n) {
  CALL_IT(n - 1);     // error: 'call_it' is called in a way that is not understood
  TWO_STATEMENTS(n);  // error: a macro hides where statements begin and end here
}
