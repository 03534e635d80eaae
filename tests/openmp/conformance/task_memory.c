// SPDX-License-Identifier: Apache-2.0

// Tasks that one thread makes without end take bounded memory, those with dependences as well.
// long full

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/// Under a sanitizer fewer tasks are made, and memory is not looked at.
enum { fewer = sanitized ? 100 : 1 };

static void independent(int many) {
  enum { max_kilobytes = 16384 };

  long count = 0;
#pragma omp parallel
#pragma omp single
  {
    const long before = peak_kilobytes();
    for (int i = 0; i < many; ++i) {
#pragma omp task shared(count)
      INCREMENT(count);
    }
    CHECK(peak_kilobytes() - before < max_kilobytes);
  }
  CHECK_EQUAL(count, many);
}

/// Each task names an address that no earlier one has written.
static void chain_of_new_addresses(void) {
  enum { many = 300000 / fewer, max_kilobytes = 32768 };

  char* const addresses = malloc(many + 1);
  CHECK(addresses != NULL);
  long count = 0;
#pragma omp parallel
#pragma omp single
  {
    const long before = peak_kilobytes();
    for (int i = 0; i < many; ++i) {
#pragma omp task depend(in : addresses[i]) depend(out : addresses[i + 1]) shared(count)
      ++count;
    }
    CHECK(peak_kilobytes() - before < max_kilobytes);
  }
  CHECK_EQUAL(count, many);
  free(addresses);
}

/// One task does not end for long, while others follow that have an order among themselves.
static void behind_a_long_one(void) {
  enum { many = 100000 / fewer, max_kilobytes = 16384 };

  int has_begun = 0;
  int is_over = 0;
  long count = 0;
#pragma omp parallel
#pragma omp single
  {
    const long before = peak_kilobytes();
    if (omp_get_num_threads() > 1) {
#pragma omp task depend(out : is_over) shared(has_begun, is_over)
      {
        STORE(has_begun, 1);
        WAIT_FOR(LOAD(is_over));
      }
      WAIT_FOR(LOAD(has_begun));  // elsewhere
    }
    for (int i = 0; i < many; ++i) {
#pragma omp task depend(inout : count) shared(count)
      ++count;
#pragma omp taskwait depend(in : count)
    }
    STORE(is_over, 1);
    CHECK(peak_kilobytes() - before < max_kilobytes);
  }
  CHECK_EQUAL(count, many);
}

int main(int count, char** arguments) {
  if (count > 1 && strcmp(arguments[1], "full") == 0) {
    independent(100000000);
    return 0;
  }
  independent(1000000 / fewer);
  chain_of_new_addresses();
  behind_a_long_one();
  return 0;
}
