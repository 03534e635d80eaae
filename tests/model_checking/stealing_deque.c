// SPDX-License-Identifier: Apache-2.0

/* src/schedulers/stealing/stealing_deque.{hpp,cpp}, statement by statement. An owner pushes
 * and pops, thieves steal; each piece of work has to be got exactly once.
 *
 * PUSHES    what the owner adds, 1 or more; the third makes the array grow
 * POPS      what it takes back in the meantime
 * THIEVES   1 or 2, each takes STEALS times
 *
 * Planted errors: ARRAY_READ_RELAXED (published), ARRAY_PUBLISHED_RELAXED, STALE_ARRAY (no reload
 * after growth), POP_WITHOUT_ORDER (the missing fence), STEAL_WITHOUT_ORDER. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PUSHES
  #define PUSHES 3
#endif
#ifndef POPS
  #define POPS 1
#endif
#ifndef THIEVES
  #define THIEVES 1
#endif
#ifndef STEALS
  #define STEALS 2
#endif

#ifdef ARRAY_READ_RELAXED
  #define ARRAY_READ memory_order_relaxed
#else
  #define ARRAY_READ memory_order_acquire
#endif
#ifdef ARRAY_PUBLISHED_RELAXED
  #define ARRAY_PUBLISHED memory_order_relaxed
#else
  #define ARRAY_PUBLISHED memory_order_release
#endif
#ifdef POP_WITHOUT_ORDER
  #define POP_CLAIM memory_order_acq_rel
#else
  #define POP_CLAIM memory_order_seq_cst
#endif
#ifdef STEAL_WITHOUT_ORDER
  #define STEAL_LOOK memory_order_acquire
#else
  #define STEAL_LOOK memory_order_seq_cst
#endif

enum { first_size = 2, max_rings = 2, most = PUSHES + 1 };

struct ring {
  int64_t size;
  _Atomic(int) slots[first_size * 2];
};

static struct ring rings[max_rings];
static int rings_used;

static _Atomic(int64_t) top;
static _Atomic(int64_t) bottom;
static _Atomic(struct ring*) array;

static int content[most]; /* plain: what the work points to */
static _Atomic(int) got[most];

static _Atomic(int)* slot(struct ring* of, int64_t i) {
  return &of->slots[i & (of->size - 1)];
}

static struct ring* make_ring(int64_t size) {
  struct ring* made = &rings[rings_used++];
  made->size = size;
  return made;
}

static struct ring* grow(struct ring* full, int64_t from, int64_t to) {
  struct ring* larger = make_ring(2 * full->size);
  for (int64_t i = from; i < to; ++i) {
    atomic_store_explicit(slot(larger, i),
                          atomic_load_explicit(slot(full, i), memory_order_relaxed),
                          memory_order_relaxed);
  }
  atomic_store_explicit(&array, larger, ARRAY_PUBLISHED);
  return larger;
}

static void owner_push(int added) {
  int64_t b = atomic_load_explicit(&bottom, memory_order_relaxed);
  int64_t t = atomic_load_explicit(&top, memory_order_acquire);
  struct ring* a = atomic_load_explicit(&array, memory_order_relaxed);
  if (b - t >= a->size) {
#ifdef STALE_ARRAY
    grow(a, t, b);
#else
    a = grow(a, t, b);
#endif
  }
  atomic_store_explicit(slot(a, b), added, memory_order_relaxed);
  atomic_exchange_explicit(&bottom, b + 1, memory_order_seq_cst);
}

static int owner_pop(void) {
  int64_t b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  if (b < atomic_load_explicit(&top, memory_order_relaxed)) {
    return 0;
  }
  atomic_exchange_explicit(&bottom, b, POP_CLAIM);
  int64_t t = atomic_load_explicit(
      &top, POP_CLAIM == memory_order_seq_cst ? memory_order_seq_cst : memory_order_acquire);
  int newest = 0;
  if (t <= b) {
    struct ring* a = atomic_load_explicit(&array, memory_order_relaxed);
    newest = atomic_load_explicit(slot(a, b), memory_order_relaxed);
    if (t < b) {
      return newest;
    }
    if (!atomic_compare_exchange_strong_explicit(
            &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) {
      newest = 0;
    }
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return newest;
}

static int thief_steal(void) {
  int64_t t = atomic_load_explicit(&top, STEAL_LOOK);
  int64_t b = atomic_load_explicit(&bottom, STEAL_LOOK);
  if (t >= b) {
    return 0;
  }
  struct ring* a = atomic_load_explicit(&array, ARRAY_READ);
  int oldest = atomic_load_explicit(slot(a, t), memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(
          &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) {
    return 0;
  }
  return oldest;
}

/* Whoever got the work reads what it points to: a race, unless that was passed on with it. */
static void use(int work) {
  if (work != 0) {
    assert(content[work] == 10 * work);
    atomic_fetch_add_explicit(&got[work], 1, memory_order_relaxed);
  }
}

static void* thief(void* none) {
  for (int i = 0; i < STEALS; ++i) {
    use(thief_steal());
  }
  return none;
}

int main(void) {
  atomic_store_explicit(&array, make_ring(first_size), memory_order_relaxed);
  pthread_t thieves[THIEVES];
  for (int i = 0; i < THIEVES; ++i) {
    pthread_create(&thieves[i], NULL, thief, NULL);
  }
  for (int i = 1; i <= PUSHES; ++i) {
    content[i] = 10 * i;
    owner_push(i);
  }
  for (int i = 0; i < POPS; ++i) {
    use(owner_pop());
  }
  for (int i = 0; i < THIEVES; ++i) {
    pthread_join(thieves[i], NULL);
  }
  for (int i = 0; i < PUSHES; ++i) {
    use(owner_pop());
  }
  for (int i = 1; i <= PUSHES; ++i) {
    assert(atomic_load_explicit(&got[i], memory_order_relaxed) == 1);
  }
  return 0;
}
