#include "native/atspi/atspi_elements.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "native/atspi/frame_match.hpp"
#include "native/atspi/names.hpp"
#include "native/atspi/program_calls.hpp"
#include "native/atspi/toolkit_advice.hpp"
#include "native/atspi/tree_reader.hpp"
#include "native/linux/process_info.hpp"

namespace native {
namespace {

using namespace atspi;
using dbus::Reply;

constexpr std::chrono::seconds kTimeOfProgram{2};
constexpr std::chrono::milliseconds kLook{25};  // between looks at a program that is starting
constexpr std::chrono::seconds kStarting{5};    // in which a process counts as just started
constexpr std::size_t kMaxKnown = 64;           // programs
constexpr std::size_t kFewNodes = 4;
constexpr int kMaxActions = 32;
constexpr int kMaxAncestors = 200;
constexpr std::size_t kMaxText = 4000;
constexpr const char* kTurnOff =
    "busctl --user set-property org.a11y.Bus /org/a11y/bus org.a11y.Status IsEnabled b false";
constexpr const char* kAccessible = "org.a11y.atspi.Accessible";
constexpr const char* kAction = "org.a11y.atspi.Action";

std::string named(std::int64_t pid) { return "program " + std::to_string(pid); }

[[noreturn]] void throw_hung(std::int64_t pid, const char* how) {
  throw Error("TIMEOUT", named(pid) + how,
              "Wait until it responds, or end it; its windows can still be captured.",
              {{"reason", "program"}, {"pid", pid}});
}

[[noreturn]] void throw_ended(std::int64_t pid) {
  throw Error("WINDOW_NOT_FOUND", named(pid) + " has ended", {}, {{"reason", "gone"}});
}

[[noreturn]] void throw_stale(const std::string& why) {
  throw Error("ELEMENT_STALE", "the element " + why,
              "Find it again with ui.find, or read the tree anew.");
}

// What is asked of an element only when it is looked at again.
struct More {
  std::string description;
  std::vector<std::string> actions;
  Object parent;
};

class AtspiElements : public Elements {
 public:
  explicit AtspiElements(BusRoots roots) : bus_(std::move(roots)) {}

  ElementTree read(const ElementScope& scope, const ElementLimits& limits,
                   Deadline deadline) override;
  Element again(const ElementId& id, const ElementScope& scope, Deadline deadline) override;
  Capability capability(Deadline deadline) override;
  std::vector<ElementSupport> support(const std::vector<std::int64_t>& processes,
                                      Deadline deadline) override;

 private:
  // What was read of a program, joined with its windows.
  struct Reading {
    std::vector<Node> nodes;
    std::vector<int> frames;
    std::vector<FrameMatch> matches;
    std::vector<std::string> left_out;
  };

  ProcessStatus checked_process(std::int64_t pid) const;
  bool is_starting(const ProcessStatus& process) const;
  std::vector<std::string> names_of(std::int64_t pid, std::optional<Deadline> patience,
                                    Deadline deadline);
  Program& program(const std::string& name, std::int64_t pid, Deadline deadline);
  bool belongs(const std::string& bus, std::int64_t pid, Deadline deadline);
  Reading read_once(Program& program, const ElementScope& scope, const ElementLimits& limits,
                    Deadline deadline);
  Reading read_standing(Program& program, const ElementScope& scope, const ElementLimits& limits,
                        bool starting, Deadline deadline);
  Node look_at(Program& program, const Object& object, const ElementId& id, Deadline deadline);
  More more_of(ProgramCalls& calls, const Object& object);
  const FrameMatch* frame_of(ProgramCalls& calls, const Object& object, const Object& parent,
                             const Reading& reading);

  AccessibilityBus bus_;
  std::map<std::string, Program> programs_;
  std::uint64_t generation_ = 0;  // of the bus that the programs are on
};

Element to_element(const Node& node, const ElementScope& scope, const FrameMatch& match,
                   std::uint64_t start) {
  Element element;
  element.role = role_name(node.role);
  element.name = node.name;
  element.id = {scope.pid, start, match.window, label_of(element.role, element.name),
                node.object.bus + node.object.path};
  if (node.role != kPasswordText) element.value = node.value;
  element.states = state_names(node.states);
  if (node.extents && match.correction) element.bounds = match.correction->apply(*node.extents);
  element.left_out = node.left_out;
  return element;
}

// Adds an element and all in it, in the order of the tree.
void add_to(ElementTree& tree, const std::vector<Node>& nodes, int place, int parent,
            const std::function<Element(const Node&)>& convert) {
  const Node& node = nodes[static_cast<std::size_t>(place)];
  if (!node.there) return;
  const int own = static_cast<int>(tree.elements.size());
  tree.elements.push_back(convert(node));
  tree.elements.back().parent = parent;
  for (const int child : node.children) add_to(tree, nodes, child, own, convert);
}

ProcessStatus AtspiElements::checked_process(std::int64_t pid) const {
  const auto process = process_status(bus_.proc(), static_cast<pid_t>(pid));
  if (!process || process->state == 'Z') throw_ended(pid);
  if (process->state == 'T' || process->state == 't') throw_hung(pid, " is stopped");
  return *process;
}

bool AtspiElements::is_starting(const ProcessStatus& process) const {
  if (bus_.just_switched_on()) return true;
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  const auto ticks = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  const std::uint64_t started = process.start / ticks;
  return static_cast<std::uint64_t>(now.tv_sec) <
         started + static_cast<std::uint64_t>(kStarting.count());
}

// Returns the names of a process on the bus; `patience`: waits for them until then.
std::vector<std::string> AtspiElements::names_of(std::int64_t pid, std::optional<Deadline> patience,
                                                 Deadline deadline) {
  for (;;) {
    std::vector<std::string> names = bus_.programs_of(pid, deadline);
    if (!names.empty()) return names;
    if (!patience || std::chrono::steady_clock::now() + kLook >= *patience) break;
    std::this_thread::sleep_for(kLook);
    checked_process(pid);
  }
  const std::string advice = toolkit_advice(bus_.proc(), pid);
  throw Error("UNSUPPORTED", named(pid) + " does not offer its elements",
              advice.empty() ? "Use pictures and text recognition for it." : advice,
              {{"reason", "no elements"}, {"pid", pid}});
}

Program& AtspiElements::program(const std::string& name, std::int64_t pid, Deadline deadline) {
  dbus::Bus& bus = bus_.connected(deadline);
  if (generation_ != bus_.generation() || programs_.size() >= kMaxKnown) programs_.clear();
  generation_ = bus_.generation();
  Program& found = programs_[name];
  found.name = name;
  found.pid = pid;
  if (found.peer && found.peer->state() != dbus::Bus::State::kThere) found.peer.reset();
  prepare(bus, found, deadline);
  return found;
}

// Returns whether a program on the bus is a child of the process, such as a browser's page.
bool AtspiElements::belongs(const std::string& bus, std::int64_t pid, Deadline deadline) {
  constexpr int kMaxGenerations = 8;
  std::optional<std::int64_t> process = bus_.process_of(bus, deadline);
  for (int i = 0; process && i < kMaxGenerations; ++i) {
    if (*process == pid) return true;
    const auto status = process_status(bus_.proc(), static_cast<pid_t>(*process));
    if (!status || status->parent <= 1) return false;
    process = status->parent;
  }
  return false;
}

AtspiElements::Reading AtspiElements::read_once(Program& program, const ElementScope& scope,
                                                const ElementLimits& limits, Deadline deadline) {
  ProgramCalls calls(bus_.connected(deadline), program, deadline);
  TreeReader reader(calls, program, limits,
                    [&](const std::string& bus) { return belongs(bus, scope.pid, deadline); });
  Reading reading;
  const bool whole = reader.read();
  // A program with very many elements makes its cache for seconds: next time, call by call.
  if (limits.depth > 1)
    program.skips_cache =
        reader.waits_for_cache() || (program.skips_cache && (!whole || reader.beyond_limits()));
  if (!whole) {
    if (calls.is_lost()) {
      checked_process(scope.pid);
      throw Error("PERMISSION_ERROR_ACCESSIBILITY", "the accessibility bus was lost",
                  "Try again; programs come back to a new one.", {{"reason", "lost"}});
    }
    checked_process(scope.pid);
    if (calls.is_silent() || reader.frames().empty()) throw_hung(scope.pid, " does not answer");
    reading.left_out.push_back(named(scope.pid) + " did not answer everything within 2 s");
  }
  if (reader.beyond_limits())
    reading.left_out.push_back(
        "more elements than the limits allow; left_out of an element counts its children that are "
        "missing");
  if (reader.has_strangers())
    reading.left_out.push_back("elements of other programs that " + named(scope.pid) + " embeds");
  // A browser that shows its windows alone.
  if (limits.depth > 1 && reader.nodes().size() <= reader.frames().size() + kFewNodes)
    if (const std::string advice = browser_advice(bus_.proc(), scope.pid); !advice.empty())
      reading.left_out.push_back("what its pages hold. " + advice);
  std::vector<TopLevel> frames;
  for (const int place : reader.frames()) {
    const Node& node = reader.nodes()[static_cast<std::size_t>(place)];
    frames.push_back({node.name, node.extents});
  }
  reading.nodes = reader.nodes();
  reading.frames = reader.frames();
  reading.matches = match_frames(frames, scope);
  return reading;
}

// Reads again while a program is starting, until it says the same twice and shows something.
AtspiElements::Reading AtspiElements::read_standing(Program& program, const ElementScope& scope,
                                                    const ElementLimits& limits, bool starting,
                                                    Deadline deadline) {
  Reading reading = read_once(program, scope, limits, deadline);
  if (!starting || program.read_before) return reading;
  program.read_before = true;
  for (;;) {
    if (std::chrono::steady_clock::now() + kLook >= deadline) return reading;
    std::this_thread::sleep_for(kLook);
    const std::size_t before = reading.nodes.size();
    const std::size_t frames = reading.frames.size();
    reading = read_once(program, scope, limits, deadline);
    if (reading.nodes.size() == before && before > frames) return reading;
  }
}

ElementTree AtspiElements::read(const ElementScope& scope, const ElementLimits& limits,
                                Deadline deadline) {
  const ProcessStatus process = checked_process(scope.pid);
  bus_.connected(deadline);
  const bool starting = is_starting(process);
  Deadline limit = std::min(deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
  const std::vector<std::string> names =
      names_of(scope.pid, starting ? std::optional(limit) : std::nullopt, deadline);
  limit = std::min(deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
  ElementTree tree;
  for (const std::string& name : names) {
    const Reading reading =
        read_standing(program(name, scope.pid, limit), scope, limits, starting, limit);
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

// Returns the element as it is now. "ELEMENT_STALE" when it is not what it was.
Node AtspiElements::look_at(Program& program, const Object& object, const ElementId& id,
                            Deadline deadline) {
  ElementLimits alone;
  alone.depth = 1;
  ProgramCalls calls(bus_.connected(deadline), program, deadline);
  TreeReader reader(calls, program, alone,
                    [&](const std::string& bus) { return belongs(bus, id.pid, deadline); });
  if (!reader.read_one(object)) {
    checked_process(id.pid);
    throw_hung(id.pid, " does not answer");
  }
  if (reader.nodes().empty() || !reader.nodes().front().there) throw_stale("is gone");
  const Node& node = reader.nodes().front();
  if (label_of(role_name(node.role), node.name) != id.label) throw_stale("has changed");
  return node;
}

More AtspiElements::more_of(ProgramCalls& calls, const Object& object) {
  More more;
  calls.get(object, kAccessible, "Description", [&](Reply& reply) {
    if (reply && reply.enter('v', "s")) reply.read(&more.description, 's', kMaxText);
  });
  calls.get(object, kAccessible, "Parent", [&](Reply& reply) {
    if (reply && reply.enter('v', "(so)")) read_object(reply, &more.parent);
  });
  calls.get(object, kAction, "NActions", [&](Reply& reply) {
    std::int32_t count = 0;
    if (reply && reply.enter('v', "i")) reply.read(&count);
    more.actions.resize(static_cast<std::size_t>(std::clamp(count, 0, kMaxActions)));
    for (std::size_t i = 0; i < more.actions.size(); ++i) {
      calls.add(object, kAction, "GetName", {static_cast<std::int32_t>(i)},
                [&more, i](Reply& name) {
                  if (name) name.read(&more.actions[i], 's', kMaxText);
                });
    }
  });
  calls.run();
  return more;
}

// Returns the frame in which an element is, by going up; null when it is in none of them.
const FrameMatch* AtspiElements::frame_of(ProgramCalls& calls, const Object& object,
                                          const Object& parent, const Reading& reading) {
  const auto at_frame = [&](const Object& each) -> const FrameMatch* {
    for (std::size_t i = 0; i < reading.frames.size(); ++i)
      if (reading.nodes[static_cast<std::size_t>(reading.frames[i])].object == each)
        return &reading.matches[i];
    return nullptr;
  };
  if (const FrameMatch* own = at_frame(object)) return own;
  Object each = parent;
  for (int i = 0; i < kMaxAncestors && !each.path.empty(); ++i) {
    if (const FrameMatch* found = at_frame(each)) return found;
    Object above;
    calls.get(each, kAccessible, "Parent", [&](Reply& reply) {
      if (reply && reply.enter('v', "(so)")) read_object(reply, &above);
    });
    if (!calls.run()) return nullptr;
    each = above;
  }
  return nullptr;
}

Element AtspiElements::again(const ElementId& id, const ElementScope& scope, Deadline deadline) {
  const Deadline limit = std::min(deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
  const ProcessStatus process = checked_process(scope.pid);
  if (process.start != id.start) throw_stale("belonged to a program that has ended");
  const std::size_t slash = id.object.find('/');
  if (slash == std::string::npos) throw_stale("has no valid identity");
  const Object object{id.object.substr(0, slash), id.object.substr(slash)};
  if (!belongs(object.bus, scope.pid, limit)) throw_stale("is gone");
  for (const std::string& name : names_of(scope.pid, std::nullopt, limit)) {
    Program& owner = program(name, scope.pid, limit);
    ElementLimits frames_only;
    frames_only.depth = 1;
    const Reading reading = read_once(owner, scope, frames_only, limit);
    const Node node = look_at(owner, object, id, limit);
    ProgramCalls calls(bus_.connected(limit), owner, limit);
    More more = more_of(calls, object);
    const FrameMatch* match = frame_of(calls, object, more.parent, reading);
    if (match == nullptr) continue;
    if (match->hidden || match->window != id.window) throw_stale("is not in its window any more");
    Element element = to_element(node, scope, *match, process.start);
    element.left_out = 0;
    element.actions = std::move(more.actions);
    element.description = std::move(more.description);
    return element;
  }
  throw_stale("is in no window any more");
}

Capability AtspiElements::capability(Deadline deadline) {
  using Offer = AccessibilityBus::Offer;
  try {
    const Offer offer = bus_.offer(deadline);
    if (offer == Offer::kNothing)
      return {"elements", false, "this session has no accessibility bus (org.a11y.Bus)",
              "Install at-spi2-core and start the programs anew."};
    if (offer == Offer::kOn)
      return {
          "elements",
          true,
          std::string("AT-SPI; accessibility is turned on in this session (off: ") + kTurnOff + ")",
          {}};
    if (!bus_.may_switch_on())
      return {"elements", false, "accessibility is turned off in this session",
              "Unset PEEKABOO_ENABLE_ACCESSIBILITY, so that Peekaboo turns it on when needed."};
    return {
        "elements", true, "AT-SPI; turned on in this session when elements are first needed", {}};
  } catch (const Error& error) {
    return {"elements", false, error.message, error.hint};
  }
}

std::vector<ElementSupport> AtspiElements::support(const std::vector<std::int64_t>& processes,
                                                   Deadline deadline) {
  if (bus_.offer(deadline) != AccessibilityBus::Offer::kOn) return {};
  const std::vector<std::int64_t> registered = bus_.registered_processes(deadline);
  std::vector<ElementSupport> rows;
  for (const std::int64_t pid : processes) {
    const bool available = std::find(registered.begin(), registered.end(), pid) != registered.end();
    rows.push_back({pid, available, available ? "" : toolkit_advice(bus_.proc(), pid)});
  }
  return rows;
}

}  // namespace

std::unique_ptr<Elements> open_atspi(BusRoots roots) {
  return std::make_unique<AtspiElements>(std::move(roots));
}

}  // namespace native
