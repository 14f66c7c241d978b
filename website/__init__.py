"""The site: the manual, the games and the Python reference as static pages.

`python -m website` builds it into `build/site`. The pages of `docs/` are the source of all
text; this package only collects them (`collecting`), adds pages that follow from the code (`schemas`,
`python`, `games`, `home`), lets zensical make HTML of them, and checks the result (`checking`).
"""
