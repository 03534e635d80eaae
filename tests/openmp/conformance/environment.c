// SPDX-License-Identifier: Apache-2.0

// Settings that come from the environment.
// with OMP_NUM_THREADS=2,3,1
// with OMP_THREAD_LIMIT=3
// with OMP_DYNAMIC=true
// with OMP_MAX_ACTIVE_LEVELS=2
// with OMP_NESTED=true
// with OMP_STACKSIZE=20M
// with OMP_WAIT_POLICY=active
// with OMP_WAIT_POLICY=passive
// with OMP_MAX_TASK_PRIORITY=7
// with OMP_DEFAULT_DEVICE=3
// with OMP_NUM_TEAMS=3 OMP_TEAMS_THREAD_LIMIT=2
// with OMP_CANCELLATION=true
// with OMP_ALLOCATOR=omp_large_cap_mem_alloc
// with OMP_AFFINITY_FORMAT=%n/%N
// with OMP_PROC_BIND=false

#include <limits.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char* setting(const char* name) {
  const char* const text = getenv(name);
  return text == NULL ? "" : text;
}

static int number(const char* name, int otherwise) {
  const char* const text = getenv(name);
  return text == NULL ? otherwise : atoi(text);
}

static int is(const char* name, const char* value) {
  return strcmp(setting(name), value) == 0;
}

/// A list gives a number for each level, and so allows that many.
static void levels(void) {
  const char* const text = setting("OMP_NUM_THREADS");
  if (strchr(text, ',') == NULL) {
    const int allowed = omp_get_max_active_levels();
    CHECK_EQUAL(allowed,
                is("OMP_NESTED", "true") ? omp_get_supported_active_levels()
                                         : number("OMP_MAX_ACTIVE_LEVELS", 1));
    int inside = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    INCREMENT(inside);
    if (!is("OMP_DYNAMIC", "true") && !is("OMP_THREAD_LIMIT", "3")) {
      CHECK_EQUAL(inside, allowed > 1 ? 4 : 2);
    }
    return;
  }
  CHECK_EQUAL(omp_get_max_threads(), 2);
  int inside = 0;
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_num_threads(), 2);
    CHECK_EQUAL(omp_get_max_threads(), 3);
#pragma omp parallel
    {
      CHECK_EQUAL(omp_get_num_threads(), 3);
      CHECK_EQUAL(omp_get_max_threads(), 1);
      INCREMENT(inside);
    }
  }
  CHECK_EQUAL(inside, 6);
}

static void limit(void) {
  const int threads = number("OMP_THREAD_LIMIT", INT_MAX);
  CHECK_EQUAL(omp_get_thread_limit(), threads);
  int members = 0;
#pragma omp parallel num_threads(6) reduction(+ : members)
  ++members;
  if (!is("OMP_DYNAMIC", "true")) {
    CHECK_EQUAL(members, threads < 6 ? threads : 6);
  }
}

__attribute__((noinline)) static void use_stack(size_t size) {
  volatile char large[size];
  for (size_t i = 0; i < size; i += 4096) {
    large[i] = 1;
  }
  CHECK_EQUAL(large[4096], 1);
}

/// Members other than the first have stacks of that size, on which ThreadSanitizer has most of a
/// megabyte.
static void stack(void) {
  const int megabytes = number("OMP_STACKSIZE", 2) - thread_sanitized;
#pragma omp parallel
  {
    use_stack(1 << 19);
    if (omp_get_thread_num() > 0) {
      use_stack((size_t)(megabytes - 1) << 20 | 1 << 19);
    }
  }
}

static void others(void) {
  CHECK_EQUAL(omp_get_dynamic(), is("OMP_DYNAMIC", "true"));
  CHECK_EQUAL(omp_get_cancellation(), is("OMP_CANCELLATION", "true"));
  CHECK_EQUAL(omp_get_max_task_priority(), number("OMP_MAX_TASK_PRIORITY", 0));
  CHECK_EQUAL(omp_get_default_device(), number("OMP_DEFAULT_DEVICE", 0));
  CHECK_EQUAL(omp_get_max_teams(), number("OMP_NUM_TEAMS", 0));
  CHECK_EQUAL(omp_get_teams_thread_limit(), number("OMP_TEAMS_THREAD_LIMIT", 0));
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_false);
  CHECK(omp_get_default_allocator() ==
        (getenv("OMP_ALLOCATOR") == NULL ? omp_default_mem_alloc : omp_large_cap_mem_alloc));
  char format[100];
  omp_get_affinity_format(format, sizeof format);
  if (getenv("OMP_AFFINITY_FORMAT") != NULL) {
    CHECK(is("OMP_AFFINITY_FORMAT", format));
  }
}

/// Waiting at barriers and for tasks works under each policy.
static void waiting(void) {
  int count = 0;
#pragma omp parallel
  for (int round = 0; round < 20; ++round) {
#pragma omp barrier
#pragma omp single
#pragma omp task shared(count)
    INCREMENT(count);
  }
  CHECK_EQUAL(count, 20);
}

int main(void) {
  levels();
  limit();
  stack();
  others();
  waiting();
  return 0;
}
