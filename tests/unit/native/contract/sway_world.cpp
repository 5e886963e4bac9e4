#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "native/wayland/wayland_desktop.hpp"
#include "tests/unit/native/contract/world.hpp"
#include "tests/unit/native/support/kept.hpp"
#include "tests/unit/native/support/wayland_compositor.hpp"
#include "tests/unit/native/support/wayland_painter.hpp"

namespace contract {
namespace {

// A socket that this user must not connect to, or whose listener is another user.
class ForeignSocket {
 public:
  explicit ForeignSocket(const std::string& path)
      : path_(path), socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("no socket at " + path);
    // The kernel notes who listens: root can be somebody else for that.
    const pid_t child = ::fork();
    if (child == 0) ::_exit(::setuid(kOtherUser) == 0 && ::listen(socket_, 1) == 0 ? 0 : 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status == 0) return;
    ::listen(socket_, 1);
    ::chmod(path.c_str(), 0);
  }
  ~ForeignSocket() {
    ::close(socket_);
    ::unlink(path_.c_str());
  }
  ForeignSocket(const ForeignSocket&) = delete;
  ForeignSocket& operator=(const ForeignSocket&) = delete;

 private:
  static constexpr uid_t kOtherUser = 4711;
  std::string path_;
  int socket_;
};

// A private sway with windows that a client of the test's own paints. Windows are moved by swaymsg.
class SwayWorld : public World {
 public:
  SwayWorld() : painter_(sway_->socket()), desktop_(native::open_wayland({sway_->roots(), {}})) {}
  // A stopped compositor must not hold the painter's thread when it ends.
  ~SwayWorld() override { sway_->process().go_on(); }

  Desktop& desktop() override { return *desktop_; }
  std::optional<Refusal> refuses(Operation operation) override {
    switch (operation) {
      case Operation::kWindowPixels:
        if (painter_.offers("ext_foreign_toplevel_image_capture_source_manager_v1"))
          return std::nullopt;
        return Refusal{"CAPTURE_FAILED", "identity unproven"};
      case Operation::kPointerPlace:
      case Operation::kMoveEvents:
      case Operation::kHotkeyEvents:
        return Refusal{"UNSUPPORTED", "no protocol"};
      default:
        return std::nullopt;
    }
  }
  bool has_frames() override { return false; }
  int workspaces() override { return 10; }
  std::string instance_of(const WindowSpec&) override { return {}; }
  Rect screen() override { return {0, 0, 1280, 800}; }
  std::uint64_t open_window(const WindowSpec& spec) override {
    const auto before = sway_->windows();
    const int canvas = painter_.open(
        {spec.title, spec.app_class, spec.bounds.width, spec.bounds.height, spec.seed});
    std::uint64_t id = 0;
    wait_until("the window is open", [&] {
      for (const auto& [each, window] : sway_->windows())
        if (before.count(each) == 0) id = each;
      return id != 0;
    });
    canvases_[id] = canvas;
    move_window(id, spec.bounds);
    wait_until("it has the focus", [&] { return sway_->windows().at(id).focused; });
    return id;
  }
  void close_window(std::uint64_t id) override {
    painter_.close(canvases_.at(id));
    wait_until("it is closed", [&] { return sway_->windows().count(id) == 0; });
  }
  void move_window(std::uint64_t id, const Rect& bounds) override {
    const auto pixels = [](int number) { return std::to_string(number) + " px "; };
    sway_->command(id, "resize set " + pixels(bounds.width) + pixels(bounds.height) +
                           ", move absolute position " + pixels(bounds.x) + pixels(bounds.y));
    wait_until("it is in place", [&] { return sway_->windows().at(id).place == bounds; });
    painter_.wait_for_size(canvases_.at(id), bounds.width, bounds.height);
  }
  void set_title(std::uint64_t id, const std::string& bytes) override {
    painter_.set_title(canvases_.at(id), bytes);
    wait_until("it has its title", [&] { return sway_->windows().at(id).title == bytes; });
  }
  void minimise(std::uint64_t id) override {
    sway_->command(id, "move scratchpad");
    wait_until("it is hidden", [&] { return sway_->windows().at(id).in_scratchpad; });
  }
  std::string typed(std::uint64_t id) override { return painter_.typed(canvases_.at(id)); }
  std::vector<std::string> buttons(std::uint64_t id) override {
    return painter_.buttons(canvases_.at(id));
  }
  // Programs of other people copy and paste in tests/desktop/wayland_test.py.
  void copy(Selection selection, const ClipboardContent& content) override {
    other().clipboard().write(selection, std::make_shared<ClipboardContent>(content), soon());
  }
  ClipboardContent paste(Selection selection) override {
    native::ClipboardWish everything{selection};
    everything.secrets = true;
    return other().clipboard().read(everything, soon()).content;
  }
  void copy_silently(Selection selection) override {
    std::vector<std::string> command{"wl-copy", "--foreground"};
    if (selection == Selection::kPrimary) command.push_back("--primary");
    command.push_back("never given");
    silent_ = test::Child(
        command, {{"WAYLAND_DISPLAY", sway_->socket()}, {"XDG_RUNTIME_DIR", sway_->folder()}});
    wait_until("it has copied",
               [&] { return paste(selection).text == std::optional<std::string>("never given"); });
    silent_.stop();
  }
  std::int64_t pid() override { return ::getpid(); }
  void stop_server() override { sway_->process().stop(); }
  void continue_server() override { sway_->process().go_on(); }
  void kill_server() override { sway_->process().kill(); }
  std::unique_ptr<Desktop> refused() override {
    const std::string path = sway_->folder() + "/foreign";
    if (!foreign_) foreign_ = std::make_unique<ForeignSocket>(path);
    return native::open_wayland(
        {test::bare_roots(sway_->folder(), {{"WAYLAND_DISPLAY", path}}), {}});
  }
  std::unique_ptr<Desktop> absent() override {
    return native::open_wayland({test::bare_roots(sway_->folder() + "/nothing"), {}});
  }

 private:
  static Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(10); }
  // Another program's desktop.
  Desktop& other() {
    if (!other_) other_ = native::open_wayland({sway_->roots(), {}});
    return *other_;
  }
  template <class Question>
  static void wait_until(const char* what, Question question) {
    if (!test::eventually(question)) throw std::runtime_error(std::string("never: ") + what);
  }

  test::Kept<test::Sway> sway_;
  test::WaylandPainter painter_;
  std::map<std::uint64_t, int> canvases_;  // by the id of the container
  std::unique_ptr<ForeignSocket> foreign_;
  std::unique_ptr<Desktop> other_;
  test::Child silent_;
  std::unique_ptr<Desktop> desktop_;
};

}  // namespace

std::unique_ptr<World> make_sway_world() { return std::make_unique<SwayWorld>(); }

}  // namespace contract
