#pragma once

#include <string>
#include <string_view>

namespace runtime {

// A text as a trace may show it. What is assigned to a name like a secret ("?api_key=…&",
// "--token=…") is masked up to the next '&' or '#', and so is what stands before the '@' of a URL.
std::string without_secrets(std::string_view text);

// Whether a word of a command line, such as "--password", says that the next one is a secret.
bool announces_secret(std::string_view word);

}  // namespace runtime
