static double data[100];

// What Clang says to the translation, at the places of the source.
#pragma splice func Writes(range(data, data + unknown))  // error: undeclared identifier 'unknown'

void effect(int n) {
#pragma splice step over(i) slice(4) \
    Writes(range(data + i.begin, data + i.last))  // error: no member named 'begin'
  for (int i = 0; i < n; ++i) {
    data[i] = 1;
  }
#pragma splice step Writes(n)  // error: no matching function for call to 'writes'
  data[1] = 2;
}
