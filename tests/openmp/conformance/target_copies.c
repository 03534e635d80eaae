// SPDX-License-Identifier: Apache-2.0

// Firstprivate variables of target constructs: each region has copies of its own, with the values
// that the variables had when the construct was met.

#include <complex.h>
#include <omp.h>
#include <stdint.h>

#include "check.h"

enum { rounds = 50, length = 40 };

struct record {
  int numbers[7];
  char letter;
};

struct wide {
  _Alignas(128) double value;
  char letter;
};

static int is_aligned(const void* address, size_t alignment) {
  return (uintptr_t)address % alignment == 0;
}

static void all_types(void) {
  char letter = 1;
  short small = 2;
  long large = 3;
  double real = 4;
  float _Complex two = 5;
  long double longer = 6;
  struct record record = {{1, 2, 3, 4, 5, 6, 7}, 8};
  struct wide wide = {9, 10};
  int array[length];
  int count = 3;
  double variable[count];
  for (int i = 0; i < length; ++i) {
    array[i] = i;
  }
  variable[0] = variable[1] = variable[2] = 11;
  int* pointer = array;
  const void* const outside = &record;
  int wrong = 0;
#pragma omp target map(tofrom : wrong) \
    firstprivate(letter, small, large, real, two, longer, record, wide, array, variable, pointer)
  {
    wrong += letter != 1 || small != 2 || large != 3 || real != 4 || two != 5 || longer != 6;
    wrong += record.numbers[6] != 7 || record.letter != 8 || wide.value != 9 || wide.letter != 10;
    wrong += array[length - 1] != length - 1 || variable[2] != 11 || pointer[1] != 1;
    wrong += !is_aligned(&wide, 128) || !is_aligned(&longer, 16) || !is_aligned(&record, 4);
    wrong += (const void*)&record == outside;
    letter = 0;
    small = 0;
    large = 0;
    real = 0;
    two = 0;
    longer = 0;
    record.letter = 0;
    wide.value = 0;
    array[length - 1] = 0;
    variable[2] = 0;
    pointer = NULL;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(letter == 1 && small == 2 && large == 3 && real == 4 && two == 5 && longer == 6);
  CHECK(record.letter == 8 && wide.value == 9 && array[length - 1] == length - 1);
  CHECK(variable[2] == 11 && pointer == array);
}

/// Before the region begins they change again.
static void deferred(void) {
  int sums[rounds] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < rounds; ++i) {
    int array[length];
    for (int k = 0; k < length; ++k) {
      array[k] = i;
    }
    int* const sum = &sums[i];
#pragma omp target nowait firstprivate(array) is_device_ptr(sum)
    for (int k = 0; k < length; ++k) {
      *sum += array[k];
    }
    for (int k = 0; k < length; ++k) {
      array[k] = -1;
    }
  }
  for (int i = 0; i < rounds; ++i) {
    CHECK_EQUAL(sums[i], i * length);
  }
}

/// They have the value of the construct, not that of when what it depends on has ended.
static void after_dependences(void) {
  for (int i = 0; i < rounds; ++i) {
    int value = i;
    int order = 0;
    int found = -1;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : order) shared(order)
      {
        sched_yield();
        order = 1;
      }
#pragma omp target nowait depend(inout : order) firstprivate(value) map(tofrom : order, found)
      {
        found = order == 1 ? value : -2;
        order = 2;
      }
      value = -3;
#pragma omp target depend(in : order) map(tofrom : order, found)
      found += order == 2 ? 1 : 1000;
    }
    CHECK_EQUAL(found, i + 1);
    CHECK_EQUAL(value, -3);
  }
}

/// Of each thread at once.
static void by_all(void) {
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  for (int i = 0; i < rounds; ++i) {
    struct record own = {{omp_get_thread_num(), i}, 0};
    int found = 0;
#pragma omp target firstprivate(own) map(from : found)
    {
      own.numbers[0] += own.numbers[1];
      found = own.numbers[0];
    }
    wrong += found != omp_get_thread_num() + i || own.numbers[0] != omp_get_thread_num();
  }
  CHECK_EQUAL(wrong, 0);
}

int main(void) {
  all_types();
  deferred();
  after_dependences();
  by_all();
  return 0;
}
