#include "native/wayland/clipboard/wayland_clipboard.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "native/wayland/clipboard/copy_watch.hpp"
#include "tests/unit/native/wayland/clipboard/compositor.hpp"

// The clipboard by each protocol. What copies and pastes besides is another WaylandClipboard.
namespace native::wayland {
namespace {

using std::chrono::milliseconds;

constexpr Selection kBoth[] = {Selection::kClipboard, Selection::kPrimary};

Deadline in(milliseconds time) { return std::chrono::steady_clock::now() + time; }
Deadline soon() { return in(milliseconds(10'000)); }

ClipboardContent text_of(const std::string& text) {
  ClipboardContent content;
  content.text = text;
  return content;
}

ClipboardContent everything() {
  ClipboardContent content = text_of("Grüße\n\t漢字 😀");
  content.html = "<b>Grüße</b>";
  content.picture = ClipboardPicture{"image/webp", {0x89, 'P', 'N', 'G', 0, 1, 2, 255}};
  content.files = {"/tmp/a b.txt", "/tmp/ü%20#?.txt", "/"};
  content.cut = true;
  return content;
}

Error error_of(const std::function<void()>& operation) {
  try {
    operation();
  } catch (const Error& error) {
    return error;
  }
  return Error("NONE", "nothing was thrown");
}

std::unique_ptr<Connection> connect(const TestCompositor& compositor) {
  return Connection::open(compositor.socket(), ::getuid(), soon());
}

class Program {
 public:
  explicit Program(const TestCompositor& compositor)
      : clipboard([&](Deadline, const auto& operation) { operation(connect(compositor)); }) {}

  void write(const ClipboardContent& content, Selection selection = Selection::kClipboard) {
    clipboard.write(selection, std::make_shared<const ClipboardContent>(content), soon());
  }
  ClipboardReading read(Selection selection = Selection::kClipboard, bool secrets = false,
                        ClipboardFormats formats = ClipboardFormats::all()) {
    return clipboard.read({selection, formats, secrets}, soon());
  }

  WaylandClipboard clipboard;
};

class WaylandClipboards : public testing::TestWithParam<const DataControl*> {
 protected:
  TestCompositor compositor{*GetParam()};
  Program ours{compositor};
  Program theirs{compositor};
};

TEST_P(WaylandClipboards, AreEmptyAtFirst) {
  for (const Selection selection : kBoth) {
    EXPECT_TRUE(ours.read(selection).formats.none());
    EXPECT_EQ(ours.read(selection).content, ClipboardContent());
  }
  EXPECT_TRUE(ours.clipboard.wait_until_lost(soon()));
}

TEST_P(WaylandClipboards, PassOnAllFormats) {
  for (const Selection selection : kBoth) {
    theirs.write(everything(), selection);
    EXPECT_EQ(ours.read(selection).content, everything());
    EXPECT_EQ(ours.read(selection).formats, ClipboardFormats::all());
    theirs.write(text_of("newer"), selection);
    EXPECT_EQ(ours.read(selection).content, text_of("newer"));
    EXPECT_EQ(theirs.read(selection).content, text_of("newer")) << "its own";
  }
}

TEST_P(WaylandClipboards, ReadOnlyWhatIsWanted) {
  theirs.write(everything());
  const ClipboardReading none = ours.read(Selection::kClipboard, false, {});
  EXPECT_EQ(none.formats, ClipboardFormats::all());
  EXPECT_EQ(none.content, ClipboardContent());
  const ClipboardReading html =
      ours.read(Selection::kClipboard, false, {false, true, false, false});
  EXPECT_EQ(html.content.formats(), (ClipboardFormats{false, true, false, false}));
}

TEST_P(WaylandClipboards, MoveMegabytesToSeveralAtOnce) {
  std::string text(5'000'000, 'x');
  text.append("ü");
  ClipboardContent large = text_of(text);
  large.picture = ClipboardPicture{"image/png", std::vector<std::uint8_t>(3'000'000, 7)};
  ours.write(large);
  std::thread other([&] { EXPECT_TRUE(theirs.read().content == large); });
  EXPECT_TRUE(ours.read().content == large);
  other.join();
}

TEST_P(WaylandClipboards, AnEmptyTextIsAText) {
  ClipboardContent content = text_of("");
  theirs.write(content);
  EXPECT_EQ(ours.read().content, content);
}

TEST_P(WaylandClipboards, ReadSecretsOnlyWhenWanted) {
  ClipboardContent secret = text_of("hunter2");
  secret.secret = true;
  theirs.write(secret);
  EXPECT_TRUE(ours.read().content.secret);
  EXPECT_FALSE(ours.read().content.text.has_value());
  EXPECT_TRUE(ours.read().formats.text);
  EXPECT_EQ(ours.read(Selection::kClipboard, true).content, secret);
}

TEST_P(WaylandClipboards, Clear) {
  ours.write(text_of("ours"));
  EXPECT_FALSE(ours.clipboard.wait_until_lost(in(milliseconds(30))));
  ours.clipboard.clear(Selection::kClipboard, soon());
  EXPECT_TRUE(ours.read().formats.none());
  EXPECT_TRUE(ours.clipboard.wait_until_lost(soon()));
  theirs.write(text_of("theirs"));
  ours.clipboard.clear(Selection::kClipboard, soon());
  EXPECT_TRUE(theirs.clipboard.wait_until_lost(soon()));
  EXPECT_TRUE(ours.clipboard.hand_over(soon()).empty());
}

TEST_P(WaylandClipboards, TakeOverOnlyWhatIsStillOffered) {
  ours.write(text_of("first"));
  ours.write(text_of("selected"), Selection::kPrimary);
  const std::vector<ClipboardOffer> left = ours.clipboard.hand_over(soon());
  ASSERT_EQ(left.size(), 2U);
  EXPECT_TRUE(theirs.clipboard.take_over(left[0], soon()));
  EXPECT_EQ(ours.clipboard.hand_over(soon()).size(), 1U);
  EXPECT_EQ(ours.read().content, text_of("first"));
  EXPECT_FALSE(theirs.clipboard.take_over(left[0], soon())) << "it has another owner now";
  const ClipboardOffer second = theirs.clipboard.hand_over(soon()).at(0);
  ours.write(text_of("ours"));
  EXPECT_FALSE(theirs.clipboard.take_over(second, soon()));
  EXPECT_EQ(theirs.read().content, text_of("ours"));
  EXPECT_TRUE(theirs.clipboard.wait_until_lost(soon()));
}

TEST_P(WaylandClipboards, ASilentOwnerIsATimeout) {
  compositor.offer_silence();
  const auto before = std::chrono::steady_clock::now();
  const Error error = error_of([&] { ours.clipboard.read({}, in(milliseconds(300))); });
  EXPECT_EQ(error.code, "TIMEOUT");
  EXPECT_EQ(error.fact("reason"), "owner");
  EXPECT_LE(std::chrono::steady_clock::now() - before, milliseconds(2000));
  EXPECT_TRUE(ours.read(Selection::kPrimary).formats.none()) << "the compositor answers as before";
  ours.write(text_of("in its place"));
  EXPECT_EQ(ours.read().content, text_of("in its place"));
}

TEST_P(WaylandClipboards, AnOwnerThatEndsInTheMiddleLeavesNothing) {
  compositor.offer_silence();
  ClipboardReading reading;
  std::thread reader([&] { reading = ours.read(); });
  while (compositor.asked() == 0) std::this_thread::yield();
  compositor.write("half of");
  compositor.end_silence();
  reader.join();
  EXPECT_TRUE(reading.formats.none());
  EXPECT_EQ(reading.content, ClipboardContent());
}

TEST_P(WaylandClipboards, AnOwnerWithoutEndIsTooLarge) {
  compositor.offer_silence();
  Error error("NONE", "");
  std::atomic<bool> ended = false;
  std::thread reader([&] {
    error = error_of([&] { ours.read(); });
    ended = true;
  });
  while (compositor.asked() == 0) std::this_thread::yield();
  const std::string part(std::size_t{1} << 20, 'x');
  while (!ended) compositor.write(part);
  reader.join();
  EXPECT_EQ(error.code, "UNSUPPORTED");
  EXPECT_EQ(error.fact("reason"), "too large");
}

TEST_P(WaylandClipboards, RefuseWhatCannotBeOffered) {
  ours.write(text_of("before"));
  EXPECT_EQ(error_of([&] { ours.write(text_of("\xFF")); }).code, "INVALID_ARGUMENT");
  EXPECT_EQ(error_of([&] { ours.write({}); }).code, "INVALID_ARGUMENT");
  EXPECT_EQ(theirs.read().content, text_of("before"));
}

TEST_P(WaylandClipboards, EndWithTheirCompositor) {
  ours.write(text_of("ours"), Selection::kPrimary);
  std::thread reader([&] {
    compositor.offer_silence();
    EXPECT_THROW(theirs.read(), ConnectionLost);
  });
  while (compositor.asked() == 0) std::this_thread::yield();
  compositor.drop_clients();
  reader.join();
  EXPECT_TRUE(ours.clipboard.wait_until_lost(soon()));
  EXPECT_TRUE(ours.clipboard.hand_over(soon()).empty());
}

TEST_P(WaylandClipboards, ReportChanges) {
  theirs.write(text_of("before"));
  const std::unique_ptr<Connection> connection = connect(compositor);
  CopyWatch watch(*connection);
  watch.want({Selection::kClipboard}, soon());
  EXPECT_FALSE(watch.marked()) << "what was there already";
  theirs.write(text_of("selected"), Selection::kPrimary);
  connection->round_trip(soon());
  EXPECT_FALSE(watch.marked()) << "not wanted";
  watch.want({Selection::kClipboard, Selection::kPrimary}, soon());
  for (const Selection selection : {Selection::kPrimary, Selection::kClipboard}) {
    theirs.write(text_of("one"), selection);
    theirs.clipboard.clear(selection, soon());
    connection->round_trip(soon());
    ASSERT_TRUE(watch.marked());
    std::vector<Event> events;
    watch.collect(0, events);
    EXPECT_TRUE(events.empty()) << "no room";
    watch.collect(5, events);
    ASSERT_EQ(events.size(), 1U) << "several are one";
    EXPECT_EQ(events[0].selection, selection);
    EXPECT_FALSE(watch.marked());
  }
}

INSTANTIATE_TEST_SUITE_P(Protocols, WaylandClipboards,
                         testing::Values(&kExtDataControl, &kWlrDataControl),
                         [](const auto& protocol) { return protocol.param->name; });

TEST(WaylandClipboard, RefusesAPrimarySelectionThatTheProtocolLacks) {
  const TestCompositor compositor(kWlrWithoutPrimary);
  Program ours(compositor);
  ours.write(text_of("ours"));
  EXPECT_EQ(ours.read().content, text_of("ours"));
  const std::unique_ptr<Connection> connection = connect(compositor);
  for (const Error& error :
       {error_of([&] { ours.write(text_of("selected"), Selection::kPrimary); }),
        error_of([&] { ours.read(Selection::kPrimary); }),
        error_of([&] { ours.clipboard.clear(Selection::kPrimary, soon()); }),
        error_of([&] { CopyWatch(*connection).want({Selection::kPrimary}, soon()); })}) {
    EXPECT_EQ(error.code, "UNSUPPORTED");
    EXPECT_EQ(error.fact("reason"), "no protocol");
  }
}

TEST(WaylandClipboard, IsRefusedWithoutAProtocol) {
  const TestCompositor compositor(kNoDataControl);
  Program ours(compositor);
  const std::unique_ptr<Connection> connection = connect(compositor);
  for (const Error& error :
       {error_of([&] { ours.write(text_of("ours")); }), error_of([&] { ours.read(); }),
        error_of([&] { ours.clipboard.clear(Selection::kClipboard, soon()); }),
        error_of([&] { CopyWatch(*connection).want({Selection::kClipboard}, soon()); })}) {
    EXPECT_EQ(error.code, "UNSUPPORTED");
    EXPECT_EQ(error.fact("reason"), "no protocol");
  }
  EXPECT_TRUE(ours.clipboard.hand_over(soon()).empty());
  EXPECT_TRUE(ours.clipboard.wait_until_lost(soon()));
}

}  // namespace
}  // namespace native::wayland
