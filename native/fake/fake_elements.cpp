#include "native/fake/fake_elements.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

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
  changed();
}

void FakeElements::remove_program(std::int64_t pid) {
  const std::lock_guard lock(mutex_);
  programs_.erase(pid);
  changed();
}

void FakeElements::rename(std::int64_t pid, const std::string& name, const std::string& new_name) {
  const std::lock_guard lock(mutex_);
  for (auto& [window, root] : programs_[pid].windows) {
    Object* found = find(root, [&](const Object& object) { return object.control.name == name; });
    if (found != nullptr) found->control.name = new_name;
  }
  changed();
}

void FakeElements::set_stopped(std::int64_t pid, bool stopped) {
  const std::lock_guard lock(mutex_);
  programs_[pid].stopped = stopped;
}

void FakeElements::fail(std::optional<Error> error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
}

std::optional<FakeElements::Control> FakeElements::control(std::int64_t pid,
                                                           const std::string& name) {
  const std::lock_guard lock(mutex_);
  for (auto& [window, root] : programs_[pid].windows) {
    const Object* found = find(root, [&](const Object& object) { return is_named(object, name); });
    if (found != nullptr) return found->control;
  }
  return std::nullopt;
}

std::vector<std::string> FakeElements::take_acts() {
  const std::lock_guard lock(mutex_);
  return std::exchange(acts_, {});
}

bool FakeElements::is_named(const Object& object, const std::string& name) {
  return (object.control.name.empty() ? object.control.role : object.control.name) == name;
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
  if (object.control.enabled) element.states.push_back("enabled");
  if (object.control.selected) element.states.push_back("selected");
  if (object.control.focused) element.states.push_back("focused");
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

FakeElements::Object& FakeElements::same(const ElementId& id, const ElementScope& scope) {
  Program& program = answering(scope.pid);
  const auto window = program.windows.find(id.window);
  Object* found = nullptr;
  if (window != program.windows.end() && !scope.is_hidden(window->first) && id.start == 1)
    found = find(window->second, [&](const Object& object) { return object.number == id.object; });
  if (found == nullptr) throw Error("ELEMENT_STALE", "the element is gone");
  if (to_element(*found, scope, id.window).id.label != id.label)
    throw Error("ELEMENT_STALE", "the element has changed");
  return *found;
}

Element FakeElements::looked_at(const ElementId& id, const ElementScope& scope) {
  const Object& object = same(id, scope);
  Element element = to_element(object, scope, id.window);
  const Control& control = object.control;
  if (control.least < control.most) element.range = NumberRange{control.least, control.most};
  if (element.role == "button") element.actions = {"click"};
  element.description = "a control in memory";
  return element;
}

Element FakeElements::again(const ElementId& id, const ElementScope& scope, Deadline) {
  const std::lock_guard lock(mutex_);
  return looked_at(id, scope);
}

void FakeElements::set_value(Control& control, const ElementAct& what) {
  if (control.least < control.most) {
    const double* number = std::get_if<double>(&what.value);
    if (number == nullptr || *number < control.least || *number > control.most)
      throw Error("INVALID_ARGUMENT", "the number is outside the range");
    control.value = number_text(*number);
  } else if (control.role == "text" || control.role == "password text") {
    const double* number = std::get_if<double>(&what.value);
    control.value = number != nullptr ? number_text(*number) : std::get<std::string>(what.value);
  } else {
    throw Error("UNSUPPORTED", "the element offers no way to set its value");
  }
}

void FakeElements::select(const ElementId& id, const ElementScope& scope, bool adds) {
  Object& item = same(id, scope);
  if (item.control.role != "list item")
    throw Error("UNSUPPORTED", "the element cannot be selected by its program");
  Object* list = find(programs_[id.pid].windows.at(id.window), [&](const Object& object) {
    return std::any_of(object.children.begin(), object.children.end(),
                       [&](const Object& child) { return &child == &item; });
  });
  for (Object& each : list->children)
    each.control.selected = &each == &item || (adds && each.control.selected);
}

ElementActed FakeElements::act(const ElementId& id, const ElementAct& what,
                               const ElementScope& scope, const Act& act) {
  constexpr std::array<const char*, 5> kNames = {"press", "focus", "scroll to", "select",
                                                 "set value"};
  const std::lock_guard lock(mutex_);
  check_element_act(what);
  Control& control = same(id, scope).control;
  if (act.check) act.check();
  const bool scrolls = what.kind == ElementAct::Kind::kScrollTo;
  if (!scrolls && !control.enabled) throw Error("UNSUPPORTED", "the element is disabled");
  if (what.kind == ElementAct::Kind::kPress && control.role != "button")
    throw Error("UNSUPPORTED", "the element has no main action");
  if (what.kind == ElementAct::Kind::kSetValue) set_value(control, what);
  if (what.kind == ElementAct::Kind::kSelect) select(id, scope, what.adds);
  if (what.kind == ElementAct::Kind::kFocus) control.focused = true;
  changed();
  acts_.push_back(std::string(kNames[static_cast<std::size_t>(what.kind)]) + " " + control.name);
  if (what.kind == ElementAct::Kind::kPress) return {{}, "click"};
  return {looked_at(id, scope)};
}

void FakeElements::changed() {
  ++changes_;
  change_.notify_all();
}

class FakeElements::Watch : public ElementWatch {
 public:
  explicit Watch(FakeElements& elements) : elements_(elements) {
    const std::lock_guard lock(elements_.mutex_);
    known_ = elements_.changes_;
  }
  void wait(Deadline deadline, const std::function<void()>& check) override {
    constexpr std::chrono::milliseconds kCheck{5};
    std::unique_lock lock(elements_.mutex_);
    while (elements_.changes_ == known_ && std::chrono::steady_clock::now() < deadline) {
      elements_.change_.wait_for(lock, kCheck);
      lock.unlock();
      check();
      lock.lock();
    }
    known_ = elements_.changes_;
  }

 private:
  FakeElements& elements_;
  std::uint64_t known_ = 0;
};

FakeMenus& FakeElements::menus_of(std::uint64_t window) {
  const std::lock_guard lock(mutex_);
  return menus_[window];
}

std::unique_ptr<MenuSource> FakeElements::menus(const ElementScope& scope, const MenuWish& wish,
                                                const Act& act) {
  const std::lock_guard lock(mutex_);
  answering(scope.pid);
  for (auto& [window, menus] : menus_)
    if (window == wish.window && !scope.is_hidden(window)) return menus.open(wish.may_open, act);
  throw Error("UNSUPPORTED", "the program tells no menus of its window");
}

std::unique_ptr<ElementWatch> FakeElements::watch(std::int64_t, Deadline) {
  {
    const std::lock_guard lock(mutex_);
    if (error_) throw Error(*error_);
  }
  return std::make_unique<Watch>(*this);
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
