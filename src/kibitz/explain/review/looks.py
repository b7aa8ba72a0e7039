"""How the page of a review looks: light, and dark where the reader's system asks for it; narrow windows too."""

LOOKS = """
:root { --ground: #faf8f3; --paper: #fffdf8; --ink: #2b2923; --faint: #5d574b; --rule: #d5cfc2; --link: #1c5aa6; --here:
  #16803c;
  --good: #1d6b3f; --doubt: #7a5200; --wrong: #8a3a00; --bad: #a3122b; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171b; --paper: #1d1f24; --ink: #e7e5df; --faint: #b4b0a6;
  --rule: #3a3d45; --link: #8cc1ff; --here: #4ade80; --good: #7fd8a4; --doubt: #f0c260; --wrong: #ff9d62; --bad: #ff8f9c; }
  }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans',
  sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 1.6rem 0 .5rem; } h3 { font-size: 1.05rem;
  margin: 0; }
p { margin: .3rem 0; } a { color: var(--link); }
figure { margin: 1rem 0; } figure svg { width: 100%; min-width: 34rem; height: auto; border-radius: 8px; }
figcaption { color: var(--faint); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--paper); overflow-wrap: normal; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border: 1px solid var(--rule); text-align: left; vertical-align: top; }
tbody th { white-space: normal; min-width: 6rem; }
thead th { color: var(--faint); font-weight: 600; }
article { display: flex; gap: 1rem; padding: 1rem; margin: .8rem 0; background: var(--paper); border: 1px solid var(--rule);
  border-radius: 8px; scroll-margin-top: 1rem; }
article:target { outline: 3px solid var(--here); }
.board { flex: 0 0 11rem; } .board svg { width: 100%; height: auto; max-height: 14rem; }
article > div:last-child { min-width: 0; }
.verdict { font-weight: 700; white-space: nowrap; } .verdict.guess {
  font-weight: 400; font-style: italic; text-decoration:
  underline dashed; }
.best, .good { color: var(--good); } .inaccuracy { color: var(--doubt); } .mistake { color: var(--wrong); } .blunder {
  color: var(--bad); }
.forced, .opening, .grounds { color: var(--faint); }
a:focus-visible, .wide:focus-visible, article:focus-visible { outline: 3px solid var(--here); outline-offset: 2px; }
@media (max-width: 34rem) { article { flex-direction: column; } .board { flex: none; width: 100%; max-width: 14rem; } th, td
  { padding: .25rem .4rem; } }
@media print { article { break-inside: avoid; } }
"""
