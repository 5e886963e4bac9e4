#include "runtime/core/files/file_error.hpp"

#include <cerrno>
#include <cstring>

#include "runtime/core/value/error.hpp"

namespace runtime::files {

namespace {

struct Cause {
  const char* reason;
  const char* hint;
};

Cause cause_of(int code) {
  switch (code) {
    case EACCES:
    case EPERM:
    case EROFS:
      return {"permission", "choose a place that you may write to, or change its permissions"};
    case ENOENT:
      return {"missing", "check the path: there is no such file or folder"};
    case ENOTDIR:
      return {"no_folder", "check the path: a part of it is a file, not a folder"};
    case ENOSPC:
    case EDQUOT:
      return {"no_space", "free some space, or choose another disk"};
    case EFBIG:
      return {"no_space",
              "raise the limit on the size of files (ulimit -f), or choose another disk"};
    case EEXIST:
      return {"exists", "choose another name"};
    case ENAMETOOLONG:
      return {"too_long", "shorten the name to 255 bytes"};
    default:
      return {"other", ""};
  }
}

}  // namespace

void fail(const std::string& what, const std::string& path, int code) {
  const Cause cause = cause_of(code);
  Value details;
  details.set("reason", cause.reason).set("path", path);
  throw Error("FILE_IO_ERROR", "cannot " + what + " " + path + ": " + std::strerror(code),
              cause.hint, details);
}

const char* checked(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos)
    throw Error("INVALID_ARGUMENT", "a path must not be empty and must not contain a NUL byte");
  return path.c_str();
}

}  // namespace runtime::files
