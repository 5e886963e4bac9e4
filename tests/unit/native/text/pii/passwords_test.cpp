#include "native/text/pii/passwords.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace native {
namespace {

// Returns the passwords, with "|" between them.
std::string passwords_in(const PiiText& text) {
  PiiFindings found;
  find_passwords(text, found);
  std::string all;
  for (const PiiFinding& each : found) {
    EXPECT_EQ(each.kind, PiiKind::kPassword);
    all += (all.empty() ? "" : "|") + text.text.substr(each.begin, each.end - each.begin);
  }
  return all;
}

std::string passwords_in(const std::string& text) { return passwords_in(exact_text(text)); }

PiiText read_words(const std::string& text) {
  std::vector<Word> words;
  std::istringstream parts(text);
  for (std::string part; parts >> part;) words.push_back({{}, 95, 1, part});
  return read_text(words);
}

TEST(Passwords, StandBehindLabels) {
  EXPECT_EQ(passwords_in("Password: hunter2, user: bob"), "hunter2");
  EXPECT_EQ(passwords_in("Kennwort: Sommer24 PIN: 4711"), "Sommer24|4711");
  EXPECT_EQ(passwords_in("contraseña: Secreto123"), "Secreto123");
  EXPECT_EQ(passwords_in("db_password='x!Y2z3w4'"), "x!Y2z3w4");
  EXPECT_EQ(passwords_in("the password is hunter2"), "hunter2");
  EXPECT_EQ(passwords_in("Passphrase: correct horse battery"), "correct horse battery");
}

TEST(Passwords, StandInAddresses) {
  EXPECT_EQ(passwords_in("https://bob:s3cret@host/path"), "s3cret");
  EXPECT_EQ(passwords_in("https://bob@host:8080/path"), "");
  EXPECT_EQ(passwords_in("https://bob:${SECRET}@host"), "");
}

TEST(Passwords, StandInFormsWithoutColons) {
  EXPECT_EQ(passwords_in("Sign in\nPasswort\nhunter2x\nStay signed in"), "hunter2x");
  EXPECT_EQ(passwords_in("New password  hunter2x"), "hunter2x");
  EXPECT_EQ(passwords_in("Wi-Fi password  hunter2x"), "hunter2x");
  EXPECT_EQ(passwords_in("Card PIN\n4711"), "4711");
  EXPECT_EQ(passwords_in("Password\nRemember me"), "");
  EXPECT_EQ(passwords_in("my password hunter2x of old times"), "") << "it is no form";
}

TEST(Passwords, AreNotTypesPlaceholdersOrProse) {
  for (const char* each :
       {"password: string", "password = get_password()", "Password: ••••••••",
        "password: ${PASSWORD}", "if (password == other) {", "Password: required",
        "password: your password", "passwords", "The password is too short",
        "std::string password;", "PIN: abcd", "compass: north"})
    EXPECT_EQ(passwords_in(each), "") << each;
}

TEST(Passwords, AreFoundBehindMisreadLabels) {
  EXPECT_EQ(passwords_in(read_words("Passw0rd: hunter2x")), "hunter2x");
  EXPECT_EQ(passwords_in(read_words("Password; hunter2x")), "hunter2x");
  EXPECT_EQ(passwords_in(read_words("PlN: 47l1")), "47l1");
  EXPECT_EQ(passwords_in("Passw0rd: hunter2x"), "") << "known text has no misread labels";
}

TEST(Passwords, StandInColumns) {
  const auto in_column = [](const std::vector<std::string>& cells) {
    std::vector<Word> words;
    for (const std::string& cell : cells)
      words.push_back({{}, 95, static_cast<int>(words.size()) + 1, cell});
    return passwords_in(read_text(words));
  };
  // The first of them is found as the value below a label as well.
  EXPECT_EQ(in_column({"Password", "q7!RkLm2Xv", "summertime", "tulip-99"}),
            "q7!RkLm2Xv|summertime|tulip-99|q7!RkLm2Xv");
  EXPECT_EQ(in_column({"Password", "Security", "Billing", "Devices"}), "") << "a menu";
  EXPECT_EQ(in_column({"Password", "Strong", "Weak", "hunter2x", "Weak"}), "");
  EXPECT_EQ(in_column({"Password", "Strong", "hunter2x"}), "") << "one alone";
  EXPECT_EQ(in_column({"Name", "q7!RkLm2Xv", "summertime9"}), "");
}

TEST(Passwords, MayEndALine) {
  for (const char* each : {"Password:", "Passwort", "New password", "Password: hunt", "PIN: "})
    EXPECT_TRUE(ends_in_password(exact_text(each))) << each;
  for (const char* each :
       {"", "Name:", "Password: hunter2 and more", "my old passwords were these"})
    EXPECT_FALSE(ends_in_password(exact_text(each))) << each;
}

// Letters and digits behind a label are a password, whatever stands around.
RC_GTEST_PROP(PasswordsProperty, AreFoundAmongWords, ()) {
  const auto character = rc::gen::elementOf(std::string("abcdefghkmnpqrstuvwxyzABCDEF23456789!#%"));
  const auto value = *rc::gen::container<std::string>(12, character) + "x7";
  const auto label = *rc::gen::elementOf(
      std::vector<std::string>{"Password: ", "Passwort: ", "Kennwort: ", "passwd: ", "Senha: "});
  const auto before =
      *rc::gen::elementOf(std::vector<std::string>{"", "user ann\n", "$ echo ", "1. "});
  const std::string found = passwords_in(before + label + value + "\nmore");
  RC_ASSERT(found.find(value) != std::string::npos);
}

}  // namespace
}  // namespace native
