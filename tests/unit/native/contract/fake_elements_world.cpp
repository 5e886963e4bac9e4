#include <algorithm>

#include "native/fake/fake_elements.hpp"
#include "tests/unit/native/contract/elements_world.hpp"

namespace contract {
namespace {

using native::Error;
using native::FakeElements;

constexpr std::int64_t kPid = 4711;
constexpr std::uint64_t kWindow = 7;

class FakeElementsWorld : public ElementsWorld {
 public:
  FakeElementsWorld() {
    FakeElements::Control off{"button", "Off", "", {210, 110, 80, 30}};
    off.enabled = false;
    FakeElements::Control number{"spin button", "", "2", {110, 270, 80, 30}};
    number.most = 10;
    FakeElements::Control red{"list item", "Red"};
    red.selected = true;
    elements_.set_window(
        kPid, kWindow,
        {"frame",
         "Order Form",
         "",
         {100, 100, 400, 300},
         {{"button", "Save", "", {110, 110, 80, 30}},
          {"button", "Same", "", {110, 150, 80, 30}},
          {"button", "Same", "", {210, 150, 80, 30}},
          {"text", "", "Ada", {110, 190, 80, 30}},
          {"password text", "", "secret", {110, 230, 80, 30}},
          off,
          {"button", "Ask", "", {310, 110, 80, 30}},
          number,
          {"list", "", "", {}, {red, {"list item", "Green"}, {"list item", "Blue"}}}}});
  }
  native::Elements& elements() override { return elements_; }
  native::ElementScope scope() override {
    native::Window window;
    window.id = kWindow;
    window.pid = kPid;
    window.title = "Order Form";
    window.bounds = window.frame = {100, 100, 400, 300};
    return {kPid, {window}, {}};
  }
  native::Rect place_of(const std::string&) override { return {110, 110, 80, 30}; }
  void rename(const std::string& button, const std::string& name) override {
    elements_.rename(kPid, button, name);
  }
  std::string told(const std::string& what) override {
    if (what.starts_with("presses ")) {
      for (std::string& each : elements_.take_acts()) acts_.push_back(std::move(each));
      return std::to_string(std::count(acts_.begin(), acts_.end(), "press " + what.substr(8)));
    }
    if (what == "selected") {
      std::string names;
      for (const char* each : {"Red", "Green", "Blue"})
        if (elements_.control(kPid, each)->selected)
          names += (names.empty() ? "" : " ") + std::string(each);
      return names;
    }
    const char* role = what == "text" ? "text" : what == "number" ? "spin button" : "password text";
    return elements_.control(kPid, role)->value;
  }
  void stop_program() override { elements_.set_stopped(kPid, true); }
  void continue_program() override { elements_.set_stopped(kPid, false); }
  void end_program() override { elements_.remove_program(kPid); }
  std::unique_ptr<native::Elements> absent() override {
    auto elements = std::make_unique<FakeElements>();
    elements->fail(Error("PERMISSION_ERROR_ACCESSIBILITY", "no bus", "Install one."));
    return elements;
  }

 private:
  FakeElements elements_;
  std::vector<std::string> acts_;
};

}  // namespace

std::unique_ptr<ElementsWorld> make_fake_elements_world() {
  return std::make_unique<FakeElementsWorld>();
}

}  // namespace contract
