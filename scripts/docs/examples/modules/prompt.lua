return {
  register = [[
prompt.register {
  name = "explain_window",
  description = "Explains what a window shows.",
  arguments = { { "app", "The application.", complete = completion.app }, { "tone", "How.", optional = true } },
  run = function(args)
    return ("Look at %s with the image tool and explain it in a %s tone."):format(args.app, args.tone or "friendly")
  end,
}]],
  remove = [[
print(prompt.remove "gone")  --> false]],
  changed = [[
prompt.changed()]],
}
