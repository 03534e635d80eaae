// SPDX-License-Identifier: Apache-2.0

// A reference or a pointer to a base class lends the whole object.
#include <cstdio>

struct base {
  int v;

  base& add() {
    v += 10;
    return *this;
  }

  int* at() { return &v; }

  int get() const { return v; }
};

struct other {
  int o;
};

struct derived : other, base {
  int w;
  using base::operator=;
};

struct distant : derived {};

struct virtually : virtual base {
  int w;
};

base* kept;

void bump(base& one) {
  one.v += 10;
}

void keep(const base& one) {
  kept = const_cast<base*>(&one);
}

#pragma splice func Everything

void g(int* p, int n) {
#pragma splice step Everything
  {
    p[0] = p[0] * 3 % 1009 + n;
  }
}

#pragma splice func Everything

void steps(int* p, int n) {
  derived d{{1}, {n}, 2};
  distant e{{{1}, {n}, 2}};
#pragma splice step Everything
  {
    d.add();  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    d.add().add();  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    p[0] += d.get();  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    *d.at() = 3;  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    base& b = d;  // error: own copy of .d., and what gets
    b.v += 10;
  }
#pragma splice step Everything
  {
    bump(d);  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    keep(d);  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    bump(e);  // error: own copy of .e., and what gets
  }
#pragma splice step Everything
  {
    static_cast<base&>(d).v += 10;  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    ((base&)d).v += 10;  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    base* b = &d;  // error: own copy of .d., and what gets
    b->v += 10;
  }
#pragma splice step Everything
  {
    d.base::operator=(base{n});  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    static_cast<base&>(d) = base{n};  // error: own copy of .d., and what gets
  }
#pragma splice step Everything
  {
    d = base{n};  // error: cannot change a part of it
  }
#pragma splice step Everything
  {
    kept = &(n > 3 ? (base&)d : e);  // error: own copy of .d., // error: own copy of .e.,
  }
#pragma splice step Everything
  {
    int& v = d.v;  // error: own copy of .d., and what gets
    v += 10;
  }
#pragma splice step Everything
  {
    int base::* const m = &base::v;
    int& v = d.*m;  // error: own copy of .d., and what gets
    v += 10;
  }
#pragma splice step Everything
  {
    auto add = [&b = (base&)d] {  // error: own copy of .d., and what gets
      b.v += 10;
    };
    add();
  }
#pragma splice step Everything
  {
    p[1] += d.v;
  }
  g(p, d.v);
}

#pragma splice func Everything

void calls(int* p, int n) {
  derived d{{1}, {n}, 2};
  bump(d);  // error: own copy of .d., and what gets
  g(p, d.v);
  g(&d.v, n);  // error: address of .d., which may have ended
}

int main() {
  int a[4] = {};
  derived d{{1}, {2}, 2};
  derived e{{1}, {2}, 2};
  derived f{{1}, {2}, 2};
  base& b = d;
  int* r = e.at();
  keep(f);
#pragma splice try(4)
  for (int i = 0; i < 5; ++i) {
    g(&b.v, i);
    g(r, i);
    g(a, d.v);  // error: uses .d., whose address is known
    g(a, e.v);  // error: uses .e., whose address is known
    g(a, f.v);  // error: uses .f., whose address is known
  }
  std::printf("%d %d\n", a[0], a[1]);
}
