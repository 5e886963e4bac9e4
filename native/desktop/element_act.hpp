#pragma once

#include <string>
#include <variant>

namespace native {

// Something that a program is asked to do with one of its elements.
struct ElementAct {
  enum class Kind {
    kPress,     // its main action: what a click on it does
    kFocus,     // gives it the keys
    kScrollTo,  // brings it into view
    kSelect,
    kSetValue,
  };
  Kind kind = Kind::kPress;
  bool adds = false;                             // kSelect: what is selected stays so
  std::variant<std::string, double> value = {};  // kSetValue
};

constexpr std::size_t kMaxValueBytes = std::size_t{1} << 20;

// Throws "INVALID_ARGUMENT" for a text that is too long, not UTF-8 or has a zero byte, and for
// numbers that are not finite.
void check_element_act(const ElementAct& act);

// Returns a number as a text: "3", "0.25".
std::string number_text(double number);

}  // namespace native
