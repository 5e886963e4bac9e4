#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Roles and states by number, as AT-SPI has them (AtspiRole, AtspiStateType).
namespace native::atspi {

enum Role : std::uint32_t {
  kCheckMenuItem = 8,
  kComboBox = 11,
  kDial = 15,
  kLabel = 29,
  kMenu = 33,
  kMenuBar = 34,
  kMenuItem = 35,
  kPageTab = 37,
  kPasswordText = 40,
  kProgressBar = 42,
  kRadioButton = 44,
  kRadioMenuItem = 45,
  kRootPane = 46,
  kScrollBar = 48,
  kSlider = 51,
  kSpinButton = 52,
  kTableCell = 56,
  kTerminal = 60,
  kText = 61,
  kParagraph = 73,
  kAutocomplete = 76,
  kEditBar = 77,
  kEntry = 79,
  kHeading = 83,
  kLevelBar = 103,
  kRating = 114,
};

enum State : std::uint32_t {
  kDefunct = 6,
  kEditable = 7,
  kEnabled = 8,
  kFocused = 12,
  kSelectable = 22,
  kSelected = 23,
  kSensitive = 24,
  kShowing = 25,
  kVisible = 30,
  kReadOnly = 43,
};

constexpr bool has(std::uint64_t states, State state) { return (states >> state & 1) != 0; }

std::string role_name(std::uint32_t role);
std::vector<std::string> state_names(std::uint64_t states);

}  // namespace native::atspi
