#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"

// What scripts say of KWin's windows, and do with them. They run in Plasma 5.27 and 6.
namespace native::kwin {

// A window of KWin.
struct ScriptedWindow {
  Window window;          // its id comes from the uuid
  std::string uuid;       // as KWin writes it
  std::uint64_t xid = 0;  // of a window of Xwayland; else 0
  bool fills = false;     // is maximised, or takes the whole screen
};

// What the list of windows comes with.
struct ScriptedDesktop {
  std::vector<ScriptedWindow> windows;  // the front-most first
  int major = 5;                        // KWin's version
  int workspaces = 1;
};

// Returns a script that answers with all windows.
std::string list_script();
// Reads its answer; nothing when it is none. Whatever it says is bounded and made valid text.
std::optional<ScriptedDesktop> read_windows(const std::string& answer);

// Returns the id of a window: the same for everybody, and above the ids of X windows.
std::uint64_t id_of_uuid(const std::string& uuid);

// Return scripts that change one window. They answer "done", or "gone" when there is none.
std::string activate_script(const std::string& uuid);
std::string minimise_script(const std::string& uuid, bool minimised);
std::string maximise_script(const std::string& uuid, bool maximised);
std::string close_script(const std::string& uuid);
std::string place_script(const std::string& uuid, const Rect& frame);
// `workspace` is counted from 0.
std::string workspace_script(const std::string& uuid, int workspace);

}  // namespace native::kwin
