#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "native/text/pii/pii_text.hpp"

namespace native {

// Reasons for which something may begin in one line and go on in the next.
enum LineLink : std::uint8_t {
  kNumberLink = 1,     // digits
  kAddressLink = 2,    // an e-mail address whose "@" comes later
  kDomainLink = 4,     // an e-mail address after its "@"
  kKeyLink = 8,        // a key, or a label of one
  kBlockLink = 16,     // lines of a private key
  kPasswordLink = 32,  // a label or a password, and what may be the rest of it
  kCustomLink = 64,
  kLabelLink = 128,  // a short line, which may be a label, and a number
};

// Return the reasons at the end and at the beginning of one line, of those that are wanted.
std::uint8_t links_at_end(const PiiText& line, unsigned wanted = ~0U);
std::uint8_t links_at_begin(const PiiText& line, unsigned wanted = ~0U);

// Adds what begins at the end of one line of a text and goes on without a blank in the next, in two
// lines with these links. `find` searches a text for what the links stand for.
PiiFindings find_wrapped(const PiiText& text, std::size_t begin, std::size_t end,
                         std::size_t next_begin, std::size_t next_end,
                         const std::function<PiiFindings(const PiiText&)>& find);

}  // namespace native
