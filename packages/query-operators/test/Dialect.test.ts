import { Dialect, Dialects, Domains, Query, Residual } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const translate = (query: string, dialect: Dialect.Dialect, options?: Dialect.TranslateOptions): Dialect.Translation =>
  Dialect.translate(Query.parse(query).query, dialect, options)

const everyDialect: ReadonlyArray<Dialect.Dialect> = Object.values(Dialects)

describe("Dialect.translate", () => {
  it("writes supported operators into the text", () => {
    const query = "rust \"green threads\" -go site:docs.rs -filetype:pdf (a OR intitle:b)"
    assert.strictEqual(translate(query, Dialects.serper).text, query)
    assert.deepStrictEqual(translate(query, Dialects.serper).warnings, [])
    assert.strictEqual(translate("intext:\"a b\" inurl:x y", Dialects.brave).text, "inbody:\"a b\" y")
    assert.strictEqual(translate("filetype:pdf a", Dialects.marginalia).text, "file:pdf a")
  })

  it("returns parameters for supported filters", () => {
    const { parameters, residual, text, warnings } = translate(
      "heat pumps (site:a.com OR site:b.com/x) -site:c.com after:2024 before:2025-02-03 intitle:test",
      Dialects.tavily
    )
    assert.strictEqual(text, "heat pumps test")
    assert.deepStrictEqual(parameters.includeDomains, ["a.com", "b.com"])
    assert.deepStrictEqual(parameters.excludeDomains, ["c.com"])
    assert.strictEqual(parameters.after, "2024-01-01")
    assert.strictEqual(parameters.before, "2025-02-03")
    assert.deepStrictEqual(warnings, [])
    assert.isFalse(Residual.matches(residual, { url: "https://b.com/y" }))
    const below = translate("waders site:a.com/x", Dialects.tavily)
    assert.deepStrictEqual(below.parameters.includeDomains, ["a.com"])
    assert.isTrue(Residual.matches(below.residual, { url: "https://a.com/x/y" }))
    assert.isFalse(Residual.matches(below.residual, { url: "https://a.com/y" }))
    const similar: Dialect.Dialect = { ...Dialects.exa, supports: { related: "parameter" } }
    assert.deepStrictEqual(translate("related:example.net", similar).parameters.related, {
      host: "example.net",
      path: ""
    })
  })

  it("filters exclusions that a parameter cannot express", () => {
    const dialect: Dialect.Dialect = {
      ...Dialects.plain,
      supports: {
        "-site": "parameter",
        "-filetype": "parameter",
        "-after": "parameter",
        "-before": "parameter",
        "-related": "parameter",
        "-imagesize": "parameter",
        "-larger": "parameter"
      }
    }
    const without = translate("waders", dialect, { source: "images" }).parameters
    const exclusions = [
      "-site:a.com/x",
      "-filetype:pdf",
      "-after:2025",
      "-before:2025",
      "-related:a.com",
      "-imagesize:5x5",
      "-larger:5x5"
    ]
    for (const exclusion of exclusions) {
      const { parameters, residual } = translate(`waders ${exclusion}`, dialect, { source: "images" })
      assert.deepStrictEqual(parameters, without, exclusion)
      assert.isTrue(residual.nodes.some(({ negated }) => negated), exclusion)
    }
  })

  it("names five omitted parts, and counts the others", () => {
    const one: Dialect.Dialect = { ...Dialects.plain, name: "Gull", limits: { words: 1 } }
    const [five = ""] = translate("a b c d e f", one).warnings
    assert.match(five, /these parts were not sent: (?:\w, ){4}\w\.$/)
    const [six = ""] = translate("a b c d e f g", one).warnings
    assert.match(six, /these parts were not sent: (?:\w, ){4}\w and 1 more\.$/)
  })

  it("writes all-operators and excluded alternatives in forms that every provider supports", () => {
    assert.strictEqual(
      translate("allintitle:a \"b c\" -(d OR e)", Dialects.serper).text,
      "intitle:a intitle:\"b c\" -d -e"
    )
  })

  it("warns about conditions that neither the provider nor the results can check", () => {
    const warned = (query: string, dialect: Dialect.Dialect) => translate(query, dialect).warnings
    assert.deepStrictEqual(warned("a related:b.com", Dialects.brave), [
      "Brave does not support related:, which was ignored."
    ])
    assert.match(warned("a -b", Dialects.tavily)[0]!, /cannot exclude words/)
    assert.match(warned("a OR b", Dialects.mojeek)[0]!, /does not support OR/)
    assert.match(warned("\"a b\"", Dialects.linkup)[0]!, /exact phrases/)
    assert.match(warned("a larger:5x5", Dialects.serper)[0]!, /images only/)
    assert.match(warned("-a", Dialects.exa)[0]!, /no words/)
    assert.match(warned("site:a.com site:b.com", Dialects.serper)[0]!, /on both/)
    assert.deepStrictEqual(warned("site:a.com site:docs.a.com", Dialects.serper), [])
  })

  it("writes a text even if everything is a parameter", () => {
    assert.strictEqual(translate("site:example.com", Dialects.tavily).text, "example.com")
    assert.strictEqual(translate("(site:a.com OR site:b.com) -x", Dialects.you).text, "a.com -x")
  })

  it("does not treat some alternatives as all of them", () => {
    const both = translate("tide (site:a.com OR filetype:pdf)", Dialects.you)
    assert.strictEqual(both.text, "tide")
    assert.match(both.warnings[0]!, /cannot search all alternatives/)
    assert.isTrue(Residual.matches(both.residual, { url: "https://a.com/" }))
    assert.isTrue(Residual.matches(both.residual, { url: "https://b.com/a.pdf" }))
    assert.isFalse(Residual.matches(both.residual, { url: "https://b.com/a.html" }))
    assert.strictEqual(translate("(cats OR inurl:dogs) -x", Dialects.brave).text, "cats -x")
    assert.strictEqual(translate("tide (ebb OR flow)", Dialects.mojeek).text, "tide")
    assert.strictEqual(translate("ebb OR flow", Dialects.mojeek).text, "ebb")
    assert.strictEqual(translate("tide (ebb OR flow)", Dialects.tavily).text, "tide ebb flow")
  })

  it("writes the words of operators that are checked afterwards", () => {
    assert.strictEqual(translate("tide intitle:harbour inurl:docs filetype:pdf", Dialects.mojeek).text, "tide harbour")
    assert.strictEqual(
      translate("tide intitle:harbour inurl:docs filetype:pdf", Dialects.exa).text,
      "tide harbour docs pdf"
    )
  })

  it("escapes words that SearXNG would treat as commands", () => {
    assert.strictEqual(
      translate("!!g :de <3 ?x a!b \"go !g :de <5\" intitle:\"!x y\"", Dialects.searxng).text,
      "\"!!g\" \":de\" \"<3\" \"?x\" a!b \"go g de 5\" intitle:\"x y\""
    )
  })

  it("allows a text of the engine's maximum length, and shortens a longer one", () => {
    const nine: Dialect.Dialect = { ...Dialects.plain, name: "Gull", limits: { characters: 9 } }
    assert.deepInclude(translate("pump seal", nine), { text: "pump seal", warnings: [] })
    const cut = translate("pump seals", nine)
    assert.strictEqual(cut.text, "pump")
    assert.strictEqual(cut.warnings.length, 1)
    const two: Dialect.Dialect = { ...Dialects.plain, name: "Gull", limits: { words: 2 } }
    assert.deepInclude(translate("pump seal", two), { text: "pump seal", warnings: [] })
    assert.strictEqual(translate("pump seal oil", two).text, "pump seal")
  })

  it("removes the least important parts of a text that is too long", () => {
    const words = Array.from({ length: 48 }, (_, index) => `w${index}`).join(" ")
    const { residual, text, warnings } = translate(`${words} site:a.com -site:b.com -x intitle:y`, Dialects.brave)
    assert.strictEqual(text, `${words} site:a.com intitle:y`)
    assert.deepStrictEqual(warnings, [
      "The query exceeds Brave's length limit; these parts were not sent: -site:b.com, -x."
    ])
    assert.isFalse(Residual.matches(residual, { url: "https://b.com/" }))
    const many = Domains.restrict(Query.parse("tide").query, {
      include: Array.from({ length: 60 }, (_, index) => `site${index}.example`)
    })
    const sites = Dialect.translate(many, Dialects.brave)
    assert.match(sites.text, /^tide \(site:site0\.example OR .*\)$/)
    assert.isAtMost(sites.text.length, 400)
    assert.isTrue(Residual.matches(sites.residual, { url: "https://site59.example/" }))
  })

  it("cuts a text that cannot be shortened otherwise", () => {
    const phrase = translate(`"${"tide ".repeat(80)}"`, Dialects.brave)
    assert.strictEqual(phrase.text, `"${"tide ".repeat(50).trim()}"`)
    assert.match(phrase.warnings[0]!, /was truncated/)
    assert.strictEqual(translate("x".repeat(500), Dialects.brave).text, "x".repeat(399))
  })

  it("never sends a SearXNG command", () => {
    const piece = fc.constantFrom(
      "!",
      "!!g",
      ":de",
      "<3",
      "?x",
      "\"",
      " ",
      "a",
      "ext:",
      "intitle:",
      "-",
      "(",
      ")",
      "OR",
      "“"
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join("")), (query) => {
        const { text } = translate(query, Dialects.searxng)
        for (const token of text.split(/\s+/)) assert.notMatch(token, /^(?:[!?:]|<\d)/, text)
      }),
      { numRuns: 1000 }
    )
  })

  it("limits lists of domains", () => {
    const rules = { include: Array.from({ length: 30 }, (_, index) => `s${index}.example`), exclude: ["x.example"] }
    const { parameters, warnings } = Dialect.translate(
      Domains.restrict(Query.parse("tide").query, rules),
      Dialects.perplexity
    )
    assert.strictEqual(parameters.includeDomains.length, 20)
    assert.deepStrictEqual(parameters.excludeDomains, [])
    assert.match(warnings[0]!, /accepts 20 domains/)
  })

  it("never throws, and never exceeds the limits of a provider", () => {
    const text = fc.oneof(
      anyText({ maxLength: 600 }),
      fc.array(
        fc.constantFrom(
          "a",
          "-b",
          "site:c.com",
          "-site:d.com",
          "\"e f\"",
          "OR",
          "(",
          ")",
          "intitle:g",
          "😀",
          "-filetype:h"
        ),
        { maxLength: 150 }
      ).map((words) => words.join(" "))
    )
    fc.assert(
      fc.property(text, fc.constantFrom(...everyDialect), (query, dialect) => {
        const translated = translate(query, dialect)
        const { characters = Infinity, words = Infinity } = dialect.limits ?? {}
        assert.isAtMost(Array.from(translated.text).length, characters)
        assert.isAtMost(translated.text.split(" ").length, words)
        assert.isTrue(translated.text.isWellFormed())
      }),
      { numRuns: 600 }
    )
  })

  it("filters results of an engine that ignores every operator", () => {
    const results = ["https://a.com/1.pdf", "https://b.com/2.pdf", "https://a.com/3"].map((url) => ({
      url,
      title: "x"
    }))
    for (const dialect of everyDialect) {
      const { residual } = translate("tide site:a.com filetype:pdf", dialect)
      const strict = { ...residual, trusted: new Set<string>() }
      assert.deepStrictEqual(Residual.filter(strict, results).kept, results.slice(0, 1), dialect.name)
    }
  })
})

describe("Dialect.support", () => {
  it("completes a partial dialect", () => {
    assert.strictEqual(Dialect.support(Dialects.brave, "-site"), "native")
    assert.strictEqual(Dialect.support(Dialects.brave, "-before"), "residual")
    assert.strictEqual(Dialect.support(Dialects.brave, "-phrase"), "native")
    assert.strictEqual(Dialect.support(Dialects.brave, "inurl"), "residual")
    assert.strictEqual(Dialect.support(Dialects.brave, "related"), "unsupported")
  })
})
