import { Query, Residual, TimeFilter } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const now = Date.parse("2025-06-15T12:00:00Z")
const residual = (query: string): Residual.Residual => Residual.fromQuery(Query.parse(query).query)
const keeps = (query: string, candidate: Omit<Residual.Candidate, "url"> & { readonly url?: string }): boolean =>
  Residual.matches(residual(query), { url: "https://example.org/", ...candidate }, now)

describe("Residual.matches", () => {
  it("checks sites with their subdomains and paths", () => {
    const cases: ReadonlyArray<readonly [string, string, boolean]> = [
      ["site:example.org", "https://docs.Example.ORG./a", true],
      ["site:example.org", "https://notexample.org/", false],
      ["site:www.example.org", "https://example.org/", false],
      ["site:org", "https://example.org/", true],
      ["site:example.org/Guide", "https://example.org/guide/a", true],
      ["site:example.org/guide", "https://example.org/guides", false],
      ["-site:example.org", "https://docs.example.org/", false],
      ["-site:example.org/private", "https://example.org/public", true],
      ["site:bücher.example", "https://bücher.example/", true],
      ["site:localhost:8080", "http://localhost:9090/", false],
      ["site:example.org:443", "https://docs.example.org/", true],
      ["site:example.org:443", "http://example.org/", false],
      ["site:[::1]", "http://[0:0::1]:3000/a", true],
      ["site:[::1]:3000/a", "http://[::1]:3000/a/b", true],
      ["site:[::1]:3000", "http://[::1]/", false],
      ["-site:[2001:DB8:0::1]", "https://[2001:db8::1]/", false],
      ["site:a.example OR site:example.org", "https://example.org/", true],
      ["-(site:a.example OR site:example.org)", "https://example.org/", false]
    ]
    for (const [query, url, expected] of cases) assert.strictEqual(keeps(query, { url }), expected, `${query} ${url}`)
  })

  it("checks words in URLs, escaped or not", () => {
    assert.isTrue(keeps("inurl:\"release notes\"", { url: "https://example.org/Release-Notes/2" }))
    assert.isTrue(keeps("inurl:café", { url: "https://example.org/caf%C3%A9" }))
    assert.isTrue(keeps("inurl:bücher", { url: "https://xn--bcher-kva.example/" }))
    assert.isTrue(keeps("inurl:/v2/a", { url: "https://example.org/v2/a?b" }))
    assert.isFalse(keeps("allinurl:docs api", { url: "https://example.org/docs" }))
    assert.isFalse(keeps("-inurl:login", { url: "https://example.org/login.php" }))
    assert.isTrue(keeps("inurl:x%zz", { url: "https://example.org/x%zz" }))
  })

  it("checks titles, unless they are truncated or missing", () => {
    assert.isTrue(keeps("intitle:guide", { title: "The Complete GUIDE" }))
    assert.isFalse(keeps("intitle:guide", { title: "Guides" }))
    assert.isFalse(keeps("intitle:guide", { title: "The Complete Manual" }))
    assert.isTrue(keeps("intitle:guide", { title: "The Complete and Very…" }))
    assert.isTrue(keeps("intitle:guide", {}))
    assert.isFalse(keeps("-intitle:top", { title: "Top 10 pans" }))
    assert.isTrue(keeps("-intitle:top", { title: "Stop motion" }))
    assert.isFalse(keeps("allintitle:a \"b c\"", { title: "A c b" }))
    assert.isTrue(keeps("-intitle:c++", { title: "C for beginners" }))
    assert.isFalse(keeps("-intitle:天気", { title: "東京の天気予報" }))
  })

  it("drops results only if an excluded word occurs", () => {
    assert.isFalse(keeps("-Jaguar", { description: "the jaguar, a cat" }))
    assert.isTrue(keeps("-jaguar", { description: "jaguars" }))
    assert.isFalse(keeps("-\"big cat\"", { snippet: "A Big   Cat." }))
    assert.isTrue(keeps("-\"big cat\"", { title: "Big", description: "cat" }))
    assert.isFalse(keeps("-café", { extraSnippets: ["Le cafe"] }))
    assert.isFalse(keeps("-c++", { text: "I like C++!" }))
    assert.isFalse(keeps("-don't", { text: "don’t" }))
    assert.isFalse(keeps("-cat", { title: "\udfffcat" }))
    assert.isTrue(keeps("-cat", { title: "𝒳cat \udc00\udc00concat" }))
    assert.isTrue(keeps("jaguar \"big cat\" intext:tide", { description: "nothing of the kind" }))
    assert.isTrue(keeps("-(jaguar panther)", { description: "jaguar" }))
    assert.isFalse(keeps("-(jaguar panther)", { description: "jaguar panther" }))
    assert.isTrue(keeps("-jaguar OR site:example.org", { description: "jaguar" }))
  })

  it("checks file types, more strictly if the provider did not", () => {
    const cases: ReadonlyArray<readonly [string, string, boolean]> = [
      ["filetype:pdf", "https://example.org/a.PDF?x=1", true],
      ["filetype:pdf", "https://example.org/a.html", false],
      ["filetype:pdf", "https://example.org/report", false],
      ["filetype:pdf", "https://example.org/pdf/2301.00001", true],
      ["filetype:pdf", "https://example.org/get?format=pdf", true],
      ["-filetype:pdf", "https://example.org/a.pdf", false],
      ["-filetype:pdf", "https://example.org/a", true],
      ["-filetype:pdf", "https://example.org/pdf/about", true],
      ["filetype:pdf", "https://example.org/get.php?format=pdf", true],
      ["filetype:pdf", "https://example.org/pdf/about.html", false],
      ["filetype:html", "https://example.org/a", true],
      ["filetype:html", "https://example.org/a.htm", true],
      ["filetype:html", "https://example.org/a.pdf", false],
      ["filetype:pdf OR filetype:docx", "https://example.org/a.docx", true]
    ]
    for (const [query, url, expected] of cases) assert.strictEqual(keeps(query, { url }), expected, `${query} ${url}`)
    const trusting = { ...residual("filetype:pdf"), trusted: new Set(["filetype"]) }
    assert.isTrue(Residual.matches(trusting, { url: "https://example.org/report" }))
    assert.isFalse(Residual.matches(trusting, { url: "https://example.org/report.html" }))
  })

  it("checks image sizes if they are known", () => {
    const image = (imageWidth: number, imageHeight: number) => ({ imageWidth, imageHeight })
    assert.isTrue(keeps("imagesize:640x480", image(640, 480)))
    assert.isFalse(keeps("imagesize:640x480", image(640, 481)))
    assert.isTrue(keeps("larger:640x480", image(641, 481)))
    assert.isFalse(keeps("larger:640x480", image(641, 480)))
    assert.isTrue(keeps("larger:640x480", {}))
  })

  it("checks dates in every format of the providers", () => {
    const cases: ReadonlyArray<readonly [string, string, boolean]> = [
      ["after:2025-01-01", "2024-12-30", false],
      ["after:2025-01-01", "2025-01-01T08:00:00Z", true],
      ["before:2025-01-01", "2025-01-03", false],
      ["before:2025-01-01", "Dec 24, 2024", true],
      ["before:2025-01-01", "Mon, 03 Mar 2025 10:00:00 GMT", false],
      ["after:2025-06-01", "3 months ago", false],
      ["after:2025-06-01", "2 days ago", true],
      ["after:2025-06-01", "no idea", true],
      ["-after:2025-01-01", "2025-03-01", false],
      ["before:2025-01-01", "2025-01-01", false],
      ["before:2025-01-01", "Jan 1, 2025", false],
      ["before:2025-01-01", "2024-12-31", true],
      ["after:2025-01-01", "1 January 2025", true],
      ["-before:2025-01-01", "2025-01-01T00:00:00Z", true]
    ]
    for (const [query, date, expected] of cases) {
      assert.strictEqual(keeps(query, { date }), expected, `${query} ${date}`)
    }
    const window = { from: now - 86_400_000 }
    const inWindow = (publishedAt: string) =>
      Residual.matches(
        Residual.fromQuery(Query.make([]), { window }),
        { url: "https://example.org/", publishedAt },
        now
      )
    assert.isTrue(inWindow("2025-06-15T01:00:00Z"))
    assert.isTrue(inWindow("2025-06-14"))
    assert.isFalse(inWindow("2025-06-14T11:00:00+00:00"))
    assert.isFalse(inWindow("2025-06-12"))
    assert.isFalse(inWindow("5 days ago"))
  })

  it("accepts a date without a time if any part of the day is in the window", () => {
    const keeps = (tbs: string, publishedAt: string, now: number) =>
      Residual.matches(
        Residual.fromQuery(Query.make([]), {
          window: TimeFilter.window(Option.getOrThrow(TimeFilter.parse(tbs)), now)
        }),
        { url: "https://example.org/", publishedAt },
        now
      )
    const months = "cdr:1,cd_min:3/1/2026,cd_max:4/30/2026"
    for (
      const [date, expected] of [
        ["2026-02-28", false],
        ["2026-03-01", true],
        ["2026-04-30", true],
        ["Apr 30, 2026", true],
        ["2026-05-01", false],
        ["2026-02", false],
        ["2026-03", true],
        ["2026-05", false]
      ] as const
    ) assert.strictEqual(keeps(months, date, 0), expected, date)
    const late = Date.UTC(2026, 10, 23, 11, 10)
    assert.isTrue(keeps("qdr:d", "2026-11-22", late))
    assert.isFalse(keeps("qdr:d", "2026-11-21", late))
  })

  it("never throws, and keeps results that it cannot check", () => {
    fc.assert(fc.property(anyText(), anyText(), (query, text) => {
      const candidate = { url: text, title: text, description: text, date: text }
      assert.isBoolean(Residual.matches(residual(`${query} site:a.b -inurl:x before:2020`), candidate, now))
    }))
    assert.isTrue(keeps("site:example.org", { url: "no address" }))
  })

  it("takes linear time for repeated letters", () => {
    const text = "a".repeat(200_000)
    assert.isTrue(keeps(`-${"a".repeat(400)}`, { text }))
  })
})

describe("Residual.isPlain", () => {
  it("is true for plain words, and false for every condition", () => {
    const plain = ["", "tide", "tide tables 2026", "high-water mark"]
    for (const query of plain) assert.isTrue(Residual.isPlain(residual(query)), query)
    const others = [
      "-tide",
      "\"tide\"",
      "+tide",
      "tide AND moon",
      "tide OR moon",
      "(tide moon)",
      "site:a.example",
      "tide after:2020"
    ]
    for (const query of others) assert.isFalse(Residual.isPlain(residual(query)), query)
    const bounded = { nodes: [], trusted: new Set<string>(), window: { from: now } }
    assert.isFalse(Residual.isPlain(bounded))
  })

  it("is true only if no result contradicts the query or remains unchecked", () => {
    const word = fc.constantFrom(
      "tide",
      "-tide",
      "\"high tide\"",
      "OR",
      "AND",
      "(",
      ")",
      "site:a.b",
      "larger:9x9",
      "é",
      "+x"
    )
    fc.assert(fc.property(fc.array(word), anyText(), (words, text) => {
      const one = residual(words.join(" "))
      if (!Residual.isPlain(one)) return
      const candidate = { url: "https://example.org/", title: text, text, textIsWhole: true }
      assert.isUndefined(Residual.contradiction(one, candidate, now))
      assert.deepStrictEqual(Residual.unproven([{ residual: one, candidate }], now), [])
    }))
  })
})

describe("Residual.filter", () => {
  it("does not change the order, and reports what could not be checked", () => {
    const results = [
      { url: "https://example.org/1", date: "2025-05-01" },
      { url: "https://example.org/2" },
      { url: "https://example.org/3", date: "2020-05-01" }
    ]
    const filtered = Residual.filter(residual("after:2025 site:example.org"), results, now)
    assert.deepStrictEqual(filtered.kept, results.slice(0, 2))
    assert.strictEqual(filtered.dropped, 1)
    assert.deepStrictEqual(filtered.warnings, [
      "1 result has no date, so the time filter could not be checked on it."
    ])
    assert.deepStrictEqual(Residual.filter(residual("larger:10x10"), [{ url: "https://example.org/a.png" }]).warnings, [
      "1 result has no image dimensions, so the image size could not be checked on it."
    ])
    const page = { source: "web", url: "https://example.org/" }
    assert.deepStrictEqual(Residual.filter(residual("larger:10x10"), [page]).warnings, [])
  })

  it("keeps and counts results that do not show the quoted text", () => {
    const results = [
      { url: "https://example.org/1", title: "A quick brown fox" },
      { url: "https://example.org/2", description: "The **Quick** brown [fox](https://example.org/fox) & co" },
      { url: "https://example.org/3", title: "A quick", description: "brown fox" },
      { url: "https://example.org/4", title: "Foxes", extraSnippets: ["one quick brown fox"] }
    ]
    const warningsOf = (query: string) => Residual.filter(residual(query), results, now).warnings
    const one = "1 result does not contain the quoted text in title or snippet, so it could not be checked on it."
    const filtered = Residual.filter(residual("fox \"quick brown fox\""), results, now)
    assert.deepStrictEqual(filtered, { kept: results, dropped: 0, warnings: [one] })
    assert.deepStrictEqual(warningsOf("(\"quick brown fox\" OR \"red hen\")"), [one])
    assert.deepStrictEqual(warningsOf("(\"quick brown fox\" OR hen)"), [])
    assert.deepStrictEqual(warningsOf("quick brown -\"red hen\""), [])
    assert.lengthOf(warningsOf("\"quick-brown fox\""), 1)
    const titled = { url: "https://example.org/", title: "Overview", description: "A page." }
    assert.lengthOf(Residual.filter(residual("\"overview\""), [titled], now).warnings, 0)
    assert.lengthOf(Residual.filter(residual("page intext:overview"), [titled], now).warnings, 1)
    const read = { ...titled, text: "A whole page.", textIsWhole: true }
    assert.strictEqual(Residual.contradiction(residual("intext:overview"), read, now), "intext:")
    assert.deepStrictEqual(warningsOf("quick AND tide intext:fox"), [
      "4 results do not contain the quoted text in title or snippet, so it could not be checked on them."
    ])
    assert.deepStrictEqual(warningsOf("\"quick brown fox\" \"one quick\""), [
      "3 results do not contain the quoted text in title or snippet, so it could not be checked on them."
    ])
  })

  it("checks the full text if title and snippet are not enough", () => {
    const page = (text: string, query: string) =>
      Residual.contradiction(residual(query), { url: "https://example.org/", text, textIsWhole: true }, now)
    assert.strictEqual(page("Streams are lazy.", "streams -lazy"), "an excluded word")
    assert.strictEqual(page("Lazy and streams", "\"lazy streams\""), "quoted text")
    assert.isUndefined(page("A lazy\n**streams**", "\"lazy streams\""))
    assert.strictEqual(page("use effect", "\"use-effect\""), "quoted text")
    assert.strictEqual(page("eager", "intext:lazy"), "intext:")
    assert.strictEqual(page("call low_tide()", "call -tide"), "an excluded word")
    assert.isUndefined(page("call tides()", "call -tide"))
    assert.strictEqual(page("jittered", "jitter AND backoff"), "a demanded word")
    assert.isUndefined(page("jittered backoff", "jitter AND backoff"))
    assert.strictEqual(page("jittered", "jitter +backoff"), "a demanded word")
    assert.isUndefined(page("jittered backoff", "jitter +backoff"))
    assert.isUndefined(page("call us", "call +49"))
    assert.strictEqual(page("neither", "(volcanoes OR fibers)"), "alternatives or groups")
    assert.isUndefined(page("C++ and more", "\"C++\""))
    assert.strictEqual(page("C and more", "\"C++\""), "quoted text")
    assert.isUndefined(page("nothing", "words that only rank"))
  })

  it("reports nothing that was checked, and no window without limits", () => {
    const results = [{ url: "https://example.org/", isChecked: true }]
    assert.deepStrictEqual(Residual.filter(residual("\"a b\" after:2020-01-01"), results, now).warnings, [])
    const sorted = { nodes: [], trusted: new Set<string>(), window: {} }
    assert.deepStrictEqual(Residual.filter(sorted, [{ url: "https://example.org/" }], now).warnings, [])
  })
})
