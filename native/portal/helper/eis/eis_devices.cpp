#include "native/portal/helper/eis/eis_devices.hpp"

#include <fcntl.h>
#include <libei.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::size_t kMaxDevices = 64;
constexpr std::size_t kMaxRegions = 64;  // of one device
constexpr int kNotch = 120;              // of a wheel, in EIS
constexpr std::uint32_t kShiftSymbol = 0xFFE1;
// Some compositors never tell of modifiers.
constexpr std::chrono::milliseconds kTelling{100};
constexpr std::chrono::milliseconds kFrames{50};  // three frames of most monitors

void log_nothing(ei*, ei_log_priority, const char*, ei_log_context*) {}

bool can(ei_device* device, int capability) {
  return ::ei_device_has_capability(device, static_cast<ei_device_capability>(capability));
}

// Returns the keymap of a keyboard; "" where there is none that can be read.
std::string read_keymap(ei_device* device) {
  ei_keymap* const keymap = ::ei_device_keyboard_get_keymap(device);
  if (keymap == nullptr || ::ei_keymap_get_type(keymap) != EI_KEYMAP_TYPE_XKB) return "";
  const std::size_t size = ::ei_keymap_get_size(keymap);
  if (size > KeyFinder::kMaxKeymap) return "";
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    // Not mapped: the file may become shorter.
    const ssize_t count = ::pread(::ei_keymap_get_fd(keymap), text.data() + done, size - done,
                                  static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return "";
    done += static_cast<std::size_t>(count);
  }
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// Returns whether a device reaches a place, on a monitor that the portal names so.
bool reaches(ei_device* device, int x, int y, const std::string& mapping) {
  for (std::size_t i = 0; i < kMaxRegions; ++i) {
    ei_region* const region = ::ei_device_get_region(device, i);
    if (region == nullptr) return false;
    const char* const name = ::ei_region_get_mapping_id(region);
    const bool is_of_another = name != nullptr && !mapping.empty() && mapping != name;
    if (!is_of_another && ::ei_region_contains(region, x, y)) return true;
  }
  return false;
}

}  // namespace

void EisDevices::Free::operator()(ei* context) const { ::ei_unref(context); }
void EisDevices::Free::operator()(ei_device* device) const { ::ei_device_unref(device); }
void EisDevices::Free::operator()(struct ei_ping* ping) const { ::ei_ping_unref(ping); }
void EisDevices::Free::operator()(ei_seat* seat) const { ::ei_seat_unref(seat); }

EisDevices::EisDevices(OwnedFile socket, Deadline deadline) : context_(::ei_new_sender(nullptr)) {
  if (!context_) throw Refusal("no memory");
  ::ei_log_set_handler(context_.get(), log_nothing);
  ::ei_configure_name(context_.get(), "peekaboo");
  ::fcntl(socket.get(), F_SETFL, ::fcntl(socket.get(), F_GETFL) | O_NONBLOCK);
  if (::ei_setup_backend_fd(context_.get(), socket.release()) != 0) throw Refusal("session closed");
  while (!is_connected_ || !seat_) wait(deadline);
  // Devices are announced before the answer.
  round_trip(deadline);
  if (!tells_layout()) learn_layout(deadline);
  is_ready_ = true;
}

EisDevices::~EisDevices() {
  for (const Device& each : devices_)
    if (each.takes_events) ::ei_device_stop_emulating(each.handle.get());
}

int EisDevices::descriptor() const { return ::ei_get_fd(context_.get()); }

void EisDevices::dispatch() {
  ::ei_dispatch(context_.get());
  while (ei_event* const event = ::ei_get_event(context_.get())) {
    handle(event);
    ::ei_event_unref(event);
  }
  if (is_over_) throw Refusal("session closed");
}

bool EisDevices::take_in() {
  try {
    dispatch();
  } catch (const Refusal&) {
    return false;
  }
  return true;
}

bool EisDevices::listen(Deadline deadline) {
  if (Clock::now() >= deadline) return false;
  pollfd waiting{descriptor(), POLLIN, 0};
  ::poll(&waiting, 1, milliseconds_until(deadline));
  dispatch();
  return true;
}

void EisDevices::wait(Deadline deadline) {
  if (!listen(deadline)) throw Refusal("no answer");
}

void EisDevices::round_trip(Deadline deadline) {
  const Owned<struct ei_ping> ping(::ei_new_ping(context_.get()));
  awaited_ = ping.get();
  ::ei_ping(ping.get());
  dispatch();
  while (awaited_ != nullptr) wait(deadline);
}

void EisDevices::settle_modifiers(Deadline deadline) {
  // GNOME 50 handles keys in the next frame, and gives programs the modifiers that are held at that
  // time: a click within one frame would have none.
  const Deadline end = std::min(deadline, Clock::now() + kTelling);
  while ((pointed_ & ~pressed_) != 0 && listen(end)) continue;
  std::this_thread::sleep_until(std::min(deadline, told_ + kFrames));
  pointed_ = 0;
}

void EisDevices::finish(Deadline deadline) {
  const auto has_unconfirmed = [](const Device& each) { return each.has_unconfirmed; };
  if (std::none_of(devices_.begin(), devices_.end(), has_unconfirmed)) return;
  round_trip(deadline);
  for (Device& each : devices_) each.has_unconfirmed = false;
}

void EisDevices::handle(ei_event* event) {
  switch (::ei_event_get_type(event)) {
    case EI_EVENT_CONNECT:
      is_connected_ = true;
      return;
    case EI_EVENT_DISCONNECT:
      is_over_ = true;
      return;
    case EI_EVENT_SEAT_ADDED:
      return bind(::ei_event_get_seat(event));
    case EI_EVENT_DEVICE_ADDED:
      return add(::ei_event_get_device(event));
    case EI_EVENT_DEVICE_RESUMED:
      if (Device* const device = find(::ei_event_get_device(event))) begin(*device);
      return;
    case EI_EVENT_DEVICE_PAUSED:
      return end(::ei_event_get_device(event), false);
    case EI_EVENT_DEVICE_REMOVED:
      return end(::ei_event_get_device(event), true);
    case EI_EVENT_KEYBOARD_MODIFIERS:
      return read_modifiers(event);
    case EI_EVENT_PONG:
      if (::ei_event_pong_get_ping(event) == awaited_) awaited_ = nullptr;
      return;
    default:
      return;
  }
}

void EisDevices::bind(ei_seat* seat) {
  if (seat_) return;
  seat_.reset(::ei_seat_ref(seat));
  ::ei_seat_bind_capabilities(seat, EI_DEVICE_CAP_POINTER, EI_DEVICE_CAP_POINTER_ABSOLUTE,
                              EI_DEVICE_CAP_KEYBOARD, EI_DEVICE_CAP_SCROLL, EI_DEVICE_CAP_BUTTON,
                              nullptr);
}

void EisDevices::add(ei_device* handle) {
  if (devices_.size() >= kMaxDevices) return ::ei_device_close(handle);
  Device& device = devices_.emplace_back(Device{Owned<ei_device>(::ei_device_ref(handle))});
  if (!can(handle, EI_DEVICE_CAP_KEYBOARD)) return;
  device.keys.emplace(KeyFinder(read_keymap(handle)));
  device.keys->finder().set_state(locked_, layout_);
  // Keys would be guessed.
  if (is_ready_ && !tells_layout()) is_over_ = true;
}

void EisDevices::learn_layout(Deadline deadline) {
  // KWin 6.7 tells it at the next change of modifiers. Shift alone does nothing in programs.
  press_symbol(kShiftSymbol, deadline);
  release_symbol(kShiftSymbol, deadline);
  finish(deadline);
  const Deadline end = std::min(deadline, Clock::now() + kTelling);
  while (!tells_layout() && listen(end)) continue;
}

bool EisDevices::tells_layout() const {
  const auto has_one_layout = [](const Device& each) {
    return !each.keys || each.keys->finder().layouts() <= 1;
  };
  return told_ != Deadline{} || std::all_of(devices_.begin(), devices_.end(), has_one_layout);
}

void EisDevices::begin(Device& device) {
  if (std::exchange(device.takes_events, true)) return;
  ::ei_device_start_emulating(device.handle.get(), ++sequence_);
}

void EisDevices::end(ei_device* handle, bool removed) {
  Device* const device = find(handle);
  if (device == nullptr) return;
  // Compositors keep down what was held on a device that they replace, and drop what was on its way
  // to it. Only the end of the session lets go of everything.
  if (is_in_use(*device)) is_over_ = true;
  device->takes_events = false;
  if (removed) devices_.remove_if([&](const Device& each) { return &each == device; });
}

void EisDevices::read_modifiers(ei_event* event) {
  told_ = Clock::now();
  pressed_ = ::ei_event_keyboard_get_xkb_mods_depressed(event);
  locked_ = ::ei_event_keyboard_get_xkb_mods_locked(event);
  layout_ = ::ei_event_keyboard_get_xkb_group(event);
  // A keyboard that replaces another one has no event of its own on GNOME where nothing changes.
  for (Device& each : devices_)
    if (each.keys) each.keys->finder().set_state(locked_, layout_);
}

EisDevices::Device* EisDevices::find(ei_device* handle) {
  const auto found = std::find_if(devices_.begin(), devices_.end(),
                                  [&](const Device& each) { return each.handle.get() == handle; });
  return found != devices_.end() ? &*found : nullptr;
}

EisDevices::Device& EisDevices::device_for(int capability, Deadline deadline) {
  for (;; wait(deadline)) {
    for (Device& each : devices_)
      if (each.takes_events && can(each.handle.get(), capability)) return each;
  }
}

bool EisDevices::is_in_use(const Device& device) const {
  const auto is_there = [&](const auto& each) { return each.second == device.handle.get(); };
  return device.has_unconfirmed || (device.keys && device.keys->any_is_down()) ||
         std::any_of(buttons_.begin(), buttons_.end(), is_there);
}

void EisDevices::end_frame(Device& device) {
  ::ei_device_frame(device.handle.get(), ::ei_now(context_.get()));
  device.has_unconfirmed = true;
}

void EisDevices::move(int x, int y, const std::string& mapping, Deadline deadline) {
  for (;; wait(deadline)) {
    bool has_others = false, is_paused = false;
    for (Device& each : devices_) {
      if (!can(each.handle.get(), EI_DEVICE_CAP_POINTER_ABSOLUTE)) continue;
      if (!reaches(each.handle.get(), x, y, mapping)) {
        has_others = has_others || each.takes_events;
      } else if (!each.takes_events) {
        is_paused = true;
      } else {
        ::ei_device_pointer_motion_absolute(each.handle.get(), x, y);
        return end_frame(each);
      }
    }
    if (has_others && !is_paused) throw Refusal("not shared");
  }
}

void EisDevices::press_button(int code, Deadline deadline) {
  if (buttons_.contains(code)) return;
  Device& device = device_for(EI_DEVICE_CAP_BUTTON, deadline);
  ::ei_device_button_button(device.handle.get(), static_cast<std::uint32_t>(code), true);
  buttons_.emplace(code, device.handle.get());
  end_frame(device);
}

void EisDevices::release_button(int code) {
  const auto held = buttons_.find(code);
  if (held == buttons_.end()) return;
  Device* const device = find(held->second);
  buttons_.erase(held);
  if (device == nullptr) return;
  ::ei_device_button_button(device->handle.get(), static_cast<std::uint32_t>(code), false);
  end_frame(*device);
}

void EisDevices::turn(int axis, int notches, Deadline deadline) {
  Device& device = device_for(EI_DEVICE_CAP_SCROLL, deadline);
  const int way = notches * kNotch;
  ::ei_device_scroll_discrete(device.handle.get(), axis == 1 ? way : 0, axis == 1 ? 0 : way);
  end_frame(device);
}

void EisDevices::touch(Deadline deadline) {
  Device& device = device_for(EI_DEVICE_CAP_POINTER, deadline);
  ::ei_device_pointer_motion(device.handle.get(), 0, 0);
  end_frame(device);
}

void EisDevices::change(Device& keyboard, const std::vector<KeyChange>& changes) {
  for (const KeyChange& each : changes) {
    const std::uint32_t modifiers = keyboard.keys->finder().mask_of(each.code);
    held_ = each.down ? held_ | modifiers : held_ & ~modifiers;
    ::ei_device_keyboard_key(keyboard.handle.get(), each.code, each.down);
    end_frame(keyboard);
  }
}

void EisDevices::press_symbol(std::uint32_t symbol, Deadline deadline) {
  Device& keyboard = device_for(EI_DEVICE_CAP_KEYBOARD, deadline);
  const std::optional<std::vector<KeyChange>> changes = keyboard.keys->press(symbol);
  if (!changes) throw Refusal("not on the keyboard");
  change(keyboard, *changes);
}

void EisDevices::release_symbol(std::uint32_t symbol, Deadline deadline) {
  const auto holder = std::find_if(devices_.begin(), devices_.end(), [&](const Device& each) {
    return each.keys && each.keys->is_down(symbol);
  });
  if (holder == devices_.end()) return;
  // The keyboard stays meanwhile: that of something held ends the session when it goes.
  if (pointed_ != 0) settle_modifiers(deadline);
  change(*holder, holder->keys->release(symbol));
}

std::optional<std::uint32_t> EisDevices::find_missing(const std::vector<std::uint32_t>& symbols,
                                                      Deadline deadline) {
  const KeyFinder& finder = device_for(EI_DEVICE_CAP_KEYBOARD, deadline).keys->finder();
  const auto missing = std::find_if(symbols.begin(), symbols.end(),
                                    [&](std::uint32_t each) { return !finder.find(each); });
  return missing == symbols.end() ? std::nullopt : std::optional(*missing);
}

void EisDevices::send(const InputEvent& event, const std::string& mapping, Deadline deadline) {
  using Kind = InputEvent::Kind;
  const bool down = event.second == 1;
  if (event.kind == Kind::kButton || event.kind == Kind::kTurn) pointed_ |= held_;
  const auto symbol = static_cast<std::uint32_t>(event.first);
  switch (event.kind) {
    case Kind::kMove:
      return move(event.first, event.second, mapping, deadline);
    case Kind::kButton:
      return down ? press_button(event.first, deadline) : release_button(event.first);
    case Kind::kTurn:
      return turn(event.first, event.second, deadline);
    case Kind::kSymbol:
      return down ? press_symbol(symbol, deadline) : release_symbol(symbol, deadline);
    case Kind::kTouch:
      return touch(deadline);
  }
}

}  // namespace native::portal
