import { open, type SearchIndex, Sqlite } from "@dunlin/search-index"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"

interface Page {
  readonly title: string
  readonly text: string
  readonly language?: string
}

const filler = ["Harbour notes about tides and boats", "Garden tools for spring", "Letters from a lighthouse keeper"]

const withIndex = async (pages: ReadonlyArray<Page>, use: (index: SearchIndex) => Promise<void>): Promise<void> => {
  const index = await open(await Sqlite.open(new DatabaseSync(":memory:")))
  const all = [...pages, ...filler.map((title) => ({ title, text: title }))]
  await index.add(all.map((page, at) => ({ ...page, url: `https://pages.example/${at}` })))
  await use(index)
  await index.close()
}

const titles = async (index: SearchIndex, query: string): Promise<ReadonlyArray<string>> =>
  (await index.search(query)).hits.map(({ title }) => title)

/** Two pages that share a stem or a folded form; each query has the page that comes first. */
const pairs: ReadonlyArray<{
  readonly pages: readonly [Page, Page]
  readonly first: Readonly<Record<string, number>>
}> = [
  {
    pages: [
      { title: "Universities", text: "university campus university" },
      { title: "Universe", text: "universe of stars universe universe" }
    ],
    first: { university: 0, universe: 1, universities: 0 }
  },
  {
    pages: [{ title: "Import", text: "import imports import" }, { title: "Notice", text: "This is important." }],
    first: { import: 0, important: 1 }
  },
  {
    pages: [
      { title: "Organ music", text: "organ organ pipes organ" },
      { title: "Organization", text: "the organization of work" }
    ],
    first: { organ: 0, organization: 1 }
  },
  {
    pages: [{ title: "Contact form", text: "form form fields" }, { title: "Groups", text: "forming a group" }],
    first: { form: 0, forming: 1 }
  },
  {
    pages: [
      { title: "A (ma)", text: "ma ma con ma trong nhà", language: "vi" },
      { title: "B (má)", text: "đôi má hồng của em", language: "vi" }
    ],
    first: { ma: 0, má: 1 }
  },
  {
    pages: [
      { title: "Erst", text: "das ist schon schon schon gut", language: "de" },
      { title: "Bild", text: "das ist sehr schön", language: "de" }
    ],
    first: { schon: 0, schön: 1, SCHÖN: 1 }
  },
  {
    pages: [
      { title: "Primero", text: "ano ano ano", language: "es" },
      { title: "Segundo", text: "feliz año nuevo", language: "es" }
    ],
    first: { ano: 0, año: 1, "an\u0303o": 1 }
  },
  {
    pages: [
      { title: "Job", text: "resume resume the job resume", language: "en" },
      { title: "Letter", text: "send your résumé", language: "en" }
    ],
    first: { resume: 0, résumé: 1 }
  },
  {
    pages: [
      { title: "Faute", text: "pécher pécher pécher", language: "fr" },
      { title: "Mer", text: "aller pêcher", language: "fr" }
    ],
    first: { pécher: 0, pêcher: 1 }
  },
  {
    pages: [
      { title: "Shoes", text: "polish polish the shoes polish" },
      { title: "Language", text: "the Polish language" }
    ],
    first: { polish: 0, Polish: 1 }
  },
  {
    pages: [{ title: "Story", text: "tell us us us" }, { title: "Law", text: "US law" }],
    first: { US: 1 }
  },
  {
    pages: [
      { title: "Hausboot", text: "hausboot hausboot hausboot", language: "de" },
      { title: "Wohnen", text: "ein haus am see", language: "de" }
    ],
    first: { haus: 1, hausboot: 0 }
  }
]

const cases = pairs.flatMap(({ first, pages }) => Object.entries(first).map(([query, at]) => ({ at, pages, query })))

describe("the form of a word as typed", () => {
  it.each(cases)(
    "$query finds the page with this form first",
    ({ at, pages, query }) =>
      withIndex(pages, async (index) => {
        assert.strictEqual((await titles(index, query))[0], pages[at]!.title)
      })
  )

  it("changes the order, and omits no page", () =>
    withIndex(pairs.flatMap(({ pages }) => pages), async (index) => {
      assert.includeMembers([...await titles(index, "university")], ["Universities", "Universe"])
      assert.includeMembers([...await titles(index, "schön")], ["Erst", "Bild"])
    }))

  it("counts for each word of a query", () =>
    withIndex([
      { title: "Notes one", text: "import of general goods" },
      { title: "Notes two", text: "important generic goods" },
      { title: "Notes three", text: "important general goods" }
    ], async (index) => {
      assert.strictEqual((await titles(index, "important general goods"))[0], "Notes three")
      assert.strictEqual((await titles(index, "import general goods"))[0], "Notes one")
    }))

  it("counts less in a description of several words than more text about them", () =>
    withIndex([
      { title: "Notes one", text: "pump valve filters gasket hose" },
      { title: "Notes two", text: "pumps valves pumps valves filter filter gaskets gaskets hoses hoses pumps valves" }
    ], async (index) => {
      assert.strictEqual((await titles(index, "pump"))[0], "Notes one")
      assert.strictEqual((await titles(index, "pump valve filter gasket hose"))[0], "Notes two")
    }))

  it("counts in a passage of a long page that is not its best one", () => {
    const filling = "The tide was low and the boats were still. ".repeat(200)
    return withIndex([
      { title: "Stars", text: `universe universe universe\n\n${filling}\n\n${filling}` },
      { title: "Schools", text: `universe universe\n\n${filling}\n\na university\n\n${filling}` }
    ], async (index) => {
      assert.strictEqual((await titles(index, "university"))[0], "Schools")
    })
  })

  it("is found if more pages have other forms than are ranked again", () =>
    withIndex([
      ...Array.from({ length: 120 }, (_, at) => ({ title: `Internal ${at}`, text: "internal internal internal" })),
      { title: "Treaty", text: "A treaty is part of the law of many states and of international custom between them." }
    ], async (index) => {
      assert.strictEqual((await titles(index, "international"))[0], "Treaty")
    }))
})
