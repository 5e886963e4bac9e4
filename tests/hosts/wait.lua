require("window").wait { title = "Hosts", timeout = 60 }
