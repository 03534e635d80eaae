// SPDX-License-Identifier: Apache-2.0
// Functions with variables for each type, or that tell types apart, called where nothing names
// them.
#include <cstddef>
#include <cstdio>
#include <memory>
#include <tuple>

static long cells[64];
static int numbers[64];
alignas(8) static char place[8];

struct identified {
  int id = 0;
};

template <class T>
struct counted : identified {
  static inline int n = 0;

  counted() { id = ++n; }
};

template <class T>
struct defined_elsewhere : identified {
  defined_elsewhere();
};

template <class T>
defined_elsewhere<T>::defined_elsewhere() {
  static int n;
  id = ++n;
}

template <class T>
struct pool {
  static void* operator new(std::size_t size) {
    static int n;
    cells[4] += ++n;
    return ::operator new(size);
  }

  static void operator delete(void* p) { ::operator delete(p); }
};

template <class T>
struct wrapped {
  int q;
};

template <class T>
void* operator new(std::size_t, wrapped<T>& one) {
  static int n;
  one.q = ++n;
  return place;
}

template <std::size_t I, class T>
int get(const wrapped<T>& one) {
  static int n;
  return one.q + ++n;
}

template <class T>
struct std::tuple_size<wrapped<T>> : std::integral_constant<std::size_t, 1> {};

template <std::size_t I, class T>
struct std::tuple_element<I, wrapped<T>> {
  using type = int;
};

template <class T>
int* begin(T&) {
  static int n;
  return numbers + ++n;
}

template <class T>
int* end(T&) {
  return numbers + 60;
}

template <class T>
int sum_of(T& all) {
  int sum = 0;
  for (int one : all) {
    sum += one;
  }
  return sum;
}

template <class T>
struct named {
  named() { std::puts(__PRETTY_FUNCTION__); }
};

template <class T>
struct deleter {
  void operator()(T* p) const {
    static int n;
    cells[5] += ++n;
    delete p;
  }
};

#pragma splice func Writes(range(cells, cells + 64))

static void f(int n) {
#pragma splice step Writes(range(cells, cells + 64))
  {
    struct base : counted<base> {};  // error: 'counted' may have variables for each type

    struct elsewhere : defined_elsewhere<elsewhere> {};  // error: 'defined_elsewhere' may have

    struct pooled : pool<pooled> {};  // error: 'pool' may have variables for each type

    struct local {
      int v;
    };

    struct with_named {
      named<local> n;  // error: 'named' may have variables for each type
    };

    struct holder {
      std::unique_ptr<local, deleter<local>> p;  // error: 'deleter' may have variables
    };

    wrapped<local> w{0};
    new (w) int(3);      // error: this may call a function, not named here
    const auto [q] = w;  // error: this may call a function, not named here
    local l{3};
    for (int one : l) {  // error: this may call a function, not named here
      cells[1] += one;
    }
    cells[2] += sum_of(l);  // error: 'sum_of' may have variables for each type
    cells[0] += q + base().id + elsewhere().id;
  }
  if (n > 0) {
    f(n - 1);
  }
}

int main() {
#pragma splice try(4)
  {
    {
      struct local : named<local> {};  // error: this names a type or lambda that the statement

      struct with_member {
        named<local> n;  // error: this names a type or lambda that the statement
      };

      local l;
      with_member m;
    }
    f(5);
    f(6);
  }
  std::printf("%ld\n", cells[0]);
}
