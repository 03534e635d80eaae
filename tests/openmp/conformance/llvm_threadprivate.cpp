// SPDX-License-Identifier: Apache-2.0

// Threadprivate variables without thread-local storage: the runtime keeps the copies.
// compiled -fopenmp -fnoopenmp-use-tls

#include <thread>

#include <omp.h>

#include "check.h"

static int plain = 5;
static double array[20] = {1, 2};
#pragma omp threadprivate(plain, array)

static int made;
static int ended;

struct counted {
  counted() : value(7) { INCREMENT(made); }

  counted(const counted& other) = default;
  counted& operator=(const counted& other) = default;

  ~counted() { INCREMENT(ended); }

  int value;
};

static counted object;
static counted objects[3];
#pragma omp threadprivate(object, objects)

static void of_their_own() {
  plain = 100;
  array[1] = 200;
  object.value = 300;
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
    const int number = omp_get_thread_num();
    CHECK_EQUAL(plain, number == 0 ? 100 : 5);
    CHECK_EQUAL(array[1], number == 0 ? 200 : 2);
    CHECK_EQUAL(object.value, number == 0 ? 300 : 7);
    CHECK_EQUAL(objects[2].value, 7);
    plain = array[1] = object.value = objects[2].value = number;
#pragma omp barrier
    CHECK_EQUAL(plain, number);
  }
  // They persist.
#pragma omp parallel
  {
    const int number = omp_get_thread_num();
    CHECK_EQUAL(plain, number);
    CHECK_EQUAL(array[1], number);
    CHECK_EQUAL(object.value, number);
    CHECK_EQUAL(objects[2].value, number);
  }
  CHECK_EQUAL(made, 4 * members);
}

static void copied_in() {
  plain = 11;
  array[19] = 12;
  object.value = 13;
#pragma omp parallel copyin(plain, array, object)
  {
    CHECK_EQUAL(plain, 11);
    CHECK_EQUAL(array[19], 12);
    CHECK_EQUAL(object.value, 13);
#pragma omp barrier
    plain = omp_get_thread_num();
#pragma omp single copyprivate(plain)
    plain = 31;
    CHECK_EQUAL(plain, 31);
  }
}

/// A thread that was not made by the runtime has its own, for as long as it lives.
static void of_others() {
  const int before = made;
  const int ended_before = ended;
  plain = 1;
  std::thread([] {
    CHECK_EQUAL(plain, 5);
    CHECK_EQUAL(object.value, 7);
    CHECK_EQUAL(objects[0].value, 7);
    plain = 2;
  }).join();
  CHECK_EQUAL(plain, 1);
  CHECK_EQUAL(made - before, 4);
  CHECK_EQUAL(ended - ended_before, 4);
}

int main() {
  of_their_own();
  copied_in();
  of_others();
}
