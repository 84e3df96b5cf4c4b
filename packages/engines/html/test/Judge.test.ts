import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { featureNames } from "../src/internal/content/featureNames.ts"
import { bestOf, decide } from "../src/internal/content/judge.ts"
import { evidence, featuresOf, learned, readNodes, readTrees } from "../src/internal/content/trees.ts"
import type { Units } from "../src/internal/content/units.ts"
import * as Weights from "../src/internal/content/weights.ts"
import { wordsOfName } from "../src/internal/names/nameScores.ts"
import { hashOf } from "../src/internal/tape/hash.ts"
import { featurePrints, learnedPrints } from "./featurePrints.ts"
import { goldenPages } from "./goldenPages.ts"

const sentence = "The last ferry of the day turned slowly into the wind, and nobody on the quay seemed to notice it. "
const read = (html: string, options: Html.ContentOptions = {}) => {
  const page = Html.parse(html, "https://example.com/harbour/ferry")
  return Html.markdown(page, Html.mainContent(page, options)).markdown
}

describe("learned judgement", () => {
  it("reads trees, and adds up the leaves of a row", () => {
    const nodes = readNodes("0<10 1<0.5 100 -250 400\n-30\n1<2 7 0<3 8 9")
    const sum = (...row: ReadonlyArray<number>) => Math.round(1000 * evidence(nodes, Float32Array.from(row)))
    assert.strictEqual(sum(10, 0.5), 100 - 30 + 7)
    assert.strictEqual(sum(3, 1), -250 - 30 + 7)
    assert.strictEqual(sum(11, 2), 400 - 30 + 7)
    assert.strictEqual(sum(3, 2.5), -250 - 30 + 8)
    assert.strictEqual(sum(11, 2.5), 400 - 30 + 9)
  })
  it("uses the evidence of names and words", () => {
    const trees = readTrees("nav:-21 post-body:15", "cookie:-12\nreply:-4", "0")
    assert.deepStrictEqual([...trees.names], [["nav", -2.1], ["post-body", 1.5]])
    assert.strictEqual(trees.words.get(hashOf("cookie")), -1.2)
    assert.strictEqual(trees.words.get(hashOf("reply")), -0.4)
  })
  it("uses the current features, in order", () => {
    assert.deepStrictEqual(Weights.features.split(/\s+/), [...featureNames])
    assert.isAbove(Weights.provenance.pages, 1000)
    assert.match(Weights.provenance.fresh, /word F1 0\.\d{4}, phrases 0\.\d{4}/)
  })
  it("uses features that have not changed", () => {
    const then = learnedPrints()
    const pages = goldenPages().filter(({ name }) => Object.hasOwn(then.pages, name))
    assert.isAtLeast(pages.length, 60)
    const now = featurePrints(learned(), pages)
    const differ = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
      [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name])
    assert.deepStrictEqual(
      { pages: differ(then.pages, now.pages), features: differ(then.features, now.features) },
      { pages: [], features: [] },
      "rules or features have moved below the trees; learn them again: npm run bench -- htmlTrain --write"
    )
  })
  it("names changed features, and their pages", () => {
    const [page] = goldenPages().filter(({ name }) => name === "article.en.html")
    const before = featurePrints(learned(), [page!])
    const after = featurePrints(learned(), [{ ...page!, html: page!.html.replace("<h1>", "<h1><a href=/>") }])
    assert.notStrictEqual(after.pages["article.en.html"], before.pages["article.en.html"])
    assert.notStrictEqual(after.features["linked"], before.features["linked"])
    assert.strictEqual(after.features["money"], before.features["money"])
  })
  it("uses only existing features, which are numbers", () => {
    const { names, nodes, words } = learned()
    for (const weight of [...names.values(), ...words.values()]) assert.isTrue(Number.isFinite(weight))
    assert.isAbove(names.size, 500)
    assert.isAbove(words.size, 300)
    assert.isAbove(nodes.roots.length, 50)
    for (const f of featuresOf(nodes)) assert.isBelow(f, featureNames.length)
    for (const v of nodes.value) assert.isTrue(Number.isFinite(v))
    assert.strictEqual(new Set(featureNames).size, featureNames.length)
  })
  it("splits names like their authors", () => {
    assert.deepStrictEqual(wordsOfName("postBody__text_3x is-open"), [
      "post",
      "body",
      "post-body",
      "text",
      "body-text",
      "is",
      "open",
      "is-open"
    ])
    assert.deepStrictEqual(wordsOfName("lg:hidden w-[12px] x 123"), [])
  })
  it("keeps less if much is certain, and more if little is", () => {
    const units = (count: number) => ({ count, chars: new Int32Array(count).fill(100) }) as unknown as Units
    const kept = (...chances: ReadonlyArray<number>) => {
      const all = Float32Array.from(chances)
      return [...decide(units(all.length), all, bestOf(units(all.length), all))]
    }
    assert.deepStrictEqual(kept(0.99, 0.98, 0.97, 0.4), [1, 1, 1, 0])
    assert.deepStrictEqual(kept(0.5, 0.4, 0.3, 0.2, 0.05), [1, 1, 1, 0, 0])
    assert.deepStrictEqual(kept(0.1, 0.2, 0.1, 0.05, 0.02), [0, 0, 0, 0, 0])
  })
})

describe("judged pages", () => {
  it("never contain what a caller excludes", () => {
    const body =
      `<main><article><h1>Ferries</h1><p>${sentence}</p><p class=own>Kept apart: ${sentence}</p><p>${sentence}</p></article></main>`
    assert.include(read(body), "Kept apart")
    assert.notInclude(read(body, { excludeTags: [".own"] }), "Kept apart")
  })
  it("never contain invisible text", () => {
    const markdown = read(
      `<main><article><p>${
        sentence.repeat(3)
      }</p><script>var secret = 1</script><style>.secret{}</style><template><p>secret ${sentence}</p>`
        + `</template><textarea>secret ${sentence}</textarea><select><option>secret option</select><svg><text>secret</text></svg>`
        + `<p>${sentence.repeat(3)}</p></article></main>`
    )
    assert.include(markdown, "The last ferry")
    assert.notInclude(markdown, "secret")
  })
  it("keep the rows of a table together", () => {
    const rows = Array.from({ length: 12 }, (_, k) => `<tr><td>Pier ${k}</td><td>${k * 7} m</td><td>open</td></tr>`)
      .join("")
    const markdown = read(
      `<nav><a href=/>Home</a><a href=/a>About</a></nav><main><h1>Piers</h1><p>${sentence}</p><table><tr><th>Pier<th>Length<th>State</tr>${rows}`
        + `</table><p>${sentence}</p></main><footer>Imprint and privacy</footer>`
    )
    for (let k = 0; k < 12; k++) assert.include(markdown, `| Pier ${k} | ${k * 7} m | open |`)
    assert.notMatch(markdown, /About|Imprint/)
  })
  it("are returned completely if they are too large to judge", () => {
    const many = Array.from({ length: 60_000 }, (_, k) => `<p>Line ${k} of the log</p>`).join("")
    const markdown = read(`<main><article>${many}</article></main>`)
    assert.include(markdown, "Line 0 of the log")
    assert.include(markdown, "Line 59999 of the log")
  })
  it("have no explanation without text", () => {
    for (const html of ["", "   ", "<main></main>", "<p hidden>", "<table><tr><td>", "<script>1</script>"]) {
      assert.strictEqual(read(html), "")
    }
  })
})
