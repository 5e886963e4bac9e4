#include "tests/unit/native/wayland/clipboard/compositor.hpp"

#include <unistd.h>

#include <cstdint>
#include <utility>

#include "ext-data-control-v1-client.h"
#include "wlr-data-control-unstable-v1-client.h"

namespace native::wayland {
namespace {

enum DeviceEvent : std::uint32_t { kDataOffer, kSelection, kFinished, kPrimarySelection };
enum SourceEvent : std::uint32_t { kSend, kCancelled };
constexpr std::uint32_t kOfferType = 0;

TestCompositor& compositor_of(wl_resource* resource) {
  return *static_cast<TestCompositor*>(::wl_resource_get_user_data(resource));
}

wl_resource* make(wl_client* client, const wl_interface* interface, wl_resource* like,
                  std::uint32_t id) {
  return ::wl_resource_create(client, interface, ::wl_resource_get_version(like), id);
}

void destroy(wl_client*, wl_resource* resource) { ::wl_resource_destroy(resource); }

// The requests of each interface, in the order of their numbers.
struct OfferRequests {
  void (*receive)(wl_client*, wl_resource*, const char*, std::int32_t);
  void (*destroy)(wl_client*, wl_resource*);
};
struct SourceRequests {
  void (*offer)(wl_client*, wl_resource*, const char*);
  void (*destroy)(wl_client*, wl_resource*);
};
struct DeviceRequests {
  void (*set)(wl_client*, wl_resource*, wl_resource*);
  void (*destroy)(wl_client*, wl_resource*);
  void (*set_primary)(wl_client*, wl_resource*, wl_resource*);
};
struct ManagerRequests {
  void (*create_source)(wl_client*, wl_resource*, std::uint32_t);
  void (*get_device)(wl_client*, wl_resource*, std::uint32_t, wl_resource*);
  void (*destroy)(wl_client*, wl_resource*);
};

// What an offer stands for. Outlives its source.
struct Offered {
  TestCompositor* compositor;
  wl_resource* source;  // null: the silent owner
};

const OfferRequests kOfferRequests = {
    [](wl_client*, wl_resource* offer, const char* type, std::int32_t pipe) {
      const auto& offered = *static_cast<Offered*>(::wl_resource_get_user_data(offer));
      offered.compositor->receive(offered.source, type, Descriptor(pipe));
    },
    &destroy,
};

const SourceRequests kSourceRequests = {
    [](wl_client*, wl_resource* source, const char* type) {
      compositor_of(source).add_type(source, type);
    },
    &destroy,
};

const DeviceRequests kDeviceRequests = {
    [](wl_client*, wl_resource* device, wl_resource* source) {
      compositor_of(device).set(Selection::kClipboard, source);
    },
    &destroy,
    [](wl_client*, wl_resource* device, wl_resource* source) {
      compositor_of(device).set(Selection::kPrimary, source);
    },
};

const ManagerRequests kManagerRequests = {
    [](wl_client* client, wl_resource* manager, std::uint32_t id) {
      TestCompositor& own = compositor_of(manager);
      wl_resource* source = make(client, own.protocol().source, manager, id);
      ::wl_resource_set_implementation(source, &kSourceRequests, &own, [](wl_resource* gone) {
        compositor_of(gone).remove_source(gone);
      });
      own.add_source(source);
    },
    [](wl_client* client, wl_resource* manager, std::uint32_t id, wl_resource*) {
      TestCompositor& own = compositor_of(manager);
      wl_resource* device = make(client, own.protocol().device, manager, id);
      ::wl_resource_set_implementation(device, &kDeviceRequests, &own, [](wl_resource* gone) {
        compositor_of(gone).remove_device(gone);
      });
      own.add_device(device);
    },
    &destroy,
};

void bind_manager(wl_client* client, void* data, std::uint32_t version, std::uint32_t id) {
  auto* own = static_cast<TestCompositor*>(data);
  wl_resource* manager =
      ::wl_resource_create(client, own->protocol().manager, static_cast<int>(version), id);
  ::wl_resource_set_implementation(manager, &kManagerRequests, own, nullptr);
}

void bind_seat(wl_client* client, void*, std::uint32_t version, std::uint32_t id) {
  ::wl_resource_create(client, &wl_seat_interface, static_cast<int>(version), id);
}

}  // namespace

const DataControl kExtDataControl = {"ext",
                                     &ext_data_control_manager_v1_interface,
                                     &ext_data_control_device_v1_interface,
                                     &ext_data_control_source_v1_interface,
                                     &ext_data_control_offer_v1_interface,
                                     1,
                                     true};
const DataControl kWlrDataControl = {"wlr",
                                     &zwlr_data_control_manager_v1_interface,
                                     &zwlr_data_control_device_v1_interface,
                                     &zwlr_data_control_source_v1_interface,
                                     &zwlr_data_control_offer_v1_interface,
                                     2,
                                     true};
const DataControl kWlrWithoutPrimary = {"wlr1",
                                        &zwlr_data_control_manager_v1_interface,
                                        &zwlr_data_control_device_v1_interface,
                                        &zwlr_data_control_source_v1_interface,
                                        &zwlr_data_control_offer_v1_interface,
                                        1,
                                        false};
const DataControl kNoDataControl = {"none", nullptr, nullptr, nullptr, nullptr, 0, false};

TestCompositor::TestCompositor(const DataControl& protocol) : protocol_(protocol) {
  ::wl_global_create(served_.display(), &wl_seat_interface, 1, nullptr, &bind_seat);
  if (protocol.manager != nullptr)
    ::wl_global_create(served_.display(), protocol.manager, protocol.version, this, &bind_manager);
  served_.start();
}

void TestCompositor::offer_silence() {
  served_.run([this] {
    set(Selection::kClipboard, nullptr);
    silent_ = true;
    announce_to_all(Selection::kClipboard);
  });
}

std::size_t TestCompositor::asked() {
  std::size_t count = 0;
  served_.run([&] { count = silent_pipes_.size(); });
  return count;
}

void TestCompositor::write(const std::string& bytes) {
  served_.run([&] {
    for (const Descriptor& pipe : silent_pipes_)
      if (::write(pipe.get(), bytes.data(), bytes.size()) < 0) return;
  });
}

void TestCompositor::end_silence() {
  served_.run([this] {
    silent_pipes_.clear();
    set(Selection::kClipboard, nullptr);
  });
}

void TestCompositor::drop_clients() { served_.drop_clients(); }

void TestCompositor::add_device(wl_resource* device) {
  devices_.push_back(device);
  announce(device, Selection::kClipboard);
  if (protocol_.primary) announce(device, Selection::kPrimary);
}

void TestCompositor::remove_device(wl_resource* device) { std::erase(devices_, device); }

void TestCompositor::remove_source(wl_resource* source) {
  types_.erase(source);
  for (auto& [selection, owner] : owners_)
    if (owner == source) {
      owner = nullptr;
      announce_to_all(selection);
    }
}

void TestCompositor::set(Selection selection, wl_resource* source) {
  if (selection == Selection::kClipboard) silent_ = false;
  wl_resource* const before = std::exchange(owners_[selection], source);
  if (before != nullptr && before != source) ::wl_resource_post_event(before, kCancelled);
  announce_to_all(selection);
}

void TestCompositor::receive(wl_resource* source, const char* type, Descriptor pipe) {
  if (source == nullptr && silent_) silent_pipes_.push_back(std::move(pipe));
  if (types_.contains(source)) ::wl_resource_post_event(source, kSend, type, pipe.get());
}

void TestCompositor::announce_to_all(Selection selection) {
  for (wl_resource* device : devices_) announce(device, selection);
}

void TestCompositor::announce(wl_resource* device, Selection selection) {
  const std::uint32_t event = selection == Selection::kPrimary ? kPrimarySelection : kSelection;
  wl_resource* const source = owners_[selection];
  const bool silent = silent_ && selection == Selection::kClipboard;
  if (source == nullptr && !silent) {
    ::wl_resource_post_event(device, event, nullptr);
    return;
  }
  wl_resource* const offer = make(::wl_resource_get_client(device), protocol_.offer, device, 0);
  ::wl_resource_set_implementation(
      offer, &kOfferRequests, new Offered{this, source},
      [](wl_resource* gone) { delete static_cast<Offered*>(::wl_resource_get_user_data(gone)); });
  ::wl_resource_post_event(device, kDataOffer, offer);
  const std::vector<std::string> types =
      silent ? std::vector<std::string>{"text/plain"} : types_[source];
  for (const std::string& type : types) ::wl_resource_post_event(offer, kOfferType, type.c_str());
  ::wl_resource_post_event(device, event, offer);
}

}  // namespace native::wayland
