#include "native/desktop/providers/provider.hpp"

namespace native {
namespace {

// The reason in details, the end of the message, and the remedy.
struct Words {
  const char* reason;
  const char* message;
  std::string remedy;
};

Words words_of(const Provider& provider, ProviderFault fault) {
  const std::string start = provider.start + " (package " + provider.package + ")";
  switch (fault) {
    case ProviderFault::kNotInstalled:
      return {"not installed", "is not installed", "Install it: apt install " + provider.package};
    case ProviderFault::kNotRunning:
      return {"not running", "is not running", "Start it: " + start};
    case ProviderFault::kDoesNotStart:
      return {"not running", "ended when it was started",
              "Start it in a terminal, where it says why it ends: " + start};
    case ProviderFault::kSilent:
      return {"does not answer", "does not answer", "End it and start it again: " + start};
    default:
      return {"refuses", "refuses the call",
              "Allow it in the settings of " + provider.program + " (package " + provider.package +
                  ")."};
  }
}

}  // namespace

Error provider_unavailable(const Provider& provider, ProviderFault fault, const std::string& why) {
  const Words words = words_of(provider, fault);
  std::string message = provider.text + " " + words.message;
  if (!why.empty()) message += " (" + why + ")";
  return {"PROVIDER_UNAVAILABLE",
          std::move(message),
          words.remedy,
          {{"service", provider.service}, {"reason", std::string(words.reason)}}};
}

}  // namespace native
