"""What happened in one hand, and the text formats it is written in.

Files, from the bottom up: `record` (a hand and its replay), `amounts` (decimals to chips), `numbering` (numbers for
hands without), `phh_reader`, `phh_writer`, `acpc`, `pokerstars_reader` and `pokerstars_writer` (the formats), `reading`
and `writing` (files of many hands), `narration` (a hand in words) and `stats` (what players do).
"""
