#include "native/desktop/clipboard.hpp"

#include <thread>

#include "tests/unit/native/contract/contract.hpp"

// What every backend promises of the clipboard.
namespace contract {
namespace {

using native::ClipboardContent;
using native::ClipboardFormats;
using native::ClipboardOffer;
using native::ClipboardPicture;
using native::ClipboardReading;
using native::ClipboardWish;
using native::Selection;

constexpr Selection kBoth[] = {Selection::kClipboard, Selection::kPrimary};

ClipboardContent text_of(const std::string& text) {
  ClipboardContent content;
  content.text = text;
  return content;
}

ClipboardContent everything() {
  ClipboardContent content = text_of("Grüße\n\t漢字 😀");
  content.html = "<b>Grüße</b>";
  content.picture = ClipboardPicture{"image/png", {0x89, 'P', 'N', 'G', 0, 1, 2, 255}};
  content.files = {"/tmp/a b.txt", "/tmp/ü%20#?.txt", "/"};
  content.cut = true;
  return content;
}

class ClipboardContract : public Contract {
 protected:
  native::Clipboard& clipboard() { return desktop().clipboard(); }
  bool lacks(const std::function<void()>& run) { return refused(Operation::kClipboard, run); }
  void write(const ClipboardContent& content, Selection selection = Selection::kClipboard) {
    clipboard().write(selection, std::make_shared<const ClipboardContent>(content), soon());
  }
  ClipboardReading read(Selection selection = Selection::kClipboard,
                        ClipboardFormats formats = ClipboardFormats::all()) {
    return clipboard().read({selection, formats, false}, soon());
  }
};

TEST_P(ClipboardContract, IsEmptyAtFirst) {
  if (lacks([&] { read(); })) return;
  for (const Selection selection : kBoth) {
    const ClipboardReading reading = read(selection);
    EXPECT_TRUE(reading.formats.none());
    EXPECT_EQ(reading.content, ClipboardContent());
  }
}

TEST_P(ClipboardContract, ReadsWhatOthersCopy) {
  if (lacks([&] { read(Selection::kPrimary); })) return;
  world_->copy(Selection::kClipboard, everything());
  world_->copy(Selection::kPrimary, text_of("selected"));
  EXPECT_EQ(read().content, everything());
  EXPECT_EQ(read().formats, ClipboardFormats::all());
  EXPECT_EQ(read(Selection::kPrimary).content, text_of("selected"));
  EXPECT_EQ(read(Selection::kPrimary).formats, (ClipboardFormats{true, false, false, false}));
}

TEST_P(ClipboardContract, ReadsOnlyWhatIsWanted) {
  if (lacks([&] { read(Selection::kClipboard, {}); })) return;
  world_->copy(Selection::kClipboard, everything());
  const ClipboardReading none = read(Selection::kClipboard, {});
  EXPECT_EQ(none.formats, ClipboardFormats::all());
  EXPECT_EQ(none.content, ClipboardContent());
  const ClipboardReading html = read(Selection::kClipboard, {false, true, false, false});
  EXPECT_EQ(html.content.formats(), (ClipboardFormats{false, true, false, false}));
  EXPECT_EQ(html.content.html, everything().html);
}

TEST_P(ClipboardContract, GivesOthersWhatItWrites) {
  if (lacks([&] { write(everything(), Selection::kPrimary); })) return;
  for (const Selection selection : kBoth) {
    write(everything(), selection);
    EXPECT_EQ(world_->paste(selection), everything());
    write(text_of("newer"), selection);
    EXPECT_EQ(world_->paste(selection), text_of("newer"));
    EXPECT_EQ(read(selection).content, text_of("newer")) << "its own";
  }
}

TEST_P(ClipboardContract, MovesMegabytesBothWays) {
  std::string text(5'000'000, 'x');
  text.append("ü");
  ClipboardContent large = text_of(text);
  large.picture = ClipboardPicture{"image/png", std::vector<std::uint8_t>(3'000'000, 7)};
  if (lacks([&] { write(large); })) return;
  world_->copy(Selection::kClipboard, large);
  EXPECT_TRUE(read().content == large);
  write(large);
  EXPECT_TRUE(world_->paste(Selection::kClipboard) == large);
}

TEST_P(ClipboardContract, ServesSeveralProgramsAtOnce) {
  const ClipboardContent large = text_of(std::string(3'000'000, 'y'));
  if (lacks([&] { write(large); })) return;
  write(large);
  std::thread other([&] { EXPECT_TRUE(world_->paste(Selection::kClipboard) == large); });
  EXPECT_TRUE(read().content == large);
  other.join();
}

TEST_P(ClipboardContract, SecretsAreReadOnlyWhenWanted) {
  ClipboardContent secret = text_of("hunter2");
  secret.secret = true;
  if (lacks([&] { write(secret); })) return;
  world_->copy(Selection::kClipboard, secret);
  const ClipboardReading hidden = read();
  EXPECT_TRUE(hidden.content.secret);
  EXPECT_FALSE(hidden.content.text.has_value());
  EXPECT_TRUE(hidden.formats.text);
  const ClipboardWish wish{Selection::kClipboard, ClipboardFormats::all(), true};
  EXPECT_EQ(clipboard().read(wish, soon()).content, secret);
  write(secret);
  EXPECT_EQ(world_->paste(Selection::kClipboard), secret) << "the mark stays";
}

TEST_P(ClipboardContract, Clears) {
  if (lacks([&] { clipboard().clear(Selection::kClipboard, soon()); })) return;
  write(text_of("ours"));
  clipboard().clear(Selection::kClipboard, soon());
  EXPECT_TRUE(read().formats.none());
  EXPECT_TRUE(clipboard().wait_until_lost(soon()));
  world_->copy(Selection::kClipboard, text_of("theirs"));
  clipboard().clear(Selection::kClipboard, soon());
  EXPECT_TRUE(read().formats.none());
  clipboard().clear(Selection::kClipboard, soon());
}

TEST_P(ClipboardContract, KnowsWhetherItStillOffersSomething) {
  EXPECT_TRUE(clipboard().wait_until_lost(soon()));
  if (lacks([&] { write(text_of("ours")); })) return;
  write(text_of("ours"));
  EXPECT_FALSE(clipboard().wait_until_lost(in(milliseconds(30))));
  world_->copy(Selection::kClipboard, text_of("theirs"));
  EXPECT_TRUE(clipboard().wait_until_lost(soon()));
  EXPECT_TRUE(clipboard().hand_over(soon()).empty());
}

TEST_P(ClipboardContract, TellsWhatItOffersWhenThereIsNoManager) {
  EXPECT_TRUE(clipboard().hand_over(soon()).empty());
  if (lacks([&] { write(everything()); })) return;
  write(everything());
  write(text_of("selected"), Selection::kPrimary);
  std::vector<ClipboardOffer> left = clipboard().hand_over(soon());
  ASSERT_EQ(left.size(), 2U);
  if (left[0].selection == Selection::kPrimary) std::swap(left[0], left[1]);
  EXPECT_EQ(*left[0].content, everything());
  EXPECT_EQ(*left[1].content, text_of("selected"));
  EXPECT_EQ(read().content, everything()) << "and goes on to offer it";
}

TEST_P(ClipboardContract, TakesOverOnlyWhatIsStillOffered) {
  const auto content = std::make_shared<const ClipboardContent>(text_of("ours"));
  if (lacks([&] { clipboard().take_over({Selection::kClipboard, 0, content}, soon()); })) return;
  write(text_of("first"));
  const ClipboardOffer offer = clipboard().hand_over(soon()).at(0);
  EXPECT_TRUE(clipboard().take_over(offer, soon()));
  EXPECT_EQ(world_->paste(Selection::kClipboard), text_of("first"));
  EXPECT_FALSE(clipboard().take_over(offer, soon())) << "it has another owner now";
  const ClipboardOffer second = clipboard().hand_over(soon()).at(0);
  world_->copy(Selection::kClipboard, text_of("theirs"));
  EXPECT_FALSE(clipboard().take_over(second, soon()));
  EXPECT_EQ(read().content, text_of("theirs"));
}

TEST_P(ClipboardContract, ASilentOwnerIsATimeout) {
  if (lacks([&] { read(); })) return;
  world_->copy_silently(Selection::kClipboard);
  const auto before = std::chrono::steady_clock::now();
  const Error error = error_of([&] {
    clipboard().read({Selection::kClipboard, ClipboardFormats::all(), false},
                     in(milliseconds(300)));
  });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_EQ(detail(error, "reason"), "owner");
  EXPECT_LE(std::chrono::steady_clock::now() - before, milliseconds(2000));
  EXPECT_TRUE(read(Selection::kPrimary).formats.none()) << "the display answers as before";
  write(text_of("in its place"));
  EXPECT_EQ(read().content, text_of("in its place"));
}

TEST_P(ClipboardContract, RefusesWhatCannotBeOffered) {
  if (lacks([&] { write(text_of("before")); })) return;
  write(text_of("before"));
  ClipboardContent relative;
  relative.files = {"not/absolute"};
  ClipboardContent cut_short;
  cut_short.files = {std::string("/tmp/a\0b", 8)};
  for (const ClipboardContent& bad :
       {ClipboardContent(), text_of("lone \xED\xB2\x80 surrogate"), text_of("\xFF"), relative,
        cut_short, text_of(std::string(native::kMaxClipboard + 1, 'x'))})
    EXPECT_EQ(error_of([&] { write(bad); }).code, "INVALID_ARGUMENT");
  EXPECT_EQ(read().content, text_of("before"));
}

INSTANTIATE_TEST_SUITE_P(Backends, ClipboardContract, every_backend(), name_of);

}  // namespace
}  // namespace contract
