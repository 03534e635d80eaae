// SPDX-License-Identifier: Apache-2.0

// What the runtime says about itself on the standard error output, and texts about affinity.

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static char said[20000];

/// What the command writes, in `said`.
static void listen_to(const char* settings, const char* program, const char* role) {
  char command[4000];
  snprintf(command, sizeof command, "{ %s '%s' %s; } 2>&1", settings, program, role);
  FILE* const output = popen(command, "r");
  CHECK(output != NULL);
  said[fread(said, 1, sizeof said - 1, output)] = 0;
  CHECK_EQUAL(pclose(output), 0);
}

static int lines_of(const char* text) {
  int count = 0;
  for (const char* at = text; *at != 0; ++at) {
    count += *at == '\n';
  }
  return count;
}

static void environment(const char* program) {
  char expected[100];
  snprintf(expected, sizeof expected, "OMP_NUM_THREADS = '%s'", getenv("OMP_NUM_THREADS"));
  listen_to("OMP_DISPLAY_ENV=true", program, "region");
  CHECK(strstr(said, "OPENMP DISPLAY ENVIRONMENT BEGIN") != NULL);
  CHECK(strstr(said, "_OPENMP = '201511'") != NULL);
  CHECK(strstr(said, expected) != NULL);
  CHECK(strstr(said, "OMP_SCHEDULE") != NULL);
  CHECK(strstr(said, "GOMP_SPINCOUNT") == NULL);
  CHECK(strstr(said, "OPENMP DISPLAY ENVIRONMENT END") != NULL);
  listen_to(
      "OMP_DISPLAY_ENV=verbose OMP_SCHEDULE=guided,7 OMP_MAX_ACTIVE_LEVELS=3", program, "region");
  CHECK(strstr(said, "OMP_SCHEDULE = 'GUIDED,7'") != NULL);
  CHECK(strstr(said, "OMP_MAX_ACTIVE_LEVELS = '3'") != NULL);
  CHECK(strstr(said, "GOMP_SPINCOUNT") != NULL);
  listen_to("", program, "region");
  CHECK_EQUAL(strlen(said), 0);
}

/// Each member of the child's region says one line. Nothing is asked of a region of one.
static void affinity(const char* program) {
  listen_to("OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT='thread %n of %N at level %L'",
            program,
            "region");
  const int members = atoi(getenv("OMP_NUM_THREADS"));
  if (members == 1) {
    return;
  }
  for (int i = 0; i < members; ++i) {
    char expected[100];
    snprintf(expected, sizeof expected, "thread %d of %d at level 1\n", i, members);
    CHECK(strstr(said, expected) != NULL);
  }
  CHECK_EQUAL(lines_of(said), members);
}

static void captured(void) {
  char text[200];
  char format[200];
  const char* const wanted = "[%0.4n] {num_threads}=%{num_threads} %.5L|%5L| %% %a";
  omp_set_affinity_format(wanted);
  CHECK_EQUAL(omp_get_affinity_format(format, sizeof format), strlen(wanted));
  CHECK(strcmp(format, wanted) == 0);
  CHECK_EQUAL(omp_get_affinity_format(format, 5), strlen(wanted));
  CHECK(strcmp(format, "[%0.") == 0);
#pragma omp parallel num_threads(2)
  {
    char own[200];
    char expected[200];
    const size_t length = omp_capture_affinity(own, sizeof own, NULL);
    CHECK_EQUAL(length, strlen(own));
    const int size = snprintf(expected,
                              sizeof expected,
                              "[%04d] {num_threads}=2     1|1    | %% 0",
                              omp_get_thread_num());
    CHECK_EQUAL(length, size);
    CHECK(strcmp(own, expected) == 0);
  }
  CHECK_EQUAL(omp_capture_affinity(text, sizeof text, "%{thread_num}/%N"), 3);
  CHECK(strcmp(text, "0/1") == 0);
  CHECK_EQUAL(omp_capture_affinity(text, 3, "abcdef"), 6);
  CHECK(strcmp(text, "ab") == 0);
  CHECK_EQUAL(omp_capture_affinity(NULL, 0, "abc"), 3);
  snprintf(format, sizeof format, "%d", (int)getpid());
  omp_capture_affinity(text, sizeof text, "%P");
  CHECK(strcmp(text, format) == 0);
  CHECK(omp_capture_affinity(text, sizeof text, "%A") > 0);
  CHECK(omp_capture_affinity(text, sizeof text, "%H") > 0);
  CHECK(omp_capture_affinity(text, sizeof text, "%i") > 0);
}

static void asked_by_the_program(const char* program) {
  listen_to("", program, "calls");
  CHECK(strstr(said, "OPENMP DISPLAY ENVIRONMENT BEGIN") != NULL);
  CHECK(strstr(said, "OMP_NUM_THREADS") != NULL);
  CHECK(strstr(said, "GOMP_SPINCOUNT") == NULL);
  CHECK(strstr(said, "thread 0 of 2 calls\n") != NULL);
  CHECK(strstr(said, "thread 1 of 2 calls\n") != NULL);
}

/// Errors that the program itself finds, in the words that they have with libgomp.
static void errors(const char* program) {
  listen_to("", program, "warning");
  CHECK(strcmp(said,
               "\nlibgomp: error directive encountered: a warning of this program\n"
               "\nlibgomp: error directive encountered\n") == 0);
  listen_to("", program, "error || test $? = 1 && echo ended");
  CHECK(strstr(said, "\nlibgomp: fatal error: error directive encountered: an error of this") !=
        NULL);
  CHECK(strstr(said, "ended") != NULL);
}

/// What children do whose output is listened to.
static void play(const char* role) {
  if (strcmp(role, "calls") == 0) {
    omp_display_env(0);
#pragma omp parallel num_threads(2)
    omp_display_affinity("thread %n of %N calls");
    return;
  }
  if (strcmp(role, "warning") == 0) {
#pragma omp error at(execution) severity(warning) message("a warning of this program")
#pragma omp error at(execution) severity(warning)
    return;
  }
  if (strcmp(role, "error") == 0) {
#pragma omp error at(execution) message("an error of this program")
    return;
  }
  int members = 0;
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, omp_get_max_threads());
}

int main(int count, char** arguments) {
  if (count > 1) {
    play(arguments[1]);
    return 0;
  }
  environment(arguments[0]);
  affinity(arguments[0]);
  asked_by_the_program(arguments[0]);
  captured();
  errors(arguments[0]);
  return 0;
}
