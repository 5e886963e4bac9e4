#include "native/gate/audit_log.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "native/desktop/error.hpp"
#include "native/gate/audit_chain.hpp"
#include "runtime/core/value/json.hpp"
#include "tests/unit/native/gate/folder.hpp"

namespace native {
namespace {

using runtime::Caller;
using runtime::Value;

AuditEntry entry(int number) {
  AuditEntry made;
  made.operation = "capture";
  made.params.set("kind", "window").set("id", number);
  made.result = "success";
  made.caller = {Caller::Kind::kMcp, "image", "a client", 0, "process 7"};
  made.counts.set("excluded_windows", 1);
  return made;
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> lines(const std::string& path) {
  std::vector<std::string> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) all.push_back(line);
  return all;
}

void rewrite(const std::string& path, const std::vector<std::string>& lines) {
  std::ofstream file(path, std::ios::trunc);
  for (const std::string& line : lines) file << line << "\n";
}

class AuditLogTest : public testing::Test {
 protected:
  std::string path() const { return folder_.at("state/peekaboo/audit.jsonl"); }
  void append(int count, std::int64_t largest = AuditLog::kLargest) {
    AuditLog log(path(), largest);
    for (int i = 0; i < count; ++i) log.append(entry(i));
  }
  AuditReport verify() const { return AuditLog(path()).verify(); }
  std::string fault() const {
    const AuditReport report = verify();
    if (report.fault.empty()) return {};
    return report.file.substr(report.file.rfind('/') + 1) + ":" + std::to_string(report.line) +
           " " + report.fault.substr(0, report.fault.find(':'));
  }

  Folder folder_;
};

TEST_F(AuditLogTest, AnEntryHasItsMembers) {
  append(2);
  const std::vector<std::string> text = lines(path());
  ASSERT_EQ(text.size(), 2U);
  const Value one = runtime::json::parse(text[0]), two = runtime::json::parse(text[1]);
  EXPECT_EQ(*one["operation"].string(), "capture");
  EXPECT_EQ(one["params"]["id"], Value(0));
  EXPECT_EQ(*one["result"].string(), "success");
  EXPECT_EQ(*one["caller"]["kind"].string(), "mcp");
  EXPECT_EQ(*one["caller"]["peer"].string(), "process 7");
  EXPECT_EQ(*one["client"].string(), "a client");
  EXPECT_EQ(one["counts"]["excluded_windows"], Value(1));
  EXPECT_EQ(*one["previous"].string(), kChainStart);
  EXPECT_EQ(*two["previous"].string(), *one["sha256"].string());
  EXPECT_EQ(one["timestamp"].string()->size(), std::string("2026-11-23T03:05:30.123Z").size());
  EXPECT_TRUE(one["file"].is_nil());
}

TEST_F(AuditLogTest, FilesAreTheUsersAlone) {
  append(1);
  struct stat info{};
  ASSERT_EQ(stat(path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600U);
  ASSERT_EQ(stat(folder_.at("state/peekaboo").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0700U);
}

TEST_F(AuditLogTest, WhatIsAsItWasWrittenIsSound) {
  EXPECT_EQ(verify().entries, 0);
  EXPECT_EQ(fault(), "");
  append(20);
  EXPECT_EQ(verify().entries, 20);
  EXPECT_EQ(fault(), "");
}

TEST_F(AuditLogTest, AChangedLineIsNamed) {
  append(5);
  std::vector<std::string> all = lines(path());
  all[2].replace(all[2].find("\"id\":2"), 6, "\"id\":9");
  rewrite(path(), all);
  EXPECT_EQ(fault(), "audit.jsonl:3 was changed");
}

TEST_F(AuditLogTest, ARemovedLineIsNoticed) {
  append(5);
  const std::vector<std::string> all = lines(path());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> less = all;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    rewrite(path(), less);
    EXPECT_EQ(verify().line, static_cast<std::int64_t>(i) + 1) << fault();
    EXPECT_NE(fault(), "");
  }
  rewrite(path(), {});
  EXPECT_EQ(fault(), "audit.jsonl:1 is missing");
  std::filesystem::remove(path());
  EXPECT_EQ(fault(), "audit.jsonl:1 is missing");
}

TEST_F(AuditLogTest, LinesInAnotherOrderAreNoticed) {
  append(5);
  std::vector<std::string> all = lines(path());
  std::swap(all[1], all[3]);
  rewrite(path(), all);
  EXPECT_EQ(fault(), "audit.jsonl:2 does not follow the line before");
}

TEST_F(AuditLogTest, WhatWasRemovedStaysKnownWhenTheLogGoesOn) {
  append(5);
  std::vector<std::string> all = lines(path());
  all.resize(3);
  rewrite(path(), all);
  append(2);
  EXPECT_EQ(fault(), "audit.jsonl:4 does not follow the line before");
}

TEST_F(AuditLogTest, TheRecordOfTheEndIsMissed) {
  append(3);
  std::filesystem::remove(path() + ".end");
  EXPECT_EQ(fault(), "audit.jsonl:4 cannot be judged");
  append(1);
  EXPECT_EQ(fault(), "") << "the chain goes on from the last line";
}

TEST_F(AuditLogTest, TheChainGoesOnAcrossFiles) {
  append(40, 4000);
  EXPECT_TRUE(std::filesystem::exists(path() + ".2"));
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(verify().entries, 40);
  std::vector<std::string> all = lines(path() + ".2");
  const std::vector<std::string> before = all;
  all.pop_back();
  rewrite(path() + ".2", all);
  EXPECT_EQ(fault(), "audit.jsonl.1:1 does not follow the line before");
  rewrite(path() + ".2", before);
  EXPECT_EQ(fault(), "");
  std::filesystem::remove(path() + ".1");
  EXPECT_EQ(fault(), "audit.jsonl:1 does not follow the line before");
}

TEST_F(AuditLogTest, TheOldestFilesAreRemoved) {
  append(200, 2000);
  EXPECT_TRUE(std::filesystem::exists(path() + "." + std::to_string(AuditLog::kKept)));
  EXPECT_FALSE(std::filesystem::exists(path() + "." + std::to_string(AuditLog::kKept + 1)));
  EXPECT_EQ(fault(), "");
  EXPECT_LT(verify().entries, 200);
}

TEST_F(AuditLogTest, ATornLineIsCutOff) {
  append(3);
  const std::string whole = content(path());
  for (const std::size_t size : {std::size_t{1}, std::size_t{100}, whole.size() / 3 - 1}) {
    std::ofstream(path(), std::ios::app) << whole.substr(0, size);
    EXPECT_TRUE(verify().torn);
    EXPECT_EQ(fault(), "");
    append(1);
    EXPECT_FALSE(verify().torn);
    EXPECT_EQ(fault(), "") << size;
  }
  EXPECT_EQ(verify().entries, 6);
}

// As when the machine loses power: the log is shorter or longer than the record of its end says.
TEST_F(AuditLogTest, AnEndThatWasNotRecordedIsFound) {
  append(3);
  const std::string end = content(path() + ".end");
  append(1);
  std::ofstream(path() + ".end", std::ios::trunc) << end;
  EXPECT_EQ(fault(), "");
  append(1);
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(verify().entries, 5);
}

TEST_F(AuditLogTest, ADamagedRecordOfTheEndIsWrittenAgain) {
  append(3);
  std::ofstream(path() + ".end", std::ios::trunc) << "x";
  EXPECT_EQ(fault(), "audit.jsonl:4 cannot be judged");
  append(1);
  EXPECT_EQ(fault(), "");
}

TEST_F(AuditLogTest, WhatCannotBeWrittenIsAnError) {
  const auto refused = [](const std::string& where) {
    try {
      AuditLog(where).append(entry(1));
    } catch (const Error& error) {
      return error.code + " " + error.fact("reason");
    }
    return std::string("written");
  };
  EXPECT_EQ(refused("/proc/nowhere/audit.jsonl"), "FILE_IO_ERROR audit log");
  EXPECT_EQ(refused("/dev/full"), "FILE_IO_ERROR audit log");
  std::filesystem::create_directories(path());
  EXPECT_EQ(refused(path()), "FILE_IO_ERROR audit log");
  std::ofstream(folder_.at("target"));
  std::filesystem::create_symlink(folder_.at("target"), folder_.at("link"));
  EXPECT_EQ(refused(folder_.at("link")), "FILE_IO_ERROR audit log");
  EXPECT_EQ(content(folder_.at("target")), "");
}

TEST_F(AuditLogTest, LongParametersAreLeftOut) {
  AuditLog log(path());
  AuditEntry big = entry(1);
  big.params.set("text", std::string(1 << 20, 'x'));
  big.caller.client = std::string(1 << 20, 'y');
  log.append(big);
  EXPECT_LT(content(path()).size(), AuditLog::kLongestLine);
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(log.last(1).at(0)["params"]["left_out"], Value(true));
}

TEST_F(AuditLogTest, TheLastEntriesAreRead) {
  append(40, 4000);
  const auto last = AuditLog(path()).last(15);
  ASSERT_EQ(last.size(), 15U);
  EXPECT_EQ(last.front()["params"]["id"], Value(25));
  EXPECT_EQ(last.back()["params"]["id"], Value(39));
  EXPECT_EQ(AuditLog(path()).last(1000).size(), 40U);
  rewrite(path(), {"no JSON"});
  EXPECT_NE(AuditLog(path()).last(1).at(0)["fault"].string(), nullptr);
  EXPECT_TRUE(AuditLog(folder_.at("none")).last(5).empty());
}

TEST_F(AuditLogTest, ProcessesWriteOneChain) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      append(50, 20'000);
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(verify().entries, 200);
  EXPECT_EQ(fault(), "");
}

// Any single change to a byte is found.
RC_GTEST_PROP(AuditLogProperty, EveryChangeIsFound, ()) {
  const Folder folder;
  const std::string path = folder.at("audit.jsonl");
  AuditLog log(path);
  const int count = *rc::gen::inRange(1, 6);
  for (int i = 0; i < count; ++i) log.append(entry(i));
  std::string text = content(path);
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto byte = static_cast<char>(*rc::gen::inRange(1, 256));
  text[at] = static_cast<char>(text[at] ^ byte);
  std::ofstream(path, std::ios::trunc) << text;
  const AuditReport report = log.verify();
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  RC_ASSERT(!report.fault.empty() || report.torn);
  if (!report.fault.empty()) RC_ASSERT(report.line == line + 1);
}

}  // namespace
}  // namespace native
