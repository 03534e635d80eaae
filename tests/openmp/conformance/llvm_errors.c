// SPDX-License-Identifier: Apache-2.0

// Errors that the program itself finds, as Clang compiles them.

#include <string.h>
#include <sys/wait.h>

#include "check.h"

static void warn(void) {
#pragma omp error at(execution) severity(warning) message("this is odd")
}

static void fail(void) {
#pragma omp error at(execution) message("no way")
}

/// What the program says in that role; and its exit status.
static int listen_to(const char* program, const char* role, char* said, size_t room) {
  char command[4000];
  snprintf(command, sizeof command, "'%s' %s 2>&1", program, role);
  FILE* const output = popen(command, "r");
  CHECK(output != NULL);
  said[fread(said, 1, room - 1, output)] = 0;
  return WEXITSTATUS(pclose(output));
}

int main(int arguments, char** words) {
  if (arguments > 1) {
    warn();
    if (strcmp(words[1], "fail") == 0) {
      fail();
    }
    return 3;
  }
  char said[1000];
  CHECK_EQUAL(listen_to(words[0], "warn", said, sizeof said), 3);
  CHECK(strstr(said, "this is odd") != NULL);
  CHECK_EQUAL(listen_to(words[0], "fail", said, sizeof said), 1);
  CHECK(strstr(said, "no way") != NULL);
  return 0;
}
