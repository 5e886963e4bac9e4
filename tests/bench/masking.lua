-- Masks pictures: each line of the file that is given names one and its masked copy. Prints a line of JSON for each.
local fs, image, json, time = require "fs", require "image", require "json", require "time"

for line in fs.read(arg[1]):bytes():gmatch "[^\n]+" do
  local from, to = line:match "^(%S+) (%S+)$"
  local picture = image.decode(fs.read(from))
  local begin = time.now()
  local masked = picture:mask_pii { timeout = 300 }
  print(json.encode { counts = masked.masked.counts, seconds = time.now() - begin, path = masked:save(to) })
end
