#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Interfaces by name; roles, states and kinds of coordinates by number, as AT-SPI has them
// (AtspiRole, AtspiStateType, AtspiCoordType).
namespace native::atspi {

constexpr const char* kAccessible = "org.a11y.atspi.Accessible";
constexpr const char* kAction = "org.a11y.atspi.Action";
constexpr const char* kValue = "org.a11y.atspi.Value";
constexpr const char* kComponent = "org.a11y.atspi.Component";

constexpr std::uint32_t kScreenCoordinates = 0;
constexpr std::uint32_t kWindowCoordinates = 1;

// The object of a program itself.
constexpr const char* kRootPath = "/org/a11y/atspi/accessible/root";
constexpr std::size_t kMaxText = 4000;  // bytes of a name or value that is read

enum Role : std::uint32_t {
  kCheckMenuItem = 8,
  kComboBox = 11,
  kDial = 15,
  kIcon = 26,
  kImage = 27,
  kLabel = 29,
  kLayeredPane = 30,
  kList = 31,
  kMenu = 33,
  kMenuBar = 34,
  kMenuItem = 35,
  kPageTab = 37,
  kPasswordText = 40,
  kPopupMenu = 41,
  kProgressBar = 42,
  kPushButton = 43,
  kRadioButton = 44,
  kRadioMenuItem = 45,
  kRootPane = 46,
  kScrollBar = 48,
  kScrollPane = 49,
  kSeparator = 50,
  kSlider = 51,
  kSpinButton = 52,
  kTable = 55,
  kTableCell = 56,
  kTearOffMenuItem = 59,
  kTerminal = 60,
  kText = 61,
  kToggleButton = 62,
  kTree = 65,
  kTreeTable = 66,
  kViewport = 68,
  kParagraph = 73,
  kAutocomplete = 76,
  kEditBar = 77,
  kEntry = 79,
  kDocumentFrame = 82,
  kHeading = 83,
  kDocumentWeb = 95,
  kListBox = 98,
  kLevelBar = 103,
  kRating = 114,
  kStatic = 116,
  kPushButtonMenu = 129,
};

enum State : std::uint32_t {
  kChecked = 4,
  kDefunct = 6,
  kEditable = 7,
  kEnabled = 8,
  kExpandable = 9,
  kExpanded = 10,
  kFocused = 12,
  kModal = 16,
  kPressed = 20,
  kSelectable = 22,
  kSelected = 23,
  kSensitive = 24,
  kShowing = 25,
  kVisible = 30,
  kHasPopup = 42,
  kReadOnly = 43,
};

constexpr bool has(std::uint64_t states, State state) { return (states >> state & 1) != 0; }

// Returns whether a role is that of an item of a menu which opens no other. GTK 4.24 gives such
// items no names, but labels.
constexpr bool is_menu_item(std::uint32_t role) {
  return role == kMenuItem || role == kCheckMenuItem || role == kRadioMenuItem ||
         role == kTearOffMenuItem;
}

std::string role_name(std::uint32_t role);
std::vector<std::string> state_names(std::uint64_t states);

}  // namespace native::atspi
