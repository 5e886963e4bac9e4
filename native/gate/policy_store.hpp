#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "native/policy/effective_rules.hpp"
#include "native/policy/rules.hpp"

namespace native {

// Where policy files are.
struct PolicyPlaces {
  std::string system = "/etc/peekaboo/policy.json";
  std::string user;  // "" for none
  Surroundings around;

  // Returns the places of this process. The system's file does not depend on the environment.
  static PolicyPlaces of_this_process();
};

// Reads policy files, and reads them again when they have changed. Thread safe.
class PolicyStore {
 public:
  explicit PolicyStore(PolicyPlaces places) : places_(std::move(places)) {}

  // Returns the rules of this moment; those that refuse everything when a file cannot be used.
  // Examines the files at each call, which takes microseconds, but reads them only when they differ
  // from what was read last.
  std::shared_ptr<const Rules> rules();
  const PolicyPlaces& places() const { return places_; }

  // Reads one file. Returns nothing when there is none; throws policy_file_error().
  static std::optional<PolicyFile> read(const std::string& path, const std::string& home);

 private:
  std::string identity() const;

  const PolicyPlaces places_;
  std::mutex mutex_;
  std::string identity_;
  std::uint64_t generation_ = 0;
  std::shared_ptr<const Rules> rules_;
};

}  // namespace native
