#include "tests/unit/native/support/wayland_painter.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>

#include "tests/unit/native/support/child.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "xdg-shell-client.h"

namespace test {
namespace {

constexpr std::uint32_t kSeatVersion = 5;  // tells whole notches

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

// Returns a buffer that shows the pattern. The compositor keeps its memory.
wl_buffer* painted_buffer(wl_shm* shm, int seed, int width, int height) {
  const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const int file = ::memfd_create("pattern", MFD_CLOEXEC);
  require(file >= 0 && ::ftruncate(file, static_cast<off_t>(count * 4)) == 0, "no shared memory");
  void* const memory = ::mmap(nullptr, count * 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  require(memory != MAP_FAILED, "shared memory cannot be mapped");
  auto* pixel = static_cast<std::uint32_t*>(memory);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) *pixel++ = pattern(seed, x, y);
  ::munmap(memory, count * 4);
  wl_shm_pool* const pool = ::wl_shm_create_pool(shm, file, static_cast<std::int32_t>(count * 4));
  wl_buffer* const buffer =
      ::wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  ::wl_shm_pool_destroy(pool);
  ::close(file);
  return buffer;
}

const xdg_wm_base_listener kShellListener = {
    .ping = [](void*, xdg_wm_base* shell,
               std::uint32_t serial) { ::xdg_wm_base_pong(shell, serial); },
};

}  // namespace

// One window. Used with the painter's mutex held.
class WaylandPainter::Canvas {
 public:
  Canvas(WaylandPainter& painter, const WaylandPainting& painting)
      : painter_(painter), painting_(painting) {
    surface_ = ::wl_compositor_create_surface(painter.compositor_);
    xdg_surface_ = ::xdg_wm_base_get_xdg_surface(painter.shell_, surface_);
    toplevel_ = ::xdg_surface_get_toplevel(xdg_surface_);
    ::xdg_surface_add_listener(xdg_surface_, &kSurfaceListener, this);
    ::xdg_toplevel_add_listener(toplevel_, &kToplevelListener, this);
    ::xdg_toplevel_set_title(toplevel_, painting.title.c_str());
    ::xdg_toplevel_set_app_id(toplevel_, painting.app_id.c_str());
    ::wl_surface_commit(surface_);
  }
  ~Canvas() { close(); }

  void close() {
    if (surface_ == nullptr) return;
    ::xdg_toplevel_destroy(toplevel_);
    ::xdg_surface_destroy(xdg_surface_);
    ::wl_surface_destroy(surface_);
    if (buffer_ != nullptr) ::wl_buffer_destroy(buffer_);
    surface_ = nullptr;
  }
  void set_title(const std::string& title) {
    ::xdg_toplevel_set_title(toplevel_, title.c_str());
    ::wl_surface_commit(surface_);
  }
  bool shows(int width, int height) const { return width_ == width && height_ == height; }
  bool painted() const { return buffer_ != nullptr; }
  wl_surface* surface() const { return surface_; }

 private:
  static Canvas& canvas_of(void* data) { return *static_cast<Canvas*>(data); }
  static const xdg_surface_listener kSurfaceListener;
  static const xdg_toplevel_listener kToplevelListener;

  void paint() {
    if (!shows(painting_.width, painting_.height)) {
      width_ = painting_.width;
      height_ = painting_.height;
      wl_buffer* const before = buffer_;
      buffer_ = painted_buffer(painter_.shm_, painting_.seed, width_, height_);
      ::wl_surface_attach(surface_, buffer_, 0, 0);
      ::wl_surface_damage(surface_, 0, 0, width_, height_);
      if (before != nullptr) ::wl_buffer_destroy(before);
    }
    ::wl_surface_commit(surface_);
  }

  WaylandPainter& painter_;
  WaylandPainting painting_;
  wl_surface* surface_ = nullptr;
  xdg_surface* xdg_surface_ = nullptr;
  xdg_toplevel* toplevel_ = nullptr;
  wl_buffer* buffer_ = nullptr;
  int width_ = 0, height_ = 0;  // as painted
};

const xdg_surface_listener WaylandPainter::Canvas::kSurfaceListener = {
    .configure =
        [](void* data, xdg_surface* surface, std::uint32_t serial) {
          ::xdg_surface_ack_configure(surface, serial);
          canvas_of(data).paint();
        },
};

const xdg_toplevel_listener WaylandPainter::Canvas::kToplevelListener = {
    .configure =
        [](void* data, xdg_toplevel*, std::int32_t width, std::int32_t height, wl_array*) {
          if (width > 0) canvas_of(data).painting_.width = width;
          if (height > 0) canvas_of(data).painting_.height = height;
        },
    .close =
        [](void* data, xdg_toplevel*) {
          if (canvas_of(data).painting_.closes) canvas_of(data).close();
        },
};

WaylandPainter::WaylandPainter(const std::string& socket)
    : display_(::wl_display_connect(socket.c_str())) {
  require(display_ != nullptr, "painter cannot connect");
  bind_globals();
  thread_ = std::thread([this] { run(); });
}

WaylandPainter::~WaylandPainter() {
  ending_ = true;
  thread_.join();
  canvases_.clear();
  reader_.reset();
  if (shell_ != nullptr) ::xdg_wm_base_destroy(shell_);
  if (shm_ != nullptr) ::wl_shm_destroy(shm_);
  if (compositor_ != nullptr) ::wl_compositor_destroy(compositor_);
  ::wl_registry_destroy(registry_);
  ::wl_display_disconnect(display_);
}

void WaylandPainter::bind_globals() {
  static const wl_registry_listener kListener = {
      .global =
          [](void* data, wl_registry* registry, std::uint32_t name, const char* interface,
             std::uint32_t offered) {
            auto& self = *static_cast<WaylandPainter*>(data);
            const auto bind = [&](const wl_interface& wanted, std::uint32_t version = 1) {
              return ::wl_registry_bind(registry, name, &wanted, version);
            };
            const std::string kind = interface;
            self.offered_.insert(kind);
            if (kind == wl_compositor_interface.name)
              self.compositor_ = static_cast<wl_compositor*>(bind(wl_compositor_interface));
            if (kind == wl_shm_interface.name)
              self.shm_ = static_cast<wl_shm*>(bind(wl_shm_interface));
            if (kind == wl_seat_interface.name && offered >= kSeatVersion)
              self.reader_->read(static_cast<wl_seat*>(bind(wl_seat_interface, kSeatVersion)));
            if (kind == xdg_wm_base_interface.name)
              self.shell_ = static_cast<xdg_wm_base*>(bind(xdg_wm_base_interface));
          },
      .global_remove = [](void*, wl_registry*, std::uint32_t) {},
  };
  registry_ = ::wl_display_get_registry(display_);
  ::wl_registry_add_listener(registry_, &kListener, this);
  require(::wl_display_roundtrip(display_) >= 0 && compositor_ && shm_ && shell_,
          "compositor has no windows");
  ::xdg_wm_base_add_listener(shell_, &kShellListener, nullptr);
}

void WaylandPainter::run() {
  constexpr int kMilliseconds = 5;  // after which it looks whether it must end
  while (!ending_ && ::wl_display_get_error(display_) == 0) dispatch(kMilliseconds);
}

void WaylandPainter::dispatch(int milliseconds) {
  if (::wl_display_prepare_read(display_) == 0) {
    ::wl_display_flush(display_);
    pollfd state{::wl_display_get_fd(display_), POLLIN, 0};
    if (::poll(&state, 1, milliseconds) > 0)
      ::wl_display_read_events(display_);
    else
      ::wl_display_cancel_read(display_);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  ::wl_display_dispatch_pending(display_);
  ::wl_display_flush(display_);
}

void WaylandPainter::synchronise() {
  static const wl_callback_listener kListener = {
      .done =
          [](void* data, wl_callback* callback, std::uint32_t) {
            ::wl_callback_destroy(callback);
            *static_cast<std::atomic<bool>*>(data) = true;
          },
  };
  std::atomic<bool> done{false};
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ::wl_callback_add_listener(::wl_display_sync(display_), &kListener, &done);
    ::wl_display_flush(display_);
  }
  require(eventually([&] { return done.load(); }), "compositor does not answer the painter");
}

int WaylandPainter::open(const WaylandPainting& painting) {
  Canvas* canvas = nullptr;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    canvas = (canvases_[++last_] = std::make_unique<Canvas>(*this, painting)).get();
    ::wl_display_flush(display_);
  }
  const int window = last_;
  require(eventually([&] {
            const std::lock_guard<std::mutex> lock(mutex_);
            return canvas->painted();
          }),
          "window was never painted");
  synchronise();
  return window;
}

void WaylandPainter::close(int window) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    canvases_.at(window)->close();
  }
  synchronise();
}

void WaylandPainter::set_title(int window, const std::string& title) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    canvases_.at(window)->set_title(title);
  }
  synchronise();
}

std::string WaylandPainter::typed(int window) {
  synchronise();
  const std::lock_guard<std::mutex> lock(mutex_);
  return reader_->text(canvases_.at(window)->surface());
}

std::vector<std::string> WaylandPainter::buttons(int window) {
  synchronise();
  const std::lock_guard<std::mutex> lock(mutex_);
  return reader_->buttons(canvases_.at(window)->surface());
}

void WaylandPainter::wait_for_size(int window, int width, int height) {
  require(eventually([&] {
            const std::lock_guard<std::mutex> lock(mutex_);
            return canvases_.at(window)->shows(width, height);
          }),
          "window never got its size");
  synchronise();
}

}  // namespace test
