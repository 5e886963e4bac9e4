#include "native/desktop/clipboard.hpp"

#include <algorithm>

#include "native/desktop/utf8.hpp"

namespace native {
namespace {

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw Error("INVALID_ARGUMENT", message, hint);
}

void check_path(const std::string& path) {
  const bool absolute = path.starts_with('/') && path.find('\0') == std::string::npos;
  if (!absolute)
    refuse("file '" + path.substr(0, path.find('\0')) + "' is not an absolute path",
           "Give the whole path, beginning with /.");
}

}  // namespace

const char* name_of(Selection selection) {
  return selection == Selection::kPrimary ? "primary" : "clipboard";
}

ClipboardFormats ClipboardContent::formats() const {
  return {text.has_value(), html.has_value(), picture.has_value(), !files.empty()};
}

std::size_t ClipboardContent::size() const {
  std::size_t bytes = (text ? text->size() : 0) + (html ? html->size() : 0);
  if (picture) bytes += picture->bytes.size();
  for (const std::string& path : files) bytes += path.size();
  return bytes;
}

void check_content(const ClipboardContent& content) {
  if (content.formats().none())
    refuse("nothing to copy", "Give text, html, image or files; clipboard.clear empties it.");
  for (const auto* text : {&content.text, &content.html})
    if (*text && !is_utf8(**text))
      refuse("text for the clipboard is not UTF-8", "Convert it first.");
  if (content.files.size() > kMaxClipboardFiles)
    refuse("too many files for the clipboard (" + std::to_string(content.files.size()) + ")",
           "Give at most " + std::to_string(kMaxClipboardFiles) + ".");
  for (const std::string& path : content.files) check_path(path);
  if (content.size() > kMaxClipboard)
    refuse("content for the clipboard has " + std::to_string(content.size()) + " bytes",
           "Give at most " + std::to_string(kMaxClipboard) + ".");
}

Error silent_owner(Selection selection) {
  return Error("TIMEOUT",
               std::string("program that owns the ") + name_of(selection) + " does not answer",
               "Try again once it does, or copy something else.", {{"reason", "owner"}});
}

Error too_large(Selection selection) {
  return Error("UNSUPPORTED",
               std::string(name_of(selection)) + " holds more than " +
                   std::to_string(kMaxClipboard) + " bytes",
               "Copy less, or read only the formats that are needed.", {{"reason", "too large"}});
}

}  // namespace native
