// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <numeric>

struct node {
  int size;
  node* next;
};

static int global = 3;
static const int constant = 4;
static constexpr int table[2] = {1, 2};
static int counts[2];
extern volatile const int hardware;
int size_of(const node* one);

constexpr int global_or(int other) {
  return other > 3 ? global : other;
}

constexpr int first_of(const int* list) {
  return *list;
}

#pragma splice func Everything

void recurse(node* tree, int n) {
  recurse(tree, n + constant + table[n & 1] + static_cast<int>(sizeof(global)));
  recurse(tree, std::gcd(n, 12));
  recurse(tree, tree->size);  // error: this looks at .size. through a pointer; take what it needs
  recurse((*tree).next, n);   // error: this looks at memory through a pointer
  recurse(tree, global);      // error: this uses 'global', a variable outside of the function
  recurse(tree, counts[n]);   // error: this looks into 'counts', a variable outside
  recurse(tree, size_of(tree));    // error: this calls 'size_of', which is neither spliced nor
  recurse(tree, first_of(table));  // error: this calls 'first_of'
  recurse(tree, global_or(n));     // error: this calls 'global_or'
  recurse(tree, hardware);         // error: this uses 'hardware', which is volatile
  recurse(tree, global = 3);       // error: this changes what is no local of the function
  const int size = size_of(tree);  // error: code of a spliced function outside of its steps runs
  if (tree != nullptr && tree->size > 3) {  // error: this looks at 'size' through a pointer
    recurse(tree, size);
  }
  switch (global) {  // error: this uses 'global'
    case 1:
      recurse(tree, n);
  }
  recurse(&*tree, n), recurse(tree, 1);  // error: 'recurse' is spliced, and is called as // error:
  n > 3 ? recurse(tree, n) : recurse(tree, 4);  // error: 'recurse' is spliced // error: 'recurse'
#pragma splice step Everything
  recurse(tree, 3);  // error: a step does not call functions that are spliced, as 'recurse'
  if (n == 4) {
    throw n;  // error: throw ends a function that is spliced only where the source says
  }
#pragma splice step Everything
  std::puts(__func__);  // error: __func__ would be another name in a step
}

int main() {
  node root{1, nullptr};
#pragma splice try(2)
  for (int i = 0; i < 4; ++i) {
    recurse(&root, i);
    node inside{2, &root};
    recurse(&inside, i);     // error: takes the address of 'inside', which may have ended
    recurse(&root, global);  // error: code between calls that are spliced runs before steps do
  }
}
