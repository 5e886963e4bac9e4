#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/policy/policy_file.hpp"
#include "native/policy/rules.hpp"

namespace native {

// The folders that rules begin with, as the program found them; absolute.
struct Surroundings {
  std::string home;
  std::string working_directory;
  std::string temporary;
  std::string default_save_path;         // the folder; "" when none is set
  std::vector<std::string> own_folders;  // of configuration and state; never a place for pictures
};

// Returns what both files come to; nothing stands for a file that does not exist. The user's file
// can only tighten what the system's states: folders and limits are cut to what both allow, lists
// of what is refused are joined, and of two words the stricter holds. "POLICY_DENIED" when the
// patterns of both together cannot be used.
Rules effective_rules(const std::optional<PolicyFile>& system,
                      const std::optional<PolicyFile>& user, const Surroundings& around,
                      std::uint64_t generation);

// Returns rules that refuse every capture with `error` and show no title.
Rules refusing_rules(const Error& error, std::uint64_t generation);

}  // namespace native
