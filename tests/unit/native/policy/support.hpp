#pragma once

#include <gtest/gtest.h>

#include <string>

#include "native/policy/effective_rules.hpp"

namespace native::test {

inline const Surroundings kAround = {
    "/home/me", "/work", "/tmp", "", {"/home/me/.config/peekaboo"}};

inline PolicyFile file_of(const std::string& name, const std::string& text) {
  return parse_policy(name, text, "/home/me");
}

inline std::string fault_of(const std::string& text) {
  try {
    file_of("/etc/p", text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "POLICY_DENIED");
    EXPECT_EQ(error.fact("reason"), "policy file");
    return error.message + " | " + error.hint;
  }
  return "accepted";
}

}  // namespace native::test
