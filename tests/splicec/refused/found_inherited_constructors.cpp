// SPDX-License-Identifier: Apache-2.0

// Instances for types of a function that neither the source nor Clang shows: a constructor template
// that a class inherits. All other code counts as one that may need an instance if a template has
// something for each type.
#include <cstdio>

static long cells[64];

struct counting {
  long k;

  template <class T>
  counting(const T& from) : k(from.v) {
    static long calls;
    k += ++calls;
  }
};

struct naming {
  long k;

  template <class T>
  naming(const T& from) : k(from.v) {
    std::puts(__PRETTY_FUNCTION__);
  }
};

#pragma splice func Writes(range(cells + low, cells + low + 1))

static void count(int low) {
#pragma splice step Writes(range(cells + low, cells + low + 1))
  {
    struct number {
      long v;
    };

    struct other : counting {
      using counting::counting;
    };

    number a{2};
    other b(a);  // error: other code uses a type .* and the template 'counting' of the source may
    cells[low] += b.k;
  }
}

#pragma splice func Writes(range(cells + low, cells + low + 1))

static void add(int low) {
#pragma splice step Writes(range(cells + low, cells + low + 1))
  cells[low] += low;
}

static void all() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
#pragma splice step Writes(range(cells + t, cells + t + 1))
    {
      struct number {
        long v;
      };

      struct other : naming {
        using naming::naming;
      };

      number a{2};
      other b(a);  // error: other code uses a type .* and the template 'naming' of the source may
      cells[t] += b.k;
    }
    add(t);
  }
}

int main() {
  count(3);
  all();
}
