// SPDX-License-Identifier: Apache-2.0

/* src/platform/parker.{hpp,cpp}, statement by statement, with a futex as the kernel has it:
 * comparing and going to sleep are one step, and so is waking. An owner parks PARKS times, by
 * owner_park or, with TIMED, by owner_park_for; UNPARKERS threads leave one token each.
 *
 * The kernel's part that would block is an end of the owner's thread here; that somebody woke it is
 * what main checks.
 *
 * Planted errors: NO_COMPARISON (of the kernel's), TOKEN_STORED (taken by a store instead of an
 * exchange), UNPARK_RELAXED, WAKES_NEVER (a notified word is left alone). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PARKS
  #define PARKS 1
#endif
#ifndef UNPARKERS
  #define UNPARKERS 2
#endif

enum { empty, parked, notified };

static _Atomic(uint32_t) word = empty;

/* The kernel: its lock of the word's bucket, and whether the owner is on the bucket's list. */
static pthread_mutex_t bucket = PTHREAD_MUTEX_INITIALIZER;
static bool asleep;

static int written[UNPARKERS];        /* plain: what an unparker did before */
static _Atomic(int) begun[UNPARKERS]; /* the same, for who may not have come yet */
static bool left_asleep;
static int seen; /* unparkers whose begin the owner knew of when it had last parked */

/* False where it would sleep on: nobody has woken it. */
static bool futex_wait(uint32_t expected) {
  pthread_mutex_lock(&bucket);
#ifndef NO_COMPARISON
  if (atomic_load_explicit(&word, memory_order_relaxed) != expected) {
    pthread_mutex_unlock(&bucket);
    return true;
  }
#endif
  asleep = true;
  pthread_mutex_unlock(&bucket);
  pthread_mutex_lock(&bucket); /* later */
  bool woken = !asleep;
  pthread_mutex_unlock(&bucket);
  return woken;
}

static void futex_wake_one(void) {
  pthread_mutex_lock(&bucket);
  asleep = false;
  pthread_mutex_unlock(&bucket);
}

static bool begin_park(void) {
  uint32_t seen = empty;
  if (atomic_compare_exchange_strong_explicit(
          &word, &seen, parked, memory_order_relaxed, memory_order_relaxed)) {
    return true;
  }
  assert(seen == notified);
  return false;
}

static bool take_token(void) {
#ifdef TOKEN_STORED
  bool had = atomic_load_explicit(&word, memory_order_acquire) == notified;
  atomic_store_explicit(&word, empty, memory_order_relaxed);
  return had;
#else
  return atomic_exchange_explicit(&word, empty, memory_order_acquire) == notified;
#endif
}

/* False where it sleeps on. */
static bool owner_park(void) {
  if (begin_park()) {
    while (atomic_load_explicit(&word, memory_order_relaxed) == parked) {
      if (!futex_wait(parked)) {
        return false;
      }
    }
  }
  assert(take_token());
  return true;
}

/* Time is up as soon as it sleeps. */
static bool owner_park_for(void) {
  if (begin_park() && atomic_load_explicit(&word, memory_order_relaxed) == parked) {
    futex_wait(parked);
    pthread_mutex_lock(&bucket);
    asleep = false; /* the kernel takes it off the list */
    pthread_mutex_unlock(&bucket);
  }
  return take_token();
}

static void any_unpark(void) {
#ifdef UNPARK_RELAXED
  uint32_t before = atomic_exchange_explicit(&word, notified, memory_order_relaxed);
#else
  uint32_t before = atomic_exchange_explicit(&word, notified, memory_order_release);
#endif
#ifndef WAKES_NEVER
  if (before == parked) {
    futex_wake_one();
  }
#endif
}

static void* unparker(void* index) {
  int me = (int)(intptr_t)index;
  written[me] = 1;
  atomic_store_explicit(&begun[me], 1, memory_order_relaxed);
  any_unpark();
  return NULL;
}

static void look_at_the_unparkers(void) {
  seen = 0;
  for (int i = 0; i < UNPARKERS; ++i) {
    seen += atomic_load_explicit(&begun[i], memory_order_relaxed);
  }
  if (UNPARKERS == 1) {
    assert(written[0] == 1);
  }
}

static void* owner(void* none) {
#ifdef TIMED
  if (owner_park_for()) {
    look_at_the_unparkers();
    return none;
  }
#endif
  for (int i = 0; i < PARKS; ++i) {
    if (!owner_park()) {
      left_asleep = true;
      return none;
    }
    look_at_the_unparkers();
  }
  return none;
}

int main(void) {
  pthread_t own;
  pthread_t others[UNPARKERS];
  pthread_create(&own, NULL, owner, NULL);
  for (int i = 0; i < UNPARKERS; ++i) {
    pthread_create(&others[i], NULL, unparker, (void*)(intptr_t)i);
  }
  pthread_join(own, NULL);
  for (int i = 0; i < UNPARKERS; ++i) {
    pthread_join(others[i], NULL);
  }
  /* By now all tokens were left. Who sleeps has got them all, as one, with what came before
   * each. */
  if (left_asleep && asleep) {
    assert(atomic_load_explicit(&word, memory_order_relaxed) == parked);
    assert(seen == UNPARKERS);
  }
  return 0;
}
