#pragma once

#include <re2/re2.h>

#include <cstddef>
#include <memory>
#include <string>

#include "native/text/pii/pii_text.hpp"

namespace native {

// Words that say what the number after them is, such as "IBAN" or "Tel. no.".
class Labels {
 public:
  // `words`: alternatives of an expression, in lower case.
  explicit Labels(const std::string& words);
  // Returns whether one of them stands right before this place, up to punctuation and "no.".
  bool stand_before(const PiiText& text, std::size_t at) const;

 private:
  RE2 expression_;
};

}  // namespace native
