// SPDX-License-Identifier: Apache-2.0

// Prefix sums by scan.

#include <omp.h>

#include "check.h"

enum { count = 300 };

struct largest {
  int value;
  int times;
};

static struct largest larger(struct largest left, struct largest right) {
  if (left.value == right.value) {
    left.times += right.times;
    return left;
  }
  return left.value > right.value ? left : right;
}

#pragma omp declare reduction(largest : struct largest : omp_out = larger(omp_out, omp_in)) \
    initializer(omp_priv = (struct largest){-1, 0})

static int input(int i) {
  return i * 37 % 101;
}

static void inclusive(void) {
  long sums[count];
  long sum = 5;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < count; ++i) {
    sum += input(i);
#pragma omp scan inclusive(sum)
    sums[i] = sum;
  }
  long expected = 5;
  for (int i = 0; i < count; ++i) {
    expected += input(i);
    CHECK_EQUAL(sums[i], expected);
  }
  CHECK_EQUAL(sum, expected);
}

static void exclusive(void) {
  long sums[count];
  unsigned products[count];
  long sum = -3;
  unsigned product = 1;
#pragma omp parallel
  {
#pragma omp for reduction(inscan, + : sum) reduction(inscan, * : product)
    for (int i = 0; i < count; ++i) {
      sums[i] = sum;
      products[i] = product;
#pragma omp scan exclusive(sum, product)
      sum += input(i);
      product *= (unsigned)input(i) * 2 + 1;
    }
  }
  long expected = -3;
  unsigned expected_product = 1;
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(sums[i], expected);
    CHECK_EQUAL(products[i], expected_product);
    expected += input(i);
    expected_product *= (unsigned)input(i) * 2 + 1;
  }
  CHECK_EQUAL(sum, expected);
  CHECK_EQUAL(product, expected_product);
}

static void own_reductions(void) {
  struct largest found[count];
  struct largest state = {-1, 0};
#pragma omp parallel for reduction(inscan, largest : state)
  for (int i = 0; i < count; ++i) {
    state = larger(state, (struct largest){input(i), 1});
#pragma omp scan inclusive(state)
    found[i] = state;
  }
  struct largest expected = {-1, 0};
  for (int i = 0; i < count; ++i) {
    const struct largest one = {input(i), 1};
    expected = larger(expected, one);
    CHECK_EQUAL(found[i].value, expected.value);
    CHECK_EQUAL(found[i].times, expected.times);
  }
}

/// In simd form, with few iterations, with another type, and repeatedly.
static void others(void) {
  for (int length = 0; length < 12; ++length) {
    double sums[12];
    double sum = 0;
#pragma omp parallel for simd reduction(inscan, + : sum)
    for (int i = 0; i < length; ++i) {
      sum += i;
#pragma omp scan inclusive(sum)
      sums[i] = sum;
    }
    for (int i = 0; i < length; ++i) {
      CHECK(sums[i] == i * (i + 1) / 2);
    }
    long long total = 0;
    long long totals[12];
#pragma omp parallel for reduction(inscan, + : total)
    for (long i = 0; i < length; ++i) {
      totals[i] = total;
#pragma omp scan exclusive(total)
      total += i;
    }
    for (int i = 0; i < length; ++i) {
      CHECK_EQUAL(totals[i], i * (i - 1) / 2);
    }
  }
}

static void wide(void) {
  unsigned long long sums[count];
  unsigned long long sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (unsigned long long i = 0; i < count; ++i) {
    sums[i] = sum;
#pragma omp scan exclusive(sum)
    sum += i << 40;
  }
  for (unsigned long long i = 0; i < count; ++i) {
    CHECK_EQUAL(sums[i], (i * i - i) / 2 << 40);
  }
}

int main(void) {
  inclusive();
  exclusive();
  own_reductions();
  others();
  wide();
  return 0;
}
