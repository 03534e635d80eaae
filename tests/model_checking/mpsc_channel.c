// SPDX-License-Identifier: Apache-2.0

/* src/channels/mpsc_channel.hpp, statement by statement. SENDERS threads send MESSAGES each, trying
 * once per message, through a channel with room for CAPACITY; the receiver looks LOOKS times in the
 * meantime, and takes the rest in the end.
 *
 * Planted errors: SEND_RELAXED, TAKE_RELAXED, GIVE_RELAXED (room is used again too early),
 * NO_NUMBER (the free list's counter of changes). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SENDERS
  #define SENDERS 2
#endif
#ifndef MESSAGES
  #define MESSAGES 1
#endif
#ifndef CAPACITY
  #define CAPACITY 2
#endif
#ifndef LOOKS
  #define LOOKS 1
#endif

#ifdef SEND_RELAXED
  #define SENT memory_order_relaxed
#else
  #define SENT memory_order_release
#endif
#ifdef TAKE_RELAXED
  #define TAKEN memory_order_relaxed
#else
  #define TAKEN memory_order_acquire
#endif
#ifdef GIVE_RELAXED
  #define GIVEN memory_order_relaxed
#else
  #define GIVEN memory_order_release
#endif

enum { none = 255 };

struct node {
  int message; /* plain; MESSAGES * its sender + its number */
  _Atomic(uint32_t) next;
};

static struct node nodes[CAPACITY];
static _Atomic(uint64_t) free_nodes;
static _Atomic(uint32_t) sent = none;
static uint32_t received = none;

static _Atomic(int) accepted[SENDERS];
static int next_of[SENDERS];
static int got[SENDERS];

static uint64_t head(uint32_t first, uint64_t changes) {
#ifdef NO_NUMBER
  (void)changes;
  return first;
#else
  return changes << 32 | first;
#endif
}

static uint32_t take_free(void) {
  uint64_t seen = atomic_load_explicit(&free_nodes, memory_order_acquire);
  while ((uint32_t)seen != none) {
    uint32_t next = atomic_load_explicit(&nodes[(uint32_t)seen].next, memory_order_relaxed);
    if (atomic_compare_exchange_weak_explicit(&free_nodes,
                                              &seen,
                                              head(next, (seen >> 32) + 1),
                                              memory_order_acquire,
                                              memory_order_acquire)) {
      return (uint32_t)seen;
    }
  }
  return none;
}

static void give_free(uint32_t emptied) {
  uint64_t seen = atomic_load_explicit(&free_nodes, memory_order_relaxed);
  do {
    atomic_store_explicit(&nodes[emptied].next, (uint32_t)seen, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(
      &free_nodes, &seen, head(emptied, (seen >> 32) + 1), GIVEN, memory_order_relaxed));
}

static bool any_send(int message) {
  uint32_t filled = take_free();
  if (filled == none) {
    return false;
  }
  nodes[filled].message = message;
  uint32_t before = atomic_load_explicit(&sent, memory_order_relaxed);
  do {
    atomic_store_explicit(&nodes[filled].next, before, memory_order_relaxed);
  } while (
      !atomic_compare_exchange_weak_explicit(&sent, &before, filled, SENT, memory_order_relaxed));
  return true;
}

static void take_sent(void) {
  if (atomic_load_explicit(&sent, memory_order_relaxed) == none) {
    return;
  }
  uint32_t newest = atomic_exchange_explicit(&sent, none, TAKEN);
  while (newest != none) {
    uint32_t older = atomic_load_explicit(&nodes[newest].next, memory_order_relaxed);
    atomic_store_explicit(&nodes[newest].next, received, memory_order_relaxed);
    received = newest;
    newest = older;
  }
}

static bool receive(int* into) {
  if (received == none) {
    take_sent();
  }
  if (received == none) {
    return false;
  }
  *into = nodes[received].message;
  uint32_t emptied = received;
  received = atomic_load_explicit(&nodes[emptied].next, memory_order_relaxed);
  give_free(emptied);
  return true;
}

static void look(void) {
  int message = -1;
  if (receive(&message)) {
    assert(message >= 0 && message < SENDERS * MESSAGES);
    int from = message / MESSAGES;
    int number = message % MESSAGES;
    assert(number >= next_of[from]); /* in order, none twice */
    next_of[from] = number + 1;
    ++got[from];
  }
}

static void* sender(void* index) {
  int me = (int)(intptr_t)index;
  for (int i = 0; i < MESSAGES; ++i) {
    if (any_send(MESSAGES * me + i)) {
      atomic_fetch_add_explicit(&accepted[me], 1, memory_order_relaxed);
    }
  }
  return NULL;
}

int main(void) {
  for (uint32_t i = 0; i < CAPACITY; ++i) {
    nodes[i].next = i + 1 == CAPACITY ? none : i + 1;
  }
  pthread_t senders[SENDERS];
  for (int i = 0; i < SENDERS; ++i) {
    pthread_create(&senders[i], NULL, sender, (void*)(intptr_t)i);
  }
  for (int i = 0; i < LOOKS; ++i) {
    look();
  }
  for (int i = 0; i < SENDERS; ++i) {
    pthread_join(senders[i], NULL);
  }
  for (int i = 0; i < SENDERS * MESSAGES; ++i) {
    look();
  }
  for (int i = 0; i < SENDERS; ++i) {
    assert(got[i] == atomic_load_explicit(&accepted[i], memory_order_relaxed));
    assert(got[i] > 0 || SENDERS * MESSAGES > CAPACITY);
  }
  return 0;
}
