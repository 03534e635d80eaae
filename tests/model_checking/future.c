// SPDX-License-Identifier: Apache-2.0

/* src/core/waiting/future.cpp: WAITERS tasks begin to wait for a future while it is completed. Each
 * goes on once, by itself or because it was made ready, and sees the result. With CLAIM, the
 * launched task lies in a queue, out of which it is taken meanwhile, and whoever waits may run it
 * before: it runs once, and its block is freed once, when nobody reads it any more.
 *
 * Planted errors: COMPLETE_RELAXED, WAITER_RELAXED, READY_RELAXED, NO_RETRY_CHECK (the look whether
 * the result is there is not repeated), NEXT_READ_LATE; with CLAIM: CLAIM_BY_STORE, TAKER_RELAXED,
 * LEAVE_RELAXED, TAKER_RUNS_ANYWAY, LEAVE_BY_STORE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef WAITERS
  #define WAITERS 2
#endif

#ifdef COMPLETE_RELAXED
  #define COMPLETES memory_order_relaxed
#else
  #define COMPLETES memory_order_acq_rel
#endif
/* GenMC takes the order of success for failures too, so that has the acquire of the code's
 * failure. */
#ifdef WAITER_RELAXED
  #define WAITER_ADDED memory_order_acquire
#else
  #define WAITER_ADDED memory_order_acq_rel
#endif
#ifdef READY_RELAXED
  #define SEEN memory_order_relaxed
#else
  #define SEEN memory_order_acquire
#endif

struct future_waiter {
  struct future_waiter* next;
  int task; /* plain: the saved stack */
};

static struct future_waiter done; /* its address says completed */
static _Atomic(struct future_waiter*) waiters;
static int result;

static struct future_waiter own[WAITERS];
static _Atomic(int) went_on[WAITERS];

static void go_on(int task) {
  assert(task >= 1 && task <= WAITERS);
  assert(result == 42);
  assert(atomic_fetch_add_explicit(&went_on[task - 1], 1, memory_order_relaxed) == 0);
  own[task - 1].next = NULL; /* the waiter ends */
  own[task - 1].task = 0;
}

static bool add_waiter(struct future_waiter* waiter) {
  struct future_waiter* head = atomic_load_explicit(&waiters, SEEN);
#ifdef NO_RETRY_CHECK
  if (head == &done) {
    return false;
  }
#endif
  do {
#ifndef NO_RETRY_CHECK
    if (head == &done) {
      return false;
    }
#endif
    waiter->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&waiters, &head, waiter, WAITER_ADDED, SEEN));
  return true;
}

static void task_complete(void);

#ifdef CLAIM
  #ifdef TAKER_RELAXED
    #define TAKES memory_order_relaxed
  #else
    #define TAKES memory_order_acq_rel
  #endif
  #ifdef LEAVE_RELAXED
    #define LEAVES memory_order_relaxed
    #define LOOKS_BEFORE memory_order_relaxed
  #else
    #define LEAVES memory_order_acq_rel
    #define LOOKS_BEFORE memory_order_acquire
  #endif

enum { in_queue, taken, in_place, ended };

static _Atomic(int) phase;
static int header = 1; /* plain, as the next; 0: the block is free */
static int closure = 7;

static void free_block(void) {
  assert(header == 1 && closure == 8);
  header = 0;
  closure = 0;
}

static bool any_claim(void) {
  int expected = in_queue;
  #ifdef CLAIM_BY_STORE
  if (atomic_load_explicit(&phase, memory_order_relaxed) != expected) {
    return false;
  }
  atomic_store_explicit(&phase, in_place, memory_order_relaxed);
  return true;
  #else
  return atomic_compare_exchange_strong_explicit(
      &phase, &expected, in_place, memory_order_relaxed, memory_order_relaxed);
  #endif
}

static bool runner_leave(void) {
  if (atomic_load_explicit(&phase, LOOKS_BEFORE) == taken) {
    return true;
  }
  #ifdef LEAVE_BY_STORE
  atomic_store_explicit(&phase, ended, memory_order_release);
  return false;
  #else
  return atomic_exchange_explicit(&phase, ended, LEAVES) == taken;
  #endif
}

static void run(void) {
  assert(closure == 7); /* it runs once */
  closure = 8;
  result = 42;
  if (runner_leave()) {
    free_block();
  }
  task_complete();
}

static void take_out_of_queue(void) {
  assert(header == 1); /* which says whose task it is */
  int before = atomic_exchange_explicit(&phase, taken, TAKES);
  #ifdef TAKER_RUNS_ANYWAY
  before = in_queue;
  #endif
  if (before == in_queue) {
    run();
  } else if (before == ended) {
    free_block();
  }
}
#endif

static void* wait_for_it(void* index) {
  int me = (int)(intptr_t)index;
  if (atomic_load_explicit(&waiters, SEEN) == &done) { /* any_ready */
    own[me].task = me + 1;
    go_on(me + 1);
    return NULL;
  }
#ifdef CLAIM
  if (any_claim()) {
    run();
    own[me].task = me + 1;
    go_on(me + 1);
    return NULL;
  }
#endif
  own[me].task = me + 1;
  if (!add_waiter(&own[me])) {
    go_on(me + 1);
  }
  return NULL;
}

static void task_complete(void) {
  struct future_waiter* waiter = atomic_exchange_explicit(&waiters, &done, COMPLETES);
  while (waiter != NULL) {
#ifdef NEXT_READ_LATE
    go_on(waiter->task);
    waiter = waiter->next;
#else
    struct future_waiter* next = waiter->next;
    go_on(waiter->task);
    waiter = next;
#endif
  }
}

int main(void) {
  pthread_t all[WAITERS];
  for (int i = 0; i < WAITERS; ++i) {
    pthread_create(&all[i], NULL, wait_for_it, (void*)(intptr_t)i);
  }
#ifdef CLAIM
  take_out_of_queue();
#else
  result = 42;
  task_complete();
#endif
  for (int i = 0; i < WAITERS; ++i) {
    pthread_join(all[i], NULL);
  }
#ifdef CLAIM
  assert(header == 0);
#endif
  for (int i = 0; i < WAITERS; ++i) {
    assert(atomic_load_explicit(&went_on[i], memory_order_relaxed) == 1);
  }
  return 0;
}
