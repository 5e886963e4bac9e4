#include <signal.h>

#include <stdexcept>

#include "native/atspi/atspi_elements.hpp"
#include "native/linux/process_info.hpp"
#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/contract/elements_world.hpp"
#include "tests/unit/native/dbus/private_bus.hpp"
#include "tests/unit/native/support/kept.hpp"
#include "tests/unit/native/support/x_server.hpp"

namespace contract {
namespace {

std::vector<std::string> variables_of(const test::XServer& server) {
  std::vector<std::string> variables{"-u", "AT_SPI_BUS_ADDRESS", "-u", "NO_AT_BRIDGE"};
  for (const auto& [name, value] : server.environment()) variables.push_back(name + "=" + value);
  variables.push_back("XDG_RUNTIME_DIR=" + server.folder());
  variables.push_back("GSETTINGS_BACKEND=memory");
  return variables;
}

std::vector<std::string> program_of(std::vector<std::string> variables, const std::string& bus) {
  variables.insert(variables.begin(), "env");
  for (const std::string& word : {"DBUS_SESSION_BUS_ADDRESS=" + bus,
                                  std::string("/usr/bin/python3"), std::string(PEEKABOO_CONTROLS)})
    variables.push_back(word);
  return variables;
}

// A private display and a private session bus, which starts what accessibility needs.
struct Session : test::ManagedServer {
  test::PrivateBus bus{variables_of(server)};
};

// A GTK program in such a session.
class AtspiWorld : public ElementsWorld {
 public:
  AtspiWorld()
      : program_(program_of(variables_of(session_->server), session_->bus.address)),
        desktop_(native::open_x11(session_->server.roots())) {
    if (program_.line() != "ready") throw std::runtime_error("the program did not start");
    native::atspi::BusRoots roots;
    roots.session_bus = [this] { return session_->bus.address; };
    elements_ = native::open_atspi(roots);
    if (!test::eventually([&] { return !scope().windows.empty(); }))
      throw std::runtime_error("the program has no window");
  }
  ~AtspiWorld() override { program_.end_by_itself(); }

  native::Elements& elements() override { return *elements_; }
  native::ElementScope scope() override {
    native::ElementScope scope;
    for (const native::Window& window :
         desktop_->windows().windows(std::chrono::steady_clock::now() + std::chrono::seconds(10))) {
      scope.pid = window.pid;
      scope.windows.push_back(window);
    }
    return scope;
  }
  native::Rect place_of(const std::string& button) override {
    program_.say("where " + button);
    native::Rect place;
    if (std::sscanf(program_.line().c_str(), "%d %d %d %d", &place.x, &place.y, &place.width,
                    &place.height) != 4)
      throw std::runtime_error("the program does not know where " + button + " is");
    return place;
  }
  void rename(const std::string& button, const std::string& name) override {
    program_.say("rename " + button + " " + name);
    if (program_.line() != "done") throw std::runtime_error("not renamed");
  }
  std::string told(const std::string& what) override {
    program_.say("tell " + what);
    return program_.line();
  }
  void stop_program() override {
    program_.signal(SIGSTOP);
    const auto stopped = [&] {
      const auto status = native::process_status("/proc", program_.pid());
      return status && status->state == 'T';
    };
    if (!test::eventually(stopped)) throw std::runtime_error("not stopped");
  }
  void continue_program() override { program_.signal(SIGCONT); }
  void end_program() override {
    program_.signal(SIGKILL);
    const auto ended = [&] {
      const auto status = native::process_status("/proc", program_.pid());
      return !status || status->state == 'Z';
    };
    if (!test::eventually(ended)) throw std::runtime_error("not ended");
  }
  std::unique_ptr<native::Elements> absent() override {
    native::atspi::BusRoots roots;
    roots.session_bus = [] { return std::string(); };
    return native::open_atspi(roots);
  }

 private:
  test::Kept<Session> session_;
  test::PipedChild program_;
  std::unique_ptr<native::Desktop> desktop_;
  std::unique_ptr<native::Elements> elements_;
};

}  // namespace

std::unique_ptr<ElementsWorld> make_atspi_world() { return std::make_unique<AtspiWorld>(); }

}  // namespace contract
