/** Parts of a text that are shaped or named like boilerplate, each written whole. */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const sentences = [
  "Glaciers grind the rock below them and carry the dust down the valley.",
  "In spring the meltwater fills the lake and floods the lower meadows.",
  "Shepherds move their flocks up the slope once the snow has left the pass."
]
const text = sentences.map((one) => `<p>${one} The station measures the depth of the ice every week.</p>`).join("")
const more = text.replaceAll("depth", "width")

const contentOf = (inside: string, element = "article") => {
  const page = Html.parse(
    `<!doctype html><body><nav><a href=/a>Walks</a><a href=/b>Huts</a></nav><${element}><h1>The valley</h1>${inside}` +
      `</${element}><footer>Imprint</footer></body>`,
    "https://alpine.example/valley"
  )
  const content = Html.mainContent(page)
  return { omitted: content.omitted, markdown: Html.markdown(page, content).markdown.replaceAll("\\", "") }
}
const written = (inside: string, element?: string) => contentOf(inside, element).markdown
const among = (part: string) => written(text + part + more)
const includes = (markdown: string, ...words: ReadonlyArray<string>) => {
  for (const word of words) assert.include(markdown, word)
}

describe("a table between two paragraphs", () => {
  it("is written with a row of headers, even if its cells are links", () => {
    const rows = "<tr><td><a href=/h1>Steinboden</a></td><td><a href=/m1>Sheet 12</a></td></tr>" +
      "<tr><td><a href=/h2>Gamsalp</a></td><td><a href=/m2>Sheet 13</a></td></tr>"
    includes(among(`<table><tr><th>Hut</th><th>Map</th></tr>${rows}</table>`), "Hut", "Steinboden", "Sheet 13")
  })

  it("is dropped as rows of links without headers", () => {
    const rows = "<tr><td><a href=/h1>Home</a></td><td><a href=/m1>Walks</a></td></tr>" +
      "<tr><td><a href=/h2>Huts</a></td><td><a href=/m2>Weather</a></td></tr>"
    assert.notInclude(among(`<table>${rows}</table>`), "Weather")
  })
})

describe("a part that is dropped whole", () => {
  const headingsOf = (part: string) => (contentOf(text + part + more).omitted ?? []).map(({ heading }) => heading)
  const row = (name: string) => `<tr><td><a href=/${name}>${name}</a></td><td><a href=/m/${name}>Sheet</a></td></tr>`
  const table = `<table>${["Steinboden", "Gamsalp", "Oberried", "Laufen"].map(row).join("")}</table>`

  it("is named if it is a table of links, also in another element", () => {
    assert.deepStrictEqual(headingsOf(table), ["table"])
    assert.deepStrictEqual(headingsOf(`<div>${table}</div>`), ["table"])
    assert.deepStrictEqual(headingsOf(`<figure>${table}</figure>`), ["table"])
    assert.deepStrictEqual(headingsOf(`${table}<p>${"The path follows the ridge. ".repeat(9)}</p>${table}`), ["table"])
  })

  it("is named by the written heading above a list of links", () => {
    const list = "<ul class=links><li><a href=/a>Ice papers</a><li><a href=/b>Lake papers</a></ul>"
    assert.deepStrictEqual(headingsOf(`<h2>Archives of the valley</h2>${list}`), ["Archives of the valley"])
  })

  it("is not named if it is hidden or navigation", () => {
    assert.deepStrictEqual(headingsOf(`<div hidden>${table}</div>`), [])
    assert.deepStrictEqual(headingsOf(`<nav>${table}</nav>`), [])
  })
})

describe("a part with a boilerplate name", () => {
  it("is written if it is about newsletters, cookies or subscriptions, without links and fields", () => {
    for (const name of ["newsletter", "cookie", "subscribe", "trending"]) {
      const table =
        `<table><tr><th>${name}</th><th>Meaning</th></tr><tr><td>new ${name}</td><td>an entry</td></tr></table>`
      includes(among(`<div class="${name}">${table}</div>`), "Meaning", "an entry")
    }
    includes(
      among("<div class=newsletter><p>Anselm keeps the newsletter list in his office. Each one has a date.</p></div>"),
      "Anselm keeps the newsletter list"
    )
  })

  it("is written if it documents a call", () => {
    const part = "<h2>subscribe(topic)</h2><p>Sends each measure to the callback.</p><pre>subscribe(ice, print)</pre>"
    includes(among(`<section class="subscribe">${part}</section>`), "Sends each measure", "subscribe(ice, print)")
  })

  it("is named if a heading is the only evidence against its sentence", () => {
    const { omitted } = contentOf(
      `${text}${more}<section class="related-work"><h2>Related work</h2><p>Anda measured it by radar.</p></section>`
    )
    assert.deepStrictEqual((omitted ?? []).map(({ heading }) => heading), ["Related work"])
  })

  it("is dropped if its heading names only a relation, or if it has a field", () => {
    const teasers =
      "<h3>Related</h3><ul><li>How the ice of the north face melts</li><li>Birds above the trees</li></ul>"
    assert.notInclude(among(`<div class="related">${teasers}</div>`), "Birds above")
    const form = "<h2>Newsletter</h2><p>News of the valley, once a week.</p><form><input name=mail></form>"
    const dropped = contentOf(`${text}<section id="newsletter">${form}</section>${more}`)
    assert.notInclude(dropped.markdown, "once a week")
    assert.deepStrictEqual(dropped.omitted, [])
  })
})

describe("the footer of a text", () => {
  it("is written with its figure", () => {
    const figure =
      "<figure><img src=/map.png alt=Map width=500 height=300><figcaption>The five huts.</figcaption></figure>"
    includes(written(`${text}${more}<footer>${figure}</footer>`), "map.png", "The five huts")
  })

  it("is written below paragraphs in a plain box", () => {
    const note = "The figures of 1921 come from the diary of the pastor, which lies in the archive of the canton."
    includes(written(`${text}${more}<footer><p>${note}</p></footer>`, "div"), note)
    const imprint = `${text}${more}<footer><p>${note} <a href=/imprint>Imprint</a></p></footer>`
    assert.notInclude(written(imprint, "div"), note)
  })
})

describe("a navigation element between two paragraphs", () => {
  it("is written if it holds code", () => {
    includes(among("<nav><pre><code>icectl measure --stake 4</code></pre></nav>"), "icectl measure --stake 4")
    assert.notInclude(among("<nav><pre><a href=/x>icectl measure</a></pre></nav>"), "icectl measure")
  })
})

describe("a button at the end of a sentence", () => {
  it("is written if a sign of the sentence follows", () => {
    includes(among("<ol><li>Wait for the lamp, then press <button>Mark</button>.</li></ol>"), "then press Mark.")
    assert.notInclude(among("<p>Share this page <button>Post</button></p>"), "Post")
  })
})

describe("a member of a reference", () => {
  it("is written if its qualified name has a word of boilerplate", () => {
    const members = ["MissingHeaderDefect", "FooterPolicy", "BannerStyle"].map((name) =>
      `<dl><dt>Inherited members</dt><dd id="${name}.line" class="variable"><a href="#${name}.line">${name}Line</a></dd></dl>`
    )
    const head = "<meta name=generator content='pdoc 15.0.0'>"
    const inside = `<section id="errors"><h2>errors</h2>${text}${members.join("")}${more}</section>`
    includes(written(head + inside), "MissingHeaderDefectLine", "FooterPolicyLine", "BannerStyleLine")
  })
})
