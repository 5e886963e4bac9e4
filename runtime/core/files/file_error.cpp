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
      return {"permission", "Choose a place that you may write to, or change its permissions."};
    case ENOENT:
      return {"missing", "Check the path: no such file or folder exists."};
    case ENOTDIR:
      return {"no_folder", "Check the path: part of it is a file, not a folder."};
    case ENOSPC:
    case EDQUOT:
      return {"no_space", "Free some space, or choose another disk."};
    case EFBIG:
      return {"no_space",
              "Raise the limit on the size of files (ulimit -f), or choose another disk."};
    case EEXIST:
      return {"exists", "Choose another name."};
    case ENAMETOOLONG:
      return {"too_long", "Shorten the name to 255 bytes."};
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
    throw Error("INVALID_ARGUMENT", "path must not be empty or contain a NUL byte");
  return path.c_str();
}

}  // namespace runtime::files
