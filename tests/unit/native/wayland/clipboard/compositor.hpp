#pragma once

#include <wayland-server-core.h>

#include <map>
#include <string>
#include <vector>

#include "native/desktop/clipboard.hpp"
#include "native/wayland/clipboard/descriptor.hpp"
#include "tests/unit/native/wayland/served_display.hpp"

namespace native::wayland {

// The interfaces of one data-control protocol.
struct DataControl {
  const char* name;
  const wl_interface* manager;  // null: the compositor offers none
  const wl_interface* device;
  const wl_interface* source;
  const wl_interface* offer;
  int version;
  bool primary;
};
extern const DataControl kExtDataControl;
extern const DataControl kWlrDataControl;
extern const DataControl kWlrWithoutPrimary;
extern const DataControl kNoDataControl;

// A compositor of nothing but selections. Runs in a thread of its own.
class TestCompositor {
 public:
  explicit TestCompositor(const DataControl& protocol);
  TestCompositor(const TestCompositor&) = delete;
  TestCompositor& operator=(const TestCompositor&) = delete;

  const std::string& socket() const { return served_.socket(); }
  // Offers a text whose owner keeps the pipes open, and writes only what write() gives.
  void offer_silence();
  // Returns how many pipes the silent owner was given.
  std::size_t asked();
  void write(const std::string& bytes);
  // Ends the silent owner: closes its pipes, and empties the clipboard.
  void end_silence();
  // Ends all connections, as a compositor does that ends.
  void drop_clients();

  // What clients request, in the compositor's thread.
  const DataControl& protocol() const { return protocol_; }
  void add_device(wl_resource* device);
  void add_source(wl_resource* source) { types_[source] = {}; }
  void add_type(wl_resource* source, const char* type) { types_[source].emplace_back(type); }
  void remove_device(wl_resource* device);
  void remove_source(wl_resource* source);
  void set(Selection selection, wl_resource* source);
  void receive(wl_resource* source, const char* type, Descriptor pipe);

 private:
  void announce(wl_resource* device, Selection selection);
  void announce_to_all(Selection selection);

  const DataControl& protocol_;
  std::vector<wl_resource*> devices_;
  std::map<wl_resource*, std::vector<std::string>> types_;  // by source
  std::map<Selection, wl_resource*> owners_;
  bool silent_ = false;
  std::vector<Descriptor> silent_pipes_;
  ServedDisplay served_;  // declared last: it ends first
};

}  // namespace native::wayland
