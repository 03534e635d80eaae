// SPDX-License-Identifier: Apache-2.0
static double data[100];

#pragma splice func Everything

void cut(int n, unsigned long m, int* bound) {
  double sum = 0, again = 0;
  int i = 0;
#pragma splice step over(i) slice(3) Everything
  data[0] = 1;  // error: over\(i\) is for a loop for \(i = a; i < b; \+\+i\): no loop stands here
#pragma splice step over(i) slice(3) Everything  // error: the loop here has the index 'j'
  for (int j = 0; j < n; ++j) {
    data[j] = 1;
  }
#pragma splice step over(i) slice(3) Everything
  for (; i < n; ++i) {  // error: its first part gives no value to a variable
    data[i] = 1;
  }
#pragma splice step over(x) slice(3) Everything
  for (double x = 0; x < n; ++x) {  // error: its index is no integer
    data[0] = x;
  }
#pragma splice step over(i) slice(3) Everything
  for (i = 0; i != n; ++i) {  // error: it does not end where the index comes to a bound
    data[i] = 1;
  }
#pragma splice step over(i) slice(3) Everything
  for (i = 0; i < n; i += 2) {  // error: it does not add 1 to the index
    data[i] = 1;
  }
#pragma splice step over(i) slice(3) Everything
  for (i = n; i < m; i += 1) {  // error: compares a number with a sign to one without
    data[i] = 1;
  }
#pragma splice step over(i) slice(3) Everything
  for (i = 0; i < *bound; i++) {  // error: a loop that is cut looks at memory
    data[i] = 1;
  }
#pragma splice step over(i) slice(3) Everything
  for (i = 0; i < n; i++) {  // error: depends on 'n', which the
    data[i] = n--;           // error: 'n' is carried
  }
#pragma splice step over(i) slice(3) Everything
  for (i = 0; i < 9; i++) {
    if (data[i] > 3) {
      break;  // error: break leaves a loop that is cut into slices
    }
    if (data[i] > 2) {
      continue;
    }
    sum = data[i];
    data[i] = i++ + sum;  // error: 'i', the index of a loop that is cut, is changed
  }
#pragma splice step over(i) slice(3) Everything
  for (i = 0; i < 9; i++) {
    data[i] = again;
    again = data[i + 1];  // error: 'again' is carried from one iteration to the next
  }
#pragma splice step over(i, j) slice(3) Everything
  for (i = 0; i < 9; i++) {
    for (int j = 0; j < i; ++j) {  // error: depends on 'i', which the loop changes
      data[i] = j;
    }
  }
#pragma splice step over(i, j) slice(3) Everything
  for (i = 0; i < 9; i++) {  // error: over\(j\) is for a loop
    data[i] = 2;
    for (int j = 0; j < 3; ++j) {
      data[i] = j;
    }
  }
}
