// SPDX-License-Identifier: Apache-2.0

/* src/schedulers/channel/request_state.hpp, statement by statement: a thief that asks REQUESTS
 * times, and CLAIMERS workers that found each of its requests. Who claims one puts its answer where
 * the thief's channel has a single place, which is plain memory; or leaves it, with LEAVES, once.
 *
 * Planted errors: ASK_RELAXED, CLAIM_RELAXED, CLAIM_BY_STORE, WITHDRAW_BY_STORE, LEAVE_RELAXED. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef REQUESTS
  #define REQUESTS 2
#endif
#ifndef CLAIMERS
  #define CLAIMERS 2
#endif

#ifdef ASK_RELAXED
  #define ASKED memory_order_relaxed
#else
  #define ASKED memory_order_release
#endif
#ifdef CLAIM_RELAXED
  #define CLAIMED memory_order_relaxed
#else
  #define CLAIMED memory_order_acq_rel
#endif
#ifdef LEAVE_RELAXED
  #define LEFT memory_order_relaxed
#else
  #define LEFT memory_order_release
#endif

enum { none, pending, claimed };

static _Atomic(uint32_t) word;
static int place;  /* plain */
static int looked; /* plain, by who has the claim */
static _Atomic(int) sent;
static int received;

static uint32_t make(uint32_t number, uint32_t phase) {
  return number << 2 | phase;
}

static bool change(uint32_t before, uint32_t phase, memory_order order) {
  return (before & 3) == pending &&
         atomic_compare_exchange_strong_explicit(
             &word, &before, make(before >> 2, phase), order, memory_order_relaxed);
}

static uint32_t thief_ask(void) {
  uint32_t before = atomic_load_explicit(&word, memory_order_acquire);
  assert((before & 3) == none);
  uint32_t next = make((before >> 2) + 1, pending);
  atomic_store_explicit(&word, next, ASKED);
  return next >> 2;
}

static bool thief_withdraw(void) {
#ifdef WITHDRAW_BY_STORE
  uint32_t before = atomic_load_explicit(&word, memory_order_relaxed);
  if ((before & 3) != pending) {
    return false;
  }
  atomic_store_explicit(&word, make(before >> 2, none), memory_order_release);
  return true;
#else
  return change(atomic_load_explicit(&word, memory_order_relaxed), none, memory_order_acq_rel);
#endif
}

static void receiver_end(void) {
  uint32_t before = atomic_load_explicit(&word, memory_order_relaxed);
  assert((before & 3) == claimed);
  atomic_store_explicit(&word, make(before >> 2, none), memory_order_release);
}

static bool any_claim(uint32_t number) {
#ifdef CLAIM_BY_STORE
  if (atomic_load_explicit(&word, memory_order_acquire) != make(number, pending)) {
    return false;
  }
  atomic_store_explicit(&word, make(number, claimed), memory_order_release);
  return true;
#else
  return change(make(number, pending), claimed, CLAIMED);
#endif
}

static void any_leave(uint32_t number) {
  atomic_store_explicit(&word, make(number, pending), LEFT);
}

static void* claimer(void* self) {
  for (uint32_t number = 1; number <= REQUESTS; ++number) {
    if (!any_claim(number)) {
      continue;
    }
    ++looked;
#ifdef LEAVES
    if (*(int*)self == 0) {
      any_leave(number);
      continue;
    }
#endif
    (void)self;
    place = (int)number;
    atomic_fetch_add_explicit(&sent, 1, memory_order_release);
  }
  return NULL;
}

int main(void) {
  static int selves[CLAIMERS];
  pthread_t others[CLAIMERS];
  for (int i = 0; i < CLAIMERS; ++i) {
    selves[i] = i;
    pthread_create(&others[i], NULL, claimer, &selves[i]);
  }
  for (int i = 0; i < REQUESTS; ++i) {
    uint32_t number = thief_ask();
    if (!thief_withdraw()) {
      /* Claimed; an answer comes, or the claim is left. */
      if (atomic_load_explicit(&sent, memory_order_acquire) == received) {
        break;
      }
      assert(place == (int)number);
      ++received;
      receiver_end();
    }
  }
  for (int i = 0; i < CLAIMERS; ++i) {
    pthread_join(others[i], NULL);
  }
  assert(atomic_load_explicit(&sent, memory_order_relaxed) - received <= 1);
  return 0;
}
