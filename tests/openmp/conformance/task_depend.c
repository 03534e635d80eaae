// SPDX-License-Identifier: Apache-2.0

// Tasks that depend on each other: every form of the clause.

#include <omp.h>
#include <string.h>

#include "check.h"

static void chains(void) {
  enum { length = 300, count = 5 };

  unsigned expected[count];
  unsigned found[count];
  for (int chain = 0; chain < count; ++chain) {
    expected[chain] = (unsigned)chain;
    found[chain] = (unsigned)chain;
    for (unsigned i = 0; i < length; ++i) {
      expected[chain] = expected[chain] * 3 + i;
    }
  }
#pragma omp parallel
#pragma omp single
  for (unsigned i = 0; i < length; ++i) {
    for (int chain = 0; chain < count; ++chain) {
#pragma omp task depend(inout : found[chain]) shared(found)
      found[chain] = found[chain] * 3 + i;
    }
  }
  CHECK(memcmp(expected, found, sizeof found) == 0);
}

/// One writes, several read, the next one writes.
static void fans(void) {
  enum { rounds = 40, readers = 6 };

  int value = -1;
  int read = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < rounds; ++round) {
#pragma omp task depend(out : value) shared(value, read)
    {
      CHECK_EQUAL(LOAD(read), round * readers);
      value = round;
    }
    for (int reader = 0; reader < readers; ++reader) {
#pragma omp task depend(in : value) shared(value, read)
      {
        CHECK_EQUAL(value, round);
        INCREMENT(read);
      }
    }
  }
  CHECK_EQUAL(read, rounds * readers);
}

static void excluding_each_other(void) {
  enum { rounds = 20, tasks = 6 };

  int first = 0;
  int second = 0;
  int inside_first = 0;
  int inside_second = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < rounds; ++round) {
#pragma omp task depend(out : first, second) shared(first, second)
    {
      CHECK_EQUAL(first, round * tasks * 2);
      CHECK_EQUAL(second, round * tasks * 2);
    }
    for (int task = 0; task < tasks; ++task) {
#pragma omp task depend(mutexinoutset : first) shared(first, inside_first)
      {
        CHECK_EQUAL(INCREMENT(inside_first), 0);
        ++first;
        STORE(inside_first, 0);
      }
#pragma omp task depend(mutexinoutset : second) shared(second, inside_second)
      {
        CHECK_EQUAL(INCREMENT(inside_second), 0);
        ++second;
        STORE(inside_second, 0);
      }
#pragma omp task depend(mutexinoutset : first, second) \
    shared(first, second, inside_first, inside_second)
      {
        CHECK_EQUAL(INCREMENT(inside_first), 0);
        CHECK_EQUAL(INCREMENT(inside_second), 0);
        ++first;
        ++second;
        STORE(inside_first, 0);
        STORE(inside_second, 0);
      }
    }
#pragma omp task depend(in : first, second) shared(first, second)
    {
      CHECK_EQUAL(first, (round + 1) * tasks * 2);
      CHECK_EQUAL(second, (round + 1) * tasks * 2);
    }
  }
}

static void objects(void) {
  int value = 0;
  int copy = 0;
  omp_depend_t object;
  omp_depend_t other;
#pragma omp depobj(object) depend(inout : value)
#pragma omp depobj(other) depend(in : copy)
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 50; ++i) {
#pragma omp task depend(depobj : object) shared(value)
      value = value * 2 % 1009 + i;
    }
#pragma omp depobj(object) update(in)
    int expected = 0;
    for (int i = 0; i < 50; ++i) {
      expected = expected * 2 % 1009 + i;
    }
    for (int i = 0; i < 5; ++i) {
#pragma omp task depend(depobj : object) shared(value)
      CHECK_EQUAL(value, expected);
    }
#pragma omp task depend(depobj : object) depend(out : copy) shared(value, copy)
    copy = value;
#pragma omp task depend(depobj : other) depend(out : value) shared(value, copy)
    {
      CHECK_EQUAL(copy, expected);
      value = 0;
    }
#pragma omp depobj(object) update(mutexinoutset)
    for (int i = 0; i < 20; ++i) {
#pragma omp task depend(depobj : object) shared(value)
      ++value;
    }
#pragma omp depobj(object) update(out)
#pragma omp task depend(depobj : object) shared(value)
    CHECK_EQUAL(value, 20);
  }
#pragma omp depobj(object) destroy
#pragma omp depobj(other) destroy
}

static void iterators(void) {
  enum { count = 200 };

  int values[count] = {0};
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < count; ++i) {
#pragma omp task depend(out : values[i]) shared(values)
      values[i] = i;
    }
#pragma omp task depend(iterator(int i = 0 : count), in : values[i]) depend(out : sum) \
    shared(values, sum)
    for (int i = 0; i < count; ++i) {
      sum += values[i];
    }
    for (int i = 0; i < count; i += 10) {
#pragma omp task depend(iterator(int k = i : i + 10 : 3), inout : values[k]) shared(values)
      for (int k = i; k < i + 10; k += 3) {
        values[k] = -1;
      }
    }
#pragma omp task depend(iterator(unsigned long k = 0 : 10, unsigned long m = 0 : 20), \
                            in : values[k * 20 + m]) depend(in : sum) shared(values, sum)
    {
      CHECK_EQUAL(sum, count * (count - 1) / 2);
      for (int i = 0; i < count; ++i) {
        CHECK_EQUAL(values[i], i % 10 % 3 == 0 ? -1 : i);
      }
    }
  }
}

/// Leaves words behind that what is called next has on its stack.
__attribute__((noinline)) static void fill_stack(int byte) {
  char words[2048];
  memset(words, byte, sizeof words);
  __asm__ volatile("" : : "r"(words) : "memory");
}

// Clang makes an array of the elements of an iterator, also if there are none.
#ifdef __clang__
  #define HAS_EMPTY_ARRAYS __attribute__((noinline, no_sanitize("vla-bound")))
#else
  #define HAS_EMPTY_ARRAYS __attribute__((noinline))
#endif

/// Clauses without list items, alone and beside others.
HAS_EMPTY_ARRAYS static void over_empty_ranges(int end, int* values, int* done) {
  CHECK(end <= 0);
#pragma omp task depend(iterator(int i = 0 : end), out : values[i])
  INCREMENT(*done);
#pragma omp task depend(iterator(int i = 0 : end), in : values[i])
  INCREMENT(*done);
#pragma omp task depend(iterator(int i = end : end), mutexinoutset : values[i])
  INCREMENT(*done);
#pragma omp task if (0) depend(iterator(int i = 0 : end), inout : values[i])
  INCREMENT(*done);
#pragma omp task depend(iterator(int i = 0 : end), in : values[i]) depend(out : values[1])
  {
    values[1] += 2;
    INCREMENT(*done);
  }
#pragma omp task depend(iterator(int i = 0 : end, int k = 0 : 3), in : values[i + k]) \
    depend(inout : values[1])
  {
    values[1] *= 3;
    INCREMENT(*done);
  }
#pragma omp taskwait depend(iterator(int i = 0 : end), inout : values[i])
#pragma omp taskwait depend(iterator(int i = 0 : end), inout : values[i]) depend(in : values[1])
  CHECK_EQUAL(values[1], 6);
  values[1] = 0;
}

static void empty_iterators(void) {
  enum { rounds = 30 };

  // Clang takes the length of a range that ends before it begins for a huge one.
#ifdef __clang__
  const int shortest = 0;
#else
  const int shortest = -2;
#endif
  static const int bytes[] = {0, 1, 0x41, 0xff};
  int values[4] = {0};
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < rounds; ++round) {
    fill_stack(bytes[round % 4]);
    over_empty_ranges(round % 2 == 0 ? 0 : shortest, values, &done);
  }
  CHECK_EQUAL(done, 6 * rounds);
  fill_stack(0);
  over_empty_ranges(0, values, &done);  // outside of any region
#pragma omp taskwait
  CHECK_EQUAL(done, 6 * rounds + 6);
}

/// Dependences of tasks that are not deferred, of final tasks, and of those that only wait.
static void waits(void) {
  int value = 0;
  int other = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 30; ++round) {
#pragma omp task depend(out : value) shared(value)
    value = round;
#pragma omp task depend(out : other) shared(other)
    other = round;
#pragma omp taskwait depend(in : value)
    CHECK_EQUAL(value, round);
#pragma omp task if (0) depend(in : other) depend(inout : value) shared(value, other)
    {
      CHECK_EQUAL(other, round);
      ++value;
    }
    CHECK_EQUAL(value, round + 1);
#pragma omp task depend(inout : value) shared(value) final(round % 2 == 0)
    {
#pragma omp task depend(inout : value) shared(value)
      ++value;
#pragma omp task depend(inout : value) shared(value)
      value *= 2;
#pragma omp taskwait
    }
#pragma omp taskwait depend(inout : value, other)
    CHECK_EQUAL(value, (round + 2) * 2);
  }
}

/// The same addresses depend on each other among siblings only.
static void nested(void) {
  enum { parents = 10, children = 20 };

  int results[parents];
#pragma omp parallel
#pragma omp single
  for (int parent = 0; parent < parents; ++parent) {
#pragma omp task shared(results)
    {
      int value = 1;
      for (int i = 0; i < children; ++i) {
#pragma omp task depend(inout : results[0]) shared(value)
        value = value * 5 % 1013 + i;
      }
#pragma omp taskwait
      results[parent] = value;
    }
  }
  int expected = 1;
  for (int i = 0; i < children; ++i) {
    expected = expected * 5 % 1013 + i;
  }
  for (int parent = 0; parent < parents; ++parent) {
    CHECK_EQUAL(results[parent], expected);
  }
}

/// The same address twice in a clause, or in two of them, and sections of arrays.
static void repeated(void) {
  int value = 0;
  int array[10] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task depend(in : value, value) shared(value)
    CHECK_EQUAL(value, 2 * i);
#pragma omp task depend(inout : value) depend(inout : value) shared(value)
    ++value;
#pragma omp task depend(in : value) depend(out : value) shared(value)
    ++value;
#pragma omp task depend(out : array[2 : 5]) shared(array)
    for (int k = 2; k < 7; ++k) {
      array[k] = i;
    }
#pragma omp task depend(in : array[2]) shared(array)
    CHECK_EQUAL(array[6], i);
  }
  CHECK_EQUAL(value, 100);
}

static void across_groups(void) {
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task depend(out : value) shared(value)
      value = 1;
#pragma omp task depend(in : value) shared(value)
      CHECK_EQUAL(value, 1);
    }
#pragma omp task depend(inout : value) shared(value)
    {
      CHECK_EQUAL(value, 1);
      value = 2;
    }
  }
  CHECK_EQUAL(value, 2);
}

/// Without a region around them.
static void outside(void) {
  int value = 0;
#pragma omp task depend(out : value) shared(value)
  value = 1;
#pragma omp task depend(inout : value) shared(value)
  value = value * 10 + 2;
#pragma omp taskwait depend(in : value)
  CHECK_EQUAL(value, 12);
}

int main(void) {
  chains();
  fans();
  excluding_each_other();
  objects();
  iterators();
  empty_iterators();
  waits();
  nested();
  repeated();
  across_groups();
  outside();
  return 0;
}
