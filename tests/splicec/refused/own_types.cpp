// SPDX-License-Identifier: Apache-2.0

// Variables that templates and local classes have for each type, whatever names them.
#include <cstdio>
#include <functional>
#include <memory>
#include <typeinfo>
#include <vector>

double a[64];
template <class T>
long slot = 0;
template <class T>
constexpr long size = sizeof(T);

template <class T>
long made() {
  return ++slot<T>;
}

template <class T>
struct guard {
  double* p;

  ~guard() {
    static long k = 0;
    *p += double(++k);
  }
};

template <class T>
struct numbered {
  static long last;
  long number = ++last;
};
template <class T>
long numbered<T>::last = 0;

template <class T>
struct pair_of {
  T one, other;

  long sum() const { return one.x + other.x; }
};

template <auto F>
long counted() {
  static long k = 0;
  return F(++k);
}

template <class T>
const char* name_of() {
  return typeid(T).name();
}

template <class... T>
long pack() {
  static long k = 0;
  return ++k;
}

struct base {
  virtual ~base() = default;
};

#pragma splice func Writes(range(p, p + 64))

void add(double* p, long n) {
  struct point {
    long x;
  };

  struct ended {
    double* p;

    ~ended() {
      static long k = 0;  // error: 'k' would be two variables
      *p += double(++k);
    }
  };

  struct begun {
    long v = made<begun>();  // error: 'made' may have variables for each type
  };

  struct derived : base {};  // error: 'derived' has virtual functions

#pragma splice step Writes(range(p, p + 64))
  p[0] += double(++slot<point>);  // error: 'slot' may have variables for each type
#pragma splice step Writes(range(p, p + 64))
  p[1] += double(made<point>());  // error: 'made' may have variables for each type
#pragma splice step Writes(range(p, p + 64))
  {
    guard<point> g;  // error: 'guard' may have variables for each type
    g.p = p;         // error: 'guard' may have variables for each type
  }
#pragma splice step Writes(range(p, p + 64))
  {
    numbered<point> c;         // error: 'numbered' may have variables for each type
    p[3] += double(c.number);  // error: 'numbered' may have variables for each type
  }
#pragma splice step Writes(range(p, p + 64))
  {
    const long one = counted<[](long x) {  // error: 'counted' may have variables for each type
      return x;
    }>();
    p[4] += double(one);
  }
#pragma splice step Writes(range(p, p + 64))
  p[5] += name_of<point>()[0];  // error: 'name_of' may have variables for each type
#pragma splice step Writes(range(p, p + 64))
  p[6] += double(typeid(point).hash_code() & 1);  // error: this tells types apart
#pragma splice step Writes(range(p, p + 64))
  p[7] += double(pack<point, int>());  // error: 'pack' may have variables for each type
#pragma splice step Writes(range(p, p + 64))
  {
    derived d;
    base* b = &d;
    p[8] += dynamic_cast<derived*>(b) != nullptr;  // error: this tells types apart
  }
#pragma splice step Writes(range(p, p + 64))
  {
    struct inner {
      static long next() {
        static long k = 0;  // error: 'k' would be two variables
        return ++k;
      }
    };

    ended e;
    e.p = p + inner::next();
    begun b;
    std::vector<point> all{{1}, {n}};
    const auto one = std::make_shared<point>(point{2});
    const std::function<long(long)> twice = [](long x) {
      return 2 * x;
    };
    const pair_of<point> two{{1}, {2}};
    p[9] += double(all[1].x + one->x + twice(size<point>) + two.sum() + b.v);
  }
}

int main() {
  add(a, 2);
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
  std::printf("%g\n", a[0]);
}
