"""What happened in one hand, and the text formats it is written in.

Files, from the bottom up: `record` (a hand and its replay), `amounts` (decimals to chips), `numbering` (numbers for
hands without), `phh`, `acpc` and `pokerstars` (the formats), `reading` and `writing` (files of many hands),
`narration` (a hand in words) and `stats` (what players do).
"""
