import { Html } from "@dunlin/html"
import { assert, it } from "@effect/vitest"

/** Names that every object of JavaScript has, so that a careless look into a table finds them. */
const NAMES = [
  "constructor",
  "valueof",
  "valueOf",
  "toString",
  "__proto__",
  "hasOwnProperty",
  "isPrototypeOf",
  "__defineGetter__"
]

const text = "<h1>Waders</h1><p>The dunlin feeds on the shore.</p>"

/** Pages that use a name as each of the words that a page can invent. */
const pages: Readonly<Record<string, (name: string) => string>> = {
  "a property": (name) => `<div style="${name}: red">${text}</div>`,
  "a value": (name) =>
    `<style>div{color:${name};width:1${name};display:${name};transform:${name}(1)}</style><div>${text}</div>`,
  "a media feature": (name) =>
    `<style>@media (${name}: red){div{display:none}} @media ${name}{div{display:none}}</style><div>${text}</div>`,
  "a condition": (name) =>
    `<style>@supports (${name}:1){p{color:red}} @${name} x{p{display:none}}</style><div>${text}</div>`,
  "a pseudo-class": (name) => `<style>div:${name}{display:none} div::${name}{display:none}</style><div>${text}</div>`,
  "a variable": (name) => `<style>:root{--${name}:red} div{color:var(--${name})}</style><div>${text}</div>`,
  "an element": (name) => `<div>${text}<${name}>x</${name}></div>`,
  "an attribute": (name) => `<div ${name}=1 class="${name}" id="${name}" role="${name}" data-${name}=1>${text}</div>`,
  "an entity": (name) => `<div>${text}<p>&${name};</p></div>`,
  "a language": (name) => `<div lang="${name}">${text}<pre><code class="language-${name}">x</code></pre></div>`,
  "a callout": (name) =>
    `<div>${text}<blockquote><p>[!${name}] x</p></blockquote><div class="admonition ${name}">x</div></div>`,
  "a formula": (name) =>
    `<div>${text}<math><m${name}>a</m${name}><mover><mi>a</mi><mo>${name}</mo></mover></math></div>`
}

it.each(Object.keys(pages))("reads a page that names %s, a built-in object member", (kind) => {
  for (const name of NAMES) {
    const page = Html.parse(`<body><main>${pages[kind]!(name)}</main></body>`, "https://example.com/")
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    assert.include(markdown, "The dunlin feeds on the shore.", name)
  }
})
