#pragma once

#include <string>
#include <string_view>

// The rule for what is a secret: in the log, in traces, in requests that follow a redirect.
namespace runtime {

// Replaces a secret.
inline constexpr std::string_view kSecretMask = "***";

// Whether the name of a member, parameter or header says that its value is a secret.
bool is_secret(std::string_view name);

// Whether the name of an environment variable or setting says so. Only its last word counts: the
// value is masked wherever the log has it, and GNOME_KEYRING_CONTROL is a path.
bool is_secret_variable(std::string_view name);

// A text as a trace may show it. What is assigned to a name like a secret ("?api_key=…&",
// "--token=…") is masked up to the next '&' or '#', and so is what stands before the '@' of a URL.
std::string without_secrets(std::string_view text);

// Whether a word of a command line, such as "--password", says that the next one is a secret.
bool announces_secret(std::string_view word);

}  // namespace runtime
