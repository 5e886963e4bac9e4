#!/usr/bin/python3
"""A form of Tk, which has no accessible elements: tk_form.py LOG. Writes what happens to it, a line each."""
import sys
import tkinter

log = open(sys.argv[1], "w", buffering=1, encoding="utf-8")


def tell(*words):
    print(*words, file=log)


window = tkinter.Tk()
window.title("Tk Form")
window.geometry("420x300+60+60")
font = ("Liberation Sans", 14)
tkinter.Label(window, text="Customer name", font=font).pack(pady=8)
field = tkinter.Entry(window, font=font)
field.insert(0, "Ada")
field.bind("<KeyRelease>", lambda _: tell("typed", field.get()))
field.pack(pady=8)
agreed = tkinter.IntVar()
tkinter.Checkbutton(window, text="Express delivery", font=font, variable=agreed,
                    command=lambda: tell("express", agreed.get())).pack(pady=8)
tkinter.Button(window, text="Place order", font=font, command=lambda: tell("ordered")).pack(pady=8)
window.bind("<Map>", lambda event: event.widget is window and tell("ready"))
window.mainloop()
