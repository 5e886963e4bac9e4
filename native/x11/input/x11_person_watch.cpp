#include "native/x11/input/x11_person_watch.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xcb/xinput.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/errors.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/socket.hpp"
#include "native/x11/input/input_devices.hpp"
#include "native/x11/input/keymap.hpp"
#include "native/x11/input/pointing.hpp"
#include "native/x11/input/xkb.hpp"

namespace native {
namespace {

using std::chrono::steady_clock;
using x11::Connection;
using x11::InputDevice;

constexpr std::chrono::seconds kAnswerTime{5};
// Motions further apart are not of one movement.
constexpr std::chrono::seconds kPause{1};

constexpr std::size_t kMaxKeys = 32;

// Returns the modifier that a key with this symbol holds down (X11 protocol, appendix A).
std::uint32_t modifier_of(xcb_keysym_t symbol) {
  switch (symbol) {
    case 0xFFE1:
    case 0xFFE2:
      return Hotkey::kShift;
    case 0xFFE3:
    case 0xFFE4:
      return Hotkey::kControl;
    case 0xFFE9:
    case 0xFFEA:
      return Hotkey::kAlt;
    case 0xFFEB:
    case 0xFFEC:
      return Hotkey::kSuper;
    default:
      return 0;
  }
}

class X11PersonWatch : public PersonWatch {
 public:
  X11PersonWatch(SessionRoots roots, Hotkey stop_keys)
      : roots_(std::move(roots)),
        stop_keys_(stop_keys),
        bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  void stop() override {
    stopped_ = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(bell_.get(), &one, sizeof one);
  }

  Seen next(Deadline deadline) override {
    try {
      if (!connection_) connect();
      for (;;) {
        if (stopped_) return Seen::kNothing;
        const auto event = connection_->poll_event();
        if (event) {
          const Seen seen = take(*event);
          if (seen != Seen::kNothing) return seen;
          continue;
        }
        if (xcb_connection_has_error(connection_->raw()) != 0) throw x11::ConnectionLost{};
        const int left = x11::milliseconds_left(deadline);
        if (left == 0) return Seen::kNothing;
        std::array<pollfd, 2> waits = {
            {{connection_->descriptor(), POLLIN, 0}, {bell_.get(), POLLIN, 0}}};
        ::poll(waits.data(), waits.size(), left);
      }
    } catch (const x11::ConnectionLost&) {
      const std::string display = connection_ ? connection_->name().text : std::string();
      connection_.reset();
      throw x11::lost_error(display);
    }
  }

 private:
  void connect() {
    const DesktopSession session = find_session(roots_);
    if (session.display.empty()) throw x11::no_display_error(session);
    const Deadline until = steady_clock::now() + kAnswerTime;
    connection_ = Connection::open(roots_, session, until);
    const x11::Watch watch(connection_->watchdog(), connection_->descriptor(), until);
    const std::vector<InputDevice> devices = x11::list_input_devices(*connection_);
    ours_.clear();
    for (const InputDevice& device : devices)
      if (device.is_xtest()) ours_.push_back(device.id);
    xcb_connection_t* c = connection_->raw();
    const xcb_query_extension_reply_t* data = xcb_get_extension_data(c, &xcb_input_id);
    if (devices.empty() || data == nullptr)
      throw Error("UNSUPPORTED",
                  "display server has no XInput 2.2, so a person's keys and pointer cannot be seen",
                  {}, {{"reason", "extension"}});
    opcode_ = data->major_opcode;
    // Before motion is reported, or the first report would be taken for where the pointer was.
    place_ = x11::find_pointer(*connection_);
    select(c);
    // Answered once the server has selected.
    x11::Ask<xcb_xkb_use_extension_reply>(c, xcb_xkb_use_extension(c, 1, 0)).wait();
  }

  void select(xcb_connection_t* c) {
    struct {
      xcb_input_event_mask_t head;
      std::uint32_t mask;
    } const wanted = {
        {XCB_INPUT_DEVICE_ALL_MASTER, 1},
        XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE |
            XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_MOTION};
    xcb_input_xi_select_events(c, connection_->root(), 1, &wanted.head);
  }

  Seen take(const xcb_generic_event_t& event) {
    if (x11::event_kind(event) != XCB_GE_GENERIC) return Seen::kNothing;
    const auto& raw = reinterpret_cast<const xcb_input_raw_button_press_event_t&>(event);
    if (raw.extension != opcode_) return Seen::kNothing;
    const bool motion = raw.event_type == XCB_INPUT_RAW_MOTION;
    if (std::find(ours_.begin(), ours_.end(), raw.sourceid) != ours_.end()) {
      if (motion) place_ = pointer();
      return Seen::kNothing;
    }
    if (motion) return moved() ? Seen::kInput : Seen::kNothing;
    if (raw.event_type == XCB_INPUT_RAW_KEY_RELEASE) held_.erase(raw.detail);
    if (raw.event_type == XCB_INPUT_RAW_KEY_PRESS && is_stop_key(raw.detail, raw.sourceid))
      return Seen::kStopKeys;
    const bool acted =
        raw.event_type == XCB_INPUT_RAW_KEY_PRESS || raw.event_type == XCB_INPUT_RAW_BUTTON_PRESS;
    return acted ? Seen::kInput : Seen::kNothing;
  }

  Point pointer() {
    const x11::Watch watch(connection_->watchdog(), connection_->descriptor(),
                           steady_clock::now() + kAnswerTime);
    return x11::find_pointer(*connection_);
  }

  // Adds up how far a person has moved the pointer. Where it is says more than the events: not
  // every device reports its motion as its axes promise (Xephyr).
  bool moved() {
    const auto now = steady_clock::now();
    if (now - last_motion_ > kPause) far_ = 0;
    last_motion_ = now;
    const Point place = pointer();
    far_ += std::abs(place.x - place_.x) + std::abs(place.y - place_.y);
    place_ = place;
    return far_ > kMotion;
  }

  // Returns the symbols on a key of the device that it was pressed on: the keymap that all programs
  // see is that of the device used last, and acts use another.
  std::vector<xcb_keysym_t> symbols_of(std::uint32_t key, std::uint16_t device) {
    if (key > 255) return {};
    const x11::Watch watch(connection_->watchdog(), connection_->descriptor(),
                           steady_clock::now() + kAnswerTime);
    return x11::Keymap::read(*connection_, device).symbols_on(static_cast<xcb_keycode_t>(key));
  }

  // Remembers which modifiers a person holds down: when the server is asked, they may be up again.
  bool is_stop_key(std::uint32_t key, std::uint16_t device) {
    const std::vector<xcb_keysym_t> symbols = symbols_of(key, device);
    std::uint32_t modifiers = 0;
    for (const xcb_keysym_t symbol : symbols) modifiers |= modifier_of(symbol);
    if (modifiers != 0 && held_.size() < kMaxKeys) held_[key] = modifiers;
    if (std::find(symbols.begin(), symbols.end(), stop_keys_.symbol) == symbols.end()) return false;
    std::uint32_t all = 0;
    for (const auto& [down, each] : held_) all |= each;
    return all == stop_keys_.modifiers;
  }

  SessionRoots roots_;
  Hotkey stop_keys_;
  x11::Socket bell_;
  std::atomic<bool> stopped_{false};
  std::unique_ptr<Connection> connection_;
  int opcode_ = 0;
  std::vector<std::uint16_t> ours_;  // the devices through which programs act
  std::map<std::uint32_t, std::uint32_t>
      held_;     // keys that a person holds down, and their modifiers
  Point place_;  // of the pointer
  int far_ = 0;  // how far a person moved it, without a pause
  steady_clock::time_point last_motion_{};
};

}  // namespace

std::unique_ptr<PersonWatch> watch_person_on_x11(SessionRoots roots, Hotkey stop_keys) {
  return std::make_unique<X11PersonWatch>(std::move(roots), stop_keys);
}

}  // namespace native
