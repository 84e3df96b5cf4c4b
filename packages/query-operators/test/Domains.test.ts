import { Category, Domains, Query, RegistrableDomain } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"

describe("Domains", () => {
  it("includes subdomains", () => {
    assert.isTrue(Domains.isWithin("docs.example.com", "example.com"))
    assert.isTrue(Domains.isWithin("www.example.com", "Example.com."))
    assert.isFalse(Domains.isWithin("example.com", "www.example.com"))
    assert.isFalse(Domains.isWithin("badexample.com", "example.com"))
    assert.isFalse(Domains.isWithin("example.com", "docs.example.com"))
    assert.isFalse(Domains.isWithin("example.com", "not a host"))
  })

  it("applies include and exclude lists", () => {
    const rules = { include: ["example.com", "bücher.test"], exclude: ["private.example.com"] }
    assert.isTrue(Domains.allows(rules, "https://docs.example.com./a"))
    assert.isTrue(Domains.allows(rules, "https://bücher.test/a"))
    assert.isFalse(Domains.allows(rules, "https://a.private.example.com/"))
    assert.isFalse(Domains.allows(rules, "https://other.test/"))
    assert.isFalse(Domains.allows(rules, "nonsense"))
    assert.isTrue(Domains.allows({}, "nonsense"))
  })

  it("can be written as a part of a query", () => {
    const query = (rules: Domains.DomainRules) => Query.print(Domains.restrict(Query.parse("tide").query, rules))
    assert.strictEqual(query({ include: ["a.com", "WWW.B.com", "a.com"] }), "tide site:a.com OR site:www.b.com")
    assert.strictEqual(query({ exclude: ["a.com", "no host!"] }), "tide -site:a.com")
    assert.strictEqual(query({}), "tide")
  })

  it("finds the registrable domain", () => {
    assert.strictEqual(RegistrableDomain.of("https://a.b.example.co.uk/x"), "example.co.uk")
    assert.strictEqual(RegistrableDomain.of("me.github.io"), "me.github.io")
    assert.strictEqual(RegistrableDomain.of("http://127.0.0.1:8080/"), "127.0.0.1")
    assert.strictEqual(RegistrableDomain.of("localhost"), "localhost")
    assert.isUndefined(RegistrableDomain.of("mailto:a@b.test://"))
  })
})

describe("Category", () => {
  it("restricts a query", () => {
    const print = (...categories: ReadonlyArray<Category.Category>) =>
      Query.print(Category.restrict(Query.parse("tide").query, categories))
    assert.strictEqual(print("pdf"), "tide filetype:pdf")
    assert.strictEqual(print("github", "pdf"), "tide site:github.com OR filetype:pdf")
    assert.match(print("research"), /^tide site:arxiv\.org OR .* OR site:europepmc\.org$/)
    assert.strictEqual(print(), "tide")
  })

  it("labels results by their category", () => {
    const all = ["developer", "github", "pdf", "research"] as const
    assert.strictEqual(Category.label({ url: "https://gist.github.com/a" }, all), "github")
    assert.strictEqual(Category.label({ url: "https://github.com/a" }, ["developer"]), "developer")
    assert.strictEqual(Category.label({ url: "https://arxiv.org/pdf/2301.00001" }, all), "research")
    assert.strictEqual(Category.label({ url: "https://arxiv.org/pdf/2301.00001" }, ["pdf"]), "pdf")
    assert.strictEqual(Category.label({ url: "https://example.com/a.pdf" }, all), "pdf")
    assert.isUndefined(Category.label({ url: "https://example.com/a" }, all))
    assert.isUndefined(Category.label({ url: "https://notgithub.com/a" }, all))
    assert.isUndefined(Category.label({ url: "nonsense" }, all))
  })
})
