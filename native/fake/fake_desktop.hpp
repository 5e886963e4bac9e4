#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/fake/fake_clipboard.hpp"
#include "native/fake/fake_input.hpp"

namespace native {

// A desktop in memory that behaves as the seam promises, misbehaves on demand and logs every
// request. Owned by tests; its settings may be changed from another thread while an operation runs.
class FakeDesktop : public Desktop,
                    public Displays,
                    public Windows,
                    public Applications,
                    public Capture,
                    public DamageTracker {
 public:
  // The colour 0xRRGGBB of one pixel, in coordinates of the window (or of the desktop).
  using Paint = std::function<std::uint32_t(int x, int y)>;
  // Runs instead of an operation's work, e.g. to throw.
  using Misbehaviour = std::function<void(Deadline deadline)>;

  // Makes one display of 1280 by 800, no windows, a black desktop.
  FakeDesktop();

  void set_displays(std::vector<Display> displays);
  void set_background(Paint paint);
  // Puts a window in front of all others. If it is active, the window that was active no longer is.
  void add_window(Window window, Paint paint);
  // Changes a window in place; does nothing when no window has that id.
  void change_window(std::uint64_t id, const std::function<void(Window&)>& change);
  void raise_window(std::uint64_t id);
  void remove_window(std::uint64_t id);

  // Makes `operation` misbehave from now on: "displays", "windows", "frontmost", "activate",
  // "capture", "applications", "capabilities", "changes", "input", "window control",
  // "clipboard", or "*" for all. "strip" misbehaves in the middle of a picture, after its first
  // strip. behave() ends all misbehaviour.
  void misbehave(const std::string& operation, Misbehaviour misbehaviour);
  void fail(const std::string& operation, const Error& error);
  // Makes the operation hang until its deadline and then throw "TIMEOUT", as with a stopped server.
  void hang(const std::string& operation);
  void behave();

  // For events: presses a key; grabs a key for another program; loses the display; restores it.
  void press(const Hotkey& hotkey);
  void take_hotkey(const Hotkey& hotkey);
  void lose_listeners(const Error& error);
  void regain_listeners();

  // Returns the requests in order, e.g. "windows", "activate 7", "capture window 7".
  std::vector<std::string> log() const;

  std::string name() const override { return "fake"; }
  std::string description() const override { return "a desktop in memory"; }
  Displays& displays() override { return *this; }
  Windows& windows() override { return *this; }
  Applications& applications() override { return *this; }
  Capture& capture() override { return *this; }
  DamageTracker& changes() override { return *this; }
  FakeInput& input() override { return input_; }
  FakeWindowControl& control() override { return control_; }
  FakeClipboard& clipboard() override { return clipboard_; }
  // See fake_events.hpp. The desktop must outlive it.
  std::unique_ptr<Events> listen() override;
  // See fake_person_watch.hpp. The desktop must outlive it.
  std::unique_ptr<PersonWatch> watch_person(const Hotkey& stop_keys) override;
  // Does what a person does with keyboard and pointer.
  void act_as_person(PersonWatch::Seen seen);
  // Makes those that watch a person fail once.
  void lose_person();
  std::vector<Capability> capabilities(Deadline deadline) override;

  std::vector<Display> displays(Deadline deadline) override;
  std::vector<Window> windows(Deadline deadline) override;
  std::vector<Window> possible_windows(Deadline deadline) override;
  std::optional<Window> frontmost(Deadline deadline) override;
  void activate(std::uint64_t window_id, Deadline deadline) override;
  std::vector<App> applications(Deadline deadline, std::vector<Window>* windows) override;
  std::vector<App> group(const std::vector<Window>& windows) override;
  // Returns what set_executable() was given.
  std::string executable(std::int64_t pid) override;
  void set_executable(std::int64_t pid, const std::string& name);
  void capture(const CaptureTarget& target, StripSink& sink, Deadline deadline) override;
  std::uint64_t mark(Deadline deadline) override;
  bool changed(std::uint64_t mark, const Rect& area, Deadline deadline) override;

 private:
  friend class FakeClipboard;
  friend class FakeEvents;
  friend class FakeInput;
  friend class FakePersonWatch;
  friend class FakeWindowControl;
  struct Painted {
    Window window;
    Paint paint;
    std::optional<Rect> normal = {};  // its bounds before it was maximised
  };

  void enter(const std::string& operation, const std::string& entry, Deadline deadline);
  void misbehave_now(const std::string& operation, const std::string& otherwise, Deadline deadline);
  Painted* find(std::uint64_t id);
  [[noreturn]] static void throw_gone(std::uint64_t id);
  std::vector<Window> listed() const;
  std::uint32_t screen_pixel(int x, int y) const;
  Rect screen() const;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Display> displays_;
  std::vector<Painted> windows_;  // front-most first
  Paint background_;
  std::map<std::string, Misbehaviour> misbehaviours_;
  std::uint64_t behaviour_ = 0;  // counts behave(), which ends a hang
  std::vector<Rect> painted_;    // on the screen, in order
  std::vector<Hotkey> pressed_;  // in order
  std::vector<Hotkey> taken_;
  std::vector<Selection> copied_;  // in order
  std::optional<Error> lost_;
  std::vector<std::string> log_;
  std::vector<std::optional<PersonWatch::Seen>> person_;  // in order
  std::map<std::int64_t, std::string> executables_;
  FakeInput input_{*this};
  FakeWindowControl control_{*this};
  FakeClipboard clipboard_{*this};
};

}  // namespace native
