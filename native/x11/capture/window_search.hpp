#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/process_ids.hpp"

namespace native::x11 {

// A window inside another one.
struct InnerWindow {
  xcb_window_t window;
  xcb_window_t parent;
};

// Finds all windows inside others, in as many round trips as they are nested; in none when what
// they hold is known.
class InnerWindows {
 public:
  // Nested deeper than this they are not followed.
  static constexpr int kMaxDepth = 24;

  explicit InnerWindows(Connection& connection) : connection_(connection) {}

  // Sends the question what a window holds, unless it was sent before, without waiting.
  void ask(xcb_window_t window);
  // Returns the windows inside those of `outer`, outer ones first; those among `outer` only as far
  // as they are inside each other. Sets `complete` to false when there are more than `most`, or
  // deeper ones. A window may be among `outer` of one call only.
  std::vector<InnerWindow> find(const std::vector<xcb_window_t>& outer, std::size_t most,
                                bool& complete);
  // Returns in which windows those of `outer` are.
  const std::set<xcb_window_t>& parents() const { return parents_; }

 private:
  Connection& connection_;
  std::map<xcb_window_t, KnownTree> asked_;
  std::set<xcb_window_t> parents_;
};

// A place in the tree of windows.
struct FoundWindow {
  xcb_window_t window;
  bool top;  // a child of the root
  // Inside which window it was found; NONE for children of the root and for the manager's clients.
  xcb_window_t parent = XCB_WINDOW_NONE;
};

// Finds every window that may be an application's, and reads what each says of itself: the children
// of the root, among which are menus and other pop-ups, the clients inside frames, and the windows
// inside these. Leaves out the window manager's own.
class WindowSearch {
 public:
  // Sends the first requests without waiting for replies. `titles`: whether to read these, too.
  WindowSearch(Connection& connection, bool titles);

  // Waits for the replies and asks the rest. Call once, before the functions below.
  // "CAPTURE_FAILED" when there are too many windows.
  void run();

  // Returns whether a compositor draws the screen, and its process; 0 when that is not known.
  bool composited() const { return composited_; }
  std::int64_t compositor() const { return compositor_; }
  // Returns the children of the root, bottom to top.
  const std::vector<xcb_window_t>& stack() const { return stack_; }
  const std::vector<FoundWindow>& found() const { return found_; }
  // Returns the place of a window in found().
  std::optional<std::size_t> place_of(xcb_window_t window) const;
  // Returns what the windows of found() say: id, pid, app_class, app_instance and title.
  std::vector<Window> read();

 private:
  struct Identity {
    KnownProperty app_class;
    std::optional<KnownProperty> title, pid;
  };

  void ask_about(xcb_window_t window);
  void ask_whether_managed(xcb_window_t check);
  void list(const std::vector<std::uint32_t>& clients);
  void add(xcb_window_t window, bool top, xcb_window_t parent = XCB_WINDOW_NONE);
  void add_inner_windows();
  void add_unlisted();
  bool is_managers(xcb_window_t window) const;
  Window read_one(xcb_window_t window);
  void fill_titles(std::vector<Window>& windows);
  std::int64_t process_of(xcb_window_t window);

  Connection& connection_;
  const bool titles_;
  Ask<xcb_get_selection_owner_reply> asked_compositor_;
  Ask<xcb_query_tree_reply> asked_tree_;
  AskProperty asked_clients_, asked_manager_;
  std::optional<ProcessIds> owners_;  // asked when a process is not known
  std::map<xcb_window_t, Identity> asked_;
  InnerWindows inner_;
  // Whether the manager with this window runs.
  std::optional<std::pair<xcb_window_t, AskProperty>> asked_whether_managed_;
  bool composited_ = false;
  std::int64_t compositor_ = 0;
  xcb_window_t manager_ = XCB_WINDOW_NONE;  // a window of the running one
  std::vector<xcb_window_t> stack_;
  std::vector<xcb_window_t> managers_;  // those in the stack that are the manager's
  std::vector<FoundWindow> found_;
  std::map<xcb_window_t, std::size_t> places_;  // of each in these
};

}  // namespace native::x11
