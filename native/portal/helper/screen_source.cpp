#include "native/portal/helper/screen_source.hpp"

#include <poll.h>

#include <algorithm>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

// How long a portal may take that knows the token. A dialog waits for a person.
constexpr std::chrono::milliseconds kSilentStart{1500};
// What was painted before the call has arrived by then (49 ms at most on GNOME 43).
constexpr std::chrono::milliseconds kSettling{60};

}  // namespace

void ScreenSource::close() {
  streams_.clear();
  pipewire_.reset();
  cast_.reset();
}

void ScreenSource::take_in() {
  if (!cast_) return;
  pipewire_->take_in();
  bool over = pipewire_->has_failed();
  try {
    over = over || !cast_->take_in();
  } catch (const Refusal&) {
    over = true;
  }
  if (over) close();
}

void ScreenSource::open(const std::string& bus, Deadline deadline) {
  const std::optional<std::string> token = token_.read();
  if (token) token_.check_writable();
  // Says so where there is no portal that could be asked.
  auto cast = std::make_unique<ScreenCast>(bus, deadline);
  if (!token) throw Refusal("needs consent");
  if (!cast->may_know(*token, deadline)) throw Refusal("consent revoked");
  const std::string next = cast->start(
      *token, {.deadline = deadline, .patience = kSilentStart, .late = "consent revoked"});
  if (!next.empty()) token_.write(next);
  pipewire_ = std::make_unique<PipeWire>(cast->open_pipewire(deadline));
  cast_ = std::move(cast);
  bus_ = bus;
}

std::uint32_t ScreenSource::node_of(const WantedScreen& wanted) const {
  const std::pair place(wanted.area.x, wanted.area.y);
  const std::pair size(wanted.area.width, wanted.area.height);
  const std::vector<SharedScreen>& screens = cast_->screens();
  for (const SharedScreen& each : screens)
    if (each.place == place && each.size == size) return each.node;
  // A portal that tells no places: where there is one screen, it can be no other.
  const SharedScreen& first = screens.front();
  if (wanted.only && screens.size() == 1 && !first.place && (!first.size || first.size == size))
    return first.node;
  throw Refusal("not shared");
}

ScreenStream& ScreenSource::stream_of(std::uint32_t node) {
  std::unique_ptr<ScreenStream>& stream = streams_[node];
  if (!stream) stream = std::make_unique<ScreenStream>(*pipewire_, node);
  return *stream;
}

void ScreenSource::handle_events(const ScreenStream& stream) {
  pipewire_->take_in();
  if (pipewire_->has_failed() || stream.has_failed()) throw Refusal("stream failed");
  if (!cast_->take_in()) throw Refusal("session closed");
}

SealedPicture ScreenSource::take(const std::string& bus, const WantedScreen& wanted,
                                 Deadline deadline) {
  const Deadline settled = Clock::now() + kSettling;
  if (cast_ && bus != bus_) close();
  if (!cast_) open(bus, deadline);
  const ScreenStream& stream = stream_of(node_of(wanted));
  for (handle_events(stream); !stream.has_picture() || Clock::now() < settled;
       handle_events(stream)) {
    const Deadline next = stream.has_picture() ? std::min(settled, deadline) : deadline;
    if (Clock::now() >= deadline) throw Refusal("no frame");
    pollfd waiting[] = {{pipewire_->descriptor(), POLLIN, 0},
                        {cast_->bus().descriptor(), POLLIN, 0}};
    ::poll(waiting, 2, milliseconds_until(next));
  }
  if (stream.width() != wanted.width || stream.height() != wanted.height)
    throw Refusal("wrong size");
  return stream.copy();
}

SealedPicture ScreenSource::capture(const std::string& bus, const WantedScreen& wanted,
                                    Deadline deadline) {
  const bool held = cast_ != nullptr;
  try {
    return take(bus, wanted, deadline);
  } catch (const Refusal& refusal) {
    close();
    // A session that was held may be over, or of screens that have changed since.
    if (!held || Clock::now() >= deadline) throw;
  }
  try {
    return take(bus, wanted, deadline);
  } catch (const Refusal&) {
    close();
    throw;
  }
}

}  // namespace native::portal
