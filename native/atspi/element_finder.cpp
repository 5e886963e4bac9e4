#include "native/atspi/element_finder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "native/atspi/content_places.hpp"
#include "native/atspi/lost_padding.hpp"
#include "native/atspi/names.hpp"
#include "native/atspi/pop_ups.hpp"
#include "native/atspi/toolkit_advice.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr std::size_t kFewNodes = 4;
constexpr int kMaxActions = 32;
constexpr int kMaxAncestors = 200;
constexpr int kDepthOfRootPanes = 4;
constexpr int kDepthOfContent = 2;

[[noreturn]] void throw_stale(const std::string& why) {
  throw Error("ELEMENT_STALE", "the element " + why,
              "Find it again with ui.find, or read the tree anew.");
}

// Returns which of the frames an object is.
std::optional<std::size_t> frame_at(const Reading& reading, const Object& object) {
  for (std::size_t i = 0; i < reading.frames.size(); ++i)
    if (reading.nodes[static_cast<std::size_t>(reading.frames[i])].object == object) return i;
  return std::nullopt;
}

const Node* node_of(const Reading& reading, const Object& object) {
  const auto found = std::find_if(reading.nodes.begin(), reading.nodes.end(),
                                  [&](const Node& node) { return node.object == object; });
  return found == reading.nodes.end() ? nullptr : &*found;
}

// Returns the area of what is in a node, by what was read of it.
std::optional<Rect> content_of(const Node& node, const std::vector<Node>& nodes) {
  std::optional<Rect> area;
  for (const int place : node.children) {
    const std::optional<Rect>& extents = nodes[static_cast<std::size_t>(place)].extents;
    if (!extents || extents->empty()) continue;
    area = area ? bounding(*area, *extents) : *extents;
  }
  return area;
}

// Returns whether a frame has a window, and it is not known how their places relate.
bool is_unplaced(const FrameMatch& match) { return match.window != 0 && !match.correction; }

bool has_root_pane(const std::vector<Node>& above) {
  return std::any_of(above.begin(), above.end(),
                     [](const Node& node) { return node.role == kRootPane; });
}

// Joins ancestors, the nearest first, with a tree that was read from above, and returns the frame.
// LibreOffice's root panes call a frame their parent, and not what holds them: it may even be none
// of the program's.
std::optional<std::size_t> join_from_above(const Reading& tree, std::vector<Node>* above) {
  for (std::size_t i = above->size(); i-- > 0;) {
    if ((*above)[i].role != kRootPane) continue;
    const auto same = std::find_if(tree.nodes.begin(), tree.nodes.end(), [&](const Node& node) {
      return node.object == (*above)[i].object;
    });
    if (same == tree.nodes.end()) continue;
    above->resize(i + 1);
    for (int holder = same->parent; holder >= 0;) {
      above->push_back(tree.nodes[static_cast<std::size_t>(holder)]);
      holder = above->back().parent;
    }
    return frame_at(tree, above->back().object);
  }
  return std::nullopt;
}

// Corrects the place of an element by its ancestors, the nearest first.
void correct_place(Node& node, std::vector<Node> above) {
  std::reverse(above.begin(), above.end());
  above.push_back(node);
  for (std::size_t i = 0; i < above.size(); ++i) above[i].parent = static_cast<int>(i) - 1;
  correct_places(above);
  find_pop_ups(above);
  node.extents = above.back().extents;
  node.in_pop_up = above.back().in_pop_up;
}

}  // namespace

Element to_element(const Node& node, const ElementScope& scope, const FrameMatch& match,
                   std::uint64_t start) {
  Element element;
  element.role = role_name(node.role);
  element.name = node.name;
  element.id = {scope.pid, start, match.window, label_of(element.role, element.name),
                node.object.bus + node.object.path};
  if (node.role != kPasswordText) element.value = node.value;
  element.states = state_names(node.states);
  // On Wayland a program does not learn where its pop-ups are, and counts from somewhere near.
  const bool is_certain = !match.wayland || (match.window != 0 && !node.in_pop_up);
  if (node.extents && match.correction && is_certain)
    element.bounds = match.correction->apply(*node.extents);
  element.unplaced = node.extents && !is_certain;
  element.left_out = node.left_out;
  return element;
}

Reading ElementFinder::read(Program& program, const ElementScope& scope,
                            const ElementLimits& limits, const Patience& patience) {
  const Deadline deadline = patience.limit;
  ProgramCalls calls(programs_.bus().connected(deadline), program, deadline, patience.check);
  TreeReader reader(calls, program, limits, [&](const std::string& bus) {
    return programs_.belongs(bus, scope.pid, deadline);
  });
  Reading reading;
  const bool whole = reader.read();
  // A program with very many elements makes its cache for seconds: next time, call by call.
  if (limits.depth > 1)
    program.skips_cache =
        reader.waits_for_cache() || (program.skips_cache && (!whole || reader.beyond_limits()));
  if (!whole) {
    if (calls.is_lost()) programs_.throw_lost(scope.pid);
    if (calls.is_silent() || reader.frames().empty()) programs_.throw_silent(scope.pid);
    programs_.checked_process(scope.pid);
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
    if (const std::string advice = browser_advice(programs_.proc(), scope.pid); !advice.empty())
      reading.left_out.push_back("what its pages hold. " + advice);
  std::vector<TopLevel> frames;
  for (const int place : reader.frames()) {
    const Node& node = reader.nodes()[static_cast<std::size_t>(place)];
    frames.push_back({node.name, node.extents, content_of(node, reader.nodes())});
  }
  reading.nodes = reader.nodes();
  reading.lost_padding = reader.loses_padding();
  if (reading.lost_padding) restore_padding(reading.nodes);
  correct_places(reading.nodes);
  find_pop_ups(reading.nodes);
  reading.frames = reader.frames();
  reading.matches = match_frames(frames, scope);
  return reading;
}

// Returns the element as it is now. "ELEMENT_STALE" when it is not what it was.
Node ElementFinder::look_at(Program& program, const Object& object, const ElementId& id,
                            const Patience& patience) {
  const Deadline deadline = patience.limit;
  ElementLimits alone;
  alone.depth = 1;
  alone.characters = kMaxCharactersAlone;
  ProgramCalls calls(programs_.bus().connected(deadline), program, deadline, patience.check);
  TreeReader reader(calls, program, alone, [&](const std::string& bus) {
    return programs_.belongs(bus, id.pid, deadline);
  });
  if (!reader.read_one(object)) programs_.throw_silent(id.pid);
  if (reader.nodes().empty() || !reader.nodes().front().there) throw_stale("is gone");
  const Node& node = reader.nodes().front();
  if (label_of(role_name(node.role), node.name) != id.label) throw_stale("has changed");
  return node;
}

std::vector<std::string> read_interfaces(Reply& reply) {
  constexpr std::size_t kMost = 64;
  std::vector<std::string> names;
  if (!reply || !reply.enter('a', "s")) return names;
  for (std::string name; names.size() < kMost && reply.read(&name, 's', kMaxText);)
    names.push_back(name);
  return names;
}

bool offers(const std::vector<std::string>& interfaces, std::string_view wanted) {
  return std::find(interfaces.begin(), interfaces.end(), wanted) != interfaces.end();
}

void ElementFinder::ask_actions(ProgramCalls& calls, const Object& object, More& more) {
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
}

void ElementFinder::ask_range(ProgramCalls& calls, const Object& object, More& more) {
  const auto ask = [&](const char* property, double* end) {
    calls.get(object, kValue, property, [end](Reply& reply) {
      if (reply && reply.enter('v', "d")) reply.read(end);
    });
  };
  ask("MinimumValue", &more.range.minimum);
  ask("MaximumValue", &more.range.maximum);
}

ElementFinder::More ElementFinder::more_of(ProgramCalls& calls, const Object& object) {
  More more;
  calls.get(object, kAccessible, "Description", [&](Reply& reply) {
    if (reply && reply.enter('v', "s")) reply.read(&more.description, 's', kMaxText);
  });
  calls.get(object, kAccessible, "Parent", [&](Reply& reply) {
    if (reply && reply.enter('v', "(so)")) read_object(reply, &more.parent);
  });
  // Some programs log an error when they are asked for what they do not offer.
  calls.add(object, kAccessible, "GetInterfaces", {}, [&](Reply& reply) {
    more.interfaces = read_interfaces(reply);
    if (offers(more.interfaces, kAction)) ask_actions(calls, object, more);
    if (offers(more.interfaces, kValue)) ask_range(calls, object, more);
  });
  calls.run();
  return more;
}

// Asks for the parent of an object, and how it is placed among what it holds.
bool ElementFinder::ask_ancestor(ProgramCalls& calls, Node& node, Object* parent) {
  calls.get(node.object, kAccessible, "Parent", [&](Reply& reply) {
    if (reply && reply.enter('v', "(so)")) read_object(reply, parent);
  });
  calls.add(node.object, kAccessible, "GetRole", {}, [&](Reply& reply) {
    if (reply) reply.read(&node.role);
  });
  calls.add(node.object, kComponent, "GetExtents", {kScreenCoordinates},
            [&](Reply& reply) { node.extents = read_extents(reply); });
  return calls.run();
}

// Returns the frame in which an element is, by going up, and adds its ancestors to `above`, the
// frame last; nothing when it is in none of them.
std::optional<std::size_t> ElementFinder::frame_of(ProgramCalls& calls, const Object& parent,
                                                   const Reading& reading,
                                                   std::vector<Node>* above) {
  Object each = parent;
  for (int i = 0; i < kMaxAncestors && !each.path.empty(); ++i) {
    if (const auto found = frame_at(reading, each)) {
      above->push_back(reading.nodes[static_cast<std::size_t>(reading.frames[*found])]);
      return found;
    }
    Node& node = above->emplace_back();
    node.object = each;
    each = {};
    if (!ask_ancestor(calls, node, &each)) return std::nullopt;
  }
  return std::nullopt;
}

Found ElementFinder::find(const ElementId& id, const ElementScope& scope,
                          const Patience& patience) {
  const Deadline limit = patience.limit;
  const ProcessStatus process = programs_.checked_process(scope.pid);
  if (process.start != id.start) throw_stale("belonged to a program that has ended");
  const std::size_t slash = id.object.find('/');
  if (slash == std::string::npos) throw_stale("has no valid identity");
  const Object object{id.object.substr(0, slash), id.object.substr(slash)};
  if (!programs_.belongs(object.bus, scope.pid, limit)) throw_stale("is gone");
  for (const std::string& name : programs_.names_of(scope.pid, limit)) {
    Program& owner = programs_.prepared(name, scope.pid, limit);
    ElementLimits limits;
    limits.depth = 1;
    Reading reading = read(owner, scope, limits, patience);
    if (std::any_of(reading.matches.begin(), reading.matches.end(), is_unplaced)) {
      limits.depth = kDepthOfContent;
      reading = read(owner, scope, limits, patience);
    }
    // What is around an element decides on its place.
    if (reading.lost_padding) reading = read(owner, scope, {}, patience);
    Node node = look_at(owner, object, id, patience);
    ProgramCalls calls(programs_.bus().connected(limit), owner, limit, patience.check);
    More more = more_of(calls, object);
    std::vector<Node> above;
    std::optional<std::size_t> frame = frame_at(reading, object);
    if (!frame) frame = frame_of(calls, more.parent, reading, &above);
    if (has_root_pane(above)) {
      limits.depth = kDepthOfRootPanes;
      reading = read(owner, scope, limits, patience);
      frame = join_from_above(reading, &above);
    }
    if (!frame) continue;
    const FrameMatch& match = reading.matches[*frame];
    if (match.hidden || match.window != id.window) throw_stale("is not in its window any more");
    if (const Node* const known = reading.lost_padding ? node_of(reading, object) : nullptr) {
      node.extents = known->extents;
      node.in_pop_up = known->in_pop_up;
    } else {
      correct_place(node, std::move(above));
    }
    Element element = to_element(node, scope, match, process.start);
    element.left_out = 0;
    element.actions = std::move(more.actions);
    element.description = std::move(more.description);
    // Equal ends mean that the program does not say.
    const bool bounded = std::isfinite(more.range.minimum) && std::isfinite(more.range.maximum);
    if (bounded && more.range.minimum < more.range.maximum) element.range = more.range;
    return {&owner,    object,      more.parent,       std::move(more.interfaces),
            node.role, node.states, std::move(element)};
  }
  throw_stale("is in no window any more");
}

}  // namespace native::atspi
