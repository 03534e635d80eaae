// SPDX-License-Identifier: Apache-2.0

// Classes in clauses of regions and loops, own reductions, iterators and exceptions.

#include <stdexcept>
#include <string>
#include <vector>

#include <omp.h>

#include "check.h"

namespace {

int alive;

struct counted {
  counted() : counted(0) {}

  explicit counted(int number) : value(number) { INCREMENT(alive); }

  counted(const counted& other) : value(other.value) { INCREMENT(alive); }

  counted& operator=(const counted&) = default;

  ~counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_SEQ_CST); }

  counted& operator+=(const counted& other) {
    value += other.value;
    return *this;
  }

  int value;
};

#pragma omp declare reduction(+ : counted : omp_out += omp_in) initializer(omp_priv = counted(0))
#pragma omp declare reduction( \
        join : std::vector<int> : omp_out.insert(omp_out.end(), omp_in.begin(), omp_in.end()))
#pragma omp declare reduction(longer : std::string : omp_out = \
                                  omp_in.size() > omp_out.size() ? omp_in : omp_out)

void privates() {
  const int before = alive;
  {
    counted own(1);
    counted first(2);
    counted last(3);
    int members = 0;
#pragma omp parallel private(own) firstprivate(first) reduction(+ : members)
    {
      ++members;
      CHECK_EQUAL(own.value, 0);
      CHECK_EQUAL(first.value, 2);
      own.value = omp_get_thread_num();
      first.value = own.value;
#pragma omp for lastprivate(last) schedule(dynamic, 3)
      for (int i = 0; i < 100; ++i) {
        last = counted(i);
      }
      CHECK_EQUAL(last.value, 99);
      CHECK_EQUAL(own.value, omp_get_thread_num());
    }
    CHECK_EQUAL(own.value, 1);
    CHECK_EQUAL(first.value, 2);
  }
  CHECK_EQUAL(alive, before);
}

void reductions() {
  const int before = alive;
  {
    counted sum(5);
    std::vector<int> all;
    std::string longest;
#pragma omp parallel for reduction(+ : sum) reduction(join : all) reduction(longer : longest)
    for (int i = 0; i < 200; ++i) {
      sum += counted(i);
      all.push_back(i);
      const std::string one(static_cast<std::size_t>(i), 'x');
      longest = one.size() > longest.size() ? one : longest;
    }
    CHECK_EQUAL(sum.value, 5 + 19900);
    CHECK_EQUAL(all.size(), 200);
    CHECK_EQUAL(longest.size(), 199);
    std::vector<int> seen(200);
    for (const int one : all) {
      ++seen[static_cast<std::size_t>(one)];
    }
    for (const int times : seen) {
      CHECK_EQUAL(times, 1);
    }
    counted array[3];
#pragma omp parallel for reduction(+ : array) schedule(guided)
    for (int i = 0; i < 90; ++i) {
      array[i % 3] += counted(i);
    }
    CHECK_EQUAL(array[0].value, 1305);
    CHECK_EQUAL(array[2].value, 1365);
  }
  CHECK_EQUAL(alive, before);
}

void iterators() {
  std::vector<long> numbers(300);
#pragma omp parallel for schedule(dynamic, 7)
  for (auto i = numbers.begin(); i != numbers.end(); ++i) {
    *i = i - numbers.begin();
  }
#pragma omp parallel for schedule(static)
  for (long& each : numbers) {
    each *= 2;
  }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(6)
  for (auto i = numbers.rbegin(); i < numbers.rend(); i += 2) {
    *i += 1000;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    CHECK_EQUAL(numbers[i], 2 * i + (i % 2 == 1 ? 1000 : 0));
  }
}

void exceptions() {
  int caught = 0;
  const int before = alive;
#pragma omp parallel
  {
    for (int round = 0; round < 20; ++round) {
      try {
        counted object(round);
#pragma omp critical
        {
          try {
            throw std::runtime_error("inside");
          } catch (const std::runtime_error&) {
            ++caught;
          }
        }
        throw object;
      } catch (const counted& thrown) {
        CHECK_EQUAL(thrown.value, round);
      }
#pragma omp barrier
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 50; ++i) {
      try {
        throw i;
      } catch (int thrown) {
        CHECK_EQUAL(thrown, i);
        INCREMENT(caught);
      }
    }
#pragma omp master
    caught -= 20 * omp_get_num_threads();
  }
  CHECK_EQUAL(caught, 50);
  CHECK_EQUAL(alive, before);
}

/// Has a member of its own on each thread.
struct keeps_per_thread {
  static counted kept;
#pragma omp threadprivate(kept)
};

counted keeps_per_thread::kept(7);

void threadprivate_objects() {
  // The first use on a thread constructs its object.
#pragma omp parallel
  CHECK_EQUAL(keeps_per_thread::kept.value, 7);
  keeps_per_thread::kept.value = 11;
#pragma omp parallel copyin(keeps_per_thread::kept)
  {
    CHECK_EQUAL(keeps_per_thread::kept.value, 11);
    keeps_per_thread::kept.value += omp_get_thread_num();
  }
#pragma omp parallel
  CHECK_EQUAL(keeps_per_thread::kept.value, 11 + omp_get_thread_num());
}

class owner {
 public:
  int sum() {
    int found = 0;
#pragma omp parallel for reduction(+ : found) firstprivate(factor_)
    for (int i = 0; i < 100; ++i) {
      found += i * factor_ * this->other_;
    }
    return found;
  }

 private:
  int factor_ = 2;
  int other_ = 3;
};

}  // namespace

int main() {
  privates();
  reductions();
  iterators();
  exceptions();
  threadprivate_objects();
  CHECK_EQUAL(owner().sum(), 4950 * 6);
  return 0;
}
