import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const sentences = [
  "The harbour lies behind a long wall of grey stone that the town built in two years.",
  "Boats come in with the tide and leave again before the water is low.",
  "A pilot meets the larger ships at the outer buoy and brings them to the quay."
]
const text = sentences.map((sentence) => `<p>${sentence} The master writes each arrival into a book.</p>`).join("")
const pageAround = (parts: string) =>
  Html.parse(
    `<body><nav><a href=/a>News</a><a href=/b>Maps</a></nav><article><h1>The harbour</h1>${parts}</article>` +
      "<footer>Imprint</footer></body>",
    "https://coast.example/harbour"
  )
const written = (parts: string): string => {
  const page = pageAround(parts)
  return Html.markdown(page, Html.mainContent(page)).markdown
}
const between = (part: string) => written(`${text}${part}${text.replaceAll("book", "ledger")}`)

/** Names that mark boilerplate on news sites. */
const names =
  "ads share related comments newsletter tags author breadcrumbs popup banner social cookie footer nav modal copyright"
    .split(" ")

const quay = "<h2>The quay</h2><p>Anselm repairs nets at the quay.</p><p>Bertha sells ropes there.</p>"

describe("a part with a boilerplate name between two paragraphs", () => {
  it.each(names)("is written if it holds its own text (%s)", (name) => {
    const rows = "<tr><th>Berth</th><th>Depth</th></tr><tr><td>North</td><td>4 m</td></tr>"
    const items = "<li>Nets are dried on poles.</li><li>Ropes are kept dry.</li>"
    const parts: ReadonlyArray<readonly [html: string, words: ReadonlyArray<string>]> = [
      [`<section class="${name}">${quay}</section>`, ["The quay", "Anselm repairs nets", "Bertha sells ropes"]],
      [`<section id="${name}">${quay}</section>`, ["The quay", "Anselm repairs nets", "Bertha sells ropes"]],
      [`<div class="${name}"><table>${rows}</table></div>`, ["Berth", "North", "4 m"]],
      [`<div class="${name}"><pre>moor --berth</pre></div>`, ["moor --berth"]],
      [`<div class="${name}"><ul>${items}</ul></div>`, ["Nets are dried", "Ropes are kept"]],
      [`<ul class="${name}">${items}</ul>`, ["Nets are dried", "Ropes are kept"]],
      [`<dl class="${name}"><dt>berth</dt><dd>A place for a boat.</dd></dl>`, ["berth", "A place for a boat"]],
      [`<ul><li class="${name}">Nets are dried on poles.</li><li>Ropes are kept dry.</li></ul>`, ["Nets are dried"]],
      [`<p>The <span class="${name}">tide table</span> hangs at the door of the office.</p>`, ["tide table"]]
    ]
    for (const [html, words] of parts) {
      const markdown = between(html)
      for (const word of words) assert.include(markdown, word, html)
    }
  })

  it.each([
    [
      "links",
      "<div class=related><h3>Boats</h3><ul><li><a href=/1>A boat of oak</a><li><a href=/2>A sail</a></ul></div>"
    ],
    ["a form", "<div class=newsletter><h3>Stay on board</h3><p>We write each Friday.</p><form><input></form></div>"],
    ["a button", "<div class=popup><p>We write each Friday to all readers.</p><button>Yes</button></div>"],
    [
      "a linked picture",
      "<div class=related><p>A new boat.</p><a href=/1><img src=1.png></a><p>We write each Friday.</p></div>"
    ],
    ["words of the site", "<div class=ads><p>Advertisement. The article continues below.</p></div>"],
    [
      "comments",
      "<div class=comments><p><b class=author>Ann</b> <time>1 May</time></p><p>We write each Friday.</p></div>"
    ]
  ])("is omitted if it holds %s", (_what, part) => {
    const markdown = between(part)
    for (const word of ["oak", "each Friday", "Advertisement"]) assert.notInclude(markdown, word)
  })

  it("is reported if its name is the only evidence and it is the last part", () => {
    const page = pageAround(`${text}<section class="popup">${quay}</section>`)
    assert.deepStrictEqual(Html.mainContent(page).omitted?.map(({ heading }) => heading), ["The quay"])
  })
})

describe("an aside between two paragraphs", () => {
  it.each([
    ["a heading and sentences", `<aside>${quay}</aside>`, "Anselm repairs nets"],
    ["a pull quote", "<aside class=pullquote><p>No boat waits for wind.</p></aside>", "No boat waits"],
    ["steps in a nav", "<nav><ol><li>Cut the rope.</li><li>Row away.</li></ol></nav>", "Cut the rope"]
  ])("is written if it holds %s", (_what, part, words) => assert.include(between(part), words))

  it.each([
    ["links", "<aside><h3>Boats</h3><p>A boat of oak. <a href=/1>All boats</a></p></aside>"],
    ["a field", "<aside><p>We write of oak each Friday.</p><input></aside>"],
    ["words of the site", "<aside><p>Subscribe to the oak letter. It is free.</p></aside>"]
  ])("is omitted if it holds %s", (_what, part) => assert.notInclude(between(part), "oak"))

  it("is omitted if it is the last part", () =>
    assert.notInclude(written(`${text}<aside><p>A boat of oak. It is new.</p></aside>`), "oak"))
})
