"""The browser: a server on this machine for its own user. Only `pokerlab serve` imports it.

`server` starts it, `guard` decides who may ask, `app` answers (`endpoints` has all that can be asked, `messages` in
which words), `pages` has the front end, `data` keeps files, `study` looks at spots and solutions, `queue` runs long
work (in processes of its own: `job_process`), `hub` tells pages what moves.
"""
