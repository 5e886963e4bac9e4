#include "native/lua/bridge/element_wait.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "runtime/core/value/plain_text.hpp"

namespace native {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxFound = 20;

// What one look at the elements has shown.
struct Look {
  std::vector<Element> found;
  std::string seen;   // instead of what is wanted
  bool hung = false;  // the program did not answer
  bool cut = false;   // some of its elements are missing
};

std::string text_of(const Element& element) {
  std::string states;
  for (const std::string& each : element.states) states += (states.empty() ? "" : ", ") + each;
  return runtime::plain_line(element.path + " (" + states + ")");
}

// Returns what is there that fits but for its state and value.
std::string nearly(const ElementTree& tree, const ElementWish& wish) {
  ElementWish less = wish;
  less.state.clear();
  less.value.reset();
  const std::vector<std::size_t> places = find_wish(tree, less);
  if (places.empty()) return "no such element among " + std::to_string(tree.elements.size());
  return text_of(tree.elements[places.front()]);
}

Look look(const WaitContext& context, const ElementWait& wait) {
  const ElementTree tree = context.gate.elements(context.desktop, context.elements, context.caller,
                                                 wait.target, wait.limits, context.deadline);
  Look look;
  const std::vector<std::size_t> places = find_wish(tree, wait.wish);
  for (std::size_t i = 0; i < std::min(places.size(), kMaxFound); ++i)
    look.found.push_back(tree.elements[places[i]]);
  look.seen = look.found.empty() ? nearly(tree, wait.wish) : text_of(look.found.front());
  look.cut = !tree.left_out.empty();
  if (look.cut && look.found.empty()) look.seen += " that were read; others were left out";
  return look;
}

// Returns nothing while the program does not answer, and with nothing left to be gone.
std::optional<Look> try_to_look(const WaitContext& context, const ElementWait& wait) {
  try {
    return look(context, wait);
  } catch (const Error& error) {
    if (error.code == "TIMEOUT") return Look{{}, error.message, true};
    if (error.code == "WINDOW_NOT_FOUND" && wait.gone) return std::nullopt;
    throw;
  }
}

// Returns whether none of these elements fits any more, by asking for each: what is not listed may
// only have been cut off.
bool all_gone(const WaitContext& context, const ElementWait& wait,
              const std::vector<Element>& known) {
  ElementWish changing;  // an element with another role or name is a stale one
  changing.state = wait.wish.state;
  changing.value = wait.wish.value;
  for (const Element& each : known) {
    ElementTree alone;
    try {
      alone.elements.push_back(context.gate.element_again(
          context.desktop, context.elements, context.caller, each.id, context.deadline));
    } catch (const Error& error) {
      if (error.code == "ELEMENT_STALE" || error.code == "WINDOW_NOT_FOUND") continue;
      if (error.code == "TIMEOUT") return false;
      throw;
    }
    if (!find_wish(alone, changing).empty()) return false;
  }
  return !known.empty();
}

// Returns whether what was seen ends the wait. A program that did not answer shows nothing, which
// does not mean that something is gone.
bool is_so(const WaitContext& context, const ElementWait& wait, const Look& seen,
           const std::vector<Element>& known) {
  if (seen.hung || seen.found.empty() != wait.gone) return false;
  return !wait.gone || !seen.cut || all_gone(context, wait, known);
}

std::int64_t process_of(const WaitContext& context, const ElementsOf& target) {
  if (target.windows.empty()) return target.pid;
  for (const Window& each : context.gate.windows(context.desktop, context.caller, context.deadline))
    if (each.id == target.windows.front()) return each.pid;
  return target.pid;
}

[[noreturn]] void throw_late(const ElementWait& wait, const std::string& seen) {
  const std::string what = runtime::plain_line(wish_text(wait.wish));
  throw Error("TIMEOUT",
              "waited for " + what + (wait.gone ? " to be gone" : "") + "; last seen: " + seen,
              "Give it more time with `timeout` (seconds), or look at what is there now.",
              {{"reason", "wait"}, {"seen", seen}});
}

// A program that changes all the time is looked at for half of the time at most.
void rest(Clock::duration taken, const WaitContext& context) {
  constexpr std::chrono::milliseconds kCheck{10};
  const Deadline end = std::min(context.deadline, Clock::now() + taken);
  while (Clock::now() < end) {
    context.check();
    std::this_thread::sleep_until(std::min(end, Clock::now() + kCheck));
  }
}

}  // namespace

std::vector<Element> wait_for_element(const WaitContext& context, const ElementWait& wait) {
  // Listens before it looks, so that it misses no change in between.
  const std::unique_ptr<ElementWatch> watch =
      context.elements.watch(process_of(context, wait.target), context.deadline);
  std::string last = "nothing yet";
  std::vector<Element> known;  // what has fitted
  for (;;) {
    const Deadline begin = Clock::now();
    const std::optional<Look> seen = try_to_look(context, wait);
    if (!seen) return {};
    if (is_so(context, wait, *seen, known)) return seen->found;
    if (!seen->found.empty()) known = seen->found;
    // What was cut off by the deadline tells nothing new.
    if (!seen->hung || Clock::now() < context.deadline) last = seen->seen;
    if (Clock::now() < context.deadline) rest(Clock::now() - begin, context);
    if (Clock::now() < context.deadline) watch->wait(context.deadline, context.check);
    if (Clock::now() >= context.deadline) throw_late(wait, last);
  }
}

}  // namespace native
