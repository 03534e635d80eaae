// SPDX-License-Identifier: Apache-2.0

/* src/channels/spsc_channel.hpp, statement by statement: a sender that tries MESSAGES times, a
 * receiver that looks LOOKS times, room for CAPACITY.
 *
 * Planted errors: SEND_RELAXED, RECEIVE_RELAXED, DROP_RELAXED, ROOM_RELAXED. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MESSAGES
  #define MESSAGES 3
#endif
#ifndef LOOKS
  #define LOOKS 3
#endif
#ifndef CAPACITY
  #define CAPACITY 2
#endif

#ifdef SEND_RELAXED
  #define SENT memory_order_relaxed
#else
  #define SENT memory_order_release
#endif
#ifdef RECEIVE_RELAXED
  #define RECEIVED memory_order_relaxed
#else
  #define RECEIVED memory_order_acquire
#endif
#ifdef DROP_RELAXED
  #define DROPPED memory_order_relaxed
#else
  #define DROPPED memory_order_release
#endif
#ifdef ROOM_RELAXED
  #define ROOM memory_order_relaxed
#else
  #define ROOM memory_order_acquire
#endif

enum { mask = CAPACITY - 1 };

static int slots[CAPACITY]; /* plain */
static _Atomic(uint64_t) tail;
static uint64_t seen_head;
static _Atomic(uint64_t) head;
static uint64_t seen_tail;

static int accepted;

static bool sender_send(int message) {
  uint64_t t = atomic_load_explicit(&tail, memory_order_relaxed);
  if (t - seen_head > mask) {
    seen_head = atomic_load_explicit(&head, ROOM);
    if (t - seen_head > mask) {
      return false;
    }
  }
  slots[t & mask] = message;
  atomic_store_explicit(&tail, t + 1, SENT);
  return true;
}

static bool receiver_receive(int* into) {
  uint64_t h = atomic_load_explicit(&head, memory_order_relaxed);
  if (h == seen_tail) {
    seen_tail = atomic_load_explicit(&tail, RECEIVED);
    if (h == seen_tail) {
      return false;
    }
  }
  *into = slots[h & mask];
  atomic_store_explicit(&head, h + 1, DROPPED);
  return true;
}

static void* sender(void* none) {
  for (int i = 1; i <= MESSAGES; ++i) {
    if (sender_send(accepted + 1)) {
      ++accepted;
    }
  }
  return none;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, sender, NULL);
  int last = 0;
  int got = 0;
  for (int i = 0; i < LOOKS; ++i) {
    if (receiver_receive(&got)) {
      assert(got == ++last);
    }
  }
  pthread_join(other, NULL);
  while (receiver_receive(&got)) {
    assert(got == ++last);
  }
  assert(last == accepted);
  return 0;
}
