#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "native/portal/helper/eis/symbol_keys.hpp"
#include "native/portal/helper/input_devices.hpp"

struct ei;
struct ei_device;
struct ei_event;
struct ei_ping;
struct ei_seat;

namespace native::portal {

// The devices that a compositor gives to a session of the portal by EIS. Nothing answers an event:
// that the compositor has taken it is known by a round trip.
class EisDevices : public InputDevices {
 public:
  // `socket`: as the portal gives it. Throws a Refusal when the compositor has named no devices by
  // the deadline.
  EisDevices(OwnedFile socket, Deadline deadline);
  ~EisDevices() override;
  EisDevices(const EisDevices&) = delete;
  EisDevices& operator=(const EisDevices&) = delete;

  void send(const InputEvent& event, const std::string& mapping, Deadline deadline) override;
  void finish(Deadline deadline) override;
  std::optional<std::uint32_t> find_missing(const std::vector<std::uint32_t>& symbols,
                                            Deadline deadline) override;
  bool tells_layout() const override;
  bool take_in() override;
  int descriptor() const override;

 private:
  struct Free {
    void operator()(ei* context) const;
    void operator()(ei_device* device) const;
    void operator()(struct ei_ping* ping) const;
    void operator()(ei_seat* seat) const;
  };
  template <class Object>
  using Owned = std::unique_ptr<Object, Free>;

  struct Device {
    Owned<ei_device> handle;
    bool takes_events = false;  // paused until then
    bool has_unconfirmed = false;
    std::optional<SymbolKeys> keys = {};  // of a keyboard
  };

  // Reads what the compositor has said. Throws "session closed" once it takes nothing more.
  void dispatch();
  // Waits for the compositor to say something. Returns false at the deadline.
  bool listen(Deadline deadline);
  // The same; throws "no answer" at the deadline.
  void wait(Deadline deadline);
  void round_trip(Deadline deadline);
  // Has the compositor tell which layout is in effect.
  void learn_layout(Deadline deadline);
  // Waits until programs have been told of the modifiers that the pointer was used with.
  void settle_modifiers(Deadline deadline);
  void handle(ei_event* event);
  void bind(ei_seat* seat);
  void add(ei_device* handle);
  void begin(Device& device);
  void end(ei_device* handle, bool removed);
  void read_modifiers(ei_event* event);

  Device* find(ei_device* handle);
  // Returns a device that can do something now, once there is one.
  Device& device_for(int capability, Deadline deadline);
  bool is_in_use(const Device& device) const;
  void end_frame(Device& device);

  void move(int x, int y, const std::string& mapping, Deadline deadline);
  void press_button(int code, Deadline deadline);
  void release_button(int code);
  void turn(int axis, int notches, Deadline deadline);
  void touch(Deadline deadline);
  void press_symbol(std::uint32_t symbol, Deadline deadline);
  void release_symbol(std::uint32_t symbol, Deadline deadline);
  void change(Device& keyboard, const std::vector<KeyChange>& changes);

  Owned<ei> context_;
  Owned<ei_seat> seat_;
  std::list<Device> devices_;
  std::map<int, ei_device*> buttons_;  // that are down, and where
  struct ei_ping* awaited_ = nullptr;  // whose answer is still to come
  bool is_connected_ = false;
  bool is_ready_ = false;
  bool is_over_ = false;
  std::uint32_t sequence_ = 0;
  // What the compositor has told of all keyboards.
  std::uint32_t pressed_ = 0, locked_ = 0, layout_ = 0;
  Deadline told_{};            // when
  std::uint32_t held_ = 0;     // modifiers that this session holds down
  std::uint32_t pointed_ = 0;  // those that the pointer was used with since
};

}  // namespace native::portal
