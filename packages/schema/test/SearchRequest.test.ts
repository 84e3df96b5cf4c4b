import { HostName, Limits, type ScrapeOptions, ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result, Schema } from "effect"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const decode = (input: unknown) => Effect.runSync(Effect.result(SearchRequest.decode(input)))
const request = (input: unknown) => Result.getOrThrowWith(decode(input), (error) => error).request
const warnings = (input: unknown) => Result.getOrThrowWith(decode(input), (error) => error).warnings
const faults = (input: unknown) => {
  const result = decode(input)
  return Result.isFailure(result) ? result.failure.issues.map((issue) => issue.path.join(".")) : []
}

const options: ScrapeOptions.ScrapeOptions = {
  formats: [{ type: "markdown" }],
  onlyMainContent: true,
  onlyCleanContent: false,
  includeTags: [],
  excludeTags: [],
  headers: {},
  waitFor: 0,
  mobile: false,
  skipTlsVerification: true,
  timeout: 60_000,
  parsers: [{ type: "pdf", mode: "auto" }],
  actions: [],
  location: { country: "US", languages: [] },
  removeBase64Images: true,
  blockAds: true,
  proxy: "auto",
  storeInCache: true,
  lockdown: false,
  redactPII: false,
  zeroDataRetention: false
}

describe("the defaults of section 2.1", () => {
  it("fills in every field except the query", () => {
    assert.deepEqual(request({ query: "x" }), {
      query: "x",
      limit: 10,
      sources: [{ type: "web" }],
      categories: [],
      includeDomains: [],
      excludeDomains: [],
      country: "US",
      timeout: 60_000,
      ignoreInvalidURLs: false,
      highlights: true,
      enterprise: []
    })
  })

  it("fills in the scrape options of section 2.7", () => {
    assert.deepEqual(request({ query: "x", scrapeOptions: { formats: ["markdown"] } }).scrapeOptions, options)
  })

  it.each([undefined, {}, { formats: [] }, { unknown: 1 }])("scrapes nothing for scrapeOptions %o", (scrapeOptions) => {
    assert.isUndefined(request({ query: "x", ...(scrapeOptions === undefined ? {} : { scrapeOptions }) }).scrapeOptions)
  })

  it("scrapes markdown if options are given without a format", () => {
    assert.deepEqual(request({ query: "x", scrapeOptions: { maxAge: 0 } }).scrapeOptions, { ...options, maxAge: 0 })
  })
})

describe("input of known clients", () => {
  it.each([
    [{ sources: ["web", "news"] }, { sources: [{ type: "web" }, { type: "news" }] }],
    [{ sources: [{ type: "web", tbs: "", location: "Paris" }] }, { sources: [{ type: "web", location: "Paris" }] }],
    [{ sources: ["images", { type: "news" }] }, { sources: [{ type: "images" }, { type: "news" }] }],
    [{ categories: ["github", { type: "pdf" }] }, { categories: [{ type: "github" }, { type: "pdf" }] }],
    [{ country: "de" }, { country: "DE" }],
    [{ country: "UK" }, { country: "GB" }],
    [{ tbs: "" }, {}],
    [{ tbs: "w" }, { tbs: "qdr:w" }],
    [{ sources: [{ type: "web", tbs: "d" }] }, { sources: [{ type: "web", tbs: "qdr:d" }] }],
    [{ location: " " }, {}],
    [{ enterprise: ["default"] }, { enterprise: [] }],
    [{ enterprise: ["zdr", "default"] }, { enterprise: ["zdr"] }],
    [{ includeDomains: ["Example.COM."] }, { includeDomains: ["example.com"] }],
    [{ origin: "js-sdk", integration: "n8n", domainTools: true, toolDetail: "compact" }, {}]
  ])("is accepted: %o", (input, expected) => {
    const plain = request({ query: "x" })
    assert.deepEqual(request({ query: "x", ...input }), { ...plain, ...expected } as typeof plain)
  })

  it.each([
    ["example.com", "http://example.com"],
    ["example.com/a?b#c", "http://example.com/a?b#c"],
    ["www.m\u00fcnchen.de:8080/", "http://www.m\u00fcnchen.de:8080/"],
    ["https://example.com/", "https://example.com/"]
  ])("is a URL: %s", (url, expected) => {
    assert.strictEqual(Effect.runSync(ScrapeRequest.decode({ url })).url, expected)
  })

  it.each(["", "example", "localhost:80", "//example.com", "javascript:1.2", "ftp://example.com", "a..b", "a b.com"])(
    "is not a URL: %s",
    (url) => {
      const { issues } = Effect.runSync(Effect.flip(ScrapeRequest.decode({ url })))
      assert.deepEqual(issues.map(({ path }) => path), [["url"]])
    }
  )

  it("has an unknown source, with a warning", () => {
    assert.deepEqual(request({ query: "x", sources: ["web", "alexandria"] }).sources, [{ type: "web" }])
    assert.deepEqual(request({ query: "x", sources: [{ type: "alexandria" }] }).sources, [{ type: "web" }])
    assert.deepEqual(warnings({ query: "x", sources: ["web", "alexandria"] }), [
      "The source alexandria is not available here and was ignored."
    ])
    assert.deepEqual(warnings({ query: "x" }), [])
  })

  it.each([
    [{ formats: ["links", "screenshot"] }, { formats: [{ type: "links" }, { type: "screenshot", fullPage: false }] }],
    [{ formats: [{ type: "query", prompt: "why", mode: "freeform" }] }, {
      formats: [{ type: "question", question: "why" }]
    }],
    [{ parsers: ["pdf", { type: "pdf", maxPages: 3 }] }, {
      parsers: [{ type: "pdf", mode: "auto" }, { type: "pdf", mode: "auto", maxPages: 3 }]
    }],
    [{ parsers: [] }, { parsers: [] }],
    [{ proxy: "stealth" }, { proxy: "enhanced" }],
    [{ location: { country: "fr" } }, { location: { country: "FR", languages: [] } }],
    [{ actions: [{ type: "generatePDF", landscape: true }] }, {
      actions: [{ type: "pdf", format: "Letter", landscape: true, scale: 1 }]
    }],
    [{ redactPII: true }, {
      redactPII: {
        mode: "accurate",
        entities: ["PERSON", "EMAIL", "PHONE", "LOCATION", "FINANCIAL", "SECRET"],
        replaceStyle: "tag"
      }
    }],
    [{ redactPII: { mode: "fast", entities: ["EMAIL"] } }, {
      redactPII: { mode: "fast", entities: ["EMAIL"], replaceStyle: "tag" }
    }]
  ])("has valid scrape options: %o", (input, expected) => {
    assert.deepEqual(request({ query: "x", scrapeOptions: input }).scrapeOptions, { ...options, ...expected } as never)
  })
})

describe("invalid input", () => {
  it.each([
    [7, [""]],
    [null, [""]],
    [[], [""]],
    [{}, ["query"]],
    [{ query: "" }, ["query"]],
    [{ query: "  " }, ["query"]],
    [{ query: 7 }, ["query"]],
    [{ query: "x", limit: "5" }, ["limit"]],
    [{ query: "x", limit: 1.5 }, ["limit"]],
    [{ query: "x", sources: ["wob"] }, ["sources.0"]],
    [{ query: "x", sources: ["web", { type: "wob" }] }, ["sources.1.type"]],
    [{ query: "x", sources: [{ type: "web", tbs: 5 }] }, ["sources.0.tbs"]],
    [{ query: "x", categories: [{ type: "cats" }] }, ["categories.0.type"]],
    [{ query: "x", country: "XX" }, ["country"]],
    [{ query: "x", includeDomains: ["https://a.com"] }, ["includeDomains.0"]],
    [{ query: "x", includeDomains: ["a.com/path"] }, ["includeDomains.0"]],
    [{ query: "x", excludeDomains: ["a.com:80"] }, ["excludeDomains.0"]],
    [{ query: "x", includeDomains: ["a.com"], excludeDomains: ["b.com"] }, ["excludeDomains"]],
    [{ query: "x", enterprise: ["zdx"] }, ["enterprise.0"]],
    [{ query: "x", enterprise: ["zdr"], scrapeOptions: { onlyCleanContent: true } }, [
      "scrapeOptions.onlyCleanContent"
    ]],
    [{ query: "x", scrapeOptions: { lockdown: true, onlyCleanContent: true } }, ["scrapeOptions.onlyCleanContent"]],
    [{ query: "x", scrapeOptions: { zeroDataRetention: true, formats: ["screenshot"] } }, ["scrapeOptions.formats"]],
    [{ query: "x", scrapeOptions: { formats: [{ type: "question" }] } }, ["scrapeOptions.formats.0.question"]],
    [{ query: "x", scrapeOptions: { formats: [{ type: "screenshot", viewport: { width: 5 } }] } }, [
      "scrapeOptions.formats.0.viewport.height"
    ]],
    [{ query: "x", scrapeOptions: { actions: [{ type: "wait" }] } }, ["scrapeOptions.actions.0"]],
    [{ query: "x", scrapeOptions: { actions: [{ type: "wait", milliseconds: 1, selector: "a" }] } }, [
      "scrapeOptions.actions.0"
    ]],
    [{ query: "x", scrapeOptions: { actions: [{ type: "fly" }] } }, ["scrapeOptions.actions.0.type"]],
    [{ query: "x", scrapeOptions: { redactPII: { mod: "fast" } } }, ["scrapeOptions.redactPII.mod"]],
    [{ query: "x", scrapeOptions: { auditMetadata: { username: "u", role: "r" } } }, [
      "scrapeOptions.auditMetadata.role"
    ]],
    [{ query: "x", scrapeOptions: { parsers: [{ type: "pdf", pages: 3 }] } }, ["scrapeOptions.parsers.0.pages"]],
    [{ query: "x", threatProtection: { blacklist: ["https://a.com"] } }, ["threatProtection.blacklist.0"]],
    [{ query: "x", threatProtection: { blockedTlds: [".zip"] } }, ["threatProtection.blockedTlds.0"]]
  ])("is reported with its field: %o", (input, paths) => {
    assert.deepEqual(faults(input), paths)
  })

  it("is reported completely, both types and values", () => {
    assert.sameMembers(
      faults({
        query: 7,
        limit: 0,
        country: "XX",
        includeDomains: ["a.com"],
        excludeDomains: ["b.com"],
        scrapeOptions: { formats: ["bogus"], timeout: 1, redactPII: { x: 1 } }
      }),
      [
        "query",
        "limit",
        "country",
        "excludeDomains",
        "scrapeOptions.formats.0",
        "scrapeOptions.timeout",
        "scrapeOptions.redactPII.x"
      ]
    )
  })

  it("is never quoted if long", () => {
    const secret = "my secret query ".repeat(40)
    const result = decode({ query: secret, country: secret, sources: [secret] })
    assert.isTrue(Result.isFailure(result))
    if (Result.isFailure(result)) {
      assert.notInclude(JSON.stringify(result.failure.issues), "secret")
      assert.notInclude(result.failure.message, "secret")
    }
  })
})

describe("the limits of section 8", () => {
  const at = (input: object) => faults({ query: "x", ...input }).length === 0
  const scrape = (scrapeOptions: object) => at({ scrapeOptions })
  const domains = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.com`)
  const cases: ReadonlyArray<readonly [string, (n: number) => boolean, minimum: number | undefined, maximum: number]> =
    [
      ["query in code points", (n) => faults({ query: "😀".repeat(n) }).length === 0, 1, Limits.queryMaxCodePoints],
      ["limit", (n) => at({ limit: n }), Limits.limit.minimum, Limits.limit.maximum],
      ["scrape timeout", (n) => scrape({ timeout: n }), Limits.scrapeTimeout.minimum, Limits.scrapeTimeout.maximum],
      ["maxPages", (n) => scrape({ parsers: [{ type: "pdf", maxPages: n }] }), 1, Limits.maxPages.maximum],
      ["profile name", (n) => scrape({ profile: { name: "n".repeat(n) } }), 1, Limits.profileNameMaxLength],
      ["audit username", (n) => scrape({ auditMetadata: { username: "u".repeat(n) } }), undefined, 1024],
      ["question", (n) => scrape({ formats: [{ type: "question", question: "q".repeat(n) }] }), 1, 10_000],
      ["highlights", (n) => scrape({ formats: [{ type: "highlights", query: "q".repeat(n) }] }), 1, 10_000],
      ["quality", (n) => scrape({ formats: [{ type: "screenshot", quality: n }] }), 1, 100],
      ["risk score", (n) => at({ threatProtection: { riskScoreThreshold: n } }), 0, 100],
      ["blacklist", (n) => at({ threatProtection: { blacklist: domains(n) } }), undefined, 1000],
      ["whitelist", (n) => at({ threatProtection: { whitelist: domains(n) } }), undefined, 1000],
      ["blockedTlds", (n) => at({ threatProtection: { blockedTlds: domains(n).map(() => "zip") } }), undefined, 1000],
      ["actions", (n) => scrape({ actions: Array.from({ length: n }, () => ({ type: "scrape" })) }), undefined, 50]
    ]

  it.each(cases)("%s", (_name, accepts, minimum, maximum) => {
    assert.isTrue(accepts(maximum - 1))
    assert.isTrue(accepts(maximum))
    assert.isFalse(accepts(maximum + 1))
    if (minimum !== undefined) {
      assert.isFalse(accepts(minimum - 1))
      assert.isTrue(accepts(minimum))
      assert.isTrue(accepts(minimum + 1))
    }
  })
})

it("rejects profile names that a URL cannot contain", () => {
  for (const name of [".", ".."]) {
    assert.deepStrictEqual(faults({ query: "x", scrapeOptions: { profile: { name } } }), ["scrapeOptions.profile.name"])
  }
  for (const name of ["...", "a.b", "..a", "a/b", " "]) {
    assert.deepStrictEqual(faults({ query: "x", scrapeOptions: { profile: { name } } }), [])
  }
})

const source = fc.oneof(
  fc.constantFrom("web", "images", "news"),
  fc.record({ type: fc.constant("web"), tbs: fc.constantFrom("", "qdr:d"), location: fc.string() }, {
    requiredKeys: ["type"]
  })
)
const format = fc.oneof(
  fc.constantFrom("markdown", "html", "links", "screenshot", "summary"),
  fc.record({ type: fc.constant("screenshot"), fullPage: fc.boolean(), quality: fc.integer({ min: 1, max: 100 }) }, {
    requiredKeys: ["type"]
  }),
  fc.record({ type: fc.constant("query"), prompt: fc.string({ minLength: 1, maxLength: 50 }) }),
  fc.record({ type: fc.constant("json"), prompt: fc.constant("all of it"), schema: fc.constant({ type: "object" }) })
)
const wire = fc.record({
  query: fc.string({ minLength: 1, maxLength: 100 }).map((text) => `q${text}`),
  limit: fc.integer({ min: 1, max: 100 }),
  sources: fc.array(source, { minLength: 1, maxLength: 3 }),
  categories: fc.array(fc.constantFrom("github", { type: "pdf" }, "research"), { maxLength: 3 }),
  country: fc.constantFrom("us", "UK", "DE"),
  safe: fc.boolean(),
  enterprise: fc.array(fc.constantFrom("zdr", "anon", "default"), { maxLength: 2 }),
  scrapeOptions: fc.record({
    formats: fc.array(format, { maxLength: 4 }),
    proxy: fc.constantFrom("basic", "stealth", "auto"),
    redactPII: fc.constantFrom(true, false, { mode: "fast" }),
    waitFor: fc.nat(999),
    headers: fc.dictionary(fc.string(), fc.string())
  }, { requiredKeys: [] })
}, { requiredKeys: ["query"] })

describe("properties", () => {
  const encode = Schema.encodeSync(SearchRequest.SearchRequest)

  it("decode . encode = identity, and the encoded form is plain JSON", () => {
    fc.assert(fc.property(wire, (input) => {
      const decoded = request(input)
      const encoded: unknown = JSON.parse(JSON.stringify(encode(decoded)))
      assert.deepEqual(request(encoded), decoded)
    }))
  })

  it("decodes any JSON to a request or to issues, and never throws", () => {
    fc.assert(fc.property(fc.jsonValue(), (input) => {
      const result = decode(input)
      assert.isTrue(Result.isSuccess(result) || result.failure.issues.length > 0)
    }))
  })

  it("reports one invalid field of a valid request at that field", () => {
    const field = fc.constantFrom("limit", "sources", "categories", "country", "scrapeOptions", "highlights")
    fc.assert(fc.property(wire, field, fc.constantFrom(-1, "nonsense", [["x"]], { type: 5 }), (input, name, value) => {
      const found = faults({ ...input, [name]: value })
      // An object is what scrape options are, and unknown keys are ignored there.
      if (name === "scrapeOptions" && typeof value === "object" && !Array.isArray(value)) return
      assert.isTrue(found.length > 0 && found.every((path) => path.startsWith(name)), JSON.stringify(found))
    }))
  })
})

describe("decoding only the given fields", () => {
  const whole = Schema.decodeUnknownSync(SearchRequest.SearchRequest)
  const given: Record<string, fc.Arbitrary<unknown>> = {
    limit: fc.integer({ min: 1, max: 100 }),
    sources: fc.subarray(["web", "news", { type: "images" }, "alexandria"], { minLength: 1 }),
    categories: fc.subarray(["github", "research", { type: "pdf" }]),
    includeDomains: fc.constant(["Example.com."]),
    tbs: fc.constantFrom("", "qdr:d"),
    country: fc.constantFrom("uk", "DE"),
    safe: fc.boolean(),
    timeout: fc.integer({ min: 1, max: 100_000 }),
    highlights: fc.boolean(),
    enterprise: fc.subarray(["zdr", "anon", "default"]),
    scrapeOptions: fc.constantFrom({}, { formats: [] }, { formats: ["markdown"] }, { onlyMainContent: false }),
    unknown: fc.anything()
  }
  const bodies = fc.record({ query: fc.constantFrom("effect", " site:a.b c "), ...given }, { requiredKeys: ["query"] })

  it("has the same result as full decoding", () => {
    fc.assert(fc.property(bodies, (body) => assert.deepEqual(request(body), whole(body))), { numRuns: 200 })
  })

  it("accepts and rejects every value like the schema", () => {
    const option = Schema.decodeUnknownOption(SearchRequest.SearchRequest)
    const value = fc.oneof(
      fc.constantFrom(
        0,
        -0,
        1,
        1.5,
        100,
        101,
        Number.NaN,
        Infinity,
        2 ** 53,
        1e300,
        "1",
        "",
        " ",
        true,
        "false",
        null,
        {}
      ),
      anyText({ maxLength: 5 }),
      fc.constantFrom("x".repeat(500), "x".repeat(501), "\u{1f600}".repeat(500), "\u{1f600}".repeat(501))
    )
    const names = ["query", "limit", "timeout", "safe", "ignoreInvalidURLs", "highlights", "country"]
    const bodies = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(fc.boolean(), bodies, (isNamed, body) => {
        const input = isNamed ? { ...body, query: "x" } : body
        const decoded = decode(input)
        assert.deepEqual(
          Result.isSuccess(decoded) ? Option.some(decoded.success.request) : Option.none(),
          option(input)
        )
      }),
      { numRuns: 1000 }
    )
  })

  it("checks required fields and combinations", () => {
    assert.deepEqual(faults({ limit: 1 }), ["query"])
    assert.deepEqual(faults({ query: "x", includeDomains: ["a.b"], excludeDomains: ["c.d"] }), ["excludeDomains"])
    assert.deepEqual(
      faults({ query: "x", enterprise: ["zdr"], scrapeOptions: { formats: ["markdown"], onlyCleanContent: true } }),
      ["scrapeOptions.onlyCleanContent"]
    )
  })
})

describe("the host of a plain URL", () => {
  it("is what the URL parser returns, or undefined", () => {
    const hosts = fc.constantFrom(
      "a.com",
      "xn--a.com",
      "A.com",
      "a.c0m",
      "1.2.3.4",
      "-a-.b.co",
      "a..b",
      "a.b\n.c",
      "u@a.b"
    )
    const rests = fc.constantFrom("", "/", "/a b", "?q", "#f", ":80/", "\\@c.d", "\t/x", ".", "/%zz", "é")
    const urls = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.tuple(fc.constantFrom("https://", "http://", "ftp://", "https:", "//"), hosts, rests).map((all) =>
        all.join("")
      )
    )
    fc.assert(fc.property(urls, (url) => {
      const host = HostName.ofPlainUrl(url)
      if (host !== undefined) assert.strictEqual(host, URL.parse(url)?.hostname)
    }))
    assert.strictEqual(HostName.ofPlainUrl("https://www.example.com/a?b"), "www.example.com")
  })
})
