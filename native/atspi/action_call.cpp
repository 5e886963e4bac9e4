#include "native/atspi/action_call.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "native/atspi/names.hpp"
#include "native/atspi/tree_reader.hpp"
#include "native/dbus/pipeline.hpp"
#include "native/linux/held_connection.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;
using Paths = std::set<std::string>;

// How long an answer is waited for: some programs give it only when the dialog is closed.
constexpr std::chrono::milliseconds kAnswer{250};
constexpr std::size_t kMaxFrames = 64;

// An action under way over a connection of its own, or over the bus where a program offers none.
class Action {
 public:
  Action(dbus::Bus& bus, Program& program, Deadline limit, std::function<void()> check)
      : bus_(bus), program_(program), limit_(limit), check_(std::move(check)) {}

  ActionAnswer run(const Object& object, std::int32_t index) {
    if (object.bus == program_.name && program_.peer) own_ = connect_directly(program_, limit_);
    if (own_) before_ = modal_frames();
    dbus::Pipeline calls(own_ ? *own_ : bus_, limit_, check_);
    calls.add({object.bus, object.path, kAction, "DoAction", {index}}, [this](Reply& reply) {
      answer_.answered = true;
      if (reply) reply.read(&answer_.accepted);
    });
    try {
      calls.run_until(moment());
      if (own_ && is_under_way()) hold_until_answered(own_->descriptor());
    } catch (...) {
      const bool is_sent = calls.is_empty();
      if (own_ && is_sent) hold_until_answered(own_->descriptor());
      throw;
    }
    return answer_;
  }

 private:
  Deadline moment() const {
    return std::min<Deadline>(limit_, std::chrono::steady_clock::now() + kAnswer);
  }

  // Returns whether the program may still be handling the action. It answers before it begins.
  bool is_under_way() {
    if (!answer_.answered) return true;
    const std::optional<Paths> now = modal_frames();
    if (!now || !before_) return true;
    return !std::includes(before_->begin(), before_->end(), now->begin(), now->end());
  }

  // Returns the top-level elements that are modal; nothing while the program does not answer.
  std::optional<Paths> modal_frames() {
    Paths modal;
    bool whole = false;
    dbus::Pipeline calls(*program_.peer, limit_, check_);
    const auto ask = [&](const Object& frame) {
      calls.add({frame.bus, frame.path, kAccessible, "GetState"}, [&modal, frame](Reply& reply) {
        std::uint64_t states = 0;
        if (reply && read_states(reply, &states) && has(states, State::kModal))
          modal.insert(frame.path);
      });
    };
    calls.add({program_.name, kRootPath, kAccessible, "GetChildren"}, [&](Reply& reply) {
      whole = reply && reply.enter('a', "(so)");
      Object frame;
      for (std::size_t i = 0; whole && i < kMaxFrames && read_object(reply, &frame); ++i)
        ask(frame);
    });
    if (!calls.run_until(moment()) || !whole) return std::nullopt;
    return modal;
  }

  dbus::Bus& bus_;
  Program& program_;
  const Deadline limit_;
  const std::function<void()> check_;
  std::unique_ptr<dbus::Bus> own_;
  std::optional<Paths> before_;
  ActionAnswer answer_;
};

}  // namespace

ActionAnswer do_action(dbus::Bus& bus, Program& program, const Object& object, std::int32_t index,
                       Deadline limit, const std::function<void()>& check) {
  return Action(bus, program, limit, check).run(object, index);
}

}  // namespace native::atspi
