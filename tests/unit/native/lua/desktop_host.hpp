#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "native/fake/fake_desktop.hpp"
#include "native/fake/fake_elements.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/lua/bridge/state.hpp"
#include "runtime/lua/modules.hpp"

namespace native {

// What windows show: the value of each pixel is its position.
inline std::uint32_t pattern(int x, int y) {
  return static_cast<std::uint32_t>((x & 255) << 16 | (y & 255) << 8 | 7);
}

// Lets several owners use one desktop in memory. Holds `users` until it is destroyed.
class Shared : public Desktop {
 public:
  explicit Shared(FakeDesktop& desktop, std::shared_ptr<void> users = nullptr)
      : desktop_(desktop), users_(std::move(users)) {}
  std::string name() const override { return desktop_.name(); }
  std::string description() const override { return desktop_.description(); }
  Displays& displays() override { return desktop_.displays(); }
  Windows& windows() override { return desktop_.windows(); }
  Applications& applications() override { return desktop_.applications(); }
  Capture& capture() override { return desktop_.capture(); }
  DamageTracker& changes() override { return desktop_.changes(); }
  Input& input() override { return desktop_.input(); }
  WindowControl& control() override { return desktop_.control(); }
  Clipboard& clipboard() override { return desktop_.clipboard(); }
  std::unique_ptr<Events> listen() override { return desktop_.listen(); }
  std::unique_ptr<PersonWatch> watch_person(const Hotkey& stop_keys) override {
    return desktop_.watch_person(stop_keys);
  }
  std::vector<Capability> capabilities(Deadline deadline) override {
    return desktop_.capabilities(deadline);
  }

 private:
  FakeDesktop& desktop_;
  std::shared_ptr<void> users_;
};

// The same for elements in memory.
class SharedElements : public Elements {
 public:
  explicit SharedElements(FakeElements& elements) : elements_(elements) {}
  ElementTree read(const ElementScope& scope, const ElementLimits& limits,
                   Deadline deadline) override {
    return elements_.read(scope, limits, deadline);
  }
  Element again(const ElementId& id, const ElementScope& scope, Deadline deadline) override {
    return elements_.again(id, scope, deadline);
  }
  ElementActed act(const ElementId& id, const ElementAct& what, const ElementScope& scope,
                   const Act& act) override {
    return elements_.act(id, what, scope, act);
  }
  std::unique_ptr<MenuSource> menus(const ElementScope& scope, const MenuWish& wish,
                                    const Act& act) override {
    return elements_.menus(scope, wish, act);
  }
  std::unique_ptr<ElementWatch> watch(std::int64_t pid, Deadline deadline) override {
    return elements_.watch(pid, deadline);
  }
  Capability capability(Deadline deadline) override { return elements_.capability(deadline); }
  std::vector<ElementSupport> support(const std::vector<std::int64_t>& processes,
                                      Deadline deadline) override {
    return elements_.support(processes, deadline);
  }

 private:
  FakeElements& elements_;
};

// A Lua state with the desktop modules on a desktop in memory.
class DesktopHost {
 public:
  // Far longer than any operation here takes, even with sanitizers on a busy machine.
  explicit DesktopHost(double timeout = 60, std::size_t pixel_budget = std::size_t{256} << 20,
                       std::unique_ptr<Policy> policy = allow_everything()) {
    DesktopService::Settings settings;
    settings.pixel_budget = pixel_budget;
    settings.open = [this] { return std::make_unique<Shared>(desktop); };
    settings.open_elements = [this] { return std::make_unique<SharedElements>(elements); };
    settings.policy = std::move(policy);
    settings.timeout = timeout;
    host = std::make_shared<DesktopService>(loop, std::move(settings));
    state = std::make_unique<runtime::State>(runtime::State::Settings());
    for (runtime::Module module :
         {screen_module(host), window_module(host), app_module(host), desktop_module(host),
          elements_module(host), image_module(host), text_module(host), input_module(host),
          clipboard_module(host), runtime::task_module()})
      state->add_module(std::move(module));
  }
  ~DesktopHost() {
    state.reset();
    host.reset();
  }

  std::vector<runtime::Value> run(const std::string& text) {
    std::vector<runtime::Value> out;
    const auto chunk = state->load(runtime::Script{"test.lua", text});
    runtime::run(loop, keep(state->call(chunk, {}), &out));
    return out;
  }

  FakeDesktop desktop;
  FakeElements elements;
  runtime::Loop loop;
  std::shared_ptr<DesktopService> host;
  std::unique_ptr<runtime::State> state;

 private:
  static runtime::Task<void> keep(runtime::Task<runtime::Results> call,
                                  std::vector<runtime::Value>* out) {
    const runtime::Results results = co_await std::move(call);
    *out = results.values;
  }
};

}  // namespace native
