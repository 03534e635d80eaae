// SPDX-License-Identifier: Apache-2.0

// Target constructs without a device, and functions about memory of devices.

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#pragma omp declare target
static int global = 3;

static int twice(int value) {
  return 2 * value;
}

#pragma omp end declare target

static void regions(void) {
  int value = 4;
  int array[100];
  int first = 7;
  for (int i = 0; i < 100; ++i) {
    array[i] = i;
  }
#pragma omp target map(tofrom : value, array) firstprivate(first)
  {
    CHECK(omp_is_initial_device());
    value = twice(value) + first + global;
    first = 0;
    for (int i = 0; i < 100; ++i) {
      array[i] += 1;
    }
  }
  CHECK_EQUAL(value, 18);
  CHECK_EQUAL(first, 7);
  CHECK_EQUAL(array[99], 100);
  int* const allocated = calloc(50, sizeof *allocated);
#pragma omp target map(from : allocated[0 : 50]) if (0)
  for (int i = 0; i < 50; ++i) {
    allocated[i] = i * 3;
  }
  CHECK_EQUAL(allocated[49], 147);
  long sum = 0;
#pragma omp target teams distribute parallel for map(to : allocated[ : 50]) reduction(+ : sum)
  for (int i = 0; i < 50; ++i) {
    sum += allocated[i];
  }
  CHECK_EQUAL(sum, 3675);
#pragma omp target parallel for map(tofrom : sum) num_threads(3)
  for (int i = 0; i < 30; ++i) {
#pragma omp atomic
    sum += 1;
  }
  CHECK_EQUAL(sum, 3705);
#pragma omp target teams num_teams(2) thread_limit(2) map(tofrom : sum)
  {
    INCREMENT(sum);
    CHECK(omp_get_num_teams() >= 1);
    CHECK(omp_get_team_num() < omp_get_num_teams());
  }
  CHECK(sum == 3706 || sum == 3707);
  free(allocated);
}

static void data(void) {
  int array[20] = {0};
  int other = 1;
#pragma omp target data map(tofrom : array) map(to : other)
  {
#pragma omp target map(alloc : array)
    array[3] = other;
#pragma omp target update from(array)
    CHECK_EQUAL(array[3], 1);
    array[4] = 5;
#pragma omp target update to(array[4 : 1])
#pragma omp target
    array[5] = array[4] + 1;
  }
  CHECK_EQUAL(array[5], 6);
#pragma omp target enter data map(to : array)
#pragma omp target
  array[6] = 7;
#pragma omp target exit data map(from : array)
  CHECK_EQUAL(array[6], 7);
#pragma omp target update to(global)
  int* const pointer = array;
#pragma omp target data map(tofrom : array) use_device_addr(array)
  {
#pragma omp target is_device_ptr(pointer)
    pointer[7] = 8;
  }
  CHECK_EQUAL(array[7], 8);
}

/// As tasks: with dependences, and not waited for at once.
static void deferred(void) {
  int value = 0;
  int other = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task depend(inout : value) shared(value)
    ++value;
#pragma omp target nowait depend(inout : value) map(tofrom : value)
    value *= 2;
#pragma omp target enter data nowait depend(inout : value) map(to : other)
#pragma omp target update nowait depend(inout : value) to(other)
#pragma omp target exit data nowait depend(inout : value) map(from : other)
#pragma omp task depend(inout : value) shared(value)
    value %= 1000;
#pragma omp target depend(in : value) map(tofrom : other)
    ++other;
  }
  int expected = 0;
  for (int i = 0; i < 20; ++i) {
    expected = (expected + 1) * 2 % 1000;
  }
  CHECK_EQUAL(value, expected);
  CHECK_EQUAL(other, 20);
}

static void memory(void) {
  const int host = omp_get_initial_device();
  int* const one = omp_target_alloc(100 * sizeof(int), host);
  int* const two = omp_target_alloc(100 * sizeof(int), host);
  CHECK(one != NULL);
  CHECK(two != NULL);
  for (int i = 0; i < 100; ++i) {
    one[i] = i;
    two[i] = -1;
  }
  CHECK(omp_target_is_present(one, host));
  // Bytes, then where they go and where they come from.
  CHECK_EQUAL(
      omp_target_memcpy(two, one, 10 * sizeof(int), 20 * sizeof(int), 5 * sizeof(int), host, host),
      0);
  for (int i = 0; i < 100; ++i) {
    CHECK_EQUAL(two[i], i >= 20 && i < 30 ? i - 15 : -1);
  }
  // A part of three by four of an array of ten by ten.
  const size_t volume[2] = {3, 4};
  const size_t to[2] = {5, 1};
  const size_t from[2] = {2, 6};
  const size_t sizes[2] = {10, 10};
  CHECK_EQUAL(
      omp_target_memcpy_rect(two, one, sizeof(int), 2, volume, to, from, sizes, sizes, host, host),
      0);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 4; ++k) {
      CHECK_EQUAL(two[(5 + i) * 10 + 1 + k], (2 + i) * 10 + 6 + k);
    }
    CHECK_EQUAL(two[(5 + i) * 10], -1);
    CHECK_EQUAL(two[(5 + i) * 10 + 5], -1);
  }
  CHECK(omp_target_memcpy_rect(
            NULL, NULL, sizeof(int), 2, volume, to, from, sizes, sizes, host, host) >= 3);
  CHECK(omp_target_memcpy(two, one, 4, 0, 0, host + 5, host) != 0);
  CHECK(omp_target_associate_ptr(one, two, 4, 0, host) != 0);
  CHECK(omp_target_disassociate_ptr(one, host) != 0);
  CHECK(omp_target_alloc(4, host + 5) == NULL);
  omp_target_free(one, host);
  omp_target_free(two, host);
  omp_target_free(NULL, host);
}

int main(void) {
  regions();
  data();
  deferred();
  memory();
  return 0;
}
