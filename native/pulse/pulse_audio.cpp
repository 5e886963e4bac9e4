#include "native/pulse/pulse_audio.hpp"

#include <pulse/introspect.h>
#include <pulse/volume.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "native/pulse/connection.hpp"

namespace native {
namespace {

using pulse::Connection;

constexpr const char* kDefault = "@DEFAULT_SINK@";
constexpr std::size_t kMaxText = 300;  // bytes of a name
constexpr std::size_t kMaxRemembered = 16;
// PipeWire may answer before the change is made.
constexpr std::chrono::milliseconds kMaxSettling{500};

// The default output, with what only libpulse needs.
struct Sink {
  std::uint32_t index = 0;
  pa_cvolume volume{};
  AudioOutput output;
};

double percent_of(pa_volume_t volume) {
  return static_cast<double>(volume) * 100 / static_cast<double>(PA_VOLUME_NORM);
}

std::string text_of(const char* text) {
  return text == nullptr ? std::string() : std::string(text).substr(0, kMaxText);
}

void take_sink(pa_context*, const pa_sink_info* info, int end, void* target) {
  if (end != 0 || info == nullptr) return;
  auto& found = *static_cast<std::optional<Sink>*>(target);
  Sink sink;
  sink.index = info->index;
  sink.volume = info->volume;
  sink.output.name = text_of(info->name);
  sink.output.title = text_of(info->description);
  sink.output.percent = percent_of(pa_cvolume_max(&info->volume));
  sink.output.muted = info->mute != 0;
  found = std::move(sink);
}

void take_success(pa_context*, int success, void* target) {
  *static_cast<bool*>(target) = success != 0;
}

Sink default_sink(Connection& connection) {
  std::optional<Sink> found;
  connection.finish(
      pa_context_get_sink_info_by_name(connection.context(), kDefault, take_sink, &found));
  if (found) return std::move(*found);
  if (connection.error() == PA_ERR_NOENTITY) throw no_audio_output();
  connection.fail();
}

class PulseAudio : public Audio {
 public:
  explicit PulseAudio(AudioRoots roots) : roots_(std::move(roots)) {}

  AudioOutput output(Deadline deadline) override {
    const auto connection = connect(deadline);
    return default_sink(*connection).output;
  }

  AudioChange set_volume(double percent, Deadline deadline) override {
    check_volume(percent);
    const auto connection = connect(deadline);
    const Sink before = default_sink(*connection);
    const pa_cvolume wanted = scaled(before, percent);
    bool success = false;
    connection->finish(pa_context_set_sink_volume_by_index(connection->context(), before.index,
                                                           &wanted, take_success, &success));
    if (!success) connection->fail();
    const auto fits = [percent](const AudioOutput& now) {
      return std::abs(now.percent - percent) <= kTolerance;
    };
    return {before.output, settled(*connection, before, fits)};
  }

  AudioChange set_muted(bool muted, Deadline deadline) override {
    const auto connection = connect(deadline);
    const Sink before = default_sink(*connection);
    bool success = false;
    connection->finish(pa_context_set_sink_mute_by_index(connection->context(), before.index,
                                                         muted ? 1 : 0, take_success, &success));
    if (!success) connection->fail();
    const auto fits = [muted](const AudioOutput& now) { return now.muted == muted; };
    return {before.output, settled(*connection, before, fits)};
  }

 private:
  std::unique_ptr<Connection> connect(Deadline deadline) const {
    const Deadline soon =
        std::min<Deadline>(deadline, std::chrono::steady_clock::now() + kPatience);
    const std::optional<std::string> server = roots_.server();
    if (!server) throw not_running();
    try {
      return std::make_unique<Connection>(*server, roots_.provider(), soon);
    } catch (const Error& error) {
      if (error.fact("reason") == "not running" && !roots_.is_installed()) throw not_running();
      throw;
    }
  }

  Error not_running() const {
    return provider_unavailable(roots_.provider(), roots_.is_installed()
                                                       ? ProviderFault::kNotRunning
                                                       : ProviderFault::kNotInstalled);
  }

  // Returns the volume with its loudest channel at that many percent. Where all channels are
  // silent their relation is that of the time before, if this object has silenced them.
  pa_cvolume scaled(const Sink& sink, double percent) {
    const auto loudest = static_cast<pa_volume_t>(std::lround(percent / 100 * PA_VOLUME_NORM));
    pa_cvolume volume = sink.volume;
    const std::lock_guard lock(mutex_);
    if (pa_cvolume_max(&volume) == PA_VOLUME_MUTED) {
      const auto known = silenced_.find(sink.output.name);
      if (known != silenced_.end() && known->second.channels == volume.channels)
        volume = known->second;
    } else if (silenced_.size() < kMaxRemembered || silenced_.contains(sink.output.name)) {
      silenced_[sink.output.name] = volume;
    }
    pa_cvolume_scale(&volume, loudest);
    return volume;
  }

  // Returns the output once it is as it was set. "EFFECT_NOT_SEEN" when it is not soon.
  template <class Fits>
  static AudioOutput settled(Connection& connection, const Sink& before, const Fits& fits) {
    const Deadline end = std::chrono::steady_clock::now() + kMaxSettling;
    for (;;) {
      std::optional<Sink> now;
      connection.finish(
          pa_context_get_sink_info_by_index(connection.context(), before.index, take_sink, &now));
      if (!now) throw no_audio_output();
      if (fits(now->output)) return now->output;
      if (std::chrono::steady_clock::now() >= end) throw audio_not_changed(now->output);
      connection.pause();
    }
  }

  const AudioRoots roots_;
  std::mutex mutex_;
  std::map<std::string, pa_cvolume> silenced_;  // the volumes before, by the names of outputs
};

}  // namespace

std::unique_ptr<Audio> open_pulse_audio(AudioRoots roots) {
  return std::make_unique<PulseAudio>(std::move(roots));
}

}  // namespace native
