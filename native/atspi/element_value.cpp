#include "native/atspi/element_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "native/atspi/names.hpp"
#include "native/desktop/element_act.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr const char* kText = "org.a11y.atspi.Text";
constexpr const char* kEditableText = "org.a11y.atspi.EditableText";

bool is_number_first(std::uint32_t role) {
  return role == kSpinButton || role == kSlider || role == kScrollBar || role == kDial ||
         role == kRating || role == kLevelBar;
}

std::optional<double> to_number(const std::variant<std::string, double>& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto& text = std::get<std::string>(value);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::string to_text(const std::variant<std::string, double>& value) {
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  return std::get<std::string>(value);
}

[[noreturn]] void refuse_other(std::uint32_t role) {
  throw Error(
      "UNSUPPORTED", "the element offers no way to set its value",
      role == kComboBox
          ? "Select one of its items: ui.press shows them, ui.select takes one."
          : "Focus it and type over what it holds: ui.focus, input.press \"Ctrl+A\", input.type.",
      {{"reason", "no value"}});
}

std::optional<double> number_of(ElementCalls& calls) {
  double number = 0;
  const auto read = [&](Reply& reply) { return reply.enter('v', "d") && reply.read(&number); };
  if (!calls.get(calls.found().object, kValue, "CurrentValue", read)) return std::nullopt;
  return number;
}

void check_range(const std::optional<NumberRange>& range, double wanted) {
  if (!range || (wanted >= range->minimum && wanted <= range->maximum)) return;
  const std::string ends = number_text(range->minimum) + " to " + number_text(range->maximum);
  throw Error("INVALID_ARGUMENT", number_text(wanted) + " is outside the range " + ends,
              "Give a number from " + ends + ".");
}

void set_number(ElementCalls& calls, double wanted) {
  check_range(calls.found().element.range, wanted);
  const bool set = calls.call(calls.found().object, "org.freedesktop.DBus.Properties", "Set",
                              {kValue, "CurrentValue", dbus::DoubleVariant{wanted}},
                              [](Reply&) { return true; });
  if (!set) refuse_other(calls.found().role);
  const double tolerance = std::max(1e-9, std::abs(wanted) * 1e-9);
  std::optional<double> now;
  const bool seen = calls.eventually([&] {
    now = number_of(calls);
    return now && std::abs(*now - wanted) <= tolerance;
  });
  if (seen) return;
  throw Error(
      "EFFECT_NOT_SEEN",
      "the value is " + (now ? number_text(*now) : "not known") + " and not " + number_text(wanted),
      "The program may allow certain steps only; ui.read shows what it holds.",
      {{"reason", "another value"}});
}

std::size_t characters_in(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char each) { return (each & 0xC0) != 0x80; }));
}

bool holds(ElementCalls& calls, const std::string& wanted) {
  const Object& object = calls.found().object;
  const auto length = static_cast<std::int32_t>(characters_in(wanted));
  std::int32_t count = -1;
  const bool counted = calls.get(object, kText, "CharacterCount", [&](Reply& reply) {
    return reply.enter('v', "i") && reply.read(&count);
  });
  // Qt counts units of UTF-16.
  if (!counted || count < length || count > 2 * length) return false;
  std::string text;
  const bool read = calls.call(object, kText, "GetText", {std::int32_t{0}, count},
                               [&](Reply& reply) { return reply.read(&text); });
  return read && text == wanted;
}

void set_text(ElementCalls& calls, const std::string& wanted) {
  const Found& found = calls.found();
  // Qt does not tell of its spin buttons that they are editable.
  const bool editable = has(found.states, State::kEditable) || found.role == kSpinButton;
  if (has(found.states, State::kReadOnly) || !editable)
    throw Error("UNSUPPORTED", "the element cannot be edited", {}, {{"reason", "read only"}});
  if (!calls.call_that_says(found.object, kEditableText, "SetTextContents", {wanted}))
    refuse_other(found.role);
  if (found.role == kPasswordText) return;
  if (calls.eventually([&] { return holds(calls, wanted); })) return;
  throw Error("EFFECT_NOT_SEEN", "the element holds another text than it was given",
              "It may have a limit or a format of its own; ui.read shows what it holds.",
              {{"reason", "another value"}});
}

}  // namespace

void set_element_value(ElementCalls& calls, const std::variant<std::string, double>& value) {
  const std::uint32_t role = calls.found().role;
  const bool takes_text = offers(calls.found().interfaces, kEditableText);
  const bool takes_number = offers(calls.found().interfaces, kValue);
  // Qt's fields for dates offer a number that means nothing.
  const bool number_first = is_number_first(role) && (calls.found().element.range || !takes_text);
  if (takes_text && !(takes_number && number_first)) {
    set_text(calls, to_text(value));
    return;
  }
  // Cells take any text that is typed, so a number alone is not enough.
  if (!takes_number || role == kTableCell) refuse_other(role);
  const std::optional<double> number = to_number(value);
  if (!number)
    throw Error("INVALID_ARGUMENT", "the element takes a number", "Give a number such as 12.5.");
  set_number(calls, *number);
}

}  // namespace native::atspi
