#pragma once

#include <mutex>
#include <optional>

#include "native/desktop/providers/audio.hpp"

namespace native {

// A sound server in memory, with one output or none. Any thread.
class FakeAudio : public Audio {
 public:
  AudioOutput output(Deadline) override {
    const std::lock_guard lock(mutex_);
    if (failure) throw Error(*failure);
    if (!there) throw no_audio_output();
    return state;
  }
  AudioChange set_volume(double percent, Deadline deadline) override {
    check_volume(percent);
    const AudioOutput before = output(deadline);
    const std::lock_guard lock(mutex_);
    if (!stubborn) state.percent = percent;
    if (state.percent != percent) throw audio_not_changed(state);
    return {before, state};
  }
  AudioChange set_muted(bool muted, Deadline deadline) override {
    const AudioOutput before = output(deadline);
    const std::lock_guard lock(mutex_);
    if (!stubborn) state.muted = muted;
    if (state.muted != muted) throw audio_not_changed(state);
    return {before, state};
  }

  AudioOutput state{"fake_sink", "Speakers", 100, false};
  bool there = true;
  bool stubborn = false;         // takes changes and makes none
  std::optional<Error> failure;  // what each call ends with

 private:
  std::mutex mutex_;
};

}  // namespace native
