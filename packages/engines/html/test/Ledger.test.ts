/**
 * The account of a page: the words of its entries are the words of the page, and those of the kept ones are the words of
 * its Markdown. The page is read by another parser here.
 */
import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import * as cheerio from "cheerio"
import * as fc from "fast-check"
import { goldenPages } from "./goldenPages.ts"

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const mute = new Set("script style template title iframe datalist".split(" "))

/** The words of a page as another parser finds them. */
const pageWords = (html: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  const $ = cheerio.load(html, { scriptingEnabled: false })
  $([...mute].join(",")).remove()
  $("*").contents().each((_, node) => {
    if (node.type === "text") out.push(...wordsOf(node.data))
  })
  return out
}

const tally = (words: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const out = new Map<string, number>()
  for (const word of words) out.set(word, (out.get(word) ?? 0) + 1)
  return out
}

/** Words that the first has more often than the second. */
const beyond = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map(tally(other))
  return one.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
}

const ledgerOf = (html: string, url?: string) => {
  const page = Html.parse(html, url)
  const { ledger } = Html.explain(page)
  const { markdown } = Html.markdown(page, Html.mainContent(page))
  return { ledger, markdown }
}

const sum = (entries: ReadonlyArray<{ readonly words: number }>): number =>
  entries.reduce((total, { words }) => total + words, 0)

describe("the ledger of a page", () => {
  it.each(goldenPages())("$name: every word of the page is in one entry", ({ html, url }) => {
    const { ledger } = ledgerOf(html, url)
    assert.strictEqual(sum(ledger), pageWords(html).length)
  })

  it.each(goldenPages())("$name: its kept words are in the Markdown, and no others", ({ html, url }) => {
    const { ledger, markdown } = ledgerOf(html, url)
    const kept = ledger.filter(({ fate }) => fate === "kept")
    const said = wordsOf(markdown)
    const whole = kept.filter(({ text, words }) => wordsOf(text).length === words)
    const lost = beyond(whole.flatMap(({ text }) => wordsOf(text)), said)
    const letters = said.join("")
    assert.deepStrictEqual(lost.filter((word) => !letters.includes(word)), [])
  })
})

const element = fc.letrec<{ readonly node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("A dunlin eats worms at low tide, and flies on. ", "Menu ", "Tags ", "42 ", ""),
    fc.tuple(
      fc.constantFrom(
        "p",
        "div",
        "section",
        "nav",
        "aside",
        "ul",
        "li",
        "table",
        "td",
        "h2",
        "button",
        "pre",
        "code",
        "span",
        "a",
        "footer",
        "details",
        "summary",
        "sup",
        "label",
        "figure",
        "blockquote"
      ),
      fc.constantFrom(
        "",
        " hidden",
        " style='display:none'",
        " class=related",
        " class=sr-only",
        " id=cookies",
        " class=share",
        " role=tab",
        " aria-hidden=true",
        " href='#x'"
      ),
      fc.array(tie("node"), { maxLength: 4 })
    ).map(([name, attributes, children]) => `<${name}${attributes}>${children.join(" ")}</${name}>`)
  )
})).node

describe("the ledger of a generated page", () => {
  it("has every word of the page in one entry", () => {
    fc.assert(fc.property(fc.array(element, { maxLength: 8 }), (parts) => {
      const html = `<main><h1>Waders</h1>${parts.join("")}</main>`
      assert.strictEqual(sum(ledgerOf(html).ledger), pageWords(html).length, html)
    }))
  })
})

describe("an entry of the ledger", () => {
  const sentence = "A tern dives for fish from five metres above the water, and flies on with what it caught. "
  const { ledger } = ledgerOf(
    `<body><nav class=menu><a href=/>Home</a></nav><main id=top><h1>Terns <a href="#terns">#</a></h1><p>${
      sentence.repeat(4)
    }</p><div class=related-posts><h3>Related</h3><ul><li><a href=/x>Gulls of the north</a></ul></div>`
      + `<p style="display:none">unseen</p><pre><button>Copy</button>dive(1)</pre><math><mi>x</mi><mo>=</mo><mn>1</mn></math></main>`
      + "<footer>Imprint</footer></body>"
  )
  const find = (text: string) => {
    const found = ledger.find((entry) => entry.text.startsWith(text))
    assert.isDefined(found, text)
    return found!
  }

  it("names the rule that hides a text", () => {
    assert.deepInclude(find("unseen"), { fate: "hidden", why: "display", at: "p" })
  })

  it("names the evidence against furniture inside the main part, and text outside of it", () => {
    assert.deepInclude(find("Gulls"), { fate: "furniture", why: "its name", at: "div.related-posts" })
    assert.deepInclude(find("Imprint"), { fate: "outside", why: "navigation", at: "footer" })
    assert.isBelow(find("Home").likely!, 0.5)
  })

  it("distinguishes controls from text, and formulas as TeX", () => {
    assert.deepInclude(find("Copy"), { fate: "tool", why: "button" })
    assert.strictEqual(find("x").fate, "formula")
    assert.strictEqual(find("A tern").fate, "kept")
  })
})
