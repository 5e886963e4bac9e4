#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "native/portal/helper/screen_cast.hpp"
#include "native/portal/helper/screen_stream.hpp"
#include "native/portal/helper/token_file.hpp"

namespace native::portal {

// The screen that a picture is asked of.
struct WantedScreen {
  Area area;
  int width = 0, height = 0;  // of its picture, in pixels
  bool only = false;          // it is the only one
};

// Pictures of screens that a person has given once. Opens a session for the first one, and holds it
// until close(). Throws a Refusal for everything that fails, and then holds none.
class ScreenSource {
 public:
  explicit ScreenSource(TokenFile token) : token_(std::move(token)) {}

  SealedPicture capture(const std::string& bus, const WantedScreen& wanted, Deadline deadline);
  // Handles what came between two pictures. Closes a session that is over.
  void take_in();
  void close();

  bool is_open() const { return cast_ != nullptr; }
  int bus_descriptor() const { return cast_ ? cast_->bus().descriptor() : -1; }
  int pipewire_descriptor() const { return pipewire_ ? pipewire_->descriptor() : -1; }

 private:
  SealedPicture take(const std::string& bus, const WantedScreen& wanted, Deadline deadline);
  void open(const std::string& bus, Deadline deadline);
  std::uint32_t node_of(const WantedScreen& wanted) const;
  ScreenStream& stream_of(std::uint32_t node);
  void handle_events(const ScreenStream& stream);

  TokenFile token_;
  std::string bus_;
  std::unique_ptr<ScreenCast> cast_;
  std::unique_ptr<PipeWire> pipewire_;
  std::map<std::uint32_t, std::unique_ptr<ScreenStream>> streams_;  // end before PipeWire
};

}  // namespace native::portal
