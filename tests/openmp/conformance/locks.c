// SPDX-License-Identifier: Apache-2.0

// Locks, plain and nested; a nested lock belongs to a task.

#include <omp.h>

#include "check.h"

enum { turns = 500 };

static void plain(omp_lock_t* lock) {
  int count = 0;
  int tried = 0;
  int members = 0;
#pragma omp parallel reduction(+ : members, tried)
  {
    ++members;
    for (int turn = 0; turn < turns; ++turn) {
      omp_set_lock(lock);
      ++count;
      omp_unset_lock(lock);
      if (omp_test_lock(lock)) {
        ++count;
        ++tried;
        omp_unset_lock(lock);
      }
    }
  }
  CHECK_EQUAL(count, members * turns + tried);
  CHECK(omp_test_lock(lock));
  CHECK(!omp_test_lock(lock));
  omp_unset_lock(lock);
}

static void nested(omp_nest_lock_t* lock) {
  int count = 0;
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    ++members;
    for (int turn = 0; turn < turns; ++turn) {
      omp_set_nest_lock(lock);
      omp_set_nest_lock(lock);
      ++count;
      CHECK_EQUAL(omp_test_nest_lock(lock), 3);
      omp_unset_nest_lock(lock);
      omp_unset_nest_lock(lock);
      ++count;
      omp_unset_nest_lock(lock);
      const int depth = omp_test_nest_lock(lock);
      CHECK(depth == 0 || depth == 1);
      if (depth != 0) {
        omp_unset_nest_lock(lock);
      }
    }
  }
  CHECK_EQUAL(count, 2 * members * turns);
}

/// One member holds it; what the others try fails.
static void held_elsewhere(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest_lock;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    {
      omp_set_lock(&lock);
      omp_set_nest_lock(&nest_lock);
    }
#pragma omp barrier
    CHECK(!omp_test_lock(&lock));
    CHECK_EQUAL(omp_test_nest_lock(&nest_lock), omp_get_thread_num() == 0 ? 2 : 0);
#pragma omp barrier
#pragma omp master
    {
      omp_unset_nest_lock(&nest_lock);
      omp_unset_nest_lock(&nest_lock);
    }
#pragma omp barrier
    // A plain lock may be given back by another member, which has got it by a barrier.
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
      omp_unset_lock(&lock);
    }
#pragma omp barrier
#pragma omp single
    {
      CHECK(omp_test_lock(&lock));
      CHECK_EQUAL(omp_test_nest_lock(&nest_lock), 1);
      omp_unset_nest_lock(&nest_lock);
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest_lock);
}

/// A nested lock that a task holds is not its child's, even on the same thread.
static void belong_to_tasks(void) {
  omp_nest_lock_t lock;
  int count = 0;
  omp_init_nest_lock(&lock);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task shared(lock, count)
    {
      omp_set_nest_lock(&lock);
#pragma omp task if (0) shared(lock)
      CHECK_EQUAL(omp_test_nest_lock(&lock), 0);
#pragma omp task shared(lock)
      CHECK_EQUAL(omp_test_nest_lock(&lock), 0);
#pragma omp taskwait
      ++count;
      CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
  }
  omp_destroy_nest_lock(&lock);
  CHECK_EQUAL(count, 100);
}

static void many(void) {
  enum { locks = 1000 };

  static omp_lock_t lock[locks];
  static int counts[locks];
  for (int i = 0; i < locks; ++i) {
    omp_init_lock(&lock[i]);
  }
#pragma omp parallel
  for (int i = 0; i < 4 * locks; ++i) {
    omp_set_lock(&lock[i % locks]);
    ++counts[i % locks];
    omp_unset_lock(&lock[i % locks]);
  }
  for (int i = 0; i < locks; ++i) {
    CHECK_EQUAL(counts[i], 4 * omp_get_max_threads());
    omp_destroy_lock(&lock[i]);
  }
}

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  plain(&lock);
  omp_destroy_lock(&lock);
  omp_nest_lock_t nest_lock;
  omp_init_nest_lock(&nest_lock);
  nested(&nest_lock);
  omp_destroy_nest_lock(&nest_lock);
  held_elsewhere();
  belong_to_tasks();
  many();
  return 0;
}
