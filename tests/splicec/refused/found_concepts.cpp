// SPDX-License-Identifier: Apache-2.0

// A concept asks whether code compiles. Behind the headers that the translation includes first,
// more classes are complete.
#include <iosfwd>

template <class T>
concept written = requires(std::ostream& to, T what) {  // error: 'to' means something else
  to << what;
};

#pragma splice func Writes(range(out, out + 4))

void add(double* out, long at) {
#pragma splice step Writes(range(out, out + 4))
  out[at] += written<int> ? 1 : 100;
}
