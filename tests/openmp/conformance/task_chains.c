// SPDX-License-Identifier: Apache-2.0

// Chains of tasks, each of which makes the next one and ends: they take bounded memory, and bounded
// stacks, also in a team of one.

#include <omp.h>

#include "check.h"

enum { links = sanitized ? 3000 : 200000, max_kilobytes = 16384 };

static long ended;

static void plain(int left) {
  INCREMENT(ended);
  if (left > 0) {
#pragma omp task firstprivate(left)
    plain(left - 1);
  }
}

static void with_uses(int left) {
  INCREMENT(ended);
  if (left > 0) {
#pragma omp task firstprivate(left) depend(inout : ended)
    with_uses(left - 1);
  }
}

static void detached(int left) {
  INCREMENT(ended);
  if (left > 0) {
    omp_event_handle_t event;
#pragma omp task firstprivate(left) detach(event)
    {
      detached(left - 1);
      omp_fulfill_event(event);
    }
  }
}

/// Each has another child beside.
static void with_leaves(int left) {
  INCREMENT(ended);
  if (left > 0) {
#pragma omp task firstprivate(left)
    with_leaves(left - 1);
#pragma omp task
    INCREMENT(ended);
  }
}

/// The next one is made once another child has ended.
static void after_a_wait(int left) {
  if (left > 0) {
    int child = 0;
#pragma omp task shared(child)
    child = 1;
#pragma omp taskwait
    CHECK_EQUAL(child, 1);
#pragma omp task firstprivate(left)
    after_a_wait(left - 1);
  }
  INCREMENT(ended);
}

/// The next one is made once a taskgroup of another child has ended.
static void after_a_group(int left) {
  if (left > 0) {
    int child = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(child)
      INCREMENT(child);
    }
    CHECK_EQUAL(child, 1);
#pragma omp task firstprivate(left)
    after_a_group(left - 1);
  }
  INCREMENT(ended);
}

static void in_a_region(void (*begin)(int left), long expected) {
  const long before = peak_kilobytes();
  ended = 0;
#pragma omp parallel
#pragma omp single
  begin(links);
  CHECK_EQUAL(ended, expected);
  CHECK(peak_kilobytes() - before < max_kilobytes);
}

/// Who waits for a group waits for the whole chain, though the tasks before have ended.
static void in_a_group(void (*begin)(int left), long expected) {
  ended = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      begin(100);
    }
    CHECK_EQUAL(LOAD(ended), expected);
  }
}

int main(void) {
  in_a_region(plain, links + 1);
  in_a_region(with_uses, links + 1);
  in_a_region(detached, links + 1);
  in_a_region(with_leaves, 2 * links + 1);
  in_a_region(after_a_wait, links + 1);
  in_a_region(after_a_group, links + 1);
  for (int i = 0; i < 100; ++i) {
    in_a_group(plain, 101);
    in_a_group(with_uses, 101);
    in_a_group(detached, 101);
    in_a_group(with_leaves, 201);
    in_a_group(after_a_wait, 101);
    in_a_group(after_a_group, 101);
  }
  return 0;
}
