// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

static double data[100];
void take(int* where);
void take_reference(int& where);

#pragma splice func Writes(range(data, data + n))

void loses(int n) {
  int sum = 0;
#pragma splice step Writes(range(data, data + n))
  for (int i = 0; i < n; ++i) {
    sum += static_cast<int>(data[i]);
  }
  if (sum > 3) {  // error: this uses 'sum' after a step has changed it
    loses(n - 1);
  }
  int k, last = 0;
#pragma splice step Writes(range(data, data + n))
  for (k = 0; k < n; ++k) {
    data[k] = 1;
    last = k;
  }
  for (k = 0; k < 3; ++k) {
    loses(k);
    loses(last);  // error: this uses 'last' after a step has changed it
  }
#pragma splice step Writes(range(data + last, data + n))
  data[0] = 3;  // error: this uses 'last' after a step has changed it
}

#pragma splice func Writes(range(data, data + n))

void loses_in_loop(int n) {
  int carried = 1, again = 2;
  for (int i = 0; i < n; ++i) {
#pragma splice step Writes(range(data, data + n))
    data[i] = carried;  // error: this uses 'carried' after a step has changed it
#pragma splice step Writes(range(data, data + n))
    carried = static_cast<int>(data[n]);
#pragma splice step Writes(range(data, data + n))
    again++;  // error: this uses 'again' after a step has changed it
  }
}

#pragma splice func Writes(range(data, data + n))

void takes_addresses(int n) {
  int a = 1, b = 2, c = 3;
  double part[3] = {1, 2, 3};
#pragma splice step Writes(range(data, data + n))
  take(&a);  // error: may keep it or change the copy; copy 'a' to a variable that the
#pragma splice step Writes(range(data, data + n))
  take_reference(b);  // error: a step has its own copy of 'b'
#pragma splice step Writes(range(data, data + n))
  std::for_each(data, data + n, [&](double& one) { one += c; });  // error: own copy of 'c'
#pragma splice step Writes(range(data, data + n))
  std::for_each(data, data + n, [c](double& one) { one += c; });
#pragma splice step Writes(range(data, data + n))
  part[1] = data[3];  // error: a step has its own copy of 'part', and cannot change a part
#pragma splice step Writes(range(data, data + n))
  data[0] = *std::max_element(part, part + 3);  // error: own copy of 'part' // error: own copy
#pragma splice step Writes(range(data, data + n))
  {
    int own = 3;
    take(&own);
    data[1] = part[2];
  }
  int* const where = &n;    // error: takes the address of 'n', which may have ended when steps run
  takes_addresses(*where);  // error: looks at memory through a pointer
}

struct counted {
  counted(const counted& other);
  int count;
};

#pragma splice func Everything

void copies(counted one, int n) {  // error: 'one' is a counted, which cannot be copied as bytes
  copies(one, n);                  // error: calls 'counted'
  std::vector<int> list;           // error: which cannot be copied // error: calls 'vector'
  static int calls = 0;            // error: has 'calls', which lives longer than the call
  int& same = n;                   // error: has a reference, 'same'
  double rows[n];                  // error: an array of a size that is not constant
#pragma splice step Everything
  {
    static int often = 0;  // error: 'often' would be two variables
    often++;
  }
#pragma splice step Everything
  int declared = 3;  // error: a declaration is no step
#pragma splice step Everything
  data[0] = same + rows[0] + calls;  // error: 'same' is a reference; a step uses values
}
