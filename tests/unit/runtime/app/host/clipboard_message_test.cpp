#include "runtime/app/host/clipboard_message.hpp"

#include <gtest/gtest.h>

namespace runtime {
namespace {

using native::ClipboardContent;
using native::ClipboardOffer;
using native::ClipboardPicture;
using native::Selection;

std::vector<ClipboardOffer> offers() {
  ClipboardContent all;
  all.text = std::string("a\0b", 3);
  all.html = "<b>";
  all.picture = ClipboardPicture{"image/png", {0, 255, 7}};
  all.files = {"/a", "/b"};
  all.cut = all.secret = true;
  ClipboardContent little;
  little.text = "";
  return {{Selection::kClipboard, 0x123456789, std::make_shared<const ClipboardContent>(all)},
          {Selection::kPrimary, 2, std::make_shared<const ClipboardContent>(little)}};
}

TEST(ClipboardMessage, KeepsEverything) {
  const auto read = parse_clipboard_message(clipboard_message(offers()));
  ASSERT_TRUE(read.has_value());
  ASSERT_EQ(read->size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*read)[i].selection, offers()[i].selection);
    EXPECT_EQ((*read)[i].owner, offers()[i].owner);
    EXPECT_EQ(*(*read)[i].content, *offers()[i].content);
  }
}

TEST(ClipboardMessage, RefusesWhatIsDamaged) {
  const std::string whole = clipboard_message(offers());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(parse_clipboard_message(whole.substr(0, size)).has_value()) << size;
  EXPECT_FALSE(parse_clipboard_message(whole + "x").has_value());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = '\xFF';
    parse_clipboard_message(changed);  // must not read beyond its end
  }
  std::string many(8, '\0');
  many[0] = 3;
  EXPECT_FALSE(parse_clipboard_message(many).has_value());
}

}  // namespace
}  // namespace runtime
