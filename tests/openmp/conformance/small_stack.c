// SPDX-License-Identifier: Apache-2.0

// The stack that OMP_STACKSIZE requests is the program's: the runtime adds what it needs itself.

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

/// Every thread writes to a stream without a buffer, for which glibc needs 8 KiB of stack.
static void write_in_threads(void) {
  FILE* const nowhere = fopen("/dev/null", "w");
  CHECK(nowhere != NULL);
  CHECK_EQUAL(setvbuf(nowhere, NULL, _IONBF, 0), 0);
  int count = 0;
#pragma omp parallel num_threads(4) reduction(+ : count)
  {
#pragma omp critical
    count += fprintf(nowhere, "%.3f", 1.0 * omp_get_thread_num());
  }
  CHECK_EQUAL(count, 4 * (int)strlen("0.000"));
  fclose(nowhere);
}

int main(int count, char** arguments) {
  if (count > 1) {
    write_in_threads();
    return 0;
  }
  char command[4000];
  snprintf(command,
           sizeof command,
           "OMP_STACKSIZE=%ldB '%s' inside",
           sysconf(_SC_THREAD_STACK_MIN),
           arguments[0]);
  CHECK_EQUAL(system(command), 0);
  return 0;
}
