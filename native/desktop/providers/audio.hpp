#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// The seam for sound: the output that programs play on unless they choose another.
namespace native {

// The default output as it was read.
struct AudioOutput {
  std::string name;    // as its server calls it, such as "alsa_output.pci-0000_00_1f.3"
  std::string title;   // for people, such as "Built-in Audio"
  double percent = 0;  // of the loudest channel; above 100 where it is amplified
  bool muted = false;
};

// What a change found and what it left.
struct AudioChange {
  AudioOutput before;
  AudioOutput after;
};

// Reads and changes the default output. Any thread; connects for each call. Errors:
// "PROVIDER_UNAVAILABLE" when no sound server answers, "UNSUPPORTED" when it has no output.
class Audio {
 public:
  // The time in which a server must answer.
  static constexpr std::chrono::milliseconds kPatience{2500};
  // How far what is read back may be from what was set.
  static constexpr double kTolerance = 1;

  virtual ~Audio() = default;
  virtual AudioOutput output(Deadline deadline) = 0;
  // Sets the loudest channel to 0 to 100 percent; the others keep their relation to it.
  // "EFFECT_NOT_SEEN" when it is not so afterwards, "INVALID_ARGUMENT" for another number.
  virtual AudioChange set_volume(double percent, Deadline deadline) = 0;
  virtual AudioChange set_muted(bool muted, Deadline deadline) = 0;
};

// Throws "INVALID_ARGUMENT" unless it is a number from 0 to 100.
inline void check_volume(double percent) {
  if (percent >= 0 && percent <= 100) return;
  throw Error("INVALID_ARGUMENT", "volume must be a number from 0 to 100", "Give percent.",
              {{"field", "value"}});
}

// Returns "EFFECT_NOT_SEEN" for an output that is not as it was set.
inline Error audio_not_changed(const AudioOutput& now) {
  return {"EFFECT_NOT_SEEN",
          "'" + now.title + "' is not as it was set: another program may have changed it",
          "Read the volume, and set it again if it matters.",
          {{"percent", static_cast<std::int64_t>(now.percent + 0.5)},
           {"muted", std::string(now.muted ? "true" : "false")}}};
}

// Returns "UNSUPPORTED": the server has nothing to play on.
inline Error no_audio_output() {
  return {"UNSUPPORTED",
          "the sound server has no output",
          "Connect loudspeakers or headphones; `pactl list short sinks` shows what the server has.",
          {{"reason", std::string("no output")}}};
}

}  // namespace native
