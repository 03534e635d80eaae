// SPDX-License-Identifier: Apache-2.0

/* src/schedulers/channel/biased_lock.hpp, statement by statement, where thieves cannot have all
 * threads execute a fence: an owner that enters SECTIONS times, and THIEVES thieves that try once.
 *
 * What they exclude each other from is plain memory, so GenMC reports two inside as a race.
 *
 * Planted errors: ENTER_RELEASE, LOOK_ACQUIRE, THIEF_LOOKS_BEFORE, LEAVE_RELAXED,
 * THIEF_LEAVE_RELAXED. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef SECTIONS
  #define SECTIONS 2
#endif
#ifndef THIEVES
  #define THIEVES 1
#endif

#ifdef LOOK_ACQUIRE
  #define LOOK memory_order_acquire
#else
  #define LOOK memory_order_seq_cst
#endif
#ifdef LEAVE_RELAXED
  #define LEFT memory_order_relaxed
#else
  #define LEFT memory_order_release
#endif
#ifdef THIEF_LEAVE_RELAXED
  #define THIEF_LEFT memory_order_relaxed
#else
  #define THIEF_LEFT memory_order_release
#endif

static _Atomic(bool) inside;
static _Atomic(bool) taken;
static int kept; /* plain */

static void owner_claim(void) {
#ifdef ENTER_RELEASE
  atomic_store_explicit(&inside, true, memory_order_release);
#else
  atomic_exchange_explicit(&inside, true, memory_order_seq_cst);
#endif
}

static void owner_leave(void) {
  atomic_store_explicit(&inside, false, LEFT);
}

static void wait_for_thief(void) {
  while (atomic_load_explicit(&taken, LOOK)) {
  }
}

static void owner_enter(void) {
  owner_claim();
  if (atomic_load_explicit(&taken, LOOK)) {
    owner_leave();
    wait_for_thief();
    owner_claim();
    wait_for_thief();
  }
}

static void thief_leave(void) {
  atomic_store_explicit(&taken, false, THIEF_LEFT);
}

static bool thief_enter(void) {
  if (atomic_load_explicit(&inside, memory_order_relaxed)) {
    return false;
  }
  if (atomic_exchange_explicit(&taken, true, memory_order_seq_cst)) {
    return false;
  }
#ifdef THIEF_LOOKS_BEFORE
  return true;
#endif
  if (!atomic_load_explicit(&inside, memory_order_seq_cst)) {
    return true;
  }
  thief_leave();
  return false;
}

static void* thief(void* entered) {
  if (thief_enter()) {
    ++kept;
    *(int*)entered = 1;
    thief_leave();
  }
  return NULL;
}

int main(void) {
  pthread_t others[THIEVES];
  static int entered[THIEVES];
  for (int i = 0; i < THIEVES; ++i) {
    pthread_create(&others[i], NULL, thief, &entered[i]);
  }
  for (int i = 0; i < SECTIONS; ++i) {
    owner_enter();
    ++kept;
    owner_leave();
  }
  int expected = SECTIONS;
  for (int i = 0; i < THIEVES; ++i) {
    pthread_join(others[i], NULL);
    expected += entered[i];
  }
  assert(kept == expected);
  return 0;
}
