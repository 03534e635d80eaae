// SPDX-License-Identifier: Apache-2.0

// The schedule that is set when the program runs.
// with OMP_SCHEDULE=static
// with OMP_SCHEDULE=static,5
// with OMP_SCHEDULE=dynamic,4
// with OMP_SCHEDULE=guided,3
// with OMP_SCHEDULE=auto
// with OMP_SCHEDULE=monotonic:dynamic,3
// with OMP_SCHEDULE=nonmonotonic:guided,2

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { count = 200 };

static int visits[count];
static int owners[count];

static void visited_once(void) {
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(visits[i], 1);
    visits[i] = 0;
  }
}

static void with_all_types(void) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < count; ++i) {
    INCREMENT(visits[i]);
  }
  visited_once();
#pragma omp parallel for schedule(runtime)
  for (long i = 7L * count - 7; i >= 0; i -= 7) {
    INCREMENT(visits[i / 7]);
  }
  visited_once();
#pragma omp parallel for schedule(monotonic : runtime)
  for (unsigned long long i = 0; i < count; ++i) {
    INCREMENT(visits[i]);
  }
  visited_once();
  int next = 0;
#pragma omp parallel for schedule(runtime) ordered
  for (int i = 0; i < count; ++i) {
    INCREMENT(visits[i]);
#pragma omp ordered
    {
      CHECK_EQUAL(next, i);
      ++next;
    }
  }
  visited_once();
}

/// Loops in unsigned numbers of 64 bits, whose bounds the compiler does not know.
static void with_wide_type(void) {
  volatile unsigned long long kept = 1ULL << 63;
  const unsigned long long first = kept;
#pragma omp parallel
  {
#pragma omp for schedule(runtime)
    for (unsigned long long i = first; i < first + count; ++i) {
      INCREMENT(visits[i - first]);
    }
#pragma omp single
    visited_once();
#pragma omp for schedule(nonmonotonic : runtime)
    for (unsigned long long i = first; i > first - 3 * count; i -= 3) {
      INCREMENT(visits[(first - i) / 3]);
    }
#pragma omp single
    visited_once();
    unsigned long long last = 0;
#pragma omp for schedule(monotonic : runtime)
    for (unsigned long long i = first; i < first + count; ++i) {
      CHECK(i > last);
      last = i;
      INCREMENT(visits[i - first]);
    }
#pragma omp single
    visited_once();
  }
  unsigned long long next = first;
#pragma omp parallel for schedule(runtime) ordered
  for (unsigned long long i = first; i < first + count; ++i) {
#pragma omp ordered
    {
      CHECK(next == i);
      ++next;
    }
  }
  CHECK(next == first + count);
}

/// The chunks that a static schedule makes are known; a chunk of a dynamic one has one owner.
static void with_chunks(omp_sched_t kind, int chunk) {
  int members = 1;
#pragma omp parallel
  {
#pragma omp single
    members = omp_get_num_threads();
#pragma omp for schedule(runtime)
    for (int i = 0; i < count; ++i) {
      INCREMENT(visits[i]);
      owners[i] = omp_get_thread_num();
    }
  }
  visited_once();
  for (int i = 0; i < count && chunk > 0; ++i) {
    if (kind == omp_sched_static) {
      CHECK_EQUAL(owners[i], i / chunk % members);
    } else if (kind == omp_sched_dynamic) {
      CHECK_EQUAL(owners[i], owners[i / chunk * chunk]);
    }
  }
}

static void has(omp_sched_t kind, int chunk) {
  omp_sched_t found_kind;
  int found_chunk;
  omp_get_schedule(&found_kind, &found_chunk);
  CHECK_EQUAL((unsigned)found_kind & ~(unsigned)omp_sched_monotonic, kind);
  if (chunk > 0) {
    CHECK_EQUAL(found_chunk, chunk);
  }
}

static void from_environment(void) {
  const char* const text = getenv("OMP_SCHEDULE");
  if (text == NULL) {
#ifdef __clang__
    const omp_sched_t usual = omp_sched_static;  // as with LLVM's runtime
    const int usual_chunk = 0;
#else
    const omp_sched_t usual = omp_sched_dynamic;
    const int usual_chunk = 1;
#endif
    has(usual, usual_chunk);
    with_chunks(usual, usual_chunk);
    return;
  }
  const char* const comma = strchr(text, ',');
  const int chunk = comma == NULL ? 0 : atoi(comma + 1);
  omp_sched_t kind = omp_sched_auto;
  if (strstr(text, "static") != NULL) {
    kind = omp_sched_static;
  } else if (strstr(text, "dynamic") != NULL) {
    kind = omp_sched_dynamic;
  } else if (strstr(text, "guided") != NULL) {
    kind = omp_sched_guided;
  }
  has(kind, chunk);
  with_chunks(kind, chunk);
}

static void set_by_the_program(void) {
  const omp_sched_t kinds[] = {
      omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int kind = 0; kind < 4; ++kind) {
    for (int chunk = 0; chunk < 90; chunk = chunk * 3 + 1) {
      omp_set_schedule(kinds[kind], chunk);
      has(kinds[kind], kinds[kind] == omp_sched_auto ? 0 : chunk);
      with_chunks(kinds[kind], kinds[kind] == omp_sched_static ? chunk : chunk > 0 ? chunk : 1);
      omp_set_schedule((omp_sched_t)((unsigned)kinds[kind] | (unsigned)omp_sched_monotonic), chunk);
      has(kinds[kind], kinds[kind] == omp_sched_auto ? 0 : chunk);
      with_all_types();
      with_wide_type();
    }
  }
}

/// The chunk of auto is unused. LLVM's runtime reports 1, and libgomp that of the schedule before.
static void chunk_of_auto(void) {
  omp_set_schedule(omp_sched_guided, 9);
  omp_set_schedule(omp_sched_auto, 5);
#ifdef __clang__
  has(omp_sched_auto, 1);
#else
  has(omp_sched_auto, 9);
#endif
  with_all_types();
}

/// What a member or task sets is its own; a region inherits what its maker has.
static void belongs_to_tasks(void) {
  omp_set_schedule(omp_sched_guided, 9);
#pragma omp parallel
  {
    const int own = omp_get_thread_num() + 1;
    has(omp_sched_guided, 9);
    omp_set_schedule(omp_sched_static, own);
#pragma omp barrier
    has(omp_sched_static, own);
#pragma omp task
    omp_set_schedule(omp_sched_dynamic, 77);
#pragma omp taskwait
    has(omp_sched_static, own);
#pragma omp parallel num_threads(1)
    has(omp_sched_static, own);
  }
  has(omp_sched_guided, 9);
}

int main(void) {
  from_environment();
  with_all_types();
  with_wide_type();
  set_by_the_program();
  chunk_of_auto();
  belongs_to_tasks();
  return 0;
}
