// SPDX-License-Identifier: Apache-2.0

// The programs of random_nests.c: what they consist of, and how often each part is to be executed.

#pragma once

#include <stdint.h>
#include <string.h>

enum kind {
  LEAF,
  SEQUENCE,
  PARALLEL,
  LOOP,
  SECTIONS,
  SINGLE,
  MASKED,
  CRITICAL,
  BARRIER,
  TASK,
  TASKWAIT,
  TASKGROUP,
  TASKLOOP,
  YIELD,
  CHILDREN,
  CHAIN,
  SUM,
  ORDERED,
  COPY
};

enum { MOST_NODES = 600, MOST_CHILDREN = 4 };

struct node {
  enum kind what;
  int value;  // threads, iterations, or which variant
  int variant;
  int children;
  struct node* child[MOST_CHILDREN];
  long expected;
  long executed;
  long sum;  // of the iterations of a loop, over all teams that executed it
  long expected_sum;
};

static struct node nodes[MOST_NODES];
static int used;
static uint64_t state;
static long guarded;  // by critical constructs
static long expected_guarded;

static int below(int bound) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return (int)((state >> 33U) % (unsigned)bound);
}

/// Where a node is: how often a team, or a task, comes there; of how many threads; whether all of a
/// team's threads do, so that they may share work and wait for each other.
struct place {
  long times;
  int threads;
  int shared;
  int depth;
  int regions;
};

static struct node* generate(struct place here);

static void add_child(struct node* to, struct place here) {
  to->child[to->children++] = generate(here);
}

static struct place inside(struct place here) {
  ++here.depth;
  return here;
}

/// Where one thread, or task, executes what comes so many times there.
static struct place alone(struct place here, long times) {
  here.times = times;
  here.threads = 1;
  here.shared = 0;
  ++here.depth;
  return here;
}

static enum kind choose(struct place here) {
  static const enum kind anywhere[] = {LEAF,
                                       SEQUENCE,
                                       SEQUENCE,
                                       CRITICAL,
                                       TASK,
                                       TASK,
                                       TASKWAIT,
                                       YIELD,
                                       CHILDREN,
                                       CHAIN,
                                       TASKGROUP,
                                       TASKLOOP,
                                       PARALLEL};

  static const enum kind among_all[] = {
      LOOP, LOOP, SECTIONS, SINGLE, SINGLE, MASKED, BARRIER, SUM, ORDERED, COPY};

  if (used > MOST_NODES - 2 * MOST_CHILDREN || here.depth > 9 || here.times > 300) {
    return LEAF;
  }
  if (here.depth < 3) {
    return SEQUENCE;
  }
  if (here.shared && below(2) == 0) {
    return among_all[below((int)(sizeof(among_all) / sizeof(among_all[0])))];
  }
  const enum kind found = anywhere[below((int)(sizeof(anywhere) / sizeof(anywhere[0])))];
  return found == PARALLEL && here.regions >= 2 ? SEQUENCE : found;
}

static struct node* generate(struct place here) {
  struct node* const made = &nodes[used++];
  memset(made, 0, sizeof(*made));
  made->what = choose(here);
  made->variant = below(12);
  const long each = here.times * here.threads;
  made->expected = each;
  switch (made->what) {
    case SEQUENCE:
      for (int i = 2 + below(MOST_CHILDREN - 1); i > 0; --i) {
        add_child(made, inside(here));
      }
      break;
    case PARALLEL: {
      made->value = 1 + below(4);
      struct place in = {each, made->value, 1, here.depth + 1, here.regions + 1};
      add_child(made, in);
      break;
    }
    case LOOP:
    case ORDERED:
      made->value = below(6);
      made->expected = here.times * made->value;
      if (made->what == LOOP) {
        add_child(made, alone(here, made->expected));
      }
      break;
    case SECTIONS:
    case SINGLE:
    case MASKED:
    case COPY:
      made->expected = here.times;
      add_child(made, alone(here, here.times));
      break;
    case CRITICAL:
      expected_guarded += each;
      break;
    case TASK:
    case TASKGROUP:
      add_child(made, alone(here, each));
      break;
    case TASKLOOP:
    case CHILDREN:
    case CHAIN:
      made->value = 1 + below(5);
      if (made->what == TASKLOOP) {
        made->expected = each * made->value;
        add_child(made, alone(here, made->expected));
      }
      break;
    case SUM:
      made->value = below(20);
      made->expected_sum = here.times * made->value * (made->value - 1) / 2;
      break;
    default:
      break;
  }
  return made;
}
