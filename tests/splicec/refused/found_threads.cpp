// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <exception>
thread_local long own = 0;
struct counted { static thread_local int number; };
#pragma splice func Writes(range(p, p + 1))
void f(long* p) {
#pragma splice step Writes(range(p, p + 1))
  { p[0] += own; }  // error: 'own' is a variable of each thread
#pragma splice step Writes(range(p, p + 1))
  { p[0] += counted::number; }  // error: 'number' is a variable of each thread
#pragma splice step Writes(range(p, p + 1))
  { try { throw; } catch (int v) { p[0] += v; } }  // error: handled outside of the step
#pragma splice step Writes(range(p, p + 1))
  { p[0] += std::current_exception() != nullptr; }  // error: handled outside of the step
#pragma splice step Writes(range(p, p + 1))
  { try { throw 1; } catch (...) { try { throw; } catch (int v) { p[0] += v; } } }
}
long a[64];
int main() {
#pragma splice try(8)
  for (int t = 0; t < 32; ++t) {
    f(a + t);
#pragma splice step Writes(range(a, a + 1))
    a[0] += own;  // error: 'own' is a variable of each thread
#pragma splice step Writes(range(a, a + 1))
    {
      thread_local int fresh = 0;  // error: 'fresh' is a variable of each thread
      a[0] += ++fresh;
    }
  }
}
