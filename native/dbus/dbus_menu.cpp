#include "native/dbus/dbus_menu.hpp"

#include <algorithm>
#include <charconv>
#include <thread>
#include <utility>
#include <vector>

#include "native/dbus/menu_layout.hpp"
#include "native/dbus/pipeline.hpp"
#include "native/dbus/program_silence.hpp"

namespace native::dbus {
namespace {

constexpr const char* kInterface = "com.canonical.dbusmenu";
// A program that has not answered a click by then is in what the click has opened, or busy.
constexpr std::chrono::milliseconds kAnswer{250};
// Until a program that fills its menu only when it is opened has done so.
constexpr std::chrono::milliseconds kFilling{500};
constexpr std::chrono::milliseconds kLook{10};

Scalar zero() { return {'i', std::string(sizeof(std::uint64_t), '\0')}; }

class DbusMenu : public MenuSource {
 public:
  DbusMenu(Bus& bus, MenuPlace place, Act act)
      : bus_(bus), place_(std::move(place)), act_(std::move(act)) {}
  ~DbusMenu() override { close(); }

  std::string origin() const override { return kInterface; }
  MenuLevel level(const MenuItem* in) override;
  bool choose(const MenuItem& item) override;

 private:
  static std::int32_t number_of(const MenuItem* item);
  Method method(const char* name, std::vector<Argument> arguments) const {
    return {place_.service, place_.path, kInterface, name, std::move(arguments)};
  }
  Method event(std::int32_t id, const char* kind) const {
    return method("Event", {id, kind, ScalarVariant{zero()}, std::uint32_t{0}});
  }
  bool ask_level(std::int32_t id, Deadline limit, MenuLayout* layout);
  void close();

  Bus& bus_;
  const MenuPlace place_;
  const Act act_;
  std::vector<std::int32_t> opened_;
};

std::int32_t DbusMenu::number_of(const MenuItem* item) {
  std::int32_t number = 0;
  if (item != nullptr)
    std::from_chars(item->handle.data(), item->handle.data() + item->handle.size(), number);
  return number;
}

// Programs answer in order, so that the layout is the one after AboutToShow.
bool DbusMenu::ask_level(std::int32_t id, Deadline limit, MenuLayout* layout) {
  bool is_layout = false;
  Pipeline calls(bus_, limit, act_.check);
  calls.add(method("AboutToShow", {id}), [](Reply&) {});
  calls.add(method("GetLayout", {id, std::int32_t{1}, Texts{}}),
            [&](Reply& reply) { is_layout = reply && read_menu_layout(reply, layout); });
  if (!calls.run()) throw_unanswered(bus_, place_.service, place_.pid, limit);
  return is_layout;
}

MenuLevel DbusMenu::level(const MenuItem* in) {
  const std::int32_t id = number_of(in);
  const Deadline limit = limited(act_.deadline);
  MenuLayout layout;
  if (!ask_level(id, limit, &layout)) {
    // An item that was removed meanwhile has no level any more.
    if (in != nullptr) return {};
    if (!is_on_bus(bus_, place_.service, limit))
      throw_unanswered(bus_, place_.service, place_.pid, limit);
    throw Error("UNSUPPORTED", "the menu at " + place_.path + " cannot be read",
                "Click the icon and choose from the menu that it shows.", {{"reason", "no menu"}});
  }
  if (!layout.level.items.empty() || (in != nullptr && !in->has_submenu)) return layout.level;
  // Some fill a menu only when they hear that it is open.
  Pipeline opening(bus_, limit, act_.check);
  opening.add(event(id, "opened"), [](Reply&) {});
  opened_.push_back(id);
  opening.run_until(std::min<Deadline>(limit, std::chrono::steady_clock::now() + kAnswer));
  const Deadline end = std::min<Deadline>(limit, std::chrono::steady_clock::now() + kFilling);
  while (layout.level.items.empty() && std::chrono::steady_clock::now() + kLook < end) {
    if (act_.check) act_.check();
    std::this_thread::sleep_for(kLook);
    layout = {};
    ask_level(id, limit, &layout);
  }
  return layout.level;
}

bool DbusMenu::choose(const MenuItem& item) {
  bool answered = false, accepted = false;
  Pipeline calls(bus_, limited(act_.deadline), act_.check);
  calls.add(event(number_of(&item), "clicked"), [&](Reply& reply) {
    answered = true;
    accepted = static_cast<bool>(reply);
  });
  calls.run_until(std::chrono::steady_clock::now() + kAnswer);
  if (!answered || accepted) return answered;
  // Quitting is an item, too.
  if (!is_on_bus(bus_, place_.service, limited(act_.deadline))) return false;
  throw Error("UNSUPPORTED", "the program did not accept a click on '" + item.name + "'",
              "Click the icon and choose from the menu that it shows.",
              {{"reason", "not accepted"}});
}

void DbusMenu::close() {
  if (opened_.empty()) return;
  Pipeline calls(bus_, limited(act_.deadline));
  for (auto id = opened_.rbegin(); id != opened_.rend(); ++id)
    calls.add(event(*id, "closed"), [](Reply&) {});
  calls.run_until(std::chrono::steady_clock::now() + kAnswer);
}

}  // namespace

std::unique_ptr<MenuSource> open_dbus_menu(Bus& bus, MenuPlace place, Act act) {
  return std::make_unique<DbusMenu>(bus, std::move(place), std::move(act));
}

}  // namespace native::dbus
