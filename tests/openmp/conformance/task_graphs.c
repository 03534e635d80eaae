// SPDX-License-Identifier: Apache-2.0

// Random graphs of dependent tasks mean what the program without tasks means.

#include <omp.h>
#include <string.h>

#include "check.h"

enum { variables = 8, max_uses = 3, tasks = 80, graphs = 25, kinds = 4 };

enum kind { in, out, inout, mutexinoutset };

struct use {
  int variable;
  enum kind kind;
};

struct task {
  int uses;
  struct use use[max_uses];
};

struct state {
  unsigned value[variables];
  unsigned result[tasks];
};

static unsigned random_state;

static int random_below(int bound) {
  random_state = random_state * 1664525 + 1013904223;
  return (int)((random_state >> 8) % (unsigned)bound);
}

static void make_graph(struct task* graph) {
  for (int i = 0; i < tasks; ++i) {
    graph[i].uses = 1 + random_below(max_uses);
    for (int use = 0; use < graph[i].uses; ++use) {
      // Different variables: they are apart by less than their count.
      const int first = use == 0 ? random_below(variables) : graph[i].use[use - 1].variable;
      graph[i].use[use].variable = use == 0 ? first : (first + 1 + random_below(2)) % variables;
      graph[i].use[use].kind = (enum kind)random_below(kinds);
    }
  }
}

/// What the task computes: it reads, then writes; those that exclude each other add.
static void compute(struct state* state, const struct task* graph, int number) {
  const struct task* const task = &graph[number];
  unsigned read = (unsigned)number + 1;
  for (int use = 0; use < task->uses; ++use) {
    const enum kind kind = task->use[use].kind;
    if (kind == in || kind == inout) {
      read = read * 31 + state->value[task->use[use].variable];
    }
  }
  for (int turn = 0; turn < number % 4 * 50; ++turn) {
    __asm__ volatile("" ::: "memory");
  }
  for (int use = 0; use < task->uses; ++use) {
    unsigned* const value = &state->value[task->use[use].variable];
    switch (task->use[use].kind) {
      case in:
        break;
      case out:
      case inout:
        *value = read;
        break;
      case mutexinoutset:
        *value += read;
        break;
    }
  }
  state->result[number] = read;
}

static omp_depend_t objects[variables][kinds];

static void make_objects(struct state* state) {
  for (int i = 0; i < variables; ++i) {
#pragma omp depobj(objects[i][in]) depend(in : state -> value[i])
#pragma omp depobj(objects[i][out]) depend(out : state -> value[i])
#pragma omp depobj(objects[i][inout]) depend(inout : state -> value[i])
#pragma omp depobj(objects[i][mutexinoutset]) depend(mutexinoutset : state -> value[i])
  }
}

static void destroy_objects(void) {
  for (int i = 0; i < variables; ++i) {
    for (int kind = 0; kind < kinds; ++kind) {
#pragma omp depobj(objects[i][kind]) destroy
    }
  }
}

static omp_depend_t* object(const struct task* task, int use) {
  return &objects[task->use[use].variable][task->use[use].kind];
}

static void make_tasks(struct state* state, const struct task* graph) {
  for (int i = 0; i < tasks; ++i) {
    const struct task* const task = &graph[i];
    const int deferred = i % 11 != 10;
    omp_depend_t* const first = object(task, 0);
    if (task->uses == 1) {
#pragma omp task depend(depobj : *first) if (deferred)
      compute(state, graph, i);
      continue;
    }
    omp_depend_t* const second = object(task, 1);
    if (task->uses == 2) {
#pragma omp task depend(depobj : *first, *second) if (deferred) untied
      compute(state, graph, i);
      continue;
    }
    omp_depend_t* const third = object(task, 2);
#pragma omp task depend(depobj : *first, *second) depend(depobj : *third) if (deferred)
    compute(state, graph, i);
  }
}

static void check_graph(const struct task* graph, int from_a_task) {
  struct state expected;
  struct state found;
  memset(&expected, 0, sizeof expected);
  memset(&found, 0, sizeof found);
  for (int i = 0; i < tasks; ++i) {
    compute(&expected, graph, i);
  }
  make_objects(&found);
#pragma omp parallel
#pragma omp single
  {
    if (from_a_task) {
#pragma omp task shared(found)
      make_tasks(&found, graph);
    } else {
      make_tasks(&found, graph);
    }
  }
  destroy_objects();
  CHECK(memcmp(expected.value, found.value, sizeof found.value) == 0);
  CHECK(memcmp(expected.result, found.result, sizeof found.result) == 0);
}

int main(void) {
  for (int graph = 0; graph < graphs; ++graph) {
    struct task made[tasks];
    random_state = (unsigned)graph;
    make_graph(made);
    check_graph(made, graph % 2);
  }
  return 0;
}
