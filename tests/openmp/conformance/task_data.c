// SPDX-License-Identifier: Apache-2.0

// Data and clauses of tasks.

#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static void private_and_shared(void) {
  int sum = 0;
  int first = 7;
  int alone = -1;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
    first = i;
#pragma omp task default(none) private(alone) firstprivate(first, i) shared(sum)
    {
      alone = first;
      CHECK_EQUAL(first, i);
      ++first;
#pragma omp atomic
      sum += alone;
    }
  }
  CHECK_EQUAL(sum, 4950);
  CHECK_EQUAL(alone, -1);
}

struct bytes {
  unsigned char content[6000];
};

struct line {
  _Alignas(64) int content[16];
};

struct lines {
  _Alignas(128) int content[1024];
};

static void large_and_aligned(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 60; ++i) {
    struct bytes bytes;
    struct line line;
    struct lines lines;
    memset(&bytes, i, sizeof bytes);
    line.content[15] = i;
    lines.content[1023] = i;
#pragma omp task firstprivate(bytes) if (i % 3 != 0)
    for (size_t k = 0; k < sizeof bytes.content; ++k) {
      CHECK_EQUAL(bytes.content[k], i);
    }
#pragma omp task firstprivate(line) if (i % 3 != 1)
    {
      CHECK((uintptr_t)&line % 64 == 0);
      CHECK_EQUAL(line.content[15], i);
    }
#pragma omp task firstprivate(lines, line)
    {
      CHECK((uintptr_t)&line % 64 == 0);
      CHECK((uintptr_t)&lines % 128 == 0);
      CHECK_EQUAL(line.content[15], i);
      CHECK_EQUAL(lines.content[1023], i);
    }
    memset(&bytes, -1, sizeof bytes);
    line.content[15] = -1;
    lines.content[1023] = -1;
  }
}

/// Arrays whose length is known when the task is made.
static void arrays_of_variable_length(void) {
#pragma omp parallel
#pragma omp single
  for (int length = 1; length < 300; length += 13) {
    long array[length];
    for (int i = 0; i < length; ++i) {
      array[i] = length + i;
    }
#pragma omp task firstprivate(array, length)
    for (int i = 0; i < length; ++i) {
      CHECK_EQUAL(array[i], length + i);
    }
    for (int i = 0; i < length; ++i) {
      array[i] = -1;
    }
  }
}

/// Descendants of a final task are executed at once, on its thread and in order.
static int count_final(int depth, int number, int* order) {
  CHECK(omp_in_final());
  CHECK_EQUAL(omp_get_thread_num(), number);
  int count = 1;
  if (depth > 0) {
#pragma omp task shared(count, order)
    {
      const int at = ++*order;
      count += count_final(depth - 1, number, order);
      CHECK(*order >= at);
    }
    const int after = *order;
#pragma omp task shared(count, order) mergeable
    count += count_final(depth - 1, number, order);
    CHECK_EQUAL(*order, after + (1 << (depth - 1)) - 1);
  }
  return count;
}

static void final_tasks(void) {
#pragma omp parallel
#pragma omp single
  {
    CHECK(!omp_in_final());
    for (int i = 0; i < 20; ++i) {
#pragma omp task final(i % 2 == 0)
      {
        CHECK_EQUAL(omp_in_final(), i % 2 == 0);
        if (i % 2 == 0) {
          int order = 0;
          CHECK_EQUAL(count_final(6, omp_get_thread_num(), &order), 127);
        }
      }
    }
#pragma omp taskwait
    CHECK(!omp_in_final());
  }
}

/// Executed at once, on the thread that makes it; its children may be deferred.
static void undeferred(void) {
  int children = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; ++i) {
    const int number = omp_get_thread_num();
    int done = 0;
#pragma omp task if (0) shared(done, children)
    {
      CHECK_EQUAL(omp_get_thread_num(), number);
      CHECK(!omp_in_final());
#pragma omp task shared(children)
      INCREMENT(children);
      done = 1;
    }
    CHECK_EQUAL(done, 1);
  }
  CHECK_EQUAL(children, 50);
}

static void untied_mergeable_priority(void) {
  int count = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 300; ++i) {
#pragma omp task untied shared(count) priority(i % 5)
    {
#pragma omp task mergeable shared(count)
      INCREMENT(count);
#pragma omp taskyield
#pragma omp taskwait
      INCREMENT(count);
    }
#pragma omp task mergeable if (i % 2) shared(count) priority(100)
    INCREMENT(count);
  }
  CHECK_EQUAL(count, 900);
}

/// A task has settings of its own, as they were where it was made.
static void settings(void) {
  const int before = omp_get_max_threads();
#pragma omp parallel
#pragma omp single
  {
    omp_set_num_threads(5);
#pragma omp task
    {
      CHECK_EQUAL(omp_get_max_threads(), 5);
      omp_set_num_threads(6);
      CHECK_EQUAL(omp_get_max_threads(), 6);
#pragma omp task if (0)
      {
        CHECK_EQUAL(omp_get_max_threads(), 6);
        omp_set_num_threads(7);
      }
      CHECK_EQUAL(omp_get_max_threads(), 6);
#pragma omp task
      CHECK_EQUAL(omp_get_max_threads(), 6);
    }
#pragma omp taskwait
    CHECK_EQUAL(omp_get_max_threads(), 5);
  }
  CHECK_EQUAL(omp_get_max_threads(), before);
}

int main(void) {
  private_and_shared();
  large_and_aligned();
  arrays_of_variable_length();
  final_tasks();
  undeferred();
  untied_mergeable_priority();
  settings();
  return 0;
}
