import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { resolver } from "../src/internal/tape/urls.ts"
import { Cascade } from "../src/internal/visibility/cascade.ts"
import { concernOf, NEVER, NOW } from "../src/internal/visibility/concerns.ts"
import { InlineStyles } from "../src/internal/visibility/inlineStyles.ts"
import { rangeOf } from "../src/internal/visibility/lengths.ts"
import { PageNames } from "../src/internal/visibility/pageNames.ts"
import { Scripts } from "../src/internal/visibility/scripts.ts"

/** Looks that a page is given. */
const MOST_LOOKS = 2_500_000

const times = (count: number, write: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => write(k)).join("")

/** The cascade of a page with one sheet and no styles on its elements. */
const cascadeOf = (sheet: string, body: string): Cascade => {
  const { tape } = Html.parse(body, "https://harbour.example/")
  return new Cascade(tape, {
    sheets: [sheet],
    inline: new InlineStyles(tape.n),
    styled: [],
    hasForeignSheet: false,
    isWritten: () => true
  })
}

/** `--a` to `--f`, each a number of times the next. */
const doubling = (count: number): string =>
  `${[..."abcdef"].map((name, k) => `--${name}:${`var(--${"bcdefg"[k]})`.repeat(count)}`).join(";")};--g:x`

describe("slow style sheets", () => {
  it("do not expand long variables, which hide nothing", () => {
    for (const count of [10, 40]) {
      const sheet = `p{display:var(--a);color:var(--a);${doubling(count)}}`
      const cascade = cascadeOf(sheet, times(2000, () => "<p>Words"))
      for (let i = 0; i < cascade.tape.n; i++) {
        assert.isAtMost((cascade.value(i, "display") ?? "").length, 2000)
        assert.isFalse(cascade.hidesWithin(i, -1))
      }
      assert.isAtMost(cascade.looks.taken, MOST_LOOKS)
      const page = Html.parse(`<style>${sheet}</style><p>Anna waits.`, "https://harbour.example/")
      assert.include(Html.text(page, Html.everything(page)), "Anna waits.")
    }
  })

  it("inherit values once, and stop at the page's limit of checks", () => {
    const names = times(40, (k) => `var(--v${k})`)
    const body = `${"<div>".repeat(200)}${times(500, (k) => `<p class=p${k}>Words`)}`
    const plain = cascadeOf(`div{--w:1}p{display:${names}}`, body)
    const each = cascadeOf(
      `div{--w:1}${times(500, (k) => `.p${k}{display:${names.replaceAll("--v", `--v${k}-`)};--w:1}`)}`,
      body
    )
    for (let i = 0; i < plain.tape.n; i++) assert.notInclude(plain.value(i, "display") ?? "", "var(")
    assert.isAtMost(plain.looks.taken, 200_000)
    for (let i = 0; i < each.tape.n; i++) each.value(i, "display")
    assert.isAtMost(each.looks.taken, MOST_LOOKS + 1000)
  })

  /** Anything but a bounded reading of one of these lasts for minutes. */
  const pages: ReadonlyArray<readonly [name: string, html: string]> = [
    [
      "animations without end",
      `<style>${times(5000, (k) => `@keyframes a${k}{to{opacity:1}}`)}p{display:none;animation-name:${
        "x,".repeat(190)
      }}`
      + `</style>${times(15_000, () => "<p>xx")}`
    ],
    [
      "lengths of many digits",
      `<style>p{position:absolute;left:var(--a);top:var(--a);right:var(--a);--a:${"1".repeat(390)}!x}</style>`
      + times(40_000, () => "<p>xx")
    ],
    [
      "margins of blanks",
      times(8000, (k) => `<p style="margin-block:0<${" ".repeat(380)}>)${k}">xx`)
    ],
    [
      "conditions of blanks",
      `<style>${times(10, (k) => `@container (width >=${" ".repeat(9000)}${k} ) x{p{color:red}}`)}</style>`
    ],
    [
      "conditions of dashes",
      `<style>${times(2, (k) => `@supports (a:${"a-".repeat(200_000)}${k}){p{color:red}}`)}</style>`
    ],
    [
      "scopes that end often",
      `<style>${times(2, (k) => `@scope (a${") to (".repeat(120_000)}${k} x{p{color:red}}`)}</style>`
    ],
    [
      "selectors that read long attributes",
      `<style>${times(300, (k) => `[title*="ab${k}"] p{display:none}`)}</style><main title="${
        "a&amp;".repeat(15_000)
      }">`
      + times(15_000, () => "<p>xx")
    ]
  ]
  for (const [name, html] of pages) {
    it(`are read: ${name}`, () => {
      const page = Html.parse(`<main><i>Anna waits.</i>${html}`, "https://harbour.example/")
      assert.include(Html.text(page, Html.everything(page)), "Anna waits.")
    })
  }

  it("can have values with more parts than a call's arguments", () => {
    const parts = "2px,".repeat(300_000)
    assert.deepInclude(rangeOf(`min(${parts}1px)`), { least: 1, most: 1 })
    assert.deepInclude(rangeOf(`max(${parts}1px)`), { least: 2, most: 2 })
    assert.deepInclude(rangeOf("clamp(1px, 5px, 3px)"), { least: 3, most: 3 })
    assert.deepInclude(rangeOf("clamp(4px, 1px, 3px)"), { least: 4, most: 4 })
  })

  it("are counted by declarations per differently matched element", () => {
    const count = 1500
    const body = times(count, (k) => `<p class=a${k}>Words`)
    const sheet = `p{${"left:1px;".repeat(count)}}`
    const alike = cascadeOf(sheet, body)
    for (let i = 0; i < alike.tape.n; i++) alike.value(i, "left")
    assert.isAtMost(alike.looks.taken, 10 * count)
    const cascade = cascadeOf(`${sheet}${times(count, (k) => `.a${k}{right:1px}`)}`, body)
    for (let i = 0; i < cascade.tape.n; i++) cascade.value(i, "left")
    assert.isAtLeast(cascade.looks.taken, count * count)
    for (let i = 0; i < cascade.tape.n; i++) cascade.value(i, "right")
    assert.isAtMost(cascade.looks.taken, MOST_LOOKS + 10 * count)
  })
})

describe("nested selector alternatives", () => {
  const nested = (depth: number) => `${":is(".repeat(depth)}.other${")".repeat(depth)}`

  it("are read to a depth, and can match anything below", () => {
    const names = new PageNames(Html.parse("<!doctype html><p class=note>").tape)
    const concern = (depth: number) => concernOf(nested(depth), 0, nested(depth).length, names)
    assert.strictEqual(concern(1), NEVER)
    assert.strictEqual(concern(4), NEVER)
    assert.strictEqual(concern(5), NOW)
    assert.strictEqual(concern(200_000), NOW)
  })

  it("cost a page only their rule", () => {
    const sheet = `${nested(200_000)}{display:none}.note{display:none}`
    const page = Html.parse(`<!doctype html><style>${sheet}</style><p class=note>Bo waits.<p class=other>Anna waits.`)
    assert.strictEqual(Html.text(page, Html.everything(page)), "Anna waits.")
  })
})

describe("a page with a different class on every element", () => {
  const count = 20_000
  const body = Array.from({ length: count }, (_, k) => `<p class="c${k} x${k % 2}">${k} ships</p><i class=c${k}>,</i>`)
    .join("")

  it("hides the elements that its sheet names, by one class and by two", () => {
    const page = Html.parse(`<!doctype html><style>.c7,.c19998.x0,.c5.x0{display:none}</style>${body}`)
    const lines = Html.text(page, Html.everything(page)).split("\n").filter((line) => line.includes("ships"))
    assert.deepStrictEqual([lines.length, lines[7], lines.at(-1)], [count - 2, "8 ships", "19999 ships"])
  })

  it("numbers each different class attribute, and reads its words on demand", () => {
    const { tape } = Html.parse(`${body}<b class="c3 x1">a</b><b class>b</b><b class="a&amp;b\tC c">c</b>`)
    const names = new PageNames(tape)
    assert.strictEqual(names.numbered, 2 * count + 3)
    const classOf = (name: string) => Array.from(names.classOf).filter((number) => names.wordsOf(number).includes(name))
    assert.strictEqual(new Set(classOf("c3")).size, 2)
    assert.deepStrictEqual([classOf("c3").length, classOf("x1").length], [3, count / 2 + 1])
    const last = names.classOf.findLast((number) => number !== 0)!
    // without a doctype the case of names does not count
    assert.deepStrictEqual(names.wordsOf(last), ["a&b", "c"])
    assert.deepStrictEqual(names.byClass("A&b")!.all(), [last])
    assert.strictEqual(names.byClass("A&b"), names.byClass("a&B"))
    assert.strictEqual(names.byClass("c")!.size, 1)
    assert.strictEqual(names.byClass("x1")!.size, count / 2)
    assert.strictEqual(names.byClass("d"), undefined)
    assert.deepStrictEqual(names.wordsOf(0), [])
  })
})

describe("classes with colliding hashes", () => {
  // "Aa" and "BB" have one hash, and so has whatever is made of as many of them
  const collide = Array.from(
    { length: 256 },
    (_, k) => Array.from({ length: 8 }, (_letter, bit) => (k >> bit & 1) === 0 ? "Aa" : "BB").join("")
  )

  it("are distinguished, in the case of the page", () => {
    const body = collide.map((name) => `<p class="${name} all">`).join("")
    const names = new PageNames(Html.parse(`<!doctype html>${body}${body}<p class="&#65;aBBAaBBAaBBAaBB">`).tape)
    const found = collide.flatMap((name) =>
      names.byClass(name)!.all().map((number) => [name, names.wordsOf(number)[0]])
    )
    assert.isTrue(found.every(([name, first]) => name === first))
    assert.strictEqual(found.length, names.numbered - 1)
    assert.strictEqual(names.byClass("all")!.size, names.numbered - 2)
    assert.isTrue(collide.every((name) => names.classes.has(`.${name} p`, 1, 1 + name.length)))
    assert.isUndefined(names.byClass("aaBBAaBBAaBBAaBB"))
    assert.isFalse(names.classes.has("AaBBAaBBAaBBAaBC", 0, 16))
  })
})

describe("the words of scripts", () => {
  const wordsIn = (source: string) => new Scripts(Html.parse(`<script>${source}</script>`).tape)

  it("are those in strings, completely", () => {
    const scripts = wordsIn("show('menu-left .q', \"tab:one\"); outer.inner = `${x} deep`")
    const found = ["menu-left", ".q", "tab:one", "deep", "menu", "q", "tab", ".m", "show", "outer", "inner", "", "a b"]
      .filter((word) => scripts.haveWord(word))
    assert.deepStrictEqual(found, ["menu-left", ".q", "tab:one", "deep", "q"])
  })

  it("are found if the word occurs outside of strings many times before", () => {
    const scripts = wordsIn(`${"box(box);".repeat(20_000)} open("box")`)
    assert.isTrue(scripts.haveWord("box"))
    assert.isFalse(scripts.haveWord("open"))
  })

  it("are the same for early and later names", () => {
    const scripts = wordsIn(`go("last"); last2()`)
    for (let k = 0; k < 300; k++) assert.isFalse(scripts.haveWord(`name-${k}`))
    assert.deepStrictEqual([scripts.haveWord("last"), scripts.haveWord("last2")], [true, false])
  })
})

describe("URLs of a page", () => {
  it("match those of a parser, joined to the site or not", () => {
    const bases = [
      "https://example.com/a/b?c#d",
      "http://EXAMPLE.com:8080/",
      "https://user:key@example.com/",
      "file:///a/b"
    ]
    const given = [
      "/",
      "/x/y-z_1~.html",
      "/x?q=1&r=a+b,c;d:e#top",
      "/x?",
      "/x#",
      "/./x",
      "/x/../y",
      "/x/.y",
      "/x..y",
      "//other.example/x",
      "///x",
      "/%2e%2e/x",
      "/\u00e9",
      "/x y",
      "/x\\y",
      "/x|y",
      "/x'y",
      "/x?q='",
      "/x/",
      "x/y",
      "?q",
      "#top",
      "/X:80"
    ]
    for (const base of bases) {
      const resolve = resolver(base)
      for (const address of given) {
        assert.strictEqual(resolve(address), URL.parse(address, base)?.href, `${base} ${address}`)
      }
    }
  })
})
