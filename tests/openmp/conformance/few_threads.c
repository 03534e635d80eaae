// SPDX-License-Identifier: Apache-2.0

// Regions that ask for more threads than there can be. GCC's runtime ends the program.
// demanding refused

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static char said[2000];

/// What the program says in that role, with these variables.
static void listen_to(const char* settings, const char* program, const char* role) {
  char command[4000];
  snprintf(command, sizeof command, "%s '%s' %s 2>&1", settings, program, role);
  FILE* const output = popen(command, "r");
  CHECK(output != NULL);
  said[fread(said, 1, sizeof said - 1, output)] = 0;
  CHECK_EQUAL(pclose(output), 0);
}

static int members(int wanted) {
  int count = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : count)
  ++count;
  return count;
}

/// No address space has room for a second stack of that size.
static void no_room_for_stacks(const char* program) {
  const char* const settings = "OMP_STACKSIZE=200000G";
  listen_to(settings, program, "alone 4");
  CHECK(strstr(said, "nuthatch omp: a region of 4 threads gets 1: ") == said);
  CHECK(strstr(said, "Ask for fewer threads or smaller stacks, or raise the limit") != NULL);
  CHECK(strstr(said, "address space (ulimit -v)") != NULL);
  CHECK(strstr(said, "worker") == NULL);
  CHECK_EQUAL(strchr(said, '\n') - said, strlen(said) - 1);
  listen_to(settings, program, "alone 99999999");
  CHECK(strstr(said, "a region requests 99999999 threads; it can have 32767 at most\n") != NULL);
}

static void too_many_for_the_variable(const char* program) {
  listen_to("OMP_NUM_THREADS=99999999", program, "usual");
  CHECK(strcmp(said,
               "nuthatch omp: OMP_NUM_THREADS: \"99999999\" is not numbers of threads from 1 to "
               "32767, with commas; ignored\n") == 0);
}

int main(int count, char** arguments) {
  const char* const role = count > 1 ? arguments[1] : "";
  if (strcmp(role, "alone") == 0) {
    CHECK_EQUAL(members(atoi(arguments[2])), 1);
    CHECK_EQUAL(members(2), 1);
  } else if (strcmp(role, "usual") == 0) {
    CHECK(omp_get_max_threads() <= omp_get_num_procs());
  } else if (strcmp(role, "refused") == 0) {
    no_room_for_stacks(arguments[0]);
    too_many_for_the_variable(arguments[0]);
  } else {
    CHECK_EQUAL(members(5), 5);
  }
  return 0;
}
