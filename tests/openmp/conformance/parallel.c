// SPDX-License-Identifier: Apache-2.0

// Regions: their size, their clauses, and what of a thread stays from one to the next.

#include <complex.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

static void sizes(void) {
  for (int wanted = 1; wanted <= 9; ++wanted) {
    int seen[9] = {0};
#pragma omp parallel num_threads(wanted)
    {
      CHECK_EQUAL(omp_get_num_threads(), wanted);
      INCREMENT(seen[omp_get_thread_num()]);
      CHECK_EQUAL(omp_get_level(), 1);
      CHECK_EQUAL(omp_in_parallel(), wanted > 1);
    }
    for (int i = 0; i < wanted; ++i) {
      CHECK_EQUAL(seen[i], 1);
    }
  }
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
    CHECK_EQUAL(omp_get_num_threads(), omp_get_max_threads());
  }
  CHECK_EQUAL(members, omp_get_max_threads());
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_get_level(), 0);
}

static void conditions(void) {
  for (int i = 0; i < 2; ++i) {
    int members = 0;
    const pthread_t here = pthread_self();
#pragma omp parallel if (i) num_threads(4) reduction(+ : members)
    {
      ++members;
      CHECK_EQUAL(omp_get_num_threads(), i ? 4 : 1);
      CHECK_EQUAL(omp_in_parallel(), i);
      CHECK_EQUAL(omp_get_level(), 1);
      CHECK_EQUAL(omp_get_active_level(), i);
      if (omp_get_thread_num() == 0) {
        CHECK(pthread_equal(here, pthread_self()));
      }
    }
    CHECK_EQUAL(members, i ? 4 : 1);
  }
}

static void bindings(void) {
  int members = 0;
#pragma omp parallel proc_bind(close) num_threads(3) reduction(+ : members)
  ++members;
#pragma omp parallel proc_bind(spread) num_threads(3) reduction(+ : members)
  ++members;
#pragma omp parallel proc_bind(primary) num_threads(3) reduction(+ : members)
  ++members;
#pragma omp parallel proc_bind(master) num_threads(3) reduction(+ : members)
  ++members;
  CHECK_EQUAL(members, 12);
}

static void data(void) {
  int own = -1;
  int first = 5;
  int array[4] = {1, 2, 3, 4};
  int shared_by_all = 0;
  int members = 0;
#pragma omp parallel private(own) firstprivate(first, array) shared(shared_by_all) \
    reduction(+ : members)
  {
    own = omp_get_thread_num();
    CHECK_EQUAL(first, 5);
    first += own;
    array[3] += own;
#pragma omp barrier
    CHECK_EQUAL(own, omp_get_thread_num());
    CHECK_EQUAL(first, 5 + own);
    CHECK_EQUAL(array[3], 4 + own);
    INCREMENT(shared_by_all);
    ++members;
  }
  CHECK_EQUAL(own, -1);
  CHECK_EQUAL(first, 5);
  CHECK_EQUAL(array[3], 4);
  CHECK_EQUAL(shared_by_all, members);
  const int length = 100;
  long variable[length];
  for (int i = 0; i < length; ++i) {
    variable[i] = i;
  }
#pragma omp parallel firstprivate(variable)
  {
    for (int i = 0; i < length; ++i) {
      CHECK_EQUAL(variable[i], i);
      variable[i] = -1;
    }
  }
  CHECK_EQUAL(variable[99], 99);
}

static void reductions(void) {
  long sum = 10;
  int product = 1;
  unsigned all_bits = ~0U;
  unsigned any_bit = 0;
  unsigned odd_bits = 0;
  int all = 1;
  int any = 0;
  double least = 100;
  long double largest = -100;
  _Complex double turned = 0;
  float difference = 0;
  int counts[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  int members = 0;
#pragma omp parallel reduction(+ : sum, turned, members) reduction(* : product)                   \
    reduction(& : all_bits) reduction(| : any_bit) reduction(^ : odd_bits) reduction(&& : all)    \
    reduction(|| : any) reduction(min : least) reduction(max : largest) reduction(- : difference) \
    reduction(+ : counts[2 : 4])
  {
    const int number = omp_get_thread_num();
    ++members;
    sum += number;
    product *= 2;
    all_bits &= ~(1U << number);
    any_bit |= 1U << number;
    odd_bits ^= 3;
    all = all && number >= 0;
    any = any || number == 0;
    least = least < number ? least : number;
    largest = largest > number ? largest : number;
    turned += 1 + 2 * I;
    difference -= 1;
    counts[2] += 1;
    counts[5] += 2;
  }
  CHECK_EQUAL(sum, 10 + members * (members - 1) / 2);
  CHECK_EQUAL(product, 1 << members);
  CHECK_EQUAL(any_bit, (1U << members) - 1);
  CHECK_EQUAL(all_bits, ~any_bit);
  CHECK_EQUAL(odd_bits, members % 2 == 0 ? 0 : 3);
  CHECK(all);
  CHECK(any);
  CHECK(least == 0);
  CHECK(largest == members - 1);
  CHECK(creal(turned) == members);
  CHECK(cimag(turned) == 2 * members);
  CHECK(difference == (float)-members);
  CHECK_EQUAL(counts[1], 1);
  CHECK_EQUAL(counts[2], 1 + members);
  CHECK_EQUAL(counts[3], 1);
  CHECK_EQUAL(counts[5], 1 + 2 * members);
  CHECK_EQUAL(counts[6], 1);
}

static int kept = 17;
static int kept_array[3] = {1, 2, 3};
#pragma omp threadprivate(kept, kept_array)

static void threadprivate_stays(void) {
  int* addresses[64] = {NULL};
  pthread_t threads[64];
  int members = 0;
#pragma omp parallel
  {
    const int number = omp_get_thread_num();
#pragma omp single
    members = omp_get_num_threads();
    kept = 1000 + number;
    addresses[number] = &kept;
    threads[number] = pthread_self();
  }
  CHECK_EQUAL(kept, 1000);
  // After a smaller region, its members are those that are still the same.
  int same = members;
  for (int round = 0; round < 50; ++round) {
    const int size = round < 25 || round % 2 == 0 ? members : (members + 1) / 2;
    same = size < same ? size : same;
#pragma omp parallel num_threads(size)
    {
      const int number = omp_get_thread_num();
      if (number < same) {
        CHECK_EQUAL(kept, 1000 + number);
        CHECK(addresses[number] == &kept);
        CHECK(pthread_equal(threads[number], pthread_self()));
      }
    }
  }
  kept = 5;
  kept_array[2] = 9;
#pragma omp parallel copyin(kept, kept_array)
  {
    CHECK_EQUAL(kept, 5);
    CHECK_EQUAL(kept_array[2], 9);
    kept += omp_get_thread_num();
  }
  CHECK_EQUAL(kept, 5);
#pragma omp parallel
  CHECK_EQUAL(kept, 5 + omp_get_thread_num());
}

/// Regions of changing sizes, one after the other.
static void many(void) {
  int count = 0;
  int expected = 0;
  for (int i = 0; i < 500; ++i) {
    expected += 1 + i % 4;
#pragma omp parallel num_threads(1 + i % 4) reduction(+ : count)
    ++count;
  }
  CHECK_EQUAL(count, expected);
}

int main(void) {
  sizes();
  conditions();
  bindings();
  data();
  reductions();
  threadprivate_stays();
  many();
  return 0;
}
