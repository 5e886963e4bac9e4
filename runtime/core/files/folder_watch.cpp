#include "runtime/core/files/folder_watch.hpp"

#include <sys/stat.h>
#include <uv.h>

#include <cerrno>
#include <cstring>
#include <set>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/temporary_name.hpp"

namespace runtime {

namespace {

constexpr std::size_t kMaxNames = 1000;

struct Identity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const Identity&) const = default;
};

bool is_folder(const std::string& path, Identity* identity) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return false;
  *identity = Identity{status.st_dev, status.st_ino};
  return true;
}

}  // namespace

// Outlives the watch until libuv has closed the handle.
struct FolderWatch::Box {
  uv_fs_event_t event;
  std::string folder;
  std::string watched;  // the folder, or an ancestor; "" when none
  Identity identity;    // of the watched folder
  std::set<std::string> names;
  int failure = 0;
  Condition changed;

  void add(std::string name) {
    if (names.size() >= kMaxNames) name.clear();
    if (name.empty()) names.clear();
    const bool anything = names.count("") > 0;
    if (!anything) names.insert(std::move(name));
    changed.notify_all();
  }

  // Files still being written have such names: those without a name yet ("#" and a number, of
  // O_TMPFILE) and our own temporary ones.
  bool is_unfinished(const std::string& name) const {
    if (files::is_temporary_name(name)) return true;
    if (name.size() < 2 || name[0] != '#' ||
        name.find_first_not_of("0123456789", 1) != std::string::npos)
      return false;
    struct stat status{};
    return lstat((folder + "/" + name).c_str(), &status) != 0;
  }

  // Returns the folder, or its nearest existing ancestor.
  std::string nearest(Identity* found) const {
    std::string path = folder;
    while (!is_folder(path, found) && path != "/" && path != ".") path = files::parent_of(path);
    return path;
  }

  // Watches the nearest existing folder. Returns whether that is another one than before.
  bool place() {
    bool moved = false;
    for (;;) {
      Identity now;
      const std::string path = nearest(&now);
      if (path == watched && now == identity) return moved;
      uv_fs_event_stop(&event);
      watched = path;
      identity = now;
      moved = true;
      failure = uv_fs_event_start(&event, on_event, path.c_str(), 0);
      // ENOENT: removed meanwhile; the next attempt finds an ancestor.
      if (failure != 0 && failure != UV_ENOENT) return moved;
    }
  }

  static void on_event(uv_fs_event_t* handle, const char* name, int events, int) {
    Box& box = *static_cast<Box*>(handle->data);
    const bool was_there = box.watched == box.folder;
    const bool may_have_moved = !was_there || (events & UV_RENAME) != 0;
    if (may_have_moved && box.place() && (was_there || box.watched == box.folder))
      return box.add("");
    if (box.failure != 0) return box.changed.notify_all();
    if (!was_there || (name && box.is_unfinished(name))) return;
    box.add(name ? name : "");
  }

  void check() const {
    if (failure == 0) return;
    throw Error("FILE_IO_ERROR", "folder " + folder + " cannot be watched: " + uv_strerror(failure),
                failure == UV_ENOSPC || failure == UV_EMFILE
                    ? "Raise fs.inotify.max_user_watches and max_user_instances."
                    : "");
  }
};

FolderWatch::FolderWatch(Loop& loop, std::string folder) : box_(new Box) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  box_->folder = folder.empty() ? "." : std::move(folder);
  uv_fs_event_init(loop.handle(), &box_->event);
  box_->event.data = box_;
  box_->place();
}

FolderWatch::~FolderWatch() {
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->event),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
}

Task<std::vector<std::string>> FolderWatch::next() {
  Box* const box = box_;
  box->check();
  while (box->names.empty()) {
    co_await box->changed.wait();
    box->check();
  }
  std::vector<std::string> names(box->names.begin(), box->names.end());
  box->names.clear();
  co_return names;
}

}  // namespace runtime
