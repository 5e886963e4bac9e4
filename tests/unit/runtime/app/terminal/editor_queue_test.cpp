#include "runtime/app/terminal/editor_queue.hpp"

#include <gtest/gtest.h>
#include <poll.h>

namespace runtime {
namespace {

bool readable(const EditorQueue& mail) {
  pollfd watched{mail.descriptor(), POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}

TEST(EditorQueue, WakesTheEditorForWhatTheLoopPutsIn) {
  EditorQueue mail;
  EXPECT_FALSE(readable(mail));
  mail.print("a\n");
  mail.print("b\n");
  EXPECT_TRUE(readable(mail));
  mail.heard();
  EXPECT_FALSE(readable(mail));
  EXPECT_EQ(mail.take_output(), "a\nb\n");
  EXPECT_FALSE(mail.has_output());
  mail.ask("> ");
  EXPECT_TRUE(readable(mail));
  EXPECT_EQ(mail.take_asked(), "> ");
  EXPECT_EQ(mail.take_asked(), std::nullopt);
}

TEST(EditorQueue, KeepsBoundedOutputAndSaysWhatIsLost) {
  EditorQueue mail;
  const std::string megabyte(1u << 20, 'x');
  for (int i = 0; i < 20; ++i) mail.print(megabyte);
  const std::string text = mail.take_output();
  EXPECT_LT(text.size(), 17u << 20);
  EXPECT_NE(text.find("(4194304 bytes exceeded the terminal's speed and were omitted)\n"),
            std::string::npos);
  mail.print("after\n");
  EXPECT_EQ(mail.take_output(), "after\n");
}

TEST(EditorQueue, ForgetsWhatIsDiscarded) {
  EditorQueue mail;
  mail.print("never seen\n");
  mail.discard();
  EXPECT_EQ(mail.take_output(), "");
}

TEST(EditorQueue, AnAnswerBelongsToTheNewestQuestion) {
  EditorQueue mail;
  mail.put_question("win");
  EXPECT_EQ(mail.take_question(), "win");
  mail.answer(LineEditor::Candidates{3, {"window"}});
  mail.put_question("scr");
  EXPECT_FALSE(mail.take_answer().has_value());
}

}  // namespace
}  // namespace runtime
