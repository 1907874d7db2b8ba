"""The rehearsal: a whole day of a pack, played by bots over HTTP and sockets at a higher speed.

`manage.py rehearse` keeps a house (`hq.benches.house`) with a database and a server of its own;
what is here runs in processes of that house: `day` makes the day, `play` plays it and tells.
"""
