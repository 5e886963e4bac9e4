local json = require "json"

-- What is told about personal data that was masked in pictures: how often and where, never what.
local M = {}

-- Kinds in the order of reports: {name in image.masked, name in answers, singular, plural}.
local kinds = {
  { "emails", "emailsRedacted", "e-mail address", "e-mail addresses" },
  { "phones", "phonesRedacted", "phone number", "phone numbers" },
  { "creditCards", "creditCardsRedacted", "card number", "card numbers" },
  { "ibans", "ibansRedacted", "IBAN", "IBANs" },
  { "nationalIds", "nationalIdsRedacted", "national id", "national ids" },
  { "keys", "keysRedacted", "key", "keys" },
  { "passwords", "passwordsRedacted", "password", "passwords" },
  { "customPatterns", "customPatternsRedacted", "text of the policy's patterns", "texts of the policy's patterns" },
}

-- The rows of a record of M.report, for schemas.
function M.rows()
  local rows = {}
  for _, kind in ipairs(kinds) do rows[#rows + 1] = { kind[2], "integer", ("How many %s."):format(kind[4]) } end
  rows[#rows + 1] = { "regions", { list = {
    { "kind", "string", "As in `maskedKinds` of a policy." }, { "x", "integer", "Of the desktop." },
    { "y", "integer", "Of the desktop." }, { "width", "integer", "In pixels." }, { "height", "integer", "In pixels." },
  } }, "What was filled, in desktop pixels." }
  return rows
end

-- A masking (see image.masked) as members of an answer.
function M.report(masked)
  local members = {}
  for _, kind in ipairs(kinds) do members[#members + 1] = { kind[2], masked.counts[kind[1]] or 0 } end
  local regions = {}
  for _, part in ipairs(masked.parts) do
    local bounds = part.bounds
    regions[#regions + 1] = json.object { { "kind", part.kind }, { "x", bounds.x }, { "y", bounds.y },
      { "width", bounds.width }, { "height", bounds.height } }
  end
  members[#members + 1] = { "regions", json.array(regions) }
  return json.object(members)
end

-- A masking as words: "2 e-mail addresses, 1 password".
function M.summary(masked)
  local words = {}
  for _, kind in ipairs(kinds) do
    local count = masked.counts[kind[1]] or 0
    if count > 0 then words[#words + 1] = ("%d %s"):format(count, count == 1 and kind[3] or kind[4]) end
  end
  return #words > 0 and table.concat(words, ", ") or "nothing was found"
end

return M
