#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/desktop/providers/audio.hpp"
#include "native/desktop/providers/file_manager.hpp"
#include "native/desktop/providers/machine.hpp"
#include "native/desktop/providers/power.hpp"
#include "native/desktop/providers/session_programs.hpp"

namespace native {

// The services of the session, and what there is to know of the machine. Any thread. Where one is
// missing, "UNSUPPORTED" is thrown.
class SessionServices {
 public:
  struct Openers {
    std::function<std::unique_ptr<Audio>()> audio = {};  // called at first use: loads a library
    std::shared_ptr<Power> power = {};
    std::shared_ptr<FileManagers> file_managers = {};
    std::shared_ptr<SessionPrograms> programs = {};
    std::function<Machine()> machine = {};
  };
  explicit SessionServices(Openers openers) : openers_(std::move(openers)) {}

  // "UNSUPPORTED" when the library of sound cannot be loaded; the next call tries again.
  Audio& audio() {
    const std::lock_guard lock(mutex_);
    if (!audio_) audio_ = openers_.audio ? openers_.audio() : nullptr;
    check(audio_ != nullptr, "sound");
    return *audio_;
  }
  Power& power() const {
    check(openers_.power != nullptr, "the battery");
    return *openers_.power;
  }
  FileManagers& file_managers() const {
    check(openers_.file_managers != nullptr, "the file manager");
    return *openers_.file_managers;
  }
  SessionPrograms& programs() const {
    check(openers_.programs != nullptr, "the session's programs");
    return *openers_.programs;
  }
  Machine machine() const { return openers_.machine ? openers_.machine() : Machine(); }

 private:
  static void check(bool there, const char* what) {
    if (!there) throw Error("UNSUPPORTED", std::string(what) + " cannot be reached here");
  }

  const Openers openers_;
  std::mutex mutex_;
  std::unique_ptr<Audio> audio_;
};

}  // namespace native
