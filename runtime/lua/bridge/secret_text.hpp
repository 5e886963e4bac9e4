#pragma once

#include <string>
#include <string_view>

namespace runtime {

// Masks secrets in a text for a trace: values assigned to a secret's name ("?api_key=…&",
// "--token=…") up to the next '&' or '#', and the part of a URL before '@'.
std::string without_secrets(std::string_view text);

// Whether a word of a command line, such as "--password", is followed by a secret.
bool announces_secret(std::string_view word);

}  // namespace runtime
