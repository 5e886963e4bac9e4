#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The chain of the audit log: what ties each line to the one before, and the end of the chain,
// which is kept in a file of its own.
namespace native {

// The digest that the first line follows.
inline constexpr std::string_view kChainStart =
    "0000000000000000000000000000000000000000000000000000000000000000";

// A line without its end.
struct ChainedLine {
  std::string text;
  std::string digest;  // which the next line follows, in hexadecimal
};
// Returns `members` ("{"…) as a whole line, tied to the line before.
ChainedLine chained(std::string members, std::string_view previous);

// The digests of a line, in hexadecimal.
struct Link {
  std::string_view previous;
  std::string_view digest;
  bool sound = false;  // the digest is that of the line
};
// Returns nothing for a line that does not end as chained() makes it.
std::optional<Link> link_of(std::string_view line);

// The end of the chain.
struct ChainEnd {
  std::string digest;     // of the last line
  std::int64_t size = 0;  // of the newest file, in bytes
};
std::string to_text(const ChainEnd& end);
// Returns nothing for a text that to_text() did not make.
std::optional<ChainEnd> parse_chain_end(std::string_view text);
inline constexpr std::size_t kLongestChainEnd = 128;  // bytes

}  // namespace native
