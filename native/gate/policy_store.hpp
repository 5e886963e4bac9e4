#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "native/gate/policy.hpp"
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
  // Returns whether rules() would read nothing, nor wait for another thread that does.
  bool is_current();
  // Returns Rules::generation of what rules() would return, without reading the files.
  std::uint64_t generation();
  const PolicyPlaces& places() const { return places_; }

  // Reads one file. Returns nothing when there is none; throws policy_file_error(). One that was
  // `found`, not named by the user, must belong to the user or root and be writable by no other
  // user, and so must its folder.
  static std::optional<PolicyFile> read(const std::string& path, const std::string& home,
                                        bool found);

 private:
  // The state of the files at one moment.
  struct Version {
    std::string identity;
    std::uint64_t generation = 0;
  };

  std::string identity() const;
  Version version();
  Rules made(std::uint64_t generation) const;

  const PolicyPlaces places_;
  std::mutex version_mutex_;  // never held for long
  Version version_;
  std::mutex rules_mutex_;
  std::shared_ptr<const Rules> rules_;
};

// Returns the policy that policy files state.
std::unique_ptr<Policy> file_policy(std::shared_ptr<PolicyStore> store);

}  // namespace native
