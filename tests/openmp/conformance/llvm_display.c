// SPDX-License-Identifier: Apache-2.0

// What programs that Clang built are shown of affinity, and what they read of how threads wait.

#define _GNU_SOURCE

#include <limits.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static char said[20000];

/// What the program writes in that role on its standard output, in `said`.
static void listen_to(const char* settings, const char* program, const char* role) {
  char command[4000];
  snprintf(command, sizeof command, "%s '%s' %s 2>/dev/null", settings, program, role);
  FILE* const output = popen(command, "r");
  CHECK(output != NULL);
  said[fread(said, 1, sizeof said - 1, output)] = 0;
  CHECK_EQUAL(pclose(output), 0);
}

static int count(const char* text) {
  int found = 0;
  for (const char* at = strstr(said, text); at != NULL; at = strstr(at + 1, text)) {
    ++found;
  }
  return found;
}

static void region(int threads) {
  int members = 0;
#pragma omp parallel num_threads(threads) reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, threads);
}

/// Regions that are as the one before are not shown, whatever their level.
static void regions(const char* program) {
  listen_to("OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT='at %L: %n of %N.'", program, "regions");
  CHECK_EQUAL(count("at 1: 0 of 1."), 2);
  CHECK_EQUAL(count("at 1: 0 of 2."), 1);
  CHECK_EQUAL(count("at 1: 1 of 2."), 1);
  CHECK_EQUAL(count("at 2: 0 of 1."), 1);
  CHECK_EQUAL(count("\n"), 5);
  listen_to("OMP_AFFINITY_FORMAT='at %L: %n of %N.'", program, "regions");
  CHECK_EQUAL(strlen(said), 0);
}

static void play_regions(void) {
  region(1);
  region(1);
  region(2);
  region(2);
#pragma omp parallel num_threads(1)
  {
    region(1);
    region(1);
  }
}

/// The form that lines have where none is said.
static void usual_line(const char* program) {
  listen_to("", program, "line");
  char expected[100];
  int process = 0;
  int thread = 0;
  CHECK_EQUAL(sscanf(said, "OMP: pid %d tid %d thread 0 bound to", &process, &thread), 2);
  CHECK_EQUAL(thread, process);
  snprintf(expected,
           sizeof expected,
           "OMP: pid %d tid %d thread 0 bound to OS proc set {",
           process,
           process);
  CHECK(strstr(said, expected) == said);
}

static void own_thread(void) {
  int right = 0;
#pragma omp parallel num_threads(3) reduction(+ : right)
  {
    char text[100];
    char expected[100];
    omp_capture_affinity(text, sizeof text, "%i|%05n|");
    snprintf(expected, sizeof expected, "%d|%-5d|", gettid(), omp_get_thread_num());
    right += strcmp(text, expected) == 0;
  }
  CHECK_EQUAL(right, 3);
}

static void blocktime(const char* program, const char* settings, int milliseconds) {
  listen_to(settings, program, "blocktime");
  CHECK_EQUAL(atoi(said), milliseconds);
}

int main(int arguments, char** words) {
  if (arguments > 1) {
    if (strcmp(words[1], "regions") == 0) {
      play_regions();
    } else if (strcmp(words[1], "line") == 0) {
      omp_display_affinity(NULL);
    } else {
      region(2);
      printf("%d\n", kmp_get_blocktime());
    }
    return 0;
  }
  regions(words[0]);
  usual_line(words[0]);
  own_thread();
  blocktime(words[0], "", 200);
  blocktime(words[0], "OMP_WAIT_POLICY=active", INT_MAX);
  blocktime(words[0], "OMP_WAIT_POLICY=passive", 0);
  blocktime(words[0], "KMP_BLOCKTIME=70", 70);
  blocktime(words[0], "KMP_BLOCKTIME=infinite", INT_MAX);
  return 0;
}
