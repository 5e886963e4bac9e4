#include "native/gate/audit_chain.hpp"

#include <algorithm>
#include <charconv>

#include "runtime/core/value/sha256.hpp"

namespace native {

namespace {

constexpr std::size_t kDigits = 64;
constexpr std::string_view kPrevious = ",\"previous\":\"";
constexpr std::string_view kDigest = "\",\"sha256\":\"";
constexpr std::string_view kEnd = "\"}";

bool is_digest(std::string_view text) {
  return text.size() == kDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string digest_of(std::string_view text) { return runtime::hexadecimal(runtime::sha256(text)); }

}  // namespace

ChainedLine chained(std::string members, std::string_view previous) {
  ChainedLine line{std::move(members), {}};
  line.text += kPrevious;
  line.text += previous;
  line.digest = digest_of(line.text);
  line.text += kDigest;
  line.text += line.digest;
  line.text += kEnd;
  return line;
}

std::optional<Link> link_of(std::string_view line) {
  constexpr std::size_t kTail = kPrevious.size() + kDigits + kDigest.size() + kDigits + kEnd.size();
  if (line.size() < kTail) return std::nullopt;
  const std::string_view tail = line.substr(line.size() - kTail);
  const std::string_view previous = tail.substr(kPrevious.size(), kDigits);
  const std::string_view digest = tail.substr(kPrevious.size() + kDigits + kDigest.size(), kDigits);
  const bool whole = tail.starts_with(kPrevious) && tail.ends_with(kEnd) &&
                     tail.substr(kPrevious.size() + kDigits).starts_with(kDigest) &&
                     is_digest(previous) && is_digest(digest);
  if (!whole) return std::nullopt;
  const std::string_view signed_part =
      line.substr(0, line.size() - kEnd.size() - kDigits - kDigest.size());
  return Link{previous, digest, digest_of(signed_part) == digest};
}

std::string to_text(const ChainEnd& end) {
  return end.digest + " " + std::to_string(end.size) + "\n";
}

std::optional<ChainEnd> parse_chain_end(std::string_view text) {
  ChainEnd end;
  if (text.size() <= kDigits + 2 || text[kDigits] != ' ' || text.back() != '\n')
    return std::nullopt;
  end.digest = text.substr(0, kDigits);
  const char* const first = text.data() + kDigits + 1;
  const char* const last = text.data() + text.size() - 1;
  const auto [stop, error] = std::from_chars(first, last, end.size);
  if (!is_digest(end.digest) || error != std::errc() || stop != last || end.size < 0)
    return std::nullopt;
  return end;
}

}  // namespace native
