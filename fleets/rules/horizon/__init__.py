"""The ship rules of «Война Горизонта». Sources and rulings: SOURCES.md."""
