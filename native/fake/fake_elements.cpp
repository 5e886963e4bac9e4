#include "native/fake/fake_elements.hpp"

#include <algorithm>

namespace native {
FakeElements::Object FakeElements::made(const Control& control) {
  Object object{control, std::to_string(++last_number_), {}};
  object.control.children.clear();
  for (const Control& child : control.children) object.children.push_back(made(child));
  return object;
}

void FakeElements::set_window(std::int64_t pid, std::uint64_t window, const Control& control) {
  const std::lock_guard lock(mutex_);
  programs_[pid].windows[window] = made(control);
}

void FakeElements::remove_program(std::int64_t pid) {
  const std::lock_guard lock(mutex_);
  programs_.erase(pid);
}

void FakeElements::rename(std::int64_t pid, const std::string& name, const std::string& new_name) {
  const std::lock_guard lock(mutex_);
  for (auto& [window, root] : programs_[pid].windows) {
    Object* found = find(root, [&](const Object& object) { return object.control.name == name; });
    if (found != nullptr) found->control.name = new_name;
  }
}

void FakeElements::set_stopped(std::int64_t pid, bool stopped) {
  const std::lock_guard lock(mutex_);
  programs_[pid].stopped = stopped;
}

void FakeElements::fail(std::optional<Error> error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
}

FakeElements::Object* FakeElements::find(Object& object,
                                         const std::function<bool(const Object&)>& wanted) {
  if (wanted(object)) return &object;
  for (Object& child : object.children)
    if (Object* found = find(child, wanted)) return found;
  return nullptr;
}

FakeElements::Program& FakeElements::answering(std::int64_t pid) {
  if (error_) throw Error(*error_);
  const auto found = programs_.find(pid);
  if (found == programs_.end())
    throw Error("WINDOW_NOT_FOUND", "program " + std::to_string(pid) + " has ended");
  if (found->second.stopped)
    throw Error("TIMEOUT", "program " + std::to_string(pid) + " does not answer");
  return found->second;
}

Element FakeElements::to_element(const Object& object, const ElementScope& scope,
                                 std::uint64_t window) const {
  Element element;
  element.id = {scope.pid, 1, window, 0, object.number};
  element.role = object.control.role;
  element.name = object.control.name;
  element.id.label = label_of(element.role, element.name);
  if (!object.control.value.empty() && element.role != "password text")
    element.value = object.control.value;
  element.states = {"enabled"};
  if (!object.control.shown) return element;
  element.states.push_back("showing");
  element.bounds = object.control.bounds;
  return element;
}

void FakeElements::add(const Object& object, int parent, int depth, Reading& reading) const {
  ElementTree& tree = reading.tree;
  const int place = static_cast<int>(tree.elements.size());
  tree.elements.push_back(to_element(object, reading.scope, reading.window));
  tree.elements.back().parent = parent;
  int left = static_cast<int>(object.children.size());
  for (const Object& child : object.children) {
    const int shown = static_cast<int>(object.children.size()) - left;
    if (depth >= reading.limits.depth || shown >= reading.limits.children ||
        static_cast<int>(tree.elements.size()) >= reading.limits.nodes)
      break;
    add(child, place, depth + 1, reading);
    --left;
  }
  tree.elements[static_cast<std::size_t>(place)].left_out = left;
}

ElementTree FakeElements::read(const ElementScope& scope, const ElementLimits& limits, Deadline) {
  const std::lock_guard lock(mutex_);
  Reading reading{scope, limits, {}, 0};
  for (const auto& [window, root] : answering(scope.pid).windows) {
    if (scope.is_hidden(window) || !scope.is_wanted(window)) continue;
    reading.window = window;
    add(root, -1, 1, reading);
  }
  ElementTree& tree = reading.tree;
  if (std::any_of(tree.elements.begin(), tree.elements.end(),
                  [](const Element& each) { return each.left_out > 0; }))
    tree.left_out.push_back("beyond the limits");
  return std::move(tree);
}

Element FakeElements::again(const ElementId& id, const ElementScope& scope, Deadline) {
  const std::lock_guard lock(mutex_);
  Program& program = answering(scope.pid);
  const auto window = program.windows.find(id.window);
  Object* found = nullptr;
  if (window != program.windows.end() && !scope.is_hidden(window->first) && id.start == 1)
    found = find(window->second, [&](const Object& object) { return object.number == id.object; });
  if (found == nullptr) throw Error("ELEMENT_STALE", "the element is gone");
  Element element = to_element(*found, scope, id.window);
  if (element.id.label != id.label) throw Error("ELEMENT_STALE", "the element has changed");
  if (element.role == "button") element.actions = {"click"};
  element.description = "a control in memory";
  return element;
}

Capability FakeElements::capability(Deadline) {
  const std::lock_guard lock(mutex_);
  if (error_) return {"elements", false, error_->message, error_->hint};
  return {"elements", true, "programs in memory", {}};
}

std::vector<ElementSupport> FakeElements::support(const std::vector<std::int64_t>& processes,
                                                  Deadline) {
  const std::lock_guard lock(mutex_);
  std::vector<ElementSupport> rows;
  for (const std::int64_t pid : processes) {
    const bool available = programs_.contains(pid);
    rows.push_back({pid, available, available ? "" : "Start it anew."});
  }
  return rows;
}

}  // namespace native
