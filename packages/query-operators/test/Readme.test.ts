import { Dialect, Dialects, Query, Residual } from "@dunlin/query-operators"
import { assert, it } from "@effect/vitest"

it("does what the README says", () => {
  const { query, warnings } = Query.parse("heat pumps -noise site:example.org filetype:pdf after:2024")
  const asked = Dialect.translate(query, Dialects.tavily)
  assert.deepStrictEqual(warnings, [])
  assert.strictEqual(asked.text, "heat pumps pdf")
  assert.deepStrictEqual(asked.parameters.includeDomains, ["example.org"])
  assert.deepStrictEqual(asked.warnings, [
    "Tavily cannot exclude words; results with these words in title or description were omitted."
  ])
  const { kept } = Residual.filter(asked.residual, [
    { url: "https://docs.example.org/a.pdf", title: "Heat pumps" },
    { url: "https://example.com/a.pdf", title: "Heat pumps" }
  ])
  assert.deepStrictEqual(kept.map((result) => result.url), ["https://docs.example.org/a.pdf"])
})
