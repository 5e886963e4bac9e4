#pragma once

#include <optional>
#include <string>

namespace native::portal {

// A token by which the portal gives something again without asking a person. A file of this user
// alone, replaced as a whole.
class TokenFile {
 public:
  // Returns $XDG_STATE_HOME/peekaboo/NAME.token.
  static std::string usual_path(const std::string& name);
  explicit TokenFile(std::string path) : path_(std::move(path)) {}

  // Returns nothing when there is none that could be one.
  std::optional<std::string> read() const;
  // Throws a Refusal when there will be no place for a token: asked before the portal, which may
  // honour each token once.
  void check_writable() const;
  // Throws a Refusal when it is not stored.
  void write(const std::string& token) const;
  // Returns whether there was one.
  bool remove() const;

 private:
  std::string path_;
};

// Returns whether a text can be a token: of a length and of letters that fit a line.
bool is_token(const std::string& text);

}  // namespace native::portal
