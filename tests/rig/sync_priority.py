"""The order in which the X server serves its clients (SYNC, SetPriority), which python-xlib lacks."""
from Xlib.protocol import rq


class SetPriority(rq.Request):
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(12), rq.RequestLength(), rq.Card32("id"), rq.Int32("priority"))


def serve_last(connection, window_id):
    """The owner of the window comes after all clients that ask for anything, once this request has been sent."""
    SetPriority(connection.display, opcode=connection.query_extension("SYNC").major_opcode, id=window_id, priority=-1)
