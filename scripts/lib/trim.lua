-- A text without blanks at its ends.
return function(text)
  return (text:match "^%s*(.-)%s*$")
end
