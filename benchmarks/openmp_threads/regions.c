// SPDX-License-Identifier: Apache-2.0
// Executes short parallel regions, nested ones if INNER is not 0, and prints the fastest time of a
// region in microseconds.
//
// usage: regions OUTER INNER ITERATIONS GAP REGIONS
//   ITERATIONS  of a short loop, shared by all threads of a region
//   GAP         iterations of that loop between two regions
#define _POSIX_C_SOURCE 200809L
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void work(long iterations) {
  for (volatile long i = 0; i < iterations; ++i) {
  }
}

int main(int count, char** arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: regions OUTER INNER ITERATIONS GAP REGIONS\n");
    return 2;
  }
  const int outer = atoi(arguments[1]);
  const int inner = atoi(arguments[2]);
  const long share = atol(arguments[3]) / (outer * (inner > 0 ? inner : 1));
  const long gap = atol(arguments[4]);
  const int regions = atoi(arguments[5]);
  double fastest = 1e30;
  omp_set_max_active_levels(2);
  for (int round = 0; round < 11; ++round) {
    const double began = now_us();
    for (int region = 0; region < regions; ++region) {
      work(gap);
#pragma omp parallel num_threads(outer)
      {
        if (inner > 0) {
#pragma omp parallel num_threads(inner)
          work(share);
        } else {
          work(share);
        }
      }
    }
    const double took = (now_us() - began) / regions;
    fastest = took < fastest ? took : fastest;
  }
  printf("%.2f\n", fastest);
  return 0;
}
