import {
  BatchRequest,
  CrawlRequest,
  ExtractRequest,
  Limits,
  MapRequest,
  Papers,
  ParamsPreview,
  ScrapeRequest,
  SearchRequest
} from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, type Schema, SchemaAST } from "effect"

const bodies: ReadonlyArray<readonly [string, Schema.Top]> = [
  ["SearchRequest", SearchRequest.SearchRequest],
  ["ScrapeRequest", ScrapeRequest.ScrapeRequest],
  ["PapersRequest", Papers.PapersRequest],
  ["ParamsPreviewRequest", ParamsPreview.ParamsPreviewRequest],
  ["BatchRequest", BatchRequest.BatchRequest],
  ["CrawlRequest", CrawlRequest.CrawlRequest],
  ["ExtractRequest", ExtractRequest.ExtractRequest],
  ["MapRequest", MapRequest.MapRequest]
]

const bounds = ["isMaxLength", "isMaxCodePoints", "isBetweenLength", "isMaxProperties"].map((id) =>
  `effect/schema/${id}`
)

const isBounded = (ast: SchemaAST.AST): boolean =>
  (ast.checks ?? []).some(({ annotations }) =>
    bounds.includes(String((annotations?.representation as { readonly id?: string } | undefined)?.id))
  )

/** A JSON Schema of the caller: its size is the business of what reads it. */
const isJson = (path: string): boolean => path.endsWith(".schema")

/** Every list, record and text below a schema that has no bound. */
const unbounded = (ast: SchemaAST.AST, path: string): ReadonlyArray<string> => {
  if (isJson(path)) return []
  switch (ast._tag) {
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) => unbounded(type, `${path}.${String(name)}`)),
        ...ast.indexSignatures.flatMap(({ parameter, type }) => [
          ...(isBounded(ast) ? [] : [path]),
          ...unbounded(parameter, `${path}.(name)`),
          ...unbounded(type, `${path}.(value)`)
        ])
      ]
    case "Arrays":
      return [...(isBounded(ast) ? [] : [path]), ...ast.rest.flatMap((item) => unbounded(item, `${path}[]`))]
    case "Union":
      return ast.types.flatMap((type) => unbounded(type, path))
    case "String":
      return isBounded(ast) ? [] : [path]
    default:
      return []
  }
}

describe("the size of a request", () => {
  it.each(bodies)("is limited in every field of %s", (name, schema) => {
    assert.deepStrictEqual([...new Set(unbounded(SchemaAST.toEncoded(schema.ast), name))], [])
  })

  const read = (body: object) => Effect.runSync(Effect.result(SearchRequest.decode({ query: "x", ...body })))
  const request = (body: object) => Result.getOrThrow(read(body)).request
  const scrapeOptions = (options: object) => request({ scrapeOptions: options }).scrapeOptions
  const issues = (body: object) => {
    const result = read(body)
    return Result.isFailure(result) ? result.failure.issues : []
  }

  it("is checked without reading a list that is too long", () => {
    let reads = 0
    const costly = {
      get type() {
        return reads++, "web"
      }
    }
    assert.deepStrictEqual(issues({ sources: Array.from({ length: 10_000 }, () => costly), limit: "many" }), [{
      path: ["sources"],
      code: "invalid_value",
      expected: "a list of at most 8 items",
      message: "Expected a list of at most 8 items, got 10000"
    }])
    assert.strictEqual(reads, 0)
  })

  it.each(
    [
      ["categories", 9],
      ["includeDomains", 301],
      ["excludeDomains", 10_000],
      ["enterprise", 5],
      ["scrapeOptions.formats", 33],
      ["scrapeOptions.includeTags", 101],
      ["scrapeOptions.excludeTags", 101],
      ["scrapeOptions.parsers", 9],
      ["scrapeOptions.actions", 51],
      ["scrapeOptions.location.languages", 17],
      ["scrapeOptions.redactPII.entities", 13],
      ["threatProtection.blacklist", 1001]
    ] as const
  )("is limited for %s", (path, length) => {
    const body = path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), Array(length).fill("x"))
    assert.deepStrictEqual(issues(body as object).map(({ path }) => path.join(".")), [path])
  })

  it("is limited for headers and for the keys of objects", () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "1"]))
    assert.deepStrictEqual(issues({ scrapeOptions: { headers: many(101) } }).map(({ path }) => path), [
      ["scrapeOptions", "headers"]
    ])
    assert.deepStrictEqual(issues(many(Limits.objectMaxKeys)).map(({ message }) => message), [
      `Expected an object of at most ${Limits.objectMaxKeys} keys, got ${Limits.objectMaxKeys + 1}`
    ])
  })

  it("counts duplicates once, in any form", () => {
    const { categories, enterprise, includeDomains, sources } = request({
      sources: ["web", { type: "web" }, { type: "web", tbs: "" }, { tbs: "d", type: "web" }, {
        type: "web",
        tbs: "qdr:d"
      }],
      categories: ["pdf", { type: "pdf" }, "github", "pdf"],
      includeDomains: ["a.com", "A.com", "a.com."],
      enterprise: ["zdr", "zdr"]
    })
    assert.deepStrictEqual(sources, [{ type: "web" }, { type: "web", tbs: "qdr:d" }])
    assert.deepStrictEqual(categories, [{ type: "pdf" }, { type: "github" }])
    assert.deepStrictEqual(includeDomains, ["a.com"])
    assert.deepStrictEqual(enterprise, ["zdr"])
    const options = scrapeOptions({
      formats: ["markdown", { type: "markdown" }, "screenshot", { type: "screenshot", fullPage: false }],
      includeTags: ["main", "main"],
      parsers: ["pdf", { type: "pdf" }, { type: "pdf", mode: "auto" }],
      location: { languages: ["de", "de"] },
      headers: { Cookie: "a=1", cookie: "a=2" },
      actions: [{ type: "scrape" }, { type: "scrape" }]
    })
    assert.deepStrictEqual(options?.formats, [{ type: "markdown" }, { type: "screenshot", fullPage: false }])
    assert.deepStrictEqual(options?.includeTags, ["main"])
    assert.deepStrictEqual(options?.parsers, [{ type: "pdf", mode: "auto" }])
    assert.deepStrictEqual(options?.location.languages, ["de"])
    assert.deepStrictEqual(options?.headers, { cookie: "a=2" })
    assert.lengthOf(options?.actions ?? [], 2)
  })

  it("warns that only the first of several formats of one type is returned", () => {
    const formats = [{ type: "question", question: "a" }, { type: "question", question: "b" }, "markdown"]
    assert.deepStrictEqual(Result.getOrThrow(read({ scrapeOptions: { formats } })).warnings, [
      "Only the first of several question formats is returned."
    ])
  })

  it("reduces a timeout to the maximum", () => {
    assert.strictEqual(request({ timeout: 2 ** 40 }).timeout, Limits.searchTimeout.maximum)
  })

  it("reports a limited number of errors", () => {
    const result = read({ scrapeOptions: { excludeTags: Array(100).fill("") }, excludeDomains: Array(300).fill("a b") })
    assert.isTrue(Result.isFailure(result))
    if (Result.isFailure(result)) {
      assert.lengthOf(result.failure.issues, 32)
      assert.strictEqual(result.failure.more, 368)
      assert.match(result.failure.message, /; and 395 more$/)
    }
  })
})
