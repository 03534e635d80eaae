// SPDX-License-Identifier: Apache-2.0

// What tells the types of a function from those of its second text, without naming that: handlers,
// virtual functions, deleters and exceptions of the library, and templates of the source that do.
// clang-format off
#include <any>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <typeinfo>
#include <vector>

static long out;
static std::exception_ptr held;
static std::shared_ptr<long> kept;
static std::any last;

struct base { virtual ~base() = default; };
struct far : base {};
struct plain { long v; };
template <class T> struct wrapped : T {};
template <class... T> struct all_of : T... { using T::operator()...; };
template <class... T> all_of(T...) -> all_of<T...>;
template <class T> struct known : base { T v; };
template <class T> struct raising { T v; void raise() const { throw v; } };
template <class T> void raise(T v) { throw v; }
template <class T> bool caught() {
  try { std::rethrow_exception(held); } catch (const T&) { return true; } catch (...) {}
  return false;
}
template <class T> bool deletes() { return std::get_deleter<T>(kept) != nullptr; }
template <class T> base* derived_from() { struct more : base { T v; }; return new more; }
struct out_of_range { long v; };

#pragma splice func Everything
void f(long n) {
  struct err { long v; };
  enum code { small = 3 };
  struct del { long v; void operator()(long* q) const { delete q; } };
  struct one : base {};            // error: 'one' has virtual functions
  struct two : far {};             // error: 'two' has virtual functions
  struct three { virtual long v() { return 3; } };  // error: 'three' has virtual functions
  struct four : wrapped<base> {};  // error: 'four' has virtual functions
  struct five : plain { long w; };
  struct six {
    void drop() const {
      try {
        std::rethrow_exception(held);
      } catch (const six&) {  // error: this throws or catches an object of a type that would be two
        out += 1;
      }
    }
  };
#pragma splice step Everything
  {
    if (n == 0) {
      throw err{3};  // error: this throws or catches an object of a type that would be two
    }
    try {
      out += 1;
    } catch (const err& e) {  // error: this throws or catches an object of a type that would be two
      out += e.v;
    } catch (err* e) {  // error: this throws or catches an object of a type that would be two
      out += e->v;
    } catch (code c) {  // error: this throws or catches an object of a type that would be two
      out += c;
    } catch (const std::vector<err>& e) {  // error: this throws or catches an object of a type
      out += 1;
    } catch (...) {
      out += 2;
    }
  }
#pragma splice step Everything
  {
    const auto l = [n] { return n; };
    try {
      out += 1;
    } catch (decltype(l)& q) {  // error: this throws or catches an object of a type that would be
      out += q();
    } catch (...) {
    }
    held = std::make_exception_ptr(l);       // error: 'make_exception_ptr' may tell types apart
    held = std::make_exception_ptr(small);   // error: 'make_exception_ptr' may tell types apart
    held = std::make_exception_ptr(new del{n});  // error: 'make_exception_ptr' may tell types apart
    try { throw 3; } catch (...) { std::throw_with_nested(err{n}); }  // error: 'throw_with_nested'
  }
#pragma splice step Everything
  {
    out += std::get_deleter<del>(kept) != nullptr;  // error: 'get_deleter' may tell types apart
    last = err{n};                                  // error: 'operator=' may tell types apart
    std::any now(err{n});                           // error: 'any' may tell types apart
    raise(err{n});            // error: 'raise' may have variables for each type
    out += caught<err>();     // error: 'caught' may have variables for each type
    out += deletes<del>();    // error: 'deletes' may have variables for each type
    out += derived_from<err>() != nullptr;  // error: 'derived_from' may have variables for each
    raising<err> r{{n}};      // error: 'raising' may have variables for each type
    base* const k = new known<err>;  // error: 'known' may have variables for each type
    delete k;
  }
#pragma splice step Everything
  {
    try {
      if (n > 3) {
        throw out_of_range{n};
      }
      throw std::runtime_error("x");
    } catch (const out_of_range& e) {
      out += e.v;
    } catch (const std::exception&) {
      out += 3;
    }
    const auto p = std::make_unique<err>(err{n});
    const auto both = all_of{[](long x) { return x; }, [](plain x) { return x.v; }};
    const five x{{3}, 4};
    out += p->v + both(3) + x.v + x.w;
    kept = std::shared_ptr<long>(new long(n), del{n});
  }
}

int main() {
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(t);
  }
  std::printf("%ld\n", out);
}
