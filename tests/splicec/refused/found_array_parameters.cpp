// SPDX-License-Identifier: Apache-2.0

// The address of a parameter that is written as an array, in a step.

static const int* const* kept;
static int* const* other;

#pragma splice func Everything

static void first(const int r[2], int n[2]) {
#pragma splice step Everything
  {
    const int* const& place = r;  // error: a step has its own copy of 'r', and what gets
    kept = &place;
    int* const& second = n;  // error: a step has its own copy of 'n', and what gets the address
    other = &second;

    struct holder {
      const int* const& place;
    };

    const holder one{r};  // error: copy 'r' to a variable that the step declares
    kept = &one.place;
    const auto keep = [](const auto& x) {
      kept = &x;
    };
    keep(r);  // error: a step has its own copy of 'r'
  }
}

int main() {
  const int two[2] = {1, 2};
#pragma splice try(2)
  first(two, nullptr);
}
