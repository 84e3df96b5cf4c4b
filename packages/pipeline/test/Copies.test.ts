import { Searcher } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { searcher, webHit } from "./fixtures.ts"

/** Words in an order that no other seed has. */
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => `word${(at * 7919 + seed * 104_729) % 9973}`).join(" ")

const html = (title: string, text: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

const found = Effect.fnUntraced(function*(input: SearchRequest.SearchRequestInput) {
  const service = yield* Searcher.Searcher
  const { request, warnings } = yield* SearchRequest.decode(input)
  const { creditsUsed, data, warning } = yield* service.search({ request, warnings })
  return { urls: (data.web ?? []).map(({ url }) => url), warning: warning ?? "", creditsUsed }
})

const site = (pages: Readonly<Record<string, string>>, titleOf: (url: string) => string = () => "A title") =>
  searcher({
    provider: SearchProvider.layerTest(Object.keys(pages).map((url) => webHit(url, { url, title: titleOf(url) }))),
    pages: Object.fromEntries(Object.entries(pages).map(([url, text]) => [url, { body: html("A title", text) }]))
  })

const read = { query: "x", scrapeOptions: { formats: ["markdown" as const] } }

describe("results with the same text", () => {
  it.effect("are one result, whose copies on other hosts are named and free", () =>
    Effect.gen(function*() {
      const { creditsUsed, urls, warning } = yield* found(read)
      assert.deepStrictEqual(urls, ["https://a.example/page", "https://c.example/other"])
      assert.include(
        warning,
        "1 result has the same text as another one and was omitted: https://mirror.example/page (as https://a.example/page)."
      )
      assert.strictEqual(creditsUsed, 4)
    }).pipe(Effect.provide(site({
      "https://a.example/page": words(1, 200),
      "https://mirror.example/page": words(1, 200),
      "https://c.example/other": words(2, 200)
    }))))

  it.effect("can differ only in a date or a name", () =>
    Effect.gen(function*() {
      const { urls } = yield* found(read)
      assert.deepStrictEqual(urls, ["https://a.example/", "https://c.example/"])
    }).pipe(Effect.provide(site({
      "https://a.example/": words(1, 300),
      "https://b.example/": words(1, 300).replace("word", "changed"),
      // every tenth word is another
      "https://c.example/": words(1, 300).split(" ").map((each, at) => at % 10 === 0 ? `${each}s` : each).join(" ")
    }))))

  it.effect("are separate if their titles differ in a number", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* found(read)).urls, 2)
    }).pipe(Effect.provide(site({
      "https://a.example/lot/1": `Lot 1. ${words(1, 300)}`,
      "https://a.example/lot/2": `Lot 2. ${words(1, 300)}`
    }, (url) => `Lot ${url.at(-1)}`))))

  it.effect("are not folded if the text is too short", () =>
    Effect.gen(function*() {
      const { urls, warning } = yield* found(read)
      assert.lengthOf(urls, 2)
      assert.notInclude(warning, "the text of another one")
    }).pipe(Effect.provide(site({
      "https://a.example/": "Please accept the cookies of this page.",
      "https://b.example/": "Please accept the cookies of this page."
    }))))

  it.effect("are not compared if no page was read", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* found({ query: "x" })).urls, 2)
    }).pipe(Effect.provide(site({
      "https://a.example/": words(1, 200),
      "https://b.example/": words(1, 200)
    }))))
})

const snippet = (seed: number) => words(seed, 20)

const listed = (hits: Readonly<Record<string, string>>) =>
  searcher({
    provider: SearchProvider.layerTest(
      Object.entries(hits).map(([url, description]) => webHit(url, { url, title: "A title", description }))
    )
  })

describe("hits with the same title and snippet", () => {
  it.effect("are folded before the limit, and a warning names the copies", () =>
    Effect.gen(function*() {
      const cut = yield* found({ query: "x", limit: 2 })
      assert.deepStrictEqual(cut.urls, ["https://a.example/", "https://c.example/"])
      assert.include(cut.warning, "1 result has the title and snippet of an earlier result on another host")
      const whole = yield* found({ query: "x" })
      assert.deepStrictEqual(whole.urls, cut.urls)
      assert.include(whole.warning, "omitted: https://b.example/ (as https://a.example/).")
    }).pipe(Effect.provide(listed({
      "https://a.example/": snippet(1),
      "https://b.example/": `${snippet(1)}.`,
      "https://c.example/": snippet(2)
    }))))

  it.effect("are not folded into a hit that a filter omits", () =>
    Effect.gen(function*() {
      const { urls } = yield* found({ query: "x -site:a.example" })
      assert.deepStrictEqual(urls, ["https://b.example/"])
    }).pipe(Effect.provide(listed({ "https://a.example/": snippet(1), "https://b.example/": snippet(1) }))))

  it.effect("are not folded on one host, or with a short snippet", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* found({ query: "x" })).urls, 4)
    }).pipe(Effect.provide(listed({
      "https://a.example/1": snippet(1),
      "https://a.example/2": snippet(1),
      "https://b.example/": "A slogan.",
      "https://c.example/": "A slogan."
    }))))
})
