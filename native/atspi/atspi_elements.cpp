#include "native/atspi/atspi_elements.hpp"

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "native/atspi/element_acts.hpp"
#include "native/atspi/element_finder.hpp"
#include "native/atspi/event_watch.hpp"
#include "native/atspi/names.hpp"
#include "native/atspi/program_menus.hpp"
#include "native/atspi/toolkit_advice.hpp"
#include "native/dbus/gtk_menus.hpp"

namespace native {
namespace {

using namespace atspi;

constexpr std::chrono::seconds kTimeOfProgram{2};
constexpr std::chrono::milliseconds kLook{25};  // between looks at a program that is starting
constexpr std::chrono::milliseconds kAppearing{1000};  // until a new window's elements are there
constexpr const char* kTurnOff =
    "busctl --user set-property org.a11y.Bus /org/a11y/bus org.a11y.Status IsEnabled b false";

Deadline limited(Deadline deadline) {
  return std::min(deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
}

class AtspiElements : public Elements {
 public:
  explicit AtspiElements(BusRoots roots) : programs_(std::move(roots)), finder_(programs_) {}

  ElementTree read(const ElementScope& scope, const ElementLimits& limits,
                   Deadline deadline) override;
  Element again(const ElementId& id, const ElementScope& scope, Deadline deadline) override;
  ElementActed act(const ElementId& id, const ElementAct& what, const ElementScope& scope,
                   const Act& act) override;
  std::unique_ptr<MenuSource> menus(const ElementScope& scope, const MenuWish& wish,
                                    const Act& act) override;
  std::unique_ptr<ElementWatch> watch(std::int64_t pid, Deadline deadline) override {
    return std::make_unique<EventWatch>(programs_, pid, limited(deadline));
  }
  Capability capability(Deadline deadline) override;
  std::vector<ElementSupport> support(const std::vector<std::int64_t>& processes,
                                      Deadline deadline) override;

 private:
  Reading read_standing(Program& program, const ElementScope& scope, const ElementLimits& limits,
                        bool starting, Deadline deadline);

  void read_new_windows(Reading& reading, Program& program, const ElementScope& scope,
                        const ElementLimits& limits, Deadline deadline);

  Programs programs_;
  ElementFinder finder_;
  std::set<std::uint64_t> waited_;  // windows that were waited for in vain
};

// Returns whether a node is the list of a box that is closed: Qt's stays there without a place, and
// its items claim to be shown in the corner of the desktop. Items of web pages are in a menu.
bool is_closed_list(const std::vector<Node>& nodes, const Node& node) {
  return node.parent >= 0 && !node.extents && node.role == atspi::kList &&
         nodes[static_cast<std::size_t>(node.parent)].role == atspi::kComboBox;
}

// Adds an element and all in it, in the order of the tree.
void add_to(ElementTree& tree, const std::vector<Node>& nodes, int place, int parent,
            const std::function<Element(const Node&)>& convert, bool closed = false) {
  const Node& node = nodes[static_cast<std::size_t>(place)];
  if (!node.there) return;
  const int own = static_cast<int>(tree.elements.size());
  tree.elements.push_back(convert(node));
  tree.elements.back().parent = parent;
  closed = closed || is_closed_list(nodes, node);
  if (closed) {
    tree.elements.back().bounds.reset();
    tree.elements.back().unplaced = false;
  }
  for (const int child : node.children) add_to(tree, nodes, child, own, convert, closed);
}

// Returns whether an element has what is in it: what a new window holds comes a moment later.
bool is_filled(const Reading& reading, int place) {
  const Node& node = reading.nodes[static_cast<std::size_t>(place)];
  return !node.children.empty() || node.left_out > 0;
}

// Returns the windows on the screen of which, or of whose contents, the program does not tell yet.
std::vector<std::uint64_t> missing_windows(const Reading& reading, const ElementScope& scope) {
  std::vector<std::uint64_t> missing;
  for (const Window& window : scope.windows) {
    if (!window.on_screen || window.pop_up || scope.is_hidden(window.id) ||
        !scope.is_wanted(window.id))
      continue;
    bool filled = false;
    for (std::size_t i = 0; i < reading.frames.size(); ++i)
      filled = filled ||
               (reading.matches[i].window == window.id && is_filled(reading, reading.frames[i]));
    if (!filled) missing.push_back(window.id);
  }
  return missing;
}

// Reads again until the program tells of all its windows. Once for each window: some never have
// elements.
void AtspiElements::read_new_windows(Reading& reading, Program& program, const ElementScope& scope,
                                     const ElementLimits& limits, Deadline deadline) {
  constexpr std::size_t kMaxWaited = 512;
  const Deadline end = std::min(deadline, std::chrono::steady_clock::now() + kAppearing);
  std::vector<std::uint64_t> missing;
  for (;;) {
    missing = missing_windows(reading, scope);
    std::erase_if(missing, [&](std::uint64_t window) { return waited_.contains(window); });
    if (missing.empty()) return;
    if (std::chrono::steady_clock::now() + kLook >= end) break;
    std::this_thread::sleep_for(kLook);
    reading = finder_.read(program, scope, limits, {deadline});
  }
  if (waited_.size() > kMaxWaited) waited_.clear();
  waited_.insert(missing.begin(), missing.end());
}

// Reads again while a program is starting, until it says the same twice and shows something.
Reading AtspiElements::read_standing(Program& program, const ElementScope& scope,
                                     const ElementLimits& limits, bool starting,
                                     Deadline deadline) {
  Reading reading = finder_.read(program, scope, limits, {deadline});
  read_new_windows(reading, program, scope, limits, deadline);
  if (!starting || program.read_before) return reading;
  program.read_before = true;
  for (;;) {
    if (std::chrono::steady_clock::now() + kLook >= deadline) return reading;
    std::this_thread::sleep_for(kLook);
    const std::size_t before = reading.nodes.size();
    const std::size_t frames = reading.frames.size();
    reading = finder_.read(program, scope, limits, {deadline});
    if (reading.nodes.size() == before && before > frames) return reading;
  }
}

ElementTree AtspiElements::read(const ElementScope& scope, const ElementLimits& limits,
                                Deadline deadline) {
  const ProcessStatus process = programs_.checked_process(scope.pid);
  programs_.bus().connected(deadline);
  const bool starting = programs_.is_starting(process);
  const std::vector<std::string> names = programs_.names_of(scope.pid, deadline);
  const Deadline limit = limited(deadline);
  ElementTree tree;
  for (const std::string& name : names) {
    const Reading reading =
        read_standing(programs_.prepared(name, scope.pid, limit), scope, limits, starting, limit);
    for (std::size_t i = 0; i < reading.frames.size(); ++i) {
      const FrameMatch& match = reading.matches[i];
      if (match.hidden || !scope.is_wanted(match.window)) continue;
      add_to(tree, reading.nodes, reading.frames[i], -1,
             [&](const Node& node) { return to_element(node, scope, match, process.start); });
    }
    tree.left_out.insert(tree.left_out.end(), reading.left_out.begin(), reading.left_out.end());
  }
  return tree;
}

Element AtspiElements::again(const ElementId& id, const ElementScope& scope, Deadline deadline) {
  return finder_.find(id, scope, {limited(deadline)}).element;
}

ElementActed AtspiElements::act(const ElementId& id, const ElementAct& what,
                                const ElementScope& scope, const Act& act) {
  check_element_act(what);
  return act_on_element(programs_, finder_, {id, scope}, what, {limited(act.deadline), act.check});
}

std::unique_ptr<MenuSource> AtspiElements::menus(const ElementScope& scope, const MenuWish& wish,
                                                 const Act& act) {
  programs_.checked_process(scope.pid);
  if (wish.exported.has_menus())
    if (auto exported = open_gtk_menus(programs_.bus().session_bus(), scope.pid, wish, act))
      return exported;
  return open_program_menus(programs_, finder_, scope, wish, act);
}

Capability AtspiElements::capability(Deadline deadline) {
  using Offer = AccessibilityBus::Offer;
  try {
    const Offer offer = programs_.bus().offer(deadline);
    if (offer == Offer::kNothing)
      return {"elements", false, "this session has no accessibility bus (org.a11y.Bus)",
              "Install at-spi2-core and start the programs anew."};
    if (offer == Offer::kOn)
      return {
          "elements",
          true,
          std::string("AT-SPI; accessibility is turned on in this session (off: ") + kTurnOff + ")",
          {}};
    if (!programs_.bus().may_switch_on())
      return {"elements", false, "accessibility is turned off in this session",
              "Unset PEEKABOO_ENABLE_ACCESSIBILITY, so that Peekaboo turns it on when needed."};
    return {
        "elements", true, "AT-SPI; turned on in this session when elements are first needed", {}};
  } catch (const Error& error) {
    return {"elements", false, error.message, error.hint, error.fact("reason")};
  }
}

std::vector<ElementSupport> AtspiElements::support(const std::vector<std::int64_t>& processes,
                                                   Deadline deadline) {
  using Offer = AccessibilityBus::Offer;
  const Offer offer = programs_.bus().offer(deadline);
  if (offer != Offer::kOn && offer != Offer::kOff) return {};
  const std::vector<std::int64_t> registered = programs_.bus().registered_processes(deadline);
  std::vector<ElementSupport> rows;
  for (const std::int64_t pid : processes) {
    const bool available = std::find(registered.begin(), registered.end(), pid) != registered.end();
    if (available)
      rows.push_back({pid, true, ""});
    else if (offer == Offer::kOn)
      rows.push_back({pid, false, toolkit_advice(programs_.proc(), pid)});
  }
  return rows;
}

}  // namespace

std::unique_ptr<Elements> open_atspi(atspi::BusRoots roots) {
  return std::make_unique<AtspiElements>(std::move(roots));
}

}  // namespace native
