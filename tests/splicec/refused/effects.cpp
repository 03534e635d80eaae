// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/effects.hpp>

struct part {
  double* data;
  long size;
  double own[10];
};

static long size;
static double values[100];
static part whole_part;
const long constant = 3;
nuthatch::effects::range region_of(const part* one);

// What effects look at has to be there before steps run. Addresses are.
#pragma splice func Reads( \
    range(one->data, one->data + n))  // error: looks at 'data' through a pointer

void reads_memory(part* one, long n) {
#pragma splice step Writes(range(values, values + size))  // error: uses 'size', a variable outside
  values[n] = 1;
#pragma splice step Writes( \
    range(values + static_cast<long>(values[3]), values + 4))  // error: looks into 'values'
  values[n] = 1;
#pragma splice step Writes( \
    range(&one->size, &one->size + static_cast<long>(*one->data)))  // error: through a pointer
  values[n] = 1;
#pragma splice step over(i) Writes(range(values + i.first, values + i.last)) \
    slice((*one).size)  // error: looks at memory
  for (long i = 0; i < n; ++i) {
    values[i] = 1;
  }
#pragma splice step Writes(range(&one->size, &one->size + 1),        \
                           whole(*one),                              \
                           whole(size),                              \
                           whole(n),                                 \
                           whole(whole_part.own),                    \
                           range(&values[n], &values[n + constant]), \
                           range(one->own + 1, one->own + 3),        \
                           region_of(one))
  values[n] = 1;
}
