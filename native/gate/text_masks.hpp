#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "native/policy/rules.hpp"
#include "native/text/pii/pii_finder.hpp"
#include "native/text/word.hpp"

namespace native {

// Takes personal data out of titles and of text that was read, where a policy has everything
// masked. Thread safe.
class TextMasks {
 public:
  // Replaces what a caller must not see; changes nothing unless its policy masks always.
  void mask(std::string& text, const Rules& rules, runtime::Caller::Kind kind);
  // The same for words that were read from a picture.
  void mask(std::vector<Word>& words, const Rules& rules, runtime::Caller::Kind kind);

 private:
  std::shared_ptr<const PiiFinder> finder_for(const Rules& rules, runtime::Caller::Kind kind);

  std::mutex mutex_;
  std::uint64_t generation_ = 0;  // of the rules that the finders are for
  std::array<std::shared_ptr<const PiiFinder>, 5> finders_;
};

}  // namespace native
