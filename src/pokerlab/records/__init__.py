"""What happened in one hand, and the text formats it is written in.

Files, from the bottom up: `record` (a hand and its replay), `amounts` (decimals to chips), `phh`, `acpc` and
`pokerstars` (the formats), `reading` (files of many hands) and `stats` (what players do).
"""
