// SPDX-License-Identifier: Apache-2.0

/* include/nuthatch/detail/join.hpp and record_exception of src/core/waiting/task_exceptions.cpp: a
 * parent has published CHILDREN, waits, and goes on; each child writes a result, and with THROWS an
 * error. Exactly one of parent and children goes on with the parent, knowing all of them.
 *
 * FORGETS: before it waits, the parent takes those that have arrived out of both numbers (J5).
 * LOOKS: it looks whether all have arrived before it is suspended.
 *
 * Planted errors: ARRIVE_RELAXED, COMMIT_RELAXED, COMMIT_IN_TWO (a load and a store),
 * FORGET_RELAXED, FORKED_READ_LATE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef CHILDREN
  #define CHILDREN 2
#endif

#ifdef ARRIVE_RELAXED
  #define ARRIVES memory_order_relaxed
#else
  #define ARRIVES memory_order_acq_rel
#endif
#ifdef COMMIT_RELAXED
  #define COMMITS memory_order_relaxed
#else
  #define COMMITS memory_order_acq_rel
#endif
#ifdef FORGET_RELAXED
  #define FORGETTING memory_order_relaxed
#else
  #define FORGETTING memory_order_acquire
#endif

struct error_node {
  struct error_node* next;
  int error;
};

static int32_t forked;
static _Atomic(int32_t) balance;
static _Atomic(struct error_node*) errors;
static int waiter; /* plain, as the parent's saved stack is */

static int results[CHILDREN];
static struct error_node nodes[CHILDREN];
static _Atomic(int) went_on;

static bool parent_all_done(void) {
  return atomic_load_explicit(&balance, memory_order_acquire) + forked == 0;
}

static bool parent_commit(void) {
#ifdef FORKED_READ_LATE
  return atomic_fetch_add_explicit(&balance, forked, COMMITS) + forked == 0;
#else
  int32_t out = forked;
  #ifdef COMMIT_IN_TWO
  int32_t before = atomic_load_explicit(&balance, memory_order_acquire);
  atomic_store_explicit(&balance, before + out, memory_order_release);
  return before + out == 0;
  #else
  return atomic_fetch_add_explicit(&balance, out, COMMITS) + out == 0;
  #endif
#endif
}

static bool arrive(void) {
  return atomic_fetch_sub_explicit(&balance, 1, ARRIVES) == 1;
}

static void forget_arrived(void) {
  int32_t arrived = -atomic_load_explicit(&balance, FORGETTING);
  atomic_fetch_add_explicit(&balance, arrived, FORGETTING);
  forked -= arrived;
}

static void record_exception(struct error_node* node) {
  struct error_node* head = atomic_load_explicit(&errors, memory_order_relaxed);
  do {
    node->next = head;
  } while (!atomic_compare_exchange_weak_explicit(
      &errors, &head, node, memory_order_release, memory_order_relaxed));
}

/* After the join, on whichever thread. */
static void go_on(void) {
  assert(atomic_fetch_add_explicit(&went_on, 1, memory_order_relaxed) == 0);
  for (int i = 0; i < CHILDREN; ++i) {
    assert(results[i] == i + 1);
  }
#ifdef THROWS
  int sum = 0;
  for (struct error_node* node = atomic_exchange_explicit(&errors, NULL, memory_order_acquire);
       node != NULL;
       node = node->next) {
    sum += node->error;
  }
  assert(sum == (1 << CHILDREN) - 1);
#endif
  forked = 0; /* parent_reset */
  atomic_store_explicit(&balance, 0, memory_order_relaxed);
}

static void* child(void* index) {
  int me = (int)(intptr_t)index;
  results[me] = me + 1;
#ifdef THROWS
  nodes[me].error = 1 << me;
  record_exception(&nodes[me]);
#endif
  if (arrive()) {
    assert(waiter == 1);
    go_on();
  }
  return NULL;
}

static void parent(void) {
#ifdef FORGETS
  forget_arrived();
  if (forked == 0) { /* parent_needed says so */
    go_on();
    return;
  }
#endif
#ifdef LOOKS
  if (parent_all_done()) {
    go_on();
    return;
  }
#endif
  waiter = 1;
  if (parent_commit()) {
    go_on();
  }
}

int main(void) {
  pthread_t children[CHILDREN];
  forked = CHILDREN;
  for (int i = 0; i < CHILDREN; ++i) {
    pthread_create(&children[i], NULL, child, (void*)(intptr_t)i);
  }
  parent();
  for (int i = 0; i < CHILDREN; ++i) {
    pthread_join(children[i], NULL);
  }
  assert(atomic_load_explicit(&went_on, memory_order_relaxed) == 1);
  return 0;
}
