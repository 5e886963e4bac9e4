// Plays a program that tells any menu: what is read of it is bounded, and nothing that was not sent
// is read. The input decides what the program writes.

#include <cstdlib>
#include <span>

#include "native/dbus/menu_layout.hpp"
#include "tests/unit/native/dbus/made_message.hpp"

using namespace native;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test::MadeMessage message;
  test::Choices choices(std::span(data, size));
  test::LayoutWriter(message, choices).layout();
  dbus::Reply reply = message.reply();
  dbus::MenuLayout layout;
  if (!dbus::read_menu_layout(reply, &layout)) std::abort();
  for (const MenuItem& item : layout.level.items)
    if (item.name.size() > kMaxMenuText || item.handle.empty()) std::abort();
  return 0;
}
