#include "runtime/http/client/retry.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace runtime::http {

namespace {

constexpr double kFirstPause = 0.5;
constexpr double kLongestPause = 30;

std::optional<double> retry_after(const std::string& text, std::time_t now) {
  std::uint32_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error == std::errc() && end == text.data() + text.size()) return seconds;
  std::tm date{};
  const char* rest = strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &date);
  if (!rest || *rest) return std::nullopt;
  return std::max(0.0, std::difftime(timegm(&date), now));
}

}  // namespace

bool worth_retrying(int status) { return status == 429 || (status >= 500 && status <= 599); }

double retry_pause(const Fields& fields, int attempt, std::time_t now) {
  if (const std::string* text = find_field(fields, "retry-after"))
    if (const auto seconds = retry_after(*text, now)) return *seconds;
  return std::min(kLongestPause, std::ldexp(kFirstPause, std::min(attempt, 16)));
}

}  // namespace runtime::http
