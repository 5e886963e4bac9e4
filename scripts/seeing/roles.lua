-- What elements are for, by AT-SPI's names of their roles.
local M = {}

local function set(names)
  local result = {}
  for name in names:gmatch "[^,]+" do result[name] = true end
  return result
end

-- What a person clicks, chooses or types into.
M.used = set("button,toggle button,push button menu,check box,radio button,switch,link,menu,menu item,check menu item,"
  .. "radio menu item,tearoff menu item,combo box,text,entry,password text,edit bar,autocomplete,date editor,terminal,"
  .. "spin button,slider,dial,rating,scroll bar,page tab,list item,tree item,table cell,icon,desktop icon,"
  .. "column header,table column header,table row header,row header,color chooser,calendar,split pane")

-- What a person reads. It counts only where it says something.
M.read = set("label,static,heading,paragraph,caption,comment,block quote,alert,notification,info bar,tool tip,"
  .. "status bar,progress bar,level bar,image,math,timer,log,marquee,title bar,footnote,definition,description term,"
  .. "description value,accelerator label")

-- What is worth a mark only when there is room.
M.late = set "menu bar,menu,scroll bar,split pane,tool tip,status bar,title bar,accelerator label"

-- What comes in numbers: the files of a dialog would leave no room for its buttons.
M.many = set "list item,tree item,table cell,icon,row header,table row header"

-- What holds others, and is worth a mark only when it can have the focus itself.
M.wrapper = set("panel,filler,scroll pane,viewport,layered pane,root pane,glass pane,option pane,section,grouping,form,"
  .. "page tab list,tool bar,list,list box,table,tree,tree table,table row,document frame,document web,document text,"
  .. "document spreadsheet,document presentation,document email,internal frame,landmark,article,canvas,drawing area,"
  .. "html container,embedded,unknown,extended,redundant object")

return M
