#include "native/lua/bridge/masking_values.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "native/image/compare/tiles.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/image.hpp"
#include "native/masking/masking.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr double kDefaultTimeout = 30;
constexpr std::size_t kMaxTexts = 1000;

std::vector<std::string> texts_of(const Args& args, const Options& options, const char* name) {
  std::vector<std::string> texts;
  if (!options.has(name)) return texts;
  const Value::List* const list = options[name].list();
  if (list == nullptr || list->size() > kMaxTexts) args.wrong(2, "a list of texts");
  for (const Value& each : *list) {
    if (each.string() == nullptr) args.wrong(2, "a list of texts");
    texts.push_back(*each.string());
  }
  return texts;
}

MaskRules rules_of(const Args& args, const Options& options, const CallerRules& own) {
  MaskRules rules = mask_rules(own);
  const std::vector<std::string> kinds = texts_of(args, options, "kinds");
  if (!kinds.empty()) rules.kinds.clear();
  for (const std::string& name : kinds) {
    const auto kind = pii_kind(name);
    if (!kind) args.wrong(2, "kinds of personal data, such as \"emails\"");
    rules.kinds.insert(*kind);
  }
  for (std::string& pattern : texts_of(args, options, "patterns"))
    rules.custom.push_back(std::move(pattern));
  return rules;
}

}  // namespace

MaskRules mask_rules(const CallerRules& rules) {
  return {rules.masked_kinds, rules.custom_patterns};
}

Value masking_value(const std::vector<MaskedPart>& parts) {
  static const runtime::RecordKind kMasking("masking");
  static const runtime::RecordKind kPart("masked_part");
  Value counts = Value::Record{};
  const auto numbers = counts_of(parts);
  for (const PiiKind kind : kPiiKinds)
    counts.set(name_of(kind), numbers[static_cast<std::size_t>(kind)]);
  Value::List list;
  for (const MaskedPart& part : parts) {
    Value each = kPart.record();
    each.set("kind", name_of(part.kind)).set("bounds", to_value(part.area));
    list.push_back(std::move(each));
  }
  Value masking = kMasking.record();
  masking.set("counts", std::move(counts)).set("parts", std::move(list));
  return masking;
}

Task<Results> mask_pii_of_image(Args args) {
  const auto image = args.object<Image>(1);
  const std::shared_ptr<DesktopService> host = image->host();
  const Options options = args.options(2);
  const Caller caller = DesktopService::caller(args.call());
  const MaskRules rules = rules_of(args, options, host->gate()->rules()->of(caller.kind));
  const Deadline deadline = DesktopService::in(options.number("timeout", kDefaultTimeout));
  const PictureRef picture = image->picture();
  const std::shared_ptr<Masker> masker = host->masker();
  std::function<Frame()> work = [=] {
    Frame frame = picture->frame();
    fill_masked(frame, *masker->look(frame, tiles_of(frame), rules, deadline), 0, 0);
    return frame;
  };
  Task<Frame> masking = host->on_cpu<Frame>(std::move(work));
  Frame frame = co_await std::move(masking);
  co_return image_result(std::move(frame), host);
}

}  // namespace native
