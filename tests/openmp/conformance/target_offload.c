// SPDX-License-Identifier: Apache-2.0

// OMP_TARGET_OFFLOAD where there is no device: what must not run on the host ends the program.

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"

static char said[2000];

/// How the program ends when it plays this role, as a shell tells it; what it says is in `said`.
static int status_of(const char* setting, const char* program, const char* role) {
  char command[4000];
  snprintf(command, sizeof command, "OMP_TARGET_OFFLOAD=%s '%s' %s 2>&1", setting, program, role);
  FILE* const output = popen(command, "r");
  CHECK(output != NULL);
  said[fread(said, 1, sizeof said - 1, output)] = 0;
  const int status = pclose(output);
  CHECK(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/// What children do.
static void play(const char* role) {
  int ran = 0;
  if (strcmp(role, "usual") == 0) {
#pragma omp target map(tofrom : ran)
    ran = 1;
  } else if (strcmp(role, "host") == 0) {
    const int host = omp_get_initial_device();
#pragma omp target map(tofrom : ran) device(host)
    ran = 1;
  } else if (strcmp(role, "not_at_all") == 0) {
#pragma omp target map(tofrom : ran) if (0) device(5)
    ran = 1;
  } else if (strcmp(role, "region") == 0) {
#pragma omp target map(tofrom : ran) device(5)
    ran = 1;
  } else if (strcmp(role, "default") == 0) {
    omp_set_default_device(5);
#pragma omp target map(tofrom : ran)
    ran = 1;
  } else if (strcmp(role, "data") == 0) {
#pragma omp target data map(tofrom : ran) device(5)
    ran = 1;
  } else if (strcmp(role, "update") == 0) {
#pragma omp target update to(ran) device(5)
    ran = 1;
  } else if (strcmp(role, "enter") == 0) {
#pragma omp target enter data map(to : ran) device(5)
    ran = 1;
  } else if (strcmp(role, "memory") == 0) {
    ran = omp_target_alloc(4, 5) == NULL;
  }
  CHECK_EQUAL(ran, 1);
}

int main(int count, char** arguments) {
  if (count > 1) {
    play(arguments[1]);
    return 0;
  }
  const char* const on_host[] = {"usual", "host", "not_at_all"};
  const char* const on_device[] = {"region", "default", "data", "update", "enter", "memory"};
  for (unsigned i = 0; i < sizeof on_host / sizeof on_host[0]; ++i) {
    CHECK_EQUAL(status_of("mandatory", arguments[0], on_host[i]), 0);
  }
  for (unsigned i = 0; i < sizeof on_device / sizeof on_device[0]; ++i) {
    CHECK_EQUAL(status_of("default", arguments[0], on_device[i]), 0);
    CHECK_EQUAL(status_of("disabled", arguments[0], on_device[i]), 0);
    CHECK_EQUAL(strlen(said), 0);
    CHECK_EQUAL(status_of("mandatory", arguments[0], on_device[i]), 1);
    CHECK(strstr(said, "OMP_TARGET_OFFLOAD") != NULL);
  }
  return 0;
}
