#include "native/x11/input/held_button.hpp"

#include <xcb/xtest.h>

#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "native/x11/connection/property.hpp"
#include "native/x11/connection/reply_watchdog.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kButtonPoll{20};
constexpr std::chrono::seconds kPatience{2};  // with the server

// What is written on the root window.
struct Record {
  xcb_window_t window = XCB_WINDOW_NONE;
  std::uint8_t button = 0;
};

std::optional<Record> read_record(Connection& connection) {
  AskProperty asked =
      ask_property(connection, connection.root(), connection.atom(Atom::kHeldButton), 8);
  const std::vector<std::uint32_t> words = numbers_of(asked.wait().get());
  if (words.size() != 2 || words[1] == 0 || words[1] > 9) return std::nullopt;
  return Record{words[0], static_cast<std::uint8_t>(words[1])};
}

bool is_alive(Connection& connection, xcb_window_t window) {
  xcb_connection_t* c = connection.raw();
  return Ask<xcb_get_window_attributes_reply>(c, xcb_get_window_attributes(c, window)).wait() !=
         nullptr;
}

void release(Connection& connection, std::uint8_t button) {
  xcb_test_fake_input(connection.raw(), XCB_BUTTON_RELEASE, button, XCB_CURRENT_TIME, XCB_NONE, 0,
                      0, 0);
  forget_button(connection);
}

}  // namespace

std::uint8_t held_button(Connection& connection) {
  const std::optional<Record> record = read_record(connection);
  return record && is_alive(connection, record->window) ? record->button : 0;
}

void forget_button(Connection& connection) {
  xcb_connection_t* c = connection.raw();
  xcb_delete_property(c, connection.root(), connection.atom(Atom::kHeldButton));
  Ask<xcb_get_input_focus_reply>(c, xcb_get_input_focus(c)).wait();
}

void mend_button(Connection& connection) {
  const std::optional<Record> record = read_record(connection);
  if (record && !is_alive(connection, record->window)) release(connection, record->button);
}

HeldButton::HeldButton(std::unique_ptr<Connection> connection, Button button)
    : connection_(std::move(connection)), button_(static_cast<std::uint8_t>(button)) {
  with_server([&] {
    xcb_connection_t* c = connection_->raw();
    window_ = xcb_generate_id(c);
    xcb_create_window(c, XCB_COPY_FROM_PARENT, window_, connection_->root(), 0, 0, 1, 1, 0,
                      XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
    const std::array<std::uint32_t, 2> words = {window_, button_};
    xcb_change_property(c, XCB_PROP_MODE_REPLACE, connection_->root(),
                        connection_->atom(Atom::kHeldButton), XCB_ATOM_CARDINAL, 32, words.size(),
                        words.data());
    Ask<xcb_get_input_focus_reply>(c, xcb_get_input_focus(c)).wait();
  });
}

HeldButton::~HeldButton() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  let_go();
}

// Returns false when the server is gone or stopped.
template <class Work>
bool HeldButton::with_server(const Work& work) {
  const Watch watch(connection_->watchdog(), connection_->descriptor(), Clock::now() + kPatience);
  try {
    work();
    return true;
  } catch (const ConnectionLost&) {
    return false;
  }
}

void HeldButton::watch(std::function<void()> check) {
  thread_ = std::thread([this, check = std::move(check)] { run(check); });
}

bool HeldButton::is_ours() {
  bool ours = false;
  return with_server([&] {
           const std::optional<Record> record = read_record(*connection_);
           ours = record && record->window == window_;
         }) &&
         ours;
}

void HeldButton::run(const std::function<void()>& check) {
  const Deadline end = Clock::now() + kMaxButtonHold;
  std::unique_lock lock(mutex_);
  while (!ending_ && Clock::now() < end) {
    // Uses system_clock, because this compiler's thread sanitizer does not know waits on
    // steady_clock.
    changed_.wait_until(lock, std::chrono::system_clock::now() + kButtonPoll);
    lock.unlock();
    try {
      if (!is_ours()) return;
      if (check) check();
    } catch (const std::exception&) {
      return let_go();
    }
    lock.lock();
  }
  if (lock.owns_lock()) lock.unlock();
  let_go();
}

void HeldButton::let_go() {
  if (!is_ours()) return;
  with_server([&] { release(*connection_, button_); });
}

}  // namespace native::x11
