// SPDX-License-Identifier: Apache-2.0

/* How a worker falls asleep and how work wakes it: src/core/places/sleepers.hpp, owner_sleep and
 * any_wake_one of src/core/team.cpp, serve_requests of src/core/poll.cpp. A worker without work
 * goes to sleep; another spawns SPAWNS times, and publishes what it is asked for; with INJECT, one
 * comes from a foreign thread, too; with THIEF, a third worker takes something. In the end no work
 * may lie there while the sleeper sleeps, and, as long as it sleeps, the worker that has work must
 * still be asked for some.
 *
 * The queue is the bottom of the deque (stealing_deque.c): owner_push exchanges it, thieves look at
 * it. Parking and its token are those of parker.c.
 *
 * Planted errors: NO_LAST_LOOK, LOOK_FIRST (before announcing), PUBLISH_WITHOUT_ORDER (what was
 * added is not in the single order; the wake-up that tokio lost), WANT_BY_LOOK (an asker that sees
 * its request in place does not repeat it). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SPAWNS
  #define SPAWNS 2
#endif

#ifdef PUBLISH_WITHOUT_ORDER
  #define PUBLISHED memory_order_release
#else
  #define PUBLISHED memory_order_seq_cst
#endif

enum { work_wanted = 1 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool on_list;
static _Atomic(uint32_t) count;

static _Atomic(uint32_t) poll_word; /* the spawning worker's */
static _Atomic(int64_t) bottom;     /* the spawning worker's queue */
static _Atomic(uint32_t) injected;  /* the foreign thread's */
static _Atomic(bool) token;         /* the sleeper's */

static bool slept;

static void owner_announce(void) {
  pthread_mutex_lock(&mutex);
  on_list = true;
  atomic_fetch_add_explicit(&count, 1, memory_order_seq_cst);
  pthread_mutex_unlock(&mutex);
}

static void owner_withdraw(void) {
  pthread_mutex_lock(&mutex);
  if (on_list) {
    on_list = false;
    atomic_fetch_sub_explicit(&count, 1, memory_order_acq_rel);
  }
  pthread_mutex_unlock(&mutex);
}

static bool any_exist(void) {
  return atomic_load_explicit(&count, memory_order_seq_cst) != 0;
}

static bool has_sleeper_near(void) {
  return atomic_load_explicit(&count, memory_order_relaxed) != 0;
}

static bool any_pick(void) {
  pthread_mutex_lock(&mutex);
  bool found = on_list;
  if (found) {
    on_list = false;
    atomic_fetch_sub_explicit(&count, 1, memory_order_acq_rel);
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

static void any_wake_one(void) {
  if (any_exist() && any_pick()) {
    atomic_store_explicit(&token, true, memory_order_release);
  }
}

static bool work_is_there(void) {
  return atomic_load_explicit(&injected, memory_order_seq_cst) != 0 ||
         atomic_load_explicit(&bottom, memory_order_seq_cst) != 0;
}

static void* sleeper(void* none) {
  bool stay = false;
#ifdef LOOK_FIRST
  stay = work_is_there();
#endif
  owner_announce();
#ifdef WANT_BY_LOOK
  if ((atomic_load_explicit(&poll_word, memory_order_relaxed) & work_wanted) == 0)
#endif
    atomic_fetch_or_explicit(&poll_word, work_wanted, memory_order_seq_cst);
#if !defined(NO_LAST_LOOK) && !defined(LOOK_FIRST)
  stay = work_is_there();
#endif
  if (!stay && !atomic_load_explicit(&token, memory_order_acquire)) {
    slept = true; /* until there is a token, which main looks for */
    return none;
  }
  owner_withdraw();
  return none;
}

static void publish(void) {
  int64_t b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_exchange_explicit(&bottom, b + 1, PUBLISHED);
}

/* An owner that always has something to give. */
static void serve_requests(void) {
  if ((atomic_load_explicit(&poll_word, memory_order_relaxed) & work_wanted) == 0) {
    return;
  }
  atomic_fetch_and_explicit(&poll_word, ~work_wanted, memory_order_acq_rel);
  publish();
  any_wake_one();
  if (has_sleeper_near()) {
    atomic_fetch_or_explicit(&poll_word, work_wanted, memory_order_seq_cst);
  }
}

static void* spawner(void* none) {
  for (int i = 0; i < SPAWNS; ++i) {
    serve_requests();
  }
  return none;
}

#ifdef INJECT
static void* foreign(void* none) {
  atomic_fetch_add_explicit(&injected, 1, PUBLISHED);
  any_wake_one();
  return none;
}
#endif

#ifdef THIEF
static void* thief(void* none) {
  int64_t one = 1;
  atomic_compare_exchange_strong_explicit(
      &bottom, &one, 0, memory_order_seq_cst, memory_order_relaxed);
  return none;
}
#endif

int main(void) {
#ifdef ASKED_BEFORE
  poll_word = work_wanted; /* an earlier thief's request is on its way */
#endif
  pthread_t a, b;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, spawner, NULL);
#ifdef INJECT
  pthread_t c;
  pthread_create(&c, NULL, foreign, NULL);
  pthread_join(c, NULL);
#endif
#ifdef THIEF
  pthread_t d;
  pthread_create(&d, NULL, thief, NULL);
  pthread_join(d, NULL);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (slept && !token) {
    assert(bottom == 0 && injected == 0);
    assert((poll_word & work_wanted) != 0);
  }
  return 0;
}
