#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/clipboard.hpp"

// How contents are written as targets of selections (ICCCM 2.6.2), and read from them. Wayland's
// programs use the same names as MIME types.
namespace native {

enum class TargetFormat { kText, kHtml, kPicture, kFiles };

// Returns the member of that format.
bool& member(ClipboardFormats& formats, TargetFormat format);

// A target that contents are read from; of each format the best comes first.
struct ReadableTarget {
  std::string_view name;
  TargetFormat format;
};
const std::vector<ReadableTarget>& readable_targets();

// The target by which password managers mark a content (KDE's convention, kept by others).
constexpr std::string_view kSecretTarget = "x-kde-passwordManagerHint";

// Adds what a target held to a content. `type` is the type that the owner gave it. Returns false
// when there is nothing in it.
bool add_target(ClipboardContent& content, std::string_view target, std::string_view type,
                std::string bytes);

// Bytes of a target, as another program gets them; valid while the Targets live.
struct OfferedTarget {
  std::string_view name;
  std::string_view type;
  std::string_view bytes;
};

// What a content is offered as.
class Targets {
 public:
  explicit Targets(std::shared_ptr<const ClipboardContent> content);
  Targets(const Targets&) = delete;
  Targets& operator=(const Targets&) = delete;

  const std::vector<OfferedTarget>& all() const { return all_; }

 private:
  void add_text(const std::string& text);
  void add_files();

  const std::shared_ptr<const ClipboardContent> content_;
  std::deque<std::string> written_;  // bytes that are not those of the content itself
  std::vector<OfferedTarget> all_;
};

}  // namespace native
