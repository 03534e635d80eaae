// SPDX-License-Identifier: Apache-2.0

// What tasks make copies of: objects with constructors, large and aligned ones, exceptions inside.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <omp.h>

#include "check.h"

namespace {

int constructed;
int destroyed;

/// Counts its objects, and notices when a copy is made of its bytes alone.
struct counted {
  counted() : counted(0) {}

  explicit counted(int number) : value(number), self(this) { INCREMENT(constructed); }

  counted(const counted& other) : value(other.value), self(this) {
    other.check();
    INCREMENT(constructed);
  }

  counted& operator=(const counted& other) {
    check();
    other.check();
    value = other.value;
    return *this;
  }

  ~counted() {
    check();
    self = nullptr;
    INCREMENT(destroyed);
  }

  void check() const { CHECK(self == this); }

  int value;
  const counted* self;
};

template <std::size_t alignment, std::size_t bytes>
struct alignas(alignment) large {
  unsigned char content[bytes];

  explicit large(int seed) {
    for (std::size_t i = 0; i < bytes; ++i) {
      content[i] = static_cast<unsigned char>(i * 7 + static_cast<std::size_t>(seed));
    }
  }

  void check(int seed) const {
    CHECK(reinterpret_cast<std::uintptr_t>(this) % alignment == 0);
    for (std::size_t i = 0; i < bytes; ++i) {
      CHECK_EQUAL(content[i], static_cast<unsigned char>(i * 7 + static_cast<std::size_t>(seed)));
    }
  }
};

/// An object with a copy constructor inside of an aligned one.
struct alignas(64) aligned_object {
  counted inside;

  void check(int number) const {
    CHECK(reinterpret_cast<std::uintptr_t>(this) % 64 == 0);
    inside.check();
    CHECK_EQUAL(inside.value, number);
  }
};

void as_many_destroyed() {
  CHECK_EQUAL(LOAD(constructed), LOAD(destroyed));
}

void objects() {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; ++i) {
    counted object(i);
    counted array[3] = {counted(i), counted(i + 1), counted(i + 2)};
#pragma omp task firstprivate(object, array) shared(sum) if (i % 5 != 0) final(i % 7 == 0)
    {
      object.check();
      CHECK_EQUAL(object.value, i);
      CHECK_EQUAL(array[2].value, i + 2);
      array[1] = object;
#pragma omp task firstprivate(array) shared(sum)
      {
        CHECK_EQUAL(array[1].value, i);
#pragma omp atomic
        sum += array[1].value;
      }
    }
    object.value = -1;
    array[2].value = -1;
  }
  CHECK_EQUAL(sum, 199 * 100);
  as_many_destroyed();
}

void objects_of_loops_of_tasks() {
  int sum = 0;
  counted last(0);
#pragma omp parallel
#pragma omp single
  {
    counted object(5);
#pragma omp taskloop firstprivate(object) shared(sum) num_tasks(9)
    for (int i = 0; i < 100; ++i) {
      object.check();
#pragma omp atomic
      sum += object.value;
    }
#pragma omp taskloop lastprivate(last) grainsize(7)
    for (int i = 0; i < 100; ++i) {
      last = counted(i);
    }
    CHECK_EQUAL(last.value, 99);
  }
  CHECK_EQUAL(sum, 500);
}

void large_and_aligned() {
  const counted plain(3);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40; ++i) {
    large<1, 5000> bytes(i);
    large<64, 64> line(i);
    large<128, 8192> page(i);
    aligned_object object{counted(i)};
    const bool deferred = i % 4 != 0;
#pragma omp task firstprivate(bytes) if (deferred)
    bytes.check(i);
#pragma omp task firstprivate(line) if (deferred)
    line.check(i);
#pragma omp task firstprivate(page, line) if (deferred)
    {
      page.check(i);
      line.check(i);
    }
#pragma omp task firstprivate(object) if (deferred)
    object.check(i);
#pragma omp task firstprivate(object, page, plain) untied
    {
      object.check(i);
      page.check(i);
      CHECK_EQUAL(plain.value, 3);
    }
  }
}

/// Copies are made before the construct is left, for the original may be gone then.
void of_what_ends_before() {
  std::vector<std::string> found(100);
#pragma omp parallel
#pragma omp single
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::string text = "a string that does not fit into the object itself, number ";
    text += std::to_string(i);
    std::vector<int> numbers(i, static_cast<int>(i));
#pragma omp task firstprivate(text, numbers) shared(found)
    {
      CHECK_EQUAL(numbers.size(), i);
      found[i] = text;
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i] ==
          "a string that does not fit into the object itself, number " + std::to_string(i));
  }
}

class tree {
 public:
  explicit tree(int depth) : depth_(depth) {}

  long leaves() {
    if (depth_ == 0) {
      return own_;
    }
    long left = 0;
    long right = 0;
    tree below(depth_ - 1);
#pragma omp task shared(left) firstprivate(below)
    left = below.leaves();
#pragma omp task shared(right)
    right = tree(depth_ - own_).leaves();
#pragma omp taskwait
    return left + right;
  }

 private:
  int depth_;
  int own_ = 1;
};

void members() {
  long leaves = 0;
#pragma omp parallel
#pragma omp single
  leaves = tree(9).leaves();
  CHECK_EQUAL(leaves, 512);
}

void exceptions() {
  int caught = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
    counted object(i);
#pragma omp task firstprivate(object) shared(caught)
    try {
      counted inside(object);
#pragma omp taskwait
      throw std::runtime_error("thrown inside of a task");
    } catch (const std::runtime_error&) {
      INCREMENT(caught);
    }
  }
  CHECK_EQUAL(caught, 100);
  as_many_destroyed();
}

void outside() {
  counted object(1);
#pragma omp task firstprivate(object)
  {
    object.check();
    CHECK_EQUAL(object.value, 1);
  }
#pragma omp taskwait
}

}  // namespace

int main() {
  objects();
  objects_of_loops_of_tasks();
  large_and_aligned();
  of_what_ends_before();
  members();
  exceptions();
  outside();
  as_many_destroyed();
  return 0;
}
