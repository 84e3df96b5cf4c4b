/**
 * Defines the style of the search box. Custom properties and parts can change it. It follows the page's
 * `color-scheme`.
 */
export const style = `
:host {
  --_text: var(--dunlin-search-text, light-dark(#1d2327, #e6e9ea));
  --_soft: var(--dunlin-search-soft, light-dark(#55606a, #a5b0b6));
  --_back: var(--dunlin-search-background, light-dark(#fff, #1c2327));
  --_line: var(--dunlin-search-line, light-dark(#6c757c, #8a969d));
  --_accent: var(--dunlin-search-accent, light-dark(#0b5c6b, #7fd0de));
  --_active: var(--dunlin-search-active, light-dark(#e4eff0, #21343a));
  --_mark: var(--dunlin-search-mark, light-dark(#fdeeb0, #54481b));
  --_radius: var(--dunlin-search-radius, 0.4rem);
  display: inline-block;
  inline-size: 20rem;
  max-inline-size: 100%;
  font: inherit;
  line-height: 1.4;
  color: var(--_text);
}
:host([hidden]) { display: none }
.box { position: relative }
input {
  box-sizing: border-box;
  inline-size: 100%;
  padding: 0.45rem 0.7rem;
  font: inherit;
  color: inherit;
  background: var(--_back);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
}
input::placeholder { color: var(--_soft); opacity: 1 }
input:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px }
.popup {
  position: absolute;
  z-index: var(--dunlin-search-z-index, 1000);
  inset-block-start: calc(100% + 0.3rem);
  inset-inline-start: 0;
  box-sizing: border-box;
  inline-size: max(100%, min(32rem, 92vw));
  max-block-size: min(70vh, 34rem);
  overflow-y: auto;
  background: var(--_back);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  box-shadow: 0 0.4rem 1.2rem rgb(0 0 0 / 25%);
}
:host([align="end"]) .popup { inset-inline: auto 0 }
.popup[hidden] { display: none }
.message { margin: 0; padding: 0.7rem 0.9rem; color: var(--_soft) }
[role="group"] + [role="group"] { border-block-start: 1px solid color-mix(in srgb, var(--_line) 40%, transparent) }
[role="option"] { display: block; padding: 0.5rem 0.9rem; color: inherit; text-decoration: none; cursor: pointer }
[role="option"].section { padding-inline-start: 1.8rem }
[role="option"][aria-selected="true"] { background: var(--_active); box-shadow: inset 0.2rem 0 var(--_accent) }
.title { display: block; font-weight: 600; overflow-wrap: anywhere }
.section .title { font-weight: 500; color: var(--_accent) }
.passage {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  overflow: hidden;
  font-size: 0.9em;
  color: var(--_soft);
  overflow-wrap: anywhere;
}
mark { color: var(--_text); background: var(--_mark); border-radius: 0.15rem }
.status { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (forced-colors: active) {
  [role="option"][aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px }
}
`
