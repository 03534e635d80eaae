// SPDX-License-Identifier: Apache-2.0

// What belongs to the function that it is written in.
static double data[100];

#pragma splice func Everything

void several(int n) {
#pragma splice step Everything
  data[2] += __COUNTER__;  // error: __COUNTER__ would be another value in a step
#pragma splice step Everything
  data[3] = *static_cast<double*>(__builtin_alloca(8)) > n;  // error: memory that ends too early
}

#define HERE __func__

int main() {
  switch (data[0] > 3) {
    case 0:
#pragma splice try(4)
    {
      several(HERE[0]);  // error: __func__ would be another name in a try_splice
      case 1:            // error: this label belongs to a switch around the statement
        several(2);
    }
  }
}
