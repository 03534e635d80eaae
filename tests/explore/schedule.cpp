#include "explore/schedule.hpp"

#include <cstdio>
#include <stdexcept>

namespace nuthatch::exploring {

std::string to_string(const schedule& s) {
  std::string text;
  for (const deviation& d : s) {
    text += (text.empty() ? "" : ",") + std::to_string(d.decision) + ":" + std::to_string(d.actor);
  }
  return text.empty() ? "plain" : text;
}

schedule parse_schedule(const std::string& text) {
  schedule parsed;
  if (text == "plain") {
    return parsed;
  }
  const char* at = text.c_str();
  while (true) {
    deviation one{};
    int read = 0;
    if (std::sscanf(at, "%u:%u%n", &one.decision, &one.actor, &read) != 2) {  // NOLINT: short
      throw std::invalid_argument("'" + text + "' is no schedule; right is 17:1,45:0 or plain");
    }
    parsed.push_back(one);
    at += read;
    if (*at == '\0') {
      return parsed;
    }
    if (*at++ != ',') {
      throw std::invalid_argument("'" + text + "' is no schedule; right is 17:1,45:0 or plain");
    }
  }
}

}  // namespace nuthatch::exploring
