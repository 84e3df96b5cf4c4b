import { PageWorth } from "@dunlin/jobs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const host = "https://site.example"

/** What each page is worth, in the order in which a crawl reads them. */
const worths = (paths: ReadonlyArray<string>, says: (at: number) => string) => {
  const { judge } = PageWorth.make({
    memory: PageWorth.memory(),
    scope: { isInside: () => true, keyOf: (url) => url },
    robots: true
  })
  return Effect.map(
    Effect.forEach(paths, (path, at) => judge({ url: `${host}${path}`, depth: at, document: { markdown: says(at) } })),
    (verdicts) => verdicts.map(({ canonical: _, ...verdict }) => verdict)
  )
}

const measured = (at: number) => `# Item ${at}\n\nMeasured ${37 * at + 11} units, price ${13 * at + 5}.50 EUR.`

const page = { isFollowed: true, isKept: true, isHidden: false, isAlike: false, worth: "page" }
const likeness = { isFollowed: true, isKept: true, isHidden: false, isAlike: true, worth: "likeness" }

describe("pages that differ only in numbers", () => {
  it.effect("are followed if their addresses are words", () =>
    Effect.gen(function*() {
      const paths = ["alpha", "bravo", "charlie", "delta", "echo"].map((name) => `/parts/${name}.html`)
      assert.deepStrictEqual(yield* worths(paths, measured), paths.map(() => page))
    }))

  it.effect("are listed as similar if only numbers differ in their addresses too", () =>
    Effect.gen(function*() {
      for (
        const paths of [
          ["/calendar?month=1", "/calendar?month=2", "/calendar?month=3"],
          ["/2026/11/", "/2026/12/", "/2027/1/"],
          ["/s/5f0a2c/list", "/s/b71e99/list", "/s/00c4da/list"]
        ]
      ) {
        assert.deepStrictEqual(yield* worths(paths, measured), [page, likeness, likeness], paths[0])
      }
    }))

  it.effect("are copies if the numbers are the same", () =>
    Effect.gen(function*() {
      const [, second] = yield* worths(["/parts/alpha.html", "/parts/bravo.html"], () => measured(1))
      assert.deepStrictEqual(second, {
        isFollowed: false,
        isKept: false,
        isHidden: false,
        isAlike: false,
        worth: "nothing"
      })
    }))
})

describe("addresses with a query", () => {
  const crawl = () =>
    PageWorth.make({
      memory: PageWorth.memory(),
      scope: { isInside: () => true, keyOf: (url) => url },
      robots: true
    })
  const address = (at: number) => `${host}/shop/item-${at}?sid=${at}`
  const read = (judge: PageWorth.Judge["judge"], at: number, canonical?: string) =>
    judge({
      url: address(at),
      depth: 1,
      document: { markdown: `Item ${"abcdefghijklmnop"[at]}`, metadata: canonical === undefined ? {} : { canonical } }
    })
  const asked = { url: address(99), depth: 1 }
  const numbers = Array.from({ length: 12 }, (_, at) => at)

  it.effect("equal those without it, if every page of their form names that as canonical", () =>
    Effect.gen(function*() {
      const { insteadOf, judge } = crawl()
      for (const at of numbers) {
        assert.isUndefined(yield* insteadOf(asked))
        yield* read(judge, at, `/shop/item-${at}`)
      }
      assert.strictEqual(yield* insteadOf(asked), `${host}/shop/item-99`)
      // Addresses of another form, without a query, and the start of a crawl are asked for.
      for (const url of [`${host}/shop/item-99?page=2`, `${host}/shop/item-99`]) {
        assert.isUndefined(yield* insteadOf({ url, depth: 1 }))
      }
      assert.isUndefined(yield* insteadOf({ ...asked, depth: 0 }))
    }))

  it.effect("are requested if a page of their form named another canonical URL, or none", () =>
    Effect.gen(function*() {
      for (const canonical of ["/shop/", undefined]) {
        const { insteadOf, judge } = crawl()
        yield* read(judge, 15, canonical)
        for (const at of numbers) yield* read(judge, at, `/shop/item-${at}`)
        assert.isUndefined(yield* insteadOf(asked))
      }
    }))
})

describe("upper and lower case in addresses", () => {
  const crawl = () =>
    PageWorth.make({ memory: PageWorth.memory(), scope: { isInside: () => true, keyOf: (url) => url }, robots: true })
  const read = Effect.fnUntraced(function*(judge: PageWorth.Judge, path: string, canonical?: string) {
    const asked = { url: host + path, depth: 1 }
    const outlook = yield* judge.outlookOf(asked)
    const metadata = canonical === undefined ? {} : { canonical }
    yield* judge.judge({ ...asked, outlook, document: { markdown: `All of ${path}`, metadata } })
  })
  const insteadOf = (judge: PageWorth.Judge, path: string) => judge.insteadOf({ url: host + path, depth: 1 })
  const word = (at: number) => `${"abcdefgh"[at % 8]}${"ijklmnop"[Math.floor(at / 8)]}`
  const numbers = Array.from({ length: 24 }, (_, at) => at)
  const asTitle = (path: string) => path.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase())

  it.effect("leads to one page if every page of a folder names the other address", () =>
    Effect.gen(function*() {
      const wiki = crawl()
      for (const at of numbers) {
        assert.isUndefined(yield* insteadOf(wiki, "/wiki/dunlin"))
        // Pages under their own name do not stand against it.
        yield* read(wiki, `/wiki/${asTitle(word(at))}`)
        yield* read(wiki, `/wiki/${word(at)}`, `/wiki/${asTitle(word(at))}`)
      }
      assert.strictEqual(yield* insteadOf(wiki, "/wiki/dunlin"), `${host}/wiki/Dunlin`)
      assert.isUndefined(yield* insteadOf(wiki, "/wiki/Dunlin"))
      for (const other of ["/blog/dunlin", "/wiki/birds/dunlin", "/wiki/dunlin?action=edit"]) {
        assert.isUndefined(yield* insteadOf(wiki, other))
      }
      const lower = crawl()
      for (const at of numbers) yield* read(lower, `/Birds/${word(at).toUpperCase()}`, `/birds/${word(at)}`)
      assert.strictEqual(yield* insteadOf(lower, "/Birds/Dun%2Clin"), `${host}/birds/dun%2Clin`)
      assert.isUndefined(yield* insteadOf(lower, "/birds/dunlin"))
      assert.strictEqual(yield* insteadOf(lower, "/Birds/dunlin?#nest"), `${host}/birds/dunlin`)
    }))

  it.effect("leads to two pages if one page of the folder names itself", () =>
    Effect.gen(function*() {
      for (const own of [undefined, "/wiki/lower", "/wiki/Index"]) {
        for (const place of [0, 12, 23]) {
          const wiki = crawl()
          for (const at of numbers) {
            yield* read(wiki, `/wiki/${word(at)}`, at === place ? own : `/wiki/${asTitle(word(at))}`)
          }
          assert.isUndefined(yield* insteadOf(wiki, "/wiki/dunlin"))
        }
      }
    }))

  it.effect("is no longer compared if it leads to different pages", () =>
    Effect.gen(function*() {
      const forms: Array<string> = []
      const memory = PageWorth.memory()
      const site = PageWorth.make({
        memory: {
          ...memory,
          visit: (visit) => {
            forms.push(...(visit.traits ?? []).map(({ form }) => form))
            return memory.visit(visit)
          }
        },
        scope: { isInside: () => true, keyOf: (url) => url },
        robots: true
      })
      for (const at of numbers) yield* read(site, `/birds/${word(at)}`)
      assert.strictEqual(forms.length, 1)
    }))
})
