#pragma once

#include <string>
#include <string_view>

// Recognises secrets by their names: in the log, in traces, in requests that follow a redirect.
namespace runtime {

// Replaces a secret.
inline constexpr std::string_view kSecretMask = "***";

// Returns whether the name of a member, parameter or header says that its value is a secret.
bool is_secret(std::string_view name);

// Returns whether the name of an environment variable or setting says so. Only its last word
// counts: the value is masked wherever the log has it, and GNOME_KEYRING_CONTROL is a path.
bool is_secret_variable(std::string_view name);

// Masks secrets in a text for a trace: values assigned to a secret's name ("?api_key=…&",
// "--token=…") up to the next '&' or '#', and the part of a URL before '@'.
std::string without_secrets(std::string_view text);

// Returns whether a word of a command line, such as "--password", is followed by a secret.
bool announces_secret(std::string_view word);

}  // namespace runtime
