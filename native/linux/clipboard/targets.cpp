#include "native/linux/clipboard/targets.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include "native/desktop/utf8.hpp"
#include "native/linux/clipboard/file_uris.hpp"

namespace native {
namespace {

constexpr std::string_view kGnomeFiles = "x-special/gnome-copied-files";
constexpr std::string_view kUriList = "text/uri-list";
constexpr std::string_view kKdeCut = "application/x-kde-cutselection";
// Programs that know nothing but Latin-1 take no more.
constexpr std::size_t kMaxLatin1 = std::size_t{1} << 20;

void append_utf8(std::string& text, char32_t value) {
  const auto put = [&text](char32_t byte) { text += static_cast<char>(byte); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xC0 | value >> 6);
  } else if (value < 0x10000) {
    put(0xE0 | value >> 12);
    put(0x80 | (value >> 6 & 0x3F));
  } else {
    put(0xF0 | value >> 18);
    put(0x80 | (value >> 12 & 0x3F));
    put(0x80 | (value >> 6 & 0x3F));
  }
  put(0x80 | (value & 0x3F));
}

std::string latin1_to_utf8(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) append_utf8(text, static_cast<std::uint8_t>(byte));
  return text;
}

// Returns nothing when a character is not of Latin-1.
std::optional<std::string> utf8_to_latin1(std::string_view text) {
  if (text.size() > kMaxLatin1) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<std::uint8_t>(text[i]);
    if (first < 0x80) {
      bytes += text[i];
    } else if (first <= 0xC3 && i + 1 < text.size()) {
      const auto next = static_cast<std::uint8_t>(text[++i]);
      bytes += static_cast<char>((first & 3) << 6 | (next & 0x3F));
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

// Decodes UTF-16 that begins with a byte order mark, as some browsers write HTML.
std::string utf16_to_utf8(std::string_view bytes) {
  const bool little = bytes.starts_with("\xFF\xFE");
  const auto unit = [&](std::size_t at) {
    const auto low = static_cast<std::uint8_t>(bytes[at + (little ? 0 : 1)]);
    const auto high = static_cast<std::uint8_t>(bytes[at + (little ? 1 : 0)]);
    return static_cast<char32_t>(high << 8 | low);
  };
  std::string text;
  for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
    char32_t value = unit(at);
    const bool leads = value >= 0xD800 && value < 0xDC00 && at + 3 < bytes.size();
    if (const char32_t next = leads ? unit(at + 2) : 0; next >= 0xDC00 && next < 0xE000) {
      value = 0x10000 + ((value - 0xD800) << 10) + (next - 0xDC00);
      at += 2;
    }
    append_utf8(text, value >= 0xD800 && value < 0xE000 ? 0xFFFD : value);
  }
  return text;
}

std::string decoded_text(std::string_view type, std::string bytes) {
  // Some programs count the NUL at the end of a C string.
  while (bytes.ends_with('\0')) bytes.pop_back();
  if (type == "STRING") return latin1_to_utf8(bytes);
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return utf16_to_utf8(bytes);
  return replace_invalid_utf8(bytes);
}

}  // namespace

const std::vector<ReadableTarget>& readable_targets() {
  static const std::vector<ReadableTarget> kAll = {
      {"UTF8_STRING", TargetFormat::kText},
      {"text/plain;charset=utf-8", TargetFormat::kText},
      {"text/plain;charset=UTF-8", TargetFormat::kText},
      {"STRING", TargetFormat::kText},
      {"text/plain", TargetFormat::kText},
      {"text/html", TargetFormat::kHtml},
      {"image/png", TargetFormat::kPicture},
      {"image/jpeg", TargetFormat::kPicture},
      {"image/webp", TargetFormat::kPicture},
      {kGnomeFiles, TargetFormat::kFiles},
      {kUriList, TargetFormat::kFiles},
  };
  return kAll;
}

bool& member(ClipboardFormats& formats, TargetFormat format) {
  switch (format) {
    case TargetFormat::kHtml:
      return formats.html;
    case TargetFormat::kPicture:
      return formats.picture;
    case TargetFormat::kFiles:
      return formats.files;
    default:
      return formats.text;
  }
}

bool add_target(ClipboardContent& content, std::string_view target, std::string_view type,
                std::string bytes) {
  if (target == kUriList) {
    content.files = read_uri_list(bytes, kMaxClipboardFiles);
    return !content.files.empty();
  }
  if (target == kGnomeFiles) {
    CopiedFiles files = read_copied_files(bytes, kMaxClipboardFiles);
    content.cut = files.cut;
    content.files = std::move(files.paths);
    return !content.files.empty();
  }
  if (target.starts_with("image/")) {
    if (bytes.empty()) return false;
    content.picture = ClipboardPicture{std::string(target), {bytes.begin(), bytes.end()}};
    return true;
  }
  (target == "text/html" ? content.html : content.text) = decoded_text(type, std::move(bytes));
  return true;
}

Targets::Targets(std::shared_ptr<const ClipboardContent> content) : content_(std::move(content)) {
  if (!content_->files.empty()) add_files();
  if (content_->html) all_.push_back({"text/html", "text/html", *content_->html});
  if (content_->picture) {
    const ClipboardPicture& picture = *content_->picture;
    const auto* bytes = reinterpret_cast<const char*>(picture.bytes.data());
    all_.push_back({picture.media_type, picture.media_type, {bytes, picture.bytes.size()}});
  }
  if (content_->text) add_text(*content_->text);
  if (content_->secret) all_.push_back({kSecretTarget, kSecretTarget, "secret"});
}

void Targets::add_text(const std::string& text) {
  for (const std::string_view name :
       {"UTF8_STRING", "text/plain;charset=utf-8", "text/plain;charset=UTF-8", "text/plain"})
    all_.push_back({name, name, text});
  all_.push_back({"TEXT", "UTF8_STRING", text});
  if (std::optional<std::string> latin1 = utf8_to_latin1(text))
    all_.push_back({"STRING", "STRING", written_.emplace_back(std::move(*latin1))});
}

void Targets::add_files() {
  const CopiedFiles files{content_->files, content_->cut};
  all_.push_back({kGnomeFiles, kGnomeFiles, written_.emplace_back(write_copied_files(files))});
  all_.push_back({kUriList, kUriList, written_.emplace_back(write_uri_list(files.paths))});
  if (files.cut) all_.push_back({kKdeCut, kKdeCut, "1"});
}

}  // namespace native
