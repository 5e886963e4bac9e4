#include <unistd.h>

#include <stdexcept>

#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/contract/world.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/x_server.hpp"

namespace contract {
namespace {

xcb_window_t window_of(std::uint64_t id) { return static_cast<xcb_window_t>(id); }

// A private Xvfb with openbox and windows that a client of the test's own paints.
class X11World : public World {
 public:
  X11World()
      : manager_(test::start_manager(server_)),
        painter_(server_),
        other_(native::open_x11(server_.roots())),
        desktop_(native::open_x11(server_.roots())) {}
  // A stopped server must not hold the painter's thread when it ends.
  ~X11World() override { server_.process().go_on(); }

  Desktop& desktop() override { return *desktop_; }
  Rect screen() override { return {0, 0, 1280, 800}; }
  std::uint64_t open_window(const WindowSpec& spec) override {
    test::Painting painting;
    painting.title = spec.title;
    painting.instance = spec.instance;
    painting.app_class = spec.app_class;
    painting.bounds = spec.bounds;
    painting.seed = spec.seed;
    const xcb_window_t window = painter_.open(painting);
    const auto active = [&] {
      return test::property_number(painter_.raw(), test::root_of(painter_.raw()),
                                   "_NET_ACTIVE_WINDOW");
    };
    if (!test::eventually([&] { return active() == window; }))
      throw std::runtime_error("never active");
    return window;
  }
  void close_window(std::uint64_t id) override { painter_.close(window_of(id)); }
  void move_window(std::uint64_t id, const Rect& bounds) override {
    painter_.move(window_of(id), bounds);
  }
  void set_title(std::uint64_t id, const std::string& bytes) override {
    painter_.set_title(window_of(id), bytes);
  }
  void minimise(std::uint64_t id) override { painter_.minimise(window_of(id)); }
  std::string typed(std::uint64_t id) override { return painter_.typed(window_of(id)); }
  std::vector<std::string> buttons(std::uint64_t id) override {
    return painter_.buttons(window_of(id));
  }
  void copy(Selection selection, const ClipboardContent& content) override {
    other_->clipboard().write(selection, std::make_shared<const ClipboardContent>(content), soon());
  }
  ClipboardContent paste(Selection selection) override {
    return other_->clipboard()
        .read({selection, native::ClipboardFormats::all(), true}, soon())
        .content;
  }
  // The painter takes no notice of requests for its selections.
  void copy_silently(Selection selection) override {
    xcb_connection_t* c = painter_.raw();
    xcb_atom_t atom = XCB_ATOM_PRIMARY;
    if (selection == Selection::kClipboard) atom = test::intern(c, "CLIPBOARD");
    xcb_set_selection_owner(c, test::root_of(c), atom, XCB_CURRENT_TIME);
    test::property_number(c, test::root_of(c), "_NET_ACTIVE_WINDOW");  // a round trip
  }
  std::int64_t pid() override { return ::getpid(); }
  void stop_server() override { server_.process().stop(); }
  void continue_server() override { server_.process().go_on(); }
  void kill_server() override { server_.process().kill(); }
  std::unique_ptr<Desktop> refused() override {
    return native::open_x11(test::bare_roots(server_.folder(), {{"DISPLAY", server_.display()}}));
  }
  std::unique_ptr<Desktop> absent() override {
    return native::open_x11(test::bare_roots(server_.folder()));
  }

 private:
  static Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(10); }

  test::XServer server_;
  test::Child manager_;
  test::Painter painter_;
  std::unique_ptr<Desktop> other_;  // in the place of another program
  std::unique_ptr<Desktop> desktop_;
};

}  // namespace

std::unique_ptr<World> make_x11_world() { return std::make_unique<X11World>(); }

std::uint32_t pattern(int seed, int x, int y) { return test::pattern(seed, x, y); }

}  // namespace contract
