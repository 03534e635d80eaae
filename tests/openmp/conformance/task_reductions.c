// SPDX-License-Identifier: Apache-2.0

// Reductions over tasks: of taskgroups, regions, loops, sections and loops of tasks.

#include <omp.h>

#include "check.h"

struct pair {
  long sum;
  long product;
};

static void combine(struct pair* into, const struct pair* from) {
  into->sum += from->sum;
  into->product = into->product * from->product % 65537;
}

static void initial(struct pair* made) {
  made->sum = 0;
  made->product = 1;
}

#pragma omp declare reduction(both : struct pair : combine(&omp_out, &omp_in)) \
    initializer(initial(&omp_priv))

/// Adds through descendants.
static void add_below(int depth, int* sum, struct pair* pair, int* array) {
  // Arrays and what pointers point to are named by sections.
#pragma omp task in_reduction(+ : sum[ : 1], array[2 : 3]) in_reduction(both : pair[ : 1])
  {
    sum[0] += depth;
    array[2 + depth % 3] += 1;
    pair[0].sum += depth;
    pair[0].product = pair[0].product * (depth + 2) % 65537;
    if (depth > 0) {
      add_below(depth - 1, sum, pair, array);
      add_below(depth - 1, sum, pair, array);
    }
  }
}

static void expect_below(int depth, int* sum, struct pair* pair, int* array) {
  *sum += depth;
  array[2 + depth % 3] += 1;
  pair->sum += depth;
  pair->product = pair->product * (depth + 2) % 65537;
  if (depth > 0) {
    expect_below(depth - 1, sum, pair, array);
    expect_below(depth - 1, sum, pair, array);
  }
}

static void of_taskgroups(void) {
  enum { depth = 6 };

  int expected_sum = 1000;
  struct pair expected_pair = {5, 3};
  int expected_array[6] = {1, 2, 3, 4, 5, 6};
  expect_below(depth, &expected_sum, &expected_pair, expected_array);
  int sum[1] = {1000};
  struct pair pair[1] = {{5, 3}};
  int array[6] = {1, 2, 3, 4, 5, 6};
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum, array[2 : 3]) task_reduction(both : pair)
    add_below(depth, sum, pair, array);
    CHECK_EQUAL(sum[0], expected_sum);
    CHECK_EQUAL(pair[0].sum, expected_pair.sum);
    CHECK_EQUAL(pair[0].product, expected_pair.product);
    for (int i = 0; i < 6; ++i) {
      CHECK_EQUAL(array[i], expected_array[i]);
    }
  }
}

static void of_nested_taskgroups(void) {
  int outer = 0;
  int inner = 0;
  unsigned bits = ~0U;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : outer) task_reduction(& : bits)
  for (int i = 0; i < 20; ++i) {
#pragma omp task in_reduction(+ : outer) in_reduction(& : bits)
    {
      outer += i;
      bits &= ~(1U << i);
    }
#pragma omp taskgroup task_reduction(+ : inner)
    {
#pragma omp task in_reduction(+ : inner, outer)
      {
        ++inner;
        ++outer;
      }
#pragma omp task in_reduction(+ : inner) if (0)
      ++inner;
    }
    CHECK_EQUAL(inner, 2 * (i + 1));
  }
  CHECK_EQUAL(outer, 190 + 20);
  CHECK_EQUAL(bits, ~0U << 20);
}

static void of_regions(void) {
  int sum = 7;
  double largest = -1;
  int members = 0;
#pragma omp parallel reduction(task, + : sum) reduction(task, max : largest) reduction(+ : members)
  {
    ++members;
    for (int i = 0; i < 30; ++i) {
#pragma omp task in_reduction(+ : sum) in_reduction(max : largest)
      {
        sum += i;
        largest = largest < i ? i : largest;
      }
    }
    sum += 1;
  }
  CHECK_EQUAL(sum, 7 + members * (435 + 1));
  CHECK(largest == 29);
}

static void of_loops(void) {
  long sum = 0;
  long other = 0;
#pragma omp parallel
  {
#pragma omp for reduction(task, + : sum) schedule(dynamic, 3)
    for (int i = 0; i < 100; ++i) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
      sum += 1;
    }
#pragma omp for reduction(task, + : other) schedule(static)
    for (int i = 0; i < 100; ++i) {
#pragma omp task in_reduction(+ : other)
      other += i;
    }
  }
  CHECK_EQUAL(sum, 5050);
  CHECK_EQUAL(other, 4950);
  volatile unsigned long long first_kept = 1ULL << 63;
  const unsigned long long first = first_kept;
  unsigned long long wide = 0;
#pragma omp parallel
#pragma omp for reduction(task, + : wide) schedule(dynamic, 2)
  for (unsigned long long i = first; i < first + 50; ++i) {
#pragma omp task in_reduction(+ : wide)
    wide += i - first;
  }
  CHECK_EQUAL(wide, 1225);
  long combined = 0;
#pragma omp parallel for reduction(task, + : combined)
  for (int i = 0; i < 50; ++i) {
#pragma omp task in_reduction(+ : combined)
    combined += i;
  }
  CHECK_EQUAL(combined, 1225);
}

/// Loops that are also ordered, in either way, in numbers of both kinds.
#define ORDERED(type, start, ...)                                     \
  do {                                                                \
    volatile type first_kept = start;                                 \
    const type first = first_kept;                                    \
    long sum = 0;                                                     \
    int next = 0;                                                     \
    PRAGMA(omp parallel) {                                            \
      PRAGMA(omp for ordered reduction(task, + : sum) __VA_ARGS__)    \
      for (type i = first; i < first + 30; ++i) {                     \
        PRAGMA(omp task in_reduction(+ : sum))                        \
        sum += (long)(i - first);                                     \
        PRAGMA(omp ordered) {                                         \
          CHECK_EQUAL(next, i - first);                               \
          ++next;                                                     \
        }                                                             \
      }                                                               \
      PRAGMA(omp for ordered(1) reduction(task, + : sum) __VA_ARGS__) \
      for (type i = first; i < first + 30; ++i) {                     \
        PRAGMA(omp task in_reduction(+ : sum))                        \
        sum += (long)(i - first);                                     \
        PRAGMA(omp ordered depend(sink : i - 1))                      \
        CHECK_EQUAL(LOAD(next), 30 + i - first);                      \
        INCREMENT(next);                                              \
        PRAGMA(omp ordered depend(source))                            \
      }                                                               \
    }                                                                 \
    CHECK_EQUAL(sum, 870);                                            \
    CHECK_EQUAL(next, 60);                                            \
  } while (0)

static void of_ordered_loops(void) {
  ORDERED(int, 5, schedule(static));
  ORDERED(int, 5, schedule(dynamic, 2));
  ORDERED(unsigned long long, (1ULL << 63) - 10, schedule(static, 3));
  ORDERED(unsigned long long, (1ULL << 63) - 10, schedule(dynamic));
  ORDERED(unsigned long long, (1ULL << 63) - 10, schedule(guided));
}

static void of_sections(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp sections reduction(task, + : sum)
  {
#pragma omp section
    {
#pragma omp task in_reduction(+ : sum)
      sum += 1;
    }
#pragma omp section
    {
#pragma omp task in_reduction(+ : sum)
      sum += 10;
      sum += 100;
    }
  }
  CHECK_EQUAL(sum, 111);
}

static void of_scopes(void) {
  int sum = 0;
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
#pragma omp scope reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum += 5;
      sum += 1;
    }
    CHECK_EQUAL(sum % 6, 0);
  }
  CHECK_EQUAL(sum, 6 * members);
}

static void of_loops_of_tasks(void) {
  long sum = 3;
  long product = 1;
  struct pair pair = {0, 1};
  long array[4] = {0};
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) reduction(both : pair) num_tasks(7)
    for (int i = 1; i <= 200; ++i) {
      sum += i;
      pair.sum -= i;
      pair.product = pair.product * i % 65537;
    }
    CHECK_EQUAL(sum, 3 + 20100);
    CHECK_EQUAL(pair.sum, -20100);
#pragma omp taskloop reduction(+ : array[ : 4]) grainsize(5)
    for (int i = 0; i < 100; ++i) {
      array[i % 4] += i;
    }
    for (int i = 0; i < 4; ++i) {
      CHECK_EQUAL(array[i], 1200 + 25 * i);
    }
#pragma omp taskgroup task_reduction(* : product)
    {
#pragma omp taskloop in_reduction(* : product)
      for (int i = 1; i <= 10; ++i) {
        product *= i;
      }
#pragma omp task in_reduction(* : product)
      product *= 11;
    }
    CHECK_EQUAL(product, 39916800);
  }
  long expected = 1;
  for (int i = 1; i <= 200; ++i) {
    expected = expected * i % 65537;
  }
  CHECK_EQUAL(pair.product, expected);
}

int main(void) {
  for (int round = 0; round < 5; ++round) {
    of_taskgroups();
    of_nested_taskgroups();
    of_regions();
    of_loops();
    of_ordered_loops();
    of_sections();
    of_scopes();
    of_loops_of_tasks();
  }
  return 0;
}
